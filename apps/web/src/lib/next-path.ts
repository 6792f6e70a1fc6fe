// Where a member wanted to go before signing in: the `next` of the login address, or the page whose
// session was gone. Only an own address of the member area is ever followed.
//
// Always true: an address is used once; anything that is not ours leads to home.

import { paths } from './paths.ts';
import { readText, remove, session, writeText } from './storage.ts';

const KEY = 'NextPath';

/** Remembers the page that was asked for while nobody was signed in. */
export function keepNextPath(path: string): void {
  const own = ownPath(path);
  if (own !== undefined && own !== paths.member.home) writeText(KEY, own, session);
}

export function forgetNextPath(): void {
  remove(KEY, session);
}

/** Where a fresh sign-in leads. */
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
