// SQL of the member's history: pages by key, newest first, over the views history_… of the migrations.
//
// Always true: a page reads its rows from the member's own index and stops at its length, at any depth of the history.
// A condition is added only if requested, because an optional one would prevent the use of the index.

import { type Queryable, sql, type Sql } from '@chaba/database';
import type { Money } from '@chaba/money';

/** Display state of a movement (spec §4). */
export type DisplayState = 'approved' | 'pending' | 'failed';

export type HistoryCursor = { readonly at: Date; readonly id: bigint };

export type PageRequest = {
  readonly before: HistoryCursor | undefined;
  /** Bangkok days, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly shown: DisplayState | undefined;
  /** Movement types to include; undefined: all. */
  readonly types: readonly AccountMovementType[] | undefined;
  readonly limit: number;
};

export type AccountMovementType = 'DEPOSIT' | 'AFFILIATE' | 'CASHBACK' | 'WITHDRAW';

export type HistoryMovement = {
  readonly id: bigint;
  readonly type: AccountMovementType;
  readonly state: string;
  readonly amount: Money;
  readonly createdAt: Date;
  readonly bonusId: string | null;
};

export type DepositMovement = HistoryMovement & { readonly reviewReason: string | null };

export type WithdrawalMovement = HistoryMovement & {
  readonly bankCode: string;
  readonly account: string;
  readonly failureReason: string | null;
  readonly closedAt: Date | null;
  /** Reason why the payout has not been submitted to the bank. */
  readonly waitReason: string | null;
  /** The bank's state contradicts the posted one. */
  readonly isDisputed: boolean;
};

// Literals instead of parameters, so that PostgreSQL can match the partial indexes.
const depositStates: Readonly<Record<DisplayState, Sql>> = {
  approved: sql` and state in ('credited', 'parked')`,
  pending: sql` and state = 'review'`,
  failed: sql` and state = 'returned'`,
};
const withdrawalStates: Readonly<Record<DisplayState, Sql>> = {
  approved: sql` and state = 'paid'`,
  pending: sql` and state in ('requested', 'approved', 'paying')`,
  failed: sql` and state in ('rejected', 'failed', 'returned')`,
};

const depositColumns = sql`bonus_id as "bonusId", review_reason as "reviewReason"`;
const movementColumns = sql`movement_id as id, type, state, amount_e4 as amount, created_at as "createdAt"`;

/** The bonus id of adjustments in the views. */
export const ADJUSTMENT = 'ADJUSTMENT';

// Views by movement type. A page of one type reads no other view.
const depositViews = [
  { type: 'DEPOSIT', view: sql`history_deposit` },
  { type: 'CASHBACK', view: sql`history_cashback` },
  { type: 'AFFILIATE', view: sql`history_affiliate` },
  { type: 'DEPOSIT', view: sql`history_item_code` },
  { type: 'DEPOSIT', view: sql`history_credit` },
  { type: 'WITHDRAW', view: sql`history_debit` },
] as const;

export async function withdrawalPage(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  page: PageRequest,
): Promise<WithdrawalMovement[]> {
  if (!isIncluded('WITHDRAW', page)) return [];
  return database.rows(sql`
    select ${movementColumns}, null as "bonusId", bank_code as "bankCode", account, failure_reason as "failureReason", closed_at as "closedAt",
      delay_reason as "waitReason", is_disputed as "isDisputed"
    from history_withdrawal ${conditions(siteId, memberId, page, withdrawalStates)} ${order(page.limit)}`);
}

/** All types in one list: each view returns its own page, and the newest rows of these form the result. */
export async function transferPage(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  page: PageRequest,
): Promise<DepositMovement[]> {
  return database.rows(transferQuery(siteId, memberId, page));
}

function transferQuery(siteId: number, memberId: bigint, page: PageRequest): Sql {
  const parts = depositParts(siteId, memberId, page);
  if (isIncluded('WITHDRAW', page)) {
    const rest = sql`${conditions(siteId, memberId, page, withdrawalStates)} ${order(page.limit)}`;
    parts.push(
      sql`select ${movementColumns}, null as "bonusId", null as "reviewReason" from history_withdrawal ${rest}`,
    );
  }
  return selectNewest(parts, page.limit);
}

export type HistoryTotals = { readonly in: Money; readonly out: Money };

/** Approved sums of a range with a start; the member's indexes bound the rows read. */
export async function loadTotals(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  page: Pick<PageRequest, 'from' | 'to' | 'types'> & { readonly kinds: 'out' | 'both' },
): Promise<HistoryTotals> {
  const range = { ...page, before: undefined, shown: 'approved', limit: 0 } as const;
  const into = page.kinds === 'out' ? [] : depositViews.filter(({ type }) => isIncluded(type, range));
  const out = isIncluded('WITHDRAW', range);
  const parts = into.map(({ type, view }) => {
    const columns = type === 'WITHDRAW' ? sql`0::bigint, amount_e4` : sql`amount_e4, 0::bigint`;
    return sql`select ${columns} from ${view} ${conditions(siteId, memberId, range, depositStates)}`;
  });
  const taken = sql`select 0::bigint, amount_e4 from history_withdrawal ${conditions(siteId, memberId, range, withdrawalStates)}`;
  if (out) parts.push(taken);
  const nothing = sql`select 0::bigint, 0::bigint`;
  return database.one(sql`
    select coalesce(sum(came_in), 0)::bigint as "in", coalesce(sum(went_out), 0)::bigint as "out"
    from (${unionAll([nothing, ...parts])}) as movement (came_in, went_out)`);
}

export type NetPosition = {
  readonly stakes: Money;
  readonly payouts: Money;
  readonly deposits: Money;
  readonly withdrawals: Money;
};

/** Distance from today: calendar months, then days. */
export type RangeSpan = { readonly months: number; readonly days: number };

/** Settled rounds, deposits and withdrawals since the start of the range. */
export function loadNetPosition(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  before: RangeSpan,
): Promise<NetPosition> {
  return database.one(positionQuery(siteId, memberId, before));
}

// Rounds are filtered by opening time, which is indexed; a round stays open for at most a day.
function positionQuery(siteId: number, memberId: bigint, { months, days }: RangeSpan): Sql {
  const own = sql`site_id = ${siteId} and member_id = ${memberId}`;
  return sql`
    with since as materialized (
      select (date_trunc('day', now() at time zone 'Asia/Bangkok') - make_interval(months => ${months}::int, days => ${days}::int)) at time zone 'Asia/Bangkok' as at
    )
    select stakes, payouts, deposits, withdrawals
    from (
      select coalesce(sum(stake_e4), 0)::bigint as stakes, coalesce(sum(payout_e4), 0)::bigint as payouts from history_round
      where ${own} and opened_at >= (select at from since) - interval '1 day' and settled_at >= (select at from since)
    ) played, (
      select coalesce(sum(amount_e4), 0)::bigint as deposits from history_deposit
      where ${own} and created_at >= (select at from since) and state in ('credited', 'parked')
    ) came_in, (
      select coalesce(sum(amount_e4), 0)::bigint as withdrawals from history_withdrawal
      where ${own} and created_at >= (select at from since) and state = 'paid'
    ) went_out`;
}

/** Query plan of a page, for the performance test. */
export function explainTransferPage(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  page: PageRequest,
): Promise<string> {
  return explain(database, transferQuery(siteId, memberId, page));
}

/** Query plan of a position. */
export function explainPosition(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  before: RangeSpan,
): Promise<string> {
  return explain(database, positionQuery(siteId, memberId, before));
}

async function explain(database: Queryable, query: Sql): Promise<string> {
  const rows = await database.rows<{ 'QUERY PLAN': string }>(sql`explain (analyze, buffers off, costs off) ${query}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

// Deposits, claims and codes credited as deposits, and adjustments. Each view returns its own page from its own index.
function depositParts(siteId: number, memberId: bigint, page: PageRequest): Sql[] {
  const rest = sql`${conditions(siteId, memberId, page, depositStates)} ${order(page.limit)}`;
  return depositViews
    .filter(({ type }) => isIncluded(type, page))
    .map(({ view }) => sql`select ${movementColumns}, ${depositColumns} from ${view} ${rest}`);
}

function isIncluded(type: AccountMovementType, page: Pick<PageRequest, 'types'>): boolean {
  return page.types === undefined || page.types.includes(type);
}

/** Each part is a page of its own; the newest rows of all parts form the page. */
function selectNewest(parts: readonly Sql[], limit: number): Sql {
  return sql`select * from (${unionAll(parts)}) parts order by "createdAt" desc, id desc limit ${limit}`;
}

function unionAll(parts: readonly Sql[]): Sql {
  const [first = sql`select`, ...others] = parts;
  return others.reduce((all, part) => sql`${all} union all (${part})`, sql`(${first})`);
}

function conditions(
  siteId: number,
  memberId: bigint,
  { before, from, to, shown }: PageRequest,
  states: Readonly<Record<DisplayState, Sql>>,
): Sql {
  const older = before ? sql` and (created_at, movement_id) < (${before.at}, ${before.id})` : sql``;
  const since = from ? sql` and created_at >= (${from}::date)::timestamp at time zone 'Asia/Bangkok'` : sql``;
  const until = to ? sql` and created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok'` : sql``;
  const inStates = shown ? states[shown] : sql``;
  return sql`where site_id = ${siteId} and member_id = ${memberId}${older}${since}${until}${inStates}`;
}

function order(limit: number): Sql {
  return sql`order by created_at desc, movement_id desc limit ${limit}`;
}
