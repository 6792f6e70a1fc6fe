// The referral key of a visitor: from the query, the path or the storage; the first valid one is stored for 30 days
// (spec §5). It is sent to the server only, never part of an address or of HTML.

import { REFERRAL_DAYS_KEPT, REFERRAL_KEY_PATTERN } from '@chaba/contract/constraints';
import { cleanReferralKey } from '@chaba/contract/typed-text';

import { readText, remove, storageKeys, writeText } from '#lib/browser/storage';

const DAY_MS = 86_400_000;
const queryNames = ['shareToken', 'ref', 'affiliateKey'] as const;

/** Finds and stores the key of this visit. */
export function findReferralKey({
  path,
  search,
}: {
  path?: string | undefined;
  search?: string;
} = {}): string | undefined {
  const query = new URLSearchParams(search);
  const given = [...queryNames.map((name) => query.get(name)), path];
  const found = given.map((key) => cleanReferralKey(key ?? '')).find(isReferralKey);
  if (!found) return loadStoredKey();
  writeText(storageKeys.shareToken, found);
  writeText(storageKeys.shareTokenUntil, String(Date.now() + REFERRAL_DAYS_KEPT * DAY_MS));
  return found;
}

/** The addresses that carry a key (spec §2): opening one binds the visitor for the whole visit. */
const ADDRESS = /^\/(?:register|user\/home)\/([^/]+)\/?$/;

/** Stores the key of any visited address before a redirect loses it. */
export function storeReferralKey({ pathname, search }: { readonly pathname: string; readonly search: string }): void {
  findReferralKey({ path: decodePart(ADDRESS.exec(pathname)?.[1]), search });
}

/** A path may hold escapes that are no text. */
function decodePart(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

export function deleteReferralKey(): void {
  remove(storageKeys.shareToken);
  remove(storageKeys.shareTokenUntil);
}

function loadStoredKey(): string | undefined {
  const kept = readText(storageKeys.shareToken);
  if (kept === undefined) return undefined;
  const until = Number(readText(storageKeys.shareTokenUntil) ?? Number.POSITIVE_INFINITY);
  if (isReferralKey(kept) && until > Date.now()) return kept;
  deleteReferralKey();
  return undefined;
}

function isReferralKey(key: string): boolean {
  return REFERRAL_KEY_PATTERN.test(key);
}
