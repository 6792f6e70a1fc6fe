// The bank check: whose account is this. Step two of a registration, and a name oracle, so it is tightly counted.
//
// The answer carries a token: signed, good for ten minutes, once, and only for this bank, account and these names. At sign-up
// the names come from it, whatever the form says. When the bank does not answer, or the brand switched the check off, the
// member may go on without a token: then the names are the member's own and count as unverified.
//
// Always true: titles are not part of a name; companies are no members; an account that is bound already says so whether or
// not the bank would have answered.
//
// Elsewhere: counting tries (attempts.ts), what an unverified name means for money (withdrawals).

import { createHmac, randomBytes, randomUUID } from 'node:crypto';

import { isListedBank } from '@chaba/contract/banks';
import { BANK_TOKEN_MINUTES } from '@chaba/contract/limits';
import type { Database, Queryable, Transaction } from '@chaba/database';

import { networkOf } from '#core/addresses';
import type { Context } from '#core/context';
import { OutsideUnavailable } from '#core/outside';
import { refuse } from '#core/refusal';
import { isEqual } from '#core/signature';
import type { Site } from '#modules/site';

import { BANK_CHECK, BANK_CHECK_ACCOUNT, takeAttempt } from './attempts.ts';
import * as store from './members.store.ts';
import { cleanPersonName, isCompanyName, normaliseName, withoutTitle } from './names.ts';

export type BankAccount = { readonly bankCode: string; readonly bankAccount: string };
export type PersonName = { readonly firstName: string; readonly lastName: string };
/** Without a token the member types the names. */
export type BankCheck = (PersonName & { readonly token: string }) | undefined;

const SECRET_NAME = 'bank-check';
const SECRET_BYTES = 32;

export async function checkBankAccount(
  context: Context,
  site: Site,
  asked: BankAccount & { readonly address: string },
): Promise<BankCheck> {
  const { database, config } = context;
  if (config.isRateLimited) {
    await takeOrRefuse(database, site.id, asked);
  }
  checkBankCode(asked.bankCode);

  // Both are asked always, so that the time says nothing about which of them said no.
  const [taken, answer] = await Promise.all([
    store.isAccountTaken(database, site.id, asked),
    site.isCheckingBankNames ? askBank(context, asked) : undefined,
  ]);
  if (taken.isTaken) refuse('BANK_ACCOUNT_TAKEN');
  if (answer === undefined) return undefined;
  const name = personOf(answer);
  if (name === undefined) return undefined;
  return { ...name, token: seal(await readSecret(database), { ...name, ...asked, siteId: site.id, now: taken.now }) };
}

/** A token for an account whose holder is known without asking the bank: the demo member's. */
export async function vouchForAccount(
  database: Database,
  site: Site,
  { bankCode, bankAccount, firstName, lastName }: BankAccount & PersonName,
): Promise<string> {
  const { now } = await store.isAccountTaken(database, site.id, { bankCode, bankAccount });
  return seal(await readSecret(database), { bankCode, bankAccount, firstName, lastName, siteId: site.id, now });
}

/** A bank that members may have an account at. */
export function checkBankCode(bankCode: string): void {
  if (!isListedBank(bankCode)) refuse('BANK_UNKNOWN');
}

/** The names that a token vouches for. The token is used up by this; a rollback gives it back. */
export async function spendBankToken(
  tx: Transaction,
  siteId: number,
  token: string,
  account: BankAccount,
): Promise<PersonName> {
  const sealed = open(await readSecret(tx), token);
  const fits =
    sealed !== undefined &&
    sealed.siteId === siteId &&
    sealed.bankCode === account.bankCode &&
    sealed.bankAccount === account.bankAccount;
  if (!fits) refuse('BANK_TOKEN_INVALID');
  const isFirstUse = await store.spendBankCheck(tx, siteId, sealed.checkId, new Date(sealed.expiresAt));
  if (!isFirstUse) refuse('BANK_TOKEN_INVALID');
  return { firstName: sealed.firstName, lastName: sealed.lastName };
}

function readSecret(database: Queryable): Promise<Buffer> {
  return store.secretOf(database, SECRET_NAME, randomBytes(SECRET_BYTES));
}

async function takeOrRefuse(
  database: Database,
  siteId: number,
  asked: BankAccount & { readonly address: string },
): Promise<void> {
  const byAddress = await takeAttempt(database, siteId, BANK_CHECK, networkOf(asked.address));
  if (!byAddress.isAllowed) refuse('TOO_MANY_REQUESTS', byAddress);
  const byAccount = await takeAttempt(database, siteId, BANK_CHECK_ACCOUNT, `${asked.bankCode}/${asked.bankAccount}`);
  if (!byAccount.isAllowed) refuse('TOO_MANY_REQUESTS', byAccount);
}

type Holder = { readonly title: string; readonly firstName: string; readonly lastName: string };

/** What the bank says about an account; nothing when it cannot say now. */
async function askBank({ bank, log }: Context, { bankCode, bankAccount }: BankAccount): Promise<Holder | undefined> {
  const answer = await bank.names
    .ask('POST', '/bank-api/v1/account-name', { bankCode, account: bankAccount })
    .catch((error: unknown) => {
      if (!(error instanceof OutsideUnavailable)) throw error;
      log.warn({ err: error }, 'the bank cannot name an account now');
      return { code: 'TEMPORARY' };
    });
  switch (answer['code']) {
    case 'OK':
      break;
    case 'NOT_FOUND':
      return refuse('BANK_ACCOUNT_NOT_FOUND');
    case 'CLOSED':
      return refuse('BANK_ACCOUNT_CLOSED');
    case 'NOT_RETAIL':
      return refuse('BANK_NOT_RETAIL');
    default:
      return undefined;
  }
  const { title, firstName, lastName, isJuristic } = answer as Record<string, unknown>;
  if (isJuristic === true || isCompanyName(`${text(title)} ${text(firstName)} ${text(lastName)}`)) {
    refuse('BANK_ACCOUNT_JURISTIC');
  }
  return { title: text(title), firstName: text(firstName), lastName: text(lastName) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** First and last name without the title; nothing when the bank's words are no person's name. */
function personOf({ firstName, lastName }: Holder): PersonName | undefined {
  const first = cleanPersonName(withoutTitle(tidy(firstName)));
  const last = cleanPersonName(tidy(lastName));
  return first === undefined || last === undefined ? undefined : { firstName: first, lastName: last };
}

// Thai is written in one way; Latin letters keep their size.
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
  const payload = Buffer.from(JSON.stringify(sealed)).toString('base64url');
  return `${payload}.${sign(secret, payload)}`;
}

function open(secret: Buffer, token: string): Sealed | undefined {
  const [payload, signature, ...more] = token.split('.');
  if (payload === undefined || signature === undefined || more.length > 0) return undefined;
  if (!isEqual(signature, sign(secret, payload))) return undefined;
  // What we signed is what we wrote, so its shape needs no second look.
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Sealed;
}

function sign(secret: Buffer, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url');
}
