import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after } from 'node:test';

import { computeRetryDelayMs, openRetryLoop, postSigned } from './reliable-call.ts';
import { signerOf } from './signature.ts';

const secrets = { bank: 'secret of the bank', studio: 'secret of the studio' };
const signers: (string | undefined)[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const target = request.url ?? '';
    signers.push(signerOf(secrets, request.headers, { method: 'POST', target, body: Buffer.concat(chunks) }));
    if (target === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (target === '/closed') request.socket.destroy();
    else if (target === '/down') response.writeHead(503).end('down');
    else if (target !== '/silent') response.writeHead(200).end('{"code":"OK"}');
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const config = { serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secrets };
after(() => {
  server.close();
  server.closeAllConnections();
});

const post = (target: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  postSigned(config, { keyId: 'bank', target, body: '{"amount":1}', timeoutMs: 5_000, ...options });

test('signs the call and returns status and text', async () => {
  assert.deepEqual(await post('/feed'), { status: 200, text: '{"code":"OK"}' });
  assert.deepEqual(await post('/down'), { status: 503, text: 'down' });
  assert.deepEqual(signers, ['bank', 'bank']);
});

test('returns no response after a redirect, a broken connection, the deadline and an abort', async () => {
  assert.equal(await post('/redirect'), undefined);
  assert.equal(await post('/closed'), undefined);
  assert.equal(await post('/silent', { timeoutMs: 50 }), undefined);
  assert.equal(await post('/feed', { signal: AbortSignal.abort() }), undefined);
});

test('doubles the delay with every attempt up to the longest', () => {
  const delays = [0, 1, 2, 5, 6, 1_000].map((tries) => computeRetryDelayMs(tries, { firstMs: 500, longestMs: 30_000 }));
  assert.deepEqual(delays, [500, 1_000, 2_000, 16_000, 30_000, 30_000]);
});

test('runs one attempt of a key at a time and finishes the running ones before it closes', async () => {
  const dueAtMs: number[] = [Date.now()];
  const started: string[] = [];
  const release = Promise.withResolvers<void>();
  const loop = openRetryLoop<string>({
    name: 'test',
    nextDueMs: () => dueAtMs[0],
    attemptDue: ({ attempt }) => {
      dueAtMs.shift();
      void attempt('a', work('a'));
      void attempt('a', work('a again'));
      void attempt('b', work('b'));
    },
  });
  const work = (name: string) => async (): Promise<string> => {
    started.push(name);
    await release.promise;
    return name;
  };

  while (started.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual([started, loop.countRunning()], [['a', 'b'], 2]);
  const joined = loop.attempt('a', work('a third'));
  assert.equal(loop.getRunning('a'), joined);
  let isClosed = false;
  const closed = loop.close().then(() => (isClosed = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(isClosed, false);

  release.resolve();
  assert.equal(await joined, 'a');
  await closed;
  assert.deepEqual([started, loop.countRunning(), loop.getRunning('a')], [['a', 'b'], 0, undefined]);

  dueAtMs.push(Date.now());
  loop.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(started.length, 2, 'a closed loop starts nothing');
});
