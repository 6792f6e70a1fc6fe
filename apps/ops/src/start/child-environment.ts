// The environment of a child process: each secret is in a file that NAME_FILE names, not in the environment, which the
// user's other processes and crash reports can read.
//
// Always true: the files are readable by their owner alone and exist as long as this process needs them. Those of a
// killed process are removed when another one writes its own.
//
// Elsewhere: reading them (apps/server/src/core/secret-files.ts, apps/sandbox/src/core/config.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { SECRET_SETTINGS } from '@chaba/server/core/secret-files';

import type { Environment } from '#ops/core/settings';

/** A folder of files: `chaba-secrets-<pid>-<random>`. */
const PREFIX = 'chaba-secrets-';

export type ChildEnvironment = { readonly environment: NodeJS.ProcessEnv; readonly remove: () => void };

/** Combines both; an own setting, also an undefined one, replaces the inherited setting and its file. */
export function openChildEnvironment(own: Environment, inherited: Environment = process.env): ChildEnvironment {
  const environment: Record<string, string | undefined> = { ...inherited };
  for (const name of SECRET_SETTINGS) if (name in own) delete environment[`${name}_FILE`];
  Object.assign(environment, own);
  const secrets = SECRET_SETTINGS.flatMap((name) => {
    const value = environment[name]?.trim();
    delete environment[name];
    return value ? [[name, value] as const] : [];
  });
  if (secrets.length === 0) return { environment, remove: () => undefined };
  const parent = environment['DATA_DIR'] ?? os.tmpdir();
  removeStaleSecrets(parent);
  const folder = fs.mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`));
  for (const [name, value] of secrets) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, value, { mode: 0o600, flag: 'wx' });
    environment[`${name}_FILE`] = file;
  }
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return {
    environment,
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

/** Removes the files of processes that ended without it. */
function removeStaleSecrets(parent: string): void {
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(PREFIX) || isRunning(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    try {
      fs.rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // Files of another user, in the folder of all temporary files.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is running.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
