// Subscriptions to live stream events outside the query cache, for screens that show an event themselves (a credited
// deposit).

import type { LiveEvent } from '@chaba/contract/live';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Active until the returned function is called. */
export function subscribeToLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}
