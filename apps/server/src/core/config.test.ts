import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { type Config, ConfigError, readConfig } from './config.ts';
import { listWeakSettings } from './licensed.ts';

const SECRET = 'a secret of this test';
const least = { DATABASE_URL: 'postgresql://localhost/chaba', SANDBOX_SECRET: SECRET, HASH_SECRET: 'of the hashes' };

test('requires a database and secrets only, and has defaults for all other settings', () => {
  const config = readConfig(least);
  assert.deepEqual(
    [config.mode, config.port, config.sandboxUrl, config.isRateLimited],
    ['play', 3000, 'http://127.0.0.1:3001', true],
  );
  assert.equal(readConfig({ ...least, STUDIO_URL: 'https://games.test/' }).studioUrl, 'https://games.test');
});

test('listens on loopback without demo and test key by default', () => {
  const { host, isDemo, testKey } = readConfig(least);
  assert.deepEqual([host, isDemo, testKey], ['127.0.0.1', false, 'local']);
  const open = readConfig({ ...least, HOST: '0.0.0.0', CHABA_DEMO: 'on', CHABA_TEST_KEY: 'on' });
  assert.deepEqual([open.host, open.isDemo, open.testKey], ['0.0.0.0', true, 'on']);
});

test('requires secrets and accepts one per counterparty', () => {
  const { SANDBOX_SECRET: _, ...without } = least;
  assert.throws(() => readConfig(without), /^ConfigError: SANDBOX_SECRET is missing: .*\.$/);
  const { HASH_SECRET: _key, ...withoutKey } = least;
  assert.throws(() => readConfig(withoutKey), /^ConfigError: HASH_SECRET is missing: .*\.$/);
  const one = readConfig(least);
  assert.deepEqual([one.sandboxSecret, one.studioSecret, one.providerSecret], [[SECRET], [SECRET], [SECRET]]);
  const three = readConfig({ ...least, STUDIO_SECRET: 'the studio knows it', PROVIDER_SECRET: 'the others know it' });
  assert.deepEqual(
    [three.sandboxSecret, three.studioSecret, three.providerSecret],
    [[SECRET], ['the studio knows it'], ['the others know it']],
  );
});

test('reads the headers of traces', () => {
  const read = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
    readConfig({ ...least, OTEL_EXPORTER_OTLP_HEADERS }).traceHeaders;
  assert.deepEqual(read('authorization=Bearer%20token, x-team=money'), {
    authorization: 'Bearer token',
    'x-team': 'money',
  });
  assert.deepEqual(read(''), {});
  for (const wrong of ['token', 'authorization=100%']) {
    assert.throws(() => read(wrong), /^ConfigError: OTEL_EXPORTER_OTLP_HEADERS must be a list of name=value/);
  }
});

test('requires a token of metrics that other machines reach', () => {
  const reachable = { ...least, METRICS_PORT: '9100', METRICS_HOST: '10.0.0.21' };
  assert.throws(() => readConfig(reachable), /needs METRICS_TOKEN_FILE/);
  assert.equal(readConfig({ ...reachable, METRICS_TOKEN: SECRET }).metricsToken?.[0], SECRET);
});

test('accepts two values of a secret, the first in use', () => {
  const two = readConfig({ ...least, SANDBOX_SECRET: `${SECRET}\n the next secret\n` });
  assert.deepEqual(two.sandboxSecret, [SECRET, 'the next secret']);
  assert.deepEqual(two.studioSecret, [SECRET, 'the next secret']);
  for (const wrong of [`${SECRET}\n${SECRET}`, `${SECRET}\nthe next secret\nthe third secret`]) {
    assert.throws(() => readConfig({ ...least, SANDBOX_SECRET: wrong }), /SANDBOX_SECRET has one value, or two/);
  }
  assert.throws(() => readConfig({ ...least, SANDBOX_SECRET: `${SECRET}\nshort` }), /at least 12 characters/);
});

test('accepts PEM keys in one line', () => {
  const { publicKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const inOneLine = publicKey.trim().replaceAll('\n', String.raw`\n`);
  const readKeys = (given: string) => readConfig({ ...least, HUB88_PUBLIC_KEY: given }).hub88PublicKeys;
  assert.deepEqual(readKeys(inOneLine), [publicKey.trim()]);
  assert.deepEqual(readKeys(`${inOneLine}\n${publicKey}`), [publicKey.trim(), publicKey.trim()]);
  assert.deepEqual(readConfig(least).hub88PublicKeys, []);
});

test('rejects an invalid setting with a sentence that names it and contains no secret', () => {
  const wrong: Record<string, string>[] = [
    { DATABASE_URL: '' },
    { DATABASE_URL: 'mysql://x' },
    { PORT: '70000' },
    { PORT: 'abc' },
    { PORT: '3000.5' },
    { CHABA_MODE: 'real' },
    { CHABA_RATE_LIMITS: 'maybe' },
    { SANDBOX_URL: 'not an address' },
    { CHABA_API_BASE: 'ftp://x' },
    { WEB_ORIGINS: 'https://a.test/path' },
    { IMAGE_HOSTS: 'https://a.test' },
    { TRUST_PROXY: '-1' },
    { DATABASE_STATEMENT_SECONDS: '0' },
    { DATABASE_SYNC: 'on' },
    { DATABASE_JOB_STATEMENT_SECONDS: 'for ever' },
    { LOG_LEVEL: 'loud' },
    { SANDBOX_SECRET: 'short-one' },
    { HASH_SECRET: 'short-key' },
    { STUDIO_SECRET: 'short-two' },
    { PROVIDER_SECRET: 'short-three' },
    { CHABA_DEMO: 'yes' },
    { CHABA_TEST_KEY: 'everybody' },
    { HUB88_PUBLIC_KEY: 'no key' },
    { HUB88_PRIVATE_KEY: 'no key', HUB88_API_URL: 'https://hub.test', HUB88_OPERATOR_ID: '7' },
    { HUB88_API_URL: 'https://hub.test' },
    { DATABASE_URL: 'postgres://[' },
    { CHABA_MODE: 'licensed' },
  ];
  for (const settings of wrong) {
    const [name = '', value = ''] = Object.entries(settings)[0] ?? [];
    assert.throws(
      () => readConfig({ ...least, ...settings }),
      (error: unknown) =>
        error instanceof ConfigError &&
        error.message.includes(name) &&
        error.message.endsWith('.') &&
        (!name.endsWith('_SECRET') || !error.message.includes(value)),
      name,
    );
  }
});

test('requires a currently valid licence and no sandbox in licensed mode', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-licence-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'licence.json');
  const licensed = { ...least, CHABA_MODE: 'licensed', CHABA_LICENCE: file };
  const licence = {
    issuer: 'Somebody',
    number: '1',
    territories: ['XX'],
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
  };
  const now = new Date('2026-06-01T00:00:00Z');
  const write = (record: unknown) => fs.writeFileSync(file, JSON.stringify(record));
  assert.throws(() => readConfig(licensed, now), /must name a JSON file/);
  write({ ...licence, territories: [] });
  assert.throws(() => readConfig(licensed, now), /not complete/);
  write({ ...licence, validFrom: '2026-06-02' });
  assert.throws(() => readConfig(licensed, new Date('2026-06-01T16:59:59Z')), /not valid today/);
  assert.throws(() => readConfig(licensed, new Date('2026-06-01T17:00:00Z')), /still the sandbox/);
  write({ ...licence, validTo: '2026-02-01' });
  assert.throws(() => readConfig(licensed, now), /not valid today/);
  write(licence);
  assert.throws(() => readConfig(licensed, now), /still the sandbox/);
});

test('rejects every weak setting in licensed mode with its own sentence', () => {
  const strong: Config = {
    ...readConfig(least),
    mode: 'licensed',
    isHttps: true,
    isSyncRequired: true,
    sandboxSecret: ['a'.repeat(32), 'e'.repeat(32)],
    studioSecret: ['b'.repeat(32)],
    providerSecret: ['c'.repeat(32)],
    hashSecret: ['d'.repeat(32)],
  };
  const weaknesses = (weaker: Partial<Config>, is: { adapters?: string; isRoot?: boolean } = {}) =>
    listWeakSettings({ ...strong, ...weaker }, { adapters: 'real', isRoot: false, ...is });
  assert.deepEqual(weaknesses({}), []);
  const remote = 'postgres://chaba@db.test/chaba';
  assert.deepEqual(weaknesses({ databaseUrl: `${remote}?sslmode=verify-full` }), []);
  const cases: readonly (readonly [string[], RegExp])[] = [
    [weaknesses({}, { adapters: 'sandbox' }), /^bank.*CHABA_ADAPTERS/],
    [weaknesses({}, { isRoot: true }), /as root:/],
    [weaknesses({ isDemo: true }), /CHABA_DEMO/],
    [weaknesses({ testKey: 'on' }), /CHABA_TEST_KEY/],
    [weaknesses({ isRateLimited: false }), /CHABA_RATE_LIMITS/],
    [weaknesses({ isSyncRequired: false }), /DATABASE_SYNC/],
    [weaknesses({ isHttps: false }), /CHABA_HTTPS/],
    [weaknesses({ studioSecret: strong.sandboxSecret }), /four different/],
    [weaknesses({ hashSecret: strong.sandboxSecret }), /four different/],
    [weaknesses({ hashSecret: ['short-and-fine'] }), /at least 32/],
    [weaknesses({ providerSecret: ['c'.repeat(32), 'short-and-fine'] }), /at least 32/],
    [weaknesses({ databaseUrl: remote }), /sslmode/],
    [weaknesses({ databaseUrl: `${remote}?sslmode=require` }), /sslmode/],
  ];
  for (const [sentences, expected] of cases) {
    assert.equal(sentences.length, 1, String(expected));
    assert.match(sentences[0] ?? '', expected);
  }
});

test('rejects root in licensed mode only', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-licence-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'licence.json');
  const territories = ['XX'];
  fs.writeFileSync(
    file,
    JSON.stringify({ issuer: 'I', number: '1', territories, validFrom: '2026-01-01', validTo: '2026-12-31' }),
  );
  const licensed = { ...least, CHABA_MODE: 'licensed', CHABA_LICENCE: file };
  const now = new Date('2026-06-01T00:00:00Z');
  assert.throws(() => readConfig(licensed, now, true), /runs as root/);
  assert.throws(
    () => readConfig(licensed, now, false),
    (error: Error) => !error.message.includes('root'),
  );
  assert.equal(readConfig(least, now, true).runAs, 'nobody');
});
