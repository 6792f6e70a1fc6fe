// Members: signing up, signing in, and what the others may know about a member.
//
//     visitor ──phone check, bank check, sign-up──▶ member ──lock──▶ locked ──unlock──▶ member
//
// Always true: phone, bank account and wallet id belong to one member of a brand, which the database's unique keys decide, so
// of a hundred sign-ups at once one wins. A failed login says the same words after the same work, whether or not there is such
// a member. A referral is bound once, at sign-up, to a member who exists: no one refers himself and there are no circles.
//
// Elsewhere: the bank's word on an account (bank-check.ts), sessions and devices (sessions.ts), traces (traces.ts), passwords (passwords.ts), names
// (names.ts), money (the ledger), what the screen shows of the wallets (wallet).

import { randomBytes, randomInt } from 'node:crypto';

import { REFERRAL_KEY_PATTERN } from '@chaba/contract/limits';
import { cleanPhone } from '@chaba/contract/phones';
import { brokenConstraint, type Database, type Queryable, type Transaction } from '@chaba/database';
import { addOwners } from '@chaba/ledger';
import { type Money, zeroMoney } from '@chaba/money';

import { networkOf } from '#core/addresses';
import type { Context } from '#core/context';
import { isClosedDemo, isDemoLogin } from '#core/demo';
import { oneAtATime } from '#core/one-at-a-time';
import { assert, isRefusal, Refusal, refuse } from '#core/refusal';
import type { Site } from '#modules/site';
import { acceptTermsInForce } from '#modules/terms';

import {
  forgetAttempts,
  giveBackAttempt,
  LOGIN_BY_ADDRESS,
  LOGIN_BY_PHONE,
  PASSWORD_CHANGE,
  PHONE_CHECK,
  SIGN_UP,
  takeAttempt,
} from './attempts.ts';
import { type BankAccount, checkBankCode, type PersonName, spendBankToken } from './bank-check.ts';
import * as store from './members.store.ts';
import { requireTypedName, withoutInvisible } from './names.ts';
import { checkNewPassword, hashPassword, isPasswordRight } from './passwords.ts';
import { beginSession, endOtherSessions, forgetCopies, rememberDevice, useDevice } from './sessions.ts';
import { leaveTraces, type Traces } from './traces.ts';

export { codeTries } from './attempts.ts';
export { vouchForAccount } from './bank-check.ts';
export { compareNames, type NameMatch } from './names.ts';
export { leaveTraces } from './traces.ts';
export {
  checkNotPaused,
  liftPause,
  type Pause,
  type PauseLength,
  pauseLengths,
  pauseMember,
  pauseOf,
  pausedMembers,
} from './pauses.ts';
export { peekSession, SESSION_NOTICE, type SessionState, touchSession } from './sessions.ts';
export { setPlayLimited, stakingOf } from './staking.ts';

export type Member = {
  readonly siteId: number;
  readonly id: bigint;
  readonly phone: string;
  /** What game providers know the member by. */
  readonly playerId: string;
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly firstName: string;
  readonly lastName: string;
  /** False when no bank vouched for the names: the first withdrawal goes to a person. */
  readonly isNameVerified: boolean;
  readonly walletId: string | undefined;
  readonly acceptsBonus: boolean;
  readonly affiliateKey: string;
  readonly referrerId: bigint | undefined;
  readonly isLocked: boolean;
  readonly totalDeposit: Money;
  readonly totalWithdraw: Money;
  readonly registeredAt: Date;
};

/** A member as far as a transfer's sender can be told from. */
export type AccountHolder = { readonly memberId: bigint; readonly fullName: string };

export type NewMember = PersonName &
  BankAccount & {
    readonly phone: string;
    readonly passwordHash: string;
    readonly playerId: string;
    readonly isNameVerified: boolean;
    readonly walletId: string | undefined;
    readonly acceptsBonus: boolean;
    readonly affiliateKey: string;
    readonly referrerId: bigint | undefined;
  };

export type SignUp = BankAccount & {
  readonly phone: string;
  readonly password: string;
  readonly confirmedPassword: string;
  readonly bankToken: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly walletId: string;
  readonly affiliateKey: string;
  readonly acceptsBonus: boolean;
  readonly address: string;
};

export type SignedInMember = {
  readonly member: Member;
  readonly token: string;
  readonly deviceToken: string | undefined;
};

const LOGIN_PASSWORD_LENGTH_MIN = 6;
const LOGIN_PASSWORD_LENGTH_MAX = 20;
const PLAYER_ID_BYTES = 10;
const AFFILIATE_KEY_LENGTH = 10;
const AFFILIATE_KEY_SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Step one of a registration: is this phone free. */
export async function checkPhone(
  { database, config }: Context,
  site: Site,
  asked: { readonly phone: string; readonly address: string },
): Promise<void> {
  if (config.isRateLimited) {
    const attempt = await takeAttempt(database, site.id, PHONE_CHECK, networkOf(asked.address));
    if (!attempt.isAllowed) refuse('TOO_MANY_REQUESTS', attempt);
  }
  if ((await store.memberByPhone(database, site.id, asked.phone)) !== undefined) refuse('PHONE_TAKEN');
}

/** Makes a member. With a good token of the bank check the names are the bank's. */
export async function signUp({ database, config }: Context, site: Site, wish: SignUp): Promise<Member> {
  if (config.isRateLimited) {
    const attempt = await takeAttempt(database, site.id, SIGN_UP, networkOf(wish.address));
    if (!attempt.isAllowed) refuse('TOO_MANY_REQUESTS', attempt);
  }
  checkBankCode(wish.bankCode);
  if (!config.isDemo || !isDemoLogin(wish)) checkNewPassword(wish.password, wish.confirmedPassword, wish.phone);
  const typedName = wish.bankToken === undefined ? requireTypedName(wish) : undefined;
  // Looked up before the expensive hash; what decides is the unique key below.
  await refuseTaken(database, site.id, wish);
  const passwordHash = await hashPassword(wish.password);

  try {
    return await database.transaction(async (tx) => {
      const name = typedName ?? (await spendBankToken(tx, site.id, wish.bankToken ?? '', wish));
      const member = await store.insertMember(tx, site.id, {
        ...name,
        phone: wish.phone,
        passwordHash,
        playerId: `p${randomBytes(PLAYER_ID_BYTES).toString('hex')}`,
        bankCode: wish.bankCode,
        bankAccount: wish.bankAccount,
        isNameVerified: typedName === undefined,
        walletId: walletIdOf(wish.walletId),
        acceptsBonus: wish.acceptsBonus,
        affiliateKey: newAffiliateKey(),
        referrerId: await referrerOf(tx, site.id, wish.affiliateKey),
      });
      await addOwners(tx, site.id, [member.id]);
      await acceptTermsInForce(tx, site.id, member.id);
      await leaveTraces(tx, site.id, member.id, { address: wish.address });
      return member;
    });
  } catch (error) {
    throw takenRefusal(error) ?? error;
  }
}

/** Signs in with phone and password. */
export async function signIn(
  { database, config }: Context,
  site: Site,
  given: Traces & {
    readonly phone: string;
    readonly password: string;
    readonly isRemembered: boolean;
    readonly userAgent: string;
  },
): Promise<SignedInMember> {
  const byAddress = [database, site.id, LOGIN_BY_ADDRESS, networkOf(given.address)] as const;
  const giveBack = async (): Promise<void> => {
    if (config.isRateLimited) await giveBackAttempt(...byAddress);
  };
  if (config.isRateLimited) {
    const attempt = await takeAttempt(...byAddress);
    if (!attempt.isAllowed) refuse('LOGIN_PAUSED', { waitMinutes: Math.ceil(attempt.waitSeconds / 60) });
  }
  // Right passwords of one phone sent at once must not look like failures to one another.
  const { member, hash } = await oneAtATime(`login/${site.id}/${given.phone}`, () =>
    checkLogin(database, site.id, { ...given, isDemo: config.isDemo }),
  ).catch(async (error: unknown) => {
    if (isRefusal(error, 'TOO_MANY_REQUESTS')) await giveBack();
    throw error;
  });
  await giveBack();
  if (member.isLocked) refuse('MEMBER_LOCKED');

  return database.transaction(async (tx) => {
    // Whoever changed the password meanwhile has ended all sessions; this one must not begin after them.
    if (!(await store.noteLogin(tx, site.id, member.id, hash))) refuse('LOGIN_INVALID');
    const device = given.isRemembered ? await rememberDevice(tx, site.id, member.id) : undefined;
    const token = await beginSession(tx, site.id, member.id, {
      userAgent: given.userAgent,
      deviceId: device?.deviceId,
    });
    await leaveTraces(tx, site.id, member.id, given);
    return { member, token, deviceToken: device?.token };
  });
}

async function checkLogin(
  database: Database,
  siteId: number,
  given: { readonly phone: string; readonly password: string; readonly isDemo: boolean },
): Promise<{ member: Member; hash: string }> {
  // Counted first and forgiven afterwards, so that tries at once cannot slip through together.
  const attempt = await takeAttempt(database, siteId, LOGIN_BY_PHONE, given.phone);
  if (!attempt.isAllowed) refuse('LOGIN_PAUSED', { waitMinutes: Math.ceil(attempt.waitSeconds / 60) });
  const member = await store.memberByPhone(database, siteId, given.phone);
  const hash = member && (await store.passwordHashOf(database, siteId, member.id));
  const { length } = given.password;
  const isOpen = length >= LOGIN_PASSWORD_LENGTH_MIN && length <= LOGIN_PASSWORD_LENGTH_MAX && !isClosedDemo(given);
  const isRight = await isPasswordRight(given.password, hash).catch(async (error: unknown) => {
    // There was no time to compare it, because everybody signs in at once: nobody was wrong.
    await giveBackAttempt(database, siteId, LOGIN_BY_PHONE, given.phone);
    throw error;
  });
  if (!isRight || !isOpen || member === undefined || hash === undefined) refuse('LOGIN_INVALID');
  await forgetAttempts(database, siteId, LOGIN_BY_PHONE, given.phone);
  return { member, hash };
}

/** Signs a remembered device in; it gets its next token. */
export async function signInByDevice(
  { database }: Context,
  site: Site,
  given: Traces & { readonly phone: string; readonly deviceToken: string; readonly userAgent: string },
): Promise<SignedInMember> {
  // A copied token ends the device, which must last although the caller is refused: so the refusal comes after the commit.
  const signedIn = await database.transaction(async (tx) => {
    const device = await useDevice(tx, site.id, given.deviceToken);
    const member = device && (await store.memberById(tx, site.id, device.memberId));
    if (device === undefined || member === undefined || member.phone !== given.phone || member.isLocked) {
      return { member, token: undefined };
    }
    const token = await beginSession(tx, site.id, member.id, { userAgent: given.userAgent, deviceId: device.deviceId });
    await store.setLastLogin(tx, site.id, member.id);
    await leaveTraces(tx, site.id, member.id, given);
    return { member, token, deviceToken: device.nextToken };
  });
  const { member, token } = signedIn;
  if (member === undefined || member.phone !== given.phone) refuse('DEVICE_UNKNOWN');
  if (token === undefined) refuse('MEMBER_LOCKED');
  return { member, token, deviceToken: signedIn.deviceToken };
}

/** Changes the password and ends all other sessions and remembered devices. */
export async function changePassword(
  { database }: Context,
  siteId: number,
  memberId: bigint,
  wish: {
    readonly phone: string;
    readonly oldPassword: string;
    readonly password: string;
    readonly confirmedPassword: string;
    readonly sessionId: string;
  },
): Promise<void> {
  const member = await memberById(database, siteId, memberId);
  if (member.phone !== wish.phone) refuse('PHONE_NOT_YOURS');
  checkNewPassword(wish.password, wish.confirmedPassword, member.phone);
  const attempt = await takeAttempt(database, siteId, PASSWORD_CHANGE, String(memberId));
  if (!attempt.isAllowed) refuse('TOO_MANY_REQUESTS', attempt);
  const from = await store.passwordHashOf(database, siteId, memberId);
  if (from === undefined || !(await isPasswordRight(wish.oldPassword, from))) refuse('PASSWORD_OLD_WRONG');
  await forgetAttempts(database, siteId, PASSWORD_CHANGE, String(memberId));
  if (wish.oldPassword === wish.password) refuse('PASSWORD_UNCHANGED');

  const passwordHash = await hashPassword(wish.password);
  await database.transaction(async (tx) => {
    // Of two changes at once the second one's old password is not the password any more.
    if (!(await store.changePasswordHash(tx, siteId, memberId, { from, passwordHash }))) refuse('PASSWORD_OLD_WRONG');
    await endOtherSessions(tx, siteId, memberId, wish.sessionId);
  });
}

export function setAcceptsBonus(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  acceptsBonus: boolean,
): Promise<void> {
  return store.setAcceptsBonus(database, siteId, memberId, acceptsBonus);
}

/** Locks or unlocks a member. Answers false when nothing changed. A locked member's money still comes back from games. */
export async function setMemberLocked(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  isLocked: boolean,
): Promise<boolean> {
  const changed = await store.setLocked(tx, siteId, memberId, isLocked);
  forgetCopies(tx, siteId, memberId);
  return changed > 0;
}

/** A member who is known to exist. */
export async function memberById(database: Queryable, siteId: number, memberId: bigint): Promise<Member> {
  const member = await store.memberById(database, siteId, memberId);
  assert(member, 'a member id comes from a session or a row, and members are never deleted');
  return member;
}

export function findMember(database: Queryable, siteId: number, memberId: bigint): Promise<Member | undefined> {
  return store.memberById(database, siteId, memberId);
}

export function findMemberByPhone(database: Queryable, siteId: number, phone: string): Promise<Member | undefined> {
  return store.memberByPhone(database, siteId, phone);
}

/** Who is behind these names that game providers know members by; unknown ones are missing in the answer. */
export function memberIdsByPlayerId(
  database: Queryable,
  siteId: number,
  playerIds: readonly string[],
): Promise<Map<string, bigint>> {
  return store.idsByPlayerId(database, siteId, playerIds);
}

/** Members whose bound account ends with these four or more digits, at this bank if it is known. */
export function membersByAccountTail(
  database: Queryable,
  siteId: number,
  sender: { readonly tail: string; readonly bankCode: string | undefined },
): Promise<AccountHolder[]> {
  return store.membersByAccountTail(database, siteId, sender);
}

/** Adds to what the member ever deposited; in the transaction that credits it. */
export function countDeposit(tx: Transaction, siteId: number, memberId: bigint, amount: Money): Promise<void> {
  return store.addTotals(tx, siteId, memberId, { deposit: amount, withdraw: zeroMoney });
}

/** Adds to what was ever paid out to the member; in the transaction that books it as paid. */
export function countWithdrawal(tx: Transaction, siteId: number, memberId: bigint, amount: Money): Promise<void> {
  return store.addTotals(tx, siteId, memberId, { deposit: zeroMoney, withdraw: amount });
}

async function refuseTaken(database: Database, siteId: number, wish: SignUp): Promise<void> {
  if ((await store.memberByPhone(database, siteId, wish.phone)) !== undefined) refuse('PHONE_TAKEN');
  if ((await store.isAccountTaken(database, siteId, wish)).isTaken) refuse('BANK_ACCOUNT_TAKEN');
}

function takenRefusal(error: unknown): Refusal | undefined {
  switch (brokenConstraint(error)) {
    case 'member_site_id_phone_key':
      return new Refusal('PHONE_TAKEN', {});
    case 'member_site_id_bank_code_bank_account_key':
      return new Refusal('BANK_ACCOUNT_TAKEN', {});
    case 'member_site_id_wallet_id_key':
      return new Refusal('WALLET_ID_TAKEN', {});
    case undefined:
    default:
      return undefined;
  }
}

async function referrerOf(tx: Transaction, siteId: number, affiliateKey: string): Promise<bigint | undefined> {
  // A wrong key is no reason to turn a new member away: it just refers nobody.
  return REFERRAL_KEY_PATTERN.test(affiliateKey) ? store.memberIdByAffiliateKey(tx, siteId, affiliateKey) : undefined;
}

function walletIdOf(typed: string): string | undefined {
  const walletId = withoutInvisible(typed).trim();
  const digits = cleanPhone(walletId);
  if (/^\d+$/.test(digits)) return digits;
  return walletId === '' ? undefined : walletId;
}

function newAffiliateKey(): string {
  return Array.from({ length: AFFILIATE_KEY_LENGTH }, () =>
    AFFILIATE_KEY_SIGNS.charAt(randomInt(AFFILIATE_KEY_SIGNS.length)),
  ).join('');
}
