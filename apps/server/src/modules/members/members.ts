// Members: sign-up and the member data that other modules read.
//
//     visitor ──phone check, bank check, sign-up──▶ member ──lock──▶ locked ──unlock──▶ member
//
// Always true: phone, bank account and wallet id belong to one member of a site. Unique keys in the database enforce
// this, so of 100 concurrent sign-ups one succeeds. A referral is bound once, at sign-up, to an existing member, so
// self-referrals and cycles are impossible.
//
// Elsewhere: sign-in (sign-in.ts), bank account holder (bank-check.ts), sessions and devices (sessions.ts), risk
// signals (risk-signals.ts), passwords (passwords.ts), names (names.ts), money (the ledger), wallet amounts on the
// screen (wallet).

import { randomBytes, randomInt } from 'node:crypto';

import { REFERRAL_KEY_PATTERN } from '@chaba/contract/constraints';
import { cleanPhone } from '@chaba/contract/phones';
import { cleanReferralKey, withoutInvisible } from '@chaba/contract/typed-text';
import { violatedConstraint, type Database, type Queryable, type Transaction } from '@chaba/database';
import { addOwners } from '@chaba/ledger';
import { type Money, zeroMoney } from '@chaba/money';

import type { Context } from '#core/context';
import { isDemoLogin } from '#core/demo';
import { assert, DomainError, fail } from '#core/domain-error';
import { requireNotBlocked } from '#modules/blocks';
import type { Site } from '#modules/site';
import { acceptTermsInForce } from '#modules/terms';

import { PHONE_CHECK, SIGN_UP, consumeAddressAttempt, consumeCheckAttempt } from './attempt-limits.ts';
import { type BankAccount, checkBankCode, requireBankOutage, consumeBankCheckToken } from './bank-check.ts';
import * as store from './members.store.ts';
import type { Member } from './members.store.ts';
import { requireTypedName } from './names.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { evictCachedSessions } from './sessions.ts';
import { recordRiskSignals } from './risk-signals.ts';

export type { Newcomer, Member } from './members.store.ts';

export { createItemCodeAttempts } from './attempt-limits.ts';
export { issueBankCheckToken } from './bank-check.ts';
export { compareNames, parsePersonName } from './names.ts';
export { createRecoveryCode, findRecovery } from './password-recovery.ts';
export { hashPassword, isPasswordCommon, isPasswordRight } from './passwords.ts';
export { recordRiskSignals } from './risk-signals.ts';
export {
  type LinkedMember,
  type ListedMember,
  listMembers,
  listMembersByIds,
  loadLinks,
  type MemberFilter,
  type MemberSort,
  searchMembers,
} from './member-list.ts';
export { type DecidedPair, listSamePerson, listVerdicts, lockSamePerson, saveVerdict } from './member-links.ts';
export { type PlayBreakLength, playBreakLengths } from '@chaba/contract/constraints';
export {
  requireNoPlayBreak,
  endIndefiniteExclusion,
  type PlayBreak,
  recordPlayBreak,
  findPlayBreak,
  listMembersOnBreak,
} from './play-breaks.ts';
export {
  createSessionReader,
  endOtherSessions,
  parseDeviceName,
  requireOpenSession,
  SESSION_TOPIC,
} from './sessions.ts';
export { invalidateGameSessions, setPlayLimited, loadStakeRestrictions } from './stake-restrictions.ts';

export {
  findIdsByPlayerId as findMemberIdsByPlayerId,
  findMemberById as findMember,
  findMemberByPhone,
  listMembersByAccountTail,
  listNewcomers,
  setAcceptsBonus,
} from './members.store.ts';

type SignUp = BankAccount & {
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

const PLAYER_ID_BYTES = 9;
const PLAYER_BUCKETS = 64n;
const AFFILIATE_KEY_LENGTH = 10;
const AFFILIATE_KEY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Step one of a registration: fails if the phone is taken. */
export async function checkPhone(
  { database, config }: Context,
  site: Site,
  request: { readonly phone: string; readonly deviceMark: string | undefined; readonly address: string },
): Promise<void> {
  if (config.isRateLimited) {
    const attempt = await consumeCheckAttempt({ database, config }, site.id, PHONE_CHECK, request);
    if (!attempt.isAllowed) fail('TOO_MANY_REQUESTS', attempt);
  }
  const { phone, deviceMark, address } = request;
  await requireNotBlocked({ database, config }, site.id, { phone, deviceMark, address });
  if ((await store.findMemberByPhone(database, site.id, phone)) !== undefined) fail('PHONE_TAKEN');
}

/**
 * Creates a member. With a valid bank check token the names come from the bank. Without one, typed names are accepted
 * only if the site checks no names or the bank is unavailable.
 */
export async function signUp({ database, config }: Context, site: Site, request: SignUp): Promise<Member> {
  if (config.isRateLimited) {
    const attempt = await consumeAddressAttempt({ database, config }, site.id, SIGN_UP, request.address);
    if (!attempt.isAllowed) fail('TOO_MANY_REQUESTS', attempt);
  }
  checkBankCode(request.bankCode);
  if (!config.isDemo || !isDemoLogin(request)) {
    checkNewPassword(request.password, request.confirmedPassword, request.phone);
  }
  const typedName = request.bankToken === undefined ? requireTypedName(request) : undefined;
  if (request.bankToken === undefined && site.isCheckingBankNames) await requireBankOutage(database, site.id, request);
  await requireNotBlocked({ database, config }, site.id, {
    phone: request.phone,
    bank: request,
    address: request.address,
  });
  // Lookup before the expensive hash; the unique keys below decide.
  await requireUnique(database, site.id, request);
  const passwordHash = await hashPassword(request.password, 'stranger');

  try {
    return await database.transaction(async (tx) => {
      const name = typedName ?? (await consumeBankCheckToken(tx, site.id, request.bankToken ?? '', request));
      const memberId = await store.drawMemberId(tx);
      const member = await store.insertMember(tx, site.id, {
        ...name,
        memberId,
        phone: request.phone,
        passwordHash,
        playerId: createPlayerId(memberId),
        bankCode: request.bankCode,
        bankAccount: request.bankAccount,
        isNameVerified: typedName === undefined,
        walletId: parseWalletId(request.walletId),
        acceptsBonus: request.acceptsBonus,
        affiliateKey: createAffiliateKey(),
        referrerId: await findReferrerId(tx, site.id, request.affiliateKey),
      });
      await addOwners(tx, site.id, [member.id]);
      await acceptTermsInForce(tx, site.id, member.id);
      await recordRiskSignals({ tx, config }, site.id, member.id, { address: request.address });
      return member;
    });
  } catch (error) {
    throw toUniquenessError(error) ?? error;
  }
}

/**
 * The name of a member at game providers: p, the bucket (member id mod 64) in two hex digits, 18 random hex digits. An
 * edge derives the member's lane from the bucket (deploy/haproxy/edge.cfg). The bucket affects speed only.
 */
function createPlayerId(memberId: bigint): string {
  const bucket = (memberId % PLAYER_BUCKETS).toString(16).padStart(2, '0');
  return `p${bucket}${randomBytes(PLAYER_ID_BYTES).toString('hex')}`;
}

/**
 * Locks or unlocks a member. Returns false if nothing changed. Money of a locked member is still credited from games.
 */
export async function setMemberLocked(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  isLocked: boolean,
): Promise<boolean> {
  const changed = await store.setLocked(tx, siteId, memberId, isLocked);
  evictCachedSessions(tx, siteId, memberId);
  return changed > 0;
}

/** Loads a member that must exist. */
export async function loadMember(database: Queryable, siteId: number, memberId: bigint): Promise<Member> {
  const member = await store.findMemberById(database, siteId, memberId);
  assert(member, 'a member id comes from a session or a row, and members are never deleted');
  return member;
}

/** Members by id; unknown ids are absent. */
export async function loadMembers(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Map<bigint, Member>> {
  const found = await store.listMembersByIds(database, siteId, [...new Set(memberIds)]);
  return new Map(found.map((member) => [member.id, member]));
}

/** Adds to the member's deposit total, in the transaction that credits the deposit. */
export function addDepositTotal(tx: Transaction, siteId: number, memberId: bigint, amount: Money): Promise<void> {
  return store.addTotals(tx, siteId, memberId, { deposit: amount, withdraw: zeroMoney });
}

/** Adds to the member's withdrawal total, in the transaction that posts the payment. */
export function addWithdrawalTotal(tx: Transaction, siteId: number, memberId: bigint, amount: Money): Promise<void> {
  return store.addTotals(tx, siteId, memberId, { deposit: zeroMoney, withdraw: amount });
}

/** The field of a new identity that another member has; undefined: none. */
export async function findTakenIdentity(
  database: Queryable,
  siteId: number,
  wanted: BankAccount & { readonly memberId: bigint; readonly phone: string },
): Promise<'phone' | 'bankAccount' | undefined> {
  const byPhone = wanted.phone === '' ? undefined : await store.findMemberByPhone(database, siteId, wanted.phone);
  if (byPhone !== undefined) return 'phone';
  if (wanted.bankCode === '') return undefined;
  return (await store.isAccountTaken(database, siteId, wanted)).isTaken ? 'bankAccount' : undefined;
}

async function requireUnique(database: Database, siteId: number, request: SignUp): Promise<void> {
  if ((await store.findMemberByPhone(database, siteId, request.phone)) !== undefined) fail('PHONE_TAKEN');
  if ((await store.isAccountTaken(database, siteId, request)).isTaken) fail('BANK_ACCOUNT_TAKEN');
}

function toUniquenessError(error: unknown): DomainError | undefined {
  switch (violatedConstraint(error)) {
    case 'member_site_id_phone_key':
      return new DomainError('PHONE_TAKEN', {});
    case 'member_site_id_bank_code_bank_account_key':
      return new DomainError('BANK_ACCOUNT_TAKEN', {});
    case 'member_site_id_wallet_id_key':
      return new DomainError('WALLET_ID_TAKEN', {});
    case undefined:
    default:
      return undefined;
  }
}

async function findReferrerId(tx: Transaction, siteId: number, affiliateKey: string): Promise<bigint | undefined> {
  // A wrong key does not reject the sign-up; it binds no referrer.
  const key = cleanReferralKey(affiliateKey);
  return REFERRAL_KEY_PATTERN.test(key) ? store.findMemberIdByAffiliateKey(tx, siteId, key) : undefined;
}

function parseWalletId(typed: string): string | undefined {
  const walletId = withoutInvisible(typed).trim();
  if (walletId === '') return undefined;
  const isNumber = !/\p{L}/u.test(walletId.replace(/^tel:/i, ''));
  return (isNumber && cleanPhone(walletId)) || walletId;
}

function createAffiliateKey(): string {
  return Array.from({ length: AFFILIATE_KEY_LENGTH }, () =>
    AFFILIATE_KEY_ALPHABET.charAt(randomInt(AFFILIATE_KEY_ALPHABET.length)),
  ).join('');
}
