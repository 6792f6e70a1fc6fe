// Business days: the balances of each Bangkok day, what differs on it, and its close.
//
//     over ──night count──▶ open ──every difference explained, close──▶ closed
//                             ▲──────────reopened by two people──────────┘
//
// Always true: a day with an unexplained difference is not closed. A closed day keeps its lines; what a later
// correction changed is a difference of the closed day.
//
// Elsewhere: the SQL (day-close.store.ts), the night count (rollups.ts), who may do it (operators/day-actions.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';

import * as store from './day-close.store.ts';

export { deleteBalances } from './day-close.store.ts';

/** Computes the balances of each counted day that has none, the oldest first. */
export async function balanceDays(database: Database, siteId: number): Promise<void> {
  for (;;) {
    const isDone = await database.transaction(async (tx) => {
      const day = await store.findUnbalanced(tx, siteId);
      if (day === undefined) return true;
      await store.saveBalances(tx, siteId, day);
      return false;
    });
    if (isDone) return;
  }
}

/** A page of days that are over, the newest first, each with the number of its differences. */
export async function listBusinessDays(
  database: Queryable,
  siteId: number,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<store.StoredDay[]> {
  const days = await store.listDays(database, siteId, page);
  const [last, first] = [days.at(0), days.at(-1)];
  if (last === undefined || first === undefined) return [];
  const counts = await store.countDifferences(database, siteId, { first: first.day, last: last.day });
  return days.map((day) => ({ ...day, ...counts.find((each) => each.day === day.day) }));
}

export type BusinessDay = {
  readonly day: string;
  readonly isCounted: boolean;
  readonly isClosed: boolean;
  readonly lines: readonly store.StoredLine[];
  readonly differences: readonly store.StoredDifference[];
  readonly closes: readonly store.StoredClose[];
};

/** One day; undefined where it is not over or the site had not begun. */
export async function loadBusinessDay(
  database: Queryable,
  siteId: number,
  day: string,
): Promise<BusinessDay | undefined> {
  const found = await store.findDay(database, siteId, day);
  if (found === undefined) return undefined;
  const closes = await store.listCloses(database, siteId, day);
  return {
    day,
    isCounted: found.isCounted,
    isClosed: closes.some(({ reopenedAt }) => reopenedAt === null),
    lines: await store.listLines(database, siteId, day),
    differences: await store.listDifferences(database, siteId, day),
    closes,
  };
}

export const listHouseAccounts = store.listHouseAccounts;

/** Explains a difference; false where the day has no such difference now. */
export async function explainDifference(tx: Transaction, siteId: number, of: store.Explanation): Promise<boolean> {
  const differences = await store.listDifferences(tx, siteId, of.day);
  if (!differences.some(({ subject, state }) => subject === of.subject && state === of.state)) return false;
  await store.saveExplanation(tx, siteId, of);
  return true;
}

/** Closes a day. The caller records operator and reason in the same transaction. */
export async function closeBusinessDay(
  tx: Transaction,
  siteId: number,
  { day, by }: { readonly day: string; readonly by: string },
): Promise<'closed' | 'not_counted' | 'unexplained' | 'not_waiting'> {
  const found = await loadBusinessDay(tx, siteId, day);
  if (found === undefined || !found.isCounted) return 'not_counted';
  if (found.isClosed) return 'not_waiting';
  if (found.differences.some(({ explanation }) => explanation === null)) return 'unexplained';
  return (await store.insertClose(tx, siteId, { day, by })) ? 'closed' : 'not_waiting';
}

/** Reopens a closed day by an executed request of two people. */
export function reopenBusinessDay(
  tx: Transaction,
  siteId: number,
  of: { readonly day: string; readonly by: string; readonly requestId: bigint },
): Promise<boolean> {
  return store.reopenClose(tx, siteId, of);
}
