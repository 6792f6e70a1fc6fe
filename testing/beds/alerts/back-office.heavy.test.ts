// Alerts about the back office: each fires by its cause on a running process, in a real Prometheus, and ends by the
// action of its rule (deploy/prometheus/rules.yml).

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { freePort } from '@chaba/embedded-postgres';
import { type Service, startService } from '@chaba/ops/start/services';
import { createSites } from '@chaba/server/testing/factories';
import { openProcessLog } from '@chaba/server/testing/process-log';

import { listMissingPrograms, openAlertBed } from './alert-bed.ts';

const NAMES = ['demo-payments', 'demo-risk', 'demo-finance', 'demo-marketing'];
/** Wrong tries that lock a name. */
const TRIES = 3;

async function openOffice() {
  const database = await testDatabase();
  await createSites(database);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const log = openProcessLog('back office');
  let service: Service | undefined;
  after(() => service?.stop('SIGKILL'));
  const start = async (): Promise<void> => {
    service = await startService({
      name: 'back office',
      script: 'apps/server/src/back-office-main.ts',
      address: url,
      environment: {
        DATABASE_URL: database.operatorUrl,
        BACK_OFFICE_PORT: String(port),
        BACK_OFFICE_METRICS_PORT: String(metricsPort),
        SANDBOX_SECRET: 'sandbox-secret',
        HASH_SECRET: 'secret-of-hashes',
        OPERATOR_SECRET: 'secret-of-operators',
        SANDBOX_URL: 'http://127.0.0.1:9',
        CHABA_DEMO: 'on',
        CHABA_RATE_LIMITS: 'off',
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'info',
      },
      output: log,
    });
  };
  await start();
  const signIn = async (name: string): Promise<number> => {
    const answer = await fetch(`${url}/back-office/v1/sign-in`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', 'x-back-office': '1' },
      body: JSON.stringify({ name, password: 'a wrong password' }),
    });
    return answer.status;
  };
  return { database, metricsPort, start, signIn, kill: async () => service?.stop('SIGKILL') };
}

test('fires BackOfficeDown and OperatorLockouts, until the process is back and the tries have ended', async () => {
  if (listMissingPrograms().length > 0) return;
  const { database, metricsPort, start, signIn, kill } = await openOffice();
  const bed = await openAlertBed([{ job: 'back-office', addresses: [`127.0.0.1:${metricsPort}`] }]);
  await bed.tryAlerts([
    {
      alert: 'OperatorLockouts',
      async cause() {
        for (const name of NAMES) for (let tries = 0; tries < TRIES; tries += 1) assert.equal(await signIn(name), 422);
      },
      async action() {
        const locked = await database.owner.rows<{ operator: string }>(sql`
          select distinct operator from audit_entry where action = 'operator.locked' order by operator`);
        assert.deepEqual(
          locked.map(({ operator }) => operator),
          NAMES.toSorted((one, other) => one.localeCompare(other)),
        );
      },
    },
  ]);
  await bed.tryAlerts([
    {
      alert: 'BackOfficeDown',
      async cause() {
        await kill();
      },
      action: start,
    },
  ]);
});
