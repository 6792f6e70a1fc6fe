// A process of the back office, for tests that kill it while a job runs.

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { after } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';

/** Starts the process on a free port; it is killed at the end of the test file. */
export async function startOfficeProcess(operatorUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/back-office-main.ts'], {
    cwd: path.join(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: {
      ...process.env,
      DATABASE_URL: operatorUrl,
      BACK_OFFICE_PORT: String(await freePort()),
      SANDBOX_SECRET: 'sandbox-secret',
      HASH_SECRET: 'secret-of-hashes',
      OPERATOR_SECRET: 'secret-of-operators',
      SANDBOX_URL: 'http://127.0.0.1:9',
      CHABA_DEMO: 'on',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'error',
    },
  });
  after(() => child.kill('SIGKILL'));
  return child;
}
