// The whole product for one journey: a fresh database with the demo data, and the sandbox and the server as processes
// on free ports, exactly as npm start runs them.
//
// Always true: everything is stopped and dropped at the end of the test file. The parts of a test file with equal
// settings share one product. The server can be killed and restarted on the same database and port. When a test fails,
// the ends of both logs are printed.
//
// Elsewhere: a browser (browser.ts), the processes themselves (apps/ops/src/start/services.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import { cloneTemplate, type Filling } from '@chaba/database/testing';

import { openProcessLog, printProcessLogs } from '#server/testing/process-log';
import { runToEnd, type Service, startService } from '#ops/start/services';
import { buildPages, fingerprintOf, WEB_ROOT } from '#ops/start/page-builds';

import { getBangkokDay, grantFreeSpins, untilMidnightIsFar } from '#testing/product/determinism';

export type Product = {
  /** The address for members. */
  readonly url: string;
  readonly sandboxUrl: string;
  /** The folder of the pages that the server sends; a copy for this journey. */
  readonly pages: string;
  /** The folder of the store of bank and studio. */
  readonly dataDir: string;
  /** The database with the product's rights; the ledger cannot be rewritten there. */
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  /** For the operator's command line. */
  readonly operatorUrl: string;
  /** Kills the server (kill -9); resolves when it is gone. */
  readonly killServer: () => Promise<void>;
  readonly stopServer: () => Promise<void>;
  /** Restarts the server after a stop or kill; resolves when it is ready. */
  readonly startServer: () => Promise<void>;
  /** The same for the sandbox: bank and studio. */
  readonly killSandbox: () => Promise<void>;
  readonly startSandbox: () => Promise<void>;
};

export type ProductOptions = {
  /** Settings that override the defaults; see docs/running.md. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Adds the weeks of demo history of npm start; most journeys use a demo member without history. */
  readonly hasDemoHistory?: boolean;
};

/** The settings of npm start, also for the demo data. */
const DEFAULTS = {
  CHABA_MODE: 'play',
  CHABA_DEMO: 'on',
  CHABA_RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  DRAIN_SECONDS: '0',
  SANDBOX_SECRET: 'sandbox-secret',
  HASH_SECRET: 'secret-of-hashes',
};
const DEMO_SOURCES = ['apps/server/src', 'packages', 'package-lock.json'];

const started = new Map<string, Promise<Product>>();

/** Call it at the top of a test file. */
export function startProduct(options: ProductOptions = {}): Promise<Product> {
  const key = JSON.stringify(options);
  const product = started.get(key) ?? launch(options);
  started.set(key, product);
  return product;
}

async function launch({ environment = {}, hasDemoHistory = false }: ProductOptions): Promise<Product> {
  const stoppers: (() => Promise<void> | void)[] = [];
  after(async () => {
    for (const stop of stoppers.toReversed()) await stop();
  });
  await buildPages(() => undefined);
  await untilMidnightIsFar();
  const clone = await cloneTemplate(hasDemoHistory ? undefined : demoData());
  stoppers.push(clone.drop);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-journey-'));
  stoppers.push(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  // The server drops root only where it can still read its pages.
  fs.chmodSync(dataDir, 0o755);

  // A concurrent build of another run must not remove pages of this one.
  const pages = path.join(dataDir, 'pages');
  fs.cpSync(WEB_ROOT, pages, { recursive: true });
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const settings = {
    DATABASE_URL: clone.url,
    DATA_DIR: dataDir,
    WEB_ROOT: pages,
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SERVER_URL: url,
    SANDBOX_URL: sandboxUrl,
    ...DEFAULTS,
    ...environment,
  };
  const logs = { server: openProcessLog('server'), sandbox: openProcessLog('sandbox') };
  const start = (name: 'server' | 'sandbox', script: string, address: string): Promise<Service> =>
    startService({ name, script, address, environment: settings, output: logs[name], restarts: 0 });
  const startServer = (): Promise<Service> => start('server', 'apps/server/src/main.ts', url);
  const startSandbox = (): Promise<Service> => start('sandbox', 'apps/sandbox/src/main.ts', sandboxUrl);
  const running: { server?: Service; sandbox?: Service } = {};
  stoppers.push(() => running.sandbox?.stop());
  stoppers.push(() => running.server?.stop());
  if (hasDemoHistory) await seed({ ...settings, DEMO_OWNER_URL: clone.ownerUrl });
  // Both start concurrently; the one that started is stopped when the other failed.
  const starting = [
    startSandbox().then((sandbox) => {
      running.sandbox = sandbox;
      grantFreeSpins(dataDir, 0);
    }),
    startServer().then((server) => {
      running.server = server;
    }),
  ];
  const outcomes = await Promise.allSettled(starting);
  if (outcomes.some(({ status }) => status === 'rejected')) printProcessLogs('start of the product');
  await Promise.all(starting);
  return {
    url,
    sandboxUrl,
    pages,
    dataDir,
    databaseUrl: clone.url,
    ownerUrl: clone.ownerUrl,
    operatorUrl: clone.operatorUrl,
    killServer: async () => running.server?.stop('SIGKILL'),
    stopServer: async () => running.server?.stop(),
    startServer: async () => {
      running.server = await startServer();
    },
    killSandbox: async () => running.sandbox?.stop('SIGKILL'),
    startSandbox: async () => {
      running.sandbox = await startSandbox();
    },
  };
}

/** The demo data is written once per day and code version for all journeys: a member, and a deposit of that day. */
function demoData(): Filling {
  const inherited = Object.entries(process.env).filter(([name]) => name.startsWith('CHABA_'));
  return {
    key: JSON.stringify([getBangkokDay(), fingerprintOf(DEMO_SOURCES), inherited]),
    fill: ({ url }) => seed({ ...DEFAULTS, DATABASE_URL: url }),
  };
}

async function seed(settings: Readonly<Record<string, string>>): Promise<void> {
  if ((await runToEnd('apps/demo/src/seed.ts', [], settings)) !== 0) {
    throw new Error('The demo data was not written.');
  }
}
