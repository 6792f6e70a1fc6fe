import assert from 'node:assert/strict';
import test from 'node:test';

import { secretOf, signedHeaders, signerOf, SIGNATURE_WINDOW_MS } from './signature.ts';

const MASTER = { bank: 'sandbox-secret', studio: 'studio-secret' };
const NOW_MS = 1_795_000_000_000;
const message = { method: 'POST', target: '/payout-api/v1/payouts?x=1', body: '{"payoutId":"P1"}' };
const headers = signedHeaders(MASTER, 'bank', message, NOW_MS);

test('derives the secret and the signature that both sides compute', () => {
  assert.equal(secretOf(MASTER, 'bank'), '030295fd792a3d3136c8e751600f4f88f871e9332830440966b0f0ae225ed911');
  assert.deepEqual(headers, {
    'x-key-id': 'bank',
    'x-timestamp': '1795000000000',
    'x-signature': 'WFu4F+Pw5gGnAJ3LJ5HlHnm/5Jo150uedm/icfvkL/E=',
  });
});

test('accepts a signature within five minutes of its timestamp', () => {
  for (const nowMs of [NOW_MS, NOW_MS + SIGNATURE_WINDOW_MS, NOW_MS - SIGNATURE_WINDOW_MS]) {
    assert.equal(signerOf(MASTER, headers, message, nowMs), 'bank');
  }
  for (const nowMs of [NOW_MS + SIGNATURE_WINDOW_MS + 1, NOW_MS - SIGNATURE_WINDOW_MS - 1]) {
    assert.equal(signerOf(MASTER, headers, message, nowMs), undefined);
  }
});

test('rejects a changed body, query, method, key or signature, and a missing header', () => {
  const changed: [typeof headers, typeof message][] = [
    [headers, { ...message, body: `${message.body} ` }],
    [headers, { ...message, target: '/payout-api/v1/payouts?x=2' }],
    [headers, { ...message, method: 'PUT' }],
    [{ ...headers, 'x-key-id': 'studio-chaba' }, message],
    [{ ...headers, 'x-signature': 'AAAA' }, message],
    [{ ...headers, 'x-timestamp': `${NOW_MS}e0` }, message],
    [{ 'x-key-id': 'bank' }, message],
  ];
  for (const [givenHeaders, givenMessage] of changed) {
    assert.equal(signerOf(MASTER, givenHeaders, givenMessage, NOW_MS), undefined);
  }
  assert.equal(signerOf({ ...MASTER, bank: 'another secret' }, headers, message, NOW_MS), undefined);
});

test('signs messages of the studio and of the bank with different secrets', () => {
  const signed = signedHeaders(MASTER, 'studio-chaba', message, NOW_MS);
  assert.equal(signerOf(MASTER, signed, message, NOW_MS), 'studio-chaba');
  assert.equal(signerOf({ ...MASTER, bank: 'another secret' }, signed, message, NOW_MS), 'studio-chaba');
  assert.equal(signerOf({ ...MASTER, studio: MASTER.bank }, signed, message, NOW_MS), undefined);
});

test('accepts a second secret and signs with the first', () => {
  for (const keyId of ['bank', 'studio-chaba']) {
    const next = { bank: 'next of the bank', studio: 'next of the studio', second: MASTER };
    assert.equal(signerOf(next, signedHeaders(MASTER, keyId, message, NOW_MS), message, NOW_MS), keyId);
    const signed = signedHeaders(next, keyId, message, NOW_MS);
    assert.equal(signerOf({ ...next, second: {} }, signed, message, NOW_MS), keyId);
    assert.equal(signerOf(MASTER, signed, message, NOW_MS), undefined);
  }
});

test('signs an empty body as empty text', () => {
  const unsigned = { method: 'GET', target: '/payout-api/v1/payouts/P1', body: '' };
  const signed = signedHeaders(MASTER, 'bank', unsigned, NOW_MS);
  assert.equal(signerOf(MASTER, signed, { ...unsigned, body: Buffer.alloc(0) }, NOW_MS), 'bank');
});
