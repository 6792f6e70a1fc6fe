// SQL of balances and movements of sandbox accounts. An account opens with a million baht at its first movement and is
// topped up before a transfer above its balance, so every transfer of a tester is covered.

import { money, type Money } from '@chaba/money';
import type { Store } from '@chaba/sandbox-kit/store';

export const balanceTables = [
  `create table account_balance (
    bank_code text not null,
    account text not null,
    balance_e4 integer not null check (balance_e4 >= 0),
    primary key (bank_code, account)
  ) strict, without rowid;
  create table account_entry (
    id integer primary key,
    bank_code text not null,
    account text not null,
    amount_e4 integer not null check (amount_e4 <> 0),
    balance_after_e4 integer not null,
    cause text not null,
    at_ms integer not null
  ) strict;
  create index account_entry_account on account_entry (bank_code, account, id);`,
];

const OPENING_BALANCE = money(10_000_000_000n);

type Entry = {
  readonly amount_e4: bigint;
  readonly balance_after_e4: bigint;
  readonly cause: string;
  readonly at_ms: bigint;
};

export function balanceOf(store: Store, bankCode: string, account: string): Money {
  const row = store.maybe<{ balance_e4: bigint }>(
    'select balance_e4 from account_balance where bank_code = ? and account = ?',
    bankCode,
    account,
  );
  return row ? money(row.balance_e4) : OPENING_BALANCE;
}

/** Adds a signed amount to an account's balance and returns the new balance. */
export function move(
  store: Store,
  change: { bankCode: string; account: string; amount: bigint; cause: string; atMs: number },
): Money {
  const before = balanceOf(store, change.bankCode, change.account);
  const missing = -(before + change.amount);
  if (missing > 0n) {
    enter(store, { ...change, amount: missing + OPENING_BALANCE, cause: 'top-up' }, before);
    return move(store, change);
  }
  return enter(store, change, before);
}

function enter(
  store: Store,
  change: { bankCode: string; account: string; amount: bigint; cause: string; atMs: number },
  before: Money,
): Money {
  const after = before + change.amount;
  store.execute(
    `insert into account_balance (bank_code, account, balance_e4) values (?, ?, ?)
     on conflict do update set balance_e4 = excluded.balance_e4`,
    change.bankCode,
    change.account,
    after,
  );
  store.execute(
    `insert into account_entry (bank_code, account, amount_e4, balance_after_e4, cause, at_ms)
     values (?, ?, ?, ?, ?, ?)`,
    change.bankCode,
    change.account,
    change.amount,
    after,
    change.cause,
    change.atMs,
  );
  return money(after);
}

export function lastEntries(store: Store, bankCode: string, account: string, limit: number): Entry[] {
  return store.rows<Entry>(
    `select amount_e4, balance_after_e4, cause, at_ms from account_entry
     where bank_code = ? and account = ? order by id desc limit ?`,
    bankCode,
    account,
    limit,
  );
}

export type NumberedEntry = Entry & { readonly id: bigint };

/** Entries of an account after this one, oldest first. */
export function entriesAfter(
  store: Store,
  of: { readonly bankCode: string; readonly account: string; readonly after: bigint; readonly limit: number },
): NumberedEntry[] {
  return store.rows<NumberedEntry>(
    `select id, amount_e4, balance_after_e4, cause, at_ms from account_entry
     where bank_code = ? and account = ? and id > ? order by id limit ?`,
    of.bankCode,
    of.account,
    of.after,
    of.limit,
  );
}
