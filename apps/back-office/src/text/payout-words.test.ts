// A page that was open before an update reads codes that it has no words for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { describePayout } from './payout-words.ts';
import { en } from './words-en.text.ts';
import { th } from './words-th.text.ts';

test('names a payout state that the page does not have as a new value', () => {
  assert.equal(describePayout(th, 'unknown'), th.withdrawals.payoutStates['unknown']);
  assert.match(describePayout(th, 'recalled'), /^[\u0e00-\u0e7f ]+ \(recalled\)$/);
  assert.match(describePayout(en, 'recalled'), /reload the page/);
  assert.match(describePayout(th, 'disputed paid recalled'), /[\u0e00-\u0e7f] \(recalled\)/);
});
