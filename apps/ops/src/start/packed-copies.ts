// Copies of the text files of a build, packed with Brotli and gzip, which servers send unchanged.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const PACKED = /\.(?:js|css|svg|txt|json|wasm|webmanifest)$/;
const BYTES_MIN = 1_024;

/** Writes `.br` and `.gz` beside every text file of a folder from a size on. */
export async function writePackedCopies(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !PACKED.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (bytes.length < BYTES_MIN) continue;
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    await writeFile(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}
