// The turnover of one member: what each line says it has, against what was really risked after the line began.
//
// Always true: of any line and all younger ones together, no more is counted than was risked on settled bets placed after that
// line. In which order lines are filled does not matter to this.
//
// Elsewhere: what bets risk (exposure.ts).

import { exposureOf, type RiskedBet } from './exposure.ts';
import type { BetState } from './facts.ts';

export type BookedBet = RiskedBet & {
  readonly round: string;
  readonly isFree: boolean;
  readonly placedAt: number;
  state: BetState;
};

export type BookedLine = {
  readonly no: number;
  readonly source: string;
  readonly cap: bigint | undefined;
  readonly startedAt: number;
  need: bigint;
  now: bigint;
  state: string;
};

export const isOpen = ({ state }: BookedLine): boolean => state === 'active' || state === 'complete';

/** By how much the lines say more than was risked, and of which line; nothing when all is well. */
export function overcounted(
  lines: readonly BookedLine[],
  bets: readonly BookedBet[],
): { readonly line: BookedLine; readonly by: bigint } | undefined {
  const open = lines.filter(isOpen).toSorted((one, other) => one.startedAt - other.startedAt);
  let counted = 0n;
  for (const line of open.toReversed()) {
    counted += line.now;
    const risked = riskedSince(line.startedAt, bets);
    if (counted > risked) return { line, by: counted - risked };
  }
  return undefined;
}

/** What settled bets risked that were placed after this moment. */
export function riskedSince(moment: number, bets: readonly BookedBet[]): bigint {
  return exposureOf(bets.filter(({ state, isFree, placedAt }) => state === 'settled' && !isFree && placedAt > moment));
}
