// What interrupted test runs left in the temp folder: folders of tests, more than a day old. A run that goes on lasts minutes.
//
// Always true: only what is named as tests name it, is a folder, and belongs to whoever runs this; what cannot be removed stays.
//
// Elsewhere: databases of test processes that died (packages/database/src/testing.ts).

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
// As fs.mkdtemp names them.
const OURS = new RegExp(`^chaba-(${NAMES.join('|')})-[A-Za-z0-9]{6}$`);
const KEPT_MS = 86_400_000;

/** Removes them; answers their names. */
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
