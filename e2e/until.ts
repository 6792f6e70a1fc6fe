// Polls a condition that has no event, until a timeout.

import { setTimeout as sleep } from 'node:timers/promises';

/** The same timeout as the pages' (browser.ts). */
const WITHIN_MS = 30_000;
const AGAIN_AFTER_MS = 50;

/** Resolves when the condition holds; fails with these words after the timeout. */
export async function pollUntil(
  holds: () => boolean | Promise<boolean>,
  { words = 'what was waited for did not happen', withinMs = WITHIN_MS, againAfterMs = AGAIN_AFTER_MS } = {},
): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(againAfterMs)) {
    if (await holds()) return;
  }
  throw new Error(words);
}
