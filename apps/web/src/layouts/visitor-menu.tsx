// The menu of a visitor: public pages, the theme, help.

import { Gift, House, LogIn, MessageCircleMore, Play, TicketPercent, UserRoundPlus } from 'lucide-react';

import { paths } from '#lib/paths';
import { SideSheet } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { MenuLink, MenuOutsideLink } from './menu-parts.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { icons } from '#parts/icon-look';

export function VisitorMenu({
  isOpen,
  onClose,
  chatTo,
  title,
  isSignedIn,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly chatTo: string;
  readonly title: string;
  readonly isSignedIn: boolean;
}) {
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} title={title} hasFootnote>
      <nav aria-label={text.mainMenu} className="flex flex-col gap-1">
        {isSignedIn ? (
          <MenuLink to={paths.member.home} label={text.toMemberArea} icon={<House {...icons} />} isInMenu />
        ) : (
          <>
            <MenuLink to={paths.landing} label={text.home} icon={<House {...icons} />} isInMenu />
            <MenuLink to={paths.login} label={text.login} icon={<LogIn {...icons} />} isInMenu />
            <MenuLink to={paths.register} label={text.register} icon={<UserRoundPlus {...icons} />} isInMenu />
          </>
        )}
        <MenuLink
          to={isSignedIn ? paths.member.game : paths.login}
          label={text.play}
          icon={<Play {...icons} />}
          isInMenu
          isPart
        />
        <MenuLink to={paths.promotion} label={text.promotion} icon={<TicketPercent {...icons} />} isInMenu />
        <MenuLink
          to={isSignedIn ? paths.member.freeCredit : paths.login}
          label={text.freeCredit}
          icon={<Gift {...icons} />}
          isInMenu
          isPart
        />
        <MenuOutsideLink to={chatTo} label={text.chatWithAdmin} icon={<MessageCircleMore {...icons} />} />
      </nav>
      <ThemeChoice />
    </SideSheet>
  );
}
