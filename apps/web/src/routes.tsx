// Every address of the product on one screen (spec §2): public first, then the member area. A page whose
// feature is not there is not listed, so its address goes where unknown ones go. Nothing here requires a
// sign-in: the session refresh in the layouts decides that (spec §4).
//
// To add a page: one line here. Its title stands in routes.text.ts because the header shows it before
// the page's code has come.

import { Navigate, Route, Routes, useLocation } from 'react-router';

import { MemberLayout } from '#layouts/member-layout';
import { paths } from '#lib/paths';

import { page, routeAt, type PageRoute } from './layouts/page-route.ts';
import { PublicLayout } from './layouts/public-layout.tsx';
import { text } from './routes.text.ts';

export const publicRoutes: readonly PageRoute[] = [
  page(paths.landing, '', 'main', async () => (await import('./features/landing/landing-page.tsx')).LandingPage, {
    isOnScene: true,
  }),
  page(
    paths.promotion,
    text.promotion,
    'main',
    async () => (await import('./features/promotions/public-promotions-page.tsx')).PublicPromotionsPage,
  ),
];

export const memberRoutes: readonly PageRoute[] = [];

/** Fetches the page of the address that the visit begins with, while React starts. */
export function preloadFirstPage(pathname: string): void {
  (routeAt(publicRoutes, pathname) ?? routeAt(memberRoutes, pathname))?.preload();
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout routes={publicRoutes} />}>
        {publicRoutes.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
      <Route element={<MemberLayout routes={memberRoutes} />}>
        {memberRoutes.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
      <Route path="/user/login" element={<Navigate to={paths.login} replace />} />
      <Route path="/user/*" element={<ToMemberHome />} />
      <Route path="*" element={<Navigate to={paths.landing} replace />} />
    </Routes>
  );
}

/** Until there is a home page an unknown member address must not lead in a circle. */
function ToMemberHome() {
  const { pathname } = useLocation();
  return <Navigate to={pathname === paths.member.home ? paths.landing : paths.member.home} replace />;
}
