// Actions about withdrawals and their bank payouts, and the facts that an operator sees before.
//
// Always true: account numbers and names are masked in facts, because facts are stored in requests and entries.
//
// Elsewhere: the decisions themselves (modules/withdrawals), the rule of people (actions.ts).

import { maskAccountNumber } from '@chaba/contract/banks';
import type { WithdrawalFacts } from '@chaba/contract/back-office/wire';
import type { Queryable, Transaction } from '@chaba/database';

import { toWireAmount } from '#core/wire-amount';
import { formatReference, parseReference } from '#core/references';
import { loadMember, type Member } from '#modules/members';
import * as withdrawals from '#modules/withdrawals';

import { type ActionInput, type By, defineAction, type ActionEffect, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';

/** First name and initial of the last name. */
export function maskName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const [initial = ''] = new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(lastName);
  return lastName === '' ? firstName : `${firstName} ${typeof initial === 'string' ? initial : initial.segment}.`;
}

export function formatDestination(to: { readonly bankCode: string; readonly account: string }): string {
  return `${to.bankCode} ${maskAccountNumber(to.account).slice(-7)}`;
}

export function toWithdrawalFacts(review: withdrawals.Review, member: Member): WithdrawalFacts {
  const { withdrawal, verdict, payout, dispute } = review;
  return {
    reference: formatReference('withdrawal', withdrawal.withdrawalId),
    state: withdrawal.state,
    amount: toWireAmount(withdrawal.amount),
    removed: toWireAmount(withdrawal.removed),
    member: maskName(member),
    memberId: String(member.id),
    destination: formatDestination(withdrawal),
    reviewReasons: withdrawal.reviewReasons,
    verdict: verdict?.verdict ?? 'none',
    verdictReasons: listVerdictReasons(verdict),
    payout:
      dispute === undefined ? (payout?.state ?? null) : `disputed ${dispute.recordedState} ${dispute.latestResult}`,
  };
}

function listVerdictReasons(verdict: withdrawals.Review['verdict']): readonly string[] {
  if (verdict?.verdict === 'review') return verdict.reasons;
  return verdict?.verdict === 'wait' ? [verdict.reason] : [];
}

export function parseWithdrawal(text: string): bigint {
  return parseReference('withdrawal', text) ?? failOperator('FIELD_INVALID', { field: 'withdrawal' });
}

/** The review with its member; fails if the site has no such withdrawal. */
export async function requireReview(
  database: Queryable,
  siteId: number,
  withdrawalId: bigint,
): Promise<{ readonly review: withdrawals.Review; readonly member: Member }> {
  const review = await withdrawals.loadReview(database, siteId, withdrawalId);
  if (!review) return failOperator('NOT_FOUND');
  return { review, member: await loadMember(database, siteId, review.withdrawal.memberId) };
}

async function load(tx: Transaction, siteId: number, withdrawalId: bigint): Promise<LoadedAction> {
  const review = await withdrawals.lockReview(tx, siteId, withdrawalId);
  if (!review) return failOperator('NOT_FOUND');
  const member = await loadMember(tx, siteId, review.withdrawal.memberId);
  const facts = toWithdrawalFacts(review, member);
  const { amount, state, createdAt } = review.withdrawal;
  return {
    subject: facts.reference,
    facts,
    member: member.id,
    amount,
    ...(state === 'requested' ? { waiting: { queue: 'withdrawals', since: createdAt } } : {}),
  };
}

const parse = ({ withdrawal = '' }: ActionInput): bigint => parseWithdrawal(withdrawal);

type Decide = (tx: Transaction, decision: withdrawals.payouts.Decision) => Promise<string>;

function defineDecision(decide: Decide) {
  return defineAction<bigint>({
    parse,
    load,
    async run(tx, by, withdrawalId) {
      const outcome = await decide(tx, { siteId: by.siteId, withdrawalId, decidedBy: by.name });
      return toEffect(tx, by, withdrawalId, outcome);
    },
  });
}

/** The bank is called after the grace of the site, in which the approval can be taken back. */
const approve: Decide = (tx, decision) => withdrawals.approveWithdrawal(tx, { ...decision, hasGrace: true });

const reopen = defineAction<bigint>({
  parse,
  load,
  async run(tx, { siteId }, withdrawalId) {
    const outcome = await withdrawals.payouts.reopen(tx, { siteId, withdrawalId });
    if (outcome === 'submitted') return { rejection: 'SUBMITTED_LATE' };
    return outcome === 'reopened' ? { outcome } : { rejection: 'NOT_WAITING' };
  },
});

async function toEffect(tx: Transaction, { siteId }: By, withdrawalId: bigint, outcome: string): Promise<ActionEffect> {
  if (outcome === 'submitted') return { rejection: 'SUBMITTED' };
  if (outcome === 'not_waiting') return { rejection: 'NOT_WAITING' };
  if (outcome !== 'blocked') return { outcome };
  const review = await withdrawals.loadReview(tx, siteId, withdrawalId);
  return { rejection: 'BLOCKED', reasons: review?.withdrawal.reviewReasons ?? [] };
}

export const withdrawalActions = {
  'withdrawal.approve': defineDecision(approve),
  'withdrawal.reopen': reopen,
  'withdrawal.reject': defineDecision(withdrawals.rejectWithdrawal),
  'withdrawal.stop': defineDecision(withdrawals.payouts.stop),
  'payout.confirm-paid': defineDecision(withdrawals.payouts.confirmPaid),
  'payout.confirm-failed': defineDecision(withdrawals.payouts.confirmFailed),
};
