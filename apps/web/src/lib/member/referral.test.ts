// The referral key of a visit: cleaned, stored and read again.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { createMemoryStorage } from '#testing/memory-storage';
import { findReferralKey, storeReferralKey } from './referral.ts';

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: createMemoryStorage(), configurable: true });
});

test('finds the key of a link to which a chat added characters', () => {
  for (const search of [
    '?ref=AbC123%E2%80%8B',
    '?shareToken=%E2%81%A8AbC123%E2%81%A9',
    '?affiliateKey=AbC123.',
    '?ref=AbC123)',
  ]) {
    assert.equal(findReferralKey({ search }), 'AbC123', search);
  }
  for (const path of ['AbC123\u200B', 'AbC123.', '\uFEFFAbC123', 'AbC123,', '*AbC123*']) {
    assert.equal(findReferralKey({ path }), 'AbC123', path);
  }
});

test('stores the key of an address, escaped or not', () => {
  for (const part of ['AbC123', 'AbC123%E2%80%8B', 'AbC123.', 'Ab%E2%81%A0C123']) {
    globalThis.localStorage.clear();
    storeReferralKey({ pathname: `/register/${part}`, search: '' });
    assert.equal(findReferralKey(), 'AbC123', part);
  }
  globalThis.localStorage.clear();
  storeReferralKey({ pathname: '/register/%ff', search: '' });
  assert.equal(findReferralKey(), undefined);
});

test('ignores what is no key', () => {
  for (const path of ['abc', 'A'.repeat(33), '<b>', '\u200B', 'กขคง']) {
    assert.equal(findReferralKey({ path }), undefined, path);
  }
});
