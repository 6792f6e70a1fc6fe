// The tools of every list beside its filters: a file of all rows that the filters let through.

import type { ListName } from '@chaba/contract/back-office/lists';

import { ExportButton } from './export-button.tsx';

export function ListTools({
  site,
  list,
  filter,
}: {
  readonly site: string;
  readonly list: ListName;
  readonly filter: Readonly<Record<string, string>>;
}) {
  return <ExportButton site={site} kind="list" name={list} params={filter} />;
}
