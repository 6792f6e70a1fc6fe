// Commands deposits, credit-deposit, return-deposit, dispute, import-statement, bank-reports and close-report:
// unmatched and disputed transfers, bank statements, and reports of the bank that could not be read.

import * as fs from 'node:fs';

import { maskAccountNumber } from '@chaba/contract/banks';
import { STATEMENT_LINES_MAX } from '@chaba/contract/constraints';
import { readStatementLines } from '@chaba/contract/statement-file';
import type { Database } from '@chaba/database';
import { formatBaht } from '@chaba/money';
import { parseReference, formatReference } from '@chaba/server/core/references';
import { listOverfullReportDays, listUnreadReports } from '@chaba/server/modules/bank-reports';
import { type WaitingDeposit, waitingDeposits } from '@chaba/server/modules/deposits';

import { findAccountId } from './account-commands.ts';
import { act } from './act.ts';
import { type CommandContext, findMemberRef, loadMemberName, requireReason } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';
import { UsageError } from './usage-error.ts';

/** A report may hold anything, also what moves the cursor of a terminal. */
/** Reports of a page. */
const REPORTS_SHOWN = 200;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export async function listDeposits({ database, site }: CommandContext): Promise<string> {
  const waiting = await waitingDeposits(database, site.id);
  if (waiting.length === 0) return `No deposit waits at ${site.code}.`;
  const rows = await Promise.all(
    waiting.map(async (deposit) => [
      formatReference('deposit', deposit.depositId),
      formatTime(deposit.transferredAt),
      `${formatBaht(deposit.amount)} baht`,
      `from ${deposit.senderBank ?? '?'} ${deposit.senderAccount ?? '?'} ${deposit.senderName ?? ''}`.trim(),
      `to ${maskAccountNumber(deposit.receivingAccount)}`,
      await describeState(database, deposit),
      deposit.reason ?? '',
      await loadSenderNames(database, deposit),
    ]),
  );
  return formatTable(rows);
}

/** The member with the claim or the credit. */
async function describeState(database: Database, { state, holder, isCredited }: WaitingDeposit): Promise<string> {
  const name = holder && (await loadMemberName(database, holder.siteId, holder.memberId));
  if (state === 'seen') return 'unmatched';
  if (state === 'claimed') return `claimed by ${name ?? ''}`;
  return isCredited ? `disputed: credited to ${name ?? ''}` : `disputed: ${name ?? 'not credited'}`;
}

async function loadSenderNames(database: Database, { senders }: WaitingDeposit): Promise<string> {
  const names = await Promise.all(senders.map(({ siteId, memberId }) => loadMemberName(database, siteId, memberId)));
  return names.length === 0 ? '' : `sent by ${names.join(', ')}`;
}

export async function creditDeposit(context: CommandContext, reference: string | undefined): Promise<string> {
  const deposit = formatReference('deposit', parseDepositId(reference));
  if (context.given.member === undefined) throw new UsageError('Name the member: --member <phone>.', 2);
  requireReason(context.given);
  return act(context, 'deposit.attach', { deposit, member: await findMemberRef(context) });
}

export async function returnDeposit(context: CommandContext, reference: string | undefined): Promise<string> {
  return act(context, 'deposit.return', { deposit: formatReference('deposit', parseDepositId(reference)) });
}

export async function disputeDeposit(context: CommandContext, reference: string | undefined): Promise<string> {
  return act(context, 'deposit.dispute', { deposit: formatReference('deposit', parseDepositId(reference)) });
}

export async function importStatement(
  context: CommandContext,
  typed: string | undefined,
  file: string | undefined,
): Promise<string> {
  const [bankCode, number] = (typed ?? '').replace(/[\s-]/g, '').split('/');
  if (!/^\d{3}$/.test(bankCode ?? '')) {
    throw new UsageError('Name the bank that wrote the lines by its three digits, for example 004.', 2);
  }
  if (file === undefined || !fs.existsSync(file)) throw new UsageError(`There is no file "${file ?? ''}".`, 2);
  const lines = readStatementLines(fs.readFileSync(file));
  if (lines === undefined) throw new UsageError('The file is no text in UTF-8, UTF-16 or TIS-620 (Windows-874).', 2);
  if (lines.length > STATEMENT_LINES_MAX) throw new UsageError(`A file may have ${STATEMENT_LINES_MAX} lines.`);
  const receivingAccount = number === undefined ? '' : await findAccountId(context, typed);
  return act(context, 'deposit.import-statement', { bank: bankCode ?? '', receivingAccount, lines: lines.join('\n') });
}

/** Reports of the bank that could not be read, newest first: a page, from before the number if one is given. */
export async function listBankReports({ database, site }: CommandContext, typed: string | undefined): Promise<string> {
  const before = typed === undefined ? undefined : parseReport(typed);
  const [reports, days] = await Promise.all([
    listUnreadReports(database, site.id, { before }, REPORTS_SHOWN),
    listOverfullReportDays(database, site.id),
  ]);
  if (reports.length === 0 && before !== undefined) return `No report before ${before}.`;
  if (reports.length === 0 && days.length === 0) return `Every report of the bank was read at ${site.code}.`;
  const rows = reports.map((report) => [
    String(report.reportId),
    formatTime(report.lastReceivedAt),
    report.kind,
    report.reason,
    report.times === 1 ? 'once' : `${report.times} times`,
    report.content === '' ? '(empty)' : toPrintable(report.content),
    ...(report.contentBytes > Buffer.byteLength(report.content) ? [`of ${report.contentBytes} bytes`] : []),
  ]);
  return [
    formatTable(rows),
    ...(reports.length === REPORTS_SHOWN ? [`Older reports: bank-reports ${reports.at(-1)?.reportId}`] : []),
    ...days.map((day) => `${day.day}: ${day.sender} sent ${day.reports}; the first 10,000 of the day are kept.`),
  ].join('\n');
}

export async function closeBankReport(context: CommandContext, typed: string | undefined): Promise<string> {
  return act(context, 'bank-report.close', { report: String(parseReport(typed)) });
}

function parseReport(typed: string | undefined): bigint {
  if (typed !== undefined && /^\d{1,18}$/.test(typed)) return BigInt(typed);
  throw new UsageError('Name a report by its number: see bank-reports.', 2);
}

const toPrintable = (text: string): string => text.replace(UNPRINTABLE, '\u{fffd}');

/** Parses the reference of a bank movement. */
export function parseDepositId(reference: string | undefined): bigint {
  const depositId = parseReference('deposit', reference ?? '');
  if (depositId === undefined) throw new UsageError('Name a deposit by its reference, for example D00001234.', 2);
  return depositId;
}
