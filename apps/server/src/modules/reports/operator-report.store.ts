// SQL of the report of operators: decisions by person, kind and period, from the entries of the audit alone.
//
// Always true: entries are read by their time. An action is undone where a later entry of its opposite has the same
// subject, and no repetition of the action stands between the two.
//
// Elsewhere: the entries (operators/audit-chain.store.ts), parameters (report-rows.ts).

import { type Queryable, type Sql, sql } from '@chaba/database';

import type { PeriodQuery, ReportCells } from './report-rows.store.ts';

const ZONE = 'Asia/Bangkok';
/** Opposite and action. */
const UNDOING = [
  ['withdrawal.reopen', 'withdrawal.approve'],
  ['withdrawal.stop', 'withdrawal.approve'],
  ['deposit.dispute', 'deposit.attach'],
  ['member.unlock', 'member.lock'],
  ['member.untag', 'member.tag'],
  ['provider.open', 'provider.close'],
] as const;
/** Whether an entry's action is the opposite of another's. */
const isOpposite = (later: Sql, earlier: Sql): Sql =>
  sql`${later} || ' ' || ${earlier} = any(${UNDOING.map((pair) => pair.join(' '))}::text[])`;

type EntryQuery = Pick<PeriodQuery, 'span'> & {
  /** Undefined: all people. */
  readonly operator: string | undefined;
  /** Undefined: all kinds of `actions`. */
  readonly action: string | undefined;
  readonly actions: readonly string[];
};

const entriesOf = (siteId: number, { span, operator, action, actions }: EntryQuery): Sql => sql`
  select *, case when before_amount ~ '^[0-9]{1,12}\\.[0-9]{2}$' then (before_amount::numeric * 10000)::bigint end as amount,
    entry.outcome = 'done' and exists (
      select from audit_entry as later
      where later.site_id = ${siteId} and later.subject = entry.subject and later.sequence > entry.sequence
        and later.outcome = 'done' and ${isOpposite(sql`later.action`, sql`entry.action`)} and not exists (
        select from audit_entry as again where again.site_id = ${siteId} and again.subject = entry.subject
          and again.action = entry.action and again.outcome = 'done' and again.sequence > entry.sequence
          and again.sequence < later.sequence)
    ) as is_undone
  from (
    select sequence, to_timestamp(acted_ms / 1000.0) as at, action, subject, operator, outcome,
      content::jsonb #>> '{before,amount}' as before_amount, content::jsonb ->> 'code' as code,
      content::jsonb ->> 'reason' as reason, (content::jsonb ->> 'waitedSeconds')::int as waited,
      (content::jsonb ->> 'targetSeconds')::int as target
    from audit_entry where site_id = ${siteId} and acted_ms >= ${BigInt(span.from.getTime())}
      and acted_ms < ${BigInt(span.to.getTime())} and action = any(${[...actions]}::text[])
      ${operator === undefined ? sql`` : sql`and operator = ${operator}`}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
  ) as entry`;

/** The decisions of each person and kind in each period, the newest first. */
export function listOperatorWork(
  database: Queryable,
  siteId: number,
  query: EntryQuery & PeriodQuery & { readonly limit: number },
): Promise<ReportCells[]> {
  const { unit, from, to, limit } = query;
  return database.rows(sql`
    select greatest(period, ${from}::date)::text as from,
      least((period + ('1 ' || ${unit}::text)::interval - interval '1 day')::date, ${to}::date)::text as to,
      operator, action, (count(*) filter (where outcome = 'done'))::int as done,
      (count(*) filter (where outcome = 'requested'))::int as requested,
      (count(*) filter (where outcome = 'refused'))::int as refused,
      (count(*) filter (where is_undone))::int as undone,
      coalesce(sum(amount) filter (where outcome <> 'refused'), 0)::bigint as amount,
      percentile_disc(0.5) within group (order by waited) filter (where outcome <> 'refused') as median,
      max(target) as target,
      (count(*) filter (where waited > target and outcome <> 'refused'))::int as overdue
    from (select *, date_trunc(${unit}, at at time zone ${ZONE})::date as period from (${entriesOf(siteId, query)}) as entry) as entry
    group by period, operator, action order by period desc, operator, action limit ${limit}`);
}

/** Single decisions, the newest first. */
export function listDecisions(
  database: Queryable,
  siteId: number,
  query: EntryQuery & { readonly limit: number },
): Promise<ReportCells[]> {
  return database.rows(sql`
    select at, operator, action, subject, outcome, code, amount, waited, target, reason
    from (${entriesOf(siteId, query)}) as entry order by sequence desc limit ${query.limit}`);
}
