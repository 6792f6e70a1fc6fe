// SQL of the dashboard and the reports.
//
// Always true: only tables of sums (report_…) and ledger_house_balance are read, each by its key that begins with the
// site and the time.
//
// Elsewhere: the writing of the sums (rollups.store.ts).

import { type Queryable, type Sql, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

import type { RollupSpan } from './rollups.store.ts';

const DEPOSIT_KINDS = [chart.bank.kind, chart.unmatched.kind];
const PLAY_KINDS = [chart.games.kind, chart.awards.kind];
export const GIFT_KINDS = [
  chart.bonusCost.kind,
  chart.codeCost.kind,
  chart.prizeCost.kind,
  chart.cashbackCost.kind,
  chart.affiliateCost.kind,
  chart.adjustments.kind,
];

/**
 * Gains and gifts of the house. `deposits` less what was sent back, `withdrawals` paid less what came back, `ggr`
 * stakes less payouts and prizes, `tips` apart, `gifts` bonuses, codes, prizes of the wheel, cashback, commission and
 * adjustments.
 */
export type HouseSums = {
  readonly deposits: Money;
  readonly withdrawals: Money;
  readonly ggr: Money;
  readonly tips: Money;
  readonly gifts: Money;
};

/** The sums of changes of house accounts; the relation has `kind` and `change`. */
export const houseSums = sql`
  coalesce(-sum(change) filter (where kind = any(${DEPOSIT_KINDS}::smallint[])), 0)::bigint as deposits,
  coalesce(sum(change) filter (where kind = ${chart.payouts.kind}), 0)::bigint as withdrawals,
  coalesce(sum(change) filter (where kind = any(${PLAY_KINDS}::smallint[])), 0)::bigint as ggr,
  coalesce(sum(change) filter (where kind = ${chart.tips.kind}), 0)::bigint as tips,
  coalesce(-sum(change) filter (where kind = any(${GIFT_KINDS}::smallint[])), 0)::bigint as gifts`;

/** The changes of house accounts in full hours. */
const changesOf = (siteId: number, { from, to }: RollupSpan): Sql => sql`
  report_money_hour cross join lateral (values (from_kind, -amount_e4), (to_kind, amount_e4)) as side (kind, change)
  where site_id = ${siteId} and hour >= ${from} and hour < ${to}`;

export function findProgress(
  database: Queryable,
  siteId: number,
): Promise<{ readonly hoursUntil: Date; readonly slicesUntil: Date } | undefined> {
  return database.oneOrNone(sql`
    select hours_until as "hoursUntil", slices_until as "slicesUntil" from report_progress where site_id = ${siteId}`);
}

/** The balances now less those at a full hour; a site that began later had none. */
export function sumSinceBalance(database: Queryable, siteId: number, at: Date): Promise<HouseSums> {
  return database.one(sql`
    select ${houseSums} from (
      select kind, balance_e4 as change from ledger_house_balance where site_id = ${siteId}
      union all
      select kind, -balance_e4 from report_house_balance where site_id = ${siteId} and at = ${at}
    ) as changed`);
}

export type SpanCounts = { readonly players: number; readonly registered: number };

/** New members, and the players of each day added up, in full hours. */
export function countSpan(database: Queryable, siteId: number, { from, to }: RollupSpan): Promise<SpanCounts> {
  return database.one(sql`
    select coalesce(sum(players), 0)::int as players, coalesce(sum(registered), 0)::int as registered
    from report_hour where site_id = ${siteId} and hour >= ${from} and hour < ${to}`);
}

export function sumSpan(database: Queryable, siteId: number, span: RollupSpan): Promise<HouseSums & SpanCounts> {
  const { from, to } = span;
  return database.one(sql`
    select * from (select ${houseSums} from ${changesOf(siteId, span)}) as money cross join (
      select coalesce(sum(players), 0)::int as players, coalesce(sum(registered), 0)::int as registered
      from report_hour where site_id = ${siteId} and hour >= ${from} and hour < ${to}) as counted`);
}

export type HourSums = HouseSums & SpanCounts & { readonly hour: Date };

/** Each summed hour, the oldest first. */
export function listHours(database: Queryable, siteId: number, span: RollupSpan): Promise<HourSums[]> {
  return database.rows(sql`
    select hour, players, registered, deposits, withdrawals, ggr, tips, gifts from report_hour
    cross join lateral (
      select ${houseSums} from report_money_hour as money
      cross join lateral (values (from_kind, -amount_e4), (to_kind, amount_e4)) as side (kind, change)
      where money.site_id = report_hour.site_id and money.hour = report_hour.hour
    ) as summed
    where site_id = ${siteId} and hour >= ${span.from} and hour < ${span.to} order by hour`);
}

export type ProviderSums = { readonly provider: string; readonly stakes: Money; readonly ggr: Money };

/** Play of each provider, the greatest result first. */
export function sumProviders(database: Queryable, siteId: number, { from, to }: RollupSpan): Promise<ProviderSums[]> {
  return database.rows(sql`
    select provider, sum(stake_e4)::bigint as stakes, sum(stake_e4 - payout_e4 - prize_e4)::bigint as ggr
    from report_play_slice where site_id = ${siteId} and slice >= ${from} and slice < ${to}
    group by provider order by 3 desc, 1`);
}
