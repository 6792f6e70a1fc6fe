// Builds the back office into dist/: hashed files and one page.
//
// For development: `vite` serves the pages on 3004 and forwards calls to the back office of `npm start`.

import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const target = process.env['CHABA_BACK_OFFICE_URL'] ?? 'http://localhost:3003';

export default defineConfig({
  plugins: [react(), tailwind()],
  build: {
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // Read by tools/check/byte-budget.test.ts.
    manifest: true,
    reportCompressedSize: false,
  },
  server: {
    port: 3004,
    strictPort: true,
    host: '127.0.0.1',
    proxy: { '/back-office': { target, changeOrigin: true, headers: { origin: target } } },
  },
});
