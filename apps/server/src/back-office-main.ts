// The back office process: reads its settings, connects to the database as operator, starts, and stops cleanly.
//
//     settings → database checks → demo operators → listening → ready ──SIGTERM, SIGINT──▶ draining → closed
//
// Elsewhere: its composition (back-office.ts), the server (main.ts).

import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase } from '@chaba/database';

import { type BackOfficeConfig, ConfigError, readBackOfficeConfig } from '#core/config';
import { observePool } from '#core/database-metrics';
import { requireOperatorLogin } from '#core/database-login';
import { dropRoot } from '#core/process-user';
import { redactError } from '#core/redaction';
import { requireMigrations } from '#core/schema-version';
import { runStopSteps } from '#core/stop';
import { startPrivateListener } from '#http/private-listener';
import { startBeat } from '#modules/operations';

import { type BackOffice, buildBackOffice } from './back-office.ts';

const ABORT_AFTER_MS = 30_000;
const POOL_SIZE = 10;

process.on('uncaughtException', exitOnUncaught);

try {
  await start();
} catch (error) {
  console.error(formatStartError(error) ?? redactError(error).stack);
  process.exit(1);
}

/** Ends the process on an uncaught error as Node does, but without the error's details, which may be personal data. */
function exitOnUncaught(error: unknown): void {
  console.error(redactError(error).stack);
  process.exit(1);
}

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
    beat.setState('ready');
    const closeStatus = async (): Promise<void> => {
      await privateListener?.close();
      await beat.stop();
    };
    const stop = once(async () => {
      beat.setState('draining');
      await stopProcess(office, { config, database, closeStatus });
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
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
  },
): Promise<void> {
  office.lifecycle.startDraining();
  const aborted = await runStopSteps(
    [
      { name: 'draining', run: () => sleep(of.config.drainMs) },
      { name: 'calls', run: () => office.close() },
      { name: 'status', run: of.closeStatus },
      { name: 'connections of the database', run: () => of.database.close() },
    ],
    { abortAfterMs: ABORT_AFTER_MS, log: office.context.log, describeOpen: async () => ({}) },
  );
  if (aborted !== undefined) process.exit(1);
  // An open IPC channel to the parent process would keep this process alive.
  if (process.connected) process.disconnect();
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
  if (error.code === 'EADDRINUSE') {
    return 'BACK_OFFICE_PORT is in use by another program: stop it, or choose another port.';
  }
  if (error.code === 'EACCES') return 'BACK_OFFICE_PORT cannot be used by this user: choose one above 1023.';
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return 'BACK_OFFICE_HOST is no address of this machine.';
  }
  if (error.code === 'ECONNREFUSED') return 'The database of DATABASE_URL does not answer.';
  return undefined;
}
