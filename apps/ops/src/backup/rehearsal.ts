// npm run migrate -- --rehearse: applies the pending migrations to a restored backup and prints what each would do.
//
// Always true: the live database is not changed and its backup only read; the copy is deleted at the end.
//
// Elsewhere: the measures and the limit (packages/database/src/rehearsal.ts), the copy (restored-copy.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { rehearse, type RehearsedFile } from '@chaba/database/rehearsal';

import { type BackupSource, restoreCopy } from './restored-copy.ts';

export type BackupRehearsal = {
  readonly source: BackupSource;
  readonly log: (sentence: string) => void;
  /** Folder of the migrations, for tests. */
  readonly folder?: string;
};

const MEGABYTE = 1_000_000;
const LOCKS_SHOWN = 5;

/** False when a file failed. */
export async function rehearseBackup({ source, log, ...options }: BackupRehearsal): Promise<boolean> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-rehearsal-'));
  fs.chmodSync(folder, 0o711);
  try {
    const startedAt = performance.now();
    const copy = await restoreCopy(source, folder, undefined);
    log(`The backup is restored after ${formatSeconds(performance.now() - startedAt)}.`);
    try {
      const files = await rehearse({ url: copy.ownerUrl, ...options });
      if (files.length === 0) log('The backup has every migration of this version.');
      for (const file of files) log(formatFile(file));
      return files.every(({ failure }) => failure === undefined);
    } finally {
      await copy.stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function formatFile(file: RehearsedFile): string {
  const { name, ms, locks, longestWait, rewritten, grownBytes, walBytes, failure } = file;
  const blocking = locks.filter(({ blocks }) => blocks !== 'nothing');
  const shown = blocking
    .slice(0, LOCKS_SHOWN)
    .map(({ table, mode, blocks, heldMs }) => `${table} ${mode} ${formatSeconds(heldMs)} (blocks ${blocks})`);
  const more = blocking.length > LOCKS_SHOWN ? [`${blocking.length - LOCKS_SHOWN} more`] : [];
  return [
    `${name}: ${formatSeconds(ms)}, ${failure === undefined ? 'good' : `FAILED: ${failure}`}`,
    `  locks: ${[...shown, ...more].join(', ') || 'none that blocks calls'}`,
    `  longest wait of a call: ${formatSeconds(longestWait.ms)} (${longestWait.table})`,
    ...rewritten.map(({ table, rows, bytes }) => `  rewrites ${table}: ${rows} rows, ${formatSize(bytes)}`),
    `  size: ${formatSize(grownBytes)} more, ${formatSize(walBytes)} of WAL`,
  ].join('\n');
}

const formatSeconds = (ms: number): string => `${Math.round(ms) / 1_000} s`;
const formatSize = (bytes: number): string => `${Math.round((bytes / MEGABYTE) * 10) / 10} MB`;
