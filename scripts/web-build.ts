// The web app as files: built by Vite when its sources are not the ones the last build was made of.
//
// Always true: a build takes the old one's place only when it is complete; the fingerprint of its sources lies inside it.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import { ROOT, Sentence } from './settings.ts';

export const WEB_ROOT = path.join(ROOT, 'apps', 'web', 'dist');

const WEB = path.join(ROOT, 'apps', 'web');
const FINGERPRINT = '.sources';
const SOURCES = ['apps/web', 'packages/contract/src', 'packages/money/src', 'package-lock.json'];
const NOT_SOURCES = /(^|\/)(node_modules|dist|dist\.new)(\/|$)|\.test\.tsx?$/;

/** Answers whether there was anything to do. */
export async function buildWeb(log: (sentence: string) => void): Promise<boolean> {
  const wanted = fingerprintOf(SOURCES);
  if (readText(path.join(WEB_ROOT, FINGERPRINT)) === wanted) return false;
  log('Building the web app …');
  const unfinished = `${WEB_ROOT}.new`;
  await runVite(['build', '--logLevel', 'warn', '--outDir', unfinished, '--emptyOutDir']);
  fs.writeFileSync(path.join(unfinished, FINGERPRINT), wanted);
  fs.rmSync(WEB_ROOT, { recursive: true, force: true });
  fs.renameSync(unfinished, WEB_ROOT);
  return true;
}

function runVite(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: WEB,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Sentence('The web app could not be built; the reason stands above.'));
    });
  });
}

function fingerprintOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder)) {
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

function filesUnder(place: string): string[] {
  if (NOT_SOURCES.test(place)) return [];
  const full = path.join(ROOT, place);
  if (!fs.statSync(full).isDirectory()) return [place];
  return fs
    .readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${place}/${name}`));
}

function readText(place: string): string | undefined {
  try {
    return fs.readFileSync(place, 'utf8');
  } catch {
    return undefined;
  }
}
