// The menu of a member on a phone: the same places as the rail, the theme, signing out.

import { LogOut, MessageCircleMore } from 'lucide-react';

import { SideSheet } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { MenuGroup, MenuLink, MenuOutsideLink } from './menu-parts.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import type { PageRoute } from './page-route.ts';
import { icons } from './icon-look.ts';
import { menuScreens, placesIn } from './places.tsx';
import { HereClock } from './here-clock.tsx';
import { useSignOut } from './sign-out.ts';

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
  const { places, perks, account } = placesIn(routes);
  const signOut = useSignOut();

  return (
    <SideSheet isOpen={isOpen} onClose={onClose} title={text.menu} hasStamp>
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
          {menuScreens.map((place) => (
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
            {text.logout}
          </button>
        </MenuGroup>
      </nav>
      <ThemeChoice />
      <HereClock />
    </SideSheet>
  );
}
