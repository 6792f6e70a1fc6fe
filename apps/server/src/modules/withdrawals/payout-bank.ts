// Tells the bank to pay, and asks what became of it. The adapter between their words and ours; today it speaks to the sandbox.
//
// Always true: an answer that does not fit the question, or none at all, is `no_answer`: it may or may not have been paid.
//
// Elsewhere: time limit, signature and circuit breaker (core/outside.ts), what to do about each answer (payouts.ts).

import { formatBaht, type Money } from '@chaba/money';

import { type Outside, OutsideUnavailable } from '#core/outside';

export type PayoutOrder = {
  readonly payoutId: string;
  readonly bankCode: string;
  readonly account: string;
  readonly name: string;
  readonly amount: Money;
};

export type PayoutAnswer = {
  /** unknown: the bank never heard of it. conflict: it knows this id with another content. */
  readonly status: 'accepted' | 'paid' | 'failed' | 'unknown' | 'conflict' | 'no_answer';
  readonly reason: string | undefined;
};

export type PayoutBank = {
  pay(order: PayoutOrder): Promise<PayoutAnswer>;
  ask(payoutId: string): Promise<PayoutAnswer>;
};

const PATH = '/payout-api/v1/payouts';
const SILENCE: PayoutAnswer = { status: 'no_answer', reason: undefined };

export function openPayoutBank(outside: Outside): PayoutBank {
  async function answerOf(asking: Promise<Record<string, unknown>>, payoutId: string): Promise<PayoutAnswer> {
    try {
      return readAnswer(await asking, payoutId);
    } catch (error) {
      if (error instanceof OutsideUnavailable) return SILENCE;
      throw error;
    }
  }
  return {
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
  return isFitting && (status === 'accepted' || status === 'paid' || status === 'failed')
    ? { status, reason }
    : SILENCE;
}
