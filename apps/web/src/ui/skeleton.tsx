// The boxes of what is loading, in their final sizes. A list of skeletons has a key space of its own
// (`sk-0`), so that React never reuses one for the first real item: that moved whole pages.

import type { ReactNode } from 'react';

import { classNames } from '#lib/class-names';
import { text } from './ui.text.ts';

export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-ctl bg-surface-2', className)} />;
}

/** Says once that something loads. The boxes are silent, and what is known already is read like the rest of the page. */
export function SkeletonGroup({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <div className={className}>
      <span role="status" className="sr-only">
        {text.loading}
      </span>
      {children}
    </div>
  );
}

export function skeletonKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `sk-${index}`);
}
