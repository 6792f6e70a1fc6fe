// The slot chaba-blossom as the studio offers it: stakes, draw and payout.

import { baht, money, type Money } from '@chaba/money';

import type { InstantGame } from '#studio/instant-game';
import { percentText } from '#studio/slots/fraction';

import { LINES, PARTS_OF_STAKE, resultOf, STOP_COUNTS } from './maths.ts';
import { text } from './game.text.ts';
import { returnToPlayer } from './return-to-player.ts';

export const chabaBlossom: InstantGame = {
  gameCode: 'chaba-blossom',
  name: text.name,
  gameType: 'EGAMES',
  category: 'EGAMES',
  returnPercent: percentText(returnToPlayer()),
  lines: LINES.length,
  stakes: [1, 2, 5, 10, 20, 50, 100].map(baht),
  drawSizes: STOP_COUNTS,
  payoutOf,
  freeRoundsOf: (stops) => resultOf(stops).freeSpins,
};

/** Exact: every stake is a whole number of its twentieths. */
function payoutOf(stake: Money, stops: readonly number[], isFree: boolean): Money {
  return money((stake / BigInt(PARTS_OF_STAKE)) * BigInt(resultOf(stops, isFree).pay));
}
