// Starts the sandbox and stops it cleanly on SIGTERM and SIGINT.

import { logFailure } from '@chaba/sandbox-kit/log';
import { openStore } from '@chaba/sandbox-kit/store';

import { readConfig, SettingError } from '#core/config';
import { dropRoot } from '#core/process-user';

import { buildApp } from './app.ts';

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
  dropRoot(config.runAs);
  console.log(`sandbox ready: ${config.publicUrl} (listening on ${address})`);
} catch (error) {
  const message = formatStartError(error);
  if (message === undefined) logFailure('the sandbox did not start', error);
  else console.error(message);
  process.exit(1);
}

process.on('uncaughtException', (error) => {
  logFailure('the sandbox failed', error);
  process.exit(1);
});

function formatStartError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SettingError) return error.message;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `The sandbox's port is in use: ${error.message}. Choose another with SANDBOX_PORT.`;
  }
  return undefined;
}
