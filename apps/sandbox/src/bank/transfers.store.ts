// SQL of transfers.

import { money, type Money } from '@chaba/money';
import type { Store } from '@chaba/sandbox-kit/store';

import type { OwnerAccount } from './accounts.ts';

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
  `alter table bank_transfer add column owner_bank_code text;
  alter table bank_transfer add column owner_account text;
  create index bank_transfer_owner on bank_transfer (from_account) where owner_account is not null;`,
];

export type SlipBehaviour = 'ok' | 'pending' | 'down';
export type FeedBehaviour = 'off' | 'on' | 'late';

export type BankTransfer = {
  readonly transRef: string;
  readonly fromBankCode: string;
  readonly fromAccount: string;
  /** Bank account of the owner of a sending wallet, if given. */
  readonly fromOwner: OwnerAccount | undefined;
  /** WALLET_CODE for a wallet; toAccount is then the phone number. */
  readonly toBankCode: string;
  readonly toAccount: string;
  readonly amount: Money;
  readonly feed: FeedBehaviour;
  readonly slip: SlipBehaviour;
  readonly slipPendingUntilMs: number;
  /** The feed line as JSON, even if it was never sent. */
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
  owner_bank_code: string | null;
  owner_account: string | null;
};

const columns = `trans_ref, from_bank_code, from_account, to_bank_code, to_account, amount_e4, feed,
  slip, slip_pending_until_ms, feed_line, at_ms, owner_bank_code, owner_account`;

/** Throws if the reference or the attempt key exists: the caller checks before. */
export function insertTransfer(store: Store, transfer: BankTransfer, attemptKey: string | undefined): void {
  store.execute(
    `insert into bank_transfer (${columns}, attempt_key) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    transfer.fromOwner?.bankCode ?? null,
    transfer.fromOwner?.account ?? null,
    attemptKey ?? null,
  );
}

export function findTransfer(store: Store, transRef: string): BankTransfer | undefined {
  return toTransfer(store.maybe<Row>(`select ${columns} from bank_transfer where trans_ref = ?`, transRef));
}

/** Bank account of the wallet owner as of the wallet's latest transfer. */
export function findWalletOwner(store: Store, phone: string): OwnerAccount | undefined {
  const row = store.maybe<{ owner_bank_code: string; owner_account: string }>(
    `select owner_bank_code, owner_account from bank_transfer
      where from_account = ? and owner_account is not null order by rowid desc limit 1`,
    phone,
  );
  return row && { bankCode: row.owner_bank_code, account: row.owner_account };
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
      fromOwner:
        row.owner_bank_code === null || row.owner_account === null
          ? undefined
          : { bankCode: row.owner_bank_code, account: row.owner_account },
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
