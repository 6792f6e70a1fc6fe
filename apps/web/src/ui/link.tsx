// Links within the site, built on the router's hooks: its own components include framework prefetching, four kilobytes
// in every first load.

import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation, type To } from 'react-router';

import { asModal } from '#lib/paths';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** An address of this site, or changes to the current one. */
  readonly to: To;
  /** Replaces the history entry of the current page. */
  readonly replace?: boolean;
};

export function Link({ to, replace, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, replace ? { replace } : {});

  function press(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  }

  return (
    <a {...rest} href={useHref(to)} onClick={press}>
      {children}
    </a>
  );
}

type NavLinkProps = Omit<LinkProps, 'className' | 'to'> & {
  readonly to: string;
  /** Opens the page as a modal over the current one. */
  readonly over?: boolean;
  readonly className: string | ((place: { readonly isActive: boolean }) => string);
};

/** A link that is marked current on its page and on pages below it. */
export function NavLink({ to, over = false, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  return (
    <Link
      {...rest}
      to={over && !isActive ? asModal(to) : to}
      aria-current={isActive ? 'page' : undefined}
      className={typeof className === 'string' ? className : className({ isActive })}
    />
  );
}
