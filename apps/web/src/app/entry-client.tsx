// Starts the member site in a browser: loads the code of the first page, then hydrates the server's HTML, or renders
// the page if its HTML is not for this device.
//
// Always true: a page is hydrated only as the server rendered it: with the site's configuration in the HTML and without
// state in the history entry.

import '#styles/app.css';

import { StrictMode, startTransition, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { storeInstallOffer } from '#lib/browser/install-offer';
import { placeholderMember } from '#lib/member/member-fallback';
import { queryClient } from '#lib/api/query-client';
import { readDeliveredSite } from '#lib/api/server-settings';
import { setServerMember } from '#lib/member/session';
import { siteQuery } from '#lib/site/site';
import { isRecord } from '#lib/browser/storage';

import { App } from './app.tsx';
import { preloadPage, findPageRoute } from './routes.tsx';

storeInstallOffer();
const place = document.querySelector<HTMLElement>('#root');
if (!place) throw new Error('index.html has no #root');
void start(place);

async function start(root: HTMLElement): Promise<void> {
  const { pathname } = globalThis.location;
  const isRendered = isRenderedHere(root);
  // Without a rendered page no other request is in flight that this one would delay.
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
  // In a transition React works in steps of a few milliseconds and hydrates a pressed part first.
  startTransition(() => {
    if (isRendered) {
      setServerMember(findPageRoute(pathname)?.isForMembers ? placeholderMember : undefined);
      hydrateRoot(root, app);
    } else createRoot(root).render(app);
  });
}

/** True if the HTML is what this device renders first: same audience, same configuration, no history state. */
function isRenderedHere(root: HTMLElement): boolean {
  const state: unknown = globalThis.history.state;
  const hasState = isRecord(state) && state['usr'] !== undefined && state['usr'] !== null;
  const isForOthers = 'isForOthers' in document.documentElement.dataset;
  return root.dataset['page'] !== undefined && readDeliveredSite() !== undefined && !hasState && !isForOthers;
}

/** Removes the marks of a page before hydration (public/first-paint.js, styles/base.css). */
function Started({ children }: { readonly children: ReactNode }): ReactNode {
  useLayoutEffect(() => {
    document.querySelector('#root')?.removeAttribute('data-page');
    document.documentElement.removeAttribute('data-is-for-others');
  }, []);
  return children;
}
