// SQL of the outbox.

import type { Store } from '@chaba/sandbox-kit/store';

export const outboxTables = [
  `create table outbox_message (
    id text primary key,
    path text not null,
    body text not null,
    due_at_ms integer not null,
    attempts integer not null default 0,
    answered_status integer,
    delivered_at_ms integer,
    given_up_at_ms integer,
    created_at_ms integer not null
  ) strict;
  create index outbox_message_due on outbox_message (due_at_ms)
    where delivered_at_ms is null and given_up_at_ms is null;`,
];

const waiting = 'delivered_at_ms is null and given_up_at_ms is null';

export type Message = {
  readonly id: string;
  readonly path: string;
  readonly body: string;
  readonly attempts: bigint;
  readonly created_at_ms: bigint;
};

export type MessageState = {
  readonly attempts: bigint;
  readonly answered_status: bigint | null;
  readonly delivered_at_ms: bigint | null;
  readonly given_up_at_ms: bigint | null;
};

export function insertMessage(
  store: Store,
  message: { id: string; path: string; body: string; dueAtMs: number; nowMs: number },
): void {
  store.execute(
    'insert into outbox_message (id, path, body, due_at_ms, created_at_ms) values (?, ?, ?, ?, ?)',
    message.id,
    message.path,
    message.body,
    message.dueAtMs,
    message.nowMs,
  );
}

export function nextDueMs(store: Store): number | undefined {
  const row = store.maybe<{ due: bigint | null }>(`select min(due_at_ms) as due from outbox_message where ${waiting}`);
  return row?.due === null || row === undefined ? undefined : Number(row.due);
}

/** Claims due messages until the lease ends, so that no message is sent twice at once. */
export function claimDue(store: Store, nowMs: number, leaseUntilMs: number, limit: number): Message[] {
  return store.rows<Message>(
    `update outbox_message set due_at_ms = ?, attempts = attempts + 1
     where id in (
       select id from outbox_message where ${waiting} and due_at_ms <= ?
       order by due_at_ms, id limit ?
     )
     returning id, path, body, attempts, created_at_ms`,
    leaseUntilMs,
    nowMs,
    limit,
  );
}

export function markDelivered(store: Store, id: string, status: number, nowMs: number): void {
  store.execute('update outbox_message set delivered_at_ms = ?, answered_status = ? where id = ?', nowMs, status, id);
}

export function postpone(store: Store, id: string, status: number | null, dueAtMs: number): void {
  store.execute('update outbox_message set due_at_ms = ?, answered_status = ? where id = ?', dueAtMs, status, id);
}

export function giveUp(store: Store, id: string, status: number | null, nowMs: number): void {
  store.execute('update outbox_message set given_up_at_ms = ?, answered_status = ? where id = ?', nowMs, status, id);
}

/** Ends leases of a process that was killed. */
export function releaseClaims(store: Store, nowMs: number): void {
  store.execute(
    `update outbox_message set due_at_ms = ? where ${waiting} and attempts > 0 and due_at_ms > ?`,
    nowMs,
    nowMs,
  );
}

/** Makes a message due now, even if it was delivered. */
export function sendAgain(store: Store, id: string, nowMs: number): boolean {
  const changed = store.execute(
    `update outbox_message set delivered_at_ms = null, given_up_at_ms = null, due_at_ms = ?
     where id = ?`,
    nowMs,
    id,
  );
  return changed === 1;
}

export function messageState(store: Store, id: string): MessageState | undefined {
  return store.maybe<MessageState>(
    `select attempts, answered_status, delivered_at_ms, given_up_at_ms
     from outbox_message where id = ?`,
    id,
  );
}
