// The entries of a deposit: the money of one bank transfer, from the house's bank account to its member, once.
//
//     arrives, nobody fits:   bank → unmatched          a person (or a better slip) decides: unmatched → game, or back → bank
//     arrives, one fits:      bank → game
//     a capped bonus is open: … → main instead of game, and → game when the member chooses
//
// Always true: one deposit has one key for each of its movements, so no path books it twice. What the member owes is paid first; only
// money that becomes playable brings a bonus or asks for turnover, in the same transaction. The member's lane is locked before anything else (the callers do it first).
//
// Elsewhere: who decides that a transfer fits (slip-judging.ts, feed-matching.ts).

import type { Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { type Money, times } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/live';
import { assert } from '#core/refusal';
import { addTurnoverLine, creditOwnMoney, grantDepositBonus, loseSpentLines, turnoverOf } from '#modules/bonuses';
import { countDeposit, pauseOf } from '#modules/members';
import { siteIn } from '#modules/site';

import { isAboveLimit } from './deposit-limits.ts';
import { setBonusId } from './deposits.store.ts';

export type Booked = {
  readonly depositId: bigint;
  readonly memberId: bigint;
  readonly amount: Money;
  readonly transferredAt: Date;
};

export type Credited = 'credited' | 'parked';

/** Where the next deposit of this member goes: apart, as long as a bonus with a withdraw cap is open (rules §5). */
export async function creditState(tx: Transaction, siteId: number, memberId: bigint): Promise<Credited> {
  await loseSpentLines(tx, siteId, [memberId]);
  const { withdrawCap } = await turnoverOf(tx, siteId, memberId);
  return withdrawCap === undefined ? 'credited' : 'parked';
}

/** Why a person decides about this money; nothing: it is given. Called under the member's lane, under which breaks and limits begin. */
export async function reasonToHold(
  tx: Transaction,
  of: { readonly siteId: number; readonly memberId: bigint },
  amount: Money,
): Promise<'MEMBER_PAUSED' | 'LIMIT_REACHED' | undefined> {
  if (await pauseOf(tx, of.siteId, of.memberId)) return 'MEMBER_PAUSED';
  return (await isAboveLimit(tx, of, amount)) ? 'LIMIT_REACHED' : undefined;
}

/** Gives the money to its member: straight from the bank, or from what waited unmatched. */
export async function bookCredit(
  tx: Transaction,
  siteId: number,
  deposit: Booked,
  way: { readonly from: 'bank' | 'unmatched'; readonly state: Credited },
): Promise<void> {
  const { depositId, memberId, amount, transferredAt } = deposit;
  const key = `deposit:${depositId}`;
  await post(tx, siteId, {
    ownerId: memberId,
    from: chart[way.from],
    to: way.state === 'parked' ? chart.main : chart.game,
    amount,
    reason: 'deposit',
    key,
    eventAt: transferredAt,
  });
  await countDeposit(tx, siteId, memberId, amount);
  if (way.state === 'credited') {
    const playable = await creditOwnMoney(tx, siteId, { memberId, amount, key });
    if (playable > 0n) await giveBonusOrAskForTurnover(tx, siteId, deposit, playable);
  }
  signalAfterCommit(tx, siteId, memberId);
}

/** The money is on our account and nobody fits yet. */
export async function bookArrival(tx: Transaction, siteId: number, deposit: Omit<Booked, 'memberId'>): Promise<void> {
  await post(tx, siteId, {
    ownerId: 0n,
    from: chart.bank,
    to: chart.unmatched,
    amount: deposit.amount,
    reason: 'deposit arrived',
    key: `deposit:${deposit.depositId}:arrival`,
    eventAt: deposit.transferredAt,
  });
}

/** Unmatched money goes back to the account it came from. */
export async function bookReturn(
  tx: Transaction,
  siteId: number,
  deposit: Omit<Booked, 'memberId' | 'transferredAt'>,
): Promise<void> {
  await post(tx, siteId, {
    ownerId: 0n,
    from: chart.unmatched,
    to: chart.bank,
    amount: deposit.amount,
    reason: 'deposit returned',
    key: `deposit:${deposit.depositId}:return`,
  });
}

async function giveBonusOrAskForTurnover(
  tx: Transaction,
  siteId: number,
  { depositId, memberId, amount: transferred }: Omit<Booked, 'transferredAt'>,
  amount: Money,
): Promise<void> {
  const { depositTurnoverTimes } = await siteIn(tx, siteId);
  const deposit = { depositId, memberId, amount };
  const plainNeed = times(amount, depositTurnoverTimes);
  const promotionId = await grantDepositBonus(tx, siteId, { ...deposit, transferred, plainNeed });
  if (promotionId === undefined) await askForTurnover(tx, siteId, deposit);
  else await setBonusId(tx, siteId, deposit.depositId, promotionId);
}

/** The plain turnover of a deposit without a bonus. */
export async function askForTurnover(
  tx: Transaction,
  siteId: number,
  deposit: { readonly depositId: bigint; readonly memberId: bigint; readonly amount: Money },
): Promise<void> {
  const { depositTurnoverTimes } = await siteIn(tx, siteId);
  if (depositTurnoverTimes === 0) return;
  await addTurnoverLine(tx, siteId, {
    memberId: deposit.memberId,
    source: 'DEPOSIT',
    needTurnover: times(deposit.amount, depositTurnoverTimes),
    causeId: `deposit:${deposit.depositId}`,
  });
}

async function post(tx: Transaction, siteId: number, transfer: ledger.TransferRequest): Promise<void> {
  const [posting] = await ledger.post(tx, siteId, [transfer]);
  assert(posting?.outcome === 'posted', `${transfer.key} is booked once, by whoever changed the deposit's state`);
}
