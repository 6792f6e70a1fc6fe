// The installed release that this process runs from: its folder and the commit that it was built from.
//
// Elsewhere: writing it (tools/release/release.ts), the comparison of its files (integrity.ts).

import { readFileSync } from 'node:fs';
import path from 'node:path';

export const RELEASE_FOLDER = path.resolve(import.meta.dirname, '../../../..');

/** The commit of release.json; undefined in a folder without one, such as a clone. */
export function readReleaseCommit(folder: string = RELEASE_FOLDER): string | undefined {
  try {
    const { commit } = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')) as { commit?: unknown };
    return typeof commit === 'string' ? commit : undefined;
  } catch {
    // The comparison with the manifest reports a damaged file.
    return undefined;
  }
}
