// Waiting for what no event tells: asks again and again, for a while.

import { setTimeout as sleep } from 'node:timers/promises';

/** As patient as the pages are (browser.ts). */
const WITHIN_MS = 30_000;
const AGAIN_AFTER_MS = 50;

/** Answers as soon as it holds; fails with these words when it does not come to hold. */
export async function pollUntil(
  holds: () => boolean | Promise<boolean>,
  { words = 'what was waited for did not happen', withinMs = WITHIN_MS } = {},
): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(AGAIN_AFTER_MS)) {
    if (await holds()) return;
  }
  throw new Error(words);
}
