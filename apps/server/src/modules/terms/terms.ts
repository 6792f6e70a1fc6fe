// The terms of use of a site: published in versions, accepted by members.
//
//     sign-up ──▶ version in force accepted ──a newer version──▶ due at the next sign-in ──accepted──▶ …
//
// Always true: a published version and an acceptance never change. Sign-up records the version in force in the
// transaction that adds the member. An unaccepted version blocks neither money nor sessions.
//
// Elsewhere: publishing (operators), the default text for play mode (default-terms.text.ts).

import type { Transaction } from '@chaba/database';

import { defaultTerms } from './default-terms.text.ts';
import * as store from './terms.store.ts';

export {
  acceptTermsInForce,
  findDueVersion as findDueTermsVersion,
  findNewestVersion as findTermsInForce,
  findVersion as findTerms,
  insertAcceptance as acceptTerms,
  listVersions as listTerms,
} from './terms.store.ts';

export { TERMS_LENGTH_MAX } from '@chaba/contract/constraints';

/** Publishes a text as the next version. Returns `unchanged` if it equals the version in force. */
export async function publishTerms(tx: Transaction, siteId: number, content: string): Promise<number | 'unchanged'> {
  await store.lockSite(tx, siteId);
  const newest = await store.findNewestVersion(tx, siteId);
  if (newest?.content === content) return 'unchanged';
  const version = (newest?.version ?? 0) + 1;
  await store.insertVersion(tx, siteId, version, content);
  return version;
}

/** Publishes the play-mode text if the site has no terms. Idempotent. */
export async function ensureDefaultTerms(tx: Transaction, siteId: number, siteName: string): Promise<void> {
  await store.lockSite(tx, siteId);
  if ((await store.findNewestVersion(tx, siteId)) !== undefined) return;
  await store.insertVersion(tx, siteId, 1, defaultTerms(siteName));
}
