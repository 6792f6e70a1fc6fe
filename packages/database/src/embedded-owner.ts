// Who runs the PostgreSQL of a data folder: one process at a time, known by a file, and what to do about an orphan.
//
// Always true: a process is known by its number and the moment it started, so that a number used again by somebody else
// (common in containers) is never taken for the owner, and is never sent a signal.

import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ORPHAN_TIMEOUT_MS = 30_000;

/** Makes this process the owner of a data folder, or says who is. */
export function acquireDataDirLock(dataDir: string): void {
  const place = ownerFile(dataDir);
  for (;;) {
    try {
      fs.writeFileSync(place, identityOf(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = readOwner(place);
    if (owner !== undefined && isAlive(owner)) {
      throw new Error(`The data folder ${dataDir} is in use by process ${Number.parseInt(owner, 10)}.`);
    }
    fs.rmSync(place, { force: true });
  }
}

export function releaseFolder(dataDir: string): void {
  const place = ownerFile(dataDir);
  if (readOwner(place) === identityOf(process.pid)) fs.rmSync(place, { force: true });
}

/** The number and start of a living process, in one text. */
export function identityOf(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

export function isAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return Number.isInteger(pid) && isRunning(pid) && identityOf(pid) === identity;
}

/** Ends a PostgreSQL that still runs on this cluster though its owner is gone, as cleanly as its owner would have. */
export async function stopOrphan(cluster: string): Promise<void> {
  const place = path.join(cluster, 'postmaster.pid');
  const pid = postmasterOf(place);
  if (pid === undefined || !isRunning(pid)) return;
  if (!isPostgresOn(pid, cluster)) {
    // The number went to another program; PostgreSQL would take that one for itself and refuse to start.
    fs.rmSync(place, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + ORPHAN_TIMEOUT_MS;
  while (isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`An older PostgreSQL (process ${pid}) on ${cluster} does not end.`);
    await sleep(25);
  }
}

/** The process that serves this cluster, when there is one. */
export function runningPostmaster(cluster: string): number | undefined {
  const pid = postmasterOf(path.join(cluster, 'postmaster.pid'));
  return pid !== undefined && isRunning(pid) && isPostgresOn(pid, cluster) ? pid : undefined;
}

function ownerFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.owner');
}

function readOwner(place: string): string | undefined {
  try {
    return fs.readFileSync(place, 'utf8');
  } catch {
    return undefined;
  }
}

function postmasterOf(place: string): number | undefined {
  try {
    const pid = Number.parseInt(fs.readFileSync(place, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process with this number lives; one that ended and was not yet collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return stateOf(pid) !== 'Z';
}

// Field 22 of /proc/<pid>/stat: ticks since boot. Where there is no /proc the number alone must do.
function startOf(pid: number): string {
  return fieldsAfterName(pid)?.[19] ?? 'unknown';
}

function stateOf(pid: number): string {
  return fieldsAfterName(pid)?.[0] ?? 'unknown';
}

function fieldsAfterName(pid: number): string[] | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may itself hold spaces and brackets.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function isPostgresOn(pid: number, cluster: string): boolean {
  try {
    const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return /postgres(\.exe)?$/.test(words[0] ?? '') && words.includes(cluster);
  } catch {
    return process.platform !== 'linux';
  }
}
