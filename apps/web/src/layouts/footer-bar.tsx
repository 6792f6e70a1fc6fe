// The bar at the bottom of a phone: links, and the petal among them leads to the games. A visitor's has the six of the
// specification. On a desktop the rail (member) or the header (visitor) replaces it.

import { Gift, House, LogIn, MessageCircleMore, Play, TicketPercent, UserRoundPlus } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { paths } from '#lib/paths';
import { classNames } from '@chaba/ui/class-names';
import { icons } from '#parts/icon-look';
import { NavLink } from '#parts/nav-link';

import { text } from './layouts.text.ts';

const circles = [0, 1, 2, 3, 4].map((petal) => {
  const angle = ((petal * 72 - 90) * Math.PI) / 180;
  return { x: round(21.5 * Math.cos(angle)), y: round(21.5 * Math.sin(angle)) };
});

type Item = { readonly to: string; readonly label: string; readonly icon: ReactNode; readonly isOutside?: boolean };

export function VisitorBar({ chatTo }: { readonly chatTo: string }) {
  return (
    <Bar
      columns="grid-cols-[64fr_56fr_66px_60fr_60fr_44fr] narrow:grid-cols-[62fr_40fr_60px_54fr_56fr_32fr] low:grid-cols-[1fr_1fr_118px_1fr_1fr_1fr]"
      left={[
        { to: paths.login, label: text.login, icon: <LogIn {...icons} /> },
        { to: paths.register, label: text.registerShort, icon: <UserRoundPlus {...icons} /> },
      ]}
      playTo={paths.login}
      right={[
        { to: paths.login, label: text.freeCredit, icon: <Gift {...icons} /> },
        { to: paths.promotion, label: text.promotion, icon: <TicketPercent {...icons} /> },
        toChat(chatTo),
      ]}
    />
  );
}

export function MemberBar({
  second,
  fourth,
  chatTo,
}: {
  readonly second: Item;
  readonly fourth: Item;
  readonly chatTo: string;
}) {
  return (
    <Bar
      columns="grid-cols-[1fr_1fr_84px_1fr_1fr] narrow:grid-cols-[64fr_78fr_72px_71fr_71fr] low:grid-cols-[1fr_1fr_118px_1fr_1fr]"
      left={[{ to: paths.member.home, label: text.home, icon: <House {...icons} /> }, second]}
      playTo={paths.member.game}
      right={[fourth, toChat(chatTo)]}
    />
  );
}

const toChat = (to: string): Item => ({
  to,
  label: text.chat,
  icon: <MessageCircleMore {...icons} />,
  isOutside: true,
});

function Bar({
  columns,
  left,
  right,
  playTo,
}: {
  readonly columns: string;
  readonly left: readonly Item[];
  readonly right: readonly Item[];
  readonly playTo: string;
}) {
  return (
    <nav
      aria-label={text.mainMenu}
      className={classNames(
        '@container fixed inset-x-0 bottom-0 z-30 grid h-19 border-t border-hairline bg-bar px-1 pb-2 narrow:px-0 low:h-13 low:pb-0 tiny:relative lg:hidden',
        columns,
      )}
    >
      {left.map((item) => (
        <BarLink key={item.label} {...item} />
      ))}
      <NavLink
        to={playTo}
        className="press relative flex flex-col items-center justify-end pb-0.75 text-micro font-medium text-text low:flex-row low:pr-3.5 low:pb-0"
      >
        <Petal className="absolute -top-7 size-17.5 [filter:drop-shadow(0_6px_14px_rgb(0_0_0/0.4))] low:top-0.25 low:left-2 low:size-12" />
        <Play
          aria-hidden="true"
          size={24}
          fill="currentColor"
          className="absolute -top-1.25 ml-0.5 text-on-brand low:top-3.75 low:left-5.5 low:size-5"
        />
        <BarWord>{text.play}</BarWord>
      </NavLink>
      {right.map((item) => (
        <BarLink key={item.label} {...item} />
      ))}
    </nav>
  );
}

function BarLink({ to, label, icon, isOutside = false }: Item) {
  const look =
    'press flex min-w-0 flex-col items-center justify-center gap-0.5 text-micro font-medium whitespace-nowrap text-text-2 low:flex-row low:gap-1.5';
  if (isOutside) {
    return (
      <a href={to} target="_blank" rel="noopener noreferrer" className={look}>
        {icon}
        <BarWord>{label}</BarWord>
      </a>
    );
  }
  return (
    <NavLink to={to} className={({ isActive }) => classNames(look, isActive && 'text-brand-text!')}>
      {icon}
      <BarWord>{label}</BarWord>
    </NavLink>
  );
}

/** At large font sizes the labels are only announced by screen readers. */
function BarWord({ children }: { readonly children: string }) {
  return <span className="@max-[17rem]:text-[0px]">{children}</span>;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

/** The petal: the shape of the play button, in the site's colour. */
function Petal({ className }: { readonly className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden="true" viewBox="-50 -50 100 100" className={className}>
      <defs>
        <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" y1="-46" x2="0" y2="46">
          <stop offset="0" stopColor="var(--brand-hi)" />
          <stop offset="1" stopColor="var(--brand-lo)" />
        </linearGradient>
      </defs>
      <g fill={`url(#${id})`}>
        {circles.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="23.5" />
        ))}
        <circle r="24" />
      </g>
    </svg>
  );
}
