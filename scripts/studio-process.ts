// The studio as a process of its own, for journeys and measurements that need no member site: beside a small wallet, on a port that
// stays its own.

import { type Service, type ServiceOptions, startService } from './services.ts';

export type StudioPlace = {
  readonly port: number;
  readonly dataDir: string;
  readonly walletUrl: string;
  readonly secret: string;
  /** Who may frame its games, beside the wallet's own origin. */
  readonly webOrigins?: string;
  /** Other settings, as its paces. */
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
