// Requests that the first-paint script started: taken over once, and only for the same address, token and moment.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { takeStartedRequest } from './api.ts';

const URL_OF_DATA = '/user-profile-composite/v1/info/deposit';
const started = new Map<string, unknown>();
beforeEach(() => {
  started.clear();
  Object.assign(globalThis, { startedRequests: started });
});

function start(age = 0, token = 'token'): Promise<Response> {
  const response = Promise.resolve(new Response('{}'));
  started.set(URL_OF_DATA, { token, response, at: performance.now() - age });
  return response;
}

test('hands a started request over once', () => {
  const response = start();
  assert.equal(takeStartedRequest(URL_OF_DATA, 'token'), response);
  assert.equal(takeStartedRequest(URL_OF_DATA, 'token'), undefined);
});

test('hands nothing over for another address or token, or after ten seconds', () => {
  void start();
  assert.equal(takeStartedRequest(`${URL_OF_DATA}?page=2`, 'token'), undefined);
  assert.equal(takeStartedRequest(URL_OF_DATA, 'another'), undefined);
  void start();
  assert.equal(takeStartedRequest(URL_OF_DATA, null), undefined);
  void start(10_001);
  assert.equal(takeStartedRequest(URL_OF_DATA, 'token'), undefined);
});

test('ignores a value of another shape, and a page without started requests', () => {
  started.set(URL_OF_DATA, { token: 'token', response: 'no promise', at: performance.now() });
  assert.equal(takeStartedRequest(URL_OF_DATA, 'token'), undefined);
  Object.assign(globalThis, { startedRequests: undefined });
  assert.equal(takeStartedRequest(URL_OF_DATA, 'token'), undefined);
});
