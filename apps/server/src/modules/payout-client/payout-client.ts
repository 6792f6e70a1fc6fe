// Submits payouts to the bank and queries their outcome. Adapter for the bank's API; today it is the sandbox's.
//
// Always true: a missing or invalid answer is `no_answer`: the payout may or may not be paid. `isIdempotent` and
// `canQuery` state the bank's guarantees; an adapter without certainty sets false.
//
// Elsewhere: timeouts, signature and circuit breaker (core/signed-http-client.ts), reactions to each answer
// (bank-payouts.ts).

import { formatBaht, type Money } from '@chaba/money';

import { type SignedHttpClient, UpstreamUnavailableError } from '#core/signed-http-client';

export type PayoutOrder = {
  readonly payoutId: string;
  readonly bankCode: string;
  readonly account: string;
  readonly name: string;
  readonly amount: Money;
};

export type PayoutReport = {
  /**
   * returned: paid, and sent back by the receiving bank. unknown: the bank never received it. conflict: the bank has
   * another order under this id.
   */
  readonly status: 'accepted' | 'paid' | 'failed' | 'returned' | 'unknown' | 'conflict' | 'no_answer';
  readonly reason: string | undefined;
};

/** Guarantees of a bank. */
export type PayoutGuarantees = {
  /** Repeated submissions of an order under one id are one payment. Default: false. */
  readonly isIdempotent?: boolean;
  /**
   * A query returns the outcome of an order, and `unknown` only if the order never arrived. False: no queries are sent,
   * and an operator decides. Default: true.
   */
  readonly canQuery?: boolean;
};

export type PayoutBank = PayoutGuarantees & {
  /** Whether an order would reach the bank now; while its calls fail, nothing is submitted. Default: true. */
  isReachable?(): boolean;
  pay(order: PayoutOrder): Promise<PayoutReport>;
  query(payoutId: string): Promise<PayoutReport>;
};

const PATH = '/payout-api/v1/payouts';
const NO_ANSWER: PayoutReport = { status: 'no_answer', reason: undefined };

export function createPayoutClient(
  outside: SignedHttpClient,
  guarantees: PayoutGuarantees = { isIdempotent: true, canQuery: true },
): PayoutBank {
  async function requestAnswer(response: Promise<Record<string, unknown>>, payoutId: string): Promise<PayoutReport> {
    try {
      return parseAnswer(await response, payoutId);
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) return NO_ANSWER;
      throw error;
    }
  }
  return {
    ...guarantees,
    isReachable: () => outside.isReachable?.() ?? true,
    pay({ payoutId, bankCode, account, name, amount }) {
      return requestAnswer(
        outside.request('POST', PATH, {
          payoutId,
          bankCode,
          account,
          name,
          amount: formatBaht(amount).replaceAll(',', ''),
        }),
        payoutId,
      );
    },
    query(payoutId) {
      return requestAnswer(outside.request('GET', `${PATH}/${encodeURIComponent(payoutId)}`), payoutId);
    },
  };
}

/** Parses the bank's answer. Exported for its test. */
export function parseAnswer(answer: Record<string, unknown>, payoutId: string): PayoutReport {
  const { code, status } = answer;
  const reason = typeof answer['reason'] === 'string' ? answer['reason'] : undefined;
  if (code === 'NOT_FOUND') return { status: 'unknown', reason };
  if (code === 'CONFLICT') return { status: 'conflict', reason };
  const isMatching = code === 'OK' && answer['payoutId'] === payoutId;
  const isKnown = status === 'accepted' || status === 'paid' || status === 'failed' || status === 'returned';
  return isMatching && isKnown ? { status, reason } : NO_ANSWER;
}
