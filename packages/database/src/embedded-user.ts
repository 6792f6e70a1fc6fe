// The system user that runs the embedded PostgreSQL when the product itself runs as root, because PostgreSQL refuses root.
//
// Always true: a normal user needs nothing of this and runs PostgreSQL as himself. As root the user is one of our own
// (no password, no shell, no home); only where none can be made (a read-only /etc) does `nobody` stand in.
//
// Elsewhere: what this user must be able to reach (embedded-binaries.ts, embedded.ts).

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type SystemUser = { readonly name: string; readonly uid: number; readonly gid: number };

const USER_NAME = 'chaba-postgres';
const FALLBACK_NAME = 'nobody';

/** Nothing when we are not root: then PostgreSQL simply runs as we do. */
export function databaseUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findUser(USER_NAME) ?? createUser() ?? requireFallback();
}

/** The option of spawn() that makes a child this user. */
export function asUser(user: SystemUser | undefined): { readonly uid?: number; readonly gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/** Whether this user can walk into a folder. Asked by trying, so that access lists and mounts count too. */
export function canEnter(user: SystemUser | undefined, folder: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...asUser(user),
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}

function findUser(name: string): SystemUser | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [found, , uid, gid] = line.split(':');
    if (found === name) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

function createUser(): SystemUser | undefined {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  spawnSync('useradd', [...flags, '--shell', '/usr/sbin/nologin', USER_NAME], { stdio: 'ignore' });
  // Read back rather than trust the exit code: another start may have made the user in this very moment.
  return findUser(USER_NAME);
}

function requireFallback(): SystemUser {
  const user = findUser(FALLBACK_NAME);
  if (user === undefined) {
    throw new Error('PostgreSQL refuses to run as root, and no unprivileged user could be found or made (useradd).');
  }
  return user;
}
