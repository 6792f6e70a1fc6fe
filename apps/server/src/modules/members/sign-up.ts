// Sign-up: the phone check, then the member with the bank account, the terms and the referrer.
//
// Always true: phone, bank account and wallet id belong to one member of a site. Unique keys in the database enforce
// this, so of 100 concurrent sign-ups one succeeds. A referral is bound once, at sign-up, to an existing member, so
// self-referrals and cycles are impossible.
//
// Elsewhere: bank account holder (bank-check.ts), attempts (attempt-limits.ts), sign-in (sign-in.ts).

import { randomBytes, randomInt } from 'node:crypto';

import { REFERRAL_KEY_PATTERN } from '@chaba/contract/constraints';
import { cleanPhone } from '@chaba/contract/phones';
import { cleanReferralKey, withoutInvisible } from '@chaba/contract/typed-text';
import { violatedConstraint, type Database, type Transaction } from '@chaba/database';
import { addOwners } from '@chaba/ledger';

import type { Context } from '#core/context';
import { isDemoLogin } from '#core/demo';
import { DomainError, fail } from '#core/domain-error';
import { requireNotBlocked } from '#modules/blocks';
import { requireTypedName } from '#modules/names';
import { checkNewPassword, hashPassword } from '#modules/passwords';
import { recordRiskSignals } from '#modules/risk-signals';
import type { Site } from '#modules/site';
import { acceptTermsInForce } from '#modules/terms';

import { PHONE_CHECK, SIGN_UP, consumeAddressAttempt, consumeCheckAttempt } from './attempt-limits.ts';
import { type BankAccount, checkBankCode, requireBankOutage, consumeBankCheckToken } from './bank-check.ts';
import * as store from './members.store.ts';
import type { Member } from './members.store.ts';

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
