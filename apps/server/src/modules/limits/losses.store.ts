// SQL of loss counters.

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type Kinds = { readonly playable: readonly number[]; readonly games: readonly number[] };
type Found = { readonly site: number; readonly detail: string };

/** The first day that a running span of a limit includes. */
const firstDay = sql`least(date_trunc('week', now() at time zone 'Asia/Bangkok'), date_trunc('month', now() at time zone 'Asia/Bangkok'))`;

/** Losses computed from the journal, by member and day. */
const journal = ({ playable, games }: Kinds, of: Sql): Sql => sql`
  select site_id, owner_id as member_id, (created_at at time zone 'Asia/Bangkok')::date as day,
    sum(case when from_kind = any(${playable}::smallint[]) then amount_e4 else -amount_e4 end)::bigint as loss_e4
  from ledger_transfer
  where ${of} and created_at >= ${firstDay} at time zone 'Asia/Bangkok'
    and ((from_kind = any(${playable}::smallint[]) and to_kind = any(${games}::smallint[]))
      or (from_kind = any(${games}::smallint[]) and to_kind = any(${playable}::smallint[])))
  group by 1, 2, 3
`;

export async function countLosses(
  tx: Transaction,
  siteId: number,
  more: readonly (readonly [memberId: bigint, loss: Money])[],
): Promise<void> {
  await tx.execute(sql`
    insert into member_loss as known (site_id, member_id, day, loss_e4)
    select ${siteId}, member_id, (now() at time zone 'Asia/Bangkok')::date, loss_e4
    from unnest(${more.map(([memberId]) => memberId)}::bigint[], ${more.map(([, loss]) => loss)}::bigint[])
      as more (member_id, loss_e4)
    on conflict (site_id, member_id, day) do update set loss_e4 = known.loss_e4 + excluded.loss_e4
  `);
}

export async function deleteLosses(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await tx.execute(sql`delete from member_loss where site_id = ${siteId} and member_id = ${memberId}`);
}

export async function recountLosses(tx: Transaction, siteId: number, memberId: bigint, kinds: Kinds): Promise<void> {
  await tx.execute(sql`
    insert into member_loss (site_id, member_id, day, loss_e4)
    ${journal(kinds, sql`site_id = ${siteId} and owner_id = ${memberId}`)}
  `);
}

/** Losses of a member with play limits since the start of each of these days, in the same order. */
export async function loadLossesSince(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly begins: readonly Date[] },
): Promise<Money[]> {
  const rows = await database.rows<{ sum: Money }>(sql`
    select (select coalesce(sum(loss_e4), 0)::bigint from member_loss
      where site_id = ${siteId} and member_id = ${of.memberId}
        and day >= (begun at time zone 'Asia/Bangkok')::date) as sum
    from unnest(${of.begins}::timestamptz[]) with ordinality as spans (begun, place) order by place
  `);
  return rows.map(({ sum }) => sum);
}

/** Counters of the present week and month that differ from the journal. */
export function findWrongLosses(database: Queryable, siteId: number | undefined, kinds: Kinds): Promise<Found[]> {
  const site = siteId === undefined ? sql`true` : sql`site_id = ${siteId}`;
  const limited = sql`(site_id, owner_id) in (select site_id, member_id from member where has_play_limits and ${site})`;
  return database.rows(sql`
    select site_id as site, format('member %s %s: counted %s, booked %s', member_id, day, counted.loss_e4, booked.loss_e4) as detail
    from (select * from member_loss where day >= ${firstDay}::date and ${site}) counted
    full join (${journal(kinds, limited)}) booked using (site_id, member_id, day)
    where coalesce(counted.loss_e4, 0) <> coalesce(booked.loss_e4, 0) limit 20
  `);
}

/** Members whose mark differs from their limits. */
export function findUnmarkedMembers(database: Queryable, siteId: number | undefined): Promise<Found[]> {
  const site = siteId === undefined ? sql`true` : sql`site_id = ${siteId}`;
  return database.rows(sql`
    select site_id as site, format('member %s', member_id) as detail
    from (select site_id, member_id from member where has_play_limits and ${site}) marked
    full join (select distinct site_id, member_id from member_limit where kind <> 'deposit' and ${site}) limited
      using (site_id, member_id)
    where marked.member_id is null or limited.member_id is null limit 20
  `);
}
