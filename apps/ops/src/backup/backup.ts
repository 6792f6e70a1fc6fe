// Backup and recovery commands of npm run ops.
//
//     backup --to DIR [--keep 7]                    copies the running embedded database, and archives its WAL
//     restore --from DIR [--at TIME] [--timeline N] replaces the embedded database by its state of that moment
//     drill --from DIR | --stanza NAME [--at TIME]  recovers beside the system and proves the copy (drill.ts)
//     bundle, open-bundle                           the secrets beside a backup (secrets-bundle.ts)
//     after-restore                                 after any other restore: ends old access, holds payouts, and
//                                                   refuses sites that have moved to another cell since
//     compare-outside                               compares with bank and providers; repeat until all have answered
//
// Always true: restore leaves the database in place until the recovered one is complete, and ends old access before
// anything can connect.
//
// Elsewhere: copies and recovery (packages/embedded-postgres/src/backup.ts), the rules after a recovery
// (apps/server/src/modules/recovery), the order of the steps (docs/running.md).

import path from 'node:path';

import { type Database, openDatabase } from '@chaba/database';
import type { EmbeddedDatabase } from '@chaba/embedded-postgres';
import { backUpEmbedded, recoverDataDir } from '@chaba/embedded-postgres/backup';
import { readConfig } from '@chaba/server/core/config';
import { createBankClients } from '@chaba/server/core/context';
import { NO_SECRET_FILES } from '@chaba/server/core/secret-files';
import { recordEvent } from '@chaba/server/modules/operations';
import { beginRecovery, compareRecovery, type EndedAccess, type SiteComparison } from '@chaba/server/modules/recovery';

import { fenceOwn } from '#ops/cells/cells';
import { cellsPath } from '#ops/cells/cells-file';
import { runDrill } from './drill.ts';
import { borrowProductDatabase, migrateEmbedded } from '#ops/database/product-database';
import { parseSource } from './restored-copy.ts';
import { openBundle, toEnvironment, unpackBundle, writeBundle } from './secrets-bundle.ts';
import { CommandError } from '#ops/core/command';
import { readSecrets } from '#ops/core/secrets';
import type { Settings } from '#ops/core/settings';

const KEPT_MAX = 1_000;
const log = (sentence: string): void => console.log(sentence);

export type BackupWords = Readonly<
  Record<
    'to' | 'from' | 'at' | 'keep' | 'timeline' | 'stanza' | 'programs' | 'recipient' | 'bundle' | 'identity',
    string | undefined
  >
>;

export async function backUp(settings: Settings, { to, keep = '7' }: BackupWords): Promise<number> {
  requireEmbedded(settings, 'backup');
  if (to === undefined) throw new CommandError('npm run ops -- backup --to DIR [--keep 7]');
  const kept = Number(keep);
  if (!Number.isInteger(kept) || kept < 1 || kept > KEPT_MAX) throw new CommandError('--keep is a number from 1.');
  const startedAt = performance.now();
  const source = await borrowProductDatabase(settings);
  const database = openDatabase({ url: source.url, poolSize: 1, applicationName: 'chaba ops' });
  try {
    const options = { dataDir: settings.dataDir, repository: path.resolve(to), kept };
    const { label } = await backUpEmbedded(options).catch(throwCommandError);
    const seconds = (performance.now() - startedAt) / 1_000;
    await recordEvent(database, 'backup_full', seconds);
    log(`Backup ${label} in ${to}, ${Math.round(seconds)} s. Its WAL is archived there, at most a minute late.`);
  } finally {
    await database.close();
    await source.stop();
  }
  return 0;
}

export async function restore(settings: Settings, { from, at, timeline }: BackupWords): Promise<number> {
  requireEmbedded(settings, 'restore');
  if (from === undefined) throw new CommandError('npm run ops -- restore --from DIR [--at 2026-01-31T18:00:00+07:00]');
  const startedAt = performance.now();
  const kept = await recoverDataDir({
    repository: path.resolve(from),
    dataDir: settings.dataDir,
    at: parseMoment(at),
    timeline: timeline === undefined ? undefined : Number(timeline),
    log,
    async prepare(recovered: EmbeddedDatabase) {
      const { ownerUrl } = await migrateEmbedded(recovered, log);
      await endOldAccess(ownerUrl);
    },
  }).catch(throwCommandError);
  log(`Recovered in ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
  if (kept !== undefined) log(`The database of before is kept in ${kept}: delete it when it is needed no more.`);
  log('Next: npm start · npm run ops -- compare-outside · npm run operator -- release-payouts --reason "…"');
  return 0;
}

/** Proves the last backup beside the system, and records it. */
export async function drill(
  settings: Settings,
  { from, stanza, programs, at, bundle, identity }: BackupWords,
): Promise<number> {
  const live = await borrowProductDatabase(settings);
  const database = openDatabase({ url: live.url, poolSize: 1, applicationName: 'chaba ops' });
  try {
    const source = parseSource(settings, live, { from, stanza, programs });
    if (source === undefined) {
      throw new CommandError(
        'npm run ops -- drill --from DIR | --stanza chaba [--programs /usr/lib/postgresql/15/bin] [--at TIME]',
      );
    }
    const secrets = await findSecrets(settings, bundle, identity);
    const environment = { ...NO_SECRET_FILES, DATA_DIR: settings.dataDir, ...secrets };
    const seconds = await runDrill({ source, at: parseMoment(at), environment, log }).catch(throwCommandError);
    await recordEvent(database, 'restore_drill', seconds);
    log(`The drill succeeded in ${Math.round(seconds)} s.`);
  } finally {
    await database.close();
    await live.stop();
  }
  return 0;
}

/** The secrets of the bundle, if there is one: then the drill proves that it opens and that a server starts with it. */
async function findSecrets(
  { dataDir }: Settings,
  bundle: string | undefined,
  identity: string | undefined,
): Promise<Readonly<Record<string, string | undefined>>> {
  if (bundle === undefined) return readSecrets(dataDir);
  if (identity === undefined) throw new CommandError('--bundle needs --identity, the file of an age key.');
  const opened = await openBundle(bundle, identity);
  log(`The bundle of ${opened.writtenAt} is open.`);
  return toEnvironment(opened);
}

/** Writes the secrets that a recovery needs beside the backup. */
export async function bundleSecrets(settings: Settings, words: BackupWords): Promise<number> {
  const recipients = (words.recipient ?? '').split(',').filter((recipient) => recipient !== '');
  const { settings: named, files } = await writeBundle(settings, { to: words.to, recipients });
  log(`In ${words.to}: ${[...Object.keys(files), ...Object.keys(named)].join(', ')}.`);
  return 0;
}

export async function openSecrets(_settings: Settings, { from, identity, to }: BackupWords): Promise<number> {
  if (from === undefined || identity === undefined || to === undefined) {
    throw new CommandError('npm run ops -- open-bundle --from FILE --identity KEYFILE --to DIR');
  }
  log(`Written to ${to}: ${unpackBundle(await openBundle(from, identity), path.resolve(to)).join(', ')}.`);
  return 0;
}

/** For databases that were restored by other means. */
export async function afterRestore(settings: Settings): Promise<number> {
  const source = await borrowProductDatabase(settings);
  try {
    if (source.ownerUrl === undefined) throw new CommandError('Name the login of the owner in DATABASE_OWNER_URL.');
    await endOldAccess(source.ownerUrl);
    log('Next: start the servers · npm run ops -- compare-outside · npm run operator -- release-payouts --reason "…"');
  } finally {
    await source.stop();
  }
  return 0;
}

async function endOldAccess(ownerUrl: string): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: 'chaba ops' });
  try {
    const fenced = await fenceOwn(ownerUrl, cellsPath());
    if (fenced !== undefined) log(fenced);
    const ended = await beginRecovery(owner);
    if (ended === 'running') throw new CommandError('A server is connected: stop all servers, then repeat.');
    log(formatEnded(ended));
  } finally {
    await owner.close();
  }
}

function formatEnded({ restoredTo, sessions, devices, games, seeds }: EndedAccess): string {
  const to = restoredTo === null ? 'no known moment' : restoredTo.toISOString();
  return `The database is of ${to}. Ended: ${sessions} sessions, ${devices} devices, ${games} games, ${seeds} seeds. Payouts are held.`;
}

/** Exit code 1 while an answer is missing or something found is undecided. */
export async function compareOutside(settings: Settings): Promise<number> {
  const source = await borrowProductDatabase(settings);
  const database = openDatabase({ url: source.url, poolSize: 4, applicationName: 'chaba ops' });
  try {
    const comparisons = await compareRecovery(createContext(settings, database, source.url));
    if (comparisons.length === 0) log('No recovery is open: nothing is held.');
    for (const comparison of comparisons) log(formatComparison(comparison));
    return comparisons.every(isDecided) ? 0 : 1;
  } finally {
    await database.close();
    await source.stop();
  }
}

const isDecided = ({ unanswered, findings, days }: SiteComparison): boolean =>
  unanswered.length === 0 && findings.length === 0 && days.every(({ differences }) => differences === 0);

function createContext(settings: Settings, database: Database, url: string): Parameters<typeof compareRecovery>[0] {
  const config = readConfig({
    ...process.env,
    ...NO_SECRET_FILES,
    CHABA_MODE: settings.mode,
    DATABASE_URL: url,
    ...readSecrets(settings.dataDir),
    SANDBOX_URL: process.env['SANDBOX_URL'] || `http://127.0.0.1:${settings.sandboxPort}`,
  });
  const write = (fields: Readonly<Record<string, unknown>>, event: string): void =>
    console.error(
      event,
      JSON.stringify(fields, (key, value: unknown) => (key === 'err' ? String(value) : value)),
    );
  return {
    database,
    config,
    bank: createBankClients(config),
    log: { info: () => undefined, warn: write, error: write },
  };
}

function formatComparison({ site, recovery, payouts, days, findings, unanswered }: SiteComparison): string {
  const differing = days.filter(({ differences }) => differences > 0);
  const moment = recovery.restoredTo?.toISOString() ?? 'an unknown moment';
  return [
    `${site}: recovered to ${moment}`,
    ...payouts.map(
      ({ payoutId, answer, settlement }) =>
        `  payout ${payoutId}: the bank reports ${answer}${settlement === undefined ? '' : `, ${settlement}`}`,
    ),
    ...differing.map(
      ({ provider, day, differences }) =>
        `  ${provider}, ${day}: ${differences} discrepancies: npm run operator -- reconcile ${provider} ${day}`,
    ),
    ...findings.map(({ findingId, rule, detail }) => `  finding ${findingId}: ${rule}: ${detail}`),
    ...unanswered.map((what) => `  no answer: ${what}: repeat this command`),
    `  ${days.length} days of providers and ${payouts.length} payouts compared; ${findings.length} findings, ${differing.length} days with discrepancies, ${unanswered.length} unanswered`,
  ].join('\n');
}

function requireEmbedded({ databaseUrl }: Settings, command: string): void {
  if (databaseUrl === undefined) return;
  throw new CommandError(
    `${command} is for the embedded database; for DATABASE_URL use pgBackRest (deploy/pgbackrest).`,
  );
}

/** A moment needs its zone, because servers and people are in different ones. */
function parseMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const moment = new Date(text);
  if (!isWhole || Number.isNaN(moment.getTime())) {
    throw new CommandError(`--at is a time with its zone, for example 2026-01-31T18:00:00+07:00, not "${text}".`);
  }
  return moment;
}

function throwCommandError(error: unknown): never {
  if (error instanceof CommandError || !(error instanceof Error)) throw error;
  throw new CommandError(error.message, { cause: error });
}
