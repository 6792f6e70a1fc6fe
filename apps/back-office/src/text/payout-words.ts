// The payout of a withdrawal in words.

import { nameCode } from './code-words.ts';
import type { Words } from './words.text.ts';

/** A state such as `submitted`, or `disputed <recorded> <reported>`: the record against the report of the bank. */
export function describePayout(words: Words, payout: string): string {
  const { withdrawals: text } = words;
  const [state = '', recorded = '', reported = ''] = payout.split(' ');
  if (state !== 'disputed') return nameCode(words, text.payoutStates, state);
  return text.contradiction(nameCode(words, text.states, recorded), nameCode(words, text.states, reported));
}
