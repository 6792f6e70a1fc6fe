// Links within the site. Drawn with the router's own hooks: its components bring what fetches pages for sites that a
// framework builds, four kilobytes that every visitor would wait for.

import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation, type To } from 'react-router';

import { asModal } from '#lib/paths';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** An address of this site, or what changes of the present one. */
  readonly to: To;
  /** The page takes the place of this one in the history. */
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
  /** Opens the page as a screen over the one that is shown. */
  readonly over?: boolean;
  readonly className: string | ((place: { readonly isActive: boolean }) => string);
};

/** A link that says when one is on its page or on a page below it. */
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
