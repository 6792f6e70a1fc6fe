import path from 'node:path';

/** The folder of the repository, or of an unpacked release. */
export const ROOT = path.resolve(import.meta.dirname, '../../../..');
