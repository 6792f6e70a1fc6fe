// State of a list in the address: its filters and the chosen row.
//
// Always true: a new filter clears the chosen row; back returns to the list as it was.

import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

export type ListState = {
  readonly get: (name: string) => string;
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
  readonly filter: (values: Readonly<Record<string, string>>) => void;
  /** Sets a value that filters nothing; no step back. */
  readonly set: (name: string, value: string) => void;
};

const CHOSEN = 'open';
/** Stands for the first free row, in links to a queue. */
const FIRST = 'first';

export function useListState(): ListState {
  const [params, setParams] = useSearchParams();
  return {
    get: (name) => params.get(name) ?? '',
    chosen: params.get(CHOSEN) ?? undefined,
    choose(key) {
      // One step back closes the panel, however many rows were looked at.
      const isOpen = params.has(CHOSEN);
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (key === undefined) next.delete(CHOSEN);
          else next.set(CHOSEN, key);
          return next;
        },
        { replace: isOpen },
      );
    },
    set(name, value) {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.set(name, value);
          return next;
        },
        { replace: true },
      );
    },
    filter(values) {
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.delete(CHOSEN);
        for (const [name, value] of Object.entries(values)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      });
    },
  };
}

/** Opens the first free row where the address has `open=first`. Returns the row that is open. */
export function useFirstRow<Row>(
  state: ListState,
  list: { readonly isSuccess: boolean },
  of: {
    readonly rows: readonly Row[];
    readonly keyOf: (row: Row) => string;
    readonly isFree: (row: Row) => boolean;
  },
): string | undefined {
  const { rows, keyOf, isFree } = of;
  const isWanted = state.chosen === FIRST && list.isSuccess;
  const first = isWanted ? (rows.find(isFree) ?? rows[0]) : undefined;
  const key = first === undefined ? undefined : keyOf(first);
  const { choose } = state;
  useEffect(() => {
    if (isWanted) choose(key);
  }, [isWanted, key, choose]);
  return state.chosen === FIRST ? undefined : state.chosen;
}
