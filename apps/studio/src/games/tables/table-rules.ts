// Rules of a shared table: the numbers that a round draws, the places that take stakes, and the return of each. Pure,
// the same on the server, the page and the verifier.
//
// Always true: a return includes the stake and is a whole number of thousandths of it. A pushed stake, or half of one,
// was not at risk and counts for no turnover.
//
// Elsewhere: exact returns (returns.ts), turnover (hedge-share.ts), rounds (round-table.ts), the games (rules/).

export type PlaceReturn = { readonly perMille: number; readonly pushed?: 'whole' | 'half' };

export type TablePlace<Outcome> = {
  readonly type: string;
  /** The largest pay to one. */
  readonly topPay: number;
  /** The pays to one, where there are several or the largest is rare. */
  readonly pays?: readonly number[];
  returned(outcome: Outcome): PlaceReturn;
};

export type TableRules<Outcome> = {
  readonly gameCode: string;
  readonly roundMs: number;
  /** shoe: cards of one committed order, until it is spent. chain: each round has a link of a hash chain. */
  readonly draw: 'shoe' | 'chain';
  /** The sizes of the numbers that a round draws; of a shoe, of the cards that a round may need. */
  readonly sizes: readonly number[];
  outcomeOf(numbers: readonly number[]): Outcome;
  /** Cards that a round took from the shoe. */
  cardsTaken?(outcome: Outcome): number;
  /** Every outcome with its weight; absent: every draw weighs the same. */
  outcomes?(): Iterable<readonly [weight: bigint, outcome: Outcome]>;
  readonly places: readonly TablePlace<Outcome>[];
  readonly opposites: readonly (readonly [string, string])[];
  readonly road: {
    readonly kind: 'beads' | 'runs' | 'numbers';
    /** The name of the result first, then its further marks. */
    mark(outcome: Outcome): readonly string[];
  };
};

export const LOST: PlaceReturn = { perMille: 0 };
export const PUSHED: PlaceReturn = { perMille: 1_000, pushed: 'whole' };

/** Return of a stake that won this much to one. */
export function won(pay: number): PlaceReturn {
  return { perMille: 1_000 + Math.round(pay * 1_000) };
}

/** A place that wins or loses. */
export function place<Outcome>(type: string, pay: number, wins: (outcome: Outcome) => boolean): TablePlace<Outcome> {
  return { type, topPay: pay, returned: (outcome) => (wins(outcome) ? won(pay) : LOST) };
}

export function findPlace<Outcome>(rules: TableRules<Outcome>, type: string): TablePlace<Outcome> | undefined {
  return rules.places.find((each) => each.type === type);
}

const STAKES = [5_000, 1_000, 500, 100, 50, 10] as const;
const PAYOUT_BAHT_MAX = 500_000;

/** The largest stake of a player on a place in one round, in baht. */
export function computeMaxStake({ topPay }: { readonly topPay: number }): number {
  return STAKES.find((stake) => stake * topPay <= PAYOUT_BAHT_MAX) ?? 10;
}

/** Every draw of these sizes. */
export function* everyDraw(sizes: readonly number[]): Generator<number[]> {
  const [size, ...others] = sizes;
  if (size === undefined) {
    yield [];
    return;
  }
  for (const rest of everyDraw(others)) {
    for (let number = 0; number < size; number += 1) yield [number, ...rest];
  }
}

/** Cards of one deck that numbers of falling sizes draw without replacement. */
export function drawCards(numbers: readonly number[], decks = 1): number[] {
  // Indexes with a moved card: the last remaining card replaces each drawn card.
  const moved = new Map<number, number>();
  const cardAt = (place: number): number => moved.get(place) ?? place % 52;
  let left = 52 * decks;
  return numbers.map((number) => {
    left -= 1;
    const card = cardAt(number);
    moved.set(number, cardAt(left));
    return card;
  });
}
