// SQL of the statement of a member: the journal between the member's wallets and the house. Contains no decisions.
//
// Always true: transfers between two wallets of the member change nothing and are left out, and so are coins and spins.

import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

export type MemberLine = {
  /** Bangkok day, "2026-11-27". */
  readonly day: string;
  /** Null: the play of a day in one line. */
  readonly at: Date | null;
  /** The account of the house that the money came from or went to. */
  readonly account: number;
  readonly key: string | null;
  readonly change: Money;
};

export type StatementSpan = { readonly memberId: bigint; readonly from: Date; readonly to: Date };

/** Transfers of the member with the house: what each changes for the member. */
const moved = (siteId: number, { memberId, to }: Omit<StatementSpan, 'from'>) => sql`
  select transfer_id, created_at, key, greatest(from_kind, to_kind) as account,
    case when from_kind >= 100 then amount_e4 else -amount_e4 end as change
  from ledger_transfer
  where site_id = ${siteId} and owner_id = ${memberId} and created_at < ${to}
    and (from_kind >= 100) <> (to_kind >= 100)
    and least(from_kind, to_kind) not in (${chart.coin.kind}, ${chart.spin.kind})`;

/** The money of the member before a moment. */
export async function loadOpening(
  database: Queryable,
  siteId: number,
  { memberId, from }: Omit<StatementSpan, 'to'>,
): Promise<Money> {
  const { opening } = await database.one<{ opening: Money }>(sql`
    select coalesce(sum(change), 0)::bigint as opening from (${moved(siteId, { memberId, to: from })}) as earlier`);
  return opening;
}

/** The lines of a span in their order: stakes and results of a day stand after its other lines. */
export function listLines(
  database: Queryable,
  siteId: number,
  { limit, ...span }: StatementSpan & { readonly limit: number },
): Promise<MemberLine[]> {
  const day = sql`(created_at at time zone 'Asia/Bangkok')::date`;
  return database.rows(sql`
    with moved as (
      select *, ${day} as day from (${moved(siteId, span)}) as all_moved where created_at >= ${span.from})
    select day::text as day, at, account, key, change from (
      select day, created_at as at, account, key, change, transfer_id as place from moved
      where account <> ${chart.games.kind}
      union all
      select day, null, account, null, sum(change)::bigint, min(sign(change))::bigint from moved
      where account = ${chart.games.kind} group by day, account, sign(change)
    ) as line order by line.day, line.at nulls last, place limit ${limit}`);
}
