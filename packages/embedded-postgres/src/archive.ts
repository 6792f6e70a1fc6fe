// The archive of WAL of the embedded database: PostgreSQL compresses each finished segment into a repository.
//
//     cluster/wal_archive ──link──▶ REPOSITORY/wal/<segment>.gz
//
// Always true: without the link nothing is archived and no WAL is kept for it. With a link that leads nowhere the
// command fails, so PostgreSQL keeps its WAL and retries. A segment has its name when it is whole and on the disk, and
// is never replaced by another one.
//
// Elsewhere: copies and recovery (backup.ts), the settings (settings.ts).

import * as fs from 'node:fs';
import path from 'node:path';

import type pg from 'pg';

export const SEGMENTS_FOLDER = 'wal';
const LINK = 'wal_archive';
/** As PostgreSQL writes it. */
const TIMEOUT = '1min';
const SEGMENTS_PER_LOG = 0x100;

/** PostgreSQL runs it in the folder of the cluster; %p is the segment, %f its name. */
export const ARCHIVE_COMMAND = [
  `[ ! -h ${LINK} ] || {`,
  `if [ -f ${LINK}/%f.gz ]; then gzip -dc ${LINK}/%f.gz | cmp -s - %p;`,
  `else gzip -1c %p > ${LINK}/%f.new && sync ${LINK}/%f.new && mv ${LINK}/%f.new ${LINK}/%f.gz; fi; }`,
].join(' ');

/** A missing segment ends the recovery; a damaged one aborts it, which an exit code above 125 means. */
export function restoreCommand(repository: string): string {
  const folder = path.join(path.resolve(repository), SEGMENTS_FOLDER);
  if (!/^[\w./@+=, -]+$/.test(folder)) throw new Error(`The path ${folder} has letters that a shell would change.`);
  return `test -f "${folder}/%f.gz" || exit 1; gzip -dc "${folder}/%f.gz" > "%p" || exit 126`;
}

/** Archives the WAL of a running cluster into the repository from now on, at most a minute late. */
export async function archiveTo(client: pg.Client, cluster: string, repository: string): Promise<void> {
  const link = path.join(cluster, LINK);
  const folder = path.join(path.resolve(repository), SEGMENTS_FOLDER);
  const before = fs.lstatSync(link, { throwIfNoEntry: false }) && fs.readlinkSync(link);
  if (before !== undefined && before !== folder) {
    throw new Error(`The WAL is archived in ${path.dirname(before)}. Remove ${link} to begin another repository.`);
  }
  if (before === undefined) fs.symlinkSync(folder, link);
  const { rows } = await client.query<{ timeout: string }>("select current_setting('archive_timeout') as timeout");
  if (rows[0]?.timeout === TIMEOUT) return;
  await client.query(`alter system set archive_timeout = '${TIMEOUT}'`);
  await client.query('select pg_reload_conf()');
}

export const segmentFile = (repository: string, segment: string): string =>
  path.join(repository, SEGMENTS_FOLDER, `${segment}.gz`);

/** The first segment that is missing between this one and the newest of its timeline. */
export function findMissingSegment(repository: string, first: string): string | undefined {
  const timeline = first.slice(0, 8);
  const known = new Set(
    fs
      .readdirSync(path.join(repository, SEGMENTS_FOLDER))
      .filter((name) => name.startsWith(timeline) && /^[0-9A-F]{24}\.gz$/.test(name))
      .map((name) => name.slice(0, 24)),
  );
  const newest = [...known].toSorted().at(-1) ?? first;
  for (let segment = first; segment <= newest; segment = nextSegment(segment)) {
    if (!known.has(segment)) return segment;
  }
  return undefined;
}

/** Names are timeline, log and segment in the log, eight digits each; a log has 256 segments of 16 MB. */
function nextSegment(name: string): string {
  const log = Number.parseInt(name.slice(8, 16), 16);
  const next = log * SEGMENTS_PER_LOG + Number.parseInt(name.slice(16), 16) + 1;
  const toHex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0');
  return name.slice(0, 8) + toHex(Math.floor(next / SEGMENTS_PER_LOG)) + toHex(next % SEGMENTS_PER_LOG);
}
