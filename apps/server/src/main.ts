// The server process: reads its settings, connects to the database, starts, and stops cleanly.
//
//     settings → database checks → routes → root dropped → jobs → ready ──SIGTERM, SIGINT──▶ jobs done → closed

import { openDatabase } from '@chaba/database';

import { ConfigError, readConfig } from '#core/config';
import { observePool } from '#core/database-metrics';
import { checkDatabaseLog } from '#core/database-log';
import { requireProductLogin } from '#core/database-login';
import { checkDurability } from '#core/durability';
import { watchIntegrity } from '#core/integrity';
import { dropRoot } from '#core/process-user';
import { integrityChangedFiles } from '#core/metrics';
import { redactError } from '#core/redaction';
import { requireMigrations } from '#core/schema-version';
import { startPrivateListener } from '#http/private-listener';
import { startJobs } from '#jobs/jobs';
import { renderStatusPage, startBeat } from '#modules/operations';

import { buildApp, jobs } from './app.ts';

const STOP_PATIENCE_MS = 10_000;
/** Jobs run in sequence and between transactions hold no connection, so few connections suffice. */
const JOB_POOL_SIZE = 4;

process.on('uncaughtException', exitOnUncaught);

try {
  await start();
} catch (error) {
  // A wrong setting or an occupied port gets one sentence; any other error gets its stack.
  console.error(formatStartError(error) ?? redactError(error).stack);
  process.exitCode = 1;
}

/** Ends the process on an uncaught error as Node does, but without the error's details, which may be personal data. */
function exitOnUncaught(error: unknown): void {
  console.error(redactError(error).stack);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig();
  await requireProductLogin(config);
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
    ...observePool('jobs'),
  });
  try {
    await requireMigrations(database);
    const app = await buildApp({ config, database });
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

    let isStopping = false;
    const stop = async (): Promise<void> => {
      if (isStopping) return;
      isStopping = true;
      const force = setTimeout(() => process.exit(1), STOP_PATIENCE_MS);
      integrity.stop();
      beat.setState('draining');
      await running?.stop();
      await app.close();
      await privateListener?.close();
      await beat.stop();
      await Promise.all([database.close(), jobDatabase.close()]);
      clearTimeout(force);
      // An open IPC channel to the parent process would keep this process alive.
      if (process.connected) process.disconnect();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  } catch (error) {
    await Promise.all([database.close(), jobDatabase.close()]);
    throw error;
  }
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
