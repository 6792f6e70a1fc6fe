// Renders a page: error boundary, skeleton while code and data load, scroll position, document title.

import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';

import { useIsHydrated } from '#lib/react/hydration';
import { useScrollMemory } from './scroll-memory.ts';
import { useSite } from '#lib/site/site';
import { LazyFallback } from '#ui/lazy-fallback';
import { ErrorBoundary } from '#ui/error-boundary';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { text } from './layouts.text.ts';
import type { PageRoute } from '#lib/page-route';

export function PageOutlet({
  title,
  pageKey,
  routes,
}: {
  readonly title: string;
  /** For pages that list destinations (useNavItems). */
  readonly routes?: readonly PageRoute[];
  /** Addresses that differ in a parameter share a key and keep the rendered page. */
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
 * The loading boundary of a page. The first page has none: React hydrates it in one step with its frame, so that no
 * response re-renders it before; its code is already loaded (entry-client.tsx).
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
