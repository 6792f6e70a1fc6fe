// Everything that surrounds the pages: query cache, dialogs, toasts, addresses.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router';

import { queryClient } from '#lib/query-client';
import { untilLoaded } from '#lib/until-loaded';
import { DialogProvider, preloadOverlays } from '#ui/dialog';
import { ErrorBoundary } from '#ui/error-boundary';
import { ToastRegion } from '#ui/toast';

import { AppRoutes } from './routes.tsx';

const ANSWERS_AWAITED_MS = 4_000;

/** Not part of any page: it comes when the first one is there. */
const AppNotices = lazy(async () => {
  await whenIdle();
  const [{ AppNotices }, { startAppUpdates }] = await untilLoaded(() =>
    Promise.all([import('./layouts/app-notices.tsx'), import('#lib/app-update')]),
  );
  if (import.meta.env.PROD) startAppUpdates();
  // What is said when the connection is lost is said in a dialog: its code must be here by then.
  preloadOverlays();
  return { default: AppNotices };
});

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <BrowserRouter>
          <DialogProvider>
            <ErrorBoundary>
              <AppRoutes />
            </ErrorBoundary>
            <Suspense>
              <AppNotices />
            </Suspense>
          </DialogProvider>
        </BrowserRouter>
        <ToastRegion />
      </CSPProvider>
    </QueryClientProvider>
  );
}

/** After the page has loaded, the browser has nothing better to do, and what the page asked for has been answered. */
async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      globalThis.addEventListener('load', resolve, { once: true });
    });
  }
  await new Promise((resolve) => {
    if (globalThis.requestIdleCallback) globalThis.requestIdleCallback(resolve, { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
  await untilAnswered();
}

/** Over a slow line whatever else is fetched meanwhile makes the answers wait. */
async function untilAnswered(): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    const timer = setTimeout(() => {
      stop();
      resolve();
    }, ANSWERS_AWAITED_MS);
    look();
  });
}
