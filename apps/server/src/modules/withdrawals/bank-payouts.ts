// Bank payouts: submits each payout once and queries its outcome.
//
//     queued ──submit──▶ submitted ──▶ accepted ──▶ done
//        │                   └──▶ unknown ──▶ done          an operator decides after the bank's answer
//        └──▶ stopped
//
// Always true: a payout is submitted under one constant id. After submission its outcome is only queried. It is
// submitted again only if the bank reports it as not received and, at a bank that does not deduplicate ids, only when
// the first order can no longer be in transit. Results come only from the bank or an operator: a payout without an
// answer is queried indefinitely and listed for an operator after ten queries. An unknown or contradictory outcome
// waits for an operator.
//
// Elsewhere: the checks before the first call (submission.ts), the bank's API (payout-client.ts), results
// (payout-results.ts).

import type { Database } from '@chaba/database';

import { forEachConcurrent } from '#core/for-each-concurrent';
import type { PayoutReport, PayoutBank } from '#modules/payout-client';

import { closeSettledCaps } from './caps.ts';
import { settlePayout } from './payout-results.ts';
import * as store from './bank-payouts.store.ts';
import { cancelDebtorRequests, submitPayout } from './submission.ts';

const DUE_PAYOUTS_MAX = 20;
const CALLED_AT_ONCE = 4;
const QUERY_DELAY_SECONDS = 3;
/**
 * A request ends after eight seconds (core/signed-http-client.ts); an interrupted order arrives within this time or
 * never.
 */
const UNDER_WAY_SECONDS_MAX = 900;

/** Job: submits queued payouts and queries accepted ones. Returns the number of payouts. */
export async function submitBankPayouts(database: Database, bank: PayoutBank, siteId: number): Promise<number> {
  await cancelDebtorRequests(database, siteId);
  await closeSettledCaps(database, siteId);
  const due = await store.listDuePayouts(database, siteId, DUE_PAYOUTS_MAX);
  let called = 0;
  await forEachConcurrent(due, CALLED_AT_ONCE, async (payout) => {
    const isCalled =
      payout.state === 'queued'
        ? submitOrder(database, bank, siteId, payout)
        : queryOutcome(database, bank, siteId, payout);
    if (await isCalled) called += 1;
  });
  return called;
}

async function submitOrder(
  database: Database,
  bank: PayoutBank,
  siteId: number,
  due: store.DuePayout,
): Promise<boolean> {
  // The payout stays due and can still be stopped.
  if (bank.isReachable?.() === false) return false;
  const order = await submitPayout(database, siteId, due);
  if (!order) return false;
  await recordSubmission(database, bank, siteId, { payoutId: order.payoutId, answer: await bank.pay(order) });
  return true;
}

/** Records the bank's answer to an order. */
async function recordSubmission(
  database: Database,
  bank: PayoutBank,
  siteId: number,
  { payoutId, answer }: { readonly payoutId: string; readonly answer: PayoutReport },
): Promise<void> {
  const { status, reason } = answer;
  switch (status) {
    case 'paid':
    case 'failed':
    case 'returned':
      await settlePayout(database, { payoutId, status, reason });
      return;
    case 'accepted':
      await store.recordAnswer(database, siteId, payoutId, {
        state: 'accepted',
        answer: status,
        nextTryInSeconds: QUERY_DELAY_SECONDS,
      });
      return;
    case 'conflict':
      await store.recordAnswer(database, siteId, payoutId, { state: 'unknown', answer: status });
      return;
    case 'unknown':
    case 'no_answer':
      await store.recordAnswer(database, siteId, payoutId, {
        state: bank.canQuery === false ? 'unknown' : 'submitted',
        answer: status,
      });
  }
}

async function queryOutcome(
  database: Database,
  bank: PayoutBank,
  siteId: number,
  due: store.DuePayout,
): Promise<boolean> {
  const payout = await store.claimForQuery(database, siteId, due.payoutId);
  if (!payout) return false;
  const { payoutId } = payout;
  if (bank.canQuery === false) {
    // An accepted payout waits for the bank's own message; an interrupted one can never be queried here.
    if (payout.state === 'submitted') {
      await store.recordAnswer(database, siteId, payoutId, { state: 'unknown', answer: 'no_answer' });
    }
    return false;
  }
  const { status, reason } = await bank.query(payoutId);
  const isAccepted = payout.state === 'accepted' || status === 'accepted';
  switch (status) {
    case 'paid':
    case 'failed':
    case 'returned':
      await settlePayout(database, { payoutId, status, reason });
      return true;
    case 'unknown':
      if (payout.state === 'submitted') await resubmit(database, bank, siteId, payout);
      // The bank accepted the order before, so submitting again might pay twice.
      else await store.recordAnswer(database, siteId, payoutId, { state: 'unknown', answer: 'forgotten' });
      return true;
    case 'conflict':
      await store.recordAnswer(database, siteId, payoutId, { state: 'unknown', answer: status });
      return true;
    case 'accepted':
    case 'no_answer':
      await store.recordAnswer(database, siteId, payoutId, {
        state: isAccepted ? 'accepted' : 'submitted',
        answer: status,
      });
      return true;
  }
}

/** The bank never received the order. */
async function resubmit(
  database: Database,
  bank: PayoutBank,
  siteId: number,
  payout: store.PayoutOrderRow,
): Promise<void> {
  const { payoutId, bankCode, account, holderName: name, amount } = payout;
  if (bank.isIdempotent !== true && payout.secondsSinceSubmission < UNDER_WAY_SECONDS_MAX) {
    await store.recordAnswer(database, siteId, payoutId, { state: 'submitted', answer: 'unknown' });
    return;
  }
  if (!(await store.markSubmittedAgain(database, siteId, payoutId))) return;
  const answer = await bank.pay({ payoutId, bankCode, account, name, amount });
  await recordSubmission(database, bank, siteId, { payoutId, answer });
}
