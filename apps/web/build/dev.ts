// The web app with reload, for npm run dev: Vite on WEB_PORT, as vite.config.ts says.

import path from 'node:path';

import { createServer } from 'vite';

process.chdir(path.dirname(import.meta.dirname));
const server = await createServer();
await server.listen();
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
