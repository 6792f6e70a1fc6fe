// Actions that credit or debit a member's balance by hand.
//
// Always true: a second person decides, and the amount of a request is within the limit and the day of the requesting
// role. Facts hold no balance, because play between request and decision would change them; a debit that the member
// cannot pay is refused at the request and again at its execution.
//
// Elsewhere: the posting (modules/adjustments), the rule of people and limits (actions.ts), the hourly rule about
// transfers without a request (approval-rules.store.ts).

import type { Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { assert } from '#core/domain-error';
import {
  adjustBalance,
  type AdjustmentDirection,
  type AdjustmentKind,
  lockFree,
  TURNOVER_TIMES_MAX,
} from '#modules/adjustments';
import { toWireAmount } from '#core/wire-amount';

import { type ActionInput, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { parseMemberRef, parseNotice, parsePositiveAmount, requireMember } from './subjects.ts';
import { maskName } from './withdrawal-actions.ts';

const EVIDENCE_LENGTH_MIN = 3;
const EVIDENCE_LENGTH_MAX = 200;
/** A credit is money that may leave, so satang are its smallest part. */
const SATANG = 100n;

const KINDS: Readonly<Record<AdjustmentDirection, readonly AdjustmentKind[]>> = {
  credit: ['goodwill', 'correction'],
  debit: ['correction', 'confiscation'],
};

type Adjustment = {
  readonly memberId: bigint;
  readonly kind: AdjustmentKind;
  readonly amount: Money;
  readonly turnoverTimes: number;
  readonly evidence: string;
  readonly notice: string;
};

function parseAdjustment(direction: AdjustmentDirection, input: ActionInput): Adjustment {
  const { member, kind, amount: typed, turnover = '0', evidence = '', notice } = input;
  const amount = parsePositiveAmount('amount', typed);
  if (amount % SATANG !== 0n) failOperator('FIELD_INVALID', { field: 'amount' });
  return {
    memberId: parseMemberRef(member),
    kind: KINDS[direction].find((each) => each === kind) ?? failOperator('FIELD_INVALID', { field: 'kind' }),
    amount,
    turnoverTimes: parseTimes(turnover),
    evidence: parseEvidence(evidence),
    notice: parseNotice(notice) ?? failOperator('FIELD_INVALID', { field: 'notice' }),
  };
}

function parseTimes(text: string): number {
  const times = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return times <= TURNOVER_TIMES_MAX ? times : failOperator('FIELD_INVALID', { field: 'turnover' });
}

function parseEvidence(typed: string): string {
  const text = typed.trim();
  const isFine = text.length >= EVIDENCE_LENGTH_MIN && text.length <= EVIDENCE_LENGTH_MAX && !/\p{Cc}/u.test(text);
  return isFine ? text : failOperator('FIELD_INVALID', { field: 'evidence' });
}

function defineAdjustment(direction: AdjustmentDirection) {
  return defineAction<Adjustment>({
    parse: (input) => parseAdjustment(direction, input),
    async load(tx, siteId, adjustment) {
      const { memberId, amount } = adjustment;
      const member = await requireMember(tx, siteId, memberId);
      const isPayable = direction === 'credit' || (await lockFree(tx, siteId, memberId)) >= amount;
      if (!isPayable) failOperator('BLOCKED', { reasons: ['not_enough'] });
      return toLoaded(direction, adjustment, { name: maskName(member), isLocked: member.isLocked });
    },
    async run(tx: Transaction, by, adjustment) {
      const { siteId, requestId } = by;
      assert(requestId !== undefined, 'an adjustment is executed from its request');
      const outcome = await adjustBalance(tx, siteId, { ...adjustment, requestId, direction });
      if (outcome === 'not_enough') return { rejection: 'BLOCKED', reasons: [outcome] };
      const done = direction === 'credit' ? 'credited' : 'debited';
      return {
        outcome: done,
        after: { memberId: String(adjustment.memberId), amount: toWireAmount(adjustment.amount) },
      };
    },
  });
}

/** One open request for each member's balance. */
function toLoaded(
  direction: AdjustmentDirection,
  { memberId, kind, amount, turnoverTimes, evidence, notice }: Adjustment,
  member: { readonly name: string; readonly isLocked: boolean },
): LoadedAction {
  return {
    subject: `balance of member ${memberId}`,
    facts: {
      member: member.name,
      memberId: String(memberId),
      isLocked: member.isLocked,
      adjustmentKind: kind,
      amount: toWireAmount(amount),
      ...(direction === 'credit' ? { turnoverTimes: String(turnoverTimes) } : {}),
      evidence,
      notice,
    },
    member: memberId,
    amount,
  };
}

export const adjustmentActions = {
  'adjustment.credit': defineAdjustment('credit'),
  'adjustment.debit': defineAdjustment('debit'),
};
