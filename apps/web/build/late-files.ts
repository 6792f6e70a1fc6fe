// How code that is imported when it is needed is fetched. The bundler's own helper hints at the files and imports them at once;
// but a browser (Chromium, as the standard wants) remembers for as long as the page lives that a module did not come, and
// no later import of it is ever sent again. So the files are fetched first, which can be tried again, and imported when they are
// all in the browser's cache.
//
// Always true: nothing is imported before everything that it imports is here; what the page itself names is not fetched twice.

import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

/** The file itself is not in the list when it imports nothing new: it stands in what is to be called. */
const CODE = `
const files = new Map();
const bring = (file) => {
  if (!files.has(file) && !document.querySelector('link[href="' + file + '"]')) {
    const come = fetch(file).then(async (answer) => {
      if (!answer.ok) throw new Error(file);
      await answer.arrayBuffer();
    });
    come.catch(() => files.delete(file));
    files.set(file, come);
  }
  return files.get(file);
};
export const __vitePreload = async (load, others) => {
  const [own] = /[^/]+\\.js/.exec(load) ?? [];
  const wanted = new Set((others ?? []).map((file) => '/' + file));
  if (own) wanted.add('/assets/' + own);
  await Promise.all([...wanted].map(bring));
  return load();
};`;

export function lateFiles(): Plugin {
  return {
    name: 'chaba:late-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? CODE : undefined),
  };
}
