// Links within the site, built on the router's hooks: its own components include framework prefetching, four kilobytes
// in every first load.

import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
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
