// Everything that surrounds the pages: query cache, dialogs, toasts, addresses.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';

import { queryClient } from '#lib/query-client';
import { DialogProvider } from '#ui/dialog';
import { ToastRegion } from '#ui/toast';

import { AppRoutes } from './routes.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <BrowserRouter>
          <DialogProvider>
            <AppRoutes />
          </DialogProvider>
        </BrowserRouter>
        <ToastRegion />
      </CSPProvider>
    </QueryClientProvider>
  );
}
