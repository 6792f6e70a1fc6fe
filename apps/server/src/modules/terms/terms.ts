// The terms of use of a site: published in versions, accepted by members.
//
//     sign-up ──▶ version in force accepted ──a newer version──▶ due at the next sign-in ──accepted──▶ …
//
// Always true: a version never changes after it was published, and an acceptance is never changed. Sign-up records the version in
// force in the transaction that adds the member. A version that is due blocks nothing: neither money nor a session depends on it.
//
// Elsewhere: publishing (operators), the default text of play money (default-terms.text.ts).

import type { Queryable, Transaction } from '@chaba/database';

import { defaultTerms } from './default-terms.text.ts';
import * as store from './terms.store.ts';

export type TermsVersion = { readonly version: number; readonly content: string; readonly publishedAt: Date };

export type ListedVersion = { readonly version: number; readonly publishedAt: Date; readonly acceptances: number };

export const TERMS_LENGTH_MAX = 60_000;

/** The version in force: the newest one. */
export function termsInForce(database: Queryable, siteId: number): Promise<TermsVersion | undefined> {
  return store.newestVersion(database, siteId);
}

export function findTerms(database: Queryable, siteId: number, version: number): Promise<TermsVersion | undefined> {
  return store.versionOf(database, siteId, version);
}

export function listTerms(database: Queryable, siteId: number): Promise<ListedVersion[]> {
  return store.listVersions(database, siteId);
}

/** Publishes a text as the next version. Returns `unchanged` when the version in force has this text. */
export async function publishTerms(tx: Transaction, siteId: number, content: string): Promise<number | 'unchanged'> {
  await store.lockSite(tx, siteId);
  const newest = await store.newestVersion(tx, siteId);
  if (newest?.content === content) return 'unchanged';
  const version = (newest?.version ?? 0) + 1;
  await store.insertVersion(tx, siteId, version, content);
  return version;
}

/** Publishes the text of play money where the site has no terms. Safe to repeat. */
export async function ensureDefaultTerms(tx: Transaction, siteId: number, siteName: string): Promise<void> {
  await store.lockSite(tx, siteId);
  if ((await store.newestVersion(tx, siteId)) !== undefined) return;
  await store.insertVersion(tx, siteId, 1, defaultTerms(siteName));
}

/** Records the version in force for a new member. */
export async function acceptTermsInForce(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await store.acceptNewest(tx, siteId, memberId);
}

/** False where the site has no such version. An acceptance that is there already stays as it is. */
export function acceptTerms(database: Queryable, siteId: number, memberId: bigint, version: number): Promise<boolean> {
  return store.accept(database, siteId, memberId, version);
}

/** The version in force, where the member has not accepted it yet. */
export function dueTermsVersion(database: Queryable, siteId: number, memberId: bigint): Promise<number | undefined> {
  return store.dueVersion(database, siteId, memberId);
}
