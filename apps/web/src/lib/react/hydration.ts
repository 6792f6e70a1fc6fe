// Whether React has hydrated the HTML of the server, and the input entered in that HTML before.
//
// Always true: server and browser render the same until then. State that only the device has is rendered afterwards.

import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration; true afterwards, and at once in a part that is rendered later. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Calls back with the field at its mount: hydration keeps earlier input and reports no change. */
export function useEarlyInput<Element extends HTMLInputElement | HTMLSelectElement>(
  id: string,
  onField: (field: Element) => void,
): void {
  const onMounted = useEffectEvent(onField);
  useLayoutEffect(() => {
    const field = document.querySelector<Element>(`#${CSS.escape(id)}`);
    if (field) onMounted(field);
  }, [id]);
}
