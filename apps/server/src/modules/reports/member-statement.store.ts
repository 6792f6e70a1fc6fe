// SQL of the statement of a member: the journal between the member's wallets and the house. Contains no decisions.
//
// Always true: transfers between two wallets of the member change nothing and are left out, and so are coins and spins.
// For the opening the transfers before the span or those since are read, whichever are fewer.

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

/** A transfer is written at most so much later than the begin of its transaction, which is its time. */
const TRANSACTION_MS = 3_600_000;

/**
 * The number before which all transfers of a member are older than a moment, found by halving: numbers of a member grow
 * with time but for the length of a transaction.
 */
const findNumber = (siteId: number, memberId: bigint, at: Date) => sql`
  with recursive search (low, high) as (
    select coalesce(min(transfer_id), 0), coalesce(max(transfer_id), 0) + 1 from ledger_transfer
    where site_id = ${siteId} and owner_id = ${memberId}
    union all
    select case when is_later then low else middle + 1 end, case when is_later then middle else high end
    from (select low, high, (low + high) / 2 as middle from search where low < high) as half
    cross join lateral (
      select coalesce((select created_at >= ${at} from ledger_transfer
        where site_id = ${siteId} and owner_id = ${memberId} and transfer_id >= middle and transfer_id < high
        order by transfer_id limit 1), true) as is_later) as probe
  )
  select low from search where low = high`;

/** Transfers of the member with the house: what each changes for the member. */
const moved = (siteId: number, memberId: bigint) => sql`
  select transfer_id, created_at, key, greatest(from_kind, to_kind) as account,
    case when from_kind >= 100 then amount_e4 else -amount_e4 end as change
  from ledger_transfer
  where site_id = ${siteId} and owner_id = ${memberId} and (from_kind >= 100) <> (to_kind >= 100)
    and least(from_kind, to_kind) not in (${chart.coin.kind}, ${chart.spin.kind})`;

const movedSince = (siteId: number, { memberId, from }: Omit<StatementSpan, 'to'>) => sql`${moved(siteId, memberId)}
    and created_at >= ${from}
    and transfer_id >= (${findNumber(siteId, memberId, new Date(from.getTime() - TRANSACTION_MS))})`;

const movedBefore = (siteId: number, { memberId, to }: Omit<StatementSpan, 'from'>) => sql`${moved(siteId, memberId)}
    and created_at < ${to} and transfer_id < (${findNumber(siteId, memberId, new Date(to.getTime() + TRANSACTION_MS))})`;

/**
 * The money of the member before a moment: the transfers before it, or where those are more, the money of now without
 * the transfers since.
 */
export async function loadOpening(
  database: Queryable,
  siteId: number,
  { memberId, from }: Omit<StatementSpan, 'to'>,
): Promise<Money> {
  const { opening } = await database.one<{ opening: Money }>(sql`
    select case when (select (${findNumber(siteId, memberId, from)}) - min(transfer_id) <= max(transfer_id)
          - (${findNumber(siteId, memberId, from)})
        from ledger_transfer where site_id = ${siteId} and owner_id = ${memberId})
      then (select coalesce(sum(change), 0) from (${movedBefore(siteId, { memberId, to: from })}) as earlier)
      else (select coalesce(sum(balance_e4), 0) from ledger_balance where site_id = ${siteId} and owner_id = ${memberId}
          and kind not in (${chart.coin.kind}, ${chart.spin.kind}))
        - (select coalesce(sum(change), 0) from (${movedSince(siteId, { memberId, from })}) as later)
      end::bigint as opening`);
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
      select *, ${day} as day from (${movedSince(siteId, span)}) as later where created_at < ${span.to}
        and transfer_id < (${findNumber(siteId, span.memberId, new Date(span.to.getTime() + TRANSACTION_MS))}))
    select day::text as day, at, account, key, change from (
      select day, created_at as at, account, key, change, transfer_id as place from moved
      where account <> ${chart.games.kind}
      union all
      select day, null, account, null, sum(change)::bigint, min(sign(change))::bigint from moved
      where account = ${chart.games.kind} group by day, account, sign(change)
    ) as line order by line.day, line.at nulls last, place limit ${limit}`);
}
