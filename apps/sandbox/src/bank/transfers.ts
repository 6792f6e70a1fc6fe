// Transfers between sandbox accounts or wallets, each with a slip.
//
// Always true: the transfer, both balances and the feed line are one transaction, committed before the slip is
// returned. A reference is unique and case-sensitive. One attempt key creates one transfer.
//
// Elsewhere: the slip picture (slip-picture.ts), the slip verifier (slips.ts), delivery of feed lines (outbox.ts).

import { randomUUID } from 'node:crypto';

import { encodeSlipQr } from '@chaba/contract/slip-qr';
import { formatBangkokDay } from '@chaba/contract/thai-time';
import type { Money } from '@chaba/money';
import { failRequest } from '@chaba/sandbox-kit/http-error';

import { type OwnerAccount, stateOf, WALLET_CODE } from './accounts.ts';
import * as balances from './balances.store.ts';
import { FEED_PATH, feedLineOf, type SenderShown } from './feed.ts';
import type { BankContext } from './bank-context.ts';
import { newTransRef } from './trans-ref.ts';
import * as store from './transfers.store.ts';
import type { BankTransfer, FeedBehaviour, SlipBehaviour } from './transfers.store.ts';

export type TransferOrder = {
  readonly fromBankCode: string;
  readonly fromAccount: string;
  /** Bank account of the owner of a sending wallet; default: that of its latest transfer. */
  readonly fromOwner: OwnerAccount | undefined;
  readonly toBankCode: string;
  readonly toAccount: string;
  readonly amount: Money;
  readonly feed: FeedBehaviour;
  readonly slip: SlipBehaviour;
  readonly sender: SenderShown;
  /** Delay of the feed line; default: depends on `feed`. */
  readonly feedDelayMs: number | undefined;
  /** Time of a past transfer; default: now. */
  readonly atMs: number | undefined;
  readonly attemptKey: string | undefined;
};

export function makeTransfer(context: BankContext, order: TransferOrder): BankTransfer {
  checkAccount('fromAccount', order.fromBankCode, order.fromAccount);
  if (order.fromOwner) checkAccount('fromAccount', order.fromOwner.bankCode, order.fromOwner.account);
  checkAccount('toAccount', order.toBankCode, order.toAccount);
  if (order.fromBankCode === order.toBankCode && order.fromAccount === order.toAccount) {
    failRequest(422, 'SAME_ACCOUNT', 'Money cannot be sent from an account to itself.', 'toAccount');
  }

  const transfer = context.memory.transaction(() => {
    const first = order.attemptKey && store.findByAttempt(context.memory, order.attemptKey);
    return first || record(context, order);
  });
  context.outbox.wake();
  return transfer;
}

/** Sends the feed line of a transfer now, also if it was sent before. The content does not change. */
export function sendFeedLine(context: BankContext, transfer: BankTransfer): void {
  context.memory.transaction(() => {
    const line = JSON.parse(transfer.feedLine) as { lineId: string };
    if (!context.outbox.sendAgain(line.lineId)) addFeedMessage(context, line, 0);
  });
  context.outbox.wake();
}

export function transferOf(context: BankContext, transRef: string): BankTransfer {
  const transfer = store.findTransfer(context.memory, transRef);
  return transfer ?? failRequest(404, 'TRANSFER_NOT_FOUND', 'There is no transfer with this reference.');
}

export function setSlipBehaviour(context: BankContext, transRef: string, slip: SlipBehaviour): void {
  const pendingUntilMs = Date.now() + context.times.slipPendingMs;
  if (!store.changeSlipBehaviour(context.memory, transRef, slip, pendingUntilMs)) {
    failRequest(404, 'TRANSFER_NOT_FOUND', 'There is no transfer with this reference.');
  }
}

/** Content of the QR code on the slip; wallet slips use a format of their own. */
export function slipQrOf(transfer: BankTransfer): string {
  if (transfer.fromBankCode === WALLET_CODE) {
    return encodeSlipQr({
      kind: 'TRUEMONEY_SLIP',
      eventType: 'P2P',
      transactionId: transfer.transRef,
      date: formatBangkokDay(new Date(transfer.atMs)),
    });
  }
  return encodeSlipQr({
    kind: 'BANK_SLIP',
    sendingBank: transfer.fromBankCode,
    transRef: transfer.transRef,
  });
}

function checkAccount(field: string, bankCode: string, account: string): void {
  const state = stateOf(bankCode, account);
  if (state === 'not_found') failRequest(404, 'ACCOUNT_NOT_FOUND', `${field}: no such account.`, field);
  if (state === 'closed') failRequest(409, 'ACCOUNT_CLOSED', `${field}: the account is closed.`, field);
}

function record(context: BankContext, order: TransferOrder): BankTransfer {
  const nowMs = Date.now();
  const atMs = order.atMs ?? nowMs;
  const transRef = freshTransRef(context, order.fromBankCode, atMs);
  const { fromBankCode, fromAccount, toBankCode, toAccount, amount } = order;
  const isWallet = fromBankCode === WALLET_CODE;
  const fromOwner = isWallet ? (order.fromOwner ?? store.findWalletOwner(context.memory, fromAccount)) : undefined;

  const entry = { cause: `transfer ${transRef}`, atMs };
  const sending = { ...entry, bankCode: fromBankCode, account: fromAccount, amount: -amount };
  const receiving = { ...entry, bankCode: toBankCode, account: toAccount, amount };
  balances.move(context.memory, sending);
  const balanceAfter = balances.move(context.memory, receiving);

  const line = feedLineOf({ ...order, fromOwner, lineId: `FL${randomUUID()}`, transRef, balanceAfter, atMs });
  const transfer: BankTransfer = {
    transRef,
    fromBankCode,
    fromAccount,
    fromOwner,
    toBankCode,
    toAccount,
    amount,
    atMs,
    feed: order.feed,
    slip: order.slip,
    slipPendingUntilMs: nowMs + context.times.slipPendingMs,
    feedLine: JSON.stringify(line),
  };
  store.insertTransfer(context.memory, transfer, order.attemptKey);
  if (order.feed !== 'off') addFeedMessage(context, line, feedDelayMs(context, order));
  return transfer;
}

function freshTransRef(context: BankContext, bankCode: string, atMs: number): string {
  for (;;) {
    const transRef = newTransRef(bankCode, atMs);
    if (!store.findTransfer(context.memory, transRef)) return transRef;
  }
}

function feedDelayMs(context: BankContext, order: TransferOrder): number {
  return order.feedDelayMs ?? (order.feed === 'late' ? context.times.delayedFeedMs : context.times.feedMs);
}

function addFeedMessage(context: BankContext, line: { lineId: string }, afterMs: number): void {
  context.outbox.add({ id: line.lineId, path: FEED_PATH, body: { lines: [line] }, afterMs });
}
