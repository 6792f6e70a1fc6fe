// The log file of the embedded PostgreSQL, kept short while it runs.
//
//     postgres.log ──over the limit──▶ postgres.log.1 ──▶ … ──▶ postgres.log.4 ──▶ removed
//
// Always true: PostgreSQL appends to one open file while it runs, so the file is copied and then truncated. Lines
// written between the two are lost.

import * as fs from 'node:fs';

const LOG_BYTES_MAX = 5_000_000;
const KEPT = 4;
const LOOK_EVERY_MS = 60_000;

/** Opens the log for a process that appends to it, readable by its owner alone. */
export function openLog(place: string): number {
  rotateLog(place);
  const log = fs.openSync(place, 'a', 0o600);
  fs.fchmodSync(log, 0o600);
  return log;
}

/** Rotates the log whenever it has grown too long, until the answered function is called. */
export function keepLogShort(place: string, everyMs: number = LOOK_EVERY_MS): () => void {
  const timer = setInterval(() => rotateLog(place), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

export function rotateLog(place: string, bytesMax: number = LOG_BYTES_MAX): void {
  if ((fs.statSync(place, { throwIfNoEntry: false })?.size ?? 0) <= bytesMax) return;
  for (let number = KEPT - 1; number >= 1; number -= 1) {
    if (fs.existsSync(`${place}.${number}`)) fs.renameSync(`${place}.${number}`, `${place}.${number + 1}`);
  }
  fs.copyFileSync(place, `${place}.1`);
  fs.chmodSync(`${place}.1`, 0o600);
  fs.truncateSync(place, 0);
}
