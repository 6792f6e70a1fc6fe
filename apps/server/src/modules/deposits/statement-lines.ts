// Parses the text that a bank writes to its customer about an arrival, for the known shapes. Pure.
//
// Always true: a line is parsed only when all of it matches a known shape and its receiver is a receiving account; an
// amount inside another message is no deposit. Years are read in the calendar of the bank; a line without a year gets
// the year closest to now. The sender's bank is set only where the line identifies it.
//
// Elsewhere: the shapes (statement-lines.text.ts), the member of a line (feed-matching.ts), the audited import
// (operators).

import { type Money, parseBaht } from '@chaba/money';

import type { ReceivedLine } from './feed-matching.ts';
import { statementShapes } from './statement-lines.text.ts';

export type StatementReading =
  | { readonly ok: true; readonly line: ReceivedLine; readonly receiverShown: string }
  | { readonly ok: false; readonly reason: 'NOT_A_STATEMENT_LINE' | 'UNKNOWN_RECEIVER' };

type LineAccount = { readonly bankCode: string | null; readonly account: string };
type Groups = Readonly<Record<string, string | undefined>>;

const BUDDHIST_BANK = '004';
/** The century of two-digit years in each calendar, in Gregorian years. */
const BUDDHIST_CENTURY = 2500 - 543;
const GREGORIAN_CENTURY = 2000;

/** Bank codes by the abbreviations that SCB writes for the sender's bank. */
const senderBanks: Readonly<Record<string, string>> = {
  KBNK: '004',
  BBLA: '002',
  KTBA: '006',
  SCBA: '014',
  BAYA: '025',
  TTBA: '011',
};

export function parseStatementLine(
  bankCode: string,
  text: string,
  accounts: readonly LineAccount[],
  now: Date,
): StatementReading {
  const groups = matchShape(bankCode, text.trim());
  const amount = groups && parseBaht(groups['amount'] ?? '');
  const transferredAt = groups && parseTime(bankCode, groups, now);
  if (!groups || amount === undefined || amount === 0n || !transferredAt) {
    return { ok: false, reason: 'NOT_A_STATEMENT_LINE' };
  }

  const receiverShown = groups['receiver'] ?? '';
  const receiver = findReceiver(bankCode, receiverShown, accounts);
  if (!receiver) return { ok: false, reason: 'UNKNOWN_RECEIVER' };
  return {
    ok: true,
    receiverShown,
    line: toReceivedLine(bankCode, groups, { amount, transferredAt, account: receiver.account }),
  };
}

function matchShape(bankCode: string, text: string): Groups | undefined {
  for (const shape of statementShapes[bankCode] ?? []) {
    const groups = shape.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

function toReceivedLine(
  bankCode: string,
  groups: Groups,
  known: { readonly amount: Money; readonly transferredAt: Date; readonly account: string },
): ReceivedLine {
  const { sender, senderBank } = groups;
  return {
    // These lines have no id: their content identifies them.
    bankLineId: 'statement',
    amount: known.amount,
    transferredAt: known.transferredAt,
    senderBank: findSenderBank(bankCode, sender, senderBank),
    senderTail: sender,
    senderName: undefined,
    transRef: undefined,
    balanceAfter: parseBaht(groups['balance'] ?? ''),
    receiver: { kind: 'bank', bankCode, account: known.account },
  };
}

/** KBank shows only senders with an account at KBank. */
function findSenderBank(bankCode: string, sender: string | undefined, shown: string | undefined): string | undefined {
  if (shown !== undefined) return senderBanks[shown];
  return sender !== undefined && bankCode === BUDDHIST_BANK ? BUDDHIST_BANK : undefined;
}

/** The only receiving account with these digits at the shown places. */
function findReceiver(bankCode: string, shown: string, accounts: readonly LineAccount[]): LineAccount | undefined {
  const digits = shown.replaceAll('X', '');
  // A letter after the digits masks the end of the account.
  const isFitting = shown.endsWith('X')
    ? (account: string) => account.slice(0, -1).endsWith(digits)
    : (account: string) => account.endsWith(digits);
  const fitting = accounts.filter((account) => account.bankCode === bankCode && isFitting(account.account));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function parseTime(bankCode: string, groups: Groups, now: Date): Date | undefined {
  if (groups['year'] === undefined) return findClosestDate(now, groups);
  const century = bankCode === BUDDHIST_BANK ? BUDDHIST_CENTURY : GREGORIAN_CENTURY;
  return toDate(century + Number(groups['year']), groups);
}

function findClosestDate(now: Date, groups: Groups): Date | undefined {
  const year = now.getUTCFullYear();
  const dates = [year - 1, year, year + 1]
    .map((candidate) => toDate(candidate, groups))
    .filter((date) => date !== undefined);
  const distance = (date: Date): number => Math.abs(date.getTime() - now.getTime());
  return dates.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** Bangkok time; undefined for a day that does not exist. */
function toDate(year: number, { day, month, hour, minute }: Groups): Date | undefined {
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:00+07:00`);
  const isThatDay =
    !Number.isNaN(date.getTime()) && new Date(date.getTime() + 7 * 3_600_000).getUTCDate() === Number(day);
  return isThatDay ? date : undefined;
}
