// The environment of a child process: each secret is in a file that NAME_FILE names, not in the environment, which the
// user's other processes and crash reports can read.
//
// Always true: the files are readable by their owner alone and are removed with this process; those of a killed one are
// removed by the next start of the product.
//
// Elsewhere: reading them (apps/server/src/core/secret-files.ts, apps/sandbox/src/core/config.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { SECRET_SETTINGS } from '#server/core/secret-files';

const PREFIX = 'secrets-';
/** A child reads its files at its start. */
const STALE_MS = 60_000;

type Environment = Readonly<Record<string, string | undefined>>;
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
  const folder = fs.mkdtempSync(path.join(environment['DATA_DIR'] ?? os.tmpdir(), PREFIX));
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

/** Removes files of killed processes from a data folder. */
export function removeStaleSecrets(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(dataDir, name);
    if (fs.statSync(folder).mtimeMs < Date.now() - STALE_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}
