// The member's history: what came in, what went out, and both in one order. Reads only.
//
// Always true: a page is at most twenty rows and names the place where the next begins; rows that arrive meanwhile never make
// a row appear twice or be skipped. A member sees nothing of anybody else's.
//
// Elsewhere: what the states mean (deposits, withdrawals), their numbers and sentences on the wire (history.routes.ts).

import type { Database } from '@chaba/database';

import { refuse } from '#core/refusal';

import * as store from './history.store.ts';

export type { DepositMovement, Movement, WithdrawalMovement } from './history.store.ts';

/** What a member is shown of a state (spec §4). */
export type Shown = 'approved' | 'pending' | 'failed';

export type HistoryRequest = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly cursor: string | undefined;
  /** Bangkok days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly shown: Shown | undefined;
};

export type Page<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | undefined };

const PAGE_LENGTH = 20;

const depositStates: Readonly<Record<Shown, readonly string[]>> = {
  approved: ['credited', 'parked'],
  pending: ['review'],
  failed: ['returned'],
};
const withdrawalStates: Readonly<Record<Shown, readonly string[]>> = {
  approved: ['paid'],
  pending: ['requested', 'approved', 'paying'],
  failed: ['rejected', 'failed'],
};

export async function depositHistory(
  database: Database,
  request: HistoryRequest,
): Promise<Page<store.DepositMovement>> {
  const states = request.shown && depositStates[request.shown];
  return pageOf(
    await store.depositPage(database, request.siteId, request.memberId, { ...pageRequest(request), states }),
  );
}

export async function withdrawalHistory(
  database: Database,
  request: HistoryRequest,
): Promise<Page<store.WithdrawalMovement>> {
  const states = request.shown && withdrawalStates[request.shown];
  return pageOf(
    await store.withdrawalPage(database, request.siteId, request.memberId, { ...pageRequest(request), states }),
  );
}

export async function transferHistory(database: Database, request: HistoryRequest): Promise<Page<store.Movement>> {
  const { siteId, memberId, shown } = request;
  const states = { states: shown && depositStates[shown], withdrawalStates: shown && withdrawalStates[shown] };
  return pageOf(await store.transferPage(database, siteId, memberId, { ...pageRequest(request), ...states }));
}

/** What a member is shown of a movement's state. */
export function shownState({ type, state }: Pick<store.Movement, 'type' | 'state'>): Shown {
  const states = type === 'WITHDRAW' ? withdrawalStates : depositStates;
  if (states.approved.includes(state)) return 'approved';
  return states.pending.includes(state) ? 'pending' : 'failed';
}

function pageRequest({ cursor, from, to }: HistoryRequest): Omit<store.PageRequest, 'states'> {
  // One row more than is shown tells whether there is a next page.
  return { before: cursor === undefined ? undefined : readCursor(cursor), from, to, limit: PAGE_LENGTH + 1 };
}

function pageOf<Row extends store.Movement>(found: readonly Row[]): Page<Row> {
  const rows = found.slice(0, PAGE_LENGTH);
  const last = rows.at(-1);
  return {
    rows,
    nextCursor: last && found.length > PAGE_LENGTH ? writeCursor({ at: last.createdAt, id: last.id }) : undefined,
  };
}

function writeCursor({ at, id }: store.Position): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

function readCursor(cursor: string): store.Position {
  const match = /^(\d{1,14})\.(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match) refuse('INVALID_REQUEST');
  return { at: new Date(Number(match[1])), id: BigInt(match[2] ?? '') };
}
