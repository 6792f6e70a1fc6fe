// The roads: every hand of the shoe as a bead, and the runs of winners as rings. Drawn as far as the width reaches,
// newest right.

import type { RoadOnWire } from '#studio/baccarat/wire';
import { el } from '#studio/page/dom';

import { text } from './page.text.ts';

const ROWS = 6;
const LETTERS = { player: 'P', banker: 'B', tie: 'T' } as const;
const WINNERS = ['player', 'banker', 'tie'] as const;
const BEAD_COLUMNS = 6;
const RING_COLUMNS = 30;

export class Roads {
  readonly root: HTMLElement;
  readonly #counts = el('p', { class: 'road-counts', 'aria-hidden': 'true' });
  readonly #hand = el('p', { class: 'road-hand' });
  readonly #sheet = el('div', { class: 'roads', role: 'img' });

  constructor() {
    this.root = el(
      'div',
      { class: 'road-box' },
      el('div', { class: 'road-head' }, this.#hand, this.#counts),
      this.#sheet,
    );
  }

  show(roads: readonly RoadOnWire[], hand: string): void {
    const [player, banker, tie] = WINNERS.map((winner) => roads.filter((each) => each.winner === winner).length);
    this.#hand.textContent = hand;
    this.#counts.replaceChildren(
      ...WINNERS.map((winner, index) =>
        el('span', {}, el('i', { class: `bead ${winner}` }, LETTERS[winner]), String([player, banker, tie][index])),
      ),
    );
    this.#sheet.setAttribute('aria-label', text.roadTold(player ?? 0, banker ?? 0, tie ?? 0));
    this.#sheet.replaceChildren(beadPlate(roads), bigRoad(roads));
  }
}

function beadPlate(roads: readonly RoadOnWire[]): HTMLElement {
  const left = Math.max(0, Math.ceil(roads.length / ROWS) - BEAD_COLUMNS) * ROWS;
  return el(
    'div',
    { class: 'bead-plate' },
    ...roads.slice(left).map((each) => bead(each, 'bead', LETTERS[each.winner])),
  );
}

/** A column for each run; ties are a stroke on the winner before them. */
function bigRoad(roads: readonly RoadOnWire[]): HTMLElement {
  const columns: RoadOnWire[][] = [];
  const tied = new Set<RoadOnWire>();
  for (const each of roads) {
    const last = columns.at(-1)?.at(-1);
    if (each.winner === 'tie') {
      if (last) tied.add(last);
    } else if (last?.winner === each.winner) columns.at(-1)?.push(each);
    else columns.push([each]);
  }
  return el(
    'div',
    { class: 'big-road' },
    ...columns
      .slice(-RING_COLUMNS)
      .map((column) =>
        el(
          'div',
          { class: 'run' },
          ...column.slice(-ROWS).map((each) => bead(each, tied.has(each) ? 'ring tied' : 'ring')),
        ),
      ),
  );
}

function bead({ winner, isPlayerPair, isBankerPair }: RoadOnWire, kind: string, letter?: string): HTMLElement {
  const pairs = `${isPlayerPair ? ' pair-p' : ''}${isBankerPair ? ' pair-b' : ''}`;
  return el('i', { class: `${kind} ${winner}${pairs}` }, letter);
}
