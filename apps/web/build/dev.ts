// The web app with reload, for npm run dev: Vite on WEB_PORT, every call of the contract passed on to the server.

import path from 'node:path';

import { endpoints } from '@chaba/contract/endpoints';
import { createServer } from 'vite';

const target = process.env['CHABA_SERVER'] ?? 'http://127.0.0.1:3000';
const heads = new Set([
  ...endpoints.map(({ endpoint: call }) => call.path.split('/')[1] ?? ''),
  'readyz',
  'docs',
  'openapi.json',
]);
const root = path.dirname(import.meta.dirname);

process.chdir(root);
const server = await createServer({
  root,
  server: {
    port: Number(process.env['WEB_PORT'] ?? '3002'),
    strictPort: true,
    host: '127.0.0.1',
    proxy: Object.fromEntries([...heads].map((head) => [`/${head}`, { target }])),
  },
});
await server.listen();
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
