// Builds the member site into dist/: hashed files and a manifest for the byte budgets.
//
// For development: `vite` serves the pages on WEB_PORT and forwards the endpoints of the contract to CHABA_SERVER
// (default: the server of `npm start`).

import { endpoints } from '@chaba/contract/endpoints';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { artwork } from './build/art.ts';
import { BROWSERS } from './src/lib/browser/promised-browsers.ts';
import { htmlWords, preloadThaiFont } from './build/html.ts';
import { screens } from './build/screens.ts';
import { serviceWorker } from './build/service-worker.ts';
import { text } from './src/layouts/shell.text.ts';

const target = process.env['CHABA_SERVER'] ?? 'http://127.0.0.1:3000';
/** First path segments that the server handles. */
const heads = new Set([
  ...endpoints.map(({ endpoint }) => endpoint.path.split('/')[1] ?? ''),
  'readyz',
  'docs',
  'openapi.json',
]);

/** Parts of landing, home and lobby, and the icons of overlays. */
const OPEN =
  /calculator|packages\/art\/|icons\/(x|info|circle-(check|exclamation-point))\.|src\/(art|ui\/(picture|section|empty-state)|parts\/(game-tile|promotion-card|site-footer|parts\.text)|lib\/wallet\/balance)/;
/** The member's frame and the lobby. */
const MEMBER =
  /icons\/(heart-handshake|medal|chart-candlestick|cherry|club|layout-grid|spade)\.|src\/(layouts\/(member-layout|balance-chip|menu-parts|here-clock)|features\/games\/(games\.queries|lobby-(entries|memory))|parts\/open-rounds|lib\/(games\/open-rounds|member\/member-limits|react\/use-(animated-amount|single-flight)))/;
/** Parts that pages about money share. */
const MONEY =
  /parts\/(main-wallet-card|promotion-switch|parts\.queries|feature-closed|status-mark)|features\/deposit\/(account-list|deposit\.queries)|lib\/(promotions\/bonus|wallet\/(slips|net-position)|browser\/(save-file|trusted-script))|share-2|external-link/;

/** Of forms: their errors. The lobby has none. */
const ERRORS = /error-messages\.text/;

export default defineConfig({
  plugins: [react(), tailwind(), artwork(), htmlWords(text), preloadThaiFont(), serviceWorker(), screens()],
  build: {
    target: [...BROWSERS],
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By the parts that pages share: one file each would be forty requests on a slow connection.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'open', test: OPEN, priority: 3 },
            { name: 'member', test: MEMBER, priority: 2 },
            { name: 'errors', test: ERRORS, priority: 2 },
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
