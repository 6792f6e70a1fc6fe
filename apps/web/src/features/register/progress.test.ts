// Steps allowed by a registration's progress, and validation of stored progress.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { createMemoryStorage } from '#testing/memory-storage';

import { deleteProgress, saveProgress, noProgress, readProgress, getFurthestStep } from './progress.ts';

const NINE_MINUTES_MS = 9 * 60_000;

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: createMemoryStorage(), configurable: true });
});

test('begins with the phone and continues with the bank after a valid phone number', () => {
  assert.equal(getFurthestStep(noProgress), 1);
  assert.equal(getFurthestStep({ ...noProgress, phoneNumber: '0212345678' }), 1);
  assert.equal(getFurthestStep({ ...noProgress, phoneNumber: '0812345678' }), 2);
});

test('allows the last step while the token of the bank check is valid', () => {
  const known = { phoneNumber: '0812345678', bankCode: '014', account: '1112223334' };
  const bank = { checkedAt: 1_000_000, firstName: 'สมหญิง', lastName: 'ใจดี', token: 'word' };
  assert.equal(getFurthestStep({ ...known, bank }, 1_000_000 + NINE_MINUTES_MS - 1), 3);
  assert.equal(getFurthestStep({ ...known, bank }, 1_000_000 + NINE_MINUTES_MS), 2);
});

test('restores stored progress, and none after it is deleted', () => {
  const progress = { phoneNumber: '0812345678', bankCode: '014', account: '1112223334', bank: { checkedAt: 1 } };
  saveProgress(progress);
  assert.deepEqual(readProgress(), progress);
  deleteProgress();
  assert.deepEqual(readProgress(), noProgress);
});

test('restarts when the stored progress is invalid', () => {
  for (const text of ['', '{', '[]', '{"phoneNumber":1}', '{"phoneNumber":"","bankCode":"","account":"1","bank":{}}']) {
    sessionStorage.setItem('Registration', text);
    assert.deepEqual(readProgress(), noProgress, text);
  }
});
