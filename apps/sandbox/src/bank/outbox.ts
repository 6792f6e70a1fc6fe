// What the bank has to tell the server: results of payouts, lines of the feed.
//
//     waiting ──2xx──▶ delivered
//        └──anything else──▶ waiting, later ──two days──▶ given up
//
// Always true: a message is written in the transaction that makes it true, so it survives kill -9; it is
// signed afresh for every try; it is tried until the server answers 2xx. At least once: the server may see a
// message twice, always with the same content.
//
// Elsewhere: what a message says (payouts, feed).

import { startAlarm } from '@chaba/sandbox-kit/due-scheduler';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import { signedHeaders } from '@chaba/sandbox-kit/signature';

import type { BankTimes } from './bank-clock.ts';
import * as store from './outbox.store.ts';

const KEY_ID = 'bank';
const AT_ONCE_MAX = 8;
const TRY_FOR_MS = 48 * 3_600_000;

export type Outbox = {
  /** Writes the message; joins the caller's transaction. Call `wake` after it. */
  add(message: { id: string; path: string; body: unknown; afterMs: number }): void;
  sendAgain(id: string): boolean;
  wake(): void;
  stop(): Promise<void>;
};

export function startOutbox(sandbox: Sandbox, times: BankTimes): Outbox {
  const memory = sandbox.store;
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();
  store.releaseClaims(memory, Date.now());

  const alarm = startAlarm({
    name: 'outbox',
    nextDueMs: () => (sending.size < AT_ONCE_MAX ? store.nextDueMs(memory) : undefined),
    ring: () => {
      const nowMs = Date.now();
      const room = AT_ONCE_MAX - sending.size;
      for (const message of store.claimDue(memory, nowMs, nowMs + 2 * times.answerMs, room)) {
        const delivery = deliver(message).finally(() => {
          sending.delete(delivery);
          alarm.wake();
        });
        sending.add(delivery);
      }
    },
  });

  async function deliver(message: store.Message): Promise<void> {
    const status = await send(sandbox, message, times.answerMs, stopping.signal);
    // Stopped in the middle: the next start sends it again.
    if (stopping.signal.aborted) return;

    const nowMs = Date.now();
    if (status !== null && status >= 200 && status < 300) {
      store.markDelivered(memory, message.id, status, nowMs);
    } else if (nowMs - Number(message.created_at_ms) > TRY_FOR_MS) {
      console.error(`outbox: gave up on ${message.id} for ${message.path}`);
      store.giveUp(memory, message.id, status, nowMs);
    } else {
      const waitMs = times.retryFirstMs * 2 ** Math.min(Number(message.attempts) - 1, 16);
      store.postpone(memory, message.id, status, nowMs + Math.min(waitMs, times.retryLongestMs));
    }
  }

  return {
    add({ id, path, body, afterMs }) {
      const nowMs = Date.now();
      const text = JSON.stringify(body);
      store.insertMessage(memory, { id, path, body: text, dueAtMs: nowMs + afterMs, nowMs });
    },
    sendAgain: (id) => store.sendAgain(memory, id, Date.now()),
    wake: () => alarm.wake(),
    stop: async () => {
      await alarm.stop();
      stopping.abort();
      await Promise.all(sending);
    },
  };
}

/** The status that the server answered, or null when it did not answer. */
async function send(
  { config }: Sandbox,
  message: store.Message,
  answerMs: number,
  stopping: AbortSignal,
): Promise<number | null> {
  const signed = { method: 'POST', target: message.path, body: message.body };
  try {
    const response = await fetch(config.serverUrl + message.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(config.secrets, KEY_ID, signed),
      },
      body: message.body,
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), stopping]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
