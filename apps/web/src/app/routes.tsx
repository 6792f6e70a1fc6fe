// Every route of the product (spec §2): public pages first, then the member area. An address without a route is
// redirected as an unknown one. No route checks the sign-in: the session refresh in the layouts does (spec §4).
//
// To add a page: one line here, and its title in pageTitles, because the header shows it before the page's
// code is loaded.

import { Navigate, useRoutes, useSearchParams, type RouteObject } from 'react-router';

import { paths, patterns, SCREEN_PARAMETER } from '#lib/paths';
import { lazyOnIdle, lazyWithPreload } from '#ui/lazy-component';

import { MainArea } from '#layouts/main-area';
import { PageBoundary, PageSkeleton } from '#layouts/page-outlet';
import { createPageRoute, findRoute, type PageRoute } from '#lib/page-route';
import { PublicLayout } from '#layouts/public-layout';
import { pageTitles } from '#parts/parts.text';

const publicRoutes: readonly PageRoute[] = [
  createPageRoute(paths.landing, '', 'main', async () => (await import('#features/landing/landing-page')).LandingPage, {
    isOnScene: true,
  }),
  createPageRoute(
    paths.promotion,
    pageTitles.promotion,
    'main',
    async () => (await import('#features/promotions/public-promotions-page')).PublicPromotionsPage,
  ),
  createPageRoute(
    paths.terms,
    pageTitles.terms,
    'main',
    async () => (await import('#features/terms/terms-page')).TermsPage,
  ),
  ...[paths.login, paths.member.login].map((path) =>
    createPageRoute(path, pageTitles.login, 'bare', async () => (await import('#features/auth/login-page')).LoginPage),
  ),
  ...[paths.register, '/register/:shareToken'].map((path) =>
    createPageRoute(
      path,
      pageTitles.register,
      'bare',
      async () => (await import('#features/register/register-page')).RegisterPage,
    ),
  ),
];

/** The lobby, the pages of one category, and the game page. */
const gameRoutes: readonly PageRoute[] = [
  createPageRoute(
    patterns.lobby,
    pageTitles.lobby,
    'main',
    async () => (await import('#features/games/lobby-page')).LobbyPage,
  ),
  createPageRoute(
    paths.member.slot,
    pageTitles.slot,
    'main',
    async () => (await import('#features/games/lobby-page')).SlotPage,
  ),
  createPageRoute(
    paths.member.baccarat,
    pageTitles.baccarat,
    'main',
    async () => (await import('#features/games/lobby-page')).BaccaratPage,
  ),
  createPageRoute(
    paths.member.poker,
    pageTitles.poker,
    'main',
    async () => (await import('#features/games/lobby-page')).PokerPage,
  ),
  createPageRoute(
    paths.member.trading,
    pageTitles.trading,
    'main',
    async () => (await import('#features/games/lobby-page')).TradingPage,
  ),
  createPageRoute(
    patterns.play,
    pageTitles.play,
    'own',
    async () => (await import('#features/games/game-page')).GamePage,
  ),
];

const historyRoutes: readonly PageRoute[] = [
  createPageRoute(
    paths.member.history,
    pageTitles.history,
    'back',
    async () => (await import('#features/history/history-page')).HistoryPage,
  ),
  createPageRoute(
    paths.member.transactions,
    pageTitles.transactions,
    'back',
    async () => (await import('#features/history/history-page')).TransactionsPage,
  ),
  createPageRoute(
    paths.member.transactionsDeposit,
    pageTitles.transactionsDeposit,
    'back',
    async () => (await import('#features/history/history-page')).TransactionsDepositPage,
  ),
  createPageRoute(
    paths.member.transactionsWithdraw,
    pageTitles.transactionsWithdraw,
    'back',
    async () => (await import('#features/history/history-page')).TransactionsWithdrawPage,
  ),
];

const memberRoutes: readonly PageRoute[] = [
  ...gameRoutes,
  ...[paths.member.home, '/user/home/:shareToken'].map((path) =>
    createPageRoute(path, '', 'main', async () => (await import('#features/home/home-page')).HomePage),
  ),
  createPageRoute(
    paths.member.deposit,
    pageTitles.deposit,
    'back',
    async () => (await import('#features/deposit/deposit-page')).DepositPage,
  ),
  createPageRoute(
    paths.member.withdraw,
    pageTitles.withdraw,
    'back',
    async () => (await import('#features/withdraw/withdraw-page')).WithdrawPage,
  ),
  ...historyRoutes,
  createPageRoute(
    paths.member.promotion,
    pageTitles.promotion,
    'back',
    async () => (await import('#features/promotions/member-promotions-page')).MemberPromotionsPage,
  ),
  createPageRoute(
    paths.member.freeCredit,
    pageTitles.freeCredit,
    'back',
    async () => (await import('#features/free-credit/free-credit-page')).FreeCreditPage,
  ),
  createPageRoute(
    paths.member.cashBack,
    pageTitles.cashBack,
    'back',
    async () => (await import('#features/cashback/cashback-page')).CashbackPage,
  ),
  createPageRoute(
    paths.member.affiliate,
    pageTitles.affiliate,
    'back',
    async () => (await import('#features/affiliate/affiliate-page')).AffiliatePage,
  ),
  createPageRoute(
    paths.member.spinner,
    pageTitles.spinner,
    'back',
    async () => (await import('#features/wheel/wheel-page')).WheelPage,
  ),
  createPageRoute(
    paths.member.account,
    pageTitles.account,
    'back',
    async () => (await import('#features/profile/account-page')).AccountPage,
  ),
  createPageRoute(
    paths.member.menu,
    pageTitles.menu,
    'back',
    async () => (await import('#features/profile/menu-page')).MenuPage,
  ),
  createPageRoute(
    paths.member.profile,
    pageTitles.profile,
    'bare',
    async () => (await import('#features/profile/profile-page')).ProfilePage,
  ),
];

const AuthDialog = lazyOnIdle(async () => (await import('./auth-dialog.tsx')).AuthDialog);
const ScreenSheet = lazyOnIdle(async () => (await import('./screen-sheet.tsx')).ScreenSheet);
const MemberLayout = lazyWithPreload(async () => (await import('#layouts/member-layout')).MemberLayout);

function MemberScreens() {
  const [search] = useSearchParams();
  return <ScreenSheet isWanted={search.has(SCREEN_PARAMETER)} routes={memberRoutes} />;
}

/** The route of an address, and whether it is in the member area. */
export function findPageRoute(pathname: string): (PageRoute & { readonly isForMembers: boolean }) | undefined {
  const publicRoute = findRoute(publicRoutes, pathname);
  const route = publicRoute ?? findRoute(memberRoutes, pathname);
  return route && { ...route, isForMembers: publicRoute === undefined };
}

/** Loads the code of the first page. A failed load is retried where the part is rendered. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = findPageRoute(pathname);
  const frame = route?.isForMembers ? MemberLayout.preload() : undefined;
  await Promise.all([route?.preload(), frame?.catch(() => undefined)]);
}

export function AppRoutes() {
  return useRoutes(routes);
}

const routes: RouteObject[] = [
  {
    element: <PublicLayout routes={publicRoutes} authDialog={AuthDialog} />,
    children: publicRoutes.map(toRouteObject),
  },
  {
    element: (
      <PageBoundary fallback={<FrameSkeleton />}>
        <MemberLayout routes={memberRoutes} screenSheet={<MemberScreens />} />
      </PageBoundary>
    ),
    children: memberRoutes.map(toRouteObject),
  },
  { path: '/user/*', element: <Navigate to={paths.member.home} replace /> },
  { path: '*', element: <Navigate to={paths.landing} replace /> },
];

function FrameSkeleton() {
  return (
    <MainArea hasBar isNarrow={false}>
      <PageSkeleton />
    </MainArea>
  );
}

function toRouteObject({ path, Page }: PageRoute): RouteObject {
  return { path, element: <Page /> };
}
