// Adjustments: a member's game wallet credited or debited by hand, after two people agreed.
//
//     credit   adjustments ──▶ game ──▶ repays a debt; the rest is own money, with turnover if the request says so
//     debit    game ──▶ adjustments, at most what is playable
//
// Always true: the row of a request and its transfer are one transaction, under the member's lane lock, and the key is
// the request. A credit counts as a gift in cashback and commission; a correction downwards takes back at most the
// gifts of earlier credits, so a gift comes back once. A confiscation takes back none.
//
// Elsewhere: the rule of two people (operators/adjustment-actions.ts), gifts (cashback, affiliates), the member's
// history (history), the rules of the audit (audit/gift-rules.store.ts).

import type { Transaction } from '@chaba/database';
import { lockLanes, postTransfers } from '@chaba/ledger';
import { max, min, type Money, multiply, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { assert } from '#core/domain-error';
import { publishAfterCommit } from '#core/member-events';
import { addTurnoverRequirement, countTaken } from '#modules/requirements';
import { creditOwnMoney, forfeitSpentRequirements } from '#modules/own-money';
import { loadPosition } from '#modules/position';

import * as store from './adjustments.store.ts';

export type { AdjustmentDirection, AdjustmentKind } from './adjustments.store.ts';

export const TURNOVER_TIMES_MAX = 50;

type NewAdjustment = {
  /** An approved request. */
  readonly requestId: bigint;
  readonly memberId: bigint;
  readonly direction: store.AdjustmentDirection;
  readonly kind: store.AdjustmentKind;
  readonly amount: Money;
  /** The playable part of a credit is required so often as turnover; a debit has none. */
  readonly turnoverTimes: number;
  readonly evidence: string;
  /** The text that the member reads. */
  readonly notice: string;
};

/** The key of the transfer; the hourly rule of the back office finds the request by it. */
const keyOf = (requestId: bigint): string => `adjust:R${requestId}`;

/** The playable money, which bounds a debit. Locks the member's lane. */
export async function lockFree(tx: Transaction, siteId: number, memberId: bigint): Promise<Money> {
  await lockLanes(tx, siteId, [memberId]);
  const { playable } = await loadPosition(tx, siteId, memberId);
  return playable;
}

/** Posts the adjustment of a request. `not_enough`: less is playable than a debit takes, and nothing was changed. */
export async function adjustBalance(
  tx: Transaction,
  siteId: number,
  adjustment: NewAdjustment,
): Promise<'adjusted' | 'not_enough'> {
  const { memberId, amount, direction } = adjustment;
  const free = await lockFree(tx, siteId, memberId);
  if (direction === 'debit' && free < amount) return 'not_enough';
  const gift = direction === 'credit' ? amount : await computeGiftBack(tx, siteId, adjustment);
  await store.insertAdjustment(tx, siteId, { ...adjustment, gift });
  if (direction === 'credit') await credit(tx, siteId, adjustment);
  else await debit(tx, siteId, adjustment);
  publishAfterCommit(tx, siteId, memberId);
  return 'adjusted';
}

/** Zero or below: the gifts of earlier credits that were not taken back yet. */
async function computeGiftBack(
  tx: Transaction,
  siteId: number,
  { memberId, kind, amount }: NewAdjustment,
): Promise<Money> {
  if (kind !== 'correction') return zeroMoney;
  const given = max(zeroMoney, await store.sumGifts(tx, siteId, memberId));
  return subtract(zeroMoney, min(amount, given));
}

async function credit(tx: Transaction, siteId: number, adjustment: NewAdjustment): Promise<void> {
  const { requestId, memberId, amount, turnoverTimes } = adjustment;
  const key = keyOf(requestId);
  await post(tx, siteId, adjustment);
  const playable = await creditOwnMoney(tx, siteId, { memberId, amount, key });
  const required = multiply(playable, turnoverTimes);
  await addTurnoverRequirement(tx, siteId, { memberId, source: 'DEPOSIT', required, causeId: key });
}

async function debit(tx: Transaction, siteId: number, adjustment: NewAdjustment): Promise<void> {
  const { memberId, amount } = adjustment;
  await post(tx, siteId, adjustment);
  await countTaken(tx, siteId, { memberId, amount, afterRequirementNo: 0 });
  await forfeitSpentRequirements(tx, siteId, [memberId]);
}

async function post(
  tx: Transaction,
  siteId: number,
  { requestId, memberId, amount, direction }: NewAdjustment,
): Promise<void> {
  const [from, to] = direction === 'credit' ? [chart.adjustments, chart.game] : [chart.game, chart.adjustments];
  const transfer = { ownerId: memberId, from, to, amount, reason: 'adjustment', key: keyOf(requestId) };
  const [posting] = await postTransfers(tx, siteId, [transfer]);
  assert(posting?.outcome === 'posted', 'a request is executed once, and a debit is playable under the lane lock');
}
