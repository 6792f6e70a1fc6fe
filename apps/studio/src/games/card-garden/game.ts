// The video poker card-garden as the studio offers it: stakes, deal, choice and payout.

import { baht, type Money, multiply } from '@chaba/money';

import type { InstantGame } from '#studio/games/instant-game';

import { text } from './game.text.ts';
import { drawHand, DRAW_SIZES, finalHand, HAND_SIZE, isHold, computePay } from './maths.ts';
import { formatHold, createSolver, type Solver } from './solver.ts';

/** Figures of the best play; maths.test.ts computes them over every hand. */
export const bestPlay = { sigma: 4.42, payingPercent: '45.46', gainingPercent: '24.00', largestOneIn: 40_391 } as const;

let solver: Solver | undefined;

export const cardGarden: InstantGame = {
  gameCode: 'card-garden',
  name: text.name,
  gameType: 'EGAMES',
  category: 'POKER',
  // Return of the best play; maths.test.ts computes it over every hand.
  returnPercent: '99.54',
  lines: 1,
  stakes: [1, 2, 5, 10, 20, 50, 100].map(baht),
  draw: (next) => ({ numbers: DRAW_SIZES.map(next), pay: 0, freeRounds: 0 }),
  choice: {
    shown: HAND_SIZE,
    isChoice: isHold,
    payoutOf: (stake: Money, draws, hold) => multiply(stake, computePay(finalHand(draws, hold))),
    bestOf(draws) {
      // Created on first use, because it takes part of a second and few rounds are left by their player.
      solver ??= createSolver();
      return formatHold(solver.bestOf(drawHand(draws).slice(0, HAND_SIZE)).kept);
    },
  },
};
