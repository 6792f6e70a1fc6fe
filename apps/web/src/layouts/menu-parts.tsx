// Links and groups of the menus and the rail.

import { useId, type ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';
import { NavLink } from '#parts/nav-link';

const LINK = 'press flex min-h-11.5 items-center gap-3 rounded-ctl px-3.5 text-label font-medium text-text-2';

type MenuItem = { readonly to: string; readonly label: string; readonly icon: ReactNode };

export function MenuLink({
  to,
  label,
  icon,
  isInMenu = false,
  isOverPage = false,
  isPart = false,
}: MenuItem & {
  /** The target replaces the history entry of the open menu. */
  readonly isInMenu?: boolean;
  /** In the menu: opens as a modal over the current page (spec §2). */
  readonly isOverPage?: boolean;
  /** A part of a page that has its own link, so it is never marked current. */
  readonly isPart?: boolean;
}) {
  return (
    <NavLink
      to={to}
      over={isInMenu && isOverPage}
      replace={isInMenu}
      className={({ isActive }) =>
        classNames(LINK, isActive && !isPart && 'bg-brand-text/12 text-text! [&>svg]:text-brand-text')
      }
    >
      {icon}
      {label}
    </NavLink>
  );
}

export function MenuOutsideLink({ to, label, icon }: MenuItem) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className={LINK}>
      {icon}
      {label}
    </a>
  );
}

export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1">
      <p id={id} className="px-3.5 pt-3 pb-1 text-micro font-medium text-text-3">
        {label}
      </p>
      {children}
    </div>
  );
}
