// The pages as HTML, for the server to send with the first response: React renders the same tree that it hydrates in the
// browser (entry-client.tsx), with the brand's configuration.
//
// Always true: nothing of a member is in them but the frame; no inline style and no inline script is in them, because the content
// security policy of our pages allows neither. An address that is not listed is rendered by the browser alone.

import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';

import type { SiteConfiguration } from '@chaba/contract/site';
import type { Terms } from '@chaba/contract/terms';

import { placeholderMember } from '#lib/member-fallback';
import { paths } from '#lib/paths';
import { queryClient } from '#lib/query-client';
import { setServerMember } from '#lib/session';
import { siteQuery } from '#lib/site';
import { termsQuery } from '#lib/terms';

import { App } from './app.tsx';
import { preloadPage, routeOfPage } from './routes.tsx';

/** The pages that are rendered, and the file of each, whose code the browser fetches with the page. */
const rendered: Readonly<Record<string, string>> = {
  [paths.landing]: 'landing/landing-page',
  [paths.promotion]: 'promotions/public-promotions-page',
  [paths.terms]: 'terms/terms-page',
  [paths.login]: 'auth/login-page',
  [paths.register]: 'register/register-page',
  [paths.member.home]: 'home/home-page',
  [paths.member.game]: 'games/lobby-page',
  [paths.member.deposit]: 'deposit/deposit-page',
  [paths.member.withdraw]: 'withdraw/withdraw-page',
  [paths.member.history]: 'history/history-page',
  [paths.member.promotion]: 'promotions/member-promotions-page',
  [paths.member.cashBack]: 'cashback/cashback-page',
  [paths.member.affiliate]: 'affiliate/affiliate-page',
  [paths.member.spinner]: 'wheel/wheel-page',
};

/** With these ends an address shows the same page: the server does not read a referral key. */
export const addresses: readonly string[] = [...Object.keys(rendered), `${paths.register}/*`, `${paths.member.home}/*`];

export type Rendered = {
  readonly html: string;
  /** Source files whose code the page begins with. */
  readonly files: readonly string[];
  /** Other readers do not see it until React has rendered their page (public/first-paint.js). */
  readonly audience: 'members' | 'strangers' | 'all';
};

/** The page at this address for a visitor, or a member's frame without data; undefined when it is not rendered here. */
export async function render(path: string, site: SiteConfiguration, terms?: Terms): Promise<Rendered | undefined> {
  const page = rendered[path.replace(/\/\*$/, '')];
  const route = routeOfPage(path);
  if (page === undefined || route === undefined) return undefined;
  await preloadPage(path);

  setServerMember(route.isForMembers ? placeholderMember : undefined);
  queryClient.clear();
  queryClient.setQueryData(siteQuery.queryKey, site);
  if (terms) queryClient.setQueryData(termsQuery.queryKey, terms);
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
  const isEntry = path === paths.login || path.startsWith(paths.register);
  return {
    html,
    files: [`src/features/${page}.tsx`, ...(route.isForMembers ? ['src/layouts/member-layout.tsx'] : [])],
    audience: route.isForMembers ? 'members' : isEntry ? 'strangers' : 'all',
  };
}
