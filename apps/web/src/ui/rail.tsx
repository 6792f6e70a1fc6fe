// A row of cards that scrolls sideways and is cut by the edge on purpose; on a desktop it becomes a grid.

import type { ReactNode } from 'react';

import { classNames } from '#lib/class-names';

export function CardRail({ columns, children }: { readonly columns: 3 | 4; readonly children: ReactNode }) {
  return (
    <ul
      className={classNames(
        'no-scrollbar -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 lg:mx-0 lg:grid lg:gap-5 lg:overflow-visible lg:px-0',
        columns === 3 ? 'lg:grid-cols-3' : 'lg:grid-cols-4',
      )}
    >
      {children}
    </ul>
  );
}
