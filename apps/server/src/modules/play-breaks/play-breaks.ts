// Play breaks of a member: a time-out (a day to six weeks) or an exclusion (six months and longer).
//
// Always true: a break begins at once and cannot be shortened. During a break stakes, deposits and bonuses are
// rejected, all sessions and devices are ended, and a new sign-in reaches only the money pages: game results are still
// posted and withdrawals stay open. Only two operators can end an indefinite exclusion, at least six months after its
// start and with a week's notice. The database holds it: neither role may update the columns of a break.
//
// Elsewhere: leaving the games (play/play-break.ts), rejections during a break (play, deposits, bonuses, wheel).

import { exclusionLengths, type PlayBreakLength } from '@chaba/contract/constraints';
import type { Queryable, Transaction } from '@chaba/database';

import { fail } from '#core/domain-error';
import { endOtherSessions } from '#modules/sessions';

import * as store from './play-breaks.store.ts';
import type { MemberOnBreak } from './play-breaks.store.ts';

export type { PlayBreak } from './play-breaks.store.ts';

export { findPlayBreak } from './play-breaks.store.ts';

const SHOWN_MAX = 200;

/** Fails if the member is on a break. */
export async function requireNoPlayBreak(database: Queryable, siteId: number, memberId: bigint): Promise<void> {
  if (await store.findPlayBreak(database, siteId, memberId)) fail('PLAY_BREAK_ACTIVE');
}

/** Starts a break or extends the present one. The caller also ends the member's game sessions. */
export async function recordPlayBreak(
  tx: Transaction,
  siteId: number,
  request: { readonly memberId: bigint; readonly length: PlayBreakLength; readonly requestedBy: 'member' | 'operator' },
): Promise<void> {
  const { memberId, length } = request;
  await store.setPlayBreak(tx, siteId, {
    memberId,
    length,
    isExclusion: exclusionLengths.some((each) => each === length),
  });
  await store.insertPlayBreak(tx, siteId, request);
  await endOtherSessions(tx, siteId, memberId, undefined);
}

/** Sets an end for the indefinite exclusion that the approved request names. */
export async function endIndefiniteExclusion(
  tx: Transaction,
  siteId: number,
  requestId: bigint,
): Promise<'lifted' | 'not_waiting'> {
  const memberId = await store.endIndefiniteExclusion(tx, siteId, requestId);
  if (memberId === undefined) return 'not_waiting';
  await store.insertPlayBreak(tx, siteId, { memberId, length: 'lifted', requestedBy: 'operator' });
  return 'lifted';
}

export function listMembersOnBreak(database: Queryable, siteId: number): Promise<MemberOnBreak[]> {
  return store.listMembersOnBreak(database, siteId, SHOWN_MAX);
}
