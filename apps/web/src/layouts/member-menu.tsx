// The menu of a member on a phone: the links of the rail, the theme, sign-out.

import { IdCard, Landmark, LogOut, MessageCircleMore, Wallet } from 'lucide-react';

import { paths, getScreenPath } from '#lib/paths';

import { SideSheet } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { menuScreens } from './menu-screens.ts';
import { text as screenText } from './menu-screens.text.ts';
import { MenuGroup, MenuLink, MenuOutsideLink } from './menu-parts.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import type { PageRoute } from '#lib/page-route';
import { icons } from '#parts/icon-look';
import { type NavItem, listPlaces } from '#parts/nav-items';
import { HereClock } from './here-clock.tsx';
import { useSignOut } from '#lib/member/sign-out';
import { signOutText } from '#lib/lib.text';

/** Modal screens that only the menu leads to. */
const screens: readonly NavItem[] = [
  {
    to: getScreenPath(menuScreens.depositAuto),
    label: screenText.depositAuto,
    icon: <Landmark {...icons} />,
    isOverPage: true,
  },
  {
    to: getScreenPath(menuScreens.depositWallet),
    label: screenText.depositWallet,
    icon: <Wallet {...icons} />,
    isOverPage: true,
  },
  { to: paths.member.profile, label: screenText.profile, icon: <IdCard {...icons} />, isOverPage: true },
];

export function MemberMenu({
  isOpen,
  onClose,
  routes,
  chatTo,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly routes: readonly PageRoute[];
  readonly chatTo: string;
}) {
  const { places, perks, account } = listPlaces(routes);
  const signOut = useSignOut();

  return (
    <SideSheet isOpen={isOpen} onClose={onClose} title={text.menu} hasFootnote>
      <nav aria-label={text.mainMenu} className="flex flex-col gap-1">
        {places.map((place) => (
          <MenuLink key={place.to} {...place} isInMenu />
        ))}
        {perks.length > 0 && (
          <MenuGroup label={text.perks}>
            {perks.map((place) => (
              <MenuLink key={place.to} {...place} isInMenu />
            ))}
          </MenuGroup>
        )}
        <MenuGroup label={text.account}>
          {account && <MenuLink {...account} isInMenu />}
          {screens.map((place) => (
            <MenuLink key={place.to} {...place} isInMenu />
          ))}
          <MenuOutsideLink to={chatTo} label={text.chatWithAdmin} icon={<MessageCircleMore {...icons} />} />
          <button
            type="button"
            onClick={() => {
              onClose();
              void signOut();
            }}
            className="press flex min-h-11.5 items-center gap-3 rounded-ctl px-3.5 text-label font-medium text-danger"
          >
            <LogOut {...icons} />
            {signOutText.logout}
          </button>
        </MenuGroup>
      </nav>
      <ThemeChoice />
      <HereClock />
    </SideSheet>
  );
}
