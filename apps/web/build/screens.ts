// Builds what draws the pages for the server (src/render-worker.ts) into .screens of the build, with a list of the addresses
// it draws, and draws each of them once: a page that cannot be drawn without a browser fails the build, not a visit.
// A dot before the name: nobody can ask for the files themselves.

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

import { artBase } from './art.ts';

const FOLDER = '.screens';

export function screens(): Plugin {
  let root = '';
  let out = '';
  return {
    name: 'chaba:screens',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      out = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const outDir = join(out, FOLDER);
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        plugins: [react()],
        define: { __ART_BASE__: JSON.stringify(`/${artBase()}`), 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: 'src/render-worker.ts',
          outDir,
          emptyOutDir: true,
          copyPublicDir: false,
          minify: true,
          rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'worker.mjs' } },
        },
      });
      const addresses = await drawAll(join(outDir, 'worker.mjs'), out);
      await writeFile(join(outDir, 'addresses.json'), JSON.stringify(addresses));
    },
  };
}

type Answer = { readonly addresses?: readonly string[]; readonly page?: string; readonly error?: Error };

async function drawAll(script: string, root: string): Promise<readonly string[]> {
  const worker = new Worker(pathToFileURL(script), { workerData: { root } });
  const ask = async (question: object): Promise<Answer> => {
    const answered = once(worker, 'message');
    worker.postMessage(question, []);
    return ((await answered) as [Answer])[0];
  };
  try {
    const { addresses = [] } = await ask({ wants: 'addresses' });
    for (const address of addresses) {
      const { page = '', error } = await ask({ id: 0, address, known: {}, isWhole: true });
      if (error) throw error;
      if (!address.endsWith('*') && !page.includes('data-page')) throw new Error(`${address} was not drawn`);
      if (/<[^>]+ style=/.test(page)) throw new Error(`${address} has an inline style, which the pages forbid`);
    }
    return addresses;
  } finally {
    await worker.terminate();
  }
}
