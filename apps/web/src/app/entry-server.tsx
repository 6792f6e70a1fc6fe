// Renders pages as HTML for the first response: the tree that React hydrates in the browser (entry-client.tsx), with
// the site's configuration.
//
// Always true: the HTML contains the frame but no data of a member, and no inline style or script, which the content
// security policy forbids. An address that is not listed is rendered only by the browser.

import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';

import { getAffiliate, getBalance, getWithdrawCondition, listDepositAccounts } from '@chaba/contract/requests';
import type { SiteConfiguration } from '@chaba/contract/site';
import type { Terms } from '@chaba/contract/terms';

import { placeholderMember } from '#lib/member/member-fallback';
import { paths } from '#lib/paths';
import { queryClient } from '#lib/api/query-client';
import { setServerMember } from '#lib/member/session';
import { siteQuery } from '#lib/site/site';
import { termsQuery } from '#lib/member/terms';

import { App } from './app.tsx';
import { preloadPage, findPageRoute } from './routes.tsx';

/** Rendered pages and their source files, whose code the browser fetches with the page. */
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

/** Addresses with a referral key show the same page; the server does not read the key. */
export const addresses: readonly string[] = [...Object.keys(rendered), `${paths.register}/*`, `${paths.member.home}/*`];

/** Requests of a page without parameters, which the browser sends before the code of the page has come. */
const dataOf: Readonly<Record<string, readonly { readonly path: string }[]>> = {
  [paths.member.deposit]: [getBalance, listDepositAccounts],
  [paths.member.withdraw]: [getBalance, getWithdrawCondition],
  [paths.member.affiliate]: [getBalance, getAffiliate],
};

export type Rendered = {
  readonly html: string;
  /** Source files, and the chunk group of the frame (vite.config.ts), of the code that the page starts with. */
  readonly files: readonly string[];
  /** Paths of the requests that the page sends first. */
  readonly data: readonly string[];
  /** Hidden from other audiences until React has rendered their page (public/first-paint.js). */
  readonly audience: 'members' | 'strangers' | 'all';
};

/** Renders the page for a visitor, or a member's frame without data; undefined if the address is not listed. */
export async function render(path: string, site: SiteConfiguration, terms?: Terms): Promise<Rendered | undefined> {
  const page = rendered[path.replace(/\/\*$/, '')];
  const route = findPageRoute(path);
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
    files: [`src/features/${page}.tsx`, ...(route.isForMembers ? ['member'] : [])],
    data: (dataOf[path] ?? []).map((endpoint) => endpoint.path),
    audience: route.isForMembers ? 'members' : isEntry ? 'strangers' : 'all',
  };
}
