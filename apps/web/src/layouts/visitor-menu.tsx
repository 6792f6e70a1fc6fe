// The menu of a visitor: where one can go without signing in, the theme, help.

import { Gift, House, LogIn, MessageCircleMore, TicketPercent, UserRoundPlus } from 'lucide-react';

import { paths } from '#lib/paths';
import { SideSheet } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { MenuLink, MenuOutsideLink } from './menu-parts.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { icons } from './icon-look.ts';

export function VisitorMenu({
  isOpen,
  onClose,
  chatTo,
  title,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly chatTo: string;
  readonly title: string;
}) {
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} title={title} hasStamp>
      <nav aria-label={text.mainMenu} className="flex flex-col gap-1">
        <MenuLink to={paths.landing} label={text.home} icon={<House {...icons} />} isInMenu />
        <MenuLink to={paths.login} label={text.login} icon={<LogIn {...icons} />} isInMenu />
        <MenuLink to={paths.register} label={text.register} icon={<UserRoundPlus {...icons} />} isInMenu />
        <MenuLink to={paths.promotion} label={text.promotion} icon={<TicketPercent {...icons} />} isInMenu />
        <MenuLink to={paths.login} label={text.freeCredit} icon={<Gift {...icons} />} isInMenu />
        <MenuOutsideLink to={chatTo} label={text.chatWithAdmin} icon={<MessageCircleMore {...icons} />} />
      </nav>
      <ThemeChoice />
    </SideSheet>
  );
}
