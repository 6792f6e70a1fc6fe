// Starts the member site: the theme as it was last, the configuration, the first page's code, React.

import './styles/app.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { keepInstallOffer } from '#lib/install';
import { queryClient } from '#lib/query-client';
import { siteQuery } from '#lib/site';

import { App } from './app.tsx';
import { preloadFirstPage } from './routes.tsx';

keepInstallOffer();
void queryClient.prefetchQuery(siteQuery);
await preloadFirstPage(globalThis.location.pathname);

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
