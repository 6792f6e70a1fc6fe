// The payout of a withdrawal in words.

import type { Words } from './words.text.ts';

/** A state such as `submitted`, or `disputed <recorded> <reported>`: the record against the report of the bank. */
export function describePayout({ withdrawals: text }: Words, payout: string): string {
  const [state = '', recorded = '', reported = ''] = payout.split(' ');
  if (state !== 'disputed') return text.payoutStates[state] ?? state;
  return text.contradiction(text.states[recorded] ?? recorded, text.states[reported] ?? reported);
}
