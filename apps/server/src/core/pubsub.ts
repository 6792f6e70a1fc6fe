// Cache invalidation between server processes over LISTEN/NOTIFY. A message names a subject and carries no data.
//
// Always true: a message is published after its transaction commits. It reaches subscribers of this process at once and
// those of other processes within a moment, over separate connections, never inside a money transaction. It can be lost
// or duplicated when the connection breaks; subscribers read the database, and treat everything as changed when the
// connection is back.
//
// Elsewhere: live streams (member-events.ts), cached sessions (http/authentication.ts), cached sites (modules/site).

import { randomUUID } from 'node:crypto';

import type { Database } from '@chaba/database';

import { noticeDelay } from './metrics.ts';
import { sendMessages } from './pubsub.store.ts';

export type Listener = {
  /** One subject changed. */
  readonly onMessage: (subject: string) => void;
  /** Messages may have been lost: every subject may have changed. */
  readonly onGap: () => void;
};

const CHANNEL = 'chaba_notice';
const COALESCE_MS = 100;
const SPREAD_MS = 5_000;
/** Each process measures its own round trip through the database; other processes ignore the probe. */
const PROBE_MS = 5_000;
const PROBE = 'probe:';
// PostgreSQL limits a notification to 8,000 bytes.
const PAYLOAD_LENGTH_MAX = 7_500;

const listeners = new Map<string, Set<Listener>>();
const outlets = new Set<Outlet>();

type Outlet = { queue(message: string): void };

/** Publishes to the subscribers of this kind, in this process and in the others. */
export function publish(kind: string, subject: string): void {
  deliver(kind, subject);
  for (const outlet of outlets) outlet.queue(`${kind}:${subject}`);
}

/** Subscribes to one kind of message; returns the unsubscribe function. */
export function subscribe(kind: string, listener: Listener): () => void {
  const group = listeners.get(kind) ?? new Set<Listener>();
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
  const queued = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  function flush(): void {
    timer = undefined;
    const payloads = toPayloads(sender, queued);
    queued.clear();
    sending = sending.then(() => sendMessages(database, CHANNEL, payloads)).catch(report);
  }

  const outlet: Outlet = {
    queue(message) {
      queued.add(message);
      timer ??= setTimeout(flush, COALESCE_MS);
    },
  };
  const receive = (payload: string): void => {
    const [from, ...messages] = payload.split('\n');
    if (from === sender) {
      const sentAt = messages.find((message) => message.startsWith(PROBE))?.slice(PROBE.length);
      if (sentAt !== undefined) noticeDelay.observe((performance.now() - Number(sentAt)) / 1_000);
      return;
    }
    for (const message of messages) deliver(...parseMessage(message));
  };
  const stop = await database.listen(CHANNEL, receive, deliverGap);
  outlets.add(outlet);
  const probe = setInterval(() => {
    const payload = `${sender}\n${PROBE}${performance.now()}`;
    sending = sending.then(() => sendMessages(database, CHANNEL, [payload])).catch(report);
  }, PROBE_MS).unref();

  return async () => {
    outlets.delete(outlet);
    clearInterval(probe);
    if (timer !== undefined) clearTimeout(timer);
    flush();
    await sending;
    await stop();
  };
}

function deliver(kind: string, subject: string): void {
  for (const { onMessage } of listeners.get(kind) ?? []) onMessage(subject);
}

function deliverGap(): void {
  for (const group of listeners.values()) for (const { onGap } of group) onGap();
}

/**
 * Runs the work for each item at a random moment of the next seconds, so that the queries of all processes after a
 * failover are spread over time.
 */
export function spread<Item>(items: Iterable<Item>, work: (item: Item) => void): void {
  for (const item of items) setTimeout(work, Math.random() * SPREAD_MS, item).unref();
}

function parseMessage(message: string): [kind: string, subject: string] {
  const colon = message.indexOf(':');
  return [message.slice(0, colon), message.slice(colon + 1)];
}

function toPayloads(sender: string, messages: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const message of messages) {
    if (payload.length + message.length + 1 > PAYLOAD_LENGTH_MAX) {
      payloads.push(payload);
      payload = sender;
    }
    payload += `\n${message}`;
  }
  if (payload !== sender) payloads.push(payload);
  return payloads;
}
