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
const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('index.html has no #root');
await preloadFirstPage(globalThis.location.pathname, root.dataset['drawn'] !== undefined);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
