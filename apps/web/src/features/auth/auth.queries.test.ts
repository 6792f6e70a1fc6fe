import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { fakeMember } from '#testing/fake-data';
import { createMemoryStorage } from '#testing/memory-storage';

import { signInAsDevice } from './auth.queries.ts';
import { storeRemembered, readRemembered } from './remembered.ts';

const phoneNumber = '0812345678';
const used = { phoneNumber, deviceToken: 'the-one-that-was-used' };
const newer = { phoneNumber, deviceToken: 'the-next-one' };

beforeEach(() => {
  Object.assign(globalThis, {
    localStorage: createMemoryStorage(),
    sessionStorage: createMemoryStorage(),
    document: { querySelector: () => null },
  });
  storeRemembered(used);
});

/** The server accepts the device, with or without a next token; `meanwhile` simulates a change by another window. */
function answer(deviceToken: string | undefined, meanwhile: () => void = () => undefined): void {
  globalThis.fetch = async () => {
    meanwhile();
    const authToken = 'a-token-of-32-characters-00000001';
    return Response.json({ success: true, requestId: '1', data: fakeMember, authToken, deviceToken });
  };
}

test('stores the next token of a remembered device and drops the used one', async () => {
  answer(newer.deviceToken);
  await signInAsDevice(used);
  assert.deepEqual(readRemembered(), newer);

  storeRemembered(used);
  answer(undefined);
  await signInAsDevice(used);
  assert.equal(readRemembered(), undefined);
});

test('leaves the token of another window when the response carries no token', async () => {
  answer(undefined, () => storeRemembered(newer));
  await signInAsDevice(used);
  assert.deepEqual(readRemembered(), newer);
});
