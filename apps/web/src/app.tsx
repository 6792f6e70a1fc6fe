// Everything that surrounds the pages: query cache, dialogs, toasts. The router stands around it, the browser's in
// entry-client.tsx and the server's in entry-server.tsx.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';

import { queryClient } from '#lib/query-client';
import { DialogProvider, preloadOverlays } from '#ui/dialog';
import { ErrorBoundary } from '#ui/error-boundary';
import { lazyOnIdle } from '#ui/lazy-component';

import { AppRoutes } from './routes.tsx';

/** Not part of any page: it comes when the first one is there. */
const AppNotices = lazyOnIdle(async () => {
  const [{ AppNotices }, { startAppUpdates }, { loadSetting }] = await Promise.all([
    import('./layouts/app-notices.tsx'),
    import('#lib/app-update'),
    import('#lib/setting'),
  ]);
  void loadSetting(queryClient).catch(() => undefined);
  if (import.meta.env.PROD) startAppUpdates();
  // The sentence about a lost connection is a dialog: its code must be here by then.
  preloadOverlays();
  return AppNotices;
});

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        {/* Around what the dialogs themselves need; a page that fails leaves them. */}
        <ErrorBoundary>
          <DialogProvider>
            <ErrorBoundary>
              <AppRoutes />
            </ErrorBoundary>
            <AppNotices isWanted={false} />
          </DialogProvider>
        </ErrorBoundary>
      </CSPProvider>
    </QueryClientProvider>
  );
}
