// What the end of a bonus or a withdraw cap removed, and how a later correction of a result changes that removal.
//
//     kept    = funds − bonus, at least nothing and at most the own money
//     removed = funds − kept
//
// A win that is cancelled after the removal is money that the removal has taken already: it comes out of the removal as far as the removal
// would have been smaller without the win, and only the rest out of the member's money. An upward correction is shared the same way, and so
// is the new result of a bet that a cancelled win opened again.
//
// Always true: a row is written under the member's lane lock, in the transaction that removes the money. A correction moves the share of
// the removal between the game wallet and the account that it was removed to, beside the corrected result itself.
//
// Elsewhere: giving a bonus up (grants.ts), caps (withdrawals/caps.ts), corrections of results (play/removed-money.ts).

import type { Queryable, Transaction } from '@chaba/database';
import { max, min, money, type Money, subtract, zeroMoney } from '@chaba/money';

import * as store from './removals.store.ts';

export type NewRemoval = {
  readonly memberId: bigint;
  readonly lineNo: number;
  /** Where the removed money is: the member's residual wallet, or the house. */
  readonly account: 'residual' | 'residualTaken';
  /** What could be played with before the removal. */
  readonly funds: Money;
  /** What may stay at most. */
  readonly own: Money;
  /** What is removed before own money stays: of a cap nothing. */
  readonly bonus: Money;
  /** Results up to here were part of the funds; left out: up to now. */
  readonly removedAt?: Date | undefined;
};

/** Signed: corrections downwards less corrections upwards. */
export type UndoneOfRound = { readonly provider: string; readonly roundId: string; readonly undone: Money };

export type Removal = Omit<NewRemoval, 'removedAt'> & {
  readonly removalNo: number;
  readonly removedAt: Date;
  readonly undone: Money;
  readonly rounds: readonly UndoneOfRound[];
};

/** Records a removal, under the member's lane lock. */
export function recordRemoval(tx: Transaction, siteId: number, removal: NewRemoval): Promise<void> {
  return store.insertRemoval(tx, siteId, removal);
}

/** The removals of these members, oldest first within each. */
export function loadRemovals(database: Queryable, siteId: number, memberIds: readonly bigint[]): Promise<Removal[]> {
  return store.removalsOf(database, siteId, memberIds);
}

/** Writes by how much results before these removals are corrected now. */
export function writeRemovals(tx: Transaction, siteId: number, removals: readonly Removal[]): Promise<void> {
  return store.updateRemovals(tx, siteId, removals);
}

/** What is removed when results come to so much less than they did. */
export function computeRemoved({ funds, own, bonus }: Pick<Removal, 'funds' | 'own' | 'bonus'>, undone: Money): Money {
  const left = max(zeroMoney, subtract(funds, undone));
  const kept = min(own, max(zeroMoney, subtract(left, bonus)));
  return subtract(left, kept);
}

/** The part of a change of results by which the removal changes: more is removed above zero, less below. */
export function shareOfRemoval(removal: Removal, change: Money): Money {
  const undone = money(removal.undone - change);
  return money(computeRemoved(removal, undone) - computeRemoved(removal, removal.undone));
}

/** The removal after results of a round changed by so much. */
export function changeRemoval(
  removal: Removal,
  round: { readonly provider: string; readonly roundId: string },
  change: Money,
): Removal {
  const { provider, roundId } = round;
  const isRound = (each: UndoneOfRound) => each.provider === provider && each.roundId === roundId;
  const before = removal.rounds.find(isRound)?.undone ?? zeroMoney;
  const others = removal.rounds.filter((each) => !isRound(each));
  return {
    ...removal,
    undone: money(removal.undone - change),
    rounds: [...others, { provider, roundId, undone: money(before - change) }],
  };
}
