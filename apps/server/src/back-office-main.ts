// The back office process: reads its settings, connects to the database as operator, starts, and stops cleanly.
//
//     settings → database checks → demo operators → listening → ready ──SIGTERM, SIGINT──▶ draining → closed
//
// Elsewhere: its composition (back-office.ts), the server (main.ts).

import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase } from '@chaba/database';

import { type BackOfficeConfig, readBackOfficeConfig } from '#core/config';
import { observePool } from '#core/database-metrics';
import { requireOperatorLogin } from '#core/database-login';
import { dropRoot } from '#core/process-user';
import { requireMigrations } from '#core/schema-version';
import { endProcess, runProcess, stopOnSignal } from '#core/run-process';
import { runStopSteps } from '#core/stop';
import { startPrivateListener } from '#http/private-listener';
import { startBeat } from '#modules/operations';

import { type BackOffice, buildBackOffice, startProcessJobs } from './back-office.ts';

const ABORT_AFTER_MS = 30_000;
const POOL_SIZE = 10;

await runProcess(start, { settings: 'BACK_OFFICE_' });

async function start(): Promise<void> {
  const config = readBackOfficeConfig();
  await requireOperatorLogin(config);
  const database = openDatabase({
    url: config.databaseUrl,
    poolSize: POOL_SIZE,
    statementTimeoutMs: config.statementTimeoutMs,
    applicationName: 'chaba back office',
    ...observePool('call'),
  });
  try {
    await requireMigrations(database);
    const office = await buildBackOffice({ config, database });
    const beat = await startBeat(office.context, 'back office');
    await office.fastify.listen({ host: config.host, port: config.port });
    const privateListener = await startPrivateListener(config, {
      async checkHealth(url) {
        const { statusCode, body } = await office.fastify.inject({ method: 'GET', url });
        return { status: statusCode, body };
      },
      renderStatus: async () => ({ status: 404, html: '' }),
    });
    dropRoot({ ...config, webRoot: config.backOfficeRoot }, office.context.log);
    office.lifecycle.markReady();
    const stopJobs = startProcessJobs(office.context);
    beat.setState('ready');
    const closeStatus = async (): Promise<void> => {
      await privateListener?.close();
      await beat.stop();
    };
    stopOnSignal(async () => {
      beat.setState('draining');
      await stopProcess(office, { config, database, closeStatus, stopJobs });
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function stopProcess(
  office: BackOffice,
  of: {
    readonly config: BackOfficeConfig;
    readonly database: Database;
    readonly closeStatus: () => Promise<void>;
    readonly stopJobs: () => Promise<void>;
  },
): Promise<void> {
  office.lifecycle.startDraining();
  const aborted = await runStopSteps(
    [
      { name: 'draining', run: () => sleep(of.config.drainMs) },
      { name: 'exports, imports, seals', run: of.stopJobs },
      { name: 'calls', run: () => office.close() },
      { name: 'status', run: of.closeStatus },
      { name: 'connections of the database', run: () => of.database.close() },
    ],
    { abortAfterMs: ABORT_AFTER_MS, log: office.context.log, describeOpen: async () => ({}) },
  );
  endProcess(aborted !== undefined);
}
