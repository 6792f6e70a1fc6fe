// Deletes folders that interrupted test runs left in the temporary folder more than a day ago; a live run lasts
// minutes.
//
// Always true: a deleted entry has the name of a test folder, is a folder, and belongs to the user of this process. An
// entry that cannot be deleted stays.
//
// Elsewhere: databases of test processes that died (packages/database/src/testing/databases.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const NAMES = [
  'bank',
  'boundaries',
  'chromium',
  'embedded',
  'features',
  'initdb',
  'journey',
  'leftovers',
  'licence',
  'migrations',
  'screens',
  'slot',
  'start',
  'statement',
  'studio',
  'tables',
  'test',
  'web',
];
// The name format of fs.mkdtemp.
const OURS = new RegExp(`^chaba-(${NAMES.join('|')})-[A-Za-z0-9]{6}$`);
const KEPT_MS = 86_400_000;

/** Deletes leftovers and returns their names. */
export function clearLeftovers(folder: string = os.tmpdir(), now: number = Date.now()): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => OURS.test(name))
    .filter((name) => isOld(path.join(folder, name), now))
    .filter((name) => isRemoved(path.join(folder, name)));
}

function isOld(place: string, now: number): boolean {
  const found = fs.lstatSync(place, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  const isMine = process.getuid === undefined || found.uid === process.getuid();
  return isMine && now - found.mtimeMs > KEPT_MS;
}

function isRemoved(place: string): boolean {
  try {
    fs.rmSync(place, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
