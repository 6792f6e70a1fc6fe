// Compares the files of an installed release with its manifest, at the start and once a day.
//
// Always true: a changed or missing file prevents the start in licensed mode and is a warning in play mode. A folder
// that has no MANIFEST.sha256 at the start, such as a clone, is not checked.
//
// Elsewhere: the manifest (tools/release/release.ts).

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { type Config, ConfigError } from './config.ts';
import type { Log } from './context.ts';
import { RELEASE_FOLDER } from './release.ts';

export type IntegrityWatch = {
  /** Changed or missing files of the last comparison. */
  readonly countChangedFiles: () => number;
  readonly stop: () => void;
};

const MANIFEST = 'MANIFEST.sha256';
const INTERVAL_MS = 24 * 60 * 60 * 1_000;
const NAMED_FILES_MAX = 3;

/** Returns the files that differ from the manifest of the folder; none without a manifest. */
export async function listChangedFiles(folder: string = RELEASE_FOLDER): Promise<string[]> {
  const manifest = path.join(folder, MANIFEST);
  if (!existsSync(manifest)) return [];
  const changed: string[] = [];
  for (const line of readFileSync(manifest, 'utf8').split('\n')) {
    const [hash, file] = line.split('  ');
    if (!hash || !file) continue;
    if ((await hashFile(path.join(folder, file))) !== hash) changed.push(file);
  }
  return changed;
}

/** Checks the release and repeats the check daily. Throws a `ConfigError` in licensed mode when a file differs. */
export async function watchIntegrity(
  { mode }: Pick<Config, 'mode'>,
  log: Log,
  folder: string = RELEASE_FOLDER,
): Promise<IntegrityWatch> {
  let count = 0;
  const isRelease = existsSync(path.join(folder, MANIFEST));
  const check = async (): Promise<string[]> => {
    const isManifestGone = isRelease && !existsSync(path.join(folder, MANIFEST));
    const files = isManifestGone ? [MANIFEST] : await listChangedFiles(folder);
    count = files.length;
    if (count > 0) log.warn({ count, files: files.slice(0, NAMED_FILES_MAX) }, 'release files changed');
    return files;
  };
  const first = check();
  if (mode === 'licensed') {
    const changed = await first;
    if (changed.length > 0) {
      const names = changed.slice(0, NAMED_FILES_MAX).join(', ');
      throw new ConfigError(`The installed release was changed: ${names}. Unpack the archive anew.`);
    }
  }
  const timer = setInterval(() => void check(), INTERVAL_MS);
  timer.unref();
  await first;
  return { countChangedFiles: () => count, stop: () => clearInterval(timer) };
}

async function hashFile(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}
