// Commands about the hourly audit: list and close findings, release payouts after a recovery, show and enter balances
// of the house's bank accounts.
//
// Elsewhere: the rules (audit), the audit entry (modules/operators).

import { formatBaht, money, parseBaht } from '@chaba/money';
import { findHouseAccount, listOpenFindings, readBankBook } from '@chaba/server/modules/audit';

import { act } from './act.ts';
import type { CommandContext } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';
import { UsageError } from './usage-error.ts';

export async function listFindings({ database, site }: CommandContext): Promise<string> {
  const findings = await listOpenFindings(database, site.id);
  if (findings.length === 0) return `The audit found nothing at ${site.code} that is still open.`;
  return formatTable(
    findings.map(({ findingId, foundAt, rule, detail }) => [String(findingId), formatTime(foundAt), rule, detail]),
  );
}

export async function closeAuditFinding(context: CommandContext, typed: string | undefined): Promise<string> {
  if (!/^\d{1,18}$/.test(typed ?? '')) throw new UsageError('Name a finding by its number: see findings.', 2);
  return act(context, 'finding.close', { finding: typed ?? '' });
}

/** Ends a recovery of the database (npm run ops -- restore). */
export async function releasePayouts(context: CommandContext): Promise<string> {
  return act(context, 'payouts.release', { site: context.site.code });
}

export async function showBankBook({ database }: CommandContext): Promise<string> {
  const signed = (amount: bigint): string =>
    amount < 0n ? `-${formatBaht(money(-amount))}` : formatBaht(money(amount));
  const rows = (await readBankBook(database)).map(({ account, balance, balanceAt, unexplained, unposted }) => [
    account,
    balance === null || balanceAt === null
      ? 'no balance known'
      : `${formatBaht(balance)} baht at ${formatTime(balanceAt)}`,
    `unexplained ${signed(unexplained)}`,
    `not on the statement ${signed(unposted)}`,
  ]);
  return formatTable(rows);
}

/** balance <account> <amount> <time>: enters the closing balance of a statement of a bank without a balance API. */
export async function enterBankBalance(context: CommandContext, name = '', amount = '', time = ''): Promise<string> {
  const balance = parseBaht(amount);
  const at = new Date(`${time}+07:00`);
  if (balance === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(time) || Number.isNaN(at.getTime())) {
    throw new UsageError('Write: balance <account> <amount> <2026-01-31T18:00>, Bangkok time.', 2);
  }
  const account = name.replace(/[\s-]/g, '');
  if (!(await findHouseAccount(context.database, account))) {
    throw new UsageError(`The house has no bank account ${name}: see bank-book.`);
  }
  return act(context, 'balance.enter', { account, balance: amount, time });
}
