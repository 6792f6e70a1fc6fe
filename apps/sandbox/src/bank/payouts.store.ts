// SQL of payouts.

import { money, type Money } from '@chaba/money';
import type { Store } from '@chaba/sandbox-kit/store';

export const payoutTables = [
  `create table payout (
    payout_id text primary key,
    bank_code text not null,
    account text not null,
    name text not null,
    amount_e4 integer not null check (amount_e4 > 0),
    status text not null check (status in ('accepted', 'paid', 'failed')),
    reason text,
    due_at_ms integer not null,
    created_at_ms integer not null
  ) strict;
  create index payout_due on payout (due_at_ms) where status = 'accepted';`,
  // A result can change: a payout is returned days later, or the bank contradicts an earlier report.
  `create table payout_with_results (
    payout_id text primary key,
    bank_code text not null,
    account text not null,
    name text not null,
    amount_e4 integer not null check (amount_e4 > 0),
    status text not null check (status in ('accepted', 'paid', 'failed', 'returned')),
    reason text,
    due_at_ms integer not null,
    created_at_ms integer not null,
    -- Number of results reported to the server.
    results integer not null default 0
  ) strict;
  insert into payout_with_results
    select payout_id, bank_code, account, name, amount_e4, status, reason, due_at_ms, created_at_ms, 1 from payout;
  drop table payout;
  alter table payout_with_results rename to payout;
  create index payout_due on payout (due_at_ms) where status = 'accepted';`,
];

export type BankPayoutResult = 'paid' | 'failed' | 'returned';
export type PayoutStatus = 'accepted' | BankPayoutResult;

export type BankPayoutOrder = {
  readonly payoutId: string;
  readonly bankCode: string;
  readonly account: string;
  readonly name: string;
  readonly amount: Money;
};

export type Payout = BankPayoutOrder & { readonly status: PayoutStatus; readonly reason: string | undefined };

type Row = {
  payout_id: string;
  bank_code: string;
  account: string;
  name: string;
  amount_e4: bigint;
  status: PayoutStatus;
  reason: string | null;
};

const columns = 'payout_id, bank_code, account, name, amount_e4, status, reason';

/** Returns false if a payout with this id exists. */
export function insertPayout(store: Store, order: BankPayoutOrder, dueAtMs: number, nowMs: number): boolean {
  return (
    store.execute(
      `insert into payout
         (payout_id, bank_code, account, name, amount_e4, status, due_at_ms, created_at_ms)
       values (?, ?, ?, ?, ?, 'accepted', ?, ?) on conflict do nothing`,
      order.payoutId,
      order.bankCode,
      order.account,
      order.name,
      order.amount,
      dueAtMs,
      nowMs,
    ) === 1
  );
}

export function findPayout(store: Store, payoutId: string): Payout | undefined {
  const row = store.maybe<Row>(`select ${columns} from payout where payout_id = ?`, payoutId);
  return row && toPayout(row);
}

export function duePayouts(store: Store, nowMs: number): Payout[] {
  return store
    .rows<Row>(
      `select ${columns} from payout where status = 'accepted' and due_at_ms <= ?
       order by due_at_ms, payout_id limit 100`,
      nowMs,
    )
    .map(toPayout);
}

export function nextPayoutDueMs(store: Store): number | undefined {
  const row = store.maybe<{ due: bigint | null }>(`select min(due_at_ms) as due from payout where status = 'accepted'`);
  return row === undefined || row.due === null ? undefined : Number(row.due);
}

/** Stores the result and returns its number, starting at 1. */
export function settlePayout(
  store: Store,
  payoutId: string,
  status: BankPayoutResult,
  reason: string | undefined,
): number {
  const row = store.maybe<{ results: bigint }>(
    'update payout set status = ?, reason = ?, results = results + 1 where payout_id = ? returning results',
    status,
    reason ?? null,
    payoutId,
  );
  return Number(row?.results ?? 0n);
}

function toPayout(row: Row): Payout {
  return {
    payoutId: row.payout_id,
    bankCode: row.bank_code,
    account: row.account,
    name: row.name,
    amount: money(row.amount_e4),
    status: row.status,
    reason: row.reason ?? undefined,
  };
}
