// The server process: reads its settings, connects to the database, starts, and stops cleanly.
//
//     settings → database checks → routes → root dropped → jobs → ready
//       ──SIGTERM, SIGINT──▶ draining (DRAIN_SECONDS) → streams sent elsewhere → calls and jobs done → closed

import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase } from '@chaba/database';

import { type Config, ConfigError, readConfig } from '#core/config';
import { observePool } from '#core/database-metrics';
import { checkDatabaseLog } from '#core/database-log';
import { requireProductLogin } from '#core/database-login';
import { checkDurability } from '#core/durability';
import { watchIntegrity } from '#core/integrity';
import { dropRoot } from '#core/process-user';
import { getInstanceName, VERSION } from '#core/instance';
import { integrityChangedFiles } from '#core/metrics';
import { redactError } from '#core/redaction';
import { openReplica } from '#core/replica';
import { requireMigrations } from '#core/schema-version';
import { runStopSteps } from '#core/stop';
import { startTracing } from '#core/tracing';
import { startPrivateListener } from '#http/private-listener';
import { type Jobs, startJobs } from '#jobs/jobs';
import { renderStatusPage, startBeat } from '#modules/operations';

import { type App, buildApp, jobs } from './app.ts';

const ABORT_AFTER_MS = 30_000;
const JOB_PATIENCE_MS = 3_000;
/** Jobs run in sequence and between transactions hold no connection, so few connections suffice. */
const JOB_POOL_SIZE = 4;

process.on('uncaughtException', exitOnUncaught);

try {
  await start();
} catch (error) {
  // A wrong setting or an occupied port gets one sentence; any other error gets its stack. Parts that were started
  // already, such as the heartbeat and pub/sub, would keep the process alive.
  console.error(formatStartError(error) ?? redactError(error).stack);
  process.exit(1);
}

/** Ends the process on an uncaught error as Node does, but without the error's details, which may be personal data. */
function exitOnUncaught(error: unknown): void {
  console.error(redactError(error).stack);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig();
  await requireProductLogin(config);
  // Loaded before the pools and routes, which read whether tracing is on.
  const stopTracing = await openTracing(config);
  const database = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    applicationName: 'chaba server',
    ...observePool('call'),
  });
  const jobDatabase = openDatabase({
    url: config.databaseUrl,
    poolSize: JOB_POOL_SIZE,
    statementTimeoutMs: config.jobStatementTimeoutMs,
    applicationName: 'chaba jobs',
    shouldCancelOrphans: true,
    ...observePool('jobs'),
  });
  const replica = openReplica(database, config);
  try {
    await requireMigrations(database);
    const app = await buildApp({ config, database, replica });
    await checkDurability(app.context);
    await checkDatabaseLog(app.context);
    const integrity = await watchIntegrity(config, app.context.log);
    integrityChangedFiles.onRead((add) => add(integrity.countChangedFiles()));
    const beat = await startBeat(app.context);
    await app.fastify.listen({ host: config.host, port: config.port });
    const privateListener = await startPrivateListener(config, {
      async checkHealth(url) {
        const { statusCode, body } = await app.fastify.inject({ method: 'GET', url });
        return { status: statusCode, body };
      },
      renderStatus: () => renderStatusPage(app.context),
    });
    dropRoot(config, app.context.log);
    const running = config.isRunningJobs ? startJobs(app.context, jobs, jobDatabase) : undefined;
    app.markReady();
    beat.setState('ready');

    const end = async (): Promise<void> => {
      integrity.stop();
      beat.setState('draining');
      await stopProcess({
        app,
        running,
        drainMs: config.drainMs,
        closeStatus: async () => {
          await privateListener?.close();
          await beat.stop();
          await stopTracing();
        },
        databases: [...(replica ? [replica] : []), database, jobDatabase],
      });
    };
    const stop = once(end);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  } catch (error) {
    await Promise.all([replica?.close(), database.close(), jobDatabase.close()]);
    throw error;
  }
}

async function openTracing(config: Config): Promise<() => Promise<void>> {
  const { traceEndpoint: endpoint, traceHeaders: headers } = config;
  if (endpoint === undefined) return () => Promise.resolve();
  return startTracing({ endpoint, headers, version: VERSION, instance: getInstanceName(config) });
}

type Stopping = {
  readonly app: App;
  readonly running: Jobs | undefined;
  readonly drainMs: number;
  /** Ends the private listener, the heartbeat of this process and its traces. */
  readonly closeStatus: () => Promise<void>;
  readonly databases: readonly Pick<Database, 'close'>[];
};

/** Ends the process without a lost call: the edge sends calls elsewhere before the listener closes. */
async function stopProcess({ app, running, drainMs, closeStatus, databases }: Stopping): Promise<void> {
  const { log } = app.context;
  log.info({ drainMs }, 'stop started');
  app.startDraining();
  const jobsStopped = running?.stop(Math.max(drainMs, JOB_PATIENCE_MS));
  const abortedStep = await runStopSteps(
    [
      { name: 'draining', run: () => sleep(drainMs) },
      // Streams end and reconnect to other processes, the listener closes, calls in flight end, and lanes finish their
      // queues.
      { name: 'calls', run: () => app.close() },
      { name: 'jobs', run: async () => jobsStopped },
      { name: 'status', run: closeStatus },
      { name: 'connections of the database', run: () => Promise.all(databases.map((database) => database.close())) },
    ],
    {
      abortAfterMs: ABORT_AFTER_MS,
      log,
      describeOpen: async () => ({ connections: await countConnections(app), jobs: running?.listRunning() ?? [] }),
    },
  );
  if (abortedStep !== undefined) process.exit(1);
  // An open IPC channel to the parent process would keep this process alive.
  if (process.connected) process.disconnect();
}

function countConnections({ fastify }: App): Promise<number | undefined> {
  return new Promise((resolve) => {
    fastify.server.getConnections((error, count) => resolve(error ? undefined : count));
  });
}

/** Runs the work at the first call only. */
function once(work: () => Promise<void>): () => void {
  let started: Promise<void> | undefined;
  return () => {
    started ??= work();
  };
}

function formatStartError(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'EADDRINUSE') return 'PORT is in use by another program: stop it, or choose another port.';
  if (error.code === 'EACCES') return 'PORT cannot be used by this user: choose one above 1023.';
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return 'HOST is no address of this machine.';
  if (error.code === 'ECONNREFUSED') return 'The database of DATABASE_URL does not answer.';
  return undefined;
}
