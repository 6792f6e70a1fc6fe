// Runs the studio as a separate process, with a small wallet and a fixed port, for journeys and measurements that need
// no member site.

import { type Service, type ServiceOptions, startService } from '@chaba/ops/start/services';

export type StudioPlace = {
  readonly port: number;
  readonly dataDir: string;
  readonly walletUrl: string;
  readonly secret: string;
  /** Origins that may frame its games, in addition to the wallet's own. */
  readonly webOrigins?: string;
  /** Additional settings, such as game speeds. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly output?: ServiceOptions['output'];
};

export function startStudio({
  port,
  dataDir,
  walletUrl,
  secret,
  webOrigins = walletUrl,
  settings = {},
  output = 'ignore',
}: StudioPlace): Promise<Service> {
  const address = `http://127.0.0.1:${port}`;
  return startService({
    name: 'sandbox',
    script: 'apps/sandbox/src/main.ts',
    address,
    environment: {
      SANDBOX_PORT: String(port),
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_URL: address,
      SANDBOX_SECRET: secret,
      SERVER_URL: walletUrl,
      WEB_ORIGINS: webOrigins,
      DATA_DIR: dataDir,
      ...settings,
    },
    output,
    restarts: 0,
  });
}
