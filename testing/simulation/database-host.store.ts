// Queries of the simulation on the product's tables.

import { type Queryable, sql } from '@chaba/database';

/** Sums the turnover that a member's rounds record. */
export async function turnoverOf(database: Queryable, siteId: number, memberId: bigint): Promise<bigint> {
  const row = await database.one<{ turnover: string }>(sql`
    select coalesce(sum(turnover_e4), 0)::text as turnover from game_round
    where site_id = ${siteId} and member_id = ${memberId}`);
  return BigInt(row.turnover);
}

/** The state of a round and its waiting free spins. */
export async function findRound(
  database: Queryable,
  siteId: number,
  { memberId, roundId }: { readonly memberId: bigint; readonly roundId: string },
): Promise<{ state: 'open' | 'closed' | 'void'; freeSpins: number } | undefined> {
  const [row] = await database.rows<{ state: 'open' | 'closed' | 'void'; free_spins: number }>(sql`
    select state, free_spins from game_round
    where site_id = ${siteId} and member_id = ${memberId} and round_id = ${roundId}`);
  return row && { state: row.state, freeSpins: row.free_spins };
}
