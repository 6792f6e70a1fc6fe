// A screen of the member area as a modal over the current page (spec §2, modal screens): the page component of its own
// address. The query names it (`?screen=cash_back`), so the back button closes it and a reload restores it.

import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { canGoBack } from '#layouts/earlier-page';
import { SCREEN_PARAMETER, getScreenPath } from '#lib/paths';
import { Sheet } from '#ui/dialog';
import { LazyFallback } from '#ui/lazy-fallback';
import { ErrorBoundary } from '#ui/error-boundary';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { menuScreens } from '#layouts/menu-screens';
import { text } from '#layouts/menu-screens.text';
import { createPageRoute, type PageRoute } from '#lib/page-route';

/** Modal screens without an address of their own (spec §2). */
const sheets: readonly PageRoute[] = [
  createPageRoute(
    getScreenPath(menuScreens.depositAuto),
    text.depositAuto,
    'back',
    async () => (await import('#features/deposit/deposit-page')).DepositAutoSheet,
  ),
  createPageRoute(
    getScreenPath(menuScreens.depositWallet),
    text.depositWallet,
    'back',
    async () => (await import('#features/deposit/deposit-page')).DepositWalletSheet,
  ),
];

export function ScreenSheet({ routes }: { readonly routes: readonly PageRoute[] }) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const name = search.get(SCREEN_PARAMETER);
  // A lobby or a game cannot be a modal.
  const route = [...routes, ...sheets].find(
    ({ path, header }) => name !== null && (header === 'back' || header === 'bare') && path === getScreenPath(name),
  );
  // The closed screen stays rendered during its exit animation.
  const [shown, setShown] = useState(route);
  if (route && route !== shown) setShown(route);
  if (!shown) return null;

  function close() {
    if (canGoBack()) return void navigate(-1);
    const rest = new URLSearchParams(search);
    rest.delete(SCREEN_PARAMETER);
    return setSearch(rest, { replace: true });
  }

  const { Page, path, title } = shown;
  return (
    <Sheet isOpen={route !== undefined} onClose={close} title={title} hasFootnote isEntry>
      <ErrorBoundary key={path}>
        <Suspense fallback={<ScreenSkeleton />}>
          <div className="flex flex-col gap-6 pt-1">
            <Page />
          </div>
        </Suspense>
      </ErrorBoundary>
    </Sheet>
  );
}

function ScreenSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-6 pt-1">
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
      <LazyFallback />
    </SkeletonGroup>
  );
}
