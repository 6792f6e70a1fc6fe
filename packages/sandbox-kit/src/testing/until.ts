// Polling for tests of states that raise no event.

import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the video poker solver takes on a busy machine. */
const TIMEOUT_MS = 120_000;
const INTERVAL_MS = 25;

/** Resolves with the first defined result of `find`; throws an error with this message after the timeout. */
export async function until<Found>(find: () => Promise<Found | undefined>, message: string): Promise<Found> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(INTERVAL_MS)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error(message);
}
