// SQL of transfers between people. Rows in, rows out; nothing is decided here.

import { money, type Money } from '@chaba/money';

import type { Store } from '#core/store';

export const transferTables = [
  `create table bank_transfer (
    trans_ref text primary key,
    from_bank_code text not null,
    from_account text not null,
    to_bank_code text not null,
    to_account text not null,
    amount_e4 integer not null check (amount_e4 > 0),
    feed text not null check (feed in ('off', 'on', 'late')),
    slip text not null check (slip in ('ok', 'pending', 'down')),
    slip_pending_until_ms integer not null,
    feed_line text not null,
    at_ms integer not null,
    attempt_key text unique
  ) strict;
  create index bank_transfer_recent on bank_transfer (at_ms);`,
];

export type SlipBehaviour = 'ok' | 'pending' | 'down';
export type FeedBehaviour = 'off' | 'on' | 'late';

export type BankTransfer = {
  readonly transRef: string;
  readonly fromBankCode: string;
  readonly fromAccount: string;
  /** WALLET_CODE when the money went to a phone's wallet; toAccount is the phone then. */
  readonly toBankCode: string;
  readonly toAccount: string;
  readonly amount: Money;
  readonly feed: FeedBehaviour;
  readonly slip: SlipBehaviour;
  readonly slipPendingUntilMs: number;
  /** The feed's line about it, as JSON, whether or not it was ever sent. */
  readonly feedLine: string;
  readonly atMs: number;
};

type Row = {
  trans_ref: string;
  from_bank_code: string;
  from_account: string;
  to_bank_code: string;
  to_account: string;
  amount_e4: bigint;
  feed: FeedBehaviour;
  slip: SlipBehaviour;
  slip_pending_until_ms: bigint;
  feed_line: string;
  at_ms: bigint;
};

const columns = `trans_ref, from_bank_code, from_account, to_bank_code, to_account, amount_e4, feed,
  slip, slip_pending_until_ms, feed_line, at_ms`;

/** A reference or an attempt key that is taken throws: the caller has looked before. */
export function insertTransfer(store: Store, transfer: BankTransfer, attemptKey: string | undefined): void {
  store.execute(
    `insert into bank_transfer (${columns}, attempt_key) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    transfer.transRef,
    transfer.fromBankCode,
    transfer.fromAccount,
    transfer.toBankCode,
    transfer.toAccount,
    transfer.amount,
    transfer.feed,
    transfer.slip,
    transfer.slipPendingUntilMs,
    transfer.feedLine,
    transfer.atMs,
    attemptKey ?? null,
  );
}

export function findTransfer(store: Store, transRef: string): BankTransfer | undefined {
  return toTransfer(store.maybe<Row>(`select ${columns} from bank_transfer where trans_ref = ?`, transRef));
}

export function findByAttempt(store: Store, attemptKey: string): BankTransfer | undefined {
  return toTransfer(store.maybe<Row>(`select ${columns} from bank_transfer where attempt_key = ?`, attemptKey));
}

export function changeSlipBehaviour(
  store: Store,
  transRef: string,
  slip: SlipBehaviour,
  pendingUntilMs: number,
): boolean {
  return (
    store.execute(
      'update bank_transfer set slip = ?, slip_pending_until_ms = ? where trans_ref = ?',
      slip,
      pendingUntilMs,
      transRef,
    ) === 1
  );
}

function toTransfer(row: Row | undefined): BankTransfer | undefined {
  return (
    row && {
      transRef: row.trans_ref,
      fromBankCode: row.from_bank_code,
      fromAccount: row.from_account,
      toBankCode: row.to_bank_code,
      toAccount: row.to_account,
      amount: money(row.amount_e4),
      feed: row.feed,
      slip: row.slip,
      slipPendingUntilMs: Number(row.slip_pending_until_ms),
      feedLine: row.feed_line,
      atMs: Number(row.at_ms),
    }
  );
}
