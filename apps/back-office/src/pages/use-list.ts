// State of a list in the address: its filters and the chosen row.
//
// Always true: a new filter clears the chosen row; back returns to the list as it was.

import { useSearchParams } from 'react-router';

export type ListState = {
  readonly get: (name: string) => string;
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
  readonly filter: (values: Readonly<Record<string, string>>) => void;
};

const CHOSEN = 'open';

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
