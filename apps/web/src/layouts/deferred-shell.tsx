// The member's frame that no page depends on: live stream, phone menu, screens as modals, notices, pull to refresh.
// Loaded when the first page is idle, or when the menu or a modal is opened.

import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { messageText } from '@chaba/contract/messages.text';

import { startLive } from '#lib/api/live';
import { paths } from '#lib/paths';
import { queryClient } from '#lib/api/query-client';
import type { PageRoute } from '#lib/page-route';
import { subscribeToLive } from '#lib/api/live-events';
import { useDialog } from '#ui/dialog';
import { useMinutesPlayed } from '#lib/games/play-clock';
import { useSignOutNow } from '#lib/member/sign-out';

import { MemberMenu } from './member-menu.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { SiteAlert } from './site-alert.tsx';
import { TermsQuestion } from './terms-question.tsx';
import { deferredText } from './deferred.text.ts';
import { text } from './layouts.text.ts';

const EVERY_MINUTES = 60;

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
  useEffect(() => startLive(queryClient), []);

  return (
    <>
      {header === 'own' ? (
        <RealityCheck />
      ) : (
        <MemberMenu isOpen={menu.isOpen} onClose={menu.close} routes={openPages} chatTo={chatTo} />
      )}
      {(header === 'main' || pathname === paths.member.history) && <PullToRefresh />}
      <SiteAlert isMember />
      <HeldWinNotice />
      {header !== 'own' && <TermsQuestion />}
      {screenSheet}
    </>
  );
}

/** Reports on every page that a win is held for review, and the decision. */
function HeldWinNotice() {
  const { showMessage } = useDialog();
  useEffect(
    () =>
      subscribeToLive(({ event, data }) => {
        if (event !== 'heldWin') return;
        const tone = data.state === 'released' ? 'success' : 'notice';
        void showMessage({ title: messageText.noticeTitle, message: data.message, tone });
      }),
    [showMessage],
  );
  return null;
}

/** Suggests a rest after every hour with a game open; accepting signs out. */
function RealityCheck() {
  const minutes = useMinutesPlayed();
  const { showConfirm } = useDialog();
  const signOutNow = useSignOutNow();
  const hours = Math.floor(minutes / EVERY_MINUTES);
  const remindedHours = useRef(hours);

  useEffect(() => {
    if (hours <= remindedHours.current) return;
    remindedHours.current = hours;
    void showConfirm({
      title: text.care,
      message: deferredText.restQuestion(hours * EVERY_MINUTES),
      confirm: deferredText.rest,
      cancel: deferredText.goOn,
    }).then((isTired) => (isTired ? signOutNow() : undefined));
  }, [hours, showConfirm, signOutNow]);

  return null;
}
