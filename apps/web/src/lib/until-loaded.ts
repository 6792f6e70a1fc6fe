// Loads code that no page stands or falls with: what does not come is asked for again, instead of breaking what is there.
//
// Elsewhere: what a member is told who waits for it (ui/awaited.tsx).

import { subscribers } from './subscribers.ts';

const WAIT_MS_FIRST = 2_000;
const WAIT_MS_MAX = 60_000;

const changes = subscribers();
const sleepers = new Set<() => void>();
let late = 0;

/**
 * Answers when it has come; tries again after a while, as soon as there is a connection, and with askAgain. Fails only when it failed
 * twice and is `hopeless`.
 */
export async function untilLoaded<T>(load: () => Promise<T>, isHopeless?: () => Promise<boolean>): Promise<T> {
  let isLate = false;
  for (let waitMs = WAIT_MS_FIRST; ; waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)) {
    try {
      const loaded = await load();
      if (isLate) count(-1);
      return loaded;
    } catch (error) {
      if (isLate && (await isHopeless?.())) {
        count(-1);
        throw error;
      }
      if (!isLate) count(1);
      isLate = true;
      await sleepUntilAsked(waitMs);
    }
  }
}

/** For whoever wants it now: everything that did not come is asked for once more. */
export function askAgain(): void {
  for (const wake of sleepers) wake();
}

export const subscribeToLate = changes.subscribe;

/** Something was asked for and did not come. */
export const isSomethingLate = (): boolean => late > 0;

function count(step: 1 | -1): void {
  late += step;
  changes.notify();
}

async function sleepUntilAsked(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', wake);
      sleepers.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    globalThis.addEventListener('online', wake);
    sleepers.add(wake);
  });
}
