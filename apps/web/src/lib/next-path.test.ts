// Where a sign-in leads: to own pages of the member area and nowhere else.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { memoryStorage } from '#testing/memory-storage';

import { forgetNextPath, keepNextPath, takeNextPath } from './next-path.ts';

const HOME = '/user/home';

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
  Object.defineProperty(globalThis, 'location', { value: { origin: 'https://chaba.example' }, configurable: true });
});

test('without a wish a sign-in leads home', () => {
  assert.equal(takeNextPath(''), HOME);
});

test('a page that was asked for without a session is gone to once', () => {
  keepNextPath('/user/history?tab=withdraw');
  assert.equal(takeNextPath(''), '/user/history?tab=withdraw');
  assert.equal(takeNextPath(''), HOME);
});

test('the address wins over what is kept, and what is forgotten is not gone to', () => {
  keepNextPath('/user/history');
  assert.equal(takeNextPath('?next=%2Fuser%2Fdeposit'), '/user/deposit');
  keepNextPath('/user/history');
  forgetNextPath();
  assert.equal(takeNextPath(''), HOME);
});

test('nobody is led to another site, to the public area or back to the login', () => {
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
