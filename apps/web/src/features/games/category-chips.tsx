// The categories that the brand has games in. Chips filter; they look different from the views below on purpose.

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

  // A page of one category gives way to the lobby: the chip that was pressed is a new one, and must keep the focus.
  useEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (isFocusWanted && document.activeElement === document.body) pressed?.focus({ preventScroll: true });
    if (!pressed) return undefined;
    // With the next frame, which lays the page out anyway: asked for here, the whole lobby would be laid out in between.
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

/** The row alone moves: scrollIntoView would move the page as well where the window is low. */
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
