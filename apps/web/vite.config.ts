// Builds the member site into dist/: hashed files, a manifest for the byte budgets, and copies packed with
// Brotli and gzip beside every text file, which the server sends as they are.
//
// For work: `vite` serves the pages on its own port and passes the calls on to CHABA_SERVER (default the
// server of `npm start`).

import path from 'node:path';

import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { artwork } from './build/art.ts';
import { contractWords } from './build/contract-words.ts';
import { fewFiles } from './build/few-files.ts';
import { lateFiles } from './build/late-files.ts';
import { leanStyles } from './build/lean-styles.ts';
import { lightRouter } from './build/light-router.ts';
import { htmlWords, preloadThaiFont } from './build/html.ts';
import { ownIcons } from './build/icons.ts';
import { packedCopies } from './build/packed.ts';
import { screens } from './build/screens.ts';
import { serviceWorker } from './build/service-worker.ts';
import { wordsByUse } from './build/words.ts';
import { text } from './src/layouts/shell.text.ts';

const API =
  '^/(v2|auth-service|user-profile-composite|fund-composite|rolling-composite|prize-composite|wheel-script|game-composite)/';

const inSource = (file: string): string => path.join(import.meta.dirname, 'src', file);
const entries = {
  first: inSource('main.tsx'),
  open: ['features/landing/landing-page.tsx', 'features/promotions/public-promotions-page.tsx'].map(inSource),
  login: inSource('features/auth/login-page.tsx'),
  register: inSource('features/register/register-page.tsx'),
  member: ['layouts/member-layout.tsx', 'features/home/home-page.tsx', 'features/games/lobby-page.tsx'].map(inSource),
};

export default defineConfig({
  plugins: [
    contractWords(),
    wordsByUse(),
    ownIcons(),
    lightRouter(),
    lateFiles(),
    react(),
    tailwind(),
    leanStyles(),
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
      output: { codeSplitting: { groups: fewFiles(entries) } },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { [API]: { target: process.env['CHABA_SERVER'] ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
});
