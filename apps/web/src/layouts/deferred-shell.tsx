// The member's frame that no page depends on: live stream, phone menu, screens as modals, notices, pull to refresh.
// Loaded when the first page is idle, or when the menu or a modal is opened.

import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { startLive } from '#lib/api/live';
import { paths } from '#lib/paths';
import { queryClient } from '#lib/api/query-client';
import { useSite } from '#lib/site/site';

import { HeldWinNotice } from './held-win-notice.tsx';
import { MemberMenu } from './member-menu.tsx';
import type { PageRoute } from '#lib/page-route';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { RealityCheck } from './rest-reminder.tsx';
import { SiteAlert } from './site-alert.tsx';
import { TermsQuestion } from './terms-question.tsx';

export type MenuState = { readonly isOpen: boolean; readonly close: () => void };

export function DeferredShell({
  header,
  openPages,
  screenSheet,
  chatTo,
  menu,
}: {
  readonly header: PageRoute['header'] | undefined;
  /** The routes of features that the site has open. */
  readonly openPages: readonly PageRoute[];
  readonly screenSheet: ReactNode;
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
        <MemberMenu isOpen={menu.isOpen} onClose={menu.close} routes={openPages} chatTo={chatTo} />
      )}
      {(header === 'main' || pathname === paths.member.history) && <PullToRefresh />}
      {hasAlert && <SiteAlert />}
      <HeldWinNotice />
      {header !== 'own' && <TermsQuestion />}
      {screenSheet}
    </>
  );
}
