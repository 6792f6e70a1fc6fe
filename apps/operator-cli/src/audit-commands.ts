// Commands about the hourly audit: list and close findings, release payouts after a recovery, show and enter balances
// of the house's bank accounts.
//
// Elsewhere: the rules (audit), the audit entry (modules/operators).

import { formatBaht, money, parseBaht } from '@chaba/money';
import { findHouseAccount, listOpenFindings, readBankBook } from '@chaba/server/modules/audit';
import * as operators from '@chaba/server/modules/operators';

import { UsageError } from './site-settings.ts';
import { requireActor, type CommandContext } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';

export async function listFindings({ database, site }: CommandContext): Promise<string> {
  const findings = await listOpenFindings(database, site.id);
  if (findings.length === 0) return `The audit found nothing at ${site.code} that is still open.`;
  return formatTable(
    findings.map(({ findingId, foundAt, rule, detail }) => [String(findingId), formatTime(foundAt), rule, detail]),
  );
}

export async function closeAuditFinding(context: CommandContext, typed: string | undefined): Promise<string> {
  if (!/^\d{1,18}$/.test(typed ?? '')) throw new UsageError('Name a finding by its number: see findings.', 2);
  const findingId = BigInt(typed ?? '');
  const by = requireActor(context);
  const closed = await operators.closeFinding(context.database, by, findingId);
  if (closed === 'not_waiting') throw new UsageError(`There is no open finding ${findingId} at ${context.site.code}.`);
  return `Finding ${findingId} is closed.`;
}

/** Ends a recovery of the database (npm run ops -- restore). */
export async function releasePayouts(context: CommandContext): Promise<string> {
  const outcome = await operators.releasePayouts(context.database, requireActor(context));
  if (outcome === 'not_waiting') throw new UsageError(`No payout of ${context.site.code} is held for a recovery.`);
  if (outcome === 'blocked') {
    throw new UsageError(
      'Run npm run ops -- compare-outside until all have answered, and close each finding and each day with discrepancies first.',
    );
  }
  return `Payouts of ${context.site.code} are submitted again.`;
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
  const account = await findHouseAccount(context.database, name.replace(/[\s-]/g, ''));
  if (!account) throw new UsageError(`The house has no bank account ${name}: see bank-book.`);
  const outcome = await operators.enterBalance(context.database, requireActor(context), account, { balance, at, time });
  if (outcome === 'has_statement') throw new UsageError('The bank provides statements of this account itself.');
  if (outcome === 'out_of_order') throw new UsageError('A later balance of this account is known.');
  return outcome === 'begun'
    ? 'The book of this account begins here.'
    : 'Entered: see findings after the next hourly run.';
}
