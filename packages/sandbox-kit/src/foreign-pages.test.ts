import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createApp } from './http.ts';

const app = createApp({ publicUrl: 'https://sandbox.test', serverUrl: 'http://127.0.0.1:3000' });
for (const url of ['/bank', '/bank/transfers', '/studio/behaviour', '/studio/v1/spin']) {
  app.post(url, () => ({ code: 'OK' }));
  app.get(url, () => ({ code: 'OK' }));
}

type Method = 'GET' | 'POST';
const status = async (url: string, headers: Record<string, string>, method: Method = 'POST'): Promise<number> =>
  (await app.inject({ method, url, headers: { host: '127.0.0.1:3001', ...headers } })).statusCode;

test('rejects requests of other sites to the controls', async () => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.test' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'null' },
    { host: 'elsewhere.test:3001' },
    { host: 'elsewhere.test:3001', origin: 'http://elsewhere.test:3001', 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of foreign) {
    for (const url of ['/bank', '/bank/transfers?feed=late', '/studio/behaviour']) {
      assert.equal(await status(url, headers), 403, `${url} ${JSON.stringify(headers)}`);
    }
    assert.equal(await status('/bank', headers, 'GET'), 200, 'the page itself is open');
    assert.equal(await status('/studio/v1/spin', headers), 200, 'a game carries a session of its own');
  }
});

test('serves its own pages and programs under each host name of the sandbox', async () => {
  const own = [
    {},
    { origin: 'http://127.0.0.1:3001' },
    { origin: 'http://127.0.0.1:3001', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { host: 'localhost:3001', origin: 'http://localhost:3001' },
    { host: 'lanna.localhost:3001' },
    { host: '192.168.1.20:3001', origin: 'http://192.168.1.20:3001' },
    { host: '[::1]:3001' },
    { host: 'sandbox.test', origin: 'https://sandbox.test' },
  ];
  for (const headers of own) assert.equal(await status('/bank/transfers', headers), 200, JSON.stringify(headers));
});
