// How code that is imported when it is needed is fetched. The bundler's own helper hints at the files and imports them at once;
// but a browser (Chromium, as the standard wants) remembers for as long as the page lives that a module did not come, and
// no later import of it is ever sent again. So the files are fetched first, which can be tried again, and imported when they are
// all in the browser's cache. A line that says nothing has failed after the time that a call is waited for (src/lib/api.ts).
//
// Always true: nothing is imported before everything that it imports is here; what the page itself names, in a link, a script or
// what a drawn page begins with (public/first-paint.js), is not fetched twice. What cannot come any more fails as gone: the server
// has it no longer, or sent what is no module.

import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

/** The file itself is not in the list when it imports nothing new: it stands in what is to be called. */
const CODE = `
const files = new Map();
const bring = (file) => {
  const named = '="' + file + '"]';
  if (!files.has(file) && !document.querySelector('[href' + named + ',[src' + named + ',[content' + named)) {
    const come = fetch(file, { signal: AbortSignal.timeout(15_000) }).then(async (answer) => {
      if (!answer.ok) throw new Error(file, { cause: answer.status === 404 && 'gone' });
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
  return load().catch((error) => {
    throw Object.assign(error, { cause: 'gone' });
  });
};`;

export function lateFiles(): Plugin {
  return {
    name: 'chaba:late-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? CODE : undefined),
  };
}
