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
import { chooseColumns, type Column } from '#ui/data-table';
import { PlainRows, type RowsProps, ToolsPlace } from '#ui/list-page';

import { COLUMNS_PARAM } from './column-choice.tsx';
import { type ListSource, ListTools } from './list-tools.tsx';

export function ListRows<Row, Name extends TableName>({
  of,
  columns,
  ...rows
}: RowsProps<Row> & {
  readonly of: ListSource<Name>;
  readonly columns: readonly Column<Row, NoInfer<ColumnId<Name>>>[];
}) {
  const place = use(ToolsPlace);
  const [search] = useSearchParams();
  const { data: session } = useQuery(sessionQuery);
  const held = session?.sites.find(({ code }) => code === of.site)?.roles ?? [];
  const seen = new Set(listColumns(of.name, held).map(({ id }) => id));
  const offered = columns.filter(({ id }) => seen.has(id));
  return (
    <>
      {place !== null && createPortal(<ListTools of={of} columns={offered} />, place)}
      <PlainRows columns={chooseColumns(offered, search.get(COLUMNS_PARAM))} {...rows} />
    </>
  );
}
