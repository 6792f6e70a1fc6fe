// The turnover of one member: the count of each requirement, against the amount risked after the requirement began.
//
// Always true: a requirement and all younger ones together count no more than the risk of settled bets placed after it
// began. The order in which requirements are filled is irrelevant.
//
// Elsewhere: the risk of bets (exposure.ts).

import { exposureOf, type RiskedBet } from './exposure.ts';
import type { BetState } from '#testing/oracle/facts';

export type BookedBet = RiskedBet & {
  readonly round: string;
  readonly playedIn: string;
  readonly isFree: boolean;
  readonly placedAt: number;
  /** Placed under an open bonus, or under an open cap. */
  readonly isBound: boolean;
  state: BetState;
};

export type CountedRequirement = {
  readonly no: number;
  readonly source: string;
  readonly cap: bigint | undefined;
  readonly startedAt: number;
  need: bigint;
  now: bigint;
  state: string;
};

export const isOpen = ({ state }: CountedRequirement): boolean => state === 'active' || state === 'complete';

/** Returns the excess of counted over risked turnover and its requirement; undefined when there is none. */
export function overcounted(
  lines: readonly CountedRequirement[],
  bets: readonly BookedBet[],
): { readonly line: CountedRequirement; readonly by: bigint } | undefined {
  const open = lines.filter(isOpen).toSorted((one, other) => one.startedAt - other.startedAt);
  let counted = 0n;
  for (const line of open.toReversed()) {
    counted += line.now;
    const risked = riskedSince(line.startedAt, bets);
    if (counted > risked) return { line, by: counted - risked };
  }
  return undefined;
}

/** Returns the risk of settled bets that were placed after this moment. */
export function riskedSince(moment: number, bets: readonly BookedBet[]): bigint {
  return exposureOf(bets.filter(({ state, isFree, placedAt }) => state === 'settled' && !isFree && placedAt > moment));
}
