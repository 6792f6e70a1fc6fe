// The choice of the columns of a list: which are shown, and their order.
//
// Always true: the choice is in the address, so a view keeps it and a file follows it. At least one column is shown.

import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { useWords } from '#text/language';
import { useShiftWords } from '#text/shift-words';
import { Button } from '#ui/button';
import { Modal } from '#ui/modal';

export const COLUMNS_PARAM = 'columns';

export type OfferedColumn = { readonly id: string; readonly title: string; readonly isOptional?: boolean };

export function ColumnChoice({ columns }: { readonly columns: readonly OfferedColumn[] }) {
  const text = useShiftWords();
  const [isOpen, setOpen] = useState(false);
  if (columns.length < 2) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Columns3 aria-hidden="true" size={16} />
        <span className="max-lg:sr-only">{text.columns}</span>
      </Button>
      {isOpen && <ColumnDialog columns={columns} onClose={() => setOpen(false)} />}
    </>
  );
}

type Choice = { readonly id: string; readonly title: string; readonly isShown: boolean };

const listUsual = (columns: readonly OfferedColumn[]): readonly string[] =>
  columns.filter(({ isOptional }) => isOptional !== true).map(({ id }) => id);

/** The named columns first, in their order. */
function toChoices(columns: readonly OfferedColumn[], text: string | null): readonly Choice[] {
  const named = (text ?? '').split(',').filter((id) => columns.some((column) => column.id === id));
  const shown = named.length > 0 ? named : listUsual(columns);
  const place = (id: string): number => (shown.includes(id) ? shown.indexOf(id) : columns.length);
  return columns
    .map(({ id, title }) => ({ id, title, isShown: shown.includes(id) }))
    .toSorted((one, other) => place(one.id) - place(other.id));
}

function ColumnDialog({
  columns,
  onClose,
}: {
  readonly columns: readonly OfferedColumn[];
  readonly onClose: () => void;
}) {
  const text = useShiftWords();
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const [choices, setChoices] = useState(() => toChoices(columns, search.get(COLUMNS_PARAM)));
  const shown = choices.filter(({ isShown }) => isShown).map(({ id }) => id);
  const usual = listUsual(columns);
  const apply = (ids: readonly string[]): void => {
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (ids.join() === usual.join()) next.delete(COLUMNS_PARAM);
      else next.set(COLUMNS_PARAM, ids.join());
      return next;
    });
    onClose();
  };
  const toggle = (id: string): void =>
    setChoices(choices.map((each) => (each.id === id ? { ...each, isShown: !each.isShown } : each)));
  const move = (index: number, step: number): void => {
    const moved = choices[index];
    if (moved !== undefined) setChoices(choices.toSpliced(index, 1).toSpliced(index + step, 0, moved));
  };
  return (
    <Modal title={text.columns} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply(shown);
        }}
      >
        <ul className="mb-3">
          {choices.map((choice, index) => (
            <ColumnLine
              key={choice.id}
              choice={choice}
              isFirst={index === 0}
              isLast={index === choices.length - 1}
              isOnly={choice.isShown && shown.length === 1}
              onToggle={() => toggle(choice.id)}
              onMove={(step) => move(index, step)}
            />
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={() => apply(usual)}>
            {text.usualColumns}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" variant="primary">
            {text.applyColumns}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function ColumnLine({
  choice: { title, isShown },
  isFirst,
  isLast,
  isOnly,
  onToggle,
  onMove,
}: {
  readonly choice: Choice;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isOnly: boolean;
  readonly onToggle: () => void;
  readonly onMove: (step: number) => void;
}) {
  const text = useShiftWords();
  return (
    <li className="flex items-center gap-2 border-t border-hairline py-0.5">
      <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3 lg:min-h-9">
        <input
          type="checkbox"
          checked={isShown}
          disabled={isOnly}
          onChange={onToggle}
          className="size-6 shrink-0 accent-(--accent) lg:size-4"
        />
        <span className="min-w-0 break-words">{title}</span>
      </label>
      <Button variant="quiet" disabled={isFirst} aria-label={text.columnUp(title)} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden="true" size={16} />
      </Button>
      <Button variant="quiet" disabled={isLast} aria-label={text.columnDown(title)} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden="true" size={16} />
      </Button>
    </li>
  );
}
