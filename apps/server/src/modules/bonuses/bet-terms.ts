// How a bonus lets its member bet: which games, how much a round, and how much of a bet counts. Pure.
//
// Always true: what the terms forbid is refused before play, so that winnings are never taken afterwards (rules §7). They
// bind while the turnover of their line is not done, and no longer. A bet counts whole unless the promotion's card says less.
//
// Elsewhere: where the terms come from (a promotion, copied into the line with the grant: grants.ts), filling lines (turnover.ts).

import { type Money, money } from '@chaba/money';

export type BetTerms = {
  /** The most that may be staked in one round; undefined: no maximum. */
  readonly betMax: Money | undefined;
  /** Categories of games, providers, or provider/game. */
  readonly excluded: readonly string[];
  /** Percent by category, where it is not 100. */
  readonly weights: Readonly<Record<string, number>>;
};

/** What of a turnover line matters here. */
type BoundLine = { readonly required: Money; readonly progress: Money; readonly terms: BetTerms | undefined };

export type GameName = { readonly provider: string; readonly gameCode: string; readonly category: string };

/** As it is kept in the line. */
export type StoredBetTerms = {
  readonly betMax?: string;
  readonly excluded?: readonly string[];
  readonly weights?: Readonly<Record<string, number>>;
};

export const FULL_WEIGHT = 100;

/** Why a stake must be refused, if it must. `roundStake` is what the round would have on it, this stake included. */
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

/** Whether a stake is one that the terms let count. */
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

/** Percent of a bet in a game of this category that counts for the line. */
export function getContributionPercent(line: Pick<BoundLine, 'terms'>, category: string): number {
  return line.terms?.weights[category] ?? FULL_WEIGHT;
}

/** Nothing when every bet is welcome and counts whole. */
export function serializeBetTerms({ betMax, excluded, weights }: BetTerms): StoredBetTerms | undefined {
  const stored = {
    ...(betMax === undefined ? {} : { betMax: betMax.toString() }),
    ...(excluded.length === 0 ? {} : { excluded }),
    ...(Object.keys(weights).length === 0 ? {} : { weights }),
  };
  return Object.keys(stored).length === 0 ? undefined : stored;
}

export function ofStored({ betMax, excluded = [], weights = {} }: StoredBetTerms): BetTerms {
  return { betMax: betMax === undefined ? undefined : money(BigInt(betMax)), excluded, weights };
}
