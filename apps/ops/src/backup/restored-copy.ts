// A backup recovered beside the system: of the embedded database, or of a stanza of pgBackRest.
//
// Always true: the copy listens on this machine only and archives nothing; the caller deletes its folder.
//
// Elsewhere: what is done with a copy (drill.ts, rehearsal.ts), copies of the embedded database
// (packages/embedded-postgres/src/backup.ts).

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type EmbeddedDatabase, freePort } from '@chaba/embedded-postgres';
import { restoreEmbedded } from '@chaba/embedded-postgres/backup';

import { CommandError } from '#ops/core/command';
import type { Settings } from '#ops/core/settings';

export type BackupSource =
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

export type SourceWords = Readonly<Record<'from' | 'stanza' | 'programs', string | undefined>>;

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const DATABASE_NAME = 'chaba';

export type RestoredCopy = {
  readonly url: string;
  readonly ownerUrl: string;
  readonly embedded: EmbeddedDatabase | undefined;
  readonly stop: () => Promise<void>;
};

/** Undefined when the words name no backup, or two. */
export function parseSource(
  { dataDir }: Settings,
  { url, ownerUrl }: { readonly url: string; readonly ownerUrl: string | undefined },
  { from, stanza, programs = PROGRAMS }: SourceWords,
): BackupSource | undefined {
  if (from !== undefined) {
    return stanza === undefined ? { kind: 'embedded', repository: path.resolve(from), dataDir } : undefined;
  }
  if (stanza === undefined) return undefined;
  if (ownerUrl === undefined) throw new CommandError('Name the login of the owner in DATABASE_OWNER_URL.');
  return { kind: 'pgbackrest', stanza, programs, url, ownerUrl };
}

/** Recovers into the empty folder to a moment, or to the end of the archive. */
export async function restoreCopy(source: BackupSource, folder: string, at: Date | undefined): Promise<RestoredCopy> {
  if (source.kind === 'pgbackrest') return restoreStanza(source, folder, at);
  const { repository, dataDir } = source;
  fs.copyFileSync(path.join(dataDir, 'postgres.json'), path.join(folder, 'postgres.json'));
  const embedded = await restoreEmbedded({ repository, dataDir: folder, at, isArchiving: false });
  return {
    url: embedded.applicationUrl(DATABASE_NAME),
    ownerUrl: embedded.ownerUrl(DATABASE_NAME),
    embedded,
    stop: embedded.stop,
  };
}

async function restoreStanza(
  { stanza, programs, url, ownerUrl }: Extract<BackupSource, { kind: 'pgbackrest' }>,
  folder: string,
  at: Date | undefined,
): Promise<RestoredCopy> {
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
    // Not asynchronously: the queue and the lock of that belong to the database of this machine, or to an earlier copy.
    `--recovery-option=restore_command=pgbackrest --stanza=${stanza} --pg1-path=${cluster} --no-archive-async archive-get %f "%p"`,
    ...target,
    'restore',
  ]);
  const port = await freePort();
  const controlData = path.join(programs, 'pg_controldata');
  const sizes = await readSizes(controlData, cluster);
  await writeAsPostgres(path.join(cluster, 'copy_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  const settings = [
    ...sizes,
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = ''`,
    `hba_file = '${path.join(cluster, 'copy_hba.conf')}'`,
    'archive_mode = off',
    "primary_conninfo = ''",
  ];
  await writeAsPostgres(path.join(cluster, 'postgresql.conf'), `${settings.join('\n')}\n`);
  const log = path.join(cluster, 'copy.log');
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
    return { url: replaceServer(url, port), ownerUrl: replaceServer(ownerUrl, port), embedded: undefined, stop };
  } catch {
    await stop();
    const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
    const reasons = text.split('\n').filter((line) => /FATAL: |PANIC: |ERROR: /.test(line));
    throw new CommandError(`The recovery failed: ${reasons.slice(-2).join(' | ') || 'PostgreSQL did not start'}`);
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
  // The copy listens on this machine without TLS.
  for (const name of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']) address.searchParams.delete(name);
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
      else reject(new CommandError(`${path.basename(name)} failed: ${reason}`));
    });
  });
}
