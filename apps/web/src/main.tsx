// Starts the member site: the theme as it was last, the configuration, the first page's code, React.

import './styles/app.css';

import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import { keepInstallOffer } from '#lib/install-offer';
import { queryClient } from '#lib/query-client';
import { siteQuery } from '#lib/site';

import { App } from './app.tsx';
import { preloadFirstPage } from './routes.tsx';

keepInstallOffer();
void start();

/** A function, because a file that waits while it is evaluated can be joined with no other (build/few-files.ts). */
async function start(): Promise<void> {
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('index.html has no #root');
  const isDrawn = root.dataset['drawn'] !== undefined;
  // With a drawn page it came too: asked for with everything else, it does not stand before what is the member's own.
  if (!isDrawn) void queryClient.prefetchQuery(siteQuery);
  await preloadFirstPage(globalThis.location.pathname, isDrawn);
  // Begun as what may wait, React takes the drawn page over in steps of a few milliseconds, between which a press is heard.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}
