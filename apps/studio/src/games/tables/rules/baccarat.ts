// Baccarat tables: the usual one, and Super Six without commission. Rules of the cards: cards/rules.ts.

import { countResults } from '#studio/games/tables/cards/odds';
import { type Deal, dealFrom, computePoints, computeResult, type Winner } from '#studio/games/tables/cards/rules';

import { LOST, place, PUSHED, type TablePlace, type TableRules, won } from '#studio/games/tables/table-rules';

export type BaccaratOutcome = {
  /** Absent where outcomes are counted. */
  readonly deal?: Deal;
  readonly winner: Winner;
  readonly isSix: boolean;
  readonly isPlayerPair: boolean;
  readonly isBankerPair: boolean;
};

export function baccaratOutcome(numbers: readonly number[]): BaccaratOutcome {
  const deal = dealFrom(numbers);
  const { winner, isPlayerPair, isBankerPair } = computeResult(deal);
  return { deal, winner, isSix: winner === 'banker' && computePoints(deal.banker) === 6, isPlayerPair, isBankerPair };
}

/** A tie returns the stake. */
function side(
  type: 'player' | 'banker',
  pays: readonly number[],
  pay: (outcome: BaccaratOutcome) => number,
): TablePlace<BaccaratOutcome> {
  return {
    type,
    topPay: Math.max(...pays),
    pays,
    returned: (outcome) => {
      if (outcome.winner === 'tie') return PUSHED;
      return outcome.winner === type ? won(pay(outcome)) : LOST;
    },
  };
}

const shared = {
  roundMs: 25_000,
  draw: 'shoe',
  sizes: [52, 52, 52, 52, 52, 52],
  outcomeOf: baccaratOutcome,
  cardsTaken: ({ deal }: BaccaratOutcome) => (deal ? deal.player.length + deal.banker.length : 0),
  outcomes: countResults,
  opposites: [['player', 'banker']],
  road: {
    kind: 'runs',
    mark: ({ winner, isPlayerPair, isBankerPair }: BaccaratOutcome) => [
      winner,
      ...(isPlayerPair ? ['playerPair'] : []),
      ...(isBankerPair ? ['bankerPair'] : []),
    ],
  },
} as const;
const tie = place('tie', 8, ({ winner }: BaccaratOutcome) => winner === 'tie');

export const baccarat: TableRules<BaccaratOutcome> = {
  ...shared,
  gameCode: 'baccarat',
  places: [
    side('player', [1], () => 1),
    side('banker', [0.95], () => 0.95),
    tie,
    place('playerPair', 11, ({ isPlayerPair }) => isPlayerPair),
    place('bankerPair', 11, ({ isBankerPair }) => isBankerPair),
  ],
};

export const baccaratSix: TableRules<BaccaratOutcome> = {
  ...shared,
  gameCode: 'baccarat-six',
  places: [
    side('player', [1], () => 1),
    side('banker', [1, 0.5], ({ isSix }) => (isSix ? 0.5 : 1)),
    tie,
    place('six', 16, ({ isSix }) => isSix),
  ],
};
