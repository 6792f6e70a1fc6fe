// The member's history: what came in, what went out, and both in one order. Reads only.
//
// Always true: a page is at most twenty rows and names the place where the next begins; rows that arrive meanwhile never make
// a row appear twice or be skipped. A member sees nothing of anybody else's.
//
// Elsewhere: what the states mean (deposits, withdrawals), their numbers and sentences on the wire (history.routes.ts).

import type { Database } from '@chaba/database';

import { assert, fail } from '#core/domain-error';

import * as store from './history.store.ts';

export type {
  DepositMovement,
  Movement,
  MovementType,
  Position,
  Shown,
  Totals,
  WithdrawalMovement,
} from './history.store.ts';

export type HistoryRequest = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly cursor: string | undefined;
  /** Bangkok days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly shown: store.Shown | undefined;
  /** Only movements of these types; undefined: of all. */
  readonly types: readonly store.MovementType[] | undefined;
};

export type Page<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | undefined };

export type PositionRange = 'today' | 'week' | 'month' | 'quarter';

const PAGE_LENGTH = 20;
/** How far before today a range begins. */
const BEFORE_TODAY: Readonly<Record<PositionRange, store.Span>> = {
  today: { months: 0, days: 0 },
  week: { months: 0, days: 6 },
  month: { months: 0, days: 29 },
  quarter: { months: 3, days: 0 },
};

/** `returned` is an end of deposits and of withdrawals, and a failure of either. */
const shownStates: Readonly<Record<string, store.Shown>> = {
  credited: 'approved',
  parked: 'approved',
  review: 'pending',
  returned: 'failed',
  paid: 'approved',
  requested: 'pending',
  approved: 'pending',
  paying: 'pending',
  rejected: 'failed',
  failed: 'failed',
};

export async function withdrawalHistory(
  database: Database,
  request: HistoryRequest,
): Promise<Page<store.WithdrawalMovement>> {
  return pageOf(await store.withdrawalPage(database, request.siteId, request.memberId, pageRequest(request)));
}

/** Deposits, claims and withdrawals in one order. */
export async function transferHistory(
  database: Database,
  request: HistoryRequest,
): Promise<Page<store.DepositMovement>> {
  return pageOf(await store.transferPage(database, request.siteId, request.memberId, pageRequest(request)));
}

/**
 * What was approved of all that a list shows, whatever its page. Asked with the first page only, and only in a range that has a
 * beginning: a sum over everything would cost more the longer a member stays.
 */
export async function totalsOf(
  database: Database,
  request: HistoryRequest,
  kinds: 'out' | 'both',
): Promise<store.Totals | undefined> {
  const { siteId, memberId, cursor, from, to, shown, types } = request;
  if (cursor !== undefined || from === undefined) return undefined;
  if (shown === 'pending' || shown === 'failed') return undefined;
  return store.totalsOf(database, siteId, memberId, { from, to, types, kinds });
}

/** What the member won or lost, and put in and took out. */
export function positionOf(
  database: Database,
  of: { readonly siteId: number; readonly memberId: bigint; readonly range: PositionRange },
): Promise<store.Position> {
  return store.positionOf(database, of.siteId, of.memberId, BEFORE_TODAY[of.range]);
}

/** What a member is shown of a movement's state: the same as the pages ask for (history.store.ts). */
export function shownState({ state }: Pick<store.Movement, 'state'>): store.Shown {
  const shown = shownStates[state];
  assert(shown, `the state ${state} has something to show`);
  return shown;
}

function pageRequest({ cursor, from, to, shown, types }: HistoryRequest): store.PageRequest {
  // One row more than is shown tells whether there is a next page.
  return {
    before: cursor === undefined ? undefined : readCursor(cursor),
    from,
    to,
    shown,
    types,
    limit: PAGE_LENGTH + 1,
  };
}

function pageOf<Row extends store.Movement>(found: readonly Row[]): Page<Row> {
  const rows = found.slice(0, PAGE_LENGTH);
  const last = rows.at(-1);
  return {
    rows,
    nextCursor: last && found.length > PAGE_LENGTH ? writeCursor({ at: last.createdAt, id: last.id }) : undefined,
  };
}

function writeCursor({ at, id }: store.Place): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

function readCursor(cursor: string): store.Place {
  const match = /^(\d{1,14})\.(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match) fail('INVALID_REQUEST');
  return { at: new Date(Number(match[1])), id: BigInt(match[2] ?? '') };
}
