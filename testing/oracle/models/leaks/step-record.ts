// The effects of one step on one member, until the step ends and is evaluated.

import type { BoundBonus } from './bound-bonus.ts';
import type { BookedBet } from './turnover.ts';
import type { RequirementFact } from '#testing/oracle/facts';

export type StepRecord = {
  deposit: bigint;
  /** The transfer that was reported in this step. */
  transfer: string | undefined;
  /** The part of a deposit that is sent back which leaves the game wallet. */
  sentBack: bigint;
  /** Debt that money of the game wallet repaid. */
  repaid: bigint;
  /** All money from outside play. */
  arrived: bigint;
  bonus: bigint;
  code: bigint;
  played: bigint;
  /** Stakes of which the ledger entries follow. */
  staked: bigint;
  /** Bets that got a result or lost it. */
  readonly changed: Set<BookedBet>;
  /** Results of rounds that bets under a bond joined. */
  readonly results: { readonly bond: BoundBonus; readonly playedIn: string; readonly amount: bigint }[];
  expected: bigint;
  removedByCap: bigint;
  givenUp: bigint;
  /** The most that is charged for own money below zero of a requirement that is lost. */
  owedByLoss: bigint;
  /** Ended bonds under which results changed, by how much. */
  corrected: Map<BoundBonus, bigint>;
  /** Bonds whose deposit was sent back. */
  withdrawn: Set<BoundBonus>;
  lines: RequirementFact[];
};
export const emptyStep = (): StepRecord => ({
  deposit: 0n,
  transfer: undefined,
  sentBack: 0n,
  repaid: 0n,
  arrived: 0n,
  bonus: 0n,
  code: 0n,
  played: 0n,
  staked: 0n,
  changed: new Set(),
  results: [],
  expected: 0n,
  removedByCap: 0n,
  givenUp: 0n,
  owedByLoss: 0n,
  corrected: new Map(),
  withdrawn: new Set(),
  lines: [],
});
