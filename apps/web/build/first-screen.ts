// Draws the landing page into .first-screen.json of the build, from which the server takes it for the first answer.
// A dot before the name: nobody can ask for the file itself.

import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

import { artBase } from './art.ts';
import { contractWords } from './contract-words.ts';

const run = promisify(execFile);

const FILE = '.first-screen.json';

export function firstScreen(): Plugin {
  let root = '';
  let out = '';
  return {
    name: 'chaba:first-screen',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      out = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      await writeFile(join(out, FILE), await draw(root));
    },
  };
}

async function draw(root: string): Promise<string> {
  const outDir = join(root, 'node_modules', `.first-screen-${process.pid}`);
  await mkdir(outDir, { recursive: true });
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [contractWords(), react()],
      define: { __ART_BASE__: JSON.stringify(`/${artBase()}`) },
      ssr: { noExternal: true },
      build: { ssr: 'src/first-screen.tsx', outDir, emptyOutDir: true, copyPublicDir: false, minify: false },
    });
    const script = join(import.meta.dirname, 'first-screen-drawing.ts');
    const { stdout } = await run(process.execPath, [script, pathToFileURL(join(outDir, 'first-screen.js')).href]);
    if (/ style=/.test(stdout)) throw new Error('the first screen has an inline style, which the pages forbid');
    return stdout;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
