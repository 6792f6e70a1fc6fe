// A card: one surface step and a hairline. Cards are not nested.

import type { ElementType, ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';

export function Card({
  as: Element = 'section',
  className,
  labelledBy,
  children,
}: {
  readonly as?: ElementType;
  readonly className?: string;
  readonly labelledBy?: string;
  readonly children: ReactNode;
}) {
  return (
    <Element
      aria-labelledby={labelledBy}
      className={classNames('rounded-card border border-hairline bg-surface-1 p-4 shadow-card', className)}
    >
      {children}
    </Element>
  );
}

/** Rows split by hairlines, inside a card. */
export function RowList({ children }: { readonly children: ReactNode }) {
  return <ul className="divide-y divide-hairline">{children}</ul>;
}
