// Builds the studio's pages: one game and one verifier page for each game folder, with hashed assets. What is in the head of all of
// them stands here; a page's own file has its colour, its look and its script.

import { globSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig, type Plugin } from 'vite';

const studio = join(import.meta.dirname, 'src', 'studio');

const SHARED_HEAD = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>Chaba</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="../../page/game.css" />`;
const VERIFIER_HEAD = '<link rel="stylesheet" href="../../page/verify.css" />';

const sharedHeads: Plugin = {
  name: 'shared-heads',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { filename }) =>
      html.replace('<head>', `<head>\n    ${SHARED_HEAD}${filename.endsWith('verify.html') ? VERIFIER_HEAD : ''}`),
  },
};

export default defineConfig({
  root: studio,
  base: '/studio/',
  plugins: [sharedHeads],
  build: {
    outDir: join(import.meta.dirname, 'dist', 'studio'),
    emptyOutDir: true,
    target: 'es2022',
    // Small pictures inside scripts would be refused by nobody and cached by nobody.
    assetsInlineLimit: 0,
    rolldownOptions: { input: globSync(join(studio, '*', 'page', '*.html')) },
  },
});
