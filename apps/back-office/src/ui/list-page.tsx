// The frame of a list page: title and filters above, the list with its tools, and a panel beside it. On a phone the
// panel covers the list and has a way back.
//
// Elsewhere: lists of the contract with their tools (action/list-rows.tsx).

import { classNames } from '@chaba/ui/class-names';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { createContext, type ReactNode, useRef, useState } from 'react';

import { useWords } from '#text/language';

import { Button } from './button.tsx';
import { type Column, DataTable, type Selection, useKeys } from './data-table.tsx';
import { ErrorState, LoadingRows } from './states.tsx';
import { useTitle } from './use-title.ts';

/** The place of the tools of a list, beside the filters. */
export const ToolsPlace = createContext<HTMLElement | null>(null);

export function ListPage({
  title,
  tools,
  panel,
  placeholder,
  onClosePanel,
  children,
}: {
  readonly title: string;
  readonly tools?: ReactNode;
  /** Undefined: nothing is chosen. */
  readonly panel: ReactNode | undefined;
  /** Undefined: the page has no panel. */
  readonly placeholder: string | undefined;
  readonly onClosePanel: () => void;
  readonly children: ReactNode;
}) {
  const text = useWords();
  const isOpen = panel !== undefined;
  const hasPanel = placeholder !== undefined;
  const back = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useKeys(isOpen ? { Escape: onClosePanel } : {});
  useTitle(title);
  return (
    <div className={classNames('grid min-h-0 flex-1', hasPanel && 'lg:grid-cols-[minmax(0,1fr)_26.25rem]')}>
      <section aria-label={title} className={isOpen ? 'hidden min-w-0 lg:block' : 'min-w-0'}>
        <div className="flex flex-wrap items-end gap-2 border-b border-hairline px-3 py-2">
          <h1 className="mr-2 text-title-3">{title}</h1>
          {tools}
          <div ref={setPlace} className="contents" />
        </div>
        <ToolsPlace value={place}>{children}</ToolsPlace>
      </section>
      {hasPanel && (
        <section
          aria-label={placeholder}
          className={`border-hairline lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:border-l ${isOpen ? '' : 'hidden lg:block'}`}
        >
          {isOpen ? (
            <div className="px-3 pb-28 lg:pb-6">
              {/* The heading of the list is hidden behind a panel on a phone. */}
              <h1 className="sr-only lg:hidden">{title}</h1>
              <div className="-mx-1 py-1 lg:hidden">
                <Button ref={back} variant="quiet" onClick={onClosePanel}>
                  <ChevronLeft aria-hidden="true" size={18} />
                  {text.back}
                </Button>
              </div>
              {panel}
            </div>
          ) : (
            <p className="px-3 py-10 text-center text-text-3">{placeholder}</p>
          )}
        </section>
      )}
    </div>
  );
}

export type RowsProps<Row> = {
  readonly list: Pick<
    UseInfiniteQueryResult,
    'isPending' | 'error' | 'isSuccess' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch'
  >;
  readonly rows: readonly Row[];
  readonly empty: ReactNode;
  readonly label: string;
  readonly keyOf: (row: Row) => string;
  readonly chosen: string | undefined;
  /** `isOpened`: by a press or Enter, not by a step to the row. */
  readonly onChoose: (key: string, isOpened: boolean) => void;
  readonly selection?: Selection | undefined;
};

/** Rows in each of their states: loading, failed, empty, shown, with more to load. */
export function PlainRows<Row>({
  list,
  rows,
  empty,
  ...table
}: RowsProps<Row> & { readonly columns: readonly Column<Row>[] }) {
  const text = useWords();
  return (
    <>
      {list.isPending && <LoadingRows />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && empty}
      {rows.length > 0 && (
        // Chosen columns may need more than the width beside a panel.
        <div className="lg:overflow-x-auto">
          <DataTable rows={rows} {...table} />
        </div>
      )}
      {list.hasNextPage && (
        <div className="p-3 text-center">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </>
  );
}

/** Chips of one filter; the chosen one is pressed. */
export function Chips<Value extends string>({
  label,
  values,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly values: readonly (readonly [Value, string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {values.map(([value, title]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="min-h-11 rounded-full border border-line px-3 text-micro text-text-2 aria-pressed:border-accent aria-pressed:bg-surface-3 aria-pressed:text-text lg:min-h-8"
        >
          {title}
        </button>
      ))}
    </div>
  );
}
