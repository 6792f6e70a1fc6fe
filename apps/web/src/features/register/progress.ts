// How far a registration is, kept in the tab so that a reload or a look at another page loses nothing.
//
// Always true: no password is kept. A bank's word is kept no longer than the bank's token is good.

import { isAccountNumber } from '@chaba/contract/banks';
import { BANK_TOKEN_MINUTES } from '@chaba/contract/constraints';
import { isPhone } from '@chaba/contract/phones';

import { isRecord, readJson, remove, session, writeJson } from '#lib/storage';

export type BankWord = {
  readonly checkedAt: number;
  /** All three or none: without a token the names are typed. */
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly token?: string | undefined;
};

export type Progress = {
  /** A number that the server called free; empty before that. */
  readonly phoneNumber: string;
  readonly bankCode: string;
  readonly account: string;
  /** What the bank said about exactly this account. */
  readonly bank?: BankWord | undefined;
};

export type Step = 1 | 2 | 3;

const KEY = 'Registration';
/** A little earlier than the token ends, so that there is time to press the button. */
const WORD_MS = (BANK_TOKEN_MINUTES - 1) * 60_000;

export const noProgress: Progress = { phoneNumber: '', bankCode: '', account: '' };

export function readProgress(): Progress {
  return readJson(KEY, isProgress, session) ?? noProgress;
}

export function keepProgress(progress: Progress): void {
  writeJson(KEY, progress, session);
}

export function forgetProgress(): void {
  remove(KEY, session);
}

/** The furthest step that what is known allows. */
export function stepReached({ phoneNumber, bank }: Progress, now = Date.now()): Step {
  if (!isPhone(phoneNumber)) return 1;
  return bank && now - bank.checkedAt < WORD_MS ? 3 : 2;
}

function isProgress(value: unknown): value is Progress {
  if (!isRecord(value)) return false;
  const { phoneNumber, bankCode, account, bank } = value;
  if (![phoneNumber, bankCode, account].every((field) => typeof field === 'string')) return false;
  if (bank === undefined) return true;
  return isRecord(bank) && typeof bank['checkedAt'] === 'number' && isAccountNumber(account as string);
}
