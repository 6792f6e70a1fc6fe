// The rows that are chosen for one action.
//
// Always true: a selection holds only rows that are shown, and at most a hundred; another filter clears it.

import { BULK_MAX } from '@chaba/contract/back-office/queues';
import { useState } from 'react';

/** @param filter The filter of the rows, as text. */
export function useSelection(shown: readonly string[], filter: string) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [pickedOf, setPickedOf] = useState(filter);
  if (pickedOf !== filter) {
    setPickedOf(filter);
    setPicked(new Set());
  }
  const chosen = new Set(shown.filter((key) => picked.has(key)));
  return {
    chosen,
    toggle(key: string): void {
      const next = new Set(chosen);
      if (!next.delete(key) && next.size < BULK_MAX) next.add(key);
      setPicked(next);
    },
    /** All rows of these, or none where all are chosen. */
    toggleAll(keys: readonly string[]): void {
      const wanted = keys.slice(0, BULK_MAX);
      setPicked(wanted.every((key) => chosen.has(key)) ? new Set() : new Set(wanted));
    },
    clear: () => setPicked(new Set()),
  };
}
