// How often something may be tried: passwords, phone checks, bank checks, sign-ups. Counted in the database, before the try,
// so that a hundred tries at once count a hundred and several processes share one count.
//
// Always true: an address (of IPv6: its network) or a phone is kept only as a keyless hash with the brand in it; a count forgets itself when its time
// is over; a budget says the same about a phone that exists and one that does not.

import { createHash } from 'node:crypto';

import type { Database } from '@chaba/database';

import * as store from './attempts.store.ts';

export type Budget = { readonly name: string; readonly most: number; readonly minutes: number };

/** A login: five failures lock an account for a quarter of an hour, twenty lock an address. */
export const LOGIN_BY_PHONE: Budget = { name: 'login-phone', most: 5, minutes: 15 };
export const LOGIN_BY_ADDRESS: Budget = { name: 'login-address', most: 20, minutes: 15 };
export const PASSWORD_CHANGE: Budget = { name: 'password', most: 5, minutes: 15 };
export const PHONE_CHECK: Budget = { name: 'phone-check', most: 20, minutes: 10 };
/** A bank check tells a name to whoever asks, so strangers get few. */
export const BANK_CHECK: Budget = { name: 'bank-check', most: 10, minutes: 10 };
export const BANK_CHECK_ACCOUNT: Budget = { name: 'bank-check-account', most: 5, minutes: 10 };
export const SIGN_UP: Budget = { name: 'sign-up', most: 20, minutes: 60 };

/** Item codes are words: guessing them shall not pay. */
const ITEM_CODE: Budget = { name: 'item-code', most: 5, minutes: 10 };

export type Attempt = { readonly isAllowed: boolean; readonly waitSeconds: number };

/** Counts one try. When it was one too many, says how long to wait; waiting is not prolonged by trying. */
export async function takeAttempt(
  database: Database,
  siteId: number,
  budget: Budget,
  subject: string,
): Promise<Attempt> {
  const { used, waitSeconds } = await store.countAttempt(database, siteId, budget, hashOf(siteId, budget, subject));
  return { isAllowed: used <= budget.most, waitSeconds: Math.max(1, waitSeconds) };
}

/** The try was good and shall not count. */
export function giveBackAttempt(database: Database, siteId: number, budget: Budget, subject: string): Promise<void> {
  return store.uncountAttempt(database, siteId, budget.name, hashOf(siteId, budget, subject));
}

/** A member's tries at item codes. */
export function codeTries(database: Database, siteId: number, memberId: bigint) {
  const subject = String(memberId);
  return {
    take: () => takeAttempt(database, siteId, ITEM_CODE, subject),
    giveBack: () => giveBackAttempt(database, siteId, ITEM_CODE, subject),
  };
}

/** All is forgiven: the right password was given. */
export function forgetAttempts(database: Database, siteId: number, budget: Budget, subject: string): Promise<void> {
  return store.deleteAttempts(database, siteId, budget.name, hashOf(siteId, budget, subject));
}

function hashOf(siteId: number, budget: Budget, subject: string): Buffer {
  return createHash('sha256').update(`${siteId}\n${budget.name}\n${subject}`).digest();
}
