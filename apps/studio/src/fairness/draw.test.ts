import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import test from 'node:test';

import { drawNumbers, type Hmac } from './draw.ts';
import { hmacSha256, sha256Hex } from './sha256.ts';

const SEEDS = { gameCode: 'chaba-blossom', serverSeed: 'ab'.repeat(32), clientSeed: 'lucky', nonce: 7 };
const SIZES = [32, 32, 32, 32, 32];

const nodeHmac = ((key, message) => createHmac('sha256', key).update(message).digest()) satisfies Hmac;

test('computes SHA-256 and HMAC-SHA256 in the verifier for every length', () => {
  assert.equal(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
    const text = String.fromCodePoint(...bytes);
    assert.equal(sha256Hex(text), createHash('sha256').update(text).digest('hex'), `${length} letters`);
    assert.deepEqual(Buffer.from(hmacSha256(bytes, bytes)), nodeHmac(bytes, bytes), `${length} bytes`);
  }
});

test('draws the published numbers for fixed seeds', () => {
  // printf 'chaba-blossom:lucky:7:0' | openssl dgst -sha256 -hmac abab…ab
  const block = createHmac('sha256', SEEDS.serverSeed).update('chaba-blossom:lucky:7:0').digest();
  const byHand = [0, 4, 8, 12, 16].map((offset) => block.readUInt32BE(offset) % 32);
  assert.deepEqual(drawNumbers(nodeHmac, SEEDS, SIZES), byHand);
  assert.deepEqual(byHand, [15, 22, 17, 18, 31]);
});

test('draws the same numbers on the server and in the verifier', () => {
  for (let nonce = 0; nonce < 500; nonce += 1) {
    const seeds = { ...SEEDS, nonce };
    assert.deepEqual(drawNumbers(nodeHmac, seeds, SIZES), drawNumbers(hmacSha256, seeds, SIZES));
  }
});

test('rejects a word that would favour some numbers and continues with the next block', () => {
  // 2^32 words divide into three equal parts of 0x55555555 words; 0xffffffff is left over and rejected.
  const blocks: Record<string, string> = {
    0: `${'ffffffff'.repeat(7)}00000004`,
    1: '00000005'.repeat(8),
  };
  const scripted: Hmac = (_key, message) =>
    Buffer.from(blocks[new TextDecoder().decode(message).at(-1) ?? ''] ?? '', 'hex');
  assert.deepEqual(drawNumbers(scripted, SEEDS, [3, 3]), [1, 2]);
});

test('draws every stop of a reel equally often', () => {
  const counts = Array.from({ length: 32 }, () => 0);
  const draws = 64_000;
  for (let nonce = 0; nonce < draws / SIZES.length; nonce += 1) {
    for (const stop of drawNumbers(nodeHmac, { ...SEEDS, nonce }, SIZES)) counts[stop] = (counts[stop] ?? 0) + 1;
  }
  const expected = draws / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // 31 degrees of freedom: chance alone exceeds 61.1 once in a thousand; the seeds are fixed.
  assert.ok(chiSquare < 61.1, `chi-square ${chiSquare}`);
});

test('draws other numbers for another game, client seed or nonce', () => {
  const first = drawNumbers(nodeHmac, SEEDS, [1_000_000_007]);
  for (const change of [{ gameCode: 'other' }, { clientSeed: 'lucky1' }, { nonce: 8 }]) {
    assert.notDeepEqual(drawNumbers(nodeHmac, { ...SEEDS, ...change }, [1_000_000_007]), first);
  }
});
