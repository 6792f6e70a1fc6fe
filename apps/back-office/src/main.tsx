// The entry of the back office: the first reads, preferences before the first paint, then the app.

import './styles/app.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { startReads } from '#api/api';
import { queryClient } from '#api/queries';
import { applyPreferences, readPreferences } from '#text/entry';

import { App } from './app.tsx';

startReads();
applyPreferences(readPreferences());
const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}
