// Settings of the back office: licensed mode rejects the weak ones, each by its sentence.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ConfigError, readBackOfficeConfig } from './config.ts';
import { listWeakBackOffice } from './licensed.ts';

const GIVEN = {
  DATABASE_URL: 'postgres://chaba_operator@127.0.0.1/chaba',
  SANDBOX_SECRET: 'sandbox-secret',
  HASH_SECRET: 'secret-of-hashes',
  OPERATOR_SECRET: 'secret-of-operators',
};

test('listens on this machine by default, whatever HOST is', () => {
  const { host, port, isDemo, backOfficeOrigin } = readBackOfficeConfig({ ...GIVEN, HOST: '0.0.0.0', PORT: '80' });
  assert.deepEqual([host, port, isDemo, backOfficeOrigin], ['127.0.0.1', 3003, false, undefined]);
});

test('requires a secret of its own', () => {
  assert.throws(() => readBackOfficeConfig({ ...GIVEN, OPERATOR_SECRET: undefined }), /OPERATOR_SECRET is missing/);
});

test('reads networks, and rejects what is none', () => {
  const read = (BACK_OFFICE_ALLOW: string) => readBackOfficeConfig({ ...GIVEN, BACK_OFFICE_ALLOW }).allowedNetworks;
  assert.deepEqual(read('10.0.0.0/8, 2001:db8::1'), [
    { address: '10.0.0.0', bits: 8 },
    { address: '2001:db8::1', bits: 128 },
  ]);
  for (const wrong of ['10.0.0.0/33', 'office', '10.0.0']) assert.throws(() => read(wrong), ConfigError);
});

test('names each weakness that licensed mode rejects', () => {
  const strong = 'x'.repeat(40);
  const config = {
    sandboxSecret: ['a'.repeat(40)],
    studioSecret: ['b'.repeat(40)],
    providerSecret: ['c'.repeat(40)],
    hashSecret: ['d'.repeat(40)],
    operatorSecret: [strong],
    backOfficeOrigin: 'https://office.example',
  };
  assert.deepEqual(listWeakBackOffice(config), []);
  const first = (change: Partial<typeof config> & { backOfficeOrigin?: string | undefined }) =>
    listWeakBackOffice({ ...config, ...change })[0] ?? '';
  assert.match(first({ backOfficeOrigin: 'http://office.example' }), /https: set BACK_OFFICE_ORIGIN/);
  assert.match(listWeakBackOffice({ ...config, backOfficeOrigin: undefined })[0] ?? '', /BACK_OFFICE_ORIGIN/);
  assert.match(first({ operatorSecret: config.hashSecret }), /must differ/);
  assert.match(first({ operatorSecret: ['short-secret'] }), /at least 32 characters/);
});
