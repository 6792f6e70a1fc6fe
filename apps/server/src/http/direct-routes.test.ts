// Direct routes over real connections: bodies, faults and headers as the framework's routes have them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';

import Fastify from 'fastify';

import { readConfig } from '#core/config';
import { fail } from '#core/domain-error';

import { installDirectRoutes } from './direct-routes.ts';
import { registerErrorHandler } from './errors.ts';
import { registerSafetyHeaders } from './headers.ts';
import { createLifecycle } from './lifecycle.ts';
import { registerRawBodyParser } from './register-route.ts';

const BODY_BYTES_MAX = 200;
const config = {
  ...readConfig({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    SANDBOX_SECRET: 'a secret of this test',
    HASH_SECRET: 'secret-of-hashes',
  }),
  isHttps: true,
};

/** A direct route and a route of the framework, which do the same. */
async function openServer() {
  const app = Fastify({ genReqId: () => randomUUID() });
  registerRawBodyParser(app);
  registerErrorHandler(app);
  registerSafetyHeaders(app, config, { byHost: async () => undefined });
  const respond = (body: Buffer): string => {
    const text = body.toString();
    if (text === 'away') throw Object.assign(new Error('database unavailable'), { code: 'ECONNREFUSED' });
    if (text === 'defect') throw new TypeError('a defect');
    if (text === 'rejected') fail('NOT_FOUND');
    return JSON.stringify({ text });
  };
  const registerDirectRoute = installDirectRoutes(app, config, createLifecycle());
  registerDirectRoute({
    path: '/direct',
    bodyBytesMax: BODY_BYTES_MAX,
    handle: async ({ body }) => ({ status: 200, json: respond(body) }),
  });
  registerDirectRoute({
    path: '/direct/:name/end',
    bodyBytesMax: BODY_BYTES_MAX,
    handle: async ({ params, target }) => ({ status: 201, json: JSON.stringify({ params, target }) }),
  });
  app.route({
    method: 'POST',
    url: '/framework',
    bodyLimit: BODY_BYTES_MAX,
    handler: async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(respond(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))),
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  after(() => app.close());
  return address;
}

const address = await openServer();

/** Headers that differ between two responses: ids and connection properties. */
const VARYING = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']);

async function send(path: string, body: string | Buffer, method = 'POST') {
  const response = await fetch(address + path, {
    method,
    ...(method === 'GET' ? {} : { body }),
    headers: { 'content-type': 'application/json' },
  });
  assert.match(String(response.headers.get('x-request-id')), /^[0-9a-f-]{36}$/);
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !VARYING.has(name))),
    text: text.replace(/"requestId":"[^"]*"/, '"requestId":"…"'),
  };
}

const bodies: Readonly<Record<string, string>> = {
  'a body': '{"a":"ก"}',
  'an empty body': '',
  'a body of maximum length': 'x'.repeat(BODY_BYTES_MAX),
  'a body that is too long': 'x'.repeat(BODY_BYTES_MAX + 1),
  'an unavailable database': 'away',
  'an unexpected error': 'defect',
  'a domain error': 'rejected',
};

for (const [name, body] of Object.entries(bodies)) {
  test(`responds to ${name} as a route of the framework does`, async () => {
    assert.deepEqual(await send('/direct', body), await send('/framework', body));
  });
}

test('finds a path by its segments and ignores the query', async () => {
  const { status, text } = await send('/direct/test-chaba.1/end?a=1', '{}');
  assert.deepEqual(
    [status, JSON.parse(text)],
    [201, { params: { name: 'test-chaba.1' }, target: '/direct/test-chaba.1/end?a=1' }],
  );
  assert.equal((await send('/direct?a=1', '{}')).status, 200);
});

test('leaves other methods and paths to the framework', async () => {
  for (const [path, method] of [
    ['/direct', 'GET'],
    ['/direct', 'PUT'],
    ['/direct/', 'POST'],
    ['/direct/a/b/end', 'POST'],
  ] as const) {
    assert.equal((await send(path, '{}', method)).status, 404, `${method} ${path}`);
  }
});

/** Writes the parts in sequence on one connection; returns all received bytes after it closes. */
async function sendRaw(...parts: readonly string[]): Promise<string> {
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
  `POST /direct HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`;
const chunkedHead = head(0).replace('content-length: 0', 'connection: close\r\ntransfer-encoding: chunked');

test('assembles a body from several packets and responds to pipelined requests in order', async () => {
  const received = await sendRaw(head(6), 'one', 'two', `${head(5)}three`, `${head(4, 'connection: close\r\n')}four`);
  assert.deepEqual(
    [...received.matchAll(/"text":"(\w+)"/g)].map(([, body]) => body),
    ['onetwo', 'three', 'four'],
  );
});

test('reads a chunked body up to the limit', async () => {
  assert.match(await sendRaw(`${chunkedHead}4\r\nfive\r\n0\r\n\r\n`), /"text":"five"/);
  const tooLong = await sendRaw(`${chunkedHead}c9\r\n${'x'.repeat(201)}\r\n0\r\n\r\n`);
  assert.match(tooLong, /^HTTP\/1\.1 413 /);
  assert.match(tooLong, /"code":"BODY_TOO_LARGE"/);
});

test('rejects a body of contradictory length', async () =>
  assert.match(await sendRaw(head(4, 'transfer-encoding: chunked\r\n')), /^HTTP\/1\.1 400 /));

test('stays available when a caller disconnects during a request', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(`${head(100)}half`);
  await once(socket, 'connect');
  socket.destroy();
  assert.equal((await send('/direct', '{}')).status, 200);
});
