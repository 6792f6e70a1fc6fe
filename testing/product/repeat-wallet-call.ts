// Repeats a wallet call that the server gave up, as a provider does: the same call with the same transaction id.
//
// Always true: only TEMPORARY_ERROR is repeated, so every other code reaches the test at its first answer. A test of
// the deadline itself makes its calls without this function.

import { setTimeout as sleep } from 'node:timers/promises';

/** The bound for a busy machine; the server gives a call up after two seconds. */
const GIVEN_UP_MS = 60_000;
const INTERVAL_MS = 50;

type Answer = Readonly<Record<string, unknown>>;

/**
 * Makes the call until its code is another than TEMPORARY_ERROR, for a minute at most, and returns the last answer. The
 * answer of a repeated call can carry `duplicate`: the call that was given up may have been applied.
 */
export async function repeatWalletCall<T extends Answer>(
  call: () => Promise<T>,
): Promise<{ readonly answer: T; readonly isRepeated: boolean }> {
  const end = performance.now() + GIVEN_UP_MS;
  let answer = await call();
  let isRepeated = false;
  for (; answer['code'] === 'TEMPORARY_ERROR' && performance.now() < end; isRepeated = true) {
    await sleep(INTERVAL_MS);
    answer = await call();
  }
  return { answer, isRepeated };
}
