// The back office with hot reload, for npm run dev: Vite on 3004, configured by vite.config.ts.

import path from 'node:path';

import { createServer } from 'vite';

process.chdir(path.dirname(import.meta.dirname));
const server = await createServer();
await server.listen();
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
