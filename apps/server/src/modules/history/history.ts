// The member's history: deposits, withdrawals, and both in one list. Read-only.
//
// Always true: a page has at most twenty rows and a cursor for the next page; rows added meanwhile are neither repeated
// nor skipped. A page contains only the member's own rows.
//
// Elsewhere: meaning of the states (deposits, withdrawals), contract numbers and texts (history.routes.ts).

import { formatBangkokDay } from '@chaba/contract/thai-time';
import type { Queryable } from '@chaba/database';

import { assert, fail } from '#core/domain-error';

import * as store from './history.store.ts';

export type {
  DepositMovement,
  HistoryMovement,
  AccountMovementType,
  DisplayState,
  HistoryTotals,
  WithdrawalMovement,
} from './history.store.ts';

export { ADJUSTMENT } from './history.store.ts';
export { type EventKind, eventKinds, loadTimeline, type TimelineCursor, type TimelineEvent } from './timeline.ts';

export type HistoryQuery = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly cursor: string | undefined;
  /** Bangkok days, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly shown: store.DisplayState | undefined;
  /** Movement types to include; undefined: all. */
  readonly types: readonly store.AccountMovementType[] | undefined;
};

export type Page<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | undefined };

type PositionRange = 'today' | 'week' | 'month' | 'quarter';

const PAGE_LENGTH = 20;
const RECENT_MS = 60_000;
/** Start of a range relative to today. */
const BEFORE_TODAY: Readonly<Record<PositionRange, store.RangeSpan>> = {
  today: { months: 0, days: 0 },
  week: { months: 0, days: 6 },
  month: { months: 0, days: 29 },
  quarter: { months: 3, days: 0 },
};

/** `returned` is a final state of deposits and of withdrawals; both count as failed. */
const shownStates: Readonly<Record<string, store.DisplayState>> = {
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

/** Whether a page ends before the last minute, so that a replica may answer it. */
export function isPast({ cursor, to }: Pick<HistoryQuery, 'cursor' | 'to'>, now: Date = new Date()): boolean {
  const recent = new Date(now.getTime() - RECENT_MS);
  if (to !== undefined && to < formatBangkokDay(recent)) return true;
  return cursor !== undefined && readCursor(cursor).at < recent;
}

export async function listWithdrawals(
  database: Queryable,
  request: HistoryQuery,
): Promise<Page<store.WithdrawalMovement>> {
  return toPage(await store.withdrawalPage(database, request.siteId, request.memberId, pageRequest(request)));
}

/** Deposits, claims and withdrawals in one list. */
export async function listTransfers(database: Queryable, request: HistoryQuery): Promise<Page<store.DepositMovement>> {
  return toPage(await store.transferPage(database, request.siteId, request.memberId, pageRequest(request)));
}

/**
 * Sum of the approved movements of a list over all pages. Computed for the first page of a range with a start only: an
 * unbounded sum would grow with the member's age.
 */
export async function loadTotals(
  database: Queryable,
  request: HistoryQuery,
  kinds: 'out' | 'both',
): Promise<store.HistoryTotals | undefined> {
  const { siteId, memberId, cursor, from, to, shown, types } = request;
  if (cursor !== undefined || from === undefined) return undefined;
  if (shown === 'pending' || shown === 'failed') return undefined;
  return store.loadTotals(database, siteId, memberId, { from, to, types, kinds });
}

/** Net result of play, deposits and withdrawals of the range. */
export function loadNetPosition(
  database: Queryable,
  of: { readonly siteId: number; readonly memberId: bigint; readonly range: PositionRange },
): Promise<store.NetPosition> {
  return store.loadNetPosition(database, of.siteId, of.memberId, BEFORE_TODAY[of.range]);
}

/** Display state of a movement; matches the state filter of the pages (history.store.ts). */
export function getDisplayState({ state }: Pick<store.HistoryMovement, 'state'>): store.DisplayState {
  const shown = shownStates[state];
  assert(shown, `the state ${state} has a display state`);
  return shown;
}

function pageRequest({ cursor, from, to, shown, types }: HistoryQuery): store.PageRequest {
  // One row more than the page length reveals whether there is a next page.
  return {
    before: cursor === undefined ? undefined : readCursor(cursor),
    from,
    to,
    shown,
    types,
    limit: PAGE_LENGTH + 1,
  };
}

function toPage<Row extends store.HistoryMovement>(found: readonly Row[]): Page<Row> {
  const rows = found.slice(0, PAGE_LENGTH);
  const last = rows.at(-1);
  return {
    rows,
    nextCursor: last && found.length > PAGE_LENGTH ? writeCursor({ at: last.createdAt, id: last.id }) : undefined,
  };
}

function writeCursor({ at, id }: store.HistoryCursor): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

function readCursor(cursor: string): store.HistoryCursor {
  const match = /^(\d{1,14})\.(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match) fail('INVALID_REQUEST');
  return { at: new Date(Number(match[1])), id: BigInt(match[2] ?? '') };
}
