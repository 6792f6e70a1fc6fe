// Where a page is drawn: its own error boundary, a skeleton while its code and data come, the scroll
// position and the document's title on a change of route.

import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';

import { useIsHydrated } from '#lib/hydration';
import { useScrollMemory } from '#lib/scroll-memory';
import { useSite } from '#lib/site';
import { LazyFallback } from '#ui/lazy-fallback';
import { ErrorBoundary } from '#ui/error-boundary';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { text } from './layouts.text.ts';
import type { PageRoute } from './page-route.ts';

export function PageOutlet({
  title,
  pageKey,
  routes,
}: {
  readonly title: string;
  /** For pages that show where else one can go (useNavItems). */
  readonly routes?: readonly PageRoute[];
  /** Addresses of one page that differ in a parameter only keep what is on the screen. */
  readonly pageKey?: string | undefined;
}) {
  const { pathname } = useLocation();
  const { site } = useSite();
  useScrollMemory();

  useEffect(() => {
    document.title = text.documentTitle(title, site.appName);
  }, [title, site.appName]);

  return (
    <ErrorBoundary key={pageKey ?? pathname}>
      <PageBoundary fallback={<PageSkeleton />}>
        <Outlet context={routes} />
      </PageBoundary>
    </ErrorBoundary>
  );
}

/**
 * The boundary of code that is still to be fetched. The page that the server rendered has none: React hydrates it in one step
 * with its frame, so that no answer comes in between; its code is there before (entry-client.tsx).
 */
export function PageBoundary({ fallback, children }: { readonly fallback: ReactNode; readonly children: ReactNode }) {
  const isHydrated = useIsHydrated();
  const [isNeeded] = useState(isHydrated);
  return isNeeded ? <Suspense fallback={fallback}>{children}</Suspense> : children;
}

export function PageSkeleton(): ReactNode {
  return (
    <SkeletonGroup className="flex flex-col gap-6">
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
      <LazyFallback />
    </SkeletonGroup>
  );
}
