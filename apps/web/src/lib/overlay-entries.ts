// The overlays recorded in the browser's history entry: one number for each entry above the page's own.
//
// Elsewhere: the code that writes them (overlay-history.ts).

import { isRecord } from './storage.ts';

export const MARK = 'openedOver';

/** The top overlay is last; overlays closed by hand are still included. */
export function marksHere(): readonly number[] {
  const state: unknown = globalThis.history.state;
  const marks = isRecord(state) ? state[MARK] : undefined;
  return Array.isArray(marks) ? (marks as number[]) : [];
}
