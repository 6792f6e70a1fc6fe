import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';

import Fastify from 'fastify';

import { readConfig } from '#core/config';
import { checkSignature, createSignedHeaders } from '#core/signature';
import { fail } from '#core/domain-error';
import { buildTestApp } from '#testing/build-app';

import { registerErrorHandler } from './errors.ts';
import { registerSafetyHeaders } from './headers.ts';
import { registerRawBodyParser } from './register-route.ts';
import { installFastPath } from './fast-path.ts';

const BODY_BYTES_MAX = 200;
const config = {
  ...readConfig({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    SANDBOX_SECRET: 'a secret of this test',
    HASH_SECRET: 'secret-of-hashes',
  }),
  isHttps: true,
};

/** A server with one route that echoes the request, or fails on demand, on both paths. */
async function openServer() {
  const app = Fastify({ genReqId: () => randomUUID() });
  registerRawBodyParser(app);
  registerErrorHandler(app);
  registerSafetyHeaders(app, config);
  const registerFastRoute = installFastPath(app, config);
  registerFastRoute({
    path: '/route',
    bodyBytesMax: BODY_BYTES_MAX,
    async handle({ method, target, body, headers }) {
      if (body.toString() === 'away') throw Object.assign(new Error('database unavailable'), { code: 'ECONNREFUSED' });
      if (body.toString() === 'bug') throw new TypeError('a defect');
      if (body.toString() === 'refused') fail('NOT_FOUND');
      const isSigned = checkSignature(headers, { method, target, body }, () => 'secret').ok;
      return {
        status: isSigned ? 200 : 401,
        json: JSON.stringify({ method, target, body: body.toString(), isSigned }),
      };
    },
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  after(() => app.close());
  return { app, address };
}

const { app, address } = await openServer();

type TestRequest = {
  readonly method?: 'POST' | 'GET' | 'PUT';
  readonly path?: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
};
type TestResponse = { readonly status: number; readonly headers: Record<string, unknown>; readonly text: string };

/** Headers that may differ between the two responses: ids and connection properties. */
const OWN = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']);
const comparable = ({ status, headers, text }: TestResponse): unknown => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))),
  text: text.replace(/"requestId":"[^"]*"/, '"requestId":"…"'),
});

async function sendToSocket({
  method = 'POST',
  path = '/route',
  body,
  headers = {},
}: TestRequest): Promise<TestResponse> {
  const answer = await fetch(address + path, { method, headers, ...(body === undefined ? {} : { body }) });
  assert.match(String(answer.headers.get('x-request-id')), /^[0-9a-z-]+$/);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
}

async function injectIntoFastify({
  method = 'POST',
  path = '/route',
  body,
  headers = {},
}: TestRequest): Promise<TestResponse> {
  const answer = await app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

const json = { 'content-type': 'application/json' };
const signed = (body: string) => ({
  ...json,
  ...createSignedHeaders('key', 'secret', { method: 'POST', target: '/route', body }),
});

const requests: Readonly<Record<string, TestRequest>> = {
  'an ordinary request': { body: '{"a":"ก"}', headers: signed('{"a":"ก"}') },
  'a request with a charset': { body: '{}', headers: { 'content-type': 'application/json; charset=utf-8' } },
  'an unsigned request': { body: '{"a":1}', headers: json },
  'an empty body': { body: '', headers: json },
  'a body of maximum length': { body: 'x'.repeat(BODY_BYTES_MAX), headers: json },
  'a body that is too long': { body: 'x'.repeat(BODY_BYTES_MAX + 1), headers: json },
  'another media type': { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  'an invalid media type': { body: 'a', headers: { 'content-type': 'json' } },
  'a query': { path: '/route?a=1', body: '{}', headers: json },
  'a trailing slash': { path: '/route/', body: '{}', headers: json },
  'another method': { method: 'PUT', body: '{}', headers: json },
  'a GET request': { method: 'GET' },
  'a request of another origin': { body: '{}', headers: { ...json, origin: 'https://elsewhere.test' } },
  'an unavailable database': { body: 'away', headers: json },
  'an unexpected error': { body: 'bug', headers: json },
  'a domain error': { body: 'refused', headers: json },
};

for (const [name, request] of Object.entries(requests)) {
  test(`responds to ${name} on the fast path as Fastify does`, async () => {
    assert.deepEqual(comparable(await sendToSocket(request)), comparable(await injectIntoFastify(request)));
  });
}

/** Writes the parts in sequence on one connection; returns all received bytes after it closes. */
async function raw(...parts: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.setNoDelay(true);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await once(socket, 'close');
  return received;
}

const head = (length: number, more = ''): string =>
  `POST /route HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`;

test('assembles a body from several packets and responds to pipelined requests in order', async () => {
  const answers = await raw(head(6), 'one', 'two', `${head(5)}three`, `${head(4, 'connection: close\r\n')}four`);
  assert.deepEqual(
    [...answers.matchAll(/"body":"(\w+)"/g)].map(([, body]) => body),
    ['onetwo', 'three', 'four'],
  );
});

test('passes bodies of unknown or contradictory length to Fastify', async () => {
  const chunked = `${head(0).replace('content-length: 0', 'connection: close\r\ntransfer-encoding: chunked')}4\r\nfive\r\n0\r\n\r\n`;
  assert.match(await raw(chunked), /"body":"five"/);
  assert.match(await raw(head(4, 'transfer-encoding: chunked\r\n')), /^HTTP\/1\.1 400 /);
});

test('stays available when a caller disconnects during a request', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(`${head(100)}half`);
  await once(socket, 'connect');
  socket.destroy();
  assert.equal((await sendToSocket({ body: '{}', headers: json })).status, 401);
});

test('responds to wallet requests on the fast path as Fastify does', async () => {
  const wallet = await buildTestApp();
  const line = await wallet.listen();
  for (const body of [
    '{"playerId":"nobody"}',
    '{"playerId":"nobody","requestId":"หนึ่ง"}',
    '{"a":1,"a":2}',
    '{}',
    'no',
  ]) {
    const target = '/seamless/v1/balance';
    const message = { method: 'POST', target, body } as const;
    const headers = { ...json, ...createSignedHeaders('test-key', 'test-secret', message) };
    const long = await wallet.app.fastify.inject({ method: 'POST', url: target, headers, payload: body });
    const short = await fetch(line + target, { method: 'POST', headers, body });
    const timeless = (text: string): string => text.replace(/"serverTime":"[^"]*"/, '');
    assert.deepEqual([short.status, timeless(await short.text())], [long.statusCode, timeless(long.body)]);
  }
  assert.ok(wallet.logLines.some((text) => text.includes('"route":"/seamless/v1/balance"')));
});
