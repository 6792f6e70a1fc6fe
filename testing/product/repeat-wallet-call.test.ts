import assert from 'node:assert/strict';
import { test } from 'node:test';

import { repeatWalletCall } from './repeat-wallet-call.ts';

/** A call with these answers, one after another. */
function answering(...codes: readonly string[]) {
  const left = [...codes];
  return {
    left,
    call: async () => ({ code: left.shift() ?? assert.fail('one call more than answers') }),
  };
}

test('repeats a call that was given up until it has another answer', async () => {
  const { call, left } = answering('TEMPORARY_ERROR', 'TEMPORARY_ERROR', 'OK', 'never asked');
  assert.deepEqual(await repeatWalletCall(call), { answer: { code: 'OK' }, isRepeated: true });
  assert.deepEqual(left, ['never asked']);
});

test('returns a rejection and an accepted call at once', async () => {
  for (const code of ['OK', 'INSUFFICIENT_FUNDS', 'PLAYER_LOCKED']) {
    const { call } = answering(code);
    assert.deepEqual(await repeatWalletCall(call), { answer: { code }, isRepeated: false });
  }
});

test('passes on the fault of a call', async () => {
  await assert.rejects(
    repeatWalletCall(() => Promise.reject(new Error('no connection'))),
    /no connection/,
  );
});
