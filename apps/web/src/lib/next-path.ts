// The page requested before a sign-in: the `next` parameter of the login address, or the page whose session ended. Only
// addresses of the member area are followed.
//
// Always true: an address is used once; any other address leads to home.

import { paths } from './paths.ts';
import { readText, remove, session, writeText } from './storage.ts';

const KEY = 'NextPath';

/** Stores the page that was requested without a session. */
export function keepNextPath(path: string): void {
  const own = ownPath(path);
  if (own !== undefined && own !== paths.member.home) writeText(KEY, own, session);
}

export function forgetNextPath(): void {
  remove(KEY, session);
}

/** Returns the target of a new sign-in. */
export function takeNextPath(search: string): string {
  const asked = new URLSearchParams(search).get('next') ?? readText(KEY, session);
  forgetNextPath();
  return ownPath(asked) ?? paths.member.home;
}

function ownPath(asked: string | null | undefined): string | undefined {
  if (!asked || !URL.canParse(asked, globalThis.location.origin)) return undefined;
  const { origin, pathname, search } = new URL(asked, globalThis.location.origin);
  const isOurs = origin === globalThis.location.origin;
  return isOurs && pathname.startsWith('/user/') && pathname !== paths.member.login ? pathname + search : undefined;
}
