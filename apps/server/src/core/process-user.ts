// The system user that the server runs as. Started as root, it changes to a user that can read its files and write none.
//
// Always true: root is given up after the port is open and before the server says that it is ready. Where that user could not
// read the code or the pages, the server stays root and warns: unreadable pages could not be served.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';

import { type Config, ConfigError } from './config.ts';
import type { Log } from './context.ts';

type User = { readonly uid: number; readonly gid: number };

const CODE = import.meta.filename;

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Gives root up for the user of the setting. Does nothing for any other user. */
export function dropRoot({ runAs, webRoot }: Pick<Config, 'runAs' | 'webRoot'>, log: Log): void {
  if (!isRoot() || runAs === 'root') return;
  const user = findUser(runAs);
  if (user === undefined) throw new ConfigError(`CHABA_USER must name a user of this machine; there is no "${runAs}".`);
  const unreadable = unreadableFor(user, filesOf(webRoot));
  if (unreadable !== undefined) {
    log.warn({ user: runAs, file: unreadable }, 'the server stays root: its user cannot read its files');
    return;
  }
  // The user may not write into the cache of compiled code.
  flushCompileCache();
  process.setgroups?.([user.gid]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
}

/** One file of each folder that the server reads later on. */
function filesOf(webRoot: string | undefined): string[] {
  const page = webRoot === undefined ? undefined : path.resolve(webRoot, 'index.html');
  const drawing = webRoot === undefined ? undefined : path.resolve(webRoot, '.screens', 'worker.mjs');
  return [CODE, page, drawing].filter((file) => file !== undefined && existsSync(file)) as string[];
}

/** The first file that this user cannot read, found by reading it as that user. */
function unreadableFor({ uid, gid }: User, files: readonly string[]): string | undefined {
  const script = 'for file; do [ -r "$file" ] || { printf %s "$file"; exit 1; }; done';
  const { status, stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', ...files], {
    uid,
    gid,
    cwd: '/',
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stdout || CODE;
}

function findUser(name: string): User | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [found, , uid, gid] = line.split(':');
    if (found === name) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
