import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { readConfig } from './config.ts';

test('keeps paid spins 2,500 ms apart or more without a setting', () => {
  const environment = { SANDBOX_SECRET: 'a secret of the sandbox' };
  assert.ok(readConfig(environment).spinMs >= 2_500);
  assert.equal(readConfig({ ...environment, STUDIO_SPIN_MS: '10' }).spinMs, 10);
});

test('reads a secret from a file, and names a missing file and a second source', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-sandbox-secret-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'secret');
  fs.writeFileSync(file, 'a secret of the file\n', { mode: 0o600 });
  assert.equal(readConfig({ SANDBOX_SECRET_FILE: file }).secrets.bank, 'a secret of the file');
  const missing = (): unknown => readConfig({ SANDBOX_SECRET_FILE: '/no/such/file' });
  assert.throws(missing, { message: 'SANDBOX_SECRET_FILE cannot be read: "/no/such/file".' });
  const empty = path.join(path.dirname(file), 'empty');
  fs.writeFileSync(empty, '\n');
  assert.throws(() => readConfig({ SANDBOX_SECRET: 'a secret of the sandbox', STUDIO_SECRET_FILE: empty }), {
    message: `STUDIO_SECRET_FILE is empty: "${empty}".`,
  });
  const both = (): unknown => readConfig({ SANDBOX_SECRET_FILE: file, SANDBOX_SECRET: 'a secret of the sandbox' });
  assert.throws(both, { message: 'SANDBOX_SECRET and SANDBOX_SECRET_FILE are both set: keep one.' });
});
