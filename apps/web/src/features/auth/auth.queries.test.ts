import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { fakeMember } from '#testing/fake-data';
import { memoryStorage } from '#testing/memory-storage';

import { signInAsDevice } from './auth.queries.ts';
import { keepRemembered, readRemembered } from './remembered.ts';

const phoneNumber = '0812345678';
const used = { phoneNumber, deviceToken: 'the-one-that-was-used' };
const newer = { phoneNumber, deviceToken: 'the-next-one' };

beforeEach(() => {
  Object.assign(globalThis, {
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
    document: { querySelector: () => null },
  });
  keepRemembered(used);
});

/** The server lets the device in, with its next token or without; meanwhile something may happen in another window. */
function answer(deviceToken: string | undefined, meanwhile: () => void = () => undefined): void {
  globalThis.fetch = async () => {
    meanwhile();
    const authToken = 'a-token-of-32-characters-00000001';
    return Response.json({ success: true, requestId: '1', data: fakeMember, authToken, deviceToken });
  };
}

test('a remembered device keeps the token that it gets, and never the one that it used', async () => {
  answer(newer.deviceToken);
  await signInAsDevice(used);
  assert.deepEqual(readRemembered(), newer);

  keepRemembered(used);
  answer(undefined);
  await signInAsDevice(used);
  assert.equal(readRemembered(), undefined);
});

test('of two windows that sign in at once the one that gets no token leaves the other one’s alone', async () => {
  answer(undefined, () => keepRemembered(newer));
  await signInAsDevice(used);
  assert.deepEqual(readRemembered(), newer);
});
