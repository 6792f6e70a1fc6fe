// Sign-in by password or remembered device, and password change.
//
// Always true: a failed login returns the same text after the same work, whether or not the member exists. A password
// change ends all other sessions, the remembered devices and the game sessions, in one transaction. Failures on other
// devices never lock the member out on a device with an earlier sign-in.
//
// Elsewhere: sessions and devices (sessions.ts), passwords (passwords.ts), attempt limits (attempt-limits.ts).

import type { Transaction } from '@chaba/database';

import { toNetwork } from '#core/addresses';
import type { Context } from '#core/context';
import { isClosedDemo } from '#core/demo';
import { runExclusive } from '#core/keyed-mutex';
import { isDomainError, fail } from '#core/domain-error';
import { recordSecurityEvent, type SecurityEventKind } from '#modules/security';
import type { Site } from '#modules/site';
import { checkNewPassword, type HashCaller, hashPassword, isPasswordRight } from '#modules/passwords';
import {
  beginSession,
  parseDeviceName,
  type EndGameSessions,
  endOtherSessions,
  type KeptSession,
  rememberDevice,
  type RenewedTokens,
  redeemDeviceToken,
} from '#modules/sessions';
import {
  describeCaller,
  isKnownDevice,
  recordRiskSignals,
  networkTag,
  phoneTag,
  type RiskSignals,
} from '#modules/risk-signals';

import {
  resetAttempts,
  refundAttempt,
  LOGIN_BY_ADDRESS,
  LOGIN_BY_ADDRESS_AND_PHONE,
  LOGIN_BY_DEVICE,
  LOGIN_BY_PHONE,
  PASSWORD_CHANGE,
  consumeAddressAttempt,
  consumeAttempt,
  refundAddressAttempt,
  toCallerSubject,
  toMemberSubject,
} from './attempt-limits.ts';
import { type Member, loadMember } from './members.ts';
import * as store from './members.store.ts';

export type SignedInMember = {
  readonly member: Member;
  readonly token: string;
  readonly deviceToken: string | undefined;
};

const LOGIN_PASSWORD_LENGTH_MIN = 6;
const LOGIN_PASSWORD_LENGTH_MAX = 20;

/** Signs in with phone and password. */
export async function signIn(
  context: Context,
  site: Site,
  given: RiskSignals & {
    readonly phone: string;
    readonly password: string;
    readonly isRemembered: boolean;
    readonly userAgent: string;
  },
): Promise<SignedInMember> {
  const { database, config } = context;
  const limits = await createLoginLimits(context, site.id, given);
  await limits.consume();
  // Concurrent logins with the right password of one phone run one at a time, so that they do not count as failures.
  const { member, hash } = await runExclusive(`login/${site.id}/${limits.subject}`, () =>
    checkLogin(context, site.id, given, limits),
  ).catch(async (error: unknown) => {
    // The hash queue was full, so the password was not compared: the attempt does not count.
    if (isDomainError(error, 'TOO_MANY_REQUESTS')) await limits.refund();
    throw error;
  });
  await limits.succeed();
  if (member.isLocked) fail('MEMBER_LOCKED');

  return database.transaction(async (tx) => {
    // A concurrent password change has ended all sessions, so no session may begin after it.
    if (!(await store.recordLogin(tx, site.id, member.id, hash))) fail('LOGIN_INVALID');
    const device = given.isRemembered ? await rememberDevice(tx, site.id, member.id, given.userAgent) : undefined;
    const token = await beginSession(tx, site.id, member.id, {
      userAgent: given.userAgent,
      deviceId: device?.deviceId,
    });
    await recordRiskSignals({ tx, config }, site.id, member.id, given);
    await record(tx, member, 'signed_in', describeCaller(config, site.id, given));
    if (device !== undefined) await record(tx, member, 'device_remembered', parseDeviceName(given.userAgent));
    return { member, token, deviceToken: device?.token };
  });
}

type LoginLimits = {
  readonly caller: HashCaller;
  /** Subject of the counter: the phone, or one known device of the phone. */
  readonly subject: string;
  /** Counts an attempt of the address; fails if the limit is exceeded. */
  consume(): Promise<void>;
  /** Counts an attempt of the subject before the password is compared. */
  consumeSubject(): Promise<void>;
  refund(): Promise<void>;
  /** Resets the subject's failures and refunds those of the address after a correct password. */
  succeed(): Promise<void>;
};

/**
 * Attempt limits of one login. On a device with an earlier sign-in of the member only its own attempts count, so
 * failures elsewhere or behind the same address do not lock the member out.
 */
async function createLoginLimits(
  { database, config }: Context,
  siteId: number,
  { phone, deviceMark, address }: RiskSignals & { readonly phone: string },
): Promise<LoginLimits> {
  const isKnown =
    deviceMark !== undefined && (await isKnownDevice({ database, config }, siteId, { phone, deviceMark }));
  const limit = isKnown ? LOGIN_BY_DEVICE : LOGIN_BY_PHONE;
  const subject = toCallerSubject(config, isKnown ? `${phone}/${deviceMark}` : phone);
  const pair = toCallerSubject(config, `${toNetwork(address)}/${phone}`);
  const countsAddress = config.isRateLimited && !isKnown;

  return {
    caller: isKnown ? 'known' : 'stranger',
    subject,
    async consume() {
      if (!countsAddress) return;
      const attempt = await consumeAddressAttempt({ database, config }, siteId, LOGIN_BY_ADDRESS, address);
      if (!attempt.isAllowed) {
        await recordSecurityEvent(database, siteId, {
          kind: 'address_locked',
          subject: networkTag(config, siteId, address),
        });
        fail('LOGIN_RATE_LIMITED', { waitMinutes: Math.ceil(attempt.waitSeconds / 60) });
      }
      await consumeAttempt(database, siteId, LOGIN_BY_ADDRESS_AND_PHONE, pair);
    },
    async consumeSubject() {
      const attempt = await consumeAttempt(database, siteId, limit, subject);
      if (!attempt.isAllowed) {
        // The same statements run whether or not the member exists.
        const memberId = (await store.findMemberByPhone(database, siteId, phone))?.id;
        const about =
          memberId === undefined ? phoneTag(config, siteId, phone) : isKnown ? 'known device' : 'unknown device';
        await recordSecurityEvent(database, siteId, { kind: 'login_locked', memberId, subject: about });
        fail('LOGIN_RATE_LIMITED', { waitMinutes: Math.ceil(attempt.waitSeconds / 60) });
      }
    },
    async refund() {
      await refundAttempt(database, siteId, limit, subject);
      if (!countsAddress) return;
      await refundAttempt(database, siteId, LOGIN_BY_ADDRESS_AND_PHONE, pair);
      await refundAddressAttempt({ database, config }, siteId, LOGIN_BY_ADDRESS, address);
    },
    async succeed() {
      await resetAttempts(database, siteId, limit, subject);
      if (!countsAddress) return;
      const failures = await resetAttempts(database, siteId, LOGIN_BY_ADDRESS_AND_PHONE, pair);
      await refundAddressAttempt({ database, config }, siteId, LOGIN_BY_ADDRESS, address, failures);
    },
  };
}

async function checkLogin(
  { database, config }: Context,
  siteId: number,
  given: { readonly phone: string; readonly password: string },
  limits: LoginLimits,
): Promise<{ member: Member; hash: string }> {
  // Counted before the comparison and refunded after it, so that concurrent attempts cannot exceed the limit.
  await limits.consumeSubject();
  const member = await store.findMemberByPhone(database, siteId, given.phone);
  const hash = member && (await store.findPasswordHash(database, siteId, member.id));
  const { length } = given.password;
  const isTypable = length >= LOGIN_PASSWORD_LENGTH_MIN && length <= LOGIN_PASSWORD_LENGTH_MAX;
  const isOpen = isTypable && !isClosedDemo({ ...given, isDemo: config.isDemo });
  const isRight = await isPasswordRight(given.password, hash, limits.caller);
  if (!isRight || !isOpen || member === undefined || hash === undefined) fail('LOGIN_INVALID');
  return { member, hash };
}

/** Signs in a remembered device and issues its next token. */
export async function signInByDevice(
  { database, config }: Context,
  site: Site,
  given: RiskSignals & { readonly phone: string; readonly deviceToken: string; readonly userAgent: string },
): Promise<SignedInMember> {
  // A copied token deletes the device, and this must be committed; the request is therefore rejected after the
  // transaction.
  const signedIn = await database.transaction(async (tx) => {
    const device = await redeemDeviceToken(tx, site.id, given.deviceToken);
    const member = device && (await store.findMemberById(tx, site.id, device.memberId));
    if (device === undefined || member === undefined || member.phone !== given.phone || member.isLocked) {
      return { member, token: undefined };
    }
    const token = await beginSession(tx, site.id, member.id, { userAgent: given.userAgent, deviceId: device.deviceId });
    await store.setLastLogin(tx, site.id, member.id);
    await recordRiskSignals({ tx, config }, site.id, member.id, given);
    await record(tx, member, 'device_signed_in', describeCaller(config, site.id, given));
    return { member, token, deviceToken: device.nextToken };
  });
  const { member, token } = signedIn;
  if (member === undefined || member.phone !== given.phone) fail('DEVICE_TOKEN_INVALID');
  if (token === undefined) fail('MEMBER_LOCKED');
  return { member, token, deviceToken: signedIn.deviceToken };
}

/** Changes the password and ends all other sessions, the remembered devices and the game sessions. */
export async function changePassword(
  { database }: Context,
  siteId: number,
  memberId: bigint,
  request: {
    readonly phone: string;
    readonly oldPassword: string;
    readonly password: string;
    readonly confirmedPassword: string;
    readonly kept: KeptSession;
    readonly endGames: EndGameSessions;
  },
): Promise<RenewedTokens | undefined> {
  const member = await loadMember(database, siteId, memberId);
  if (member.phone !== request.phone) fail('PHONE_MISMATCH');
  checkNewPassword(request.password, request.confirmedPassword, member.phone);
  const attempt = await consumeAttempt(database, siteId, PASSWORD_CHANGE, toMemberSubject(memberId));
  if (!attempt.isAllowed) fail('TOO_MANY_REQUESTS', attempt);
  const from = await store.findPasswordHash(database, siteId, memberId);
  if (from === undefined || !(await isPasswordRight(request.oldPassword, from, 'known'))) fail('PASSWORD_OLD_WRONG');
  await resetAttempts(database, siteId, PASSWORD_CHANGE, toMemberSubject(memberId));
  if (request.oldPassword === request.password) fail('PASSWORD_UNCHANGED');

  const passwordHash = await hashPassword(request.password, 'known');
  return database.transaction(async (tx) => {
    // Of two concurrent changes the second one's old password no longer matches.
    if (!(await store.changePasswordHash(tx, siteId, memberId, { from, passwordHash }))) fail('PASSWORD_OLD_WRONG');
    const { renewed } = await endOtherSessions(tx, siteId, memberId, request.kept);
    await record(tx, member, 'password_changed');
    await request.endGames(tx, siteId, memberId);
    return renewed;
  });
}

/** The account that a member bound, in full. Guesses share the limit of the password change. */
export async function revealBankAccount(
  { database }: Context,
  siteId: number,
  memberId: bigint,
  password: string,
): Promise<Pick<Member, 'bankCode' | 'bankAccount'>> {
  const member = await loadMember(database, siteId, memberId);
  const attempt = await consumeAttempt(database, siteId, PASSWORD_CHANGE, toMemberSubject(memberId));
  if (!attempt.isAllowed) fail('TOO_MANY_REQUESTS', attempt);
  const stored = await store.findPasswordHash(database, siteId, memberId);
  if (!(await isPasswordRight(password, stored, 'known'))) fail('PASSWORD_WRONG');
  await resetAttempts(database, siteId, PASSWORD_CHANGE, toMemberSubject(memberId));
  await recordSecurityEvent(database, siteId, { kind: 'account_revealed', memberId });
  return { bankCode: member.bankCode, bankAccount: member.bankAccount };
}

function record(tx: Transaction, { siteId, id }: Member, kind: SecurityEventKind, subject = ''): Promise<void> {
  return recordSecurityEvent(tx, siteId, { kind, memberId: id, subject });
}
