// How often something may be tried: passwords, phone checks, bank checks, sign-ups. Counted in the database, before the try,
// so that a hundred tries at once count a hundred and several processes share one count.
//
// Always true: an address (of IPv6: its network) or a phone is kept only as a keyed hash with the brand in it; a count expires when its time
// is over; a budget says the same about a phone that exists and one that does not.

import { createHash } from 'node:crypto';

import type { Database } from '@chaba/database';

import { networkOf } from '#core/addresses';
import { type HashKey, hashWithKey } from '#core/keyed-hash';

import * as store from './attempt-limits.store.ts';

export type CheckBudgets = Readonly<Record<'byPhone' | 'byDevice' | 'byAddress', AttemptLimit>>;

export type AttemptLimit = { readonly name: string; readonly most: number; readonly minutes: number };

/** A login: five failures lock an account for a quarter of an hour, on devices that the member never signed in on. */
export const LOGIN_BY_PHONE: AttemptLimit = { name: 'login-phone', most: 5, minutes: 15 };
/** The same for each device that the member did sign in on: a stranger's failures do not count there. */
export const LOGIN_BY_DEVICE: AttemptLimit = { name: 'login-device', most: 5, minutes: 15 };
/**
 * Failures behind one address, of phones without a later sign-in. A mobile carrier puts thousands of members behind one
 * address, so it is not one person; at most 52 logins are compared or wait for it at once (passwords.ts), and they count meanwhile.
 */
export const LOGIN_BY_ADDRESS: AttemptLimit = { name: 'login-address', most: 100, minutes: 15 };
/** How many of those are of one phone, so that they are taken back when it signs in. Rejects no request. */
export const LOGIN_BY_ADDRESS_AND_PHONE: AttemptLimit = { name: 'login-pair', most: 1_000_000, minutes: 15 };
export const PASSWORD_CHANGE: AttemptLimit = { name: 'password', most: 5, minutes: 15 };
/**
 * Checks of a phone number and of a bank account reveal registered members: ten an hour for a phone number or a device, 200 for an
 * address, which may be a carrier's. After that one each six minutes, or 18 seconds: there is no lock-out for an hour.
 */
const checks = (name: string): CheckBudgets => ({
  byPhone: { name: `${name}-phone`, most: 10, minutes: 60 },
  byDevice: { name: `${name}-device`, most: 10, minutes: 60 },
  byAddress: { name: `${name}-address`, most: 200, minutes: 60 },
});
export const PHONE_CHECK = checks('phone-check');
export const BANK_CHECK = checks('bank-check');
export const BANK_CHECK_ACCOUNT: AttemptLimit = { name: 'bank-check-account', most: 5, minutes: 10 };
export const SIGN_UP: AttemptLimit = { name: 'sign-up', most: 200, minutes: 60 };

/** Item codes are words: guessing them shall not pay. */
const ITEM_CODE: AttemptLimit = { name: 'item-code', most: 5, minutes: 10 };

/** Whose tries are counted: what a stranger could guess is hashed with the key already. */
export type Subject = string & { readonly subject: never };

/** An address, a phone, an account: whatever is not to be read out of the table. */
export function toCallerSubject(key: HashKey, caller: string): Subject {
  return hashWithKey(key, 'attempt', caller).toString('base64url') as Subject;
}

export function toMemberSubject(memberId: bigint): Subject {
  return String(memberId) as Subject;
}

export type Attempt = { readonly isAllowed: boolean; readonly waitSeconds: number };

/** Counts one try. When it was one too many, says how long to wait; waiting is not prolonged by trying. */
export async function consumeAttempt(
  database: Database,
  siteId: number,
  budget: AttemptLimit,
  subject: Subject,
): Promise<Attempt> {
  const { used, waitSeconds } = await store.countAttempt(database, siteId, budget, hashOf(siteId, budget, subject));
  return { isAllowed: used <= budget.most, waitSeconds: Math.max(1, waitSeconds) };
}

/** Counts a check by phone number and device, as far as the request has them, then by address. The first exhausted limit rejects. */
export async function takeCheck(
  { database, config }: { readonly database: Database; readonly config: HashKey },
  siteId: number,
  budgets: CheckBudgets,
  by: { readonly phone?: string | undefined; readonly deviceMark?: string | undefined; readonly address: string },
): Promise<Attempt> {
  const subjects = [
    [budgets.byPhone, by.phone],
    [budgets.byDevice, by.deviceMark],
    [budgets.byAddress, networkOf(by.address)],
  ] as const;
  for (const [budget, subject] of subjects) {
    if (subject === undefined) continue;
    const { isAllowed, waitSeconds } = await store.countPaced(
      database,
      siteId,
      budget,
      hashOf(siteId, budget, toCallerSubject(config, subject)),
    );
    if (!isAllowed) return { isAllowed, waitSeconds: Math.max(1, waitSeconds) };
  }
  return { isAllowed: true, waitSeconds: 0 };
}

/** These tries were good and do not count. */
export function refundAttempt(
  database: Database,
  siteId: number,
  budget: AttemptLimit,
  subject: Subject,
  count = 1,
): Promise<void> {
  return store.uncountAttempt(database, siteId, {
    budget: budget.name,
    subjectHash: hashOf(siteId, budget, subject),
    count,
  });
}

/** A member's tries at item codes. */
export function codeTries(database: Database, siteId: number, memberId: bigint) {
  const subject = toMemberSubject(memberId);
  return {
    take: () => consumeAttempt(database, siteId, ITEM_CODE, subject),
    giveBack: () => refundAttempt(database, siteId, ITEM_CODE, subject),
  };
}

/** The right password was given: the count begins anew. Returns what it was. */
export function forgetAttempts(
  database: Database,
  siteId: number,
  budget: AttemptLimit,
  subject: Subject,
): Promise<number> {
  return store.deleteAttempts(database, siteId, budget.name, hashOf(siteId, budget, subject));
}

function hashOf(siteId: number, budget: AttemptLimit, subject: Subject): Buffer {
  return createHash('sha256').update(`${siteId}\n${budget.name}\n${subject}`).digest();
}
