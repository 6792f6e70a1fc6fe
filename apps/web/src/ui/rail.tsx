// A row of cards that scrolls sideways and is cut by the edge on purpose; where there is room it becomes a grid.

import type { ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';

export function CardRail({
  label,
  columns,
  children,
}: {
  /** Accessible name of the row for keyboard scrolling. */
  readonly label: string;
  readonly columns: 3 | 4;
  readonly children: ReactNode;
}) {
  return (
    <ul
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- axe: a scrollable row needs keyboard access
      tabIndex={0}
      className={classNames(
        'no-scrollbar -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 lg:mx-0 lg:grid lg:gap-5 lg:overflow-visible lg:px-0',
        columns === 3 ? 'lg:grid-cols-3' : 'md:mx-0 md:grid md:grid-cols-4 md:overflow-visible md:px-0',
      )}
    >
      {children}
    </ul>
  );
}
