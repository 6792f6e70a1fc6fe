// Secrets from files reach the settings, and a wrong file is reported without its content.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';

import { ConfigError, readConfig } from './config.ts';
import { SECRET_SETTINGS } from './secret-files.ts';

const SECRET = 'a-secret-of-the-file-0123456789abcdef';
const settings = {
  DATABASE_URL: 'postgres://chaba:pw@localhost/chaba',
  SANDBOX_SECRET: 'sandbox-secret-0123456789',
  HASH_SECRET: 'hash-secret-0123456789',
};

test('reads a secret from the file that NAME_FILE names', (t) => {
  const file = writeSecret(t, `${SECRET}\n`);
  const config = readConfig({ ...settings, SANDBOX_SECRET: '', SANDBOX_SECRET_FILE: file });
  assert.deepEqual(config.sandboxSecret, [SECRET]);
});

test('reads DATABASE_URL from a file', (t) => {
  const file = writeSecret(t, 'postgres://chaba:other@localhost/elsewhere');
  const config = readConfig({ ...settings, DATABASE_URL: undefined, DATABASE_URL_FILE: file });
  assert.equal(config.databaseUrl, 'postgres://chaba:other@localhost/elsewhere');
});

test('rejects a secret with two sources and names the setting only', (t) => {
  const file = writeSecret(t, SECRET);
  const start = (): unknown => readConfig({ ...settings, HASH_SECRET_FILE: file });
  assert.throws(start, {
    constructor: ConfigError,
    message: 'HASH_SECRET and HASH_SECRET_FILE are both set: keep one.',
  });
});

test('rejects a missing and an empty file', (t) => {
  const missing = (): unknown => readConfig({ ...settings, HASH_SECRET: '', HASH_SECRET_FILE: '/no/such/file' });
  assert.throws(missing, { message: 'HASH_SECRET_FILE cannot be read: "/no/such/file".' });
  const file = writeSecret(t, ' \n');
  const empty = (): unknown => readConfig({ ...settings, HASH_SECRET: '', HASH_SECRET_FILE: file });
  assert.throws(empty, { message: `HASH_SECRET_FILE is empty: "${file}".` });
});

test('takes a file with the word none, the default of a credential, as no source', (t) => {
  const file = writeSecret(t, 'none\n');
  const shared = { ...settings, METRICS_PORT: '9100', METRICS_TOKEN_FILE: file };
  assert.equal(readConfig(shared).metricsToken, undefined);
  assert.equal(readConfig({ ...shared, METRICS_TOKEN: SECRET }).metricsToken?.[0], SECRET);
  assert.equal(readConfig({ ...settings, DATABASE_REPLICA_URL_FILE: file }).replicaUrl, undefined);
  const required = (): unknown => readConfig({ ...settings, HASH_SECRET: undefined, HASH_SECRET_FILE: file });
  assert.throws(required, /HASH_SECRET is missing/);
});

test('covers every setting of config.ts with a secret’s name', () => {
  const source = fs.readFileSync(path.join(import.meta.dirname, 'config.ts'), 'utf8');
  const named = [...source.matchAll(/'([A-Z0-9_]*(?:SECRET|PRIVATE_KEY|DATABASE_URL))'/g)].map(
    ([, name]) => name ?? '',
  );
  assert.ok(named.length >= 5);
  for (const name of named) assert.ok((SECRET_SETTINGS as readonly string[]).includes(name), name);
});

function writeSecret(t: TestContext, content: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-secret-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'secret');
  fs.writeFileSync(file, content, { mode: 0o600 });
  return file;
}
