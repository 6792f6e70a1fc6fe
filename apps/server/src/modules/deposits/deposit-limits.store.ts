// SQL of what limits for deposits are held against. Rows in, rows out.

import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

/** What was credited since each of these times, in their order. */
export async function depositedSince(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly begins: readonly Date[] },
): Promise<Money[]> {
  const rows = await database.rows<{ sum: Money }>(sql`
    select (select coalesce(sum(amount_e4), 0)::bigint from deposit
      where site_id = ${siteId} and member_id = ${of.memberId} and credited_at >= begun) as sum
    from unnest(${of.begins}::timestamptz[]) with ordinality as spans (begun, place) order by place
  `);
  return rows.map(({ sum }) => sum);
}
