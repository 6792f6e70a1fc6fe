// The page requested before a sign-in: the `next` parameter of the login address, or the page whose session ended. Only
// addresses of the member area are followed.
//
// Always true: an address is used once; any other address leads to home.

import { paths } from '#lib/paths';
import { parseUrl } from '#lib/browser/url';
import { readText, remove, session, writeText } from '#lib/browser/storage';

const KEY = 'NextPath';

/** Stores the page that was requested without a session. */
export function storeNextPath(path: string): void {
  const memberPath = toMemberPath(path);
  if (memberPath !== undefined && memberPath !== paths.member.home) writeText(KEY, memberPath, session);
}

export function deleteNextPath(): void {
  remove(KEY, session);
}

/** Returns the target of a new sign-in. */
export function consumeNextPath(search: string): string {
  const requested = new URLSearchParams(search).get('next') ?? readText(KEY, session);
  deleteNextPath();
  return toMemberPath(requested) ?? paths.member.home;
}

function toMemberPath(requested: string | null | undefined): string | undefined {
  const here = globalThis.location.origin;
  const target = requested ? parseUrl(requested, here) : undefined;
  if (target?.origin !== here) return undefined;
  const { pathname, search } = target;
  return pathname.startsWith('/user/') && pathname !== paths.member.login ? pathname + search : undefined;
}
