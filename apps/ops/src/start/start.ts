// npm start: runs the whole product on this machine (database, tables, web app, sandbox, server, back office, demo
// data) and prints its addresses.
//
//     settings → ports free? → database + web app → tables → sandbox + server ready → demo data → address
//
// Always true: Ctrl-C, SIGTERM or the death of the parent process stops everything in reverse order, the database last.
// A failed start prints one sentence, exits with 1 and leaves no process running.
//
// Elsewhere: the settings (settings.ts, docs/running.md), the processes (services.ts), the database
// (product-database.ts).

import { spawnSync } from 'node:child_process';

import { ensureSystemUser } from '@chaba/embedded-postgres';
import { deriveTesterToken } from '@chaba/sandbox-kit/testers';

import { getDemoPassword } from '@chaba/server/core/demo';
import { SECRET_SETTINGS } from '@chaba/server/core/secret-files';

import { openProductDatabase, type ProductDatabase } from '#ops/database/product-database';
import { isPortFree, runToEnd, type Service, type ServiceOptions, startService } from './services.ts';
import { CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';
import { readSecrets } from '#ops/core/secrets';
import { ensureDataDir, readSettings, type Settings } from '#ops/core/settings';
import { BACK_OFFICE_ROOT, buildPages, WEB_ROOT } from './page-builds.ts';

type Running = {
  readonly database: ProductDatabase;
  readonly services: readonly Service[];
  /** Opens the sandbox's controls in any browser. */
  readonly testerLink: string;
  /** Password of the demo operators; undefined: no back office, or no demo. */
  readonly operatorPassword: string | undefined;
};

/** The server needs no key of operators. */
const SERVER_SECRETS = SECRET_SETTINGS.filter((name) => name !== 'OPERATOR_SECRET');
/** As apps/back-office/vite.config.ts has it. */
const DEVELOPED_OFFICE_PORT = 3004;
const SECOND_SIGNAL_MS = 2_000;
const SANDBOX_USER = 'chaba-sandbox';

export async function startInstallation(words: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  const isDev = words.includes('--dev');
  const settings = readSettings();
  ensureDataDir(settings.dataDir);
  await requireFreePorts(settings);

  const stopping = stopRequest();
  const stoppers: (() => Promise<void>)[] = [];
  try {
    const starting = bringUp(settings, isDev, stoppers);
    // A stop requested during the start waits for the half-started parts, then stops them.
    const running = await Promise.race([starting, stopping.requested.then(() => undefined)]);
    if (running === undefined) {
      await starting.catch(() => undefined);
      return 0;
    }
    announce(settings, running, Date.now() - startedAt);
    const reason = await Promise.race([stopping.requested, lossOf(running)]);
    if (reason !== undefined) console.error(`${reason} Everything is stopped.`);
    return reason === undefined ? 0 : 1;
  } finally {
    for (const stop of stoppers.toReversed()) await stop().catch((error: unknown) => console.error(error));
    stopping.unregister();
  }
}

async function bringUp(settings: Settings, isDev: boolean, stoppers: (() => Promise<void>)[]): Promise<Running> {
  const log = (sentence: string): void => console.log(sentence);
  const opening = openProductDatabase(settings, log);
  // The stopper is registered before any other step can fail, because the build runs concurrently.
  stoppers.push(async () => (await opening.catch(() => undefined))?.stop());
  const [database] = await Promise.all([opening, isDev ? undefined : buildPages(log)]);
  const environment = environmentOf(settings, database.url);

  const demoOwner =
    settings.hasDemoHistory && database.ownerUrl !== undefined ? { DEMO_OWNER_URL: database.ownerUrl } : {};
  const seed = (): Promise<number> => runToEnd('apps/demo/src/seed.ts', [], { ...environment, ...demoOwner });
  if (settings.hasDemoSites && (await seed()) !== 0) {
    throw new CommandError('The demo data could not be written; the reason stands above.');
  }

  const start = async (
    name: string,
    script: string,
    port: number,
    own: Pick<ServiceOptions, 'secrets'> & { readonly environment?: ServiceOptions['environment'] } = {},
  ): Promise<Service> => {
    const address = `http://127.0.0.1:${port}`;
    const service = await startService({ name, script, address, environment, isWatching: isDev, ...own });
    stoppers.push(service.stop);
    return service;
  };
  const outcomes = await Promise.allSettled([
    start('sandbox', 'apps/sandbox/src/main.ts', settings.sandboxPort, {
      secrets: ['SANDBOX_SECRET', 'STUDIO_SECRET'],
    }),
    start('server', 'apps/server/src/main.ts', settings.port, { secrets: SERVER_SECRETS }),
    ...startBackOffice(settings, { database, environment, start }),
  ]);
  const services = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  if (isDev) {
    services.push(await startWebForDevelopment(settings, stoppers));
    if (settings.hasBackOffice) services.push(await startOfficePages(settings, stoppers));
  }
  const operatorPassword = getOperatorPassword(settings, environment);
  return { database, services, testerLink: buildTesterLink(settings, environment), operatorPassword };
}

type StartService = (
  name: string,
  script: string,
  port: number,
  own: { readonly environment: ServiceOptions['environment'] },
) => Promise<Service>;

/** The back office with the login of operators; undefined where no such login is configured. */
function startBackOffice(
  { hasBackOffice, backOfficePort, backOfficeHost }: Settings,
  of: {
    readonly database: ProductDatabase;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly start: StartService;
  },
): Promise<Service>[] {
  const { operatorUrl } = of.database;
  if (!hasBackOffice) return [];
  if (operatorUrl === undefined) {
    console.error('The back office does not start: name the login of operators in OPERATOR_DATABASE_URL.');
    return [];
  }
  const environment = {
    ...of.environment,
    DATABASE_URL: operatorUrl,
    BACK_OFFICE_PORT: String(backOfficePort),
    BACK_OFFICE_HOST: backOfficeHost,
    BACK_OFFICE_ROOT: process.env['BACK_OFFICE_ROOT'] || BACK_OFFICE_ROOT,
  };
  return [of.start('back office', 'apps/server/src/back-office-main.ts', backOfficePort, { environment })];
}

function getOperatorPassword(
  { hasBackOffice, isDemo, backOfficeHost }: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (!hasBackOffice || !isDemo) return undefined;
  const [secret = ''] = (environment['OPERATOR_SECRET'] ?? '').split('\n');
  const backOfficeOrigin = process.env['BACK_OFFICE_ORIGIN']?.trim() || undefined;
  return getDemoPassword({ host: backOfficeHost, backOfficeOrigin, operatorSecret: [secret] });
}

function buildTesterLink({ sandboxPort }: Settings, environment: Readonly<Record<string, string | undefined>>): string {
  const [secret = ''] = (environment['SANDBOX_SECRET'] ?? '').split('\n');
  const sandbox = process.env['SANDBOX_URL']?.trim() || `http://localhost:${sandboxPort}`;
  return `${sandbox.replace(/\/+$/, '')}/bank?token=${deriveTesterToken(secret.trim())}`;
}

function environmentOf(settings: Settings, databaseUrl: string): Record<string, string | undefined> {
  const { env } = process;
  return {
    DATABASE_URL: databaseUrl,
    // The product needs no other login.
    DATABASE_OWNER_URL: undefined,
    OPERATOR_DATABASE_URL: undefined,
    DATA_DIR: settings.dataDir,
    CHABA_MODE: settings.mode,
    HOST: settings.host,
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    SERVER_URL: env['SERVER_URL'] || `http://127.0.0.1:${settings.port}`,
    SANDBOX_URL: env['SANDBOX_URL'] || `http://127.0.0.1:${settings.sandboxPort}`,
    ...readSecrets(settings.dataDir),
    CHABA_SANDBOX_USER: env['CHABA_SANDBOX_USER'] || ensureSystemUser(SANDBOX_USER)?.name,
    CHABA_DEMO: settings.isDemo ? 'on' : 'off',
    WEB_ROOT: env['WEB_ROOT'] || WEB_ROOT,
    CHABA_COMMIT: env['CHABA_COMMIT'] || readCommit(),
    // LOG_LEVEL=debug logs every request; the default keeps the printed address visible.
    LOG_LEVEL: env['LOG_LEVEL'] || 'warn',
    // Without an edge no traffic has to be redirected before the stop.
    DRAIN_SECONDS: env['DRAIN_SECONDS'] || '0',
  };
}

/** The commit of a clone; an unpacked release names its own. */
function readCommit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return stdout?.trim() || 'unknown';
}

async function startWebForDevelopment(settings: Settings, stoppers: (() => Promise<void>)[]): Promise<Service> {
  const service = await startService({
    name: 'web',
    script: 'apps/web/build/dev.ts',
    address: `http://127.0.0.1:${settings.port + 2}`,
    environment: { WEB_PORT: String(settings.port + 2), CHABA_SERVER: `http://127.0.0.1:${settings.port}` },
  });
  stoppers.push(service.stop);
  console.log(`Web app with reload  ${service.address}`);
  return service;
}

/** The pages of the back office with reload; its port is in their configuration. */
async function startOfficePages({ backOfficePort }: Settings, stoppers: (() => Promise<void>)[]): Promise<Service> {
  const service = await startService({
    name: 'pages of the back office',
    script: 'apps/back-office/build/dev.ts',
    address: `http://127.0.0.1:${DEVELOPED_OFFICE_PORT}`,
    environment: { CHABA_BACK_OFFICE_URL: `http://localhost:${backOfficePort}` },
  });
  stoppers.push(service.stop);
  console.log(`Back office with reload  http://localhost:${DEVELOPED_OFFICE_PORT}`);
  return service;
}

async function requireFreePorts(settings: Settings): Promise<void> {
  const { host, port, sandboxPort, hasBackOffice, backOfficeHost, backOfficePort } = settings;
  for (const [name, wanted, at] of [
    ['PORT', port, host],
    ['SANDBOX_PORT', sandboxPort, host],
    ...(hasBackOffice ? ([['BACK_OFFICE_PORT', backOfficePort, backOfficeHost]] as const) : []),
  ] as const) {
    if (await isPortFree(wanted, at)) continue;
    throw new CommandError(`Port ${wanted} is in use by another program: stop it, or choose another with ${name}.`);
  }
}

function announce(
  { port, sandboxPort, hasBackOffice, backOfficePort, databaseUrl, dataDir, isDemo, hasDemoSites }: Settings,
  { testerLink, operatorPassword }: Running,
  took: number,
): void {
  const rows = [
    ['Chaba', `http://localhost:${port}`],
    ['Sandbox', `http://localhost:${sandboxPort}   (play-money bank and game studio)`],
    ['Testers', `${testerLink}   (its controls, also from a phone)`],
    ...(isDemo && hasDemoSites
      ? [
          ['Demo member', 'phone 0812345678, password demo1234'],
          ['Codes', 'WELCOME50 (50 baht), COINS3 (3 prize coins)'],
          ['Demo is on', 'the password and the codes above are public; CHABA_DEMO=off disables them'],
        ]
      : []),
    ...(hasBackOffice ? ([['Back office', `http://localhost:${backOfficePort}`]] as const) : []),
    ...(operatorPassword === undefined
      ? []
      : ([
          ['Operators', `demo-payments, demo-risk, demo-finance, demo-admin …, password ${operatorPassword}`],
        ] as const)),
    ['API', `http://localhost:${port}/docs`],
    ['Commands', 'npm run operator -- --help'],
    ['Data', databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL'],
  ] as const;
  console.log(`\nReady after ${Math.round(took / 100) / 10} s. Play money only, without any value.\n`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(12)} ${value}`);
  console.log('\nCtrl-C stops everything.\n');
}

function lossOf({ database, services }: Running): Promise<string> {
  return new Promise((resolve) => {
    database.onLost(() => resolve('The database ended by itself.'));
    for (const service of services) service.onLost(resolve);
  });
}

/**
 * Waits for a stop request: a signal, or the exit of the command that started this process. A second signal exits
 * immediately.
 */
function stopRequest(): { readonly requested: Promise<undefined>; readonly unregister: () => void } {
  let firstAt: number | undefined;
  let resolve: (value: undefined) => void = () => undefined;
  const requested = new Promise<undefined>((done) => {
    resolve = done;
  });
  const onStop = (): void => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      console.log('\nStopping …');
      resolve(undefined);
    } else if (Date.now() - firstAt > SECOND_SIGNAL_MS) {
      // Children exit with this process, and the next start takes over an orphaned database.
      process.exit(1);
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onStop);
  process.on('disconnect', onStop);
  return {
    requested,
    unregister: () => {
      for (const signal of signals) process.off(signal, onStop);
      process.off('disconnect', onStop);
      // The channel to the parent process must not keep this process alive.
      if (process.connected) process.disconnect();
    },
  };
}
