// The pages that browsers load, as files: the member site, the studio's games and the back office, each built by Vite
// when its sources are not the ones the last build was made of. Text files of the pages that servers send from disk
// have packed copies beside them.
//
// Always true: a complete build replaces the old one as a whole; the fingerprint of its sources is inside it. Each of
// two concurrent builds has its own folder until it is complete.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import { CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';

import { writePackedCopies } from './packed-copies.ts';

type PagesName = 'member site' | 'studio' | 'back office';

type Build = {
  readonly name: PagesName;
  readonly app: string;
  /** The folder Vite calls its root; it takes the output's place from there. */
  readonly root: string;
  readonly output: string;
  readonly sources: readonly string[];
  /** Servers send the files from disk, so packed copies stand beside them. */
  readonly isPacked: boolean;
};

const PACKING = 'apps/ops/src/start/packed-copies.ts';

const BUILDS: readonly Build[] = [
  {
    name: 'member site',
    app: 'apps/web',
    root: 'apps/web',
    output: 'apps/web/dist',
    isPacked: true,
    sources: [
      'apps/web',
      PACKING,
      'packages/art/src',
      'packages/contract/src',
      'packages/promotions/src',
      'packages/money/src',
      'packages/ui/src',
      'package-lock.json',
    ],
  },
  {
    name: 'studio',
    app: 'apps/studio',
    root: 'apps/studio/src',
    output: 'apps/studio/dist',
    isPacked: false,
    sources: [
      'apps/studio/src',
      'apps/studio/vite.config.ts',
      'packages/art/src',
      'packages/money/src',
      'package-lock.json',
    ],
  },
  {
    name: 'back office',
    app: 'apps/back-office',
    root: 'apps/back-office',
    output: 'apps/back-office/dist',
    isPacked: true,
    sources: [
      'apps/back-office',
      PACKING,
      'packages/contract/src',
      'packages/promotions/src',
      'packages/money/src',
      'packages/ui/src',
      'package-lock.json',
    ],
  },
];

export const BACK_OFFICE_ROOT = path.join(ROOT, 'apps', 'back-office', 'dist');
export const WEB_ROOT = path.join(ROOT, 'apps', 'web', 'dist');

const REPLACE_TRIES_MAX = 5;
const FINGERPRINT = '.sources';
const NOT_SOURCES = /(^|\/)(node_modules|dist[^/]*)(\/|$)|\.test\.tsx?$/;

/** Builds the stale pages, of all builds or of one, and returns their names. */
export async function buildPages(log: (sentence: string) => void, only?: PagesName): Promise<string[]> {
  const wanted = BUILDS.filter(({ name }) => only === undefined || name === only);
  const built = await Promise.all(wanted.map((build) => buildUnlessFresh(build, log)));
  return wanted.filter((_, index) => built[index]).map(({ name }) => name);
}

async function buildUnlessFresh(
  { name, app, root, output, isPacked, sources }: Build,
  log: (sentence: string) => void,
): Promise<boolean> {
  const place = path.join(ROOT, output);
  const wanted = fingerprintOf(sources);
  if (readText(path.join(place, FINGERPRINT)) === wanted) return false;
  log(`Building the ${name} …`);
  const unfinished = path.join(ROOT, app, 'node_modules', `.pages-${process.pid}`);
  try {
    const outDir = path.relative(path.join(ROOT, root), unfinished);
    await runVite(name, app, ['build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir']);
    if (isPacked) await writePackedCopies(unfinished);
    fs.writeFileSync(path.join(unfinished, FINGERPRINT), wanted);
    replaceFolder(unfinished, place);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  return true;
}

/**
 * Moves a complete folder to its place by two renames: a server misses its files for microseconds instead of the time
 * that deleting thousands of files takes.
 */
export function replaceFolder(complete: string, place: string): void {
  const before = `${complete}.before`;
  fs.mkdirSync(path.dirname(place), { recursive: true });
  for (let tries = 1; ; tries += 1) {
    try {
      if (fs.existsSync(place)) fs.renameSync(place, before);
      fs.renameSync(complete, place);
      return;
    } catch (error) {
      // Another process moved its own build here, or the old one away, between the two.
      if (tries === REPLACE_TRIES_MAX) throw error;
    } finally {
      fs.rmSync(before, { recursive: true, force: true });
    }
  }
}

function runVite(name: string, app: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: path.join(ROOT, app),
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new CommandError(`The ${name} could not be built; the reason stands above.`));
    });
  });
}

/** Fingerprint of these files and folders, without their tests and outputs. */
export function fingerprintOf(sources: readonly string[]): string {
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
