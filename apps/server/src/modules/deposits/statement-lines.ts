// Reads what a bank writes to its customer about money that came in, as far as its shapes are known. Pure.
//
// Always true: a line is taken only when all of it fits a known shape and its receiver is one of our accounts; an amount that
// stands somewhere in a message is no deposit. Years are read as each bank writes them; a line without a year gets the one
// that puts it closest to now. The sender's bank is told only where the line is clear about it.
//
// Elsewhere: the shapes (statement-lines.text.ts), whose money it is (feed-matching.ts), who may hand lines in (operators).

import { type Money, parseBaht } from '@chaba/money';

import type { ReceivedLine } from './feed-matching.ts';
import { statementShapes } from './statement-lines.text.ts';

export type StatementReading =
  | { readonly ok: true; readonly line: ReceivedLine; readonly receiverShown: string }
  | { readonly ok: false; readonly reason: 'NOT_A_STATEMENT_LINE' | 'UNKNOWN_RECEIVER' };

type Account = { readonly bankCode: string | null; readonly account: string };
type Groups = Readonly<Record<string, string | undefined>>;

const BUDDHIST_BANK = '004';
/** Years of 2500 and of 2000, less the difference between the calendars. */
const BUDDHIST_CENTURY = 2500 - 543;
const GREGORIAN_CENTURY = 2000;

/** The short codes that SCB writes for the sender's bank. */
const senderBanks: Readonly<Record<string, string>> = {
  KBNK: '004',
  BBLA: '002',
  KTBA: '006',
  SCBA: '014',
  BAYA: '025',
  TTBA: '011',
};

export function readStatementLine(
  bankCode: string,
  text: string,
  ours: readonly Account[],
  now: Date,
): StatementReading {
  const groups = groupsOf(bankCode, text.trim());
  const amount = groups && parseBaht(groups['amount'] ?? '');
  const transferredAt = groups && timeOf(bankCode, groups, now);
  if (!groups || amount === undefined || amount === 0n || !transferredAt) {
    return { ok: false, reason: 'NOT_A_STATEMENT_LINE' };
  }

  const receiverShown = groups['receiver'] ?? '';
  const receiver = receiverOf(bankCode, receiverShown, ours);
  if (!receiver) return { ok: false, reason: 'UNKNOWN_RECEIVER' };
  return {
    ok: true,
    receiverShown,
    line: lineOf(bankCode, groups, { amount, transferredAt, account: receiver.account }),
  };
}

function groupsOf(bankCode: string, text: string): Groups | undefined {
  for (const shape of statementShapes[bankCode] ?? []) {
    const groups = shape.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

function lineOf(
  bankCode: string,
  groups: Groups,
  known: { readonly amount: Money; readonly transferredAt: Date; readonly account: string },
): ReceivedLine {
  const { sender, senderBank } = groups;
  return {
    // These lines have no id of their own: what they say is what tells them apart.
    bankLineId: 'statement',
    amount: known.amount,
    transferredAt: known.transferredAt,
    senderBank: senderBankOf(bankCode, sender, senderBank),
    senderTail: sender,
    senderName: undefined,
    transRef: undefined,
    balanceAfter: parseBaht(groups['balance'] ?? ''),
    receiver: { kind: 'bank', bankCode, account: known.account },
  };
}

/** KBank names senders of its own only. */
function senderBankOf(bankCode: string, sender: string | undefined, shown: string | undefined): string | undefined {
  if (shown !== undefined) return senderBanks[shown];
  return sender !== undefined && bankCode === BUDDHIST_BANK ? BUDDHIST_BANK : undefined;
}

/** Exactly one of our accounts has these digits where the line shows them. */
function receiverOf(bankCode: string, shown: string, ours: readonly Account[]): Account | undefined {
  const digits = shown.replaceAll('X', '');
  // A letter after the digits hides the end of the account.
  const isFitting = shown.endsWith('X')
    ? (account: string) => account.slice(0, -1).endsWith(digits)
    : (account: string) => account.endsWith(digits);
  const fitting = ours.filter((account) => account.bankCode === bankCode && isFitting(account.account));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function timeOf(bankCode: string, groups: Groups, now: Date): Date | undefined {
  if (groups['year'] === undefined) return closestTo(now, groups);
  const century = bankCode === BUDDHIST_BANK ? BUDDHIST_CENTURY : GREGORIAN_CENTURY;
  return dateOf(century + Number(groups['year']), groups);
}

function closestTo(now: Date, groups: Groups): Date | undefined {
  const year = now.getUTCFullYear();
  const dates = [year - 1, year, year + 1]
    .map((candidate) => dateOf(candidate, groups))
    .filter((date) => date !== undefined);
  const distance = (date: Date): number => Math.abs(date.getTime() - now.getTime());
  return dates.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** Bangkok time; nothing when there is no such day. */
function dateOf(year: number, { day, month, hour, minute }: Groups): Date | undefined {
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:00+07:00`);
  const isThatDay =
    !Number.isNaN(date.getTime()) && new Date(date.getTime() + 7 * 3_600_000).getUTCDate() === Number(day);
  return isThatDay ? date : undefined;
}
