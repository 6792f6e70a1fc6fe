// What the simulation looks up in the product's tables.

import { type Queryable, sql } from '@chaba/database';

/** What a member's rounds turned over together, as the rounds say it. */
export async function turnoverOf(database: Queryable, siteId: number, memberId: bigint): Promise<bigint> {
  const row = await database.one<{ turnover: string }>(sql`
    select coalesce(sum(turnover_e4), 0)::text as turnover from game_round
    where site_id = ${siteId} and member_id = ${memberId}`);
  return BigInt(row.turnover);
}
