// A member's own break from play: a time-out (a day to six weeks) or an exclusion (half a year and more).
//
// Always true: it begins at once and nobody shortens it. While it lasts nothing is staked, deposited or given, every session and
// device is out, and signing in again leads to the money alone: what comes back from games is booked and withdrawing stays open.
// Only an exclusion without an end gets one, by a person, half a year after it began at the earliest and with a week's notice.
//
// Elsewhere: leaving the games (play/play-break.ts), who refuses while it lasts (play, deposits, bonuses, wheel).

import type { Queryable, Transaction } from '@chaba/database';

import { fail } from '#core/domain-error';

import * as store from './play-breaks.store.ts';
import { endOtherSessions } from './sessions.ts';

const TIMEOUTS = ['24h', '7d', '30d', '42d'] as const;
const EXCLUSIONS = ['6m', '1y', '5y', 'forever'] as const;
export const pauseLengths = [...TIMEOUTS, ...EXCLUSIONS] as const;
export type PlayBreakLength = (typeof pauseLengths)[number];

export type PlayBreak = {
  /** Null: for good. */
  readonly until: Date | null;
  readonly isExclusion: boolean;
};
export type PausedMember = PlayBreak & { readonly memberId: bigint; readonly phone: string };

const EXCLUDED_MONTHS_MIN = 6;
const LIFTING_NOTICE_DAYS = 7;
const SHOWN_MAX = 200;

/** The break that the member is on. */
export function findPlayBreak(database: Queryable, siteId: number, memberId: bigint): Promise<PlayBreak | undefined> {
  return store.findPlayBreak(database, siteId, memberId);
}

/** Refuses whoever is on a break. */
export async function requireNoPlayBreak(database: Queryable, siteId: number, memberId: bigint): Promise<void> {
  if (await store.findPlayBreak(database, siteId, memberId)) fail('PLAY_BREAK_ACTIVE');
}

/** Begins a break, or makes the one that runs longer. Whoever calls it also ends the member's games. */
export async function recordPlayBreak(
  tx: Transaction,
  siteId: number,
  wish: { readonly memberId: bigint; readonly length: PlayBreakLength; readonly askedBy: 'member' | 'operator' },
): Promise<void> {
  const { memberId, length } = wish;
  await store.pause(tx, siteId, { memberId, length, isExclusion: EXCLUSIONS.some((each) => each === length) });
  await store.recordPause(tx, siteId, wish);
  await endOtherSessions(tx, siteId, memberId, undefined);
}

/** Gives an exclusion without an end one. */
export async function liftPause(tx: Transaction, siteId: number, memberId: bigint): Promise<'lifted' | 'not_waiting'> {
  const terms = { monthsMin: EXCLUDED_MONTHS_MIN, noticeDays: LIFTING_NOTICE_DAYS };
  if (!(await store.liftEndless(tx, siteId, memberId, terms))) return 'not_waiting';
  await store.recordPause(tx, siteId, { memberId, length: 'lifted', askedBy: 'operator' });
  return 'lifted';
}

export function pausedMembers(database: Queryable, siteId: number): Promise<PausedMember[]> {
  return store.pausedMembers(database, siteId, SHOWN_MAX);
}
