// npm run ops -- …: the status of the installation for people, cron and monitoring, read only from the database.
//
//     npm run ops -- status [--brief] [--json]   exit code 0 good, 1 degraded, 2 broken
//     npm run ops -- status --webhook URL        also posts changes, without Prometheus (every minute from cron)
//     npm run ops -- audit                      compares every stored amount with the ledger (audit.ts)
//     npm run ops -- record KIND [SECONDS]       a backup, a restore drill or a whole audit succeeded
//     npm run ops -- backup …, restore …, drill … and others     see backup/backup.ts
//     npm run ops -- create-cell, cells, move-site    groups of sites on databases of their own (cells/)
//     npm run ops -- rotate NAME                 the next step of the rotation of a secret (rotate-secret.ts)
//     npm run ops -- receive [--port 9094] [--token-file FILE]   prints the alerts that are posted to it
//
// Always true: without a database the status is broken and the exit code 2; the command starts no database.
//
// Elsewhere: what is checked (apps/server/src/modules/operations), the webhook (status/webhook.ts).

import { once } from 'node:events';
import * as fs from 'node:fs';
import { parseArgs } from 'node:util';

import { type Database, openDatabase } from '@chaba/database';
import { APPLICATION_ROLE, addressOf, readAccess } from '@chaba/embedded-postgres';
import { findStatus, formatStatus, isRecordedKind, recordEvent, withMisplaced } from '@chaba/server/modules/operations';

import { startAlertReceiver } from '#ops/status/alert-receiver';
import { afterRestore, backUp, bundleSecrets, compareOutside, drill, openSecrets, restore } from '#ops/backup/backup';
import { auditInstallation } from './audit.ts';
import { cellsPath } from '#ops/cells/cells-file';
import { findMisplaced } from '#ops/cells/cells';
import { runCellCommand } from '#ops/cells/commands';
import { postChanges } from '#ops/status/webhook';
import { rotate } from './rotate-secret.ts';
import { CommandError } from '#ops/core/command';
import { readSettings, type Settings } from '#ops/core/settings';

const EXIT_CODES = { good: 0, degraded: 1, broken: 2 } as const;
const DATABASE_NAME = 'chaba';

const BACKUP_COMMANDS = {
  backup: backUp,
  restore,
  drill,
  bundle: bundleSecrets,
  'open-bundle': openSecrets,
  'after-restore': afterRestore,
  'compare-outside': compareOutside,
};
const NO_WORDS = {
  to: undefined,
  from: undefined,
  at: undefined,
  keep: undefined,
  timeline: undefined,
  stanza: undefined,
  programs: undefined,
  recipient: undefined,
  bundle: undefined,
  identity: undefined,
};
const USAGE = `npm run ops -- <command>
  status [--brief] [--json] [--webhook URL]
  backup --to DIR [--keep N]
  restore --from DIR [--at TIME] [--timeline N]
  drill --from DIR | --stanza NAME [--at TIME] [--bundle FILE --identity KEYFILE]
  bundle --to FILE --recipient age1…,age1…
  open-bundle --from FILE --identity KEYFILE --to DIR
  after-restore | compare-outside
  rotate SECRET | session-tokens | bank-check
  audit
  record backup_full | backup_diff | backup_wal | restore_drill [SECONDS]
  create-cell N --database FILE --servers HOST:PORT,… [--edge FOLDER] [--sockets PATH,…]
  cells [--json] [--write | --clean | --fence]
  reporting [--database FILE] [--json]
  move-site CODE[,CODE] --from N --to N [--keep DAYS] [--abort] [--json] [--reason "…"]
  receive [--port N] [--token-file FILE]`;

export async function runOps(words: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      brief: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      webhook: { type: 'string' },
      port: { type: 'string', default: '9094' },
      'token-file': { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
      at: { type: 'string' },
      keep: { type: 'string' },
      timeline: { type: 'string' },
      stanza: { type: 'string' },
      programs: { type: 'string' },
      recipient: { type: 'string' },
      bundle: { type: 'string' },
      identity: { type: 'string' },
      database: { type: 'string' },
      servers: { type: 'string' },
      edge: { type: 'string' },
      sockets: { type: 'string' },
      reason: { type: 'string' },
      write: { type: 'boolean', default: false },
      clean: { type: 'boolean', default: false },
      fence: { type: 'boolean', default: false },
      abort: { type: 'boolean', default: false },
    },
  });
  const [command, ...rest] = positionals;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (command === 'audit') return auditInstallation();
  if (command === 'receive') return receiveAlerts(values.port, values['token-file']);
  if (command === 'cells' || command === 'create-cell' || command === 'move-site' || command === 'reporting') {
    return runCellCommand(cellsPath(), command, rest, values);
  }
  const settings = readSettings();
  const run = BACKUP_COMMANDS[command as keyof typeof BACKUP_COMMANDS];
  if (command === 'rotate') return rotate(settings, rest[0]);
  if (run !== undefined) return run(settings, { ...NO_WORDS, ...values });
  const database = openDatabase({ url: findUrl(settings), poolSize: 2, applicationName: 'chaba ops' });
  try {
    if (command === 'status') return await showStatus(database, settings, values);
    if (command === 'record') return await record(database, rest);
    throw new CommandError(USAGE);
  } finally {
    await database.destroy();
  }
}

/** The running database; the address may be one where nothing answers. */
function findUrl({ databaseUrl, dataDir }: Settings): string {
  if (databaseUrl !== undefined) return databaseUrl;
  const access = readAccess(dataDir);
  if (access === undefined) throw new CommandError(`There is no database in ${dataDir} yet: npm start makes it.`);
  return addressOf(APPLICATION_ROLE, access.applicationPassword, access.port, DATABASE_NAME);
}

async function showStatus(
  database: Database,
  settings: Settings,
  { brief, json, webhook }: { readonly brief: boolean; readonly json: boolean; readonly webhook?: string | undefined },
): Promise<number> {
  const isLicensed = settings.mode === 'licensed';
  const isStandbyRequired = isLicensed || process.env['DATABASE_SYNC']?.trim() === 'required';
  const replicaUrl = process.env['DATABASE_REPLICA_URL']?.trim();
  const replica = replicaUrl ? openDatabase({ url: replicaUrl, poolSize: 1, isReplica: true }) : undefined;
  const found = await findStatus(database, { isBackupExpected: isLicensed, isStandbyRequired, replica });
  await replica?.destroy();
  const status = withMisplaced(found, await findMisplaced(database, cellsPath()).catch(() => []));
  console.log(json ? JSON.stringify(status, undefined, 2) : formatStatus(status, brief));
  if (webhook !== undefined) await postChanges(webhook, status, settings.dataDir);
  return EXIT_CODES[status.level];
}

async function record(database: Database, [kind = '', seconds]: readonly string[]): Promise<number> {
  if (!isRecordedKind(kind)) {
    throw new CommandError('record takes backup_full, backup_diff, backup_wal, restore_drill or ledger_audit.');
  }
  if (seconds !== undefined && !/^\d{1,9}(\.\d+)?$/.test(seconds)) throw new CommandError('SECONDS is a number.');
  await recordEvent(database, kind, seconds === undefined ? undefined : Number(seconds));
  console.log(`Recorded: ${kind}.`);
  return 0;
}

/** Runs until SIGINT or SIGTERM. */
async function receiveAlerts(port: string, tokenFile: string | undefined): Promise<number> {
  const token = tokenFile === undefined ? undefined : fs.readFileSync(tokenFile, 'utf8').trim();
  const receiver = await startAlertReceiver({ port: Number(port), token, write: (line) => console.log(line) });
  console.log(`Alerts are received on http://127.0.0.1:${receiver.port}/.`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await receiver.close();
  return 0;
}
