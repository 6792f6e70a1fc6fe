import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readConfig } from './config.ts';

test('keeps paid spins 2,500 ms apart or more without a setting', () => {
  const environment = { SANDBOX_SECRET: 'a secret of the sandbox' };
  assert.ok(readConfig(environment).spinMs >= 2_500);
  assert.equal(readConfig({ ...environment, STUDIO_SPIN_MS: '10' }).spinMs, 10);
});
