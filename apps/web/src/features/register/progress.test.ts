// How far a registration may go on, and that what stands in the storage is believed only when it can be.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { memoryStorage } from '#testing/memory-storage';

import { forgetProgress, keepProgress, noProgress, readProgress, stepReached } from './progress.ts';

const NINE_MINUTES_MS = 9 * 60_000;

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
});

test('a registration begins with the phone, and the bank comes after a phone number that can be one', () => {
  assert.equal(stepReached(noProgress), 1);
  assert.equal(stepReached({ ...noProgress, phoneNumber: '0212345678' }), 1);
  assert.equal(stepReached({ ...noProgress, phoneNumber: '0812345678' }), 2);
});

test('the word of the bank opens the last step for as long as its token is good', () => {
  const known = { phoneNumber: '0812345678', bankCode: '014', account: '1112223334' };
  const bank = { checkedAt: 1_000_000, firstName: 'สมหญิง', lastName: 'ใจดี', token: 'word' };
  assert.equal(stepReached({ ...known, bank }, 1_000_000 + NINE_MINUTES_MS - 1), 3);
  assert.equal(stepReached({ ...known, bank }, 1_000_000 + NINE_MINUTES_MS), 2);
});

test('progress is read back as it was kept and is gone when it is forgotten', () => {
  const progress = { phoneNumber: '0812345678', bankCode: '014', account: '1112223334', bank: { checkedAt: 1 } };
  keepProgress(progress);
  assert.deepEqual(readProgress(), progress);
  forgetProgress();
  assert.deepEqual(readProgress(), noProgress);
});

test('a storage that was tampered with begins anew', () => {
  for (const text of ['', '{', '[]', '{"phoneNumber":1}', '{"phoneNumber":"","bankCode":"","account":"1","bank":{}}']) {
    sessionStorage.setItem('Registration', text);
    assert.deepEqual(readProgress(), noProgress, text);
  }
});
