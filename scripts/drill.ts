// The restore drill: a backup is recovered beside the system and proven to serve.
//
//     restore into an empty folder ─▶ recover to the moment ─▶ end old access ─▶ audit ─▶ a server is ready ─▶ removed
//
// Always true: the recovered copy listens on this machine only, archives nothing, runs no job and reaches no outside
// party; it is deleted at the end. Any step that fails fails the drill.
//
// Elsewhere: the command (ops-backup.ts), copies of the embedded database (packages/database/src/embedded-backup.ts).

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase } from '@chaba/database';
import { freePort } from '@chaba/database/embedded';
import { restoreEmbedded } from '@chaba/database/embedded-backup';
import { auditAll } from '#server/modules/audit/audit';
import { beginRecovery } from '#server/modules/recovery/recovery';

import { migrateEmbedded } from './product-database.ts';
import { startService } from './services.ts';
import { Sentence } from './settings.ts';

export type DrillSource =
  | {
      readonly kind: 'pgbackrest';
      readonly stanza: string;
      /** Folder of postgres, pg_ctl and pg_controldata. */
      readonly programs: string;
      /** Addresses of the live database: their logins are those of the copy. */
      readonly url: string;
      readonly ownerUrl: string;
    }
  | { readonly kind: 'embedded'; readonly repository: string; readonly dataDir: string };

export type DrillOptions = {
  readonly source: DrillSource;
  readonly at: Date | undefined;
  /** Secrets of the server. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (sentence: string) => void;
  /** Tests give money in ways that no document describes. */
  readonly isTest?: boolean;
  /** Further proofs on the copy, for tests: before old access ends, and while the server serves. */
  readonly inspect?: (copy: Database) => Promise<void>;
  readonly serve?: (address: string) => Promise<void>;
};

type Copy = { readonly url: string; readonly ownerUrl: string; readonly stop: () => Promise<void> };

/** The newest beat of a serving process is at most this much older than the moment. */
const BEAT_SECONDS_MAX = 60;
const CLOSED_PORT = 'http://127.0.0.1:9';

/** Throws when the backup does not hold what it should. Returns the seconds until the copy served. */
export async function runDrill(options: DrillOptions): Promise<number> {
  const { source, at, environment, log, serve } = options;
  const startedAt = performance.now();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-drill-'));
  fs.chmodSync(folder, 0o711);
  try {
    const copy =
      source.kind === 'embedded' ? await restoreCopy(source, folder, at, log) : await restoreStanza(source, folder, at);
    try {
      const seconds = (): string => `${Math.round((performance.now() - startedAt) / 1_000)} s`;
      log(`Recovered after ${seconds()}.`);
      await checkDatabase(copy, options);
      log(`Nothing is missing and the books are right, after ${seconds()}.`);
      await checkServer(copy, folder, environment, serve);
      log(`A server served the copy, after ${seconds()}.`);
    } finally {
      await copy.stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return (performance.now() - startedAt) / 1_000;
}

async function checkDatabase({ url, ownerUrl }: Copy, { at, inspect, isTest = false }: DrillOptions): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: 'chaba drill' });
  const copy = openDatabase({ url, poolSize: 2, applicationName: 'chaba drill' });
  try {
    await inspect?.(copy);
    const ended = await beginRecovery(owner);
    if (ended === 'running') throw new Sentence('A server is connected to the copy.');
    const age = at === undefined || ended.restoredTo === null ? 0 : (at.getTime() - ended.restoredTo.getTime()) / 1_000;
    if (age < 0 || age > BEAT_SECONDS_MAX) {
      throw new Sentence(
        `The copy ends ${Math.round(age)} s before the moment; at most ${BEAT_SECONDS_MAX} are right.`,
      );
    }
    const findings = await auditAll(copy, { isTest });
    const [first] = findings.map(({ rule, detail }) => `${rule}: ${detail}`);
    if (first !== undefined) throw new Sentence(`The audit of the copy has ${findings.length} findings: ${first}`);
  } finally {
    await Promise.all([owner.destroy(), copy.destroy()]);
  }
}

async function checkServer(
  { url }: Copy,
  folder: string,
  environment: DrillOptions['environment'],
  serve: DrillOptions['serve'],
): Promise<void> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = await startService({
    name: 'server of the drill',
    script: 'apps/server/src/main.ts',
    address,
    restarts: 0,
    output: { file: path.join(folder, 'server.log') },
    environment: {
      ...environment,
      DATABASE_URL: url,
      HOST: '127.0.0.1',
      PORT: String(port),
      CHABA_MODE: 'play',
      CHABA_DEMO: 'off',
      CHABA_JOBS: 'off',
      DATABASE_SYNC: 'off',
      DRAIN_SECONDS: '0',
      METRICS_PORT: '0',
      SANDBOX_URL: CLOSED_PORT,
      STUDIO_URL: CLOSED_PORT,
      HUB88_API_URL: '',
      HUB88_OPERATOR_ID: '',
      HUB88_PRIVATE_KEY: '',
      LOG_LEVEL: 'warn',
    },
  });
  try {
    const page = await fetch(address);
    if (!page.ok) throw new Sentence(`The server of the drill answered ${page.status} for its first page.`);
    await serve?.(address);
  } finally {
    await server.stop();
  }
}

// ── sources ──────────────────────────────────────────────────────────────────────────────────────────────────────────

async function restoreCopy(
  { repository, dataDir }: Extract<DrillSource, { kind: 'embedded' }>,
  folder: string,
  at: Date | undefined,
  log: DrillOptions['log'],
): Promise<Copy> {
  fs.copyFileSync(path.join(dataDir, 'postgres.json'), path.join(folder, 'postgres.json'));
  const embedded = await restoreEmbedded({ repository, dataDir: folder, at, isArchiving: false });
  const { url, ownerUrl } = await migrateEmbedded(embedded, log);
  return { url, ownerUrl, stop: embedded.stop };
}

async function restoreStanza(
  { stanza, programs, url, ownerUrl }: Extract<DrillSource, { kind: 'pgbackrest' }>,
  folder: string,
  at: Date | undefined,
): Promise<Copy> {
  const cluster = path.join(folder, 'postgres');
  fs.mkdirSync(cluster, { mode: 0o700 });
  if (process.getuid?.() === 0) await run('chown', ['postgres', cluster]);
  const target =
    at === undefined
      ? []
      : [
          '--type=time',
          `--target=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`,
          '--target-action=promote',
        ];
  await runAsPostgres('pgbackrest', [
    `--stanza=${stanza}`,
    `--pg1-path=${cluster}`,
    '--archive-mode=off',
    ...target,
    'restore',
  ]);
  const port = await freePort();
  const controlData = path.join(programs, 'pg_controldata');
  const sizes = await readSizes(controlData, cluster);
  await writeAsPostgres(path.join(cluster, 'drill_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  const settings = [
    ...sizes,
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = ''`,
    `hba_file = '${path.join(cluster, 'drill_hba.conf')}'`,
    'archive_mode = off',
    "primary_conninfo = ''",
  ];
  await writeAsPostgres(path.join(cluster, 'postgresql.conf'), `${settings.join('\n')}\n`);
  const log = path.join(cluster, 'drill.log');
  const control = (...words: string[]) => runAsPostgres(path.join(programs, 'pg_ctl'), ['-D', cluster, ...words]);
  const stop = async (): Promise<void> => {
    await control('-m', 'immediate', 'stop').catch(() => undefined);
  };
  try {
    await control('-l', log, '-t', '3600', '-w', 'start');
    while (!/state: +in production/.test(await runAsPostgres(controlData, [cluster]))) {
      await control('status');
      await sleep(200);
    }
    return { url: replaceServer(url, port), ownerUrl: replaceServer(ownerUrl, port), stop };
  } catch {
    await stop();
    const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
    const reasons = text.split('\n').filter((line) => /FATAL: |PANIC: |ERROR: /.test(line));
    throw new Sentence(`The recovery failed: ${reasons.slice(-2).join(' | ') || 'PostgreSQL did not start'}`);
  }
}

/** Words of pg_controldata that differ from the names of the settings. */
const NAMES: Readonly<Record<string, string>> = { xacts: 'transactions', xact: 'transaction' };

/** A server that recovers needs at least the sizes of the one that wrote the WAL. */
async function readSizes(program: string, cluster: string): Promise<string[]> {
  const text = await runAsPostgres(program, [cluster]);
  return [...text.matchAll(/^(max_\w+) setting: +(\d+)$/gm)].map(
    ([, name = '', value]) => `${name.replace(/xacts?$/, (word) => NAMES[word] ?? word)} = ${value}`,
  );
}

function replaceServer(url: string, port: number): string {
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  address.searchParams.delete('sslmode');
  return address.href;
}

async function writeAsPostgres(file: string, content: string): Promise<void> {
  fs.writeFileSync(file, content, { mode: 0o600 });
  if (process.getuid?.() === 0) await run('chown', ['postgres', file]);
}

/** PostgreSQL and its repository belong to the user postgres; root becomes it. */
function runAsPostgres(program: string, words: readonly string[]): Promise<string> {
  if (process.getuid?.() !== 0) return run(program, words);
  return run('runuser', ['-u', 'postgres', '--', program, ...words], program);
}

/** Returns the output; throws the last line of a failed program. */
function run(program: string, words: readonly string[], name: string = program): Promise<string> {
  const child = spawn(program, words, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // Not `close`: pg_ctl leaves a server behind that holds its output.
    child.once('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      const text = parts.join('');
      const reason = text.trim().split('\n').slice(-2).join(' | ');
      if (code === 0) resolve(text);
      else reject(new Sentence(`${path.basename(name)} failed: ${reason}`));
    });
  });
}
