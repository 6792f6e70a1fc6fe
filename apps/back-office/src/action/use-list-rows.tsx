// The rows of a list of the contract as a page shows them: those that arrived meanwhile stand behind a button.
//
// Elsewhere: which rows are shown (arrivals.ts), the button (list-rows.tsx), state of the address (pages/use-list.ts).

import type { ListName } from '@chaba/contract/back-office/lists';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { listQuery, type RowOf, subscribeActs } from '#api/queries';

import { admitRows, type OwnAct, type ShownRows } from './arrivals.ts';

/** The number of rows that are not shown, and what shows them. */
export type Arrived = { readonly count: number; readonly show: () => void };

/**
 * Reads a list. `filter`: values of its filters; `keyOf`: the name of a row, as actions name it; `isLive`: it is read
 * again while the page is open; `isEnabled`: false reads nothing.
 */
export function useListRows<Name extends ListName>(
  site: string,
  name: Name,
  {
    filter = {},
    keyOf,
    isLive = true,
    isEnabled = true,
  }: {
    readonly filter?: Readonly<Record<string, string>>;
    readonly keyOf: (row: RowOf[Name]) => string;
    readonly isLive?: boolean;
    readonly isEnabled?: boolean;
  },
) {
  const list = useInfiniteQuery({ ...listQuery(site, name, filter, isLive), enabled: isEnabled });
  const { data, dataUpdatedAt, isFetchedAfterMount: isFresh } = list;
  const [acts, setActs] = useState<readonly OwnAct[]>([]);
  const [state, setState] = useState<{ readonly shown: ShownRows | undefined; readonly data: typeof data }>();
  useEffect(() => subscribeActs((act) => setActs((before) => [...before, act])), []);

  const question = JSON.stringify([site, name, filter]);
  const over = acts.filter(({ at }) => at < dataUpdatedAt);
  const isChanged = state?.data !== data || state?.shown?.isFresh !== isFresh || over.length > 0;
  let shown = state?.shown;
  if (data !== undefined && (isChanged || shown?.question !== question)) {
    const pages = data.pages.map((page) => page.rows.map(keyOf));
    const isComplete = data.pages.at(-1)?.next === null;
    shown = admitRows(shown, { question, pages, isComplete, isFresh, acts: over });
    setState({ shown, data });
    if (over.length > 0) setActs(acts.filter(({ at }) => at >= dataUpdatedAt));
  }
  const all = data?.pages.flatMap((page) => page.rows) ?? [];
  const rows = all.filter((row) => shown?.keys.has(keyOf(row)));
  const arrived: Arrived = {
    count: all.length - rows.length,
    show: () => setState((before) => before && { ...before, shown: undefined }),
  };
  return { site, name, filter, keyOf, list, rows, arrived };
}
