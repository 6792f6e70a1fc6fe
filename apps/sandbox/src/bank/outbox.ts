// Transactional outbox of messages to the server: payout results and feed lines.
//
//     waiting ──2xx──▶ delivered
//        └──anything else──▶ waiting, later ──two days──▶ given up
//
// Always true: a message is written in the transaction of the change it reports, so it survives kill -9. Each attempt
// is signed anew and retried until the server answers 2xx. Delivery is at least once; repetitions have the same
// content.
//
// Elsewhere: content of messages (payouts.ts, feed.ts), one attempt and the loop of attempts
// (@chaba/sandbox-kit/reliable-call).

import { computeRetryDelayMs, openRetryLoop, postSigned } from '@chaba/sandbox-kit/reliable-call';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';

import type { BankTimes } from './bank-clock.ts';
import * as store from './outbox.store.ts';

const KEY_ID = 'bank';
const AT_ONCE_MAX = 8;
const TRY_FOR_MS = 48 * 3_600_000;

export type Outbox = {
  /** Writes a message in the caller's transaction. Call `wake` after the commit. */
  add(message: { id: string; path: string; body: unknown; afterMs: number }): void;
  sendAgain(id: string): boolean;
  wake(): void;
  stop(): Promise<void>;
};

export function startOutbox({ config, store: memory }: Sandbox, times: BankTimes): Outbox {
  const stopping = new AbortController();
  const delays = { firstMs: times.retryFirstMs, longestMs: times.retryLongestMs };
  store.releaseClaims(memory, Date.now());

  const loop = openRetryLoop<void>({
    name: 'outbox',
    nextDueMs: ({ countRunning }) => (countRunning() < AT_ONCE_MAX ? store.nextDueMs(memory) : undefined),
    attemptDue: ({ attempt, countRunning, wake }) => {
      const nowMs = Date.now();
      const room = AT_ONCE_MAX - countRunning();
      for (const message of store.claimDue(memory, nowMs, nowMs + 2 * times.answerMs, room)) {
        // Each claim has its own key, so that a message sent again does not join its earlier delivery.
        void attempt(`${message.id}/${message.attempts}`, () => deliver(message)).finally(wake);
      }
    },
  });

  async function deliver(message: store.Message): Promise<void> {
    const response = await postSigned(config, {
      keyId: KEY_ID,
      target: message.path,
      body: message.body,
      timeoutMs: times.answerMs,
      signal: stopping.signal,
    });
    const status = response?.status ?? null;
    // After an interrupted delivery the next start sends the message again.
    if (stopping.signal.aborted) return;

    const nowMs = Date.now();
    if (status !== null && status >= 200 && status < 300) {
      store.markDelivered(memory, message.id, status, nowMs);
    } else if (nowMs - Number(message.created_at_ms) > TRY_FOR_MS) {
      console.error(`outbox: gave up on ${message.id} for ${message.path}`);
      store.giveUp(memory, message.id, status, nowMs);
    } else {
      const delayMs = computeRetryDelayMs(Number(message.attempts) - 1, delays);
      store.postpone(memory, message.id, status, nowMs + delayMs);
    }
  }

  return {
    add({ id, path, body, afterMs }) {
      const nowMs = Date.now();
      const text = JSON.stringify(body);
      store.insertMessage(memory, { id, path, body: text, dueAtMs: nowMs + afterMs, nowMs });
    },
    sendAgain: (id) => store.sendAgain(memory, id, Date.now()),
    wake: () => loop.wake(),
    stop: async () => {
      stopping.abort();
      await loop.close();
    },
  };
}
