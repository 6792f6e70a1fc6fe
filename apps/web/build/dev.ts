// The web app with hot reload, for npm run dev: Vite on WEB_PORT, configured by vite.config.ts.

import path from 'node:path';

import { createServer } from 'vite';

process.chdir(path.dirname(import.meta.dirname));
const server = await createServer();
await server.listen();
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
