// What runs beside a member's page and no page waits for: the live stream, the menu of a phone, screens as modals, notices,
// pulling down. Its code comes when the first page is there, or when somebody asks for the menu or a modal.

import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { startLive } from '#lib/live';
import { paths } from '#lib/paths';
import { queryClient } from '#lib/query-client';
import { useSite } from '#lib/site';

import { HeldWinNotice } from './held-win-notice.tsx';
import { MemberMenu } from './member-menu.tsx';
import type { PageRoute } from './page-route.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { RealityCheck } from './rest-reminder.tsx';
import { ScreenSheet } from './screen-sheet.tsx';
import { SiteAlert } from './site-alert.tsx';
import { TermsQuestion } from './terms-question.tsx';

export type MenuState = { readonly isOpen: boolean; readonly close: () => void };

export function DeferredShell({
  header,
  routes,
  leadingTo,
  chatTo,
  menu,
}: {
  readonly header: PageRoute['header'] | undefined;
  readonly routes: readonly PageRoute[];
  /** Those that the brand has open. */
  readonly leadingTo: readonly PageRoute[];
  readonly chatTo: string;
  readonly menu: MenuState;
}) {
  const { pathname } = useLocation();
  const { site } = useSite();
  useEffect(() => startLive(queryClient), []);

  const hasAlert = pathname === paths.member.home && (site.alertyMessage !== '' || site.alertyImage !== '');
  return (
    <>
      {header === 'own' ? (
        <RealityCheck />
      ) : (
        <MemberMenu isOpen={menu.isOpen} onClose={menu.close} routes={leadingTo} chatTo={chatTo} />
      )}
      {(header === 'main' || pathname === paths.member.history) && <PullToRefresh />}
      {hasAlert && <SiteAlert />}
      <HeldWinNotice />
      {header !== 'own' && <TermsQuestion />}
      <ScreenSheet routes={routes} />
    </>
  );
}
