// The wallet snapshot of a member: the balance of each wallet and the progress of the turnover. Read-only.
//
// Always true: all figures of one snapshot are read in one transaction, so they are consistent; they are exact (THB/4)
// and are cut to whole satang only on the wire.
//
// Elsewhere: purpose of each account (core/chart-of-accounts.ts), turnover and bonuses (bonuses), withdrawing
// (withdrawals).

import type { Database, Transaction } from '@chaba/database';
import { getBalances } from '@chaba/ledger';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { findLatestCode } from '#modules/item-codes';
import { findOpenBonus } from '#modules/promotions';
import { loadTurnover } from '#modules/requirements';
import { type Member, loadMember } from '#modules/members';
import { computeRestoredLimit, loadPosition } from '#modules/position';

import * as store from './balances.store.ts';

export type MemberBalances = {
  readonly member: Member;
  readonly main: Money;
  readonly game: Money;
  readonly cashback: Money;
  readonly affiliate: Money;
  readonly residual: Money;
  readonly coins: bigint;
  readonly spins: bigint;
  readonly needTurnover: Money;
  readonly nowTurnover: Money;
  readonly remainingTurnover: Money;
  /**
   * Maximum that may still leave under the open requirements with a cap, returned payouts in the main wallet included;
   * undefined: no limit.
   */
  readonly withdrawCap: Money | undefined;
  /** The part of `main` from returned payouts that counts under the limit. */
  readonly returned: Money;
  /** The running deposit bonus. */
  readonly bonus: { readonly promotionId: string; readonly grantedAt: Date; readonly deposit: Money } | undefined;
  /** The item code that the member redeemed last. */
  readonly itemCode: string | undefined;
  /** The database's time of this snapshot. */
  readonly at: Date;
};

async function loadBalancesIn(tx: Transaction, siteId: number, memberId: bigint): Promise<MemberBalances> {
  const member = await loadMember(tx, siteId, memberId);
  const balances = await getBalances(tx, siteId, memberId, chart);
  const turnover = await loadTurnover(tx, siteId, memberId);
  const { limit: withdrawCap, returned } = computeRestoredLimit(await loadPosition(tx, siteId, memberId));
  return {
    member,
    main: balances.main,
    game: balances.game,
    cashback: balances.cashback,
    affiliate: balances.affiliate,
    residual: balances.residual,
    coins: balances.coin,
    spins: balances.spin,
    needTurnover: turnover.needTurnover,
    nowTurnover: turnover.nowTurnover,
    remainingTurnover: turnover.remaining,
    withdrawCap,
    returned,
    bonus: await findOpenBonus(tx, siteId, memberId),
    itemCode: await findLatestCode(tx, siteId, memberId),
    at: await store.timeOf(tx),
  };
}

/** The same in a transaction of its own. */
export function loadBalances(database: Database, siteId: number, memberId: bigint): Promise<MemberBalances> {
  return database.transaction(async (tx) => {
    await store.beginReadOnlySnapshot(tx);
    return loadBalancesIn(tx, siteId, memberId);
  });
}
