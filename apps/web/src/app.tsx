// Everything that surrounds the pages: query cache, dialogs, toasts, addresses.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router';

import { queryClient } from '#lib/query-client';
import { loadWithRetry } from '#lib/load-with-retry';
import { whenIdle } from '#lib/when-idle';
import { DialogProvider, preloadOverlays } from '#ui/dialog';
import { ErrorBoundary } from '#ui/error-boundary';

import { AppRoutes } from './routes.tsx';

/** Not part of any page: it comes when the first one is there. */
const AppNotices = lazy(async () => {
  await whenIdle();
  const [{ AppNotices }, { startAppUpdates }, { loadSetting }] = await loadWithRetry(() =>
    Promise.all([import('./layouts/app-notices.tsx'), import('#lib/app-update'), import('#lib/setting')]),
  );
  void loadSetting(queryClient).catch(() => undefined);
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
          {/* Around what the dialogs themselves need; a page that fails leaves them. */}
          <ErrorBoundary>
            <DialogProvider>
              <ErrorBoundary>
                <AppRoutes />
              </ErrorBoundary>
              <Suspense>
                <AppNotices />
              </Suspense>
            </DialogProvider>
          </ErrorBoundary>
        </BrowserRouter>
      </CSPProvider>
    </QueryClientProvider>
  );
}
