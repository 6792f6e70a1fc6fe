// Payouts: the site asks the bank to pay a member.
//
//     accepted ──▶ paid
//         └──────▶ failed
//
// Always true: what a member is paid leaves the paying account in the same transaction; one payout id is one payment, however often it is asked for; the same id with other content
// is a conflict and moves nothing. Settling, the money on the account and the message to the server are one
// transaction, so a kill in between neither loses nor doubles any of them.
//
// Elsewhere: how the message reaches the server (outbox).

import { startAlarm, type Alarm } from '#core/alarm';
import type { Store } from '#core/store';

import { PAYING_ACCOUNT, stateOf } from './accounts.ts';
import * as balances from './balances.store.ts';
import type { Outbox } from './outbox.ts';
import * as store from './payouts.store.ts';
import type { Payout, PayoutOrder, PayoutStatus } from './payouts.store.ts';
import type { BankPlace } from './place.ts';

const RESULT_PATH = '/integrations/bank/v1/payouts';

export type PayoutAnswer =
  | { readonly code: 'NOT_FOUND' | 'CONFLICT' | 'TEMPORARY' }
  | {
      readonly code: 'OK';
      readonly payoutId: string;
      readonly status: PayoutStatus;
      readonly reason?: string;
    };

export function askPayout(place: BankPlace, order: PayoutOrder): PayoutAnswer {
  const nowMs = Date.now();
  const waitMs = order.account.endsWith('0005') ? place.times.slowPayoutMs : place.times.payoutMs;

  const isNew = store.insertPayout(place.memory, order, nowMs + waitMs, nowMs);
  if (isNew) {
    place.wakePayouts();
    return { code: 'OK', payoutId: order.payoutId, status: 'accepted' };
  }

  const first = store.findPayout(place.memory, order.payoutId);
  return first && isSame(first, order) ? answerOf(first) : { code: 'CONFLICT' };
}

export function payoutState(place: BankPlace, payoutId: string): PayoutAnswer {
  const payout = store.findPayout(place.memory, payoutId);
  return payout ? answerOf(payout) : { code: 'NOT_FOUND' };
}

/** Settles what falls due, from now until stopped. */
export function startPayouts(memory: Store, outbox: Outbox): Alarm {
  return startAlarm({
    name: 'payouts',
    nextDueMs: () => store.nextPayoutDueMs(memory),
    ring: () => {
      for (const payout of store.duePayouts(memory, Date.now())) settle(memory, outbox, payout);
      outbox.wake();
    },
  });
}

function settle(memory: Store, outbox: Outbox, payout: Payout): void {
  const { payoutId, bankCode, account, amount } = payout;
  const reason = whyItFails(payout);
  const status = reason === undefined ? 'paid' : 'failed';

  memory.transaction(() => {
    store.settlePayout(memory, payoutId, status, reason);
    if (status === 'paid') {
      const entry = { cause: `payout ${payoutId}`, atMs: Date.now() };
      balances.move(memory, { ...PAYING_ACCOUNT, ...entry, amount: -amount });
      balances.move(memory, { bankCode, account, ...entry, amount });
    }
    const body = { payoutId, status, ...(reason === undefined ? {} : { reason }) };
    outbox.add({ id: `PO-${payoutId}`, path: RESULT_PATH, body, afterMs: 0 });
  });
}

function whyItFails({ bankCode, account }: Payout): string | undefined {
  if (account.endsWith('0004')) return 'REJECTED_BY_BANK';
  const state = stateOf(bankCode, account);
  if (state === 'not_found') return 'ACCOUNT_NOT_FOUND';
  return state === 'closed' ? 'ACCOUNT_CLOSED' : undefined;
}

function isSame(first: Payout, order: PayoutOrder): boolean {
  return (
    first.bankCode === order.bankCode &&
    first.account === order.account &&
    first.name === order.name &&
    first.amount === order.amount
  );
}

function answerOf({ payoutId, status, reason }: Payout): PayoutAnswer {
  return { code: 'OK', payoutId, status, ...(reason === undefined ? {} : { reason }) };
}
