// Bank check: returns the account holder's name in step two of the registration. It reveals names, so attempts are
// strictly limited.
//
// The response carries an encrypted token, valid once for ten minutes and only for this bank, account and these names.
// The sign-up uses the names of the token, not of the form. If the bank is unavailable, the account is recorded for ten
// minutes. During this time, and on sites with the bank check disabled, a sign-up without a token is accepted and its
// names count as unverified.
//
// Always true: before the sign-up the response contains only the first letter of the surname, as Thai banks do, and the
// token is opaque. Titles are not part of a name. Company accounts are rejected. An account that is already bound is
// rejected whether or not the bank is available.
//
// Elsewhere: attempt counters (attempt-limits.ts), effect of an unverified name on withdrawals (withdrawals).

import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';

import { isListedBank } from '@chaba/contract/banks';
import { BANK_TOKEN_MINUTES } from '@chaba/contract/constraints';
import type { Database, Queryable, Transaction } from '@chaba/database';

import type { Context } from '#core/context';
import { UpstreamUnavailableError } from '#core/signed-http-client';
import { fail } from '#core/domain-error';
import type { Site } from '#modules/site';
import { cleanPersonName, isCompanyName, normaliseName, type PersonName, withoutTitle } from '#modules/names';

import {
  BANK_CHECK,
  BANK_CHECK_ACCOUNT,
  consumeAttempt,
  consumeCheckAttempt,
  toCallerSubject,
} from './attempt-limits.ts';
import type { BankAccount } from './members.store.ts';
import * as store from './members.store.ts';

export type { BankAccount } from './members.store.ts';

/** Undefined: no token was issued and the member types the names. */
export type BankCheck = (PersonName & { readonly token: string }) | undefined;

/** Caller identification, as far as the request contains it. */
type CheckedBy = {
  readonly address: string;
  readonly phone: string | undefined;
  readonly deviceMark: string | undefined;
};

const SECRET_NAME = 'bank-check';
const SECRET_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export async function checkBankAccount(
  context: Context,
  site: Site,
  request: BankAccount & CheckedBy,
): Promise<BankCheck> {
  const { database, config } = context;
  if (config.isRateLimited) {
    await consumeBankCheckAttempts(context, site.id, request);
  }
  checkBankCode(request.bankCode);

  // Both lookups always run, so the response time does not reveal which one rejected.
  const [taken, answer] = await Promise.all([
    store.isAccountTaken(database, site.id, request),
    site.isCheckingBankNames ? queryAccountHolder(context, request) : undefined,
  ]);
  if (taken.isTaken) fail('BANK_ACCOUNT_TAKEN');
  const name = answer && toPersonName(answer);
  const [secret] = await loadSecrets(database);
  if (name === undefined) {
    const hash = hashAccount(secret, site.id, request);
    if (site.isCheckingBankNames) await store.recordBankOutage(database, site.id, hash, BANK_TOKEN_MINUTES);
    return undefined;
  }
  const { bankCode, bankAccount } = request;
  const token = seal(secret, { ...name, bankCode, bankAccount, siteId: site.id, now: taken.now });
  return { firstName: name.firstName, lastName: getFirstLetter(name.lastName), token };
}

/** Fails unless the bank was unable to name this account within the last ten minutes. */
export async function requireBankOutage(database: Queryable, siteId: number, account: BankAccount): Promise<void> {
  const hashes = (await loadSecrets(database)).map((secret) => hashAccount(secret, siteId, account));
  if (!(await store.hasBankOutage(database, siteId, hashes))) fail('BANK_CHECK_REQUIRED');
}

/** Thai banks show only the first letter of a surname to third parties. */
function getFirstLetter(lastName: string): string {
  return [...lastName][0] ?? '';
}

function hashAccount(secret: Buffer, siteId: number, { bankCode, bankAccount }: BankAccount): Buffer {
  return createHmac('sha256', secret).update(`outage\n${siteId}\n${bankCode}\n${bankAccount}`).digest();
}

/** Issues a token for an account whose holder is known without a bank query: the demo member's. */
export async function issueBankCheckToken(
  database: Database,
  site: Site,
  { bankCode, bankAccount, firstName, lastName }: BankAccount & PersonName,
): Promise<string> {
  const { now } = await store.isAccountTaken(database, site.id, { bankCode, bankAccount });
  const [secret] = await loadSecrets(database);
  return seal(secret, { bankCode, bankAccount, firstName, lastName, siteId: site.id, now });
}

/** Fails unless members may have an account at this bank. */
export function checkBankCode(bankCode: string): void {
  if (!isListedBank(bankCode)) fail('BANK_UNKNOWN');
}

/** Returns the names that the token certifies and consumes the token; a rollback releases it. */
export async function consumeBankCheckToken(
  tx: Transaction,
  siteId: number,
  token: string,
  account: BankAccount,
): Promise<PersonName> {
  const sealed = unseal(await loadSecrets(tx), token);
  const isMatching =
    sealed !== undefined &&
    sealed.siteId === siteId &&
    sealed.bankCode === account.bankCode &&
    sealed.bankAccount === account.bankAccount;
  if (!isMatching) fail('BANK_TOKEN_INVALID');
  const isFirstUse = await store.consumeBankCheck(tx, siteId, sealed.checkId, new Date(sealed.expiresAt));
  if (!isFirstUse) fail('BANK_TOKEN_INVALID');
  return { firstName: sealed.firstName, lastName: sealed.lastName };
}

/** The current secret, and after a rotation the one before it. */
function loadSecrets(database: Queryable): Promise<readonly [Buffer, ...Buffer[]]> {
  return store.loadOrCreateSecret(database, SECRET_NAME, randomBytes(SECRET_BYTES));
}

async function consumeBankCheckAttempts(
  context: Context,
  siteId: number,
  request: BankAccount & CheckedBy,
): Promise<void> {
  const byCaller = await consumeCheckAttempt(context, siteId, BANK_CHECK, request);
  if (!byCaller.isAllowed) fail('TOO_MANY_REQUESTS', byCaller);
  const account = toCallerSubject(context.config, `${request.bankCode}/${request.bankAccount}`);
  const byAccount = await consumeAttempt(context.database, siteId, BANK_CHECK_ACCOUNT, account);
  if (!byAccount.isAllowed) fail('TOO_MANY_REQUESTS', byAccount);
}

type Holder = { readonly title: string; readonly firstName: string; readonly lastName: string };

/** Queries the account holder at the bank; undefined if the bank is unavailable. */
async function queryAccountHolder(
  { bank, log }: Context,
  { bankCode, bankAccount }: BankAccount,
): Promise<Holder | undefined> {
  const answer = await bank.names
    .request('POST', '/bank-api/v1/account-name', { bankCode, account: bankAccount })
    .catch((error: unknown) => {
      if (!(error instanceof UpstreamUnavailableError)) throw error;
      log.warn({ err: error }, 'bank account lookup failed');
      return { code: 'TEMPORARY' };
    });
  switch (answer['code']) {
    case 'OK':
      break;
    case 'NOT_FOUND':
      return fail('BANK_ACCOUNT_NOT_FOUND');
    case 'CLOSED':
      return fail('BANK_ACCOUNT_CLOSED');
    case 'NOT_RETAIL':
      return fail('BANK_NOT_RETAIL');
    default:
      return undefined;
  }
  const { title, firstName, lastName, isJuristic } = answer as Record<string, unknown>;
  if (isJuristic === true || isCompanyName(`${text(title)} ${text(firstName)} ${text(lastName)}`)) {
    fail('BANK_ACCOUNT_JURISTIC');
  }
  return { title: text(title), firstName: text(firstName), lastName: text(lastName) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** First and last name without the title; undefined if the bank's text is not a person's name. */
function toPersonName({ firstName, lastName }: Holder): PersonName | undefined {
  const first = cleanPersonName(withoutTitle(tidy(firstName)));
  const last = cleanPersonName(tidy(lastName));
  return first === undefined || last === undefined ? undefined : { firstName: first, lastName: last };
}

// Thai spelling is normalised; Latin letters keep their case.
function tidy(name: string): string {
  return /[a-z]/i.test(name) ? name.trim() : normaliseName(name);
}

type Sealed = BankAccount &
  PersonName & { readonly checkId: string; readonly siteId: number; readonly expiresAt: number };

function seal(
  secret: Buffer,
  checked: BankAccount & PersonName & { readonly siteId: number; readonly now: Date },
): string {
  const sealed: Sealed = {
    checkId: randomUUID(),
    siteId: checked.siteId,
    bankCode: checked.bankCode,
    bankAccount: checked.bankAccount,
    firstName: checked.firstName,
    lastName: checked.lastName,
    expiresAt: checked.now.getTime() + BANK_TOKEN_MINUTES * 60_000,
  };
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES });
  const parts = [nonce, cipher.update(JSON.stringify(sealed), 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

/** Decrypts a token; undefined if this server did not issue it. */
function unseal(secrets: readonly Buffer[], token: string): Sealed | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined;
  const texts = secrets.map((secret) => decrypt(secret, bytes));
  const text = texts.find((each) => each !== undefined);
  // The authentication tag proves that this server wrote the content, so its shape is not validated again.
  return text === undefined ? undefined : (JSON.parse(text) as Sealed);
}

function decrypt(secret: Buffer, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return text.toString('utf8');
}
