// Loads code that comes when it is needed: what does not come is asked for again, instead of breaking what is there.
//
// Elsewhere: how it is fetched and what is gone (build/late-files.ts), components that come so (ui/lazy-component.tsx), what a member is told
// who waits for them (ui/lazy-fallback.tsx).

import { subscribers } from './subscribers.ts';

const WAIT_MS_FIRST = 2_000;
const WAIT_MS_MAX = 60_000;

const changes = subscribers();
const sleepers = new Set<() => void>();
const late = new Set<() => Promise<unknown>>();

/**
 * Answers when it has come; tries again after a while, as soon as there is a connection, and with retryPendingLoads. Fails only when it is gone
 * with an older build, twice in a row, and somebody asked for it.
 */
export async function loadWithRetry<T>(load: () => Promise<T>, isAskedFor?: () => boolean): Promise<T> {
  let wasGone = false;
  for (let waitMs = WAIT_MS_FIRST; ; waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)) {
    try {
      const loaded = await load();
      setLate(load, false);
      return loaded;
    } catch (error) {
      const isGone = error instanceof Error && error.cause === 'gone';
      setLate(load, !isGone);
      if (isGone && wasGone && isAskedFor?.()) throw error;
      wasGone = isGone;
      await sleepUntilAsked(waitMs);
    }
  }
}

/** For whoever wants it now: everything that did not come is asked for once more. */
export function retryPendingLoads(): void {
  for (const wake of sleepers) wake();
}

export const subscribeToLate = changes.subscribe;

/** Something did not come for want of a connection. */
export const hasFailedLoads = (): boolean => late.size > 0;

function setLate(load: () => Promise<unknown>, isLate: boolean): void {
  late[isLate ? 'add' : 'delete'](load);
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
