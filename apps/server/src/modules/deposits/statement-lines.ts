// Parses the text that a bank writes to its customer about an arrival, for the known shapes. Pure.
//
// Always true: a line is parsed only when all of it matches a known shape and its receiver is a receiving account; an
// amount inside another message is no deposit. White space of every kind and invisible characters never decide. A year
// without a century, or none at all, gives the nearest day that exists and is not in the future; a day of more than two
// years ago is none. The sender's bank is set only where the line identifies it, and a channel is no name of a sender.
// Money that leaves is named only in its known forms.
//
// Elsewhere: the shapes (statement-lines.text.ts), the member of a line (feed-matching.ts), the audited import
// (operators), the encoding of a file (operator-cli).

import { westernDigits } from '@chaba/contract/digits';
import { withoutInvisible } from '@chaba/contract/typed-text';
import { type Money, parseBaht } from '@chaba/money';

import { type ReceivedLine, STATEMENT_LINE } from './feed-matching.ts';
import { AHEAD_MAX_MS, toMask } from './slip-rules.ts';
import { arriving, channelOfSender, outgoing, promptPay, statementShapes } from './statement-lines.text.ts';

export type StatementProblem = 'NOT_A_STATEMENT_LINE' | 'UNKNOWN_RECEIVER' | 'DEBIT' | 'ZERO';

export type StatementReading =
  | { readonly ok: true; readonly line: ReceivedLine; readonly receiverShown: string }
  | { readonly ok: false; readonly reason: StatementProblem };

type LineAccount = { readonly bankCode: string | null; readonly account: string };
type Groups = Readonly<Record<string, string | undefined>>;

const KBANK = '004';
const BUDDHIST_OFFSET = 543;
/** About two years: an older day is a misprint, or no day of the statement. */
const BACK_MAX_MS = 750 * 86_400_000;
const YEARS_BACK_MAX = 3;
/** A longer text is no message of a bank. */
const TEXT_MAX = 400;
const SHOWN_DIGITS_MIN = 4;
const DAY_TEXT = /\d{1,2}\s*[/-]\s*\d{1,2}/;

/** Bank codes by the abbreviations that banks write for the sender's bank, without a final A. */
const senderBanks: Readonly<Record<string, string>> = {
  KBNK: '004',
  KBANK: '004',
  KBA: '004',
  BBL: '002',
  KTB: '006',
  SCB: '014',
  BAY: '025',
  TTB: '011',
  TMB: '011',
  GSB: '030',
  BAAC: '034',
  GHB: '033',
  UOB: '024',
  UOBT: '024',
  CIMB: '022',
  CIMBT: '022',
  KKP: '069',
  KK: '069',
  TISCO: '067',
  TSCO: '067',
  LHB: '073',
  LH: '073',
  CITI: '017',
  SCBT: '020',
  ISBT: '066',
  IBANK: '066',
};

export function parseStatementLine(
  bankCode: string,
  text: string,
  accounts: readonly LineAccount[],
  now: Date,
): StatementReading {
  const plain = normaliseText(text.slice(0, TEXT_MAX + 1));
  if (text.length > TEXT_MAX) return { ok: false, reason: 'NOT_A_STATEMENT_LINE' };
  const groups = matchShape(bankCode, plain);
  const amount = groups && parseBaht(groups['amount'] ?? '');
  const transferredAt = groups && parseTime(groups, now);
  if (!groups || amount === undefined || !transferredAt) {
    return { ok: false, reason: isDebit(bankCode, plain) ? 'DEBIT' : 'NOT_A_STATEMENT_LINE' };
  }
  if (amount === 0n) return { ok: false, reason: 'ZERO' };

  const receiverShown = groups['receiver'] ?? '';
  const receiver = findReceiver(bankCode, receiverShown, accounts);
  if (!receiver) return { ok: false, reason: 'UNKNOWN_RECEIVER' };
  return {
    ok: true,
    receiverShown: /\d$/.test(receiverShown) ? receiverShown.replace(/^[-xX*]+/, '') : receiverShown,
    line: toReceivedLine(bankCode, groups, { amount, transferredAt, account: receiver.account }),
  };
}

/** Only a known form of money that leaves: a line that may report an arrival is named for the operator. */
function isDebit(bankCode: string, text: string): boolean {
  if (statementShapes[bankCode] === undefined || !DAY_TEXT.test(text) || arriving.test(text)) return false;
  return outgoing.some((form) => form.test(text));
}

/** One space for white space of every kind; digits and signs of other widths and scripts become ASCII. */
export function normaliseText(text: string): string {
  return westernDigits(withoutInvisible(text))
    .replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
    .replace(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/g, '$1\u0E33')
    .replace(/([\u0E48-\u0E4B])\u0E4D\u0E32/g, '$1\u0E33')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u2800\p{Cc}]+/gu, ' ')
    .trim();
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
  const { sender, senderBank, senderName, balance } = groups;
  return {
    // These lines have no id: their content identifies them.
    bankLineId: STATEMENT_LINE,
    amount: known.amount,
    transferredAt: known.transferredAt,
    senderBank: findSenderBank(bankCode, sender, senderBank),
    senderTail: sender === undefined ? undefined : toTail(sender),
    senderName: toPersonName(senderName),
    transRef: undefined,
    balanceAfter: balance === undefined ? undefined : parseBaht(balance),
    receiver: { kind: 'bank', bankCode, account: known.account },
  };
}

/** A channel would be the name of no member, and match none. */
function toPersonName(shown = ''): string | undefined {
  const name = shown.trim().replace(promptPay, '');
  return name === '' || channelOfSender.test(name) ? undefined : name;
}

/** The last digits that are shown, with x for a hidden one after them. */
export function toTail(shown: string): string | undefined {
  return /\dx*$/.test(toMask(shown)) ? toMask(shown).replace(/^.*x(?=\d)/, '') : undefined;
}

/** KBank shows only senders with an account at KBank. */
export function findSenderBank(
  bankCode: string,
  sender: string | undefined,
  shown: string | undefined,
): string | undefined {
  if (shown !== undefined) {
    const name = shown.toUpperCase();
    return senderBanks[name] ?? senderBanks[name.replace(/A$/, '')];
  }
  return sender !== undefined && bankCode === KBANK ? KBANK : undefined;
}

/** The only receiving account with these digits at the shown places. */
function findReceiver(bankCode: string, shown: string, accounts: readonly LineAccount[]): LineAccount | undefined {
  const mask = toMask(shown).replace(/^x+/, '');
  if (mask.replaceAll('x', '').length < SHOWN_DIGITS_MIN) return undefined;
  const fitting = accounts.filter((account) => account.bankCode === bankCode && endsLike(account.account, mask));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Hidden digits of the mask fit any. */
function endsLike(account: string, mask: string): boolean {
  const tail = account.slice(-mask.length);
  return tail.length === mask.length && [...mask].every((sign, place) => sign === 'x' || sign === tail[place]);
}

/** The latest day that the written one can mean, in Bangkok time; undefined for none of the last two years. */
export function parseTime(groups: Groups, now: Date): Date | undefined {
  const latest = now.getTime() + AHEAD_MAX_MS;
  const earliest = now.getTime() - BACK_MAX_MS;
  const dates = listYears(groups['year'], now)
    .map((year) => toDate(year, groups))
    .filter((date) => date !== undefined && date.getTime() <= latest && date.getTime() >= earliest) as Date[];
  return dates.toSorted((one, other) => other.getTime() - one.getTime())[0];
}

/** The Gregorian years that a written one can mean. */
function listYears(written: string | undefined, now: Date): number[] {
  // A day in Bangkok is up to seven hours ahead.
  const latest = now.getUTCFullYear() + 1;
  if (written === undefined) return Array.from({ length: YEARS_BACK_MAX + 2 }, (_, back) => latest - back);
  const year = Number(written);
  if (written.length === 4) return [year > latest ? year - BUDDHIST_OFFSET : year];
  return [2000, 2500 - BUDDHIST_OFFSET, 2600 - BUDDHIST_OFFSET].map((century) => century + year);
}

/** Bangkok time; undefined for a day that does not exist. */
function toDate(year: number, { day = '', month = '', hour = '', minute = '' }: Groups): Date | undefined {
  const [one, two, three] = [month, day, hour].map((part) => part.padStart(2, '0'));
  const date = new Date(`${year}-${one}-${two}T${three}:${minute}:00+07:00`);
  const isThatDay =
    !Number.isNaN(date.getTime()) && new Date(date.getTime() + 7 * 3_600_000).getUTCDate() === Number(day);
  return isThatDay ? date : undefined;
}
