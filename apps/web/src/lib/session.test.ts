import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { fakeMember } from '#testing/fake-data';
import { memoryStorage } from '#testing/memory-storage';

import { attemptKey, forgetAttempt } from './attempt-key.ts';
import { forgetReferralKey, referralKey } from './referral.ts';
import { accessToken, endSession, signedInMember, startSession } from './session.ts';

beforeEach(() => {
  Object.assign(globalThis, { localStorage: memoryStorage(), sessionStorage: memoryStorage() });
  endSession();
});

test('signing in stores token and member under the names of the specification, signing out clears both', () => {
  startSession('a-token-of-32-characters-00000001', fakeMember);
  assert.equal(localStorage.getItem('AccessToken'), 'a-token-of-32-characters-00000001');
  assert.equal(JSON.parse(localStorage.getItem('UserInfo') ?? '{}').PhoneNumber, '0812345678');
  assert.equal(signedInMember()?.userName.firstName, fakeMember.userName.firstName);

  endSession();
  assert.equal(accessToken(), undefined);
  assert.equal(localStorage.length, 0);
});

test('a storage that somebody has meddled with signs nobody in and breaks nothing', () => {
  const bad = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"PhoneNumber":1}',
    JSON.stringify({ ...fakeMember, internalWallet: { gameWallet: 'NaN' } }),
  ];
  for (const text of bad) {
    endSession();
    localStorage.setItem('UserInfo', text);
    localStorage.setItem('AccessToken', 'with a line\nbreak: and a header');
    assert.equal(signedInMember(), undefined, text);
    assert.equal(accessToken(), undefined, text);
  }
});

test('a blocked storage reads as empty', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new Error('blocked');
    },
  });
  endSession();
  assert.equal(accessToken(), undefined);
  assert.equal(signedInMember(), undefined);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, writable: true, value: memoryStorage() });
});

test('the same question keeps its key until it is answered, another question gets another', () => {
  const first = attemptKey('withdraw', { Amount: 100n });
  assert.equal(attemptKey('withdraw', { Amount: 100n }), first);
  assert.notEqual(attemptKey('withdraw', { Amount: 200n }), first);
  const second = attemptKey('withdraw', { Amount: 200n });
  forgetAttempt('withdraw');
  assert.notEqual(attemptKey('withdraw', { Amount: 200n }), second);
});

test('a referral key comes from the query, then the path, then the storage, and is kept', () => {
  assert.equal(referralKey({ path: '<script>', search: '?ref=no%20spaces' }), undefined);
  assert.equal(referralKey({ path: 'A7K2M9' }), 'A7K2M9');
  assert.equal(localStorage.getItem('shareToken'), 'A7K2M9');
  assert.equal(referralKey({ path: 'B111', search: '?shareToken=C222' }), 'C222');
  assert.equal(referralKey(), 'C222');
  localStorage.setItem('shareTokenUntil', '1');
  assert.equal(referralKey(), undefined);
  forgetReferralKey();
});
