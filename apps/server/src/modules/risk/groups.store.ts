// SQL of the comparison of a group: signals that its members share, first bonuses, bets at tables.
//
// Always true: each statement reads the rows of the given members by their index, and at most `limit` rounds of each.

import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

export type SharedMark = {
  readonly kind: 'device' | 'address';
  readonly mark: string;
  readonly memberIds: readonly bigint[];
};

/** Devices and networks that at least two of these members used, the latest first. */
export function listSharedMarks(
  database: Queryable,
  siteId: number,
  { memberIds, limit }: { readonly memberIds: readonly bigint[]; readonly limit: number },
): Promise<SharedMark[]> {
  return database.rows(sql`
    select kind, encode(signal_hash, 'hex') as mark, array_agg(member_id order by member_id) as "memberIds"
    from risk_signal where site_id = ${siteId} and member_id = any(${memberIds}::bigint[])
    group by kind, signal_hash having count(*) > 1 order by max(last_seen_at) desc limit ${limit}`);
}

export type FirstBonus = { readonly memberId: bigint; readonly bonus: Money; readonly grantedAt: Date };

/** The bonus of a first deposit that each of these members had. */
export function listFirstBonuses(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<FirstBonus[]> {
  return database.rows(sql`
    select distinct on (member_id) member_id as "memberId", bonus_e4 as bonus, granted_at as "grantedAt" from bonus_grant
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and terms ->> 'usable' = 'first_deposit'
    order by member_id, granted_at`);
}

export type TableBets = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly table: string;
  readonly positions: readonly { readonly type: string; readonly stake: string }[];
};

/** The latest bets of each member at tables that name their positions. Stakes are ten-thousandths of a baht. */
export function listTableBets(
  database: Queryable,
  siteId: number,
  { memberIds, limit }: { readonly memberIds: readonly bigint[]; readonly limit: number },
): Promise<TableBets[]> {
  return database.rows(sql`
    select latest.member_id as "memberId", latest.provider, bet ->> 'table' as "table", bet -> 'positions' as positions
    from unnest(${memberIds}::bigint[]) as wanted (member_id)
    cross join lateral (
      select member_id, provider, bets from game_round as round
      where round.site_id = ${siteId} and round.member_id = wanted.member_id
        and opened_at > now() - interval '30 days' order by opened_at desc limit ${limit}
    ) as latest
    cross join lateral jsonb_array_elements(latest.bets) as bet
    where bet ? 'table' and bet ? 'positions' and bet ->> 'state' <> 'void'`);
}
