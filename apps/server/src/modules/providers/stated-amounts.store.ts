// SQL of amounts that were rounded to the wallet's unit. Rows in, rows out.
//
// Elsewhere: the rounding rule of each protocol (amb/amb.ts, hub88/hub88-amounts.ts), recording (gateway.ts).

import { type Queryable, sql } from '@chaba/database';

/** Records the amount of each transaction once. */
export async function recordStatedAmounts(
  database: Queryable,
  siteId: number,
  provider: string,
  stated: readonly { readonly txHash: string; readonly baht: string }[],
): Promise<void> {
  await database.execute(sql`
    insert into stated_amount (site_id, tx_hash, provider, stated_baht)
    select ${siteId}, tx_hash, ${provider}, baht
    from unnest(${stated.map(({ txHash }) => txHash)}::uuid[], ${stated.map(({ baht }) => baht)}::numeric[])
      as stated (tx_hash, baht)
    on conflict do nothing
  `);
}

export type RoundedDay = {
  readonly provider: string;
  readonly day: string;
  readonly count: number;
  /** Sum of the applied amounts less the stated ones, by operation, as a decimal text in baht. */
  readonly bets: string;
  readonly wins: string;
};

/** The applied amounts that were rounded, by Bangkok day; the newest days first. */
export function listRoundedDays(database: Queryable, siteId: number, limit: number): Promise<RoundedDay[]> {
  return database.rows(sql`
    select done.provider, (done.created_at at time zone 'Asia/Bangkok')::date as day, count(*)::int as count,
      trim_scale(coalesce(sum(amount_e4 / 10000.0 - stated_baht) filter (where operation in ('bet', 'tip')), 0))::text
        as bets,
      trim_scale(coalesce(sum(amount_e4 / 10000.0 - stated_baht) filter (where operation not in ('bet', 'tip')), 0))::text
        as wins
    from stated_amount join wallet_transaction done using (site_id, tx_hash)
    where site_id = ${siteId}
    group by 1, 2 order by 2 desc, 1 limit ${limit}
  `);
}
