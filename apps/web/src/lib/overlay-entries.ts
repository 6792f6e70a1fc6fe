// What was opened over a page, as the browser's entry says it: one number for each entry above the page's own.
//
// Elsewhere: who writes them (overlay-history.ts).

import { isRecord } from './storage.ts';

export const MARK = 'openedOver';

/** The last one on top; what was closed by hand stands there still. */
export function marksHere(): readonly number[] {
  const state: unknown = globalThis.history.state;
  const marks = isRecord(state) ? state[MARK] : undefined;
  return Array.isArray(marks) ? (marks as number[]) : [];
}
