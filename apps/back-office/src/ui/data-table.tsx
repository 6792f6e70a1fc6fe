// A list: a table from 1024 px, two-line cards below. Rows are chosen by pointer and by keys of their position, so they
// work on a Thai layout.
//
// Always true: the chosen row is in the address; focus stays on its row.

import { classNames } from '@chaba/ui/class-names';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

import { useQueueWords } from '#text/queue-words';

export type Column<Row, Id extends string = string> = {
  readonly id: Id;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** Shown from 1024 px on. */
  readonly isWide?: boolean;
  /** Shown where the address names it only. */
  readonly isOptional?: boolean;
};

/** The columns that the text names, in its order; without a known one those of the page. */
export function chooseColumns<Row, Id extends string>(
  columns: readonly Column<Row, Id>[],
  text: string | null,
): readonly Column<Row, Id>[] {
  const named = (text ?? '').split(',').flatMap((id) => columns.find((column) => column.id === id) ?? []);
  if (named.length > 0) return named.map((column) => ({ ...column, isWide: false }));
  return columns.filter(({ isOptional }) => isOptional !== true);
}

/** Rows that are chosen for one action; only rows that are shown can be. */
export type Selection = {
  readonly chosen: ReadonlySet<string>;
  readonly canSelect: (key: string) => boolean;
  readonly labelOf: (key: string) => string;
  readonly toggle: (key: string) => void;
};

export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  chosen,
  onChoose,
  selection,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly chosen: string | undefined;
  /** `isOpened`: by a press or Enter, not by a step to the row. */
  readonly onChoose: (key: string, isOpened: boolean) => void;
  readonly selection?: Selection | undefined;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const index = rows.findIndex((row) => keyOf(row) === chosen);
  useRowKeys((step) => {
    const next = rows[index === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step))];
    if (next === undefined) return;
    onChoose(keyOf(next), false);
    body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(keyOf(next))}"]`)?.focus();
  });

  useKeys(
    selection && chosen !== undefined && selection.canSelect(chosen) ? { KeyX: () => selection.toggle(chosen) } : {},
  );

  // After a decision the next row is chosen: the focus follows, unless it is in the panel.
  useEffect(() => {
    const { activeElement } = document;
    const isInList = activeElement === document.body || body.current?.contains(activeElement) === true;
    if (chosen === undefined || !isInList) return;
    body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(chosen)}"]`)?.focus();
  }, [chosen]);

  return (
    <table aria-label={label} className="block w-full lg:table">
      <TableHead columns={columns} hasSelection={selection !== undefined} />
      <tbody ref={body} className="block lg:table-row-group">
        {rows.map((row) => (
          <TableRow
            key={keyOf(row)}
            id={keyOf(row)}
            row={row}
            columns={columns}
            isChosen={keyOf(row) === chosen}
            onChoose={onChoose}
            selection={selection}
          />
        ))}
      </tbody>
    </table>
  );
}

function TableHead<Row>({
  columns,
  hasSelection,
}: {
  readonly columns: readonly Column<Row>[];
  readonly hasSelection: boolean;
}) {
  const text = useQueueWords();
  return (
    <thead className="sr-only lg:not-sr-only lg:table-header-group">
      <tr>
        {hasSelection && (
          <th scope="col" className="w-8">
            <span className="sr-only">{text.bulk.column}</span>
          </th>
        )}
        {columns.map(({ id, title, isNumber }) => (
          <th
            key={id}
            scope="col"
            className={classNames(
              'px-2 py-1.5 text-micro font-medium text-text-3',
              isNumber ? 'text-right' : 'text-left',
            )}
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function TableRow<Row>({
  id: key,
  row,
  columns,
  isChosen,
  onChoose,
  selection,
}: {
  readonly id: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly isChosen: boolean;
  readonly onChoose: (key: string, isOpened: boolean) => void;
  readonly selection: Selection | undefined;
}) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    onChoose(key, true);
  }
  return (
    <tr
      data-key={key}
      tabIndex={0}
      aria-selected={isChosen}
      onClick={() => onChoose(key, true)}
      onKeyDown={onKeyDown}
      className={classNames(
        'dense flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-hairline px-2 py-2 hover:bg-surface-1',
        'lg:table-row lg:h-10 lg:px-0 lg:py-0',
        isChosen && 'bg-surface-1 shadow-[inset_4px_0_0_var(--accent)]',
      )}
    >
      {selection && (
        <td className="lg:w-8 lg:pl-2">
          {selection.canSelect(key) && (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={selection.labelOf(key)}
              checked={selection.chosen.has(key)}
              onClick={(event) => event.stopPropagation()}
              onChange={() => selection.toggle(key)}
              className="size-6 accent-(--accent) lg:size-4"
            />
          )}
        </td>
      )}
      {columns.map(({ id, cell, isNumber, isWide }) => (
        <td
          key={id}
          className={classNames(
            'lg:table-cell lg:px-2',
            isWide && 'hidden',
            isNumber && 'lg:text-right lg:whitespace-nowrap',
          )}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

const STEPS: Readonly<Record<string, number>> = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 };

/** Keys j, k and the arrows, off while a field or a modal window has the focus. */
function useRowKeys(onStep: (step: number) => void): void {
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      const step = STEPS[event.code];
      if (step === undefined || isTyping(event) || isWithModifier(event)) return;
      event.preventDefault();
      latest.current(step);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const isWithModifier = (event: globalThis.KeyboardEvent): boolean =>
  event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;

/** Whether keys belong to a field, or a modal window is open. */
function isTyping({ target }: Event): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

/** Runs work for a key by its position, off while typing. With Shift the name is `Shift+KeyC`. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      const work = latest.current[event.shiftKey ? `Shift+${event.code}` : event.code];
      if (work === undefined || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      work();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
