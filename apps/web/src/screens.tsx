// The pages as HTML, for the server to send with the first answer: whoever opens the site sees the page before any script
// has come. They are drawn by the same components that draw them in the browser, with the brand's configuration, so every
// box stands where it will stand; React then puts its own in the same place.
//
// Always true: nothing of a member is in them but the frame; no inline style is in them, because the content security policy
// of our pages allows none. An address that is not listed is drawn by the browser alone.

import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';

import type { UserInfo } from '@chaba/contract/members';
import type { SiteConfiguration } from '@chaba/contract/site';
import type { Terms } from '@chaba/contract/terms';

import { fallbackMember } from '#lib/member-fallback';
import { paths } from '#lib/paths';
import { queryClient } from '#lib/query-client';
import { endSession, startSession } from '#lib/session';
import { siteQuery } from '#lib/site';
import { termsQuery } from '#lib/terms';
import { MemberLayout } from '#layouts/member-layout';

import { PublicLayout } from '#layouts/public-layout';
import { DialogProvider } from '#ui/dialog';

import { routeAt } from './layouts/page-route.ts';
import { memberRoutes, publicRoutes } from './routes.tsx';

/** What is drawn, and the page whose code the browser needs for it. */
const drawn: Readonly<Record<string, string>> = {
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

/** What these show is the member's own: it waits for the code, so the code does not wait for the paint. */
const aboutMembers: readonly string[] = [
  paths.member.deposit,
  paths.member.withdraw,
  paths.member.history,
  paths.member.affiliate,
  paths.member.spinner,
];

/** With these ends an address shows the same page: a referral key says nothing to who draws. */
export const addresses: readonly string[] = [...Object.keys(drawn), `${paths.register}/*`, `${paths.member.home}/*`];

export type Screen = {
  readonly html: string;
  /** The files that its code begins with: of src, or as they are named in build/few-files.ts. */
  readonly code: readonly string[];
  readonly isCodeAtOnce: boolean;
  /** Who else opens it sees nothing of it (public/first-paint.js). */
  readonly isFor: 'members' | 'strangers' | 'all';
};

const TOKEN = 'of-nobody-in-particular';
const nobody: UserInfo = {
  ...fallbackMember,
  userRank: { userRank: '', userExp: 0 },
  // As wide as most members' are: their place is kept, they are not shown.
  BonusInfo: { ...fallbackMember.BonusInfo, needTurnover: 2_000, nowTurnover: 1_000 },
};

export async function drawScreen(address: string, site: SiteConfiguration, terms?: Terms): Promise<Screen | undefined> {
  const page = drawn[address];
  const route = routeAt(publicRoutes, address) ?? routeAt(memberRoutes, address);
  if (page === undefined || route === undefined) return undefined;
  const isForMembers = memberRoutes.includes(route);
  await route.preload();

  if (isForMembers) startSession(TOKEN, nobody);
  else endSession();
  queryClient.clear();
  queryClient.setQueryData(siteQuery.queryKey, site);
  if (terms) queryClient.setQueryData(termsQuery.queryKey, terms);
  const frame = isForMembers ? <MemberLayout routes={memberRoutes} /> : <PublicLayout routes={publicRoutes} />;
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <DialogProvider>
          <Routes>
            <Route element={frame}>
              <Route path={address} element={<route.Page />} />
            </Route>
          </Routes>
        </DialogProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return {
    // What React would have the browser fetch early stands in the same HTML; a style of one element is set by script.
    html: html.replaceAll(/<link rel="preload"[^>]*>/g, '').replaceAll(/ style="[^"]*"/g, ''),
    code: [`src/features/${page}.tsx`, ...(isForMembers ? ['member'] : [])],
    isCodeAtOnce: aboutMembers.includes(address),
    isFor: isForMembers ? 'members' : address === paths.login ? 'strangers' : 'all',
  };
}
