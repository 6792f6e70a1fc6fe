// Payouts: bank transfers to members, submitted by the server.
//
//     accepted ──▶ paid ──▶ returned
//         └──────▶ failed
//
// A tester can set any other result at any time; the balances follow it.
//
// Always true: debiting the paying account, crediting the member and writing the message to the server are one
// transaction, and so is the reversal of a returned payout. A payout id is one payment however often it is submitted;
// the same id with other content is a conflict and changes nothing.
//
// Elsewhere: delivery of messages (outbox.ts).

import { startDueScheduler, type DueScheduler } from '@chaba/sandbox-kit/due-scheduler';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import type { Store } from '@chaba/sandbox-kit/store';

import { PAYING_ACCOUNT, stateOf } from './accounts.ts';
import * as balances from './balances.store.ts';
import type { Outbox } from './outbox.ts';
import * as store from './payouts.store.ts';
import type { Payout, BankPayoutOrder, BankPayoutResult, PayoutStatus } from './payouts.store.ts';
import type { BankContext } from './bank-context.ts';

const RESULT_PATH = '/integrations/bank/v1/payouts';

type PayoutAnswer =
  | { readonly code: 'NOT_FOUND' | 'CONFLICT' | 'TEMPORARY' }
  | {
      readonly code: 'OK';
      readonly payoutId: string;
      readonly status: PayoutStatus;
      readonly reason?: string;
    };

export function askPayout(context: BankContext, order: BankPayoutOrder): PayoutAnswer {
  const nowMs = Date.now();
  const waitMs = order.account.endsWith('0005') ? context.times.slowPayoutMs : context.times.payoutMs;

  const isNew = store.insertPayout(context.memory, order, nowMs + waitMs, nowMs);
  if (isNew) {
    context.wakePayouts();
    return { code: 'OK', payoutId: order.payoutId, status: 'accepted' };
  }

  const first = store.findPayout(context.memory, order.payoutId);
  return first && isSame(first, order) ? answerOf(first) : { code: 'CONFLICT' };
}

export function payoutState(context: BankContext, payoutId: string): PayoutAnswer {
  const payout = store.findPayout(context.memory, payoutId);
  return payout ? answerOf(payout) : { code: 'NOT_FOUND' };
}

/** Settles due payouts until stopped. */
export function startPayouts(memory: Store, outbox: Outbox): DueScheduler {
  return startDueScheduler({
    name: 'payouts',
    nextDueMs: () => store.nextPayoutDueMs(memory),
    run: () => {
      for (const payout of store.duePayouts(memory, Date.now())) settle(memory, outbox, payout);
      outbox.wake();
    },
  });
}

function settle(memory: Store, outbox: Outbox, payout: Payout): void {
  const reason = whyItFails(payout);
  conclude(memory, outbox, payout, { status: reason === undefined ? 'paid' : 'failed', reason });
}

/** Sets a result regardless of the current one, for example returned or the opposite of the first result. */
export function setResult(context: BankContext, payoutId: string, status: BankPayoutResult): void {
  const payout = store.findPayout(context.memory, payoutId);
  if (!payout) failRequest(404, 'PAYOUT_NOT_FOUND', 'No such payout.');
  conclude(context.memory, context.outbox, payout, {
    status,
    reason: status === 'paid' ? undefined : 'SET_BY_TESTER',
  });
  context.outbox.wake();
}

function conclude(
  memory: Store,
  outbox: Outbox,
  { payoutId, bankCode, account, amount, status: before }: Payout,
  { status, reason }: { readonly status: BankPayoutResult; readonly reason: string | undefined },
): void {
  memory.transaction(() => {
    const result = store.settlePayout(memory, payoutId, status, reason);
    if ((status === 'paid') !== (before === 'paid')) {
      const isPaid = status === 'paid';
      const paid = isPaid ? amount : -amount;
      const entry = { cause: `payout ${payoutId}`, atMs: Date.now() };
      balances.move(memory, { ...PAYING_ACCOUNT, ...entry, amount: -paid });
      balances.move(memory, { bankCode, account, ...entry, amount: paid });
    }
    const body = { payoutId, status, ...(reason === undefined ? {} : { reason }) };
    const id = result === 1 ? `PO-${payoutId}` : `PO-${payoutId}-${result}`;
    outbox.add({ id, path: RESULT_PATH, body, afterMs: 0 });
  });
}

function whyItFails({ bankCode, account }: Payout): string | undefined {
  if (account.endsWith('0004')) return 'REJECTED_BY_BANK';
  const state = stateOf(bankCode, account);
  if (state === 'not_found') return 'ACCOUNT_NOT_FOUND';
  return state === 'closed' ? 'ACCOUNT_CLOSED' : undefined;
}

function isSame(first: Payout, order: BankPayoutOrder): boolean {
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
