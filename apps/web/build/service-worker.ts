// Writes the cached files into the built service worker: code, styles and fonts of this build, and the build's version,
// which the page contains too. Pictures and the QR reader are cached on first use.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin } from 'vite';

const FILE = 'service-worker.js';
const UNBUILT = "const SHELL = { version: 'work', files: [] };";
const KEPT = /^assets\/.+\.(?:js|css)$|^assets\/anuphan-(?:thai|latin)-wght-[^/]+\.woff2$/;
const KEPT_WHEN_SEEN = /worker|zxing|slip-reader/;
const MARKS = ['gold', 'jade', 'sapphire', 'ruby'].map((preset) => `/icons/${preset}-mark.svg`);
const FIXED = ['/first-paint.js', '/icon.svg', '/manifest.webmanifest', ...MARKS];

export function serviceWorker(): Plugin {
  let version = '';
  let files: string[] = [];
  return {
    name: 'chaba:service-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        files = Object.keys(bundle ?? {})
          .filter((file) => KEPT.test(file) && !KEPT_WHEN_SEEN.test(file))
          .map((file) => `/${file}`)
          .sort();
        version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
        return [{ tag: 'meta', attrs: { name: 'chaba-build', content: version }, injectTo: 'head' }];
      },
    },
    async writeBundle({ dir = '' }) {
      const source = await readFile(join(dir, FILE), 'utf8');
      const shell = JSON.stringify({ version, files: [...FIXED, ...files] });
      const built = source.replace(UNBUILT, () => `const SHELL = ${shell};`);
      if (built === source || version === '') throw new Error(`${FILE} lacks the line of the cached files`);
      await writeFile(join(dir, FILE), built);
    },
  };
}
