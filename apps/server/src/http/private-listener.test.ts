import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';

import { readConfig } from '#core/config';
import { buildTestApp } from '#testing/build-app';

import { startPrivateListener } from './private-listener.ts';

const TOKEN = 'a-token-of-twenty-letters';
const OTHER_TOKEN = 'the-next-token-of-letters';
const sources = {
  checkHealth: (url: string) => Promise.resolve({ status: 200, body: `{"path":"${url}"}` }),
  renderStatus: () => Promise.resolve({ status: 200, html: '<h1>Chaba is good</h1>' }),
};

async function start(options: { readonly metricsToken?: readonly [string, string] } = {}): Promise<string> {
  const metricsPort = await freePort();
  const config = { metricsHost: '127.0.0.1', metricsPort, metricsToken: options.metricsToken };
  const listener = await startPrivateListener(config, sources);
  after(() => listener?.close());
  return `http://127.0.0.1:${metricsPort}`;
}

test('serves metrics, the status page and health checks', async () => {
  const url = await start();
  const page = await fetch(`${url}/metrics`);
  assert.match(page.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.match(await page.text(), /# TYPE chaba_http_requests_total counter/);
  assert.match(await (await fetch(`${url}/ops`)).text(), /Chaba is good/);
  assert.deepEqual(await (await fetch(`${url}/readyz`)).json(), { path: '/readyz' });
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.equal((await fetch(`${url}/other`)).status, 404);
  assert.equal((await fetch(`${url}/metrics`, { method: 'POST' })).status, 405);
});

test('requires a token for metrics and status where one is set', async () => {
  const url = await start({ metricsToken: [TOKEN, OTHER_TOKEN] });
  const statuses = await Promise.all(
    [undefined, 'Bearer wrong', `Bearer ${TOKEN}`, `Bearer ${OTHER_TOKEN}`].map(async (authorization) => {
      const headers = authorization === undefined ? undefined : { authorization };
      return (await fetch(`${url}/metrics`, headers === undefined ? {} : { headers })).status;
    }),
  );
  assert.deepEqual(statuses, [401, 401, 200, 200]);
  assert.equal((await fetch(`${url}/ops`)).status, 401);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
});

test('rejects a foreign host name without a token', async () => {
  const url = new URL(await start());
  const { request } = await import('node:http');
  const status = await new Promise((resolve) => {
    request(new URL('/metrics', url), { headers: { host: 'evil.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end();
  });
  assert.equal(status, 403);
});

test('is off at port 0 and needs a token beyond this machine', async () => {
  const base = { DATABASE_URL: 'postgres://a@b/c', SANDBOX_SECRET: 'sandbox-secret', HASH_SECRET: 'secret-of-hashes' };
  const off = readConfig(base);
  assert.equal(await startPrivateListener(off, sources), undefined);
  const wide = { ...base, METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' };
  assert.throws(() => readConfig(wide), /METRICS_TOKEN_FILE/);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-token-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'token');
  fs.writeFileSync(file, `${TOKEN}\n`);
  assert.deepEqual(readConfig({ ...wide, METRICS_TOKEN_FILE: file }).metricsToken, [TOKEN]);
  fs.writeFileSync(file, 'short');
  assert.throws(() => readConfig({ ...wide, METRICS_TOKEN_FILE: file }), /at least 12 characters/);
  assert.throws(() => readConfig({ ...wide, METRICS_TOKEN_FILE: path.join(folder, 'none') }), /cannot be read/);
});

test('serves neither metrics nor status on the public port', async () => {
  const app = await buildTestApp();
  for (const place of ['/metrics', '/ops', '/ops/', '/metrics/x']) {
    assert.equal((await app.send({ method: 'GET', path: place })).status, 404, place);
  }
  assert.equal((await app.send({ method: 'GET', path: '/readyz' })).status, 200);
});
