// Progress of a registration, stored in the tab so that a reload or another page loses nothing.
//
// Always true: no password is stored. The result of the bank check is stored no longer than its token is valid.

import { isAccountNumber } from '@chaba/contract/banks';
import { BANK_TOKEN_MINUTES } from '@chaba/contract/constraints';
import { isPhone } from '@chaba/contract/phones';

import { isRecord, readJson, remove, session, writeJson } from '#lib/browser/storage';

export type BankCheckResult = {
  readonly checkedAt: number;
  /** All three or none: without a token the names are typed. */
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly token?: string | undefined;
};

export type Progress = {
  /** A number that the server reported as free; otherwise empty. */
  readonly phoneNumber: string;
  readonly bankCode: string;
  readonly account: string;
  /** Result of the bank check for exactly this account. */
  readonly bank?: BankCheckResult | undefined;
};

export type RegisterStep = 1 | 2 | 3;

const KEY = 'Registration';
/** Shortly before the token expires, to leave time for the submit. */
const BANK_CHECK_MS = (BANK_TOKEN_MINUTES - 1) * 60_000;

export const noProgress: Progress = { phoneNumber: '', bankCode: '', account: '' };

export function readProgress(): Progress {
  return readJson(KEY, isProgress, session) ?? noProgress;
}

export function saveProgress(progress: Progress): void {
  writeJson(KEY, progress, session);
}

export function deleteProgress(): void {
  remove(KEY, session);
}

/** The furthest step that the progress allows. */
export function getFurthestStep({ phoneNumber, bank }: Progress, now = Date.now()): RegisterStep {
  if (!isPhone(phoneNumber)) return 1;
  return bank && now - bank.checkedAt < BANK_CHECK_MS ? 3 : 2;
}

function isProgress(value: unknown): value is Progress {
  if (!isRecord(value)) return false;
  const { phoneNumber, bankCode, account, bank } = value;
  if (![phoneNumber, bankCode, account].every((field) => typeof field === 'string')) return false;
  if (bank === undefined) return true;
  return isRecord(bank) && typeof bank['checkedAt'] === 'number' && isAccountNumber(account as string);
}
