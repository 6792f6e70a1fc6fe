// The receiving accounts that a member is shown: open ones below their ceilings, in order, one of each rotation group.
//
// Always true: what is shown decides nothing else. A transfer to an account that is full, closed or not the member's
// turn is credited as any other, because members keep account numbers. A member keeps the account of a group until it
// is closed or full; then only its members move on.
//
// Elsewhere: terms of an account (receiving-accounts.store.ts), actions of operators (operators/account-actions.ts).

import { createHash } from 'node:crypto';

import { type Database, databaseTime, type Queryable } from '@chaba/database';
import type { Money } from '@chaba/money';

import { createPromiseCache } from '#core/promise-cache';
import { listReceivingAccounts, sumReceived, type ListedAccount, type Received } from '#modules/receiving-accounts';

/** Sums of full accounts may be older than the last transfer by this long. */
const SUMS_MS = 10_000;
const SITES_CACHED_MAX = 1_000;

/** An account with what it received; `isFull`: a ceiling is reached. */
export type CountedAccount = ListedAccount & Pick<Received, 'today' | 'total'> & { readonly isFull: boolean };

/** The accounts that members may transfer to now, in display order; full ones and whole groups included. */
export async function listOpenAccounts(database: Queryable, siteId: number): Promise<ListedAccount[]> {
  const now = await databaseTime(database);
  const listed = await listReceivingAccounts(database, siteId);
  return listed.filter(({ shownFrom, activeTo }) => shownFrom <= now && (activeTo === null || now < activeTo));
}

/** All accounts with what they received today and in all. */
export async function listCountedAccounts(database: Queryable, siteId: number): Promise<CountedAccount[]> {
  const listed = await listReceivingAccounts(database, siteId);
  const accountIds = listed.map(({ receivingAccountId }) => receivingAccountId);
  const sums = await sumReceived(database, siteId, { accountIds, isTotal: true });
  return withSums(listed, sums);
}

/** A reader of the accounts that a member is shown; sums are cached for a moment. */
export function createShownAccounts(
  database: Database,
): (of: { readonly siteId: number; readonly memberId: bigint }) => Promise<ListedAccount[]> {
  const cache = createPromiseCache<string, readonly Received[]>(SITES_CACHED_MAX);
  return async ({ siteId, memberId }) => {
    const open = await listOpenAccounts(database, siteId);
    const bounded = open.filter(({ dayMax, totalMax }) => dayMax !== null || totalMax !== null);
    if (bounded.length === 0) return chooseTurns(open, memberId);
    const moment = Math.floor(Date.now() / SUMS_MS);
    const ids = bounded.map(({ receivingAccountId }) => receivingAccountId);
    const isTotal = bounded.some(({ totalMax }) => totalMax !== null);
    const sums = await cache.get(`${siteId} ${moment} ${ids.join(' ')} ${isTotal}`, () =>
      sumReceived(database, siteId, { accountIds: ids, isTotal }),
    );
    const usable = withSums(open, sums).filter(({ isFull }) => !isFull);
    return chooseTurns(usable, memberId);
  };
}

function withSums(listed: readonly ListedAccount[], sums: readonly Received[]): CountedAccount[] {
  const bySum = new Map(sums.map((each) => [each.receivingAccountId, each]));
  return listed.map((account) => {
    const { today = 0n as Money, total = 0n as Money } = bySum.get(account.receivingAccountId) ?? {};
    const isFull = isReached(today, account.dayMax) || isReached(total, account.totalMax);
    return { ...account, today, total, isFull };
  });
}

const isReached = (sum: Money, ceiling: Money | null): boolean => ceiling !== null && sum >= ceiling;

/** One account of each group: the one that ranks first for this member, whatever others the group has. */
export function chooseTurns<Account extends Pick<ListedAccount, 'receivingAccountId' | 'rotation'>>(
  open: readonly Account[],
  memberId: bigint,
): Account[] {
  const rankOf = ({ receivingAccountId }: Account): string =>
    createHash('sha256').update(`${memberId}:${receivingAccountId}`).digest('hex');
  const turns = new Map<string, Account>();
  for (const account of open) {
    const { rotation } = account;
    if (rotation === null) continue;
    const first = turns.get(rotation);
    if (first === undefined || rankOf(account) > rankOf(first)) turns.set(rotation, account);
  }
  return open.filter((account) => account.rotation === null || turns.get(account.rotation) === account);
}
