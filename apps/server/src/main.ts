// The server process: reads its settings, connects to the database, starts, and stops cleanly.
//
//     settings → database checks → routes → root dropped → jobs → ready
//       ──SIGTERM, SIGINT──▶ draining (DRAIN_SECONDS) → streams sent elsewhere → calls and jobs done → closed

import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase } from '@chaba/database';

import { type Config, readConfig } from '#core/config';
import { observePool } from '#core/database-metrics';
import { checkDatabaseLog } from '#core/database-log';
import { requireProductLogin } from '#core/database-login';
import { checkDurability } from '#core/durability';
import { watchIntegrity } from '#core/integrity';
import { dropRoot } from '#core/process-user';
import { getInstanceName, VERSION } from '#core/instance';
import { integrityChangedFiles } from '#core/metrics';
import { openReplica } from '#core/replica';
import { requireMigrations } from '#core/schema-version';
import { endProcess, runProcess, stopOnSignal } from '#core/run-process';
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

await runProcess(start, { settings: '' });

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
    stopOnSignal(end);
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
  endProcess(abortedStep !== undefined);
}

function countConnections({ fastify }: App): Promise<number | undefined> {
  return new Promise((resolve) => {
    fastify.server.getConnections((error, count) => resolve(error ? undefined : count));
  });
}
