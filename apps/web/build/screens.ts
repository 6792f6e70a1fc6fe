// Builds the page renderer of the server (src/app/render-worker.ts) into .screens of the build, with the list of its
// addresses, and renders each address once: a page that needs a browser fails the build. The dot keeps the folder from
// being served.

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

import { artBase } from './art.ts';

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
      const outDir = join(out, '.screens');
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        plugins: [react()],
        define: { __ART_BASE__: JSON.stringify(`/${artBase()}`), 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: 'src/app/render-worker.ts',
          outDir,
          copyPublicDir: false,
          minify: true,
          rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'worker.mjs' } },
        },
      });
      await writeFile(join(outDir, 'addresses.json'), JSON.stringify(await renderAll(join(outDir, 'worker.mjs'), out)));
    },
  };
}

type Response = { readonly addresses?: readonly string[]; readonly page?: string; readonly error?: Error };

async function renderAll(script: string, root: string): Promise<readonly string[]> {
  const worker = new Worker(pathToFileURL(script), { workerData: { root } });
  const request = async (message: object): Promise<Response> => {
    worker.postMessage(message, []);
    return ((await once(worker, 'message')) as [Response])[0];
  };
  try {
    const { addresses = [] } = await request({ wants: 'addresses' });
    for (const address of addresses) {
      const { page = '', error } = await request({ id: 0, address, known: {}, isWhole: true });
      if (error) throw error;
      if (!page.includes('data-page')) throw new Error(`${address} was not rendered`);
      if (/<[^>]+ style=/.test(page)) throw new Error(`${address} has an inline style, which the pages forbid`);
    }
    return addresses;
  } finally {
    await worker.terminate();
  }
}
