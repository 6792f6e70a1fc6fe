// A navigation link, marked current on its page and on pages below it.

import { useLocation } from 'react-router';

import { toModal } from '#lib/paths';
import { Link, type LinkProps } from '#ui/link';

type NavLinkProps = Omit<LinkProps, 'className' | 'to'> & {
  readonly to: string;
  /** Opens the page as a modal over the current one. */
  readonly over?: boolean;
  readonly className: string | ((place: { readonly isActive: boolean }) => string);
};

export function NavLink({ to, over = false, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  return (
    <Link
      {...rest}
      to={over && !isActive ? toModal(to) : to}
      aria-current={isActive ? 'page' : undefined}
      className={typeof className === 'string' ? className : className({ isActive })}
    />
  );
}
