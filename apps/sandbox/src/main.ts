// Starts the sandbox and stops it cleanly. Nothing else.

import { buildApp } from './app.ts';
import { readConfig, WrongSetting } from '#core/config';
import { openStore } from '#core/store';

try {
  const config = readConfig();
  const store = openStore(config.storePath);
  const app = buildApp({ config, store });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void app.close().then(() => {
        store.close();
        process.exit(0);
      });
    });
  }

  const address = await app.listen({ port: config.port, host: config.host });
  console.log(`sandbox ready: ${config.publicUrl} (listening on ${address})`);
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}

function sentenceOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof WrongSetting) return error.message;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `The sandbox's port is in use: ${error.message}. Choose another with SANDBOX_PORT.`;
  }
  return error.stack;
}
