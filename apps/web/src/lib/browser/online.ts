// The browser's online state as React state.

import { useSyncExternalStore } from 'react';

/** Tests run without a browser, where the state is unknown. */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine;

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(listener: () => void): () => void {
  globalThis.addEventListener('online', listener);
  globalThis.addEventListener('offline', listener);
  return () => {
    globalThis.removeEventListener('online', listener);
    globalThis.removeEventListener('offline', listener);
  };
}
