// The slot naga-river as the studio offers it: stakes, draw and payout.

import { baht, money, type Money } from '@chaba/money';

import type { InstantGame } from '#studio/instant-game';

import { text } from './game.text.ts';
import { outcomeOf, PARTS_OF_STAKE, STOP_COUNTS, WAYS } from './maths.ts';

export const nagaRiver: InstantGame = {
  gameCode: 'naga-river',
  name: text.name,
  gameType: 'EGAMES',
  category: 'EGAMES',
  // Counting every window takes seconds, so the figure is written here and held to the count by a test.
  returnPercent: '96.00',
  lines: WAYS,
  stakes: [1, 2, 5, 10, 20, 50, 100].map(baht),
  drawSizes: STOP_COUNTS,
  payoutOf,
  freeRoundsOf: (stops) => outcomeOf(stops, false).freeSpins,
};

/** Exact: every stake is a whole number of its hundredths. */
function payoutOf(stake: Money, stops: readonly number[], isFree: boolean): Money {
  return money((stake / BigInt(PARTS_OF_STAKE)) * BigInt(outcomeOf(stops, isFree).pay));
}
