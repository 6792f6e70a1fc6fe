// The landing page as HTML, for the server to send with the first answer: whoever opens the site sees the headline and the
// market before any script has come. It is drawn when the site is built (build/first-screen.ts), by the same components
// that draw it in the browser, so every box stands where it will stand; React then puts its own in the same place.
//
// Always true: nothing of a brand is in it but two words that the server fills in for the brand that is asked for. No inline
// style is in it, because the content security policy of our pages allows none.

import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';

import { paths } from '#lib/paths';
import { queryClient } from '#lib/query-client';
import { siteQuery } from '#lib/site';
import { fallbackSite } from '#lib/site-fallback';
import { DialogProvider } from '#ui/dialog';

import { LandingPage } from './features/landing/landing-page.tsx';
import { page } from './layouts/page-route.ts';
import { PublicLayout } from './layouts/public-layout.tsx';

const routes = [page(paths.landing, '', 'main', () => Promise.resolve(LandingPage), { isOnScene: true })];

export type FirstScreens = {
  /** With our mark and the brand's name. */
  readonly named: string;
  /** With the brand's own logo. */
  readonly withLogo: string;
};

export function firstScreens(): FirstScreens {
  return { named: draw(''), withLogo: draw('%logoUrl%') };
}

function draw(logoUrl: string): string {
  queryClient.setQueryData(siteQuery.queryKey, { ...fallbackSite, appName: '%appName%', logoUrl });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[paths.landing]}>
        <DialogProvider>
          <Routes>
            <Route element={<PublicLayout routes={routes} />}>
              <Route path={paths.landing} element={<LandingPage />} />
            </Route>
          </Routes>
        </DialogProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  // What React would have the browser fetch early stands in the same HTML.
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '');
}
