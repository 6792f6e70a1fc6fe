// The 17 banks of the specification, in its order, and two wallets: PromptPay and TrueMoney. Codes are those of the
// Bank of Thailand, which slips, slip services and transfer files share.
//
// Always true: the catalogue is data, not an enumeration. A slip may come from a bank outside the 17, so every function
// here accepts any code and returns a displayable value.
//
// Elsewhere: Thai names (banks.text). Logos are trademarks and are not shipped: a badge shows the short code on the
// bank's colour, in the one of black and white that is legible on it (`textColour`).

import { westernDigits } from './digits.ts';
import { withoutInvisible } from './typed-text.ts';

type Bank = {
  readonly code: string;
  readonly shortCode: string;
  readonly colour: string;
  readonly textColour: string;
  /** Lengths of this bank's account numbers. The bank check uses them; the form does not. */
  readonly accountDigits: readonly number[];
  /** Grouping of the digits; undefined if unknown. */
  readonly accountFormat: string | undefined;
};

const TEN = 'xxx-x-xxxxx-x';
const TWELVE = 'xxx-x-xxxxx-xxx';

function bank(
  code: string,
  shortCode: string,
  colour: string,
  textColour: string,
  accountDigits: readonly number[],
  accountFormat: string | undefined,
): Bank {
  return { code, shortCode, colour, textColour, accountDigits, accountFormat };
}

export const banks: readonly Bank[] = [
  bank('014', 'SCB', '#4e2e7f', '#ffffff', [10], TEN),
  bank('002', 'BBL', '#1e4598', '#ffffff', [10], TEN),
  bank('004', 'KBANK', '#0b7a3b', '#ffffff', [10], TEN),
  bank('006', 'KTB', '#0b76b0', '#ffffff', [10], TEN),
  bank('034', 'BAAC', '#3c7a16', '#ffffff', [12], TWELVE),
  bank('011', 'TTB', '#0c55f2', '#ffffff', [10], TEN),
  bank('017', 'CITI', '#0f6cab', '#ffffff', [10], 'xxx-xxxxxx-x'),
  bank('020', 'SCBT', '#0f6ea1', '#ffffff', [10, 12], TEN),
  bank('022', 'CIMBT', '#7e2f36', '#ffffff', [10], TEN),
  bank('024', 'UOBT', '#0b3979', '#ffffff', [10], 'xxx-xxx-xxx-x'),
  bank('025', 'BAY', '#fec43b', '#111111', [10], TEN),
  bank('030', 'GSB', '#c8107a', '#ffffff', [12], TWELVE),
  bank('033', 'GHB', '#b9500b', '#ffffff', [12, 10], TWELVE),
  bank('073', 'LHB', '#6d6e71', '#ffffff', [10], TEN),
  bank('067', 'TISCO', '#12549f', '#ffffff', [10], TEN),
  bank('069', 'KKP', '#5a547c', '#ffffff', [10], 'xxx-xxxxxx-x'),
  bank('066', 'ISBT', '#184615', '#ffffff', [10], TEN),
];

/** Wallets: the account number is a phone number. */
export const wallets: readonly Bank[] = [
  bank('PROMPTPAY', 'PP', '#113566', '#ffffff', [10], undefined),
  bank('TRUEMONEY', 'TMN', '#f58220', '#111111', [10], undefined),
];

const byCode = new Map([...banks, ...wallets].map((entry) => [entry.code, entry]));

/** Codes that appear in input and are never sent: some lists still use 076 for bank 011. */
const aliases = new Map([['076', '011']]);

/** True for the 17 banks at which a member may register an account. */
export function isListedBank(code: string): boolean {
  return banks.some((entry) => entry.code === code);
}

/** The bank of a code; a neutral entry for a code outside the catalogue. */
export function getBank(code: string): Bank {
  const known = byCode.get(aliases.get(code) ?? code);
  return known ?? bank(code, code, '#5b6472', '#ffffff', [10, 12], undefined);
}

/** The stored form: digits only. Accepts pasted dashes, spaces, invisible characters and the digits of every script. */
export function cleanAccountNumber(typed: string): string {
  return westernDigits(withoutInvisible(typed)).replace(/[\s\p{Pd}\u2212.]/gu, '');
}

/** The form's rule (spec §5): 10 or 12 digits for every bank. */
export function isAccountNumber(account: string): boolean {
  return /^(\d{10}|\d{12})$/.test(account);
}

/** Grouped by the bank's pattern if the digits fit it; otherwise unchanged. */
export function formatAccountNumber(code: string, account: string): string {
  const { accountFormat } = getBank(code);
  if (!accountFormat || accountFormat.replaceAll('-', '').length !== account.length) return account;

  let next = 0;
  return accountFormat.replace(/x/g, () => account.charAt(next++));
}

/** Hides all but the last four digits: "xxxxxx3334". */
export function maskAccountNumber(account: string): string {
  const shown = account.slice(-4);
  return shown.padStart(account.length, 'x');
}
