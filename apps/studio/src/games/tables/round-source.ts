// Sources of the numbers of a table's rounds: a shuffled shoe, or a chain of links.
//
// Always true: the commitment of a source is published while the source before it is in use. The proof of a round is
// published when no open round depends on it: a link with its round, the seed of a shoe after its last round.
//
// Elsewhere: storage (server/tables/rounds.store.ts), chains (chain.ts), shoes (cards/shoe.ts).

import { randomBytes } from 'node:crypto';

import { hasRound, shuffledShoe } from './cards/shoe.ts';
import { nodeHash, nodeHmac } from '#studio/fairness/seeds';

import { chainFrom, LINKS, numbersOfLink } from './chain.ts';
import type { TableRules } from './table-rules.ts';

const SECRET_BYTES = 32;
const KEPT = 4;

/** A round in a source. */
type SourceRound = {
  readonly sourceNo: bigint;
  /** The seed of a shoe, or the last link of a chain. */
  readonly secret: string;
  readonly roundNo: bigint;
  /** Index of its first card in a shoe. */
  readonly position: bigint;
};

export type RoundSource = {
  fresh(): { readonly secret: string; readonly commitment: string };
  /** The numbers that a round drew; of a shoe, only the cards that it used. */
  numbersOf(round: SourceRound): readonly number[];
  /** The place of the next round in the source; undefined when it is spent. */
  next(last: SourceRound): { readonly roundNo: bigint; readonly position: bigint } | undefined;
  /** The proof of a round that was shown. */
  proofOf(round: SourceRound & { readonly sourceState: 'active' | 'spent' }): string | undefined;
};

export function openRoundSource(rules: TableRules<unknown>): RoundSource {
  return rules.draw === 'shoe' ? shoeSource(rules) : chainSource(rules);
}

function shoeSource(rules: TableRules<unknown>): RoundSource {
  const cardsOf = cacheLast((secret) => shuffledShoe(nodeHmac, rules.gameCode, secret));
  const numbersOf: RoundSource['numbersOf'] = ({ secret, position }) => {
    const from = Number(position);
    const cards = cardsOf(secret).slice(from, from + rules.sizes.length);
    return cards.slice(0, rules.cardsTaken?.(rules.outcomeOf(cards)) ?? cards.length);
  };
  return {
    fresh() {
      const secret = randomBytes(SECRET_BYTES).toString('hex');
      return { secret, commitment: nodeHash(secret) };
    },
    numbersOf,
    next(last) {
      const position = Number(last.position) + numbersOf(last).length;
      return hasRound(position) ? { roundNo: last.roundNo + 1n, position: BigInt(position) } : undefined;
    },
    proofOf: ({ sourceState, secret }) => (sourceState === 'spent' ? secret : undefined),
  };
}

function chainSource({ gameCode, sizes }: TableRules<unknown>): RoundSource {
  const linksOf = cacheLast((secret) => chainFrom(nodeHash, secret));
  const linkOf = ({ secret, roundNo }: SourceRound): string => linksOf(secret)[Number(roundNo)] ?? '';
  return {
    fresh() {
      const secret = randomBytes(SECRET_BYTES).toString('hex');
      return { secret, commitment: linksOf(secret)[0] ?? '' };
    },
    numbersOf(round) {
      const link = { chainNo: Number(round.sourceNo), roundNo: Number(round.roundNo), link: linkOf(round) };
      return numbersOfLink(nodeHmac, { gameCode, ...link }, sizes);
    },
    next: ({ roundNo }) => (roundNo < LINKS ? { roundNo: roundNo + 1n, position: 0n } : undefined),
    proofOf: linkOf,
  };
}

/** Caches the value of the last secrets, because computing one takes milliseconds. */
function cacheLast<Value>(make: (secret: string) => Value): (secret: string) => Value {
  const kept = new Map<string, Value>();
  return (secret) => {
    const value = kept.get(secret) ?? make(secret);
    kept.delete(secret);
    kept.set(secret, value);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
