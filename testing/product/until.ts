// Polls a condition that has no event, until a timeout.

import { setTimeout as sleep } from 'node:timers/promises';

/** The timeout of pages (browser.ts). */
const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 50;

/** Resolves when the condition holds; rejects with the message after the timeout. */
export async function pollUntil(
  holds: () => boolean | Promise<boolean>,
  { message = 'the condition did not hold in time', timeoutMs = TIMEOUT_MS, intervalMs = INTERVAL_MS } = {},
): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(intervalMs)) {
    if (await holds()) return;
  }
  throw new Error(message);
}
