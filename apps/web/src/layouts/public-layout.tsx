// The frame of the public area: header with login and register, stamp, page, visitor bar, chat button. Login and
// register open as dialogs; their own addresses show the same forms as pages.

import { useState, type ComponentProps } from 'react';
import { useLocation } from 'react-router';

import { paths } from '#lib/paths';
import { useIsSignedIn } from '#lib/member/session';
import { useIsHydrated } from '#lib/react/hydration';
import { useSite } from '#lib/site/site';
import { classNames } from '@chaba/ui/class-names';

import { AuthButtons, type AuthDialog } from './auth-buttons.tsx';
import { ChatLink } from './chat-link.tsx';
import { Floating } from './floating.tsx';
import { VisitorBar } from './footer-bar.tsx';
import { BackHeader, MainHeader } from './header.tsx';
import { text } from './layouts.text.ts';
import { MainArea, SkipLink } from './main-area.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { findRoute, type PageRoute } from '#lib/page-route';
import { useSessionRefresh } from '#lib/member/session-refresh';
import { useSideMenu } from './side-menu.ts';
import { PlayMoneyBanner } from './stamp.tsx';
import { buildChatUrl } from '#lib/site/support';
import { lazyWithPreload, lazyOnIdle, PartBoundary } from '#ui/lazy-component';

const ClosedScreen = lazyOnIdle(async () => (await import('./closed-screen.tsx')).ClosedScreen);
/** The member's part of the header on a public page. */
const SignedInHere = lazyWithPreload(async () => (await import('./balance-chip.tsx')).SignedInHere);
const VisitorMenu = lazyWithPreload(async () => (await import('./visitor-menu.tsx')).VisitorMenu);
const SiteAlert = lazyWithPreload(async () => (await import('./site-alert.tsx')).SiteAlert);

type PublicLayoutProps = { readonly routes: readonly PageRoute[]; readonly authDialog: AuthDialog };

export function PublicLayout({ routes, authDialog }: PublicLayoutProps) {
  const { pathname } = useLocation();
  const { site } = useSite();
  const isSignedIn = useIsSignedIn();
  const isHydrated = useIsHydrated();
  const menu = useSideMenu();
  const [wasMenuOpened, setWasMenuOpened] = useState(menu.isOpen);
  if (menu.isOpen && !wasMenuOpened) setWasMenuOpened(true);
  useSessionRefresh('public', site.Disabled || site.Maintenance);

  if (site.Disabled) return <ClosedScreen isWanted reason="disabled" />;
  if (site.Maintenance) return <ClosedScreen isWanted reason="maintenance" />;

  const route = findRoute(routes, pathname);
  const isMain = route?.header === 'main';
  const isOnScene = route?.isOnScene ?? false;
  const hasLongForm = pathname.startsWith(paths.register);
  const chatTo = buildChatUrl(site.LineId);
  // The visitor's bar and the header of a long form have the chat already.
  const chatOnPhone = isMain ? isSignedIn : !hasLongForm && 'tall';

  return (
    <>
      <SkipLink />
      <header className={classNames('relative z-20', isOnScene && 'on-scene')}>
        <div className="mx-auto max-w-[1120px] lg:px-8 lg:[&>div]:px-0">
          {isMain ? (
            <MainHeader homePath={isSignedIn ? paths.member.home : paths.landing} onMenu={menu.open}>
              <HeaderEnd isSignedIn={isSignedIn} chatTo={chatTo} authDialog={authDialog} />
            </MainHeader>
          ) : (
            <BackHeader title={route?.title ?? ''} fallbackPath={paths.landing}>
              <ChatLink to={chatTo} isWhenLow={!hasLongForm} label={hasLongForm ? text.chat : ''} />
            </BackHeader>
          )}
        </div>
        <PlayMoneyBanner />
        <OfflineBanner />
      </header>
      {isOnScene ? (
        <PageOutlet title={route?.title ?? ''} />
      ) : (
        <MainArea hasBar={isMain} isNarrow={!isMain}>
          <PageOutlet title={route?.title ?? ''} />
        </MainArea>
      )}
      {isMain && !isSignedIn && <VisitorBar chatTo={chatTo} />}
      <Floating chatTo={chatTo} hasBar={isMain} isChatOnPhone={chatOnPhone} />
      {isHydrated && (
        <PartBoundary isWanted={false}>
          <SiteAlert isMember={isSignedIn} />
        </PartBoundary>
      )}
      {wasMenuOpened && (
        <PartBoundary isWanted={menu.isOpen}>
          <VisitorMenu
            isOpen={menu.isOpen}
            onClose={menu.close}
            chatTo={chatTo}
            title={text.menu}
            isSignedIn={isSignedIn}
          />
        </PartBoundary>
      )}
    </>
  );
}

function HeaderEnd({ isSignedIn, ...buttons }: ComponentProps<typeof AuthButtons> & { readonly isSignedIn: boolean }) {
  if (!isSignedIn) return <AuthButtons {...buttons} />;
  return (
    <PartBoundary isWanted={false}>
      <SignedInHere />
    </PartBoundary>
  );
}
