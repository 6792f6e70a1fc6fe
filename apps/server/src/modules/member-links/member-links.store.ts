// SQL of the verdicts on pairs of members. Contains no decisions.
//
// Always true: a pair is stored once, the smaller id first.

import type { LinkVerdict } from '@chaba/contract/back-office/risk';
import { type Queryable, sql, type Transaction } from '@chaba/database';

export type StoredVerdict = { readonly verdict: LinkVerdict; readonly reason: string; readonly by: string };
export type MemberPair = readonly [one: bigint, other: bigint];

/** Locks the verdicts of the site: two verdicts at once would each miss the members that the other adds. */
export async function lockVerdicts(tx: Transaction, siteId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('member_link', ${siteId}))`);
}

/** Locks what a person may have once; the ids in ascending order. */
export async function lockPersons(tx: Transaction, siteId: number, memberIds: readonly bigint[]): Promise<void> {
  for (const memberId of memberIds) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('person ' || ${memberId}::bigint, ${siteId}))`);
  }
}

/** The time is that of the write, after the locks of its members. */
export async function saveVerdicts(
  tx: Transaction,
  siteId: number,
  of: StoredVerdict & { readonly pairs: readonly MemberPair[]; readonly isReplacing: boolean },
): Promise<void> {
  const { pairs, isReplacing, verdict, reason, by } = of;
  const replacing = sql`update set verdict = excluded.verdict, reason = excluded.reason,
      decided_by = excluded.decided_by, decided_at = excluded.decided_at`;
  await tx.execute(sql`
    insert into member_link (site_id, member_id, other_id, verdict, reason, decided_by, decided_at)
    select ${siteId}, least(one, other), greatest(one, other), ${verdict}, ${reason}, ${by}, clock_timestamp()
    from unnest(${pairs.map(([one]) => one)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[]) as pair (one, other)
    on conflict (site_id, member_id, other_id) do ${isReplacing ? replacing : sql`nothing`}`);
}

export type DecidedPair = StoredVerdict & { readonly otherId: bigint; readonly at: Date };

/** The verdicts on pairs with this member. */
export function listVerdicts(database: Queryable, siteId: number, memberId: bigint): Promise<DecidedPair[]> {
  const of = (other: 'other_id' | 'member_id') =>
    other === 'other_id'
      ? sql`select other_id as "otherId", verdict, reason, decided_by as by, decided_at as at from member_link
          where site_id = ${siteId} and member_id = ${memberId}`
      : sql`select member_id as "otherId", verdict, reason, decided_by as by, decided_at as at from member_link
          where site_id = ${siteId} and other_id = ${memberId}`;
  return database.rows(sql`${of('other_id')} union all ${of('member_id')} order by 1`);
}
