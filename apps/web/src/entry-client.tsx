// Starts the member site in a browser: the code of the first page, then React, which hydrates the server's HTML or, where there
// is none for this device, renders the page anew.
//
// Always true: a page is hydrated only as the server rendered it, with the brand's configuration in the HTML and no state in
// the entry of the browser's history.

import './styles/app.css';

import { StrictMode, startTransition, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { keepInstallOffer } from '#lib/install-offer';
import { placeholderMember } from '#lib/member-fallback';
import { queryClient } from '#lib/query-client';
import { deliveredSite } from '#lib/server-settings';
import { setServerMember } from '#lib/session';
import { siteQuery } from '#lib/site';
import { isRecord } from '#lib/storage';

import { App } from './app.tsx';
import { preloadPage, routeOfPage } from './routes.tsx';

keepInstallOffer();
const place = document.querySelector<HTMLElement>('#root');
if (!place) throw new Error('index.html has no #root');
void start(place);

async function start(root: HTMLElement): Promise<void> {
  const { pathname } = globalThis.location;
  const isRendered = isRenderedHere(root);
  // Without a page in the HTML nothing else is on its way that it would delay.
  if (root.dataset['page'] === undefined) void queryClient.prefetchQuery(siteQuery);
  await preloadPage(pathname);
  const app = (
    <StrictMode>
      <Started>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Started>
    </StrictMode>
  );
  // As a transition React works in steps of a few milliseconds; what is pressed meanwhile it hydrates at once.
  startTransition(() => {
    if (isRendered) {
      setServerMember(routeOfPage(pathname)?.isForMembers ? placeholderMember : undefined);
      hydrateRoot(root, app);
    } else createRoot(root).render(app);
  });
}

/** Whether the HTML is what this device renders first: for these readers, with this configuration, without a state of the visit. */
function isRenderedHere(root: HTMLElement): boolean {
  const state: unknown = globalThis.history.state;
  const hasState = isRecord(state) && state['usr'] !== undefined && state['usr'] !== null;
  const isForOthers = 'isForOthers' in document.documentElement.dataset;
  return root.dataset['page'] !== undefined && deliveredSite() !== undefined && !hasState && !isForOthers;
}

/** Takes away the marks of a page that waits for React (public/first-paint.js, styles/base.css). */
function Started({ children }: { readonly children: ReactNode }): ReactNode {
  useLayoutEffect(() => {
    document.querySelector('#root')?.removeAttribute('data-page');
    document.documentElement.removeAttribute('data-is-for-others');
  }, []);
  return children;
}
