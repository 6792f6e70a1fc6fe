// A list of the contract: its rows in each of their states, the columns that the address names, and its tools.
//
// Always true: every list has its views and its choice of columns, and a file where the contract has one.
//
// Elsewhere: the tools (list-tools.tsx), the frame of the page (ui/list-page.tsx).

import { type ColumnId, listColumns, type TableName } from '@chaba/contract/back-office/list-columns';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { createPortal } from 'react-dom';
import { useSearchParams } from 'react-router';

import { sessionQuery } from '#api/queries';
import { useQueueWords } from '#text/queue-words';
import { chooseColumns, type Column, useKeys } from '#ui/data-table';
import { KeyHint } from '#ui/key-hint';
import { PlainRows, type RowsProps, ToolsPlace } from '#ui/list-page';

import { COLUMNS_PARAM } from './column-choice.tsx';
import { type ListSource, ListTools } from './list-tools.tsx';
import type { Arrived } from './use-list-rows.tsx';

/** A list of the contract as `useListRows` returns it. */
type ListedRows<Row, Name extends TableName> = Pick<RowsProps<Row>, 'list' | 'rows' | 'keyOf'> &
  ListSource<Name> & { readonly arrived: Arrived };

export function ListRows<Row, Name extends TableName>({
  of,
  columns,
  ...table
}: Omit<RowsProps<Row>, 'list' | 'rows' | 'keyOf'> & {
  readonly of: ListedRows<Row, Name>;
  readonly columns: readonly Column<NoInfer<Row>, NoInfer<ColumnId<Name>>>[];
}) {
  const { list, rows, keyOf, arrived } = of;
  const place = use(ToolsPlace);
  const [search] = useSearchParams();
  const { data: session } = useQuery(sessionQuery);
  const held = session?.sites.find(({ code }) => code === of.site)?.roles ?? [];
  const seen = new Set(listColumns(of.name, held).map(({ id }) => id));
  const offered = columns.filter(({ id }) => seen.has(id));
  return (
    <>
      {place !== null && createPortal(<ListTools of={of} columns={offered} />, place)}
      <ArrivedRows {...arrived} />
      <PlainRows
        columns={chooseColumns(offered, search.get(COLUMNS_PARAM))}
        list={list}
        rows={rows}
        keyOf={keyOf}
        {...table}
      />
    </>
  );
}

/** The button of rows that arrived meanwhile lies over the list, so that it moves no row either. */
function ArrivedRows({ count, show }: Arrived) {
  const text = useQueueWords();
  useKeys(count > 0 ? { Period: show } : {});
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-32 z-10 flex h-0 items-end justify-center lg:sticky lg:top-1 lg:bottom-auto lg:items-start print:hidden"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={show}
          className="inline-flex h-11 items-center gap-2 rounded-full border border-accent bg-surface-3 px-4 font-semibold whitespace-nowrap shadow-md lg:h-8"
        >
          {text.arrived(count)}
          <KeyHint name="." />
        </button>
      )}
    </div>
  );
}
