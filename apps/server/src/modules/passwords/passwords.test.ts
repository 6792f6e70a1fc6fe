import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@chaba/contract/constraints';

import { commonPasswords } from './common-passwords.ts';
import { checkNewPassword, hashPassword, isPasswordRight } from './passwords.ts';

const PHONE = '0891234567';

function getErrorCode(password: string): string | undefined {
  try {
    checkNewPassword(password, password, PHONE);
  } catch (error) {
    return (error as { code: string }).code;
  }
  return undefined;
}

test('has at least 3,000 passwords of allowed length in lower case', () => {
  assert.ok(commonPasswords.size >= 3_000, `${commonPasswords.size}`);
  for (const password of commonPasswords) {
    assert.ok(password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX, password);
    assert.equal(password, password.toLowerCase());
  }
});

test('rejects common words, names, places, keyboard runs, digits and years in any case', () => {
  const common = [
    'Password1',
    'P@ssw0rd123',
    'iloveyou1',
    'liverpool123',
    'Somchai1234',
    'nattapong123',
    'sawasdee123',
    'ChiangMai888',
    'khonkaen2569',
    'songkran2569',
    'rakmom123',
    'slotxo1234',
    'lucky888',
    'qwerty2026',
    '1qaz2wsx3edc',
    'asdf1234',
    '147258369',
    '11223344',
    '12345678a',
    '25402540',
    // "Hello" in Thai, typed on a Latin keyboard layout.
    'l;ylfu8iy[',
    'chaba1234',
    'mypassword',
  ];
  for (const password of common) assert.equal(getErrorCode(password), 'PASSWORD_TOO_COMMON', password);
});

test('accepts uncommon passwords', () => {
  for (const password of ['somchai-2569', 'Kanarie-4711', 'mangosteen7rice', 'xK3#qv9!Lm', 'ดอกไม้สีฟ้า77']) {
    assert.equal(getErrorCode(password), undefined, password);
  }
});

test('keeps places of the queue for known callers during a flood of strangers', async () => {
  const flood = Array.from({ length: 60 }, () => isPasswordRight('wrong-password', undefined, 'stranger'));
  const members = Array.from({ length: 10 }, () => hashPassword('somchai-2569', 'known'));
  const one = hashPassword('somchai-2569', 'known');
  const results = await Promise.allSettled([...flood, ...members, one]);
  const fulfilled = (list: readonly PromiseSettledResult<unknown>[]) =>
    list.filter(({ status }) => status === 'fulfilled').length;
  // Two run and forty wait.
  assert.equal(fulfilled(results.slice(0, 60)), 42);
  assert.equal(fulfilled(results.slice(60, 70)), 10);
  assert.equal(fulfilled(results.slice(70)), 0);
  assert.equal(await isPasswordRight('wrong-password', undefined, 'stranger'), false);
});
