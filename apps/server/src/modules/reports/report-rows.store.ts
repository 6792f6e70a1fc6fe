// SQL of the reports: rows with the columns of their entry.
//
// Always true: sums come from report_ tables. Rows of the journal are read in the hours that have such transfers, by
// the BRIN index on the time, and at most so many hours as a page needs; grants by the index on the time beside games.
//
// Elsewhere: the entries (packages/contract/src/back-office/reports.ts), parameters (report-rows.ts).

import type { MemberReportSort, ReportUnit } from '@chaba/contract/back-office/reports';
import { type Queryable, type Sql, sql } from '@chaba/database';

import { chart } from '#core/chart-of-accounts';

import { GIFT_KINDS, houseSums } from './reports.store.ts';
import type { RollupSpan } from './rollups.store.ts';

export type ReportCells = Readonly<Record<string, bigint | number | string | Date | null>>;

const ZONE = 'Asia/Bangkok';

/** The first and the last day of the day, week or month of an hour; the last one not after `to`. */
const periodOf = (unit: ReportUnit): Sql => sql`date_trunc(${unit}, hour at time zone ${ZONE})::date`;
const periodEnd = (unit: ReportUnit, to: string): Sql =>
  sql`least((period + ('1 ' || ${unit}::text)::interval - interval '1 day')::date, ${to}::date)`;
const periodStart = (from: string): Sql => sql`greatest(period, ${from}::date)`;

export type PeriodQuery = {
  readonly span: RollupSpan;
  readonly unit: ReportUnit;
  readonly from: string;
  readonly to: string;
};

/** The sums of each period, the newest first; periods without an hour are absent. */
export function listMoney(
  database: Queryable,
  siteId: number,
  { span, unit, from, to }: PeriodQuery,
): Promise<ReportCells[]> {
  return database.rows(sql`
    select ${periodStart(from)}::text as from, ${periodEnd(unit, to)}::text as to, deposits, withdrawals,
      deposits - withdrawals as net, ggr, tips, gifts, registered
    from (
      select period, coalesce(sum(registered), 0)::int as registered, ${houseSums} from (
        select ${periodOf(unit)} as period, null::smallint as kind, null::bigint as change, registered from report_hour
        where site_id = ${siteId} and hour >= ${span.from} and hour < ${span.to}
        union all
        select ${periodOf(unit)}, side.kind, side.change, 0 from report_money_hour
        cross join lateral (values (from_kind, -amount_e4), (to_kind, amount_e4)) as side (kind, change)
        where site_id = ${siteId} and hour >= ${span.from} and hour < ${span.to}
      ) as part group by 1
    ) as money
    order by period desc`);
}

const costOf = (kind: number): Sql => sql`coalesce(-sum(change) filter (where kind = ${kind}), 0)::bigint`;

/** The cost of each kind of gift, less returned gifts. */
export function listGifts(
  database: Queryable,
  siteId: number,
  { span, unit, from, to }: PeriodQuery,
): Promise<ReportCells[]> {
  return database.rows(sql`
    select ${periodStart(from)}::text as from, ${periodEnd(unit, to)}::text as to, bonuses, codes, wheel, cashback, referral, adjustments,
      bonuses + codes + wheel + cashback + referral + adjustments as gifts
    from (
      select ${periodOf(unit)} as period, ${costOf(chart.bonusCost.kind)} as bonuses, ${costOf(chart.codeCost.kind)} as codes,
        ${costOf(chart.prizeCost.kind)} as wheel, ${costOf(chart.cashbackCost.kind)} as cashback,
        ${costOf(chart.affiliateCost.kind)} as referral, ${costOf(chart.adjustments.kind)} as adjustments
      from report_money_hour
      cross join lateral (values (from_kind, -amount_e4), (to_kind, amount_e4)) as side (kind, change)
      where site_id = ${siteId} and hour >= ${span.from} and hour < ${span.to} and kind = any(${GIFT_KINDS}::smallint[])
      group by 1
    ) as cost order by period desc`);
}

const sumOf = (from: number | undefined, to: number | undefined, isOut = true): Sql => {
  const side = isOut ? sql`from_kind = ${from ?? 0}` : sql`to_kind = ${to ?? 0}`;
  const other = isOut && to !== undefined ? sql`and to_kind = ${to}` : sql``;
  return sql`coalesce(sum(amount_e4) filter (where ${side} ${other}), 0)::bigint`;
};

const cost = { cashback: chart.cashbackCost.kind, referral: chart.affiliateCost.kind } as const;
const wallet = { cashback: chart.cashback.kind, referral: chart.affiliate.kind } as const;

/** Calculated, moved to a member's game wallet, returned to the house. */
export function listCashback(database: Queryable, siteId: number, query: PeriodQuery): Promise<ReportCells[]> {
  return listFlows(database, siteId, query, {
    columns: sql`calculated, claimed, expired`,
    sums: sql`${sumOf(cost.cashback, wallet.cashback)} as calculated,
      coalesce(sum(amount_e4) filter (where from_kind = ${wallet.cashback} and to_kind <> ${cost.cashback}), 0)::bigint as claimed,
      ${sumOf(wallet.cashback, cost.cashback)} as expired`,
    kinds: [cost.cashback, wallet.cashback],
  });
}

export function listReferral(database: Queryable, siteId: number, query: PeriodQuery): Promise<ReportCells[]> {
  return listFlows(database, siteId, query, {
    columns: sql`income, withdrawn, taken_back as "takenBack"`,
    sums: sql`${sumOf(cost.referral, undefined)} as income,
      coalesce(sum(amount_e4) filter (where from_kind = ${wallet.referral} and to_kind <> ${cost.referral}), 0)::bigint as withdrawn,
      ${sumOf(undefined, cost.referral, false)} as taken_back`,
    kinds: [cost.referral, wallet.referral],
  });
}

function listFlows(
  database: Queryable,
  siteId: number,
  { span, unit, from, to }: PeriodQuery,
  { columns, sums, kinds }: { readonly columns: Sql; readonly sums: Sql; readonly kinds: readonly number[] },
): Promise<ReportCells[]> {
  return database.rows(sql`
    select ${periodStart(from)}::text as from, ${periodEnd(unit, to)}::text as to, ${columns}
    from (
      select ${periodOf(unit)} as period, ${sums} from report_money_hour
      where site_id = ${siteId} and hour >= ${span.from} and hour < ${span.to}
        and (from_kind = any(${[...kinds]}::smallint[]) or to_kind = any(${[...kinds]}::smallint[]))
      group by 1
    ) as flow order by period desc`);
}

/** Sums by accounts and reason, the greatest first. */
export function listMovements(database: Queryable, siteId: number, span: RollupSpan): Promise<ReportCells[]> {
  return database.rows(sql`
    select from_kind as "fromKind", to_kind as "toKind", reason, sum(transfers)::int as transfers,
      sum(amount_e4)::bigint as amount
    from report_money_hour where site_id = ${siteId} and hour >= ${span.from} and hour < ${span.to}
    group by 1, 2, 3 order by 5 desc, 1, 2, 3`);
}

export type TransferQuery = {
  readonly span: RollupSpan;
  readonly fromKind: number;
  readonly toKind: number;
  readonly reason: string;
  /** The time in milliseconds, and the owner and number, of the last row of the page before. */
  readonly before: { readonly ms: bigint; readonly owner: bigint; readonly transfer: bigint } | undefined;
  readonly limit: number;
};

/** Transfers of one kind, the newest first. The newest hours are read whose counts, beside the first, fill a page. */
export function listTransfers(database: Queryable, siteId: number, query: TransferQuery): Promise<ReportCells[]> {
  const { span, fromKind, toKind, reason, before, limit } = query;
  const end = before === undefined ? span.to : new Date(Number(before.ms) + 1);
  const isKind = sql`from_kind = ${fromKind} and to_kind = ${toKind}`;
  return database.rows(sql`
    with hours as materialized (
      select hour, sum(transfers) over (order by hour desc) - transfers - first_value(transfers) over (order by hour desc)
        as between_them
      from report_money_hour
      where site_id = ${siteId} and ${isKind} and reason = ${reason} and hour >= ${span.from} and hour < ${end}
    ), bounds as materialized (
      select min(hour) as first from hours where between_them <= ${limit}
    )
    select created_at as at, floor(extract(epoch from created_at) * 1000)::bigint as ms, owner_id as owner,
      transfer_id as transfer, nullif(owner_id, 0) as member, key, amount_e4 as amount
    from ledger_transfer
    where site_id = ${siteId} and created_at >= (select first from bounds) and created_at < ${end} and ${isKind}
      and left(reason, 60) = ${reason}
      and (${before === undefined} or (floor(extract(epoch from created_at) * 1000)::bigint, owner_id, transfer_id)
        < (${before?.ms ?? 0n}, ${before?.owner ?? 0n}, ${before?.transfer ?? 0n}))
    order by ms desc, owner_id desc, transfer_id desc limit ${limit}`);
}

const playColumns = sql`sum(bets)::int as bets, sum(stake_e4)::bigint as stakes, sum(payout_e4)::bigint as payouts,
  sum(prize_e4)::bigint as prizes, sum(tip_e4)::bigint as tips, sum(stake_e4 - payout_e4 - prize_e4)::bigint as ggr`;
/** Tenths of a percent of the stakes, rounded half away from zero; null without stakes. */
const share = sql`case when sum(stake_e4) > 0 then round(sum(stake_e4 - payout_e4 - prize_e4) * 1000 / sum(stake_e4))::int end as share`;

export function listProviders(database: Queryable, siteId: number, span: RollupSpan): Promise<ReportCells[]> {
  return database.rows(sql`
    select provider, ${playColumns}, ${share} from report_play_slice
    where site_id = ${siteId} and slice >= ${span.from} and slice < ${span.to} group by 1 order by ggr desc, 1`);
}

export function listGames(
  database: Queryable,
  siteId: number,
  { span, provider, limit }: { readonly span: RollupSpan; readonly provider: string; readonly limit: number },
): Promise<ReportCells[]> {
  return database.rows(sql`
    select game_code as game, ${playColumns}, ${share} from report_play_slice
    where site_id = ${siteId} and slice >= ${span.from} and slice < ${span.to} and provider = ${provider}
    group by 1 order by ggr desc, 1 limit ${limit}`);
}

const ORDERS: Readonly<Record<MemberReportSort, Sql>> = {
  won: sql`ggr, member`,
  lost: sql`ggr desc, member`,
  deposits: sql`deposits desc, member`,
};

/** Results of members, from their days. */
export function listMemberResults(
  database: Queryable,
  siteId: number,
  query: { readonly from: string; readonly to: string; readonly sort: MemberReportSort; readonly limit: number },
): Promise<ReportCells[]> {
  const { from, to, sort, limit } = query;
  return database.rows(sql`
    select * from (
      select member_id as member, sum(deposit_e4)::bigint as deposits, sum(withdrawal_e4)::bigint as withdrawals,
        sum(bets)::int as bets, sum(stake_e4)::bigint as stakes,
        sum(stake_e4 - payout_e4 - prize_e4)::bigint as ggr, sum(gift_e4)::bigint as gifts
      from report_member_day where site_id = ${siteId} and day between ${from}::date and ${to}::date group by 1
    ) as result order by ${ORDERS[sort]} limit ${limit}`);
}

/** Grants by promotion: the bonuses in the journal with their grants. */
export function listPromotions(database: Queryable, siteId: number, span: RollupSpan): Promise<ReportCells[]> {
  return database.rows(sql`
    select promotion_id as promotion, count(*)::int as grants, count(distinct member_id)::int as members,
      sum(deposit_e4)::bigint as deposits, sum(bonus_e4)::bigint as bonuses
    from ledger_transfer as transfer
    join bonus_grant on bonus_grant.site_id = transfer.site_id and member_id = owner_id
      and bonus_grant.transfer_id = transfer.transfer_id
    where transfer.site_id = ${siteId} and created_at >= ${span.from} and created_at < ${span.to}
      and from_kind = ${chart.bonusCost.kind} and from_kind <> account_kind('games') and to_kind <> account_kind('games')
    group by 1 order by bonuses desc, 1`);
}
