// Target of a sign-in: pages of the member area only.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { createMemoryStorage } from '#testing/memory-storage';

import { deleteNextPath, storeNextPath, consumeNextPath } from './next-path.ts';

const HOME = '/user/home';

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: createMemoryStorage(), configurable: true });
  Object.defineProperty(globalThis, 'location', { value: { origin: 'https://chaba.example' }, configurable: true });
});

test('leads home without a `next` path', () => {
  assert.equal(consumeNextPath(''), HOME);
});

test('leads once to the page that was requested without a session', () => {
  storeNextPath('/user/history?tab=withdraw');
  assert.equal(consumeNextPath(''), '/user/history?tab=withdraw');
  assert.equal(consumeNextPath(''), HOME);
});

test('prefers the address to the stored path, and ignores a deleted one', () => {
  storeNextPath('/user/history');
  assert.equal(consumeNextPath('?next=%2Fuser%2Fdeposit'), '/user/deposit');
  storeNextPath('/user/history');
  deleteNextPath();
  assert.equal(consumeNextPath(''), HOME);
});

test('ignores a `next` path outside the member area', () => {
  for (const next of [
    '//evil.example/user/home',
    'https://evil.example/user/home',
    '/\\evil.example/user/',
    'javascript:alert(1)//user/',
    'https://chaba.example.evil.example/user/home',
    '/user/../login',
    '/user/login',
    '/login',
    'user',
    '',
  ]) {
    assert.equal(consumeNextPath(`?next=${encodeURIComponent(next)}`), HOME, next);
  }
});
