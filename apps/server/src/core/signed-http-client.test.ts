import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';

import { createSignedHttpClient, listOpenBreakers, UpstreamUnavailableError } from './signed-http-client.ts';
import { checkSignature, deriveSecret, createSignedHeaders } from './signature.ts';

let respondWith: (request: IncomingMessage, body: string, response: ServerResponse) => void = (
  _request,
  _body,
  response,
) => response.end('{}');
let calls = 0;
const party = createServer((request, response) => {
  calls += 1;
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => respondWith(request, body, response));
});
await new Promise<void>((resolve) => party.listen(0, '127.0.0.1', resolve));
after(() => party.close());
const baseUrl = `http://127.0.0.1:${(party.address() as AddressInfo).port}`;
const secret = deriveSecret('sandbox-secret', 'bank');
/** A long timeout for a busy machine; only the test of missing responses shortens it. */
const open = (timeoutMs = 20_000) =>
  createSignedHttpClient({ name: 'the party', baseUrl, keyId: 'bank', secret, timeoutMs });

test('signs time, method, target and body of a request and returns the response', async () => {
  respondWith = (request, body, response) => {
    const check = checkSignature(request.headers, { method: 'POST', target: '/ask?x=1', body }, (keyId) =>
      keyId === 'bank' ? [secret] : undefined,
    );
    response.end(JSON.stringify({ ok: check.ok, body: JSON.parse(body) as unknown }));
  };
  assert.deepEqual(await open().request('POST', '/ask?x=1', { name: 'สมชาย' }), { ok: true, body: { name: 'สมชาย' } });
});

test('rejects a signature when any part differs or after five minutes', () => {
  const message = { method: 'POST', target: '/a', body: '{}' };
  const now = 1_800_000_000_000;
  const headers = createSignedHeaders('bank', secret, message, now);
  const check = (over: Record<string, string | undefined>, signed = message, at = now) =>
    checkSignature({ ...headers, ...over }, signed, () => ['another', secret], at);
  assert.equal(check({}).ok, true);
  assert.equal(check({}, message, now + 299_000).ok, true);
  const wrong = [
    check({}, message, now + 301_000),
    check({}, message, now - 301_000),
    check({}, { ...message, method: 'PUT' }),
    check({}, { ...message, target: '/a?b' }),
    check({}, { ...message, body: '{ }' }),
    check({ 'x-timestamp': String(now + 1) }),
    check({ 'x-signature': undefined }),
    check({ 'x-signature': '' }),
    checkSignature(headers, message, () => undefined, now),
  ];
  for (const result of wrong) assert.equal(result.ok, false);
});

test('treats timeouts, errors, redirects and oversized responses as unavailable', async () => {
  const cases: (typeof respondWith)[] = [
    () => undefined,
    (_request, _body, response) => response.writeHead(500).end('{}'),
    (_request, _body, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    (_request, _body, response) => response.end('x'.repeat(100_000)),
    (_request, _body, response) => response.end('[1]'),
    (request) => request.socket.destroy(),
  ];
  for (const answer of cases) {
    respondWith = answer;
    await assert.rejects(open(300).request('GET', '/ask'), UpstreamUnavailableError);
  }
});

test('rejects requests unsent after five failures in a row', async () => {
  const client = open();
  respondWith = (_request, _body, response) => response.writeHead(503).end();
  for (let count = 0; count < 5; count += 1) {
    await assert.rejects(client.request('GET', '/ask'), UpstreamUnavailableError);
  }
  const before = calls;
  await assert.rejects(client.request('GET', '/ask'), /circuit breaker open/);
  assert.equal(calls, before);
  assert.deepEqual(listOpenBreakers(), ['the party']);
  respondWith = (_request, _body, response) => response.end('{}');
  await open().request('GET', '/ask');
  assert.deepEqual(listOpenBreakers(), []);
});
