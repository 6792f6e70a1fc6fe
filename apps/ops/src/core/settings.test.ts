import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { readSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-start-'));
after(() => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'secrets.json');

test('creates a secret per counterparty and two own keys once, readable by their owner alone', () => {
  const made = readSecrets(folder, {});
  const { HUB88_PRIVATE_KEY: given, ...own } = made;
  assert.equal(given, undefined);
  const values = Object.values(own);
  assert.equal(new Set(values).size, 5);
  for (const value of values) assert.match(value ?? '', /^[0-9a-f]{64}$/);
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(readSecrets(folder, {}), made);
});

test("uses given secrets instead of the folder's and returns only the own keys of the folder with them", () => {
  const given = {
    SANDBOX_SECRET: 'given to this start',
    STUDIO_SECRET: 'given to the studio',
    HUB88_PRIVATE_KEY: 'PEM',
  };
  const { HASH_SECRET, OPERATOR_SECRET } = readSecrets(folder, {});
  assert.deepEqual(readSecrets(folder, given), {
    ...given,
    PROVIDER_SECRET: undefined,
    HASH_SECRET,
    OPERATOR_SECRET,
  });
  const all = { ...given, HASH_SECRET: 'given to all processes' };
  assert.equal(readSecrets(folder, all).HASH_SECRET, all.HASH_SECRET);
});

test('keeps the single secret of an older folder for its issued keys and creates the others', () => {
  fs.writeFileSync(file, JSON.stringify({ sandboxSecret: 'the old one' }));
  const made = readSecrets(folder, {});
  const { SANDBOX_SECRET: bank, STUDIO_SECRET: studio, PROVIDER_SECRET: provider } = made;
  assert.equal(provider, 'the old one');
  assert.equal(new Set([bank, studio, provider]).size, 3);
  assert.deepEqual(readSecrets(folder, {}), made);
});

test('accepts a database login of the operator', () => {
  const given = (OPERATOR_DATABASE_URL: string) => readSettings({ OPERATOR_DATABASE_URL }).operatorDatabaseUrl;
  assert.equal(given('postgres://boss@db.test/chaba'), 'postgres://boss@db.test/chaba');
  assert.throws(() => given('nothing'), /OPERATOR_DATABASE_URL must begin with postgres/);
});

test('listens on localhost in play mode by default', () => {
  const shown = (environment: Record<string, string>) => {
    const { host, isDemo, hasDemoHistory } = readSettings(environment);
    return [host, isDemo, hasDemoHistory];
  };
  assert.deepEqual(shown({}), ['127.0.0.1', true, true]);
  assert.deepEqual(shown({ HOST: '0.0.0.0', DEMO_HISTORY: 'off' }), ['0.0.0.0', true, false]);
  assert.deepEqual(shown({ CHABA_DEMO: 'off' }), ['127.0.0.1', false, false]);
  assert.deepEqual(shown({ CHABA_MODE: 'licensed' }), ['127.0.0.1', false, false]);
  assert.deepEqual([readSettings({}).hasDemoSites, readSettings({ DEMO_SITES: 'off' }).hasDemoSites], [true, false]);
  assert.throws(() => readSettings({ CHABA_DEMO: 'maybe' }), /CHABA_DEMO must be on or off, not "maybe"/);
});
