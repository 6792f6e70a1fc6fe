// Cache invalidation between server processes over LISTEN/NOTIFY. A message names a subject and carries no data.
//
// Always true: a message is published after its transaction commits. It reaches subscribers of this process at once and
// those of other processes within a moment, over separate connections, never inside a money transaction. It can be lost
// or duplicated when the connection breaks; subscribers read the database and also refresh periodically.
//
// Elsewhere: live streams (member-events.ts), cached sessions (http/authentication.ts), cached sites (modules/site).

import { randomUUID } from 'node:crypto';

import type { Database } from '@chaba/database';

import { sendNotices } from './pubsub.store.ts';

type Hear = (subject: string) => void;

const CHANNEL = 'chaba_notice';
const COALESCE_MS = 100;
// PostgreSQL limits a notification to 8,000 bytes.
const PAYLOAD_LENGTH_MAX = 7_500;

const listeners = new Map<string, Set<Hear>>();
const outlets = new Set<Outlet>();

type Outlet = { queue(notice: string): void };

/** Publishes to the subscribers of this kind, in this process and in the others. */
export function publish(kind: string, subject: string): void {
  hear(kind, subject);
  for (const outlet of outlets) outlet.queue(`${kind}:${subject}`);
}

/** Subscribes to one kind of message; returns the unsubscribe function. */
export function subscribe(kind: string, listener: Hear): () => void {
  const group = listeners.get(kind) ?? new Set<Hear>();
  listeners.set(kind, group);
  group.add(listener);
  return () => void group.delete(listener);
}

/** Connects this process to the others through the database; returns the disconnect function. */
export async function connectPubSub(
  database: Database,
  report: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const sender = randomUUID();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  function flush(): void {
    timer = undefined;
    const payloads = payloadsOf(sender, waiting);
    waiting.clear();
    sending = sending.then(() => sendNotices(database, CHANNEL, payloads)).catch(report);
  }

  const outlet: Outlet = {
    queue(notice) {
      waiting.add(notice);
      timer ??= setTimeout(flush, COALESCE_MS);
    },
  };
  const stop = await database.listen(CHANNEL, (payload) => {
    const [from, ...notices] = payload.split('\n');
    if (from === sender) return;
    for (const notice of notices) hear(...splitNotice(notice));
  });
  outlets.add(outlet);

  return async () => {
    outlets.delete(outlet);
    if (timer !== undefined) clearTimeout(timer);
    flush();
    await sending;
    await stop();
  };
}

function hear(kind: string, subject: string): void {
  for (const listener of listeners.get(kind) ?? []) listener(subject);
}

function splitNotice(notice: string): [kind: string, subject: string] {
  const colon = notice.indexOf(':');
  return [notice.slice(0, colon), notice.slice(colon + 1)];
}

function payloadsOf(sender: string, notices: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const notice of notices) {
    if (payload.length + notice.length + 1 > PAYLOAD_LENGTH_MAX) {
      payloads.push(payload);
      payload = sender;
    }
    payload += `\n${notice}`;
  }
  if (payload !== sender) payloads.push(payload);
  return payloads;
}
