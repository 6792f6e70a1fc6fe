// Filter chips of the categories in which the site has games. They look different from the view tabs below on purpose.

import { ChartCandlestick, Cherry, Club, LayoutGrid, Spade } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { Chip, ChipRow } from '#ui/chip';

import { text } from './games.text.ts';
import type { Category } from './lobby-entries.ts';

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const;

const ROW_EDGE_PX = 16;

const icons: Readonly<Record<Category, ReactNode>> = {
  LIVECASINO: <Spade {...icon} />,
  EGAMES: <Cherry {...icon} />,
  POKER: <Club {...icon} />,
  TRADING: <ChartCandlestick {...icon} />,
};

export function CategoryChips({
  categories,
  value,
  onChange,
}: {
  readonly categories: readonly Category[];
  readonly value: Category | undefined;
  readonly onChange: (category: Category | undefined) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  const { state } = useLocation();
  const isFocusWanted = isRecordWith(state, 'isFocusOnCategory');

  // Selecting a category replaces the page by the lobby: the focus moves to the new instance of the pressed chip.
  useEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (isFocusWanted && document.activeElement === document.body) pressed?.focus({ preventScroll: true });
    if (!pressed) return undefined;
    // Runs in the next frame, which computes the layout anyway; here it would force a layout of the whole lobby.
    const frame = requestAnimationFrame(() => showInRow(pressed));
    return () => cancelAnimationFrame(frame);
  }, [isFocusWanted, value]);

  return (
    <div ref={row}>
      <ChipRow label={text.categories}>
        <Chip isOn={value === undefined} icon={<LayoutGrid {...icon} />} onClick={() => onChange(undefined)}>
          {text.category.ALL}
        </Chip>
        {categories.map((category) => (
          <Chip key={category} isOn={value === category} icon={icons[category]} onClick={() => onChange(category)}>
            {text.category[category]}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

function isRecordWith(state: unknown, key: string): boolean {
  return typeof state === 'object' && state !== null && key in state;
}

/** Scrolls the row only: scrollIntoView would also scroll the page in a low window. */
function showInRow(chip: HTMLElement): void {
  const row = chip.parentElement;
  if (!row) return;
  const frame = row.getBoundingClientRect();
  const { left, right } = chip.getBoundingClientRect();
  const before = frame.left + ROW_EDGE_PX - left;
  const after = right - (frame.right - ROW_EDGE_PX);
  if (before > 0) row.scrollLeft -= before;
  else if (after > 0) row.scrollLeft += after;
}
