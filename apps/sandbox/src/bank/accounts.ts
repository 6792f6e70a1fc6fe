// Account holders of the sandbox bank and their masked form.
//
// Every account of 10 or 12 digits at every bank exists and so does every wallet. The holder is derived only from bank
// code and account, so every machine returns the same name. A sending wallet can be assigned to the holder of a bank
// account; the transfer stores the assignment. Endings:
//
//     0000 not found   0001 closed   0002 name check down   0003 name check answers after 5 s
//     0004 payouts fail   0005 payouts stay paying for 60 s   0009 held by a company
//
// Elsewhere: balances (balances.store.ts), effects of an ending on payouts (payouts.ts).

import { createHash } from 'node:crypto';

import { formatAccountNumber } from '@chaba/contract/banks';
import { TRUEMONEY_SENDER } from '@chaba/contract/slip-qr';

import { siteCompanies, companyEnding, companyNames, demoPerson, firstNames, surnames, titles } from './people.text.ts';

/** Bank code of wallets, whose owners have names and balances as well. */
export const WALLET_CODE = TRUEMONEY_SENDER;

/** The account that payouts are debited from. */
export const PAYING_ACCOUNT = { bankCode: '004', account: '9998887700' } as const;

type AccountState = 'open' | 'not_found' | 'closed';
export type NameCheck = 'ok' | 'down' | 'slow';

export type Holder = {
  readonly title: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isJuristic: boolean;
  /** Name on slips and feeds: the surname is cut to one letter, a company name is complete. */
  readonly displayName: string;
  readonly englishName: string;
};

const demoMember = personOf('unmarried', demoPerson.first, demoPerson.last);

// Accounts that the seed data of the server uses.
const fixedHolders: Readonly<Record<string, Holder>> = {
  '014:1112223334': demoMember,
  [`${WALLET_CODE}:0812345678`]: demoMember,
  '004:9998887776': companyOf(siteCompanies.chaba),
  '014:5556667778': companyOf(siteCompanies.chaba),
  [`${PAYING_ACCOUNT.bankCode}:${PAYING_ACCOUNT.account}`]: companyOf(siteCompanies.chaba),
  [`${WALLET_CODE}:0891112222`]: companyOf(siteCompanies.chaba),
  '002:4443332221': companyOf(siteCompanies.lanna),
  [`${WALLET_CODE}:0893334444`]: companyOf(siteCompanies.lanna),
};

export function isPhone(text: string): boolean {
  return /^0[689]\d{8}$/.test(text);
}

export function stateOf(bankCode: string, account: string): AccountState {
  if (bankCode === WALLET_CODE) return 'open';
  if (account.endsWith('0000')) return 'not_found';
  return account.endsWith('0001') ? 'closed' : 'open';
}

export function nameCheckOf(account: string): NameCheck {
  if (account.endsWith('0002')) return 'down';
  return account.endsWith('0003') ? 'slow' : 'ok';
}

export function holderOf(bankCode: string, account: string): Holder {
  const fixed = fixedHolders[`${bankCode}:${account}`];
  if (fixed) return fixed;

  const draw = drawsFrom(`${bankCode}:${account}`);
  if (bankCode !== WALLET_CODE && account.endsWith('0009')) {
    return companyOf(pick(companyNames, draw(0)));
  }
  const firstName = pick(firstNames, draw(0));
  const woman = draw(2) % 3 === 0 ? 'married' : 'unmarried';
  return personOf(firstName.gender === 'male' ? 'male' : woman, firstName, pick(surnames, draw(1)));
}

/** A bank account that identifies its holder. */
export type OwnerAccount = { readonly bankCode: string; readonly account: string };

/** The sender: a wallet belongs to the holder of the bank account that it was opened with, if one is given. */
export function senderOf(from: {
  readonly fromBankCode: string;
  readonly fromAccount: string;
  readonly fromOwner: OwnerAccount | undefined;
}): Holder {
  const { fromOwner } = from;
  return fromOwner ? holderOf(fromOwner.bankCode, fromOwner.account) : holderOf(from.fromBankCode, from.fromAccount);
}

/** Full name with title, as on a statement. */
export function fullNameOf(holder: Holder): string {
  return [holder.title, holder.firstName, holder.lastName].join(' ');
}

/**
 * Masks an account number as on a slip: four digits near the end, each at its position. Most banks hide the last digit
 * (xxx-x-x2333-x), some show the last four (xxx-x-xx333-4).
 */
export function maskedAccount(bankCode: string, account: string): string {
  const shownTo = banksThatShowTheEnd.has(bankCode) || account.length > 10 ? account.length : 9;
  const hidden = account.slice(0, shownTo - 4).replace(/./g, 'x');
  const masked = (hidden + account.slice(shownTo - 4, shownTo)).padEnd(account.length, 'x');
  return formatAccountNumber(bankCode, masked);
}

export function maskedPhone(phone: string): string {
  return `xxx-xxx-${phone.slice(-4)}`;
}

export function tailOf(account: string): string {
  return account.slice(-4);
}

const banksThatShowTheEnd = new Set(['014', '006', '011', '030']);

type Words = { readonly thai: string; readonly english: string };

function personOf(title: 'male' | 'married' | 'unmarried', first: Words, last: Words): Holder {
  const words = titles[title];
  return {
    title: words.full,
    firstName: first.thai,
    lastName: last.thai,
    isJuristic: false,
    displayName: `${words.short} ${first.thai} ${[...last.thai][0]}`,
    englishName: `${words.english} ${first.english} ${last.english[0]}`.toUpperCase(),
  };
}

function companyOf(name: Words): Holder {
  const title = titles.company.full;
  return {
    title,
    firstName: name.thai,
    lastName: companyEnding.thai,
    isJuristic: true,
    displayName: `${title} ${name.thai} ${companyEnding.thai}`,
    englishName: `${name.english} ${companyEnding.english}`.toUpperCase(),
  };
}

/** Derives independent numbers from a text, identical on every machine. */
function drawsFrom(text: string): (index: number) => number {
  const digest = createHash('sha256').update(text).digest();
  return (index) => digest.readUInt32BE(index * 4);
}

function pick<Item>(items: readonly Item[], draw: number): Item {
  const item = items[draw % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
