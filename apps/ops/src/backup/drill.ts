// The restore drill: a backup is recovered beside the system and proven to serve.
//
//     restore into an empty folder ─▶ recover to the moment ─▶ end old access ─▶ audit ─▶ a server is ready ─▶ removed
//
// Always true: the recovered copy listens on this machine only, archives nothing, runs no job and reaches no outside
// party; it is deleted at the end. Any step that fails fails the drill.
//
// Elsewhere: the command (backup.ts), where the copy comes from (restored-copy.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { type Database, openDatabase } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';
import { auditAll } from '@chaba/server/modules/audit';
import { beginRecovery } from '@chaba/server/modules/recovery';

import { migrateEmbedded } from '#ops/database/product-database';
import { type BackupSource, restoreCopy, type RestoredCopy } from './restored-copy.ts';
import { startService } from '#ops/start/services';
import { CommandError } from '#ops/core/command';

export type DrillOptions = {
  readonly source: BackupSource;
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

/** The newest beat of a serving process is at most this much older than the moment. */
const BEAT_SECONDS_MAX = 60;
const CLOSED_PORT = 'http://127.0.0.1:9';

/** Throws when the backup is incomplete. Returns the seconds until the copy served. */
export async function runDrill(options: DrillOptions): Promise<number> {
  const { source, at, environment, log, serve } = options;
  const startedAt = performance.now();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-drill-'));
  fs.chmodSync(folder, 0o711);
  try {
    const copy = await restoreCopy(source, folder, at);
    try {
      if (copy.embedded !== undefined) await migrateEmbedded(copy.embedded, log);
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

async function checkDatabase(
  { url, ownerUrl }: RestoredCopy,
  { at, inspect, isTest = false }: DrillOptions,
): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: 'chaba drill' });
  const copy = openDatabase({ url, poolSize: 2, applicationName: 'chaba drill' });
  try {
    await inspect?.(copy);
    const ended = await beginRecovery(owner);
    if (ended === 'running') throw new CommandError('A server is connected to the copy.');
    const age = at === undefined || ended.restoredTo === null ? 0 : (at.getTime() - ended.restoredTo.getTime()) / 1_000;
    if (age < 0 || age > BEAT_SECONDS_MAX) {
      throw new CommandError(
        `The copy ends ${Math.round(age)} s before the moment; at most ${BEAT_SECONDS_MAX} are right.`,
      );
    }
    const findings = await auditAll(copy, { isTest });
    const [first] = findings.map(({ rule, detail }) => `${rule}: ${detail}`);
    if (first !== undefined) throw new CommandError(`The audit of the copy has ${findings.length} findings: ${first}`);
  } finally {
    await Promise.all([owner.destroy(), copy.destroy()]);
  }
}

async function checkServer(
  { url }: RestoredCopy,
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
    if (!page.ok) throw new CommandError(`The server of the drill answered ${page.status} for its first page.`);
    await serve?.(address);
  } finally {
    await server.stop();
  }
}
