// Builds the member site into dist/: hashed files, a manifest for the byte budgets, and copies packed with
// Brotli and gzip beside every text file, which the server sends as they are.
//
// For work: `vite` serves the pages on WEB_PORT and forwards every call of the contract to CHABA_SERVER (default the server of
// `npm start`).

import { endpoints } from '@chaba/contract/endpoints';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { artwork } from './build/art.ts';
import { htmlWords, preloadThaiFont } from './build/html.ts';
import { packedCopies } from './build/packed.ts';
import { screens } from './build/screens.ts';
import { serviceWorker } from './build/service-worker.ts';
import { text } from './src/layouts/shell.text.ts';

const target = process.env['CHABA_SERVER'] ?? 'http://127.0.0.1:3000';
/** The first parts of the paths of calls, and what the server answers beside them. */
const heads = new Set([
  ...endpoints.map(({ endpoint }) => endpoint.path.split('/')[1] ?? ''),
  'readyz',
  'docs',
  'openapi.json',
]);

/** What landing, home and lobby show; the frame of a member and the lobby; what pages about money have in common. */
const OPEN =
  /calculator|src\/(art|ui\/(picture|section|game-tile|promotion-card|empty-state)|layouts\/site-footer|lib\/balance)/;
const MEMBER =
  /heart-handshake|src\/(layouts\/(balance-chip|menu-parts|places|here-clock|header-search)|features\/games\/(games\.queries|lobby-(entries|memory))|ui\/open-rounds|lib\/(counted|open-rounds))/;
const MONEY =
  /layouts\/(main-wallet-card|promotion-switch)|features\/deposit\/(account-list|deposit\.queries|deposit-help)|lib\/(main-wallet|promotion-choice|bonus|slips|deposit-limits|busy|save-file|net-position|trusted-script)|ui\/(status-mark|qr-)|closed-part|share-2|external-link|qr-code\.mjs/;

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    artwork(),
    htmlWords(text),
    preloadThaiFont(),
    serviceWorker(),
    screens(),
    packedCopies(),
  ],
  build: {
    target: ['chrome111', 'safari16.4', 'firefox128'],
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By what pages have in common: a file each would be forty requests over a slow line.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'open', test: OPEN, priority: 3 },
            { name: 'member', test: MEMBER, priority: 2 },
            { name: 'pages', minShareCount: 4, priority: 1 },
            { name: 'money', test: MONEY, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: Number(process.env['WEB_PORT'] ?? '3002'),
    strictPort: true,
    host: '127.0.0.1',
    proxy: Object.fromEntries([...heads].map((head) => [`/${head}`, { target }])),
  },
});
