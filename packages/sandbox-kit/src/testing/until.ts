// Waiting in tests for what no event tells: looks again and again, for a while.

import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the solver of a hand keeps a busy machine. */
const WITHIN_MS = 30_000;
const AGAIN_AFTER_MS = 10;

/** Answers the first thing that a look finds; fails with these words when none does. */
export async function until<Found>(look: () => Promise<Found | undefined>, words: string): Promise<Found> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(AGAIN_AFTER_MS)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(words);
}
