// System user of the sandbox process. Started as root, the sandbox changes to a user of its own.
//
// Always true: root is dropped after the port and the store are open, whose files stay open for writing. If the user
// cannot read the code, the sandbox stays root and reports it, because pages and slips could not be served.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

import { SettingError } from './config.ts';

type User = { readonly uid: number; readonly gid: number };

/** One file of each package that the sandbox reads after the start. */
const FILES = [
  import.meta.filename,
  fileURLToPath(import.meta.resolve('@chaba/studio')),
  fileURLToPath(import.meta.resolve('@expo-google-fonts/anuphan/400Regular/Anuphan_400Regular.ttf')),
];

/** Drops root for the named user. No effect for any other user. */
export function dropRoot(name: string): void {
  if (process.getuid?.() !== 0 || name === 'root') return;
  const user = findUser(name);
  if (user === undefined) {
    throw new SettingError(`CHABA_SANDBOX_USER must name a user of this machine; there is no "${name}".`);
  }
  const unreadable = findUnreadable(user);
  if (unreadable !== undefined) {
    console.error(`the sandbox stays root: its user ${name} cannot read ${unreadable}`);
    return;
  }
  // The user may not write into the cache of compiled code.
  flushCompileCache();
  process.setgroups?.([user.gid]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
}

/** The first file that the user cannot read, determined by reading it as that user. */
function findUnreadable({ uid, gid }: User): string | undefined {
  const script = 'for file; do [ -r "$file" ] || { printf %s "$file"; exit 1; }; done';
  const { status, stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', ...FILES], {
    uid,
    gid,
    cwd: '/',
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stdout || import.meta.filename;
}

function findUser(name: string): User | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [found, , uid, gid] = line.split(':');
    if (found === name) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
