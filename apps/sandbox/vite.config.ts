// Builds the studio's pages: one game and one verifier page for each game folder, with hashed assets.

import { globSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig } from 'vite';

const studio = join(import.meta.dirname, 'src', 'studio');

export default defineConfig({
  root: studio,
  base: '/studio/',
  build: {
    outDir: join(import.meta.dirname, 'dist', 'studio'),
    emptyOutDir: true,
    target: 'es2022',
    // Small pictures inside scripts would be refused by nobody and cached by nobody.
    assetsInlineLimit: 0,
    rolldownOptions: { input: globSync(join(studio, '*', 'page', '*.html')) },
  },
});
