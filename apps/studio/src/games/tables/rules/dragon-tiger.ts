// Dragon tiger: one card each from eight fresh decks, the higher rank wins, the ace is the lowest.

import { getRank } from '#studio/wire/cards';

import { drawCards, LOST, place, type TablePlace, type TableRules, won } from '#studio/games/tables/table-rules';

const DECKS = 8;

export type DragonTigerOutcome = { readonly dragon: number; readonly tiger: number };
type Side = keyof DragonTigerOutcome;

const isTie = ({ dragon, tiger }: DragonTigerOutcome): boolean => getRank(dragon) === getRank(tiger);
const isRed = (card: number): boolean => Math.floor(card / 13) === 1 || Math.floor(card / 13) === 2;
const isOdd = (card: number): boolean => getRank(card) % 2 === 0;

export function computeWinner(outcome: DragonTigerOutcome): Side | 'tie' {
  if (isTie(outcome)) return 'tie';
  return getRank(outcome.dragon) > getRank(outcome.tiger) ? 'dragon' : 'tiger';
}

/** A tie returns half of the stake. */
function sidePlace(type: Side): TablePlace<DragonTigerOutcome> {
  return {
    type,
    topPay: 1,
    returned: (outcome) => {
      const winner = computeWinner(outcome);
      if (winner === 'tie') return { perMille: 500, pushed: 'half' };
      return winner === type ? won(1) : LOST;
    },
  };
}

function cardPlaces(side: Side): TablePlace<DragonTigerOutcome>[] {
  return [
    place(`${side}-odd`, 0.75, (outcome) => isOdd(outcome[side])),
    place(`${side}-even`, 1.05, (outcome) => !isOdd(outcome[side])),
    place(`${side}-red`, 0.9, (outcome) => isRed(outcome[side])),
    place(`${side}-black`, 0.9, (outcome) => !isRed(outcome[side])),
  ];
}

/** Every pair of cards with its weight; the deck has one card less of the first card's kind for the second. */
function* outcomes(): Generator<readonly [bigint, DragonTigerOutcome]> {
  for (let dragon = 0; dragon < 52; dragon += 1) {
    for (let tiger = 0; tiger < 52; tiger += 1) {
      yield [BigInt(DECKS * (tiger === dragon ? DECKS - 1 : DECKS)), { dragon, tiger }];
    }
  }
}

export const dragonTiger: TableRules<DragonTigerOutcome> = {
  gameCode: 'suea-mangkon',
  roundMs: 18_000,
  draw: 'chain',
  sizes: [52 * DECKS, 52 * DECKS - 1],
  outcomeOf: (numbers) => {
    const [dragon = 0, tiger = 0] = drawCards(numbers, DECKS);
    return { dragon, tiger };
  },
  outcomes,
  places: [
    sidePlace('dragon'),
    place('tie', 11, isTie),
    sidePlace('tiger'),
    place('suited-tie', 50, ({ dragon, tiger }) => dragon === tiger),
    ...cardPlaces('dragon'),
    ...cardPlaces('tiger'),
  ],
  opposites: [
    ['dragon', 'tiger'],
    ...(['dragon', 'tiger'] as const).flatMap(
      (side) =>
        [
          [`${side}-odd`, `${side}-even`],
          [`${side}-red`, `${side}-black`],
        ] as const,
    ),
  ],
  road: { kind: 'runs', mark: (outcome) => [computeWinner(outcome)] },
};
