// Attempt limits for passwords, phone checks, bank checks and sign-ups. The database counts each attempt before it
// runs, so concurrent attempts are counted exactly and all processes share one counter.
//
// Always true: an address or a phone is stored only as a keyed hash that includes the site. An IPv6 address counts for
// its /64, /56 and /48 network, whose limits rise (core/addresses.ts). A counter expires with its window. A limit
// responds identically for registered and unregistered phones.

import { createHash } from 'node:crypto';

import type { Database } from '@chaba/database';

import { listNetworks } from '#core/addresses';
import { type HashKey, hashWithKey } from '#core/keyed-hash';
import { rateLimited } from '#core/metrics';

import * as store from './attempt-limits.store.ts';
import type { AttemptLimit } from './attempt-limits.store.ts';

export type { AttemptLimit } from './attempt-limits.store.ts';

export type CheckLimits = Readonly<Record<'byPhone' | 'byDevice' | 'byAddress', AttemptLimit>>;

/**
 * Login by phone: five failures lock the account for 15 minutes on devices without an earlier sign-in of the member.
 */
export const LOGIN_BY_PHONE: AttemptLimit = { name: 'login-phone', most: 5, minutes: 15 };
/**
 * The same limit for each device with an earlier sign-in of the member; failures on other devices do not count there.
 */
export const LOGIN_BY_DEVICE: AttemptLimit = { name: 'login-device', most: 5, minutes: 15 };
/**
 * Failed logins from one address, of phones without a later sign-in. A mobile carrier has thousands of members behind
 * one address, hence the high limit. At most 52 logins are compared or queued at once (passwords.ts); they count
 * meanwhile.
 */
export const LOGIN_BY_ADDRESS: AttemptLimit = { name: 'login-address', most: 100, minutes: 15 };
/** Number of those failures per phone, so that a sign-in of the phone can refund them. Rejects no request. */
export const LOGIN_BY_ADDRESS_AND_PHONE: AttemptLimit = { name: 'login-pair', most: 1_000_000, minutes: 15 };
export const PASSWORD_CHANGE: AttemptLimit = { name: 'password', most: 5, minutes: 15 };
/**
 * Checks of phone numbers and bank accounts reveal registered members. A phone number or device has ten checks an hour,
 * an address (possibly a carrier's) 200; after that one check every 6 minutes or 18 seconds is allowed.
 */
const defineCheckLimits = (name: string): CheckLimits => ({
  byPhone: { name: `${name}-phone`, most: 10, minutes: 60 },
  byDevice: { name: `${name}-device`, most: 10, minutes: 60 },
  byAddress: { name: `${name}-address`, most: 200, minutes: 60 },
});
export const PHONE_CHECK = defineCheckLimits('phone-check');
export const BANK_CHECK = defineCheckLimits('bank-check');
export const BANK_CHECK_ACCOUNT: AttemptLimit = { name: 'bank-check-account', most: 5, minutes: 10 };
/** Requests for a new password. */
export const RECOVERY: CheckLimits = {
  byPhone: { name: 'recovery-phone', most: 5, minutes: 24 * 60 },
  byDevice: { name: 'recovery-device', most: 10, minutes: 60 },
  byAddress: { name: 'recovery-address', most: 200, minutes: 60 },
};
export const SIGN_UP: AttemptLimit = { name: 'sign-up', most: 200, minutes: 60 };

/** Item codes are dictionary words, so guesses are limited. */
const ITEM_CODE: AttemptLimit = { name: 'item-code', most: 5, minutes: 10 };

/** Subject of a counter. Guessable subjects (address, phone, account) are already hashed with the key. */
export type Subject = string & { readonly subject: never };

/** Subject for an address, phone or bank account, hashed so that the table does not reveal it. */
export function toCallerSubject(key: HashKey, caller: string): Subject {
  return hashWithKey(key, 'attempt', caller).toString('base64url') as Subject;
}

export function toMemberSubject(memberId: bigint): Subject {
  return String(memberId) as Subject;
}

export type Attempt = { readonly isAllowed: boolean; readonly waitSeconds: number };

/**
 * Counts one attempt. `waitSeconds` is the time until the next allowed attempt; rejected attempts do not prolong it.
 */
export async function consumeAttempt(
  database: Database,
  siteId: number,
  limit: AttemptLimit,
  subject: Subject,
): Promise<Attempt> {
  const { used, waitSeconds } = await store.countAttempt(database, siteId, limit, hashSubject(siteId, limit, subject));
  const isAllowed = used <= limit.most;
  if (!isAllowed) rateLimited.inc(limit.name);
  return { isAllowed, waitSeconds: Math.max(1, waitSeconds) };
}

/**
 * Counts a check by phone and device, if the request contains them, then by address. The first exhausted limit rejects.
 */
export async function consumeCheckAttempt(
  { database, config }: { readonly database: Database; readonly config: HashKey },
  siteId: number,
  limits: CheckLimits,
  by: { readonly phone?: string | undefined; readonly deviceMark?: string | undefined; readonly address: string },
): Promise<Attempt> {
  const subjects = [
    [limits.byPhone, by.phone],
    [limits.byDevice, by.deviceMark],
    ...listAddressLimits(limits.byAddress, by.address),
  ] as const;
  for (const [limit, subject] of subjects) {
    if (subject === undefined) continue;
    const { isAllowed, waitSeconds } = await store.countPacedAttempt(
      database,
      siteId,
      limit,
      hashSubject(siteId, limit, toCallerSubject(config, subject)),
    );
    if (isAllowed) continue;
    rateLimited.inc(limit.name);
    return { isAllowed, waitSeconds: Math.max(1, waitSeconds) };
  }
  return { isAllowed: true, waitSeconds: 0 };
}

/** Counts one attempt for each network of an address, narrow ones first. The first exhausted limit rejects. */
export async function consumeAddressAttempt(
  { database, config }: { readonly database: Database; readonly config: HashKey },
  siteId: number,
  limit: AttemptLimit,
  address: string,
): Promise<Attempt> {
  for (const [shared, network] of listAddressLimits(limit, address)) {
    const attempt = await consumeAttempt(database, siteId, shared, toCallerSubject(config, network));
    if (!attempt.isAllowed) return attempt;
  }
  return { isAllowed: true, waitSeconds: 0 };
}

/** Removes attempts that succeeded from the counters of an address. */
export async function refundAddressAttempt(
  { database, config }: { readonly database: Database; readonly config: HashKey },
  siteId: number,
  limit: AttemptLimit,
  address: string,
  count = 1,
): Promise<void> {
  for (const [shared, network] of listAddressLimits(limit, address)) {
    await refundAttempt(database, siteId, shared, toCallerSubject(config, network), count);
  }
}

function listAddressLimits(limit: AttemptLimit, address: string): (readonly [AttemptLimit, string])[] {
  return listNetworks(address).map(({ network, share }) => [{ ...limit, most: limit.most * share }, network]);
}

/** Removes attempts that succeeded from the counter. */
export function refundAttempt(
  database: Database,
  siteId: number,
  limit: AttemptLimit,
  subject: Subject,
  count = 1,
): Promise<void> {
  return store.uncountAttempt(database, siteId, {
    name: limit.name,
    subjectHash: hashSubject(siteId, limit, subject),
    count,
  });
}

/** Attempt counter of a member's item codes. */
export function createItemCodeAttempts(database: Database, siteId: number, memberId: bigint) {
  const subject = toMemberSubject(memberId);
  return {
    consume: () => consumeAttempt(database, siteId, ITEM_CODE, subject),
    refund: () => refundAttempt(database, siteId, ITEM_CODE, subject),
  };
}

/** Resets the counter after a correct password. Returns the previous count. */
export function resetAttempts(
  database: Database,
  siteId: number,
  limit: AttemptLimit,
  subject: Subject,
): Promise<number> {
  return store.deleteAttempts(database, siteId, limit.name, hashSubject(siteId, limit, subject));
}

function hashSubject(siteId: number, limit: AttemptLimit, subject: Subject): Buffer {
  return createHash('sha256').update(`${siteId}\n${limit.name}\n${subject}`).digest();
}
