// Builds the studio's pages: one game and one verifier page for each game folder, with hashed assets. The
// common head is defined here; a page's own file has its colour, its look and its script.
//
// A page is three files of code: its own, the code shared by a game and its verifier, and the code shared by games; a
// verifier has a fourth. By default the bundler cuts one for each set of pages that use a module: thirteen for a game,
// most of them smaller than a kilobyte.

import { globSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig, type Plugin } from 'vite';

const studio = join(import.meta.dirname, 'src');

const SHARED_HEAD = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>Chaba</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/page-kit/game.css" />`;
const VERIFIER_HEAD = '<link rel="stylesheet" href="/page-kit/verify.css" />';

const sharedHeads: Plugin = {
  name: 'shared-heads',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { filename }) =>
      html.replace('<head>', `<head>\n    ${SHARED_HEAD}${filename.endsWith('verify.html') ? VERIFIER_HEAD : ''}`),
  },
};

const SHARED = 'studio';
/** Code of verifiers only, such as the hashes; game pages do not load it. */
const VERIFIER = 'verifier';
const ONLY_VERIFIERS = /\/@noble\/hashes\/|\/fairness\/sha256\.ts$|\/page-kit\/(?:verify-page|table-verify)\.ts$/;
const GAME_FOLDER = /\/studio\/src\/games\/([^/]+)\/page\/(?:game|verify)\.html$/;
type Chunking = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null };

/** The games whose pages use this file. */
function gamesWith(id: string, chunking: Chunking, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id)) return new Set();
  seen.add(id);
  const own = GAME_FOLDER.exec(id)?.[1];
  if (own !== undefined) return new Set([own]);
  const importers = chunking.getModuleInfo(id)?.importers ?? [];
  return new Set(importers.flatMap((importer) => [...gamesWith(importer, chunking, seen)]));
}

function fileOf(id: string, chunking: Chunking): string | null {
  // A page's entry script stays in a file of its own, because loading it starts the page. Styles belong to the pages
  // that name them.
  if (/\/page\/(?:game|verify)\.(?:ts|html)|\.css$/.test(id)) return null;
  if (ONLY_VERIFIERS.test(id)) return VERIFIER;
  const [game, ...others] = gamesWith(id, chunking);
  return game === undefined || others.length === 0 ? (game ?? null) : SHARED;
}

/** A group includes the imports of its files, so shared code has the highest priority, then code of verifiers only. */
const groups = [SHARED, VERIFIER, undefined].map((only, index) => ({
  debugName: only ?? 'one game',
  priority: 2 - index,
  name: (id: string, chunking: Chunking): string | null => {
    const file = fileOf(id, chunking);
    const isOwn = file !== VERIFIER && file !== SHARED;
    return file === only || (only === undefined && isOwn) ? file : null;
  },
}));

export default defineConfig({
  root: studio,
  base: '/studio/',
  plugins: [sharedHeads],
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    // Inlined pictures would not be cached separately.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: globSync(join(studio, '{games/*,report}', 'page', '*.html')),
      output: { codeSplitting: { groups } },
    },
  },
});
