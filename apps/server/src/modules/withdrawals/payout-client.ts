// Tells the bank to pay, and asks what became of it. The adapter between their words and ours; today it speaks to the sandbox.
//
// Always true: an answer that does not fit the question, or none at all, is `no_answer`: it may or may not have been paid. What a bank
// promises stands in `isIdempotent` and `canQuery`; an adapter that cannot be sure says no.
//
// Elsewhere: time limit, signature and circuit breaker (core/signed-http-client.ts), what to do about each answer (payouts.ts).

import { formatBaht, type Money } from '@chaba/money';

import { type SignedHttpClient, UpstreamUnavailableError } from '#core/signed-http-client';

export type PayoutOrder = {
  readonly payoutId: string;
  readonly bankCode: string;
  readonly account: string;
  readonly name: string;
  readonly amount: Money;
};

export type PayoutAnswer = {
  /**
   * returned: it was paid, and the receiving bank sent it back. unknown: the bank never received it. conflict: it has another
   * order under this id.
   */
  readonly status: 'accepted' | 'paid' | 'failed' | 'returned' | 'unknown' | 'conflict' | 'no_answer';
  readonly reason: string | undefined;
};

/** What a bank promises. */
export type PayoutPromises = {
  /** The same order under the same id is one payment, however often it is submitted. Left out: no. */
  readonly isIdempotent?: boolean;
  /**
   * `ask` returns the outcome of an order, and `unknown` only where the order never arrived. False: `ask` is not called, and an operator
   * decides. Left out: it does.
   */
  readonly canQuery?: boolean;
};

export type PayoutBank = PayoutPromises & {
  /** Whether an order would reach the bank now: while its calls fail, nothing new is submitted. Left out: yes. */
  isReachable?(): boolean;
  pay(order: PayoutOrder): Promise<PayoutAnswer>;
  ask(payoutId: string): Promise<PayoutAnswer>;
};

const PATH = '/payout-api/v1/payouts';
const SILENCE: PayoutAnswer = { status: 'no_answer', reason: undefined };

export function createPayoutClient(
  outside: SignedHttpClient,
  promises: PayoutPromises = { isIdempotent: true, canQuery: true },
): PayoutBank {
  async function answerOf(asking: Promise<Record<string, unknown>>, payoutId: string): Promise<PayoutAnswer> {
    try {
      return readAnswer(await asking, payoutId);
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) return SILENCE;
      throw error;
    }
  }
  return {
    ...promises,
    isReachable: () => outside.isReachable?.() ?? true,
    pay({ payoutId, bankCode, account, name, amount }) {
      return answerOf(
        outside.ask('POST', PATH, {
          payoutId,
          bankCode,
          account,
          name,
          amount: formatBaht(amount).replaceAll(',', ''),
        }),
        payoutId,
      );
    },
    ask(payoutId) {
      return answerOf(outside.ask('GET', `${PATH}/${encodeURIComponent(payoutId)}`), payoutId);
    },
  };
}

/** Their answer in our words. Exported for its test. */
export function readAnswer(answer: Record<string, unknown>, payoutId: string): PayoutAnswer {
  const { code, status } = answer;
  const reason = typeof answer['reason'] === 'string' ? answer['reason'] : undefined;
  if (code === 'NOT_FOUND') return { status: 'unknown', reason };
  if (code === 'CONFLICT') return { status: 'conflict', reason };
  const isFitting = code === 'OK' && answer['payoutId'] === payoutId;
  const isKnown = status === 'accepted' || status === 'paid' || status === 'failed' || status === 'returned';
  return isFitting && isKnown ? { status, reason } : SILENCE;
}
