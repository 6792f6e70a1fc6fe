import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkSpin } from './check-spin.ts';

const SERVER_SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const SEED_HASH = '4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef';

/** Results of the server's draw for these seeds and weights. */
const DRAWN = [0, 0, 1, 3, 0, 2, 2, 4, 3, 0, 1, 2];
const WEIGHTS = [400, 150, 250, 60, 100, 30, 9, 1];
/** These weights reject half of all numbers. */
const DRAWN_WITH_REJECTION = [1, 0, 1, 0, 1, 0];
const UNEVEN_WEIGHTS = [1_000_000_000, 1_200_000_000];

const spinOf = (clientSeed: string, nonce: number, weights: readonly number[], index: number) => ({
  seedHash: SEED_HASH,
  clientSeed,
  nonce,
  weights: [...weights],
  prize: { index },
});

test('computes the server’s draw, rejected numbers included', async () => {
  for (const [nonce, index] of DRAWN.entries()) {
    const check = await checkSpin(spinOf('chaba_seed-1', nonce, WEIGHTS, index), SERVER_SEED);
    assert.deepEqual(check, { hash: SEED_HASH, isCommitted: true, index, isSame: true });
  }
  for (const [nonce, index] of DRAWN_WITH_REJECTION.entries()) {
    assert.equal((await checkSpin(spinOf('x', nonce, UNEVEN_WEIGHTS, index), SERVER_SEED)).isSame, true);
  }
});

test('detects another prize and a seed that does not match the commitment', async () => {
  const spin = spinOf('chaba_seed-1', 0, WEIGHTS, 7);
  assert.equal((await checkSpin(spin, SERVER_SEED)).isSame, false);
  assert.equal((await checkSpin(spin, SERVER_SEED.replace('00', '01'))).isCommitted, false);
});
