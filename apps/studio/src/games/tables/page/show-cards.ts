// Show of cards: named hands side by side, turned one card after the other in the order of the deal.

import { el } from '#studio/page-kit/dom';
import { cardBack, cardPicture } from '#studio/page-kit/playing-cards';
import { computePoints } from '#studio/games/tables/cards/rules';
import { baccaratOutcome } from '#studio/games/tables/rules/baccarat';
import { dragonTiger, computeWinner } from '#studio/games/tables/rules/dragon-tiger';
import { isPok, pokDeng, BOXES } from '#studio/games/tables/rules/pok-deng';

import { text } from './rounds.text.ts';
import { type Show, step } from './show.ts';

export type HandShown = {
  readonly name: string;
  readonly cards: readonly number[];
  readonly score: string;
  readonly state: 'wins' | 'loses' | 'even';
};
type Names = { place(type: string): string };

/** The hands of a round, as its cards fell. */
export function splitHands(gameCode: string, numbers: readonly number[], words: Names): readonly HandShown[] {
  if (gameCode === 'pok-deng') {
    const { dealer, boxes } = pokDeng.outcomeOf(numbers);
    const score = (hand: typeof dealer): string => {
      const points = computePoints(hand.cards);
      return isPok(hand) ? text.pok(points) : text.points(points);
    };
    return [
      { name: text.dealer, cards: dealer.cards, score: score(dealer), state: 'even' },
      ...boxes.map((box, index) => {
        const against = box.strength - dealer.strength;
        const state = against > 0 ? ('wins' as const) : against < 0 ? ('loses' as const) : ('even' as const);
        return { name: text.box(index + 1), cards: box.cards, score: score(box), state };
      }),
    ];
  }
  const [sides, winner] =
    gameCode === 'suea-mangkon'
      ? [oneCards(numbers), computeWinner(dragonTiger.outcomeOf(numbers))]
      : baccaratHands(numbers);
  return sides.map(([type, cards]) => ({
    name: words.place(type),
    cards,
    score: gameCode === 'suea-mangkon' ? '' : text.points(computePoints(cards)),
    state: winner === 'tie' ? 'even' : winner === type ? 'wins' : 'loses',
  }));
}

type Sides = readonly (readonly [type: string, cards: readonly number[]])[];

function oneCards(numbers: readonly number[]): Sides {
  const { dragon, tiger } = dragonTiger.outcomeOf(numbers);
  return [
    ['dragon', [dragon]],
    ['tiger', [tiger]],
  ];
}

function baccaratHands(numbers: readonly number[]): readonly [Sides, string] {
  const { deal, winner } = baccaratOutcome(numbers);
  return [
    [
      ['player', deal?.player ?? []],
      ['banker', deal?.banker ?? []],
    ],
    winner,
  ];
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'suea-mangkon': ['dragon', 'tiger'],
  baccarat: ['player', 'banker'],
  'baccarat-six': ['player', 'banker'],
};

export function cardShow(gameCode: string, words: Names): Show {
  const isBoxes = gameCode === 'pok-deng';
  const first = gameCode === 'suea-mangkon' ? 1 : 2;
  const names = isBoxes
    ? [text.dealer, ...BOXES.map((box) => text.box(box))]
    : (NAMES[gameCode] ?? []).map((type) => words.place(type));
  const kinds = isBoxes ? ['banker', ...BOXES.map(() => 'player')] : (NAMES[gameCode] ?? []);
  const hands = names.map((name, index) => handBox(name, kinds[index] ?? ''));
  const root = el('div', { class: `hands hands-${isBoxes ? 'six' : 'two'}` }, ...hands.map((hand) => hand.root));

  return {
    root,
    rest: () => {
      for (const hand of hands) hand.lay([], first);
    },
    async reveal(numbers, how) {
      const shown = splitHands(gameCode, numbers, words);
      const cards = Math.max(...shown.map((hand) => hand.cards.length));
      const turns = shown.reduce((sum, hand) => sum + hand.cards.length, 0);
      // Boxes are dealt round the table: the dealer last.
      const order = isBoxes ? [1, 2, 3, 4, 5, 0] : [0, 1];
      for (let card = 1; card <= cards; card += 1) {
        for (const index of order) {
          const [hand, box] = [shown[index], hands[index]];
          if (!hand || !box || hand.cards.length < card) continue;
          box.lay(hand.cards.slice(0, card), Math.min(first, hand.cards.length), how.ms > 0);
          if (card === hand.cards.length) box.score(hand.score);
          how.sound?.card(card);
          if (!(await step(how, 0.85 / turns))) return;
        }
      }
      for (const [index, hand] of shown.entries()) hands[index]?.end(hand);
    },
  };
}

function handBox(name: string, kind: string) {
  const cards = el('div', { class: 'hand-cards' });
  const points = el('span', { class: 'hand-points' });
  const root = el('div', { class: `hand ${kind}` }, el('p', {}, el('strong', {}, name), ' ', points), cards);
  return {
    root,
    /** Open cards, and closed ones up to a number of cards; only the newest one moves. */
    lay(open: readonly number[], atLeast: number, isMoving = false): void {
      const pictures = open.map((card) => cardPicture(card));
      if (isMoving) pictures.at(-1)?.classList.add('turned');
      while (pictures.length < atLeast) pictures.push(cardBack(text.hidden));
      cards.replaceChildren(...pictures);
      points.textContent = '';
      root.classList.remove('wins', 'loses');
    },
    score(words: string): void {
      points.textContent = words;
    },
    end({ state, score }: HandShown): void {
      points.textContent = score;
      root.classList.toggle('wins', state === 'wins');
      root.classList.toggle('loses', state === 'loses');
    },
  };
}

/** Hands in a line, for the history and the verifier. */
export function smallHands(gameCode: string, numbers: readonly number[], words: Names): HTMLElement {
  return el(
    'div',
    { class: 'small-results' },
    ...splitHands(gameCode, numbers, words).map(({ name, cards, score }) =>
      el('p', {}, el('span', { class: 'small-hands' }, ...cards.map(cardPicture)), ` ${name} ${score}`),
    ),
  );
}
