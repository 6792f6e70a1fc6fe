// The providers around all pages: query cache, dialogs, toasts. The router is outside: of the browser in
// entry-client.tsx, of the server in entry-server.tsx.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';

import { queryClient } from '#lib/api/query-client';
import { loadSetting } from '#lib/site/site';
import { DialogProvider, preloadOverlays } from '#ui/dialog';
import { ErrorBoundary } from '#ui/error-boundary';
import { lazyOnIdle } from '#ui/lazy-component';
import { PlayMoneyFootnote } from '#layouts/stamp';

import { AppRoutes } from './routes.tsx';

/** No page depends on it; loaded when the first page is idle. */
const AppNotices = lazyOnIdle(async () => {
  const [{ AppNotices }, { startAppUpdates }] = await Promise.all([
    import('#layouts/app-notices'),
    import('#lib/browser/app-update'),
  ]);
  void loadSetting(queryClient).catch(() => undefined);
  if (import.meta.env.PROD) startAppUpdates();
  // The message about a lost connection is a dialog, so its code must be loaded before.
  preloadOverlays();
  return AppNotices;
});

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        {/* The outer boundary covers the dialogs; a failed page leaves them usable. */}
        <ErrorBoundary>
          <DialogProvider footnote={PlayMoneyFootnote}>
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
