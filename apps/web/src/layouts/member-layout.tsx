// The frame of the member area: header with balance, stamp, page, bar on a phone, rail on a desktop. Parts that no page
// depends on are loaded later (deferred-shell.tsx).

import { HeartHandshake, MessageCircleMore, Search, UserRound } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useLocation } from 'react-router';

import { paths } from '#lib/paths';
import { getErrorMessage } from '#lib/api/api-error';
import { useIsSignedIn, useMember } from '#lib/member/session';
import { useSite } from '#lib/site/site';
import { ErrorState } from '#ui/error-state';
import { lazyOnIdle } from '#ui/lazy-component';
import { findRoute, type PageRoute } from '#lib/page-route';
import { icons } from '#parts/icon-look';
import { listPlaces, openRoutes, selectBarPlaces } from '#parts/nav-items';
import { type SessionCheck, useSessionRefresh } from '#lib/member/session-refresh';
import { buildChatUrl } from '#lib/site/support';
import { Link } from '#ui/link';
import { useEarlyInput } from '#lib/react/hydration';
import { SEARCH_PARAMETER, useLobbySearch } from '#lib/games/lobby-search';

import { BalanceChip } from './balance-chip.tsx';
import { SiteLogo } from './site-logo.tsx';
import { ChatLink } from './chat-link.tsx';
import { Floating } from './floating.tsx';
import { MemberBar } from './footer-bar.tsx';
import { BackHeader, MainHeader } from './header.tsx';
import { text } from './layouts.text.ts';
import { MainArea, SkipLink } from './main-area.tsx';
import { MenuGroup, MenuLink, MenuOutsideLink } from './menu-parts.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { HereClock } from './here-clock.tsx';
import { useSideMenu } from './side-menu.ts';
import { PlayMoneyBanner } from './stamp.tsx';

const ClosedScreen = lazyOnIdle(async () => (await import('./closed-screen.tsx')).ClosedScreen);
const DeferredShell = lazyOnIdle(async () => (await import('./deferred-shell.tsx')).DeferredShell);

type MemberLayoutProps = {
  readonly routes: readonly PageRoute[];
  /** The screen that the query names, as a modal over the page. */
  readonly screenSheet: ReactNode;
};

export function MemberLayout({ routes, screenSheet }: MemberLayoutProps) {
  const { pathname, search } = useLocation();
  const { site, isKnown } = useSite();
  const isSignedIn = useIsSignedIn();
  const menu = useSideMenu();
  const session = useSessionRefresh('member', site.Disabled || site.Maintenance);

  if (site.Disabled) return <ClosedScreen isWanted reason="disabled" />;
  if (site.Maintenance) return <ClosedScreen isWanted reason="maintenance" />;
  // The refresh navigates to the landing page; no data of a member are shown meanwhile.
  if (!isSignedIn) return null;

  const route = findRoute(routes, pathname);
  const title = route?.title ?? '';
  const chatTo = buildChatUrl(site.LineId);
  const openPages = isKnown ? openRoutes(routes, site) : routes;
  const shell = (
    <DeferredShell
      isWanted={menu.isOpen || search !== ''}
      header={route?.header}
      openPages={openPages}
      screenSheet={screenSheet}
      chatTo={chatTo}
      menu={menu}
    />
  );
  if (route?.header === 'own') {
    return (
      <>
        <PageOutlet title={title} pageKey={route.path} />
        {shell}
      </>
    );
  }
  const isMain = route?.header === 'main';
  const isBare = route?.header === 'bare';
  const [second, fourth] = selectBarPlaces(openPages);

  return (
    <div className={isBare ? undefined : 'lg:grid lg:grid-cols-[248px_minmax(0,1fr)]'}>
      <SkipLink />
      {!isBare && <Rail routes={openPages} chatTo={chatTo} />}
      <div className="min-w-0">
        <header className="page-head sticky z-20 low:relative tiny:relative lg:[&>div]:px-8">
          {isMain ? (
            <MemberHeader onMenu={menu.open} />
          ) : (
            <BackHeader title={title} fallbackPath={paths.member.home}>
              {isBare ? <ChatLink to={chatTo} /> : <BalanceChip hasPlus={false} />}
            </BackHeader>
          )}
          <PlayMoneyBanner />
          <OfflineBanner />
        </header>
        <MainArea hasBar={!isBare} isNarrow={!isMain}>
          <MemberPage session={session} title={title} pageKey={route?.path} routes={openPages} />
        </MainArea>
      </div>
      {!isBare && <MemberBar second={second} fourth={fourth} chatTo={chatTo} />}
      <Floating chatTo={isBare ? chatTo : undefined} hasBar={!isBare} />
      {shell}
    </div>
  );
}

/** Without a stored member and without a response there is no data to show. */
function MemberPage({
  session: { failure, retry },
  ...page
}: ComponentProps<typeof PageOutlet> & { readonly session: SessionCheck }) {
  const member = useMember();
  if (!member && failure !== undefined) return <ErrorState sentence={getErrorMessage(failure)} onRetry={retry} />;
  return <PageOutlet {...page} />;
}

function Rail({ routes, chatTo }: { readonly routes: readonly PageRoute[]; readonly chatTo: string }) {
  const { places, perks, account } = listPlaces(routes);
  return (
    <nav
      aria-label={text.mainMenu}
      className="sticky top-0 hidden h-dvh flex-col gap-1 overflow-y-auto border-r border-hairline bg-surface-1/55 px-3 py-4 lg:flex"
    >
      <div className="mb-2 px-3">
        <SiteLogo to={paths.member.home} />
      </div>
      {places.map((place) => (
        <MenuLink key={place.to} {...place} />
      ))}
      {perks.length > 0 && (
        <MenuGroup label={text.perks}>
          {perks.map((place) => (
            <MenuLink key={place.to} {...place} />
          ))}
        </MenuGroup>
      )}
      <div className="mt-auto flex flex-col gap-1 pt-4">
        <MenuOutsideLink to={chatTo} label={text.chatWithAdmin} icon={<MessageCircleMore {...icons} />} />
        {account && (
          <MenuLink to={`${account.to}#care`} label={text.care} icon={<HeartHandshake {...icons} />} isPart />
        )}
        <HereClock />
      </div>
    </nav>
  );
}

function MemberHeader({ onMenu }: { readonly onMenu: () => void }) {
  return (
    <MainHeader homePath={paths.member.home} onMenu={onMenu} isLogoHiddenOnDesktop start={<HeaderSearch />}>
      <BalanceChip hasPlus />
      <AccountLink />
    </MainHeader>
  );
}

function AccountLink() {
  return (
    <Link
      to={paths.member.account}
      aria-label={text.account}
      title={text.account}
      className="press hidden size-12 place-items-center rounded-full border border-hairline bg-surface-2 lg:grid"
    >
      <UserRound aria-hidden="true" size={22} strokeWidth={1.75} />
    </Link>
  );
}

/**
 * The lobby search in the header of main pages on a desktop. In the lobby it filters while typing; elsewhere
 * submitting opens the lobby.
 */
function HeaderSearch() {
  const { typed, type, submit, inputRef } = useLobbySearch();
  const id = useId();
  useEarlyInput(id, (field: HTMLInputElement) => {
    if (field.value !== typed) type(field.value);
  });

  return (
    <form role="search" action={paths.member.game} onSubmit={submit} className="hidden w-full max-w-[430px] lg:block">
      <label className="flex min-h-12 items-center gap-3 rounded-ctl border border-hairline bg-surface-2 px-4 has-[input:focus-visible]:border-accent">
        <Search aria-hidden="true" size={20} strokeWidth={1.75} className="text-text-3" />
        <span className="sr-only">{text.search}</span>
        <input
          ref={inputRef}
          id={id}
          type="search"
          name={SEARCH_PARAMETER}
          value={typed}
          onChange={(event) => type(event.target.value)}
          placeholder={text.search}
          className="min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-text-3"
        />
      </label>
    </form>
  );
}
