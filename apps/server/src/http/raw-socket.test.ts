import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';

import { receiveBankFeed } from '@chaba/contract/deposits';
import { checkPhone } from '@chaba/contract/members';

import { pollUntil } from '@chaba/testing/product/until';
import { fastify } from 'fastify';

import { buildTestApp } from '#testing/build-app';
import { CHABA_API_KEY } from '#testing/factories';

import { createBankBodyReader } from './bank-requests.ts';

const app = await buildTestApp();
const { port } = new URL(await app.listen());

/** Sends raw bytes and returns all received bytes after the connection closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

const head = `POST ${checkPhone.path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\napi-key: ${CHABA_API_KEY}\r\ncontent-type: application/json\r\n`;
const body = '{"phoneNumber":"0899999999"}';

test('rejects contradictory framing and invalid HTTP with the envelope', async () => {
  const invalid = [
    `${head}content-length: ${body.length}\r\ntransfer-encoding: chunked\r\n\r\n${body}`,
    `${head}content-length: 5\r\ncontent-length: 28\r\n\r\n${body}`,
    `${head}content-length: -1\r\n\r\n${body}`,
    `${head}x-odd: a\0b\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'nonsense\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`,
  ];
  for (const text of invalid) {
    const answer = await raw(text);
    assert.match(answer, /^HTTP\/1\.1 4\d\d /, text.slice(0, 200));
    assert.match(answer, /"success":false/, text.slice(0, 200));
  }
});

test('responds to a valid raw request with no-store headers', async () => {
  const answer = await raw(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.match(answer, /cache-control: no-store/);
  const chunked = await raw(`${head}transfer-encoding: chunked\r\n\r\n1c\r\n${body}\r\n0\r\n\r\n`);
  assert.match(chunked, /^HTTP\/1\.1 200 /);
});

test('responds to malformed paths like to unknown ones', async () => {
  for (const target of [
    '/////',
    '//[/a',
    '//x:99999/',
    '//[/a.js',
    '/@a:b',
    '/\\a',
    'http://other.example/login',
    '*',
  ]) {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 (?:200|404) /, target);
  }
});

test('logs no warning when a caller disconnects during a request', async () => {
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(`${head}content-length: ${body.length}\r\n\r\n{`, () =>
      setTimeout(() => socket.resetAndDestroy(), 50),
    );
  });
  await once(socket, 'close');
  await raw(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  assert.deepEqual(
    app.logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40),
    [],
  );
});

test('keeps memory for four large bodies of the bank at once, and answers another one that it may be sent again', async () => {
  const large = Buffer.from(`{"lines":[]}${' '.repeat(2 * 1024 * 1024)}`);
  const deliver = async () => (await app.send(receiveBankFeed, { raw: large, signedBy: 'bank' })).status;
  assert.equal(await deliver(), 200);
  const feed = `POST ${receiveBankFeed.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
  // Unsigned bodies whose last byte does not arrive.
  const open = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`${feed}content-length: ${large.length + 1}\r\n\r\n`);
      socket.write(large);
      return socket;
    }),
  );
  await pollUntil(async () => (await deliver()) === 503, { message: 'the places are taken' });
  for (const socket of open) socket.destroy();
  await pollUntil(async () => (await deliver()) === 200, { message: 'the places are free again' });
});

test('holds a body of the bank in blocks, whatever the size of its chunks', async () => {
  const server = fastify();
  // As Fastify reads a body: an iterator would join the chunks.
  server.addContentTypeParser('*', (_request: unknown, payload: Readable, done) => {
    const parts: Buffer[] = [];
    payload.on('data', (part: Buffer) => parts.push(part));
    payload.on('end', () => done(null, parts));
  });
  const reader = createBankBodyReader({ sandboxSecret: ['secret'] });
  let parts: readonly Buffer[] = [];
  server.post('/', { preParsing: reader }, (request) => {
    parts = request.body as Buffer[];
    return {};
  });
  for (const [chunks, size] of [
    [200_000, 1],
    [40_000, 7],
    [3, 100_000],
    [0, 1],
  ] as const) {
    const bytes = Buffer.from(Array.from({ length: chunks * size }, (_, at) => at % 251));
    const sent = Array.from({ length: chunks }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    const payload = Readable.from(sent, { objectMode: false });
    await server.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/x' }, payload });
    assert.ok(Buffer.concat(parts).equals(bytes), `${chunks} × ${size}`);
    assert.ok(parts.length <= Math.ceil(bytes.length / 65_536), `${chunks} × ${size}`);
  }
  await server.close();
});

test('ends a slow request with 408 and responds to the next one', async () => {
  const { server } = app.app.fastify;
  const { requestTimeout, headersTimeout } = server;
  assert.deepEqual({ requestTimeout, headersTimeout }, { requestTimeout: 10_000, headersTimeout: 10_000 });
  Object.assign(server, { requestTimeout: 300, headersTimeout: 300 });
  const received = await raw(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  Object.assign(server, { requestTimeout, headersTimeout });
  assert.match(received, /^HTTP\/1.1 408 /);
  assert.match(received, /"success":false/);
  assert.match(await raw(`${head}content-length: ${body.length}\r\n\r\n${body}`), /^HTTP\/1.1 200 /);
});

test('ends a connection that stays silent, before and after a request, and limits open connections', async () => {
  const { server } = app.app.fastify;
  assert.deepEqual(
    { timeout: server.timeout, maxConnections: server.maxConnections },
    { timeout: 60_000, maxConnections: 10_000 },
  );
  server.timeout = 200;
  try {
    for (const start of ['', 'GET / HTTP/1.1\r\nhost: x\r\n']) {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(start));
      socket.resume();
      await once(socket, 'close', { signal: AbortSignal.timeout(60_000) });
    }
  } finally {
    server.timeout = 60_000;
  }
});
