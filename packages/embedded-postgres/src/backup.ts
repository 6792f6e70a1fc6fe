// Backups of the embedded database without a stop, and its recovery to a moment.
//
//     REPOSITORY/base/<time>/files          a copy of the cluster, with its backup_label
//     REPOSITORY/base/<time>/backup.json    times, first and last segment
//     REPOSITORY/base/<time>/manifest       SHA-256 of every file
//     REPOSITORY/wal/<segment>.gz           the archive of WAL, written by PostgreSQL (archive.ts)
//
// Always true: a copy has its name when it is complete and its WAL is archived. Recovery writes into a new data folder
// and fails if a file of the copy differs from the manifest, if a segment is missing or damaged, or if the archive
// ends before the given moment; it never ends early in silence.
//
// Elsewhere: the commands (apps/ops/src/backup/backup.ts), what must be done after recovery
// (apps/server/src/modules/recovery).

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { archiveTo, findMissingSegment, restoreCommand, segmentFile, SEGMENTS_FOLDER } from './archive.ts';
import { addressOf, type EmbeddedDatabase, OWNER_ROLE, readAccess, startEmbedded } from './embedded-postgres.ts';
import { acquireDataDirLock, releaseFolder, stopOrphan } from './owner.ts';
import { canEnter, databaseUser } from './user.ts';

export type Backup = {
  /** Name of its folder: the time at which it started. */
  readonly label: string;
  /** The earliest moment to which it can be recovered. */
  readonly stoppedAt: string;
  readonly firstSegment: string;
  readonly lastSegment: string;
  readonly systemId: string;
  /** Settings below which PostgreSQL rejects the recovery. */
  readonly settings: Readonly<Record<string, string>>;
};

export type BackupOptions = {
  /** The data folder of the running database. */
  readonly dataDir: string;
  readonly repository: string;
  /** Copies that are kept, the new one included; older ones are deleted with the WAL before them. */
  readonly kept: number;
};

export type RestoreOptions = {
  readonly repository: string;
  /** A data folder without a database; its postgres.json has the passwords of the roles. */
  readonly dataDir: string;
  /** Undefined: the end of the archive. */
  readonly at?: Date | undefined;
  /** Follows this timeline instead of the newest; for a second recovery from before the first one. */
  readonly timeline?: number | undefined;
  /** The recovered database continues the archive; false for a drill, which changes nothing of the repository. */
  readonly isArchiving: boolean;
  readonly log?: (sentence: string) => void;
};

const BASE_FOLDER = 'base';
/** Files that PostgreSQL makes anew at a start; a copy of them is useless or harmful. */
const NOT_COPIED =
  /^(?:pg_(?:wal|dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\/|postmaster\.(?:pid|opts)$|wal_archive(?:\/|$)|current_logfiles)|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/;
/** A server that recovers needs at least the values of the one that wrote the WAL. */
const SIZES = [
  'max_connections',
  'max_worker_processes',
  'max_wal_senders',
  'max_prepared_transactions',
  'max_locks_per_transaction',
];
const ARCHIVED_WITHIN = '10min';
const PROGRESS_EVERY_MS = 10_000;

/** Copies the running cluster and begins or continues the archive of its WAL. */
export async function backUpEmbedded({ dataDir, repository, kept }: BackupOptions): Promise<Backup> {
  const access = readAccess(dataDir);
  if (access === undefined) throw new Error(`There is no database in ${dataDir}.`);
  const cluster = fs.realpathSync(path.join(dataDir, 'postgres'));
  const client = new pg.Client({
    connectionString: addressOf(OWNER_ROLE, access.ownerPassword, access.port, 'postgres'),
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const systemId = await readSystemId(client);
    prepareRepository(repository, systemId);
    await archiveTo(client, cluster, repository);
    const backup = await copyCluster(client, cluster, { repository, systemId });
    deleteOldBackups(repository, kept);
    return backup;
  } finally {
    await client.end();
  }
}

/** The backups of a repository, oldest first. */
export function listBackups(repository: string): Backup[] {
  const folder = path.join(repository, BASE_FOLDER);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((label) => fs.existsSync(path.join(folder, label, 'backup.json')) && !label.endsWith('.new'))
    .toSorted()
    .map((label) => JSON.parse(fs.readFileSync(path.join(folder, label, 'backup.json'), 'utf8')) as Backup);
}

export type RecoverOptions = Omit<RestoreOptions, 'isArchiving'> & {
  /** Prepares the recovered database before it takes the place of the other. */
  readonly prepare: (recovered: EmbeddedDatabase) => Promise<void>;
};

/**
 * Replaces the database of a data folder that is not in use by a recovered one, which continues the archive. The old
 * database is kept beside it, and stays in place when the recovery fails. Returns where it is kept.
 */
export async function recoverDataDir({ prepare, ...options }: RecoverOptions): Promise<string | undefined> {
  const { dataDir } = options;
  const place = path.join(dataDir, 'postgres');
  const folder = path.join(dataDir, 'recovery');
  acquireDataDirLock(dataDir);
  try {
    if (fs.existsSync(place)) await stopOrphan(fs.realpathSync(place));
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { mode: 0o711 });
    const access = path.join(dataDir, 'postgres.json');
    if (fs.existsSync(access)) fs.copyFileSync(access, path.join(folder, 'postgres.json'));
    const recovered = await restoreEmbedded({ ...options, dataDir: folder, isArchiving: true });
    try {
      await prepare(recovered);
    } finally {
      await recovered.stop();
    }
    const kept = `${place}.before-${toLabel(new Date())}`;
    const hasOld = fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined;
    if (hasOld) fs.renameSync(place, kept);
    moveCluster(path.join(folder, 'postgres'), place);
    fs.rmSync(folder, { recursive: true });
    return hasOld ? kept : undefined;
  } finally {
    releaseFolder(dataDir);
  }
}

/** Moves a cluster, or the link to one that stands outside a folder of root (data-folder.ts). */
function moveCluster(from: string, to: string): void {
  const isLink = fs.lstatSync(from).isSymbolicLink();
  if (isLink) fs.writeFileSync(path.join(path.dirname(fs.realpathSync(from)), 'belongs-to'), `${path.dirname(to)}\n`);
  fs.renameSync(from, to);
}

/** Recovers a database and returns it running; the caller stops it. */
export async function restoreEmbedded(options: RestoreOptions): Promise<EmbeddedDatabase> {
  const { repository, dataDir, at, timeline, isArchiving, log } = options;
  const cluster = path.join(dataDir, 'postgres');
  if (fs.existsSync(cluster)) throw new Error(`There is a database in ${dataDir} already.`);
  if (readAccess(dataDir) === undefined) {
    throw new Error(`postgres.json is missing in ${dataDir}: it has the passwords of the database. Open the bundle.`);
  }
  const backup = chooseBackup(repository, at);
  if (at === undefined) requireSegments(repository, backup);
  log?.(`The copy of ${backup.label} is checked and written.`);
  await writeCluster(path.join(repository, BASE_FOLDER, backup.label), cluster);
  fs.writeFileSync(path.join(cluster, 'recovery.signal'), '');
  if (isArchiving) fs.symlinkSync(path.join(repository, SEGMENTS_FOLDER), path.join(cluster, 'wal_archive'));
  const embedded = await startEmbedded({
    dataDir,
    ...(log === undefined ? {} : { log }),
    settings: {
      ...backup.settings,
      restore_command: restoreCommand(repository),
      recovery_target_action: 'promote',
      recovery_target_timeline: timeline === undefined ? 'latest' : String(timeline),
      ...(at === undefined ? {} : { recovery_target_time: at.toISOString().replace('Z', '+00') }),
    },
  });
  try {
    await untilPromoted(embedded, dataDir, log);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return embedded;
}

// ── the copy ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function readSystemId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  return rows[0]?.id ?? '';
}

async function readSizes(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [SIZES],
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

/** Creates the folders of a repository, or checks that it is of this database and that PostgreSQL can write there. */
function prepareRepository(repository: string, systemId: string): void {
  const segments = path.join(repository, SEGMENTS_FOLDER);
  fs.mkdirSync(repository, { recursive: true, mode: 0o711 });
  fs.mkdirSync(path.join(repository, BASE_FOLDER), { recursive: true, mode: 0o700 });
  fs.mkdirSync(segments, { recursive: true, mode: 0o700 });
  const user = databaseUser();
  if (user !== undefined) fs.chownSync(segments, user.uid, user.gid);
  if (!canEnter(user, segments)) {
    throw new Error(`${repository} cannot be entered by ${user?.name ?? 'this user'}, who runs PostgreSQL.`);
  }
  const other = listBackups(repository).find((backup) => backup.systemId !== systemId);
  if (other !== undefined) throw new Error(`${repository} has the backups of another database.`);
}

const toLabel = (time: Date): string => time.toISOString().replace(/[-:.]/g, '');

async function copyCluster(
  client: pg.Client,
  cluster: string,
  { repository, systemId }: { readonly repository: string; readonly systemId: string },
): Promise<Backup> {
  const label = toLabel(new Date());
  const folder = path.join(repository, BASE_FOLDER, label);
  const unfinished = `${folder}.new`;
  for (const name of fs.readdirSync(path.dirname(folder))) {
    if (name.endsWith('.new')) fs.rmSync(path.join(path.dirname(folder), name), { recursive: true });
  }
  fs.mkdirSync(path.join(unfinished, 'files'), { recursive: true, mode: 0o700 });
  const first = await client.query<{ segment: string }>(
    'select pg_walfile_name(pg_backup_start($1, fast => true)) as segment',
    [label],
  );
  const manifest = await copyFiles(cluster, path.join(unfinished, 'files'));
  // Returns when every segment that the copy needs is archived.
  await client.query(`set statement_timeout = '${ARCHIVED_WITHIN}'`);
  const last = await client.query<{ segment: string; labelfile: string; at: Date }>(
    'select pg_walfile_name(lsn - 1) as segment, labelfile, clock_timestamp() as at from pg_backup_stop(wait_for_archive => true)',
  );
  const [stop] = last.rows;
  if (stop === undefined) throw new Error('PostgreSQL did not end the backup.');
  const backup: Backup = {
    label,
    stoppedAt: stop.at.toISOString(),
    firstSegment: first.rows[0]?.segment ?? '',
    lastSegment: stop.segment,
    systemId,
    settings: await readSizes(client),
  };
  if (!fs.existsSync(segmentFile(repository, backup.lastSegment))) {
    throw new Error(`The archive has no ${backup.lastSegment}; postgres.log names the error of archive_command.`);
  }
  fs.writeFileSync(path.join(unfinished, 'files', 'backup_label'), stop.labelfile, { mode: 0o600 });
  manifest.push(`${hash(stop.labelfile)}  backup_label`);
  fs.writeFileSync(path.join(unfinished, 'manifest'), `${manifest.join('\n')}\n`);
  fs.writeFileSync(path.join(unfinished, 'backup.json'), `${JSON.stringify(backup, undefined, 2)}\n`);
  // One flush of everything takes a fraction of a flush of each file.
  if (spawnSync('sync').status !== 0) throw new Error('The copy could not be flushed to the disk.');
  fs.renameSync(unfinished, folder);
  return backup;
}

/** Copies the files of a running cluster; WAL repairs what changes meanwhile. Returns the lines of the manifest. */
async function copyFiles(from: string, to: string): Promise<string[]> {
  const lines: string[] = [];
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    const name = path.relative(from, path.join(entry.parentPath, entry.name));
    if (NOT_COPIED.test(name)) continue;
    if (entry.isDirectory()) fs.mkdirSync(path.join(to, name), { recursive: true, mode: 0o700 });
    if (!entry.isFile()) continue;
    const digest = await copyFile(path.join(from, name), path.join(to, name));
    if (digest !== undefined) lines.push(`${digest}  ${name}`);
  }
  return lines;
}

/** Undefined: PostgreSQL deleted the file meanwhile. */
async function copyFile(from: string, to: string): Promise<string | undefined> {
  const digest = createHash('sha256');
  fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  try {
    const target = fs.createWriteStream(to, { mode: 0o600 });
    await pipeline(
      fs.createReadStream(from),
      async function* pass(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk);
          yield chunk;
        }
      },
      target,
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    fs.rmSync(to, { force: true });
    return undefined;
  }
  return digest.digest('hex');
}

const hash = (content: string): string => createHash('sha256').update(content).digest('hex');

function deleteOldBackups(repository: string, kept: number): void {
  const backups = listBackups(repository);
  const old = backups.slice(0, Math.max(0, backups.length - kept));
  for (const { label } of old) fs.rmSync(path.join(repository, BASE_FOLDER, label), { recursive: true });
  const oldest = backups.at(-kept) ?? backups[0];
  if (oldest === undefined || old.length === 0) return;
  const folder = path.join(repository, SEGMENTS_FOLDER);
  // The position is behind the eight digits of the timeline; histories of timelines are kept.
  const first = oldest.firstSegment.slice(8);
  for (const name of fs.readdirSync(folder)) {
    if (/^[0-9A-F]{24}\./.test(name) && name.slice(8, 24) < first) fs.rmSync(path.join(folder, name));
  }
}

// ── recovery ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function chooseBackup(repository: string, at: Date | undefined): Backup {
  const backups = listBackups(repository);
  const [oldest] = backups;
  if (oldest === undefined) throw new Error(`There is no backup in ${repository}.`);
  const usable = backups.filter(({ stoppedAt }) => at === undefined || new Date(stoppedAt) <= at).at(-1);
  if (usable === undefined) throw new Error(`The oldest backup is of ${oldest.stoppedAt}, after the given moment.`);
  return usable;
}

function requireSegments(repository: string, { firstSegment }: Backup): void {
  const missing = findMissingSegment(repository, firstSegment);
  if (missing !== undefined) {
    throw new Error(`The archive has no ${missing}, although it has a later one: give --at a moment before it.`);
  }
}

async function writeCluster(copy: string, cluster: string): Promise<void> {
  const unfinished = `${cluster}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const manifest = new Map(
    fs
      .readFileSync(path.join(copy, 'manifest'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  // Empty folders of the copy are part of a cluster.
  for (const entry of fs.readdirSync(path.join(copy, 'files'), { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const name = path.relative(path.join(copy, 'files'), path.join(entry.parentPath, entry.name));
    fs.mkdirSync(path.join(unfinished, name), { recursive: true, mode: 0o700 });
  }
  for (const [name, digest] of manifest) {
    const found = await copyFile(path.join(copy, 'files', name), path.join(unfinished, name));
    if (found !== digest) throw new Error(`The backup is damaged: ${name} is not as it was written.`);
  }
  for (const name of ['pg_wal', 'pg_wal/archive_status', ...EMPTY_FOLDERS]) {
    fs.mkdirSync(path.join(unfinished, name), { recursive: true, mode: 0o700 });
  }
  fs.renameSync(unfinished, cluster);
}

const EMPTY_FOLDERS = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];

/** Resolves when the database left recovery; rejects when PostgreSQL ended it. */
async function untilPromoted(embedded: EmbeddedDatabase, dataDir: string, log: RestoreOptions['log']): Promise<void> {
  let isLost = false;
  embedded.onLost(() => {
    isLost = true;
  });
  for (let shownAt = Date.now(); ; await sleep(100)) {
    const progress = await readProgress(embedded.ownerUrl('postgres'));
    if (progress?.isOver === true) return;
    if (isLost) throw new Error(`The recovery failed: ${lastErrors(path.join(dataDir, 'postgres.log'))}`);
    if (Date.now() - shownAt < PROGRESS_EVERY_MS) continue;
    shownAt = Date.now();
    log?.(`Recovered up to ${progress?.at?.toISOString() ?? 'the copy'}.`);
  }
}

async function readProgress(url: string): Promise<{ isOver: boolean; at: Date | null } | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isOver: boolean; at: Date | null }>(
      'select not pg_is_in_recovery() as "isOver", pg_last_xact_replay_timestamp() as at',
    );
    return rows[0];
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lastErrors(file: string): string {
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
  const errors = lines.filter((line) => /(?:FATAL|PANIC|ERROR): /.test(line)).slice(-2);
  return (errors.length > 0 ? errors : lines.slice(-2)).join(' | ');
}
