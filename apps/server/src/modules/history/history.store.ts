// SQL of the member's history: pages by key, newest first, over the views of migrations 0008 and later.
//
// Always true: a page reads its rows from the member's own index and stops at its length, wherever in the history it lies.
// Conditions are added only when they are asked for, because an optional one would keep the index from being used.

import { type Database, type Queryable, sql, type Sql } from '@chaba/database';
import type { Money } from '@chaba/money';

/** What a member is shown of a state (spec §4). */
export type Shown = 'approved' | 'pending' | 'failed';

export type Position = { readonly at: Date; readonly id: bigint };

export type PageRequest = {
  readonly before: Position | undefined;
  /** Bangkok days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly shown: Shown | undefined;
  readonly limit: number;
};

export type Movement = {
  readonly id: bigint;
  readonly type: 'DEPOSIT' | 'AFFILIATE' | 'CASHBACK' | 'WITHDRAW';
  readonly state: string;
  readonly amount: Money;
  readonly createdAt: Date;
  readonly bonusId: string | null;
};

export type DepositMovement = Movement & { readonly reviewReason: string | null };

export type WithdrawalMovement = Movement & {
  readonly bankCode: string;
  readonly account: string;
  readonly failureReason: string | null;
  readonly closedAt: Date | null;
};

// Written out and not bound, so that PostgreSQL can see which partial index of migration 0008 fits.
const depositStates: Readonly<Record<Shown, Sql>> = {
  approved: sql` and state in ('credited', 'parked')`,
  pending: sql` and state = 'review'`,
  failed: sql` and state = 'returned'`,
};
const withdrawalStates: Readonly<Record<Shown, Sql>> = {
  approved: sql` and state = 'paid'`,
  pending: sql` and state in ('requested', 'approved', 'paying')`,
  failed: sql` and state in ('rejected', 'failed')`,
};

const depositColumns = sql`bonus_id as "bonusId", review_reason as "reviewReason"`;
const movementColumns = sql`movement_id as id, type, state, amount_e4 as amount, created_at as "createdAt"`;

export function depositPage(
  database: Database,
  siteId: number,
  memberId: bigint,
  page: PageRequest,
): Promise<DepositMovement[]> {
  return database.rows(depositQuery(siteId, memberId, page));
}

export function withdrawalPage(
  database: Database,
  siteId: number,
  memberId: bigint,
  page: PageRequest,
): Promise<WithdrawalMovement[]> {
  return database.rows(sql`
    select ${movementColumns}, null as "bonusId", bank_code as "bankCode", account, failure_reason as "failureReason", closed_at as "closedAt"
    from history_withdrawal ${conditions(siteId, memberId, page, withdrawalStates)} ${order(page.limit)}`);
}

/** All kinds in one order: each gives its own page, and the newest of them are the page of all. */
export function transferPage(
  database: Database,
  siteId: number,
  memberId: bigint,
  page: PageRequest,
): Promise<Movement[]> {
  return database.rows(sql`
    select * from (
      (${depositQuery(siteId, memberId, page, sql`bonus_id as "bonusId"`)})
      union all
      (select ${movementColumns}, null as "bonusId" from history_withdrawal ${conditions(siteId, memberId, page, withdrawalStates)} ${order(page.limit)})
    ) all_kinds
    order by "createdAt" desc, id desc limit ${page.limit}`);
}

/** How PostgreSQL reads a page, for the test that keeps it quick. */
export async function explainDepositPage(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  page: PageRequest,
): Promise<string> {
  const rows = await database.rows<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, buffers off, costs off) ${depositQuery(siteId, memberId, page)}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

// Deposits, and the claims and codes that came in as one. Each view gives its own page, so that each is read from its own index.
function depositQuery(siteId: number, memberId: bigint, page: PageRequest, also = depositColumns): Sql {
  const rest = sql`${conditions(siteId, memberId, page, depositStates)} ${order(page.limit)}`;
  return sql`
    select * from (
      (select ${movementColumns}, ${also} from history_deposit ${rest})
      union all
      (select ${movementColumns}, ${also} from history_cashback ${rest})
      union all
      (select ${movementColumns}, ${also} from history_affiliate ${rest})
      union all
      (select ${movementColumns}, ${also} from history_item_code ${rest})
    ) what_came_in
    order by "createdAt" desc, id desc limit ${page.limit}`;
}

function conditions(
  siteId: number,
  memberId: bigint,
  { before, from, to, shown }: PageRequest,
  states: Readonly<Record<Shown, Sql>>,
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
