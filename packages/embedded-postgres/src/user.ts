// The system users that run the embedded PostgreSQL and the sandbox when the product runs as root, because PostgreSQL
// rejects root.
//
// Always true: a normal user runs PostgreSQL as itself. Root uses a user of the product without password, shell and
// home, or `nobody` if no user can be created (a read-only /etc).
//
// Elsewhere: the folders that this user must reach (binaries.ts, data-folder.ts).

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type SystemUser = { readonly name: string; readonly uid: number; readonly gid: number };

const USER_NAME = 'chaba-postgres';
const USER_FLAGS = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
const FALLBACK_NAME = 'nobody';

/** The user of PostgreSQL. Undefined unless the product runs as root. */
export function databaseUser(): SystemUser | undefined {
  return ensureSystemUser(USER_NAME);
}

/** A user of the product, created if it is missing, or `nobody`. Undefined unless the product runs as root. */
export function ensureSystemUser(name: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = findUser(name);
  if (known !== undefined) return known;
  spawnSync('useradd', [...USER_FLAGS, '--shell', '/usr/sbin/nologin', name], { stdio: 'ignore' });
  // Read again instead of trusting the exit code: another start may have created the user at the same moment.
  const user = findUser(name) ?? findUser(FALLBACK_NAME);
  if (user === undefined) {
    throw new Error('PostgreSQL rejects root, and there is no unprivileged user and none can be created (useradd).');
  }
  return user;
}

/** The option of spawn() that makes a child this user. */
export function asUser(user: SystemUser | undefined): { readonly uid?: number; readonly gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/** Whether this user can enter a folder; tried in a child process, so that access lists and mounts count too. */
export function canEnter(user: SystemUser | undefined, folder: string): boolean {
  const enter = ['-c', 'cd -- "$1"', 'sh', folder];
  return spawnSync('/bin/sh', enter, { ...asUser(user), cwd: '/', stdio: 'ignore' }).status === 0;
}

function findUser(name: string): SystemUser | undefined {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([known]) => known === name);
  return found && { name, uid: Number(found[2]), gid: Number(found[3]) };
}
