// Compresses every text file of the build with Brotli and gzip once, so the server compresses nothing on request.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

const PACKED = /\.(?:js|css|svg|txt|json|wasm|webmanifest)$/;
const BYTES_MIN = 1_024;

export function packedCopies(): Plugin {
  let folder = '';
  return {
    name: 'chaba:packed-copies',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !PACKED.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = await readFile(file);
        if (bytes.length < BYTES_MIN) continue;
        await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        await writeFile(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}
