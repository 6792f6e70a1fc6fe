// Up to four short cuts to available pages. Short visits open as a modal over home; the menu opens the same screens as
// pages.

import { cloneElement, isValidElement, type ReactElement } from 'react';

import { useNavItems } from '#parts/nav-items';
import { toModal, paths } from '#lib/paths';
import { preloadOverlays } from '#ui/dialog';

import { text } from './home.text.ts';
import { Link } from '#ui/link';

const wanted = [
  paths.member.spinner,
  paths.member.cashBack,
  paths.member.affiliate,
  paths.member.history,
  paths.member.promotion,
  paths.member.game,
  paths.member.account,
] as const;
const modals: readonly string[] = [paths.member.spinner, paths.member.cashBack, paths.member.affiliate];
const SHOWN_MAX = 4;
const ICON_SIZE = 26;

export function QuickActions() {
  const { places, perks, account } = useNavItems();
  const all = [...perks, ...places, ...(account ? [account] : [])];
  const shown = wanted.map((path) => all.find(({ to }) => to === path)).filter((place) => place !== undefined);

  return (
    <nav aria-label={text.quick}>
      <ul className="flex flex-wrap gap-2">
        {shown.slice(0, SHOWN_MAX).map(({ to, label, icon }) => (
          <li key={to} className="flex-1">
            <Link
              to={modals.includes(to) ? toModal(to) : to}
              onPointerDown={preloadOverlays}
              className="press flex flex-col items-center gap-2 text-center text-small"
            >
              <span className="grid size-15 place-items-center rounded-banner border border-hairline bg-surface-1 text-brand-text shadow-card">
                {isValidElement(icon)
                  ? cloneElement(icon as ReactElement<{ size: number }>, { size: ICON_SIZE })
                  : icon}
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
