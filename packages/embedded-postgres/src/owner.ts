// The process that runs the PostgreSQL of a data folder: one at a time, recorded in a file, and the stop of an orphan.
//
// Always true: a process is identified by its number and its start time, so a number that the system assigned again
// (common in containers) is never taken for the owner, and that process never receives a signal.

import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ORPHAN_TIMEOUT_MS = 30_000;

/** Makes this process the owner of a data folder; throws when another living process owns it. */
export function acquireDataDirLock(dataDir: string): void {
  const place = ownerFile(dataDir);
  for (;;) {
    try {
      return fs.writeFileSync(place, identityOf(process.pid), { flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = readText(place);
    if (owner !== undefined && isAlive(owner)) {
      throw new Error(`The data folder ${dataDir} is in use by process ${Number.parseInt(owner, 10)}.`);
    }
    fs.rmSync(place, { force: true });
  }
}

export function releaseFolder(dataDir: string): void {
  const place = ownerFile(dataDir);
  if (readText(place) === identityOf(process.pid)) fs.rmSync(place, { force: true });
}

/** The number and the start time of a living process. */
export function identityOf(pid: number): string {
  return `${pid} ${readStat(pid)?.started ?? 'unknown'}`;
}

export function isAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return Number.isInteger(pid) && isRunning(pid) && identityOf(pid) === identity;
}

/** Whether a process has this number; a zombie does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return readStat(pid)?.state !== 'Z';
}

/** The process that serves this cluster, if there is one. */
export function runningPostmaster(cluster: string): number | undefined {
  const pid = recordedPostmaster(cluster);
  return pid !== undefined && isPostgresOn(pid, cluster) ? pid : undefined;
}

/** Stops a PostgreSQL that still serves this cluster after its owner ended, as cleanly as the owner would have. */
export async function stopOrphan(cluster: string): Promise<void> {
  const pid = recordedPostmaster(cluster);
  if (pid === undefined) return;
  if (!isPostgresOn(pid, cluster)) {
    // Another program has the number now. PostgreSQL would take that program for a server and refuse to start.
    fs.rmSync(postmasterFile(cluster), { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  for (const deadline = Date.now() + ORPHAN_TIMEOUT_MS; isRunning(pid); await sleep(25)) {
    if (Date.now() > deadline) throw new Error(`An older PostgreSQL (process ${pid}) on ${cluster} does not end.`);
  }
}

/** The living process whose number the cluster's lock file contains. */
function recordedPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readText(postmasterFile(cluster)) ?? '', 10);
  return pid > 0 && isRunning(pid) ? pid : undefined;
}

const postmasterFile = (cluster: string): string => path.join(cluster, 'postmaster.pid');

function ownerFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.owner');
}

function readText(place: string): string | undefined {
  try {
    return fs.readFileSync(place, 'utf8');
  } catch {
    return undefined;
  }
}

// Fields 3 and 22 of /proc/<pid>/stat; the start is in ticks since boot. Without /proc only the number identifies it.
function readStat(
  pid: number,
): { readonly state: string | undefined; readonly started: string | undefined } | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The name is in brackets and may contain spaces and brackets.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0], started: fields[19] };
}

function isPostgresOn(pid: number, cluster: string): boolean {
  const words = readText(`/proc/${pid}/cmdline`)?.split('\0');
  if (words === undefined) return process.platform !== 'linux';
  return /postgres(\.exe)?$/.test(words[0] ?? '') && words.includes(cluster);
}
