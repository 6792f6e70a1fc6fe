// Grey boxes in the final sizes, shown while content loads. A list of skeletons has its own key space (`sk-0`), so that
// React never reuses one for the first real item, which would shift the whole page.

import type { ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';
import { text } from './ui.text.ts';

export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-ctl bg-surface-2', className)} />;
}

/** Announces once that data are loading. The boxes are silent, and loaded content is read normally. */
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

export function listSkeletonKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `sk-${index}`);
}
