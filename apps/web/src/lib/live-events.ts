// Who listens to the live stream beside the query cache: a screen that shows an event itself (a deposit that was credited).

import type { LiveEvent } from '@chaba/contract/live';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Until the returned function is called. */
export function listenToLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}
