// Route of the bank's feed: reads each line of a delivery alone, and keeps what it cannot read.
//
// Always true: every signed delivery is answered with success once each of its lines is received or kept, so the bank
// sends it again only when the database failed. Only direct elements of the list are received (feed-framing.ts). A line
// without incoming money (0.00, a debit) is no error. A kept line and the body of a kept delivery are the bytes that
// the bank sent.
//
// Elsewhere: what a line does (bank-feed.ts), kept reports (bank-reports), the contract of a line (contract/deposits).

import { parseProviderMoney } from '@chaba/contract/amounts';
import type { ReportReason } from '@chaba/contract/back-office/queues';
import * as contract from '@chaba/contract/deposits';
import { validate } from '@chaba/contract/validation';

import { BANK_KEY_ID } from '#core/context';
import type { RouteContext } from '#http/route-context';
import { parseStrictJson } from '#http/strict-json';
import { keepUnreadReports, type NewReport } from '#modules/bank-reports';

import { receiveFeed } from './deposits.ts';
import type { ReceivedLine } from './feed-matching.ts';
import { findAccountSite } from './bank-feed.ts';
import { type Piece, splitDelivery } from './feed-framing.ts';
import { toTail } from './statement-lines.ts';

const TAIL_LENGTH_MAX = 20;
const AMOUNT_WITHOUT_MONEY = /^(?:-(?:0|[1-9]\d{0,11})\.\d{2}|0\.00)$/;
/** Unread lines of a delivery that are kept one by one; the report of the delivery states the number of others. */
const UNREAD_LINES_KEPT_MAX = 500;
/** A time outside these years is no time of a transfer; a Buddhist year may still be one (feed-dates.ts). */
const YEAR_MIN = 2000;
const YEAR_MAX = 2999;

type FeedReading =
  | { readonly kind: 'line'; readonly line: ReceivedLine; readonly content: Buffer }
  | { readonly kind: 'zero' | 'debit' }
  | { readonly kind: 'unread'; readonly reason: ReportReason; readonly content: Buffer; readonly value: unknown };

export function bankFeedRoutes({ registerRoute, database, log }: RouteContext): void {
  registerRoute(
    contract.receiveBankFeed,
    async ({ rawBody, bodyBytes }) => {
      const delivery = splitDelivery(rawBody);
      const toDeliveryReport = (reason: ReportReason) =>
        ({ kind: 'delivery', reason, content: rawBody, contentBytes: bodyBytes, siteId: undefined }) as const;
      if (!delivery) {
        await keep([toDeliveryReport('DELIVERY_UNREADABLE')]);
        return {};
      }
      const readings = delivery.pieces.map(readPiece);
      const good = readings.filter((reading) => reading.kind === 'line');
      const outcomes = await receiveFeed(
        database,
        good.map(({ line }) => line),
        (line, err) => log.error({ err, line: line.bankLineId }, 'bank feed line failed'),
      );
      const failed = good.filter((_, index) => outcomes[index] === 'failed');
      const unread = readings.filter((reading) => reading.kind === 'unread');
      const others = unread.length - UNREAD_LINES_KEPT_MAX;
      await keep([
        ...(await Promise.all(unread.slice(0, UNREAD_LINES_KEPT_MAX).map(toReport))),
        ...failed.map(({ content }) => ({ kind: 'line', reason: 'LINE_FAILED', content, siteId: undefined }) as const),
        // Last, so that lists, newest first, begin with it.
        ...(others > 0 ? [toDeliveryReport(`LINES_UNREAD: ${others} more`)] : []),
        ...(bodyBytes > rawBody.length ? [toDeliveryReport(`DELIVERY_LONG: ${rawBody.length} bytes read`)] : []),
        ...(delivery.isCut && bodyBytes === rawBody.length && others <= 0 ? [toDeliveryReport('DELIVERY_CUT')] : []),
      ]);
      const kinds = readings.filter(({ kind }) => kind !== 'line').map(({ kind }) => kind);
      log.info({ lines: readings.length, outcomes: countByName([...outcomes, ...kinds]) }, 'bank feed received');
      const disputed = good.filter((_, index) => outcomes[index] === 'disputed').map(({ line }) => line.bankLineId);
      if (disputed.length > 0) log.error({ lines: disputed }, 'bank feed disputed');
      return {};
    },
    { readsOwnBody: true },
  );

  async function keep(reports: readonly Omit<NewReport, 'sender'>[]): Promise<void> {
    if (reports.length === 0) return;
    await keepUnreadReports(
      database,
      reports.map((report) => ({ ...report, sender: BANK_KEY_ID })),
    );
    log.warn({ reasons: countByName(reports.map(({ reason }) => reason)) }, 'bank report kept unread');
  }

  /** The report belongs to the owner of the account that its line names, if it names one. */
  async function toReport({
    reason,
    content,
    value,
  }: Extract<FeedReading, { kind: 'unread' }>): Promise<Omit<NewReport, 'sender'>> {
    const receiver = validate(contract.feedReceiver, value);
    const siteId = receiver.ok
      ? await findAccountSite(database, toReceiver(receiver.value as contract.FeedReceiver))
      : undefined;
    return { kind: 'line', reason, content, siteId };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Only a direct element of the list is a line; any other text is for an operator, whatever it contains. */
function readPiece({ kind, content }: Piece): FeedReading {
  const reading = readLine(content);
  if (kind === 'direct' || reading.kind === 'unread') return reading;
  return { kind: 'unread', reason: 'POSITION_DOUBTFUL', content, value: undefined };
}

function readLine(content: Buffer): FeedReading {
  let value: unknown;
  try {
    value = parseStrictJson(utf8.decode(content));
  } catch (error) {
    return { kind: 'unread', reason: `NOT_JSON: ${String(error)}`, content, value: undefined };
  }
  const { amount } = (typeof value === 'object' && value !== null ? value : {}) as { readonly amount?: unknown };
  if (typeof amount === 'string' && AMOUNT_WITHOUT_MONEY.test(amount)) {
    return { kind: amount.startsWith('-') ? 'debit' : 'zero' };
  }
  const result = validate(contract.feedLine, value);
  if (!result.ok) {
    const fields = result.issues.map(({ path }) => path.join('.') || 'line');
    return { kind: 'unread', reason: `FIELDS: ${[...new Set(fields)].join(', ')}`, content, value };
  }
  const line = toReceivedLine(result.value as contract.FeedLineBody);
  const year = line.transferredAt.getUTCFullYear();
  if (!(year >= YEAR_MIN && year <= YEAR_MAX)) return { kind: 'unread', reason: 'TIME_IMPLAUSIBLE', content, value };
  return { kind: 'line', line, content };
}

function toReceivedLine(line: contract.FeedLineBody): ReceivedLine {
  const senderTail = line.senderTail === undefined ? undefined : toTail(line.senderTail)?.slice(-TAIL_LENGTH_MAX);
  const { balanceAfter } = line;
  return {
    bankLineId: line.lineId,
    amount: parseProviderMoney(line.amount),
    transferredAt: new Date(line.at),
    senderBank: line.senderBankCode,
    senderTail,
    senderName: line.senderName,
    transRef: line.transRef,
    // An overdrawn account identifies no line.
    balanceAfter:
      balanceAfter === undefined || balanceAfter.startsWith('-') ? undefined : parseProviderMoney(balanceAfter),
    receiver: toReceiver(line),
  };
}

function toReceiver({
  receivingPhone,
  receivingBankCode,
  receivingAccount,
}: contract.FeedReceiver): ReceivedLine['receiver'] {
  if (receivingPhone !== undefined) return { kind: 'wallet', bankCode: null, account: stripToDigits(receivingPhone) };
  return { kind: 'bank', bankCode: receivingBankCode ?? '', account: stripToDigits(receivingAccount ?? '') };
}

function stripToDigits(text: string): string {
  return text.replace(/\D/g, '');
}

function countByName(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
