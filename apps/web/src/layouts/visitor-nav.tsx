// The visitor's places in the header of a wide window, where the bar at the bottom is not shown (spec §2: play, free credit,
// promotions and the chat service are in reach at every width).

import { Gift, MessageCircleMore, Play, TicketPercent } from 'lucide-react';

import { paths } from '#lib/paths';
import { NavLink } from '#ui/link';

import { icons } from './icon-look.ts';
import { text } from './layouts.text.ts';

const LINK = 'press inline-flex min-h-11 items-center gap-2 rounded-ctl px-3 text-label font-medium';

export function VisitorNav({ chatTo }: { readonly chatTo: string }) {
  return (
    <nav aria-label={text.mainMenu} className="hidden items-center lg:flex">
      <NavLink to={paths.login} className={LINK}>
        <Play {...icons} />
        {text.play}
      </NavLink>
      <NavLink to={paths.login} className={LINK}>
        <Gift {...icons} />
        {text.freeCredit}
      </NavLink>
      <NavLink to={paths.promotion} className={LINK}>
        <TicketPercent {...icons} />
        {text.promotion}
      </NavLink>
      <a href={chatTo} target="_blank" rel="noopener noreferrer" className={LINK}>
        <MessageCircleMore {...icons} />
        {text.chat}
      </a>
    </nav>
  );
}
