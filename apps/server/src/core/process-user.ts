// System user of the server process. Started as root, the server changes to a user with read access only.
//
// Always true: root is dropped after the port is open and before the server reports readiness. If the user cannot read
// the code or the pages, the server stays root and logs a warning, because unreadable pages could not be served.

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

/** Drops root for the configured user. No effect for any other user. */
export function dropRoot({ runAs, webRoot }: Pick<Config, 'runAs' | 'webRoot'>, log: Log): void {
  if (!isRoot() || runAs === 'root') return;
  const user = findUser(runAs);
  if (user === undefined) throw new ConfigError(`CHABA_USER must name a user of this machine; there is no "${runAs}".`);
  const unreadable = findUnreadable(user, listFiles(webRoot));
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

/** One file of each folder that the server reads after the start. */
function listFiles(webRoot: string | undefined): string[] {
  const page = webRoot === undefined ? undefined : path.resolve(webRoot, 'index.html');
  const drawing = webRoot === undefined ? undefined : path.resolve(webRoot, '.screens', 'worker.mjs');
  return [CODE, page, drawing].filter((file) => file !== undefined && existsSync(file)) as string[];
}

/** The first file that the user cannot read, determined by reading it as that user. */
function findUnreadable({ uid, gid }: User, files: readonly string[]): string | undefined {
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
