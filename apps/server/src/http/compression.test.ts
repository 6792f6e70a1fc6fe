import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';

import Fastify from 'fastify';

import { createTextSender } from './compression.ts';

const PAGE = '<!doctype html><title>ชบา</title>';

test('sends the page uncompressed when its compression fails, and compresses it at the next visit', async () => {
  let calls = 0;
  const sendText = createTextSender(async (text) => {
    calls += 1;
    if (calls === 1) throw new Error('no memory');
    return zlib.brotliCompressSync(text);
  });
  const app = Fastify().setNotFoundHandler((request, reply) => sendText(PAGE, request, reply));
  const visit = () => app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });

  const failed = await visit();
  assert.deepEqual([failed.statusCode, failed.headers['content-encoding'], failed.body], [200, undefined, PAGE]);
  const next = await visit();
  assert.equal(next.headers['content-encoding'], 'br');
  assert.equal(zlib.brotliDecompressSync(next.rawPayload).toString(), PAGE);
  await visit();
  assert.equal(calls, 2, 'the compressed page is cached');
  await app.close();
});
