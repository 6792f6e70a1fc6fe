import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isLocalCaller } from './local-caller.ts';

const HOST = '127.0.0.1:3000';
const isLocal = (headers: Record<string, string | undefined>, remoteAddress = '127.0.0.1') =>
  isLocalCaller({ remoteAddress, headers: { host: HOST, ...headers } });

test('accepts a program on this machine by each loopback name', () => {
  for (const host of [HOST, 'localhost:3000', 'LOCALHOST', 'lanna.localhost:3000', '[::1]:3000', 'localhost.']) {
    assert.equal(isLocal({ host }), true, host);
  }
  for (const address of ['::1', '127.5.5.5', '::ffff:127.0.0.1']) assert.equal(isLocal({}, address), true, address);
  assert.equal(isLocal({ origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' }), true);
});

test('rejects other machines, proxies, foreign host names and pages of other origins', () => {
  for (const address of ['10.0.0.1', '203.0.113.7', '2001:db8::1', '', '128.0.0.1']) {
    assert.equal(isLocal({}, address), false, address);
  }
  for (const headers of [
    { host: 'evil.test:3000' },
    { host: '127.0.0.1.evil.test' },
    { host: 'localhost.evil.test' },
    { host: '192.168.1.20:3000' },
    { host: undefined },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=127.0.0.1' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:3001' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { host: 'evil.test:3000', origin: 'http://evil.test:3000', 'sec-fetch-site': 'same-origin' },
  ]) {
    assert.equal(isLocal(headers), false, JSON.stringify(headers));
  }
});
