// Signed calls to the server that are repeated until the server answers.
//
//     due ──attempt──▶ done
//      └─────────────▶ due again after a delay that doubles up to a limit
//
// Always true: each attempt is signed anew and ends at its deadline; a timeout, a broken connection and a redirect are
// all "no response". A key has at most one attempt at a time. Due times live in the store, so a restart continues where
// the process ended.
//
// Elsewhere: which response ends the work (bank/outbox.ts of the sandbox; settlement.ts and tables/tickets.ts of the
// studio).

import { startDueScheduler } from './due-scheduler.ts';
import type { SandboxConfig } from './sandbox.ts';
import { signedHeaders } from './signature.ts';

export type SignedCall = {
  readonly keyId: string;
  /** Path and query on the server. */
  readonly target: string;
  /** JSON as it is signed and sent. */
  readonly body: string;
  readonly timeoutMs: number;
  /** Ends the attempt early. */
  readonly signal?: AbortSignal;
};

export type ServerResponse = { readonly status: number; readonly text: string };

/** Makes one attempt. `undefined` means no response: the effect on the server is unknown. */
export async function postSigned(
  { serverUrl, secrets }: Pick<SandboxConfig, 'serverUrl' | 'secrets'>,
  { keyId, target, body, timeoutMs, signal }: SignedCall,
): Promise<ServerResponse | undefined> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(serverUrl + target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(secrets, keyId, { method: 'POST', target, body }),
      },
      body,
      redirect: 'error',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

export type RetryDelays = { readonly firstMs: number; readonly longestMs: number };

const DOUBLINGS_MAX = 16;

/** The delay before the next attempt: the first one, doubled with every earlier attempt, up to the longest. */
export function computeRetryDelayMs(earlierAttempts: number, { firstMs, longestMs }: RetryDelays): number {
  return Math.min(firstMs * 2 ** Math.min(earlierAttempts, DOUBLINGS_MAX), longestMs);
}

export type RetryLoop<Result> = {
  /** Runs an attempt, or joins the running attempt of the same key. */
  attempt(key: string, work: () => Promise<Result>): Promise<Result>;
  /** The running attempt of a key. */
  getRunning(key: string): Promise<Result> | undefined;
  countRunning(): number;
  /** Reads the next due time again: a key may be due sooner than before. */
  wake(): void;
  /** Starts no further attempt and resolves when the running ones have ended. */
  close(): Promise<void>;
};

/** Starts attempts when they are due, until closed. */
export function openRetryLoop<Result>(options: {
  readonly name: string;
  /** When the next attempt is due (ms), or `undefined` if none is. */
  readonly nextDueMs: (loop: RetryLoop<Result>) => number | undefined;
  /** Starts the attempts that are due now. */
  readonly attemptDue: (loop: RetryLoop<Result>) => void | Promise<void>;
}): RetryLoop<Result> {
  const running = new Map<string, Promise<Result>>();
  const loop: RetryLoop<Result> = {
    attempt(key, work) {
      const current = running.get(key);
      if (current) return current;
      const started = work().finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    getRunning: (key) => running.get(key),
    countRunning: () => running.size,
    wake: () => scheduler.wake(),
    async close() {
      await scheduler.stop();
      await Promise.allSettled(running.values());
    },
  };
  const scheduler = startDueScheduler({
    name: options.name,
    nextDueMs: () => options.nextDueMs(loop),
    run: () => options.attemptDue(loop),
  });
  return loop;
}
