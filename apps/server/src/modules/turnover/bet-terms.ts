// Bet terms of a bonus: allowed games, maximum stake per round, and the counted share of a bet. Pure.
//
// Always true: forbidden stakes are rejected before play, so winnings are never confiscated afterwards. The terms
// bind until the turnover of their requirement is done. A bet counts in full unless the promotion's card states less.
//
// Elsewhere: source of the terms (a promotion, copied into the requirement with the grant: grants.ts), applying
// turnover (turnover.ts).

import { type Money, money } from '@chaba/money';
import { type BetTerms, FULL_WEIGHT } from '@chaba/promotions/offer';

/** The fields of a requirement that bet terms need. */
type BoundLine = { readonly required: Money; readonly progress: Money; readonly terms: BetTerms | undefined };

export type GameName = { readonly provider: string; readonly gameCode: string; readonly category: string };

/** Stored form in the requirement. */
export type StoredBetTerms = {
  readonly betMax?: string;
  readonly excluded?: readonly string[];
  readonly weights?: Readonly<Record<string, number>>;
};

/** The error code that rejects a stake, if any. `roundStake` is the total stake of the round including this one. */
export function checkBetTerms(
  lines: readonly BoundLine[],
  game: GameName,
  roundStake: Money,
): 'GAME_EXCLUDED' | 'BONUS_MAX_BET' | undefined {
  const binding = lines.flatMap((line) => (line.terms && line.progress < line.required ? line.terms : []));
  if (binding.some((terms) => isExcluded(terms, game))) return 'GAME_EXCLUDED';
  const isTooMuch = binding.some(({ betMax }) => betMax !== undefined && roundStake > betMax);
  return isTooMuch ? 'BONUS_MAX_BET' : undefined;
}

/** Whether the terms let a stake count. */
export function isStakeWithin(
  terms: Pick<BetTerms, 'excluded' | 'betMax'>,
  round: { readonly game: GameName; readonly stake: Money },
): boolean {
  if (isExcluded(terms, round.game)) return false;
  return terms.betMax === undefined || round.stake <= terms.betMax;
}

function isExcluded({ excluded }: Pick<BetTerms, 'excluded'>, game: GameName): boolean {
  const { provider, gameCode, category } = game;
  return [category, provider, `${provider}/${gameCode}`].some((name) => excluded.includes(name));
}

/** Percent of a bet in this category that counts for the requirement. */
export function getContributionPercent(line: Pick<BoundLine, 'terms'>, category: string): number {
  return line.terms?.weights[category] ?? FULL_WEIGHT;
}

/** Undefined if every bet is allowed and counts in full. */
export function serializeBetTerms({ betMax, excluded, weights }: BetTerms): StoredBetTerms | undefined {
  const stored = {
    ...(betMax === undefined ? {} : { betMax: betMax.toString() }),
    ...(excluded.length === 0 ? {} : { excluded }),
    ...(Object.keys(weights).length === 0 ? {} : { weights }),
  };
  return Object.keys(stored).length === 0 ? undefined : stored;
}

export function parseStored({ betMax, excluded = [], weights = {} }: StoredBetTerms): BetTerms {
  return { betMax: betMax === undefined ? undefined : money(BigInt(betMax)), excluded, weights };
}
