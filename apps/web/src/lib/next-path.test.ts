// Target of a sign-in: pages of the member area only.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { memoryStorage } from '#testing/memory-storage';

import { forgetNextPath, keepNextPath, takeNextPath } from './next-path.ts';

const HOME = '/user/home';

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
  Object.defineProperty(globalThis, 'location', { value: { origin: 'https://chaba.example' }, configurable: true });
});

test('leads home without a `next` path', () => {
  assert.equal(takeNextPath(''), HOME);
});

test('leads once to the page that was requested without a session', () => {
  keepNextPath('/user/history?tab=withdraw');
  assert.equal(takeNextPath(''), '/user/history?tab=withdraw');
  assert.equal(takeNextPath(''), HOME);
});

test('prefers the address to the stored path, and ignores a deleted one', () => {
  keepNextPath('/user/history');
  assert.equal(takeNextPath('?next=%2Fuser%2Fdeposit'), '/user/deposit');
  keepNextPath('/user/history');
  forgetNextPath();
  assert.equal(takeNextPath(''), HOME);
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
    assert.equal(takeNextPath(`?next=${encodeURIComponent(next)}`), HOME, next);
  }
});
