// SQL of adjustments. Contains no decisions.
//
// Elsewhere: the keys that tie a row to its approved request (packages/database/migrations/0011_adjustments.sql).

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type AdjustmentDirection = 'credit' | 'debit';
export type AdjustmentKind = 'goodwill' | 'correction' | 'confiscation';

/** Adds the row of an approved request, with the hash of its content. */
export async function insertAdjustment(
  tx: Transaction,
  siteId: number,
  row: {
    readonly requestId: bigint;
    readonly memberId: bigint;
    readonly direction: AdjustmentDirection;
    readonly kind: AdjustmentKind;
    readonly amount: Money;
    readonly gift: Money;
    readonly turnoverTimes: number;
    readonly evidence: string;
    readonly notice: string;
  },
): Promise<void> {
  await tx.execute(sql`
    insert into adjustment (site_id, request_id, content_hash, member_id, direction, kind, amount_e4, gift_e4, turnover_times, evidence, notice)
    select ${siteId}, request_id, content_hash, ${row.memberId}::bigint, ${row.direction}, ${row.kind}, ${row.amount}::bigint,
      ${row.gift}::bigint, ${row.turnoverTimes}::int, ${row.evidence}, ${row.notice}
    from approval_request where site_id = ${siteId} and request_id = ${row.requestId}`);
}

/** Gifts of credits less those that corrections took back. */
export async function sumGifts(database: Queryable, siteId: number, memberId: bigint): Promise<Money> {
  const row = await database.one<{ sum: Money }>(sql`
    select coalesce(sum(gift_e4), 0)::bigint as sum from adjustment where site_id = ${siteId} and member_id = ${memberId}`);
  return row.sum;
}
