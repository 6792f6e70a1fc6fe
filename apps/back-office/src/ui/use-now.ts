// The time, a new one every second.

import { useSyncExternalStore } from 'react';

const SECOND_MS = 1_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, SECOND_MS);
  return () => clearInterval(timer);
}

const readSecond = (): number => Math.floor(Date.now() / SECOND_MS) * SECOND_MS;

/** The present second in milliseconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readSecond);
}
