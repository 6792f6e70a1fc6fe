// Command review-queue: everything at a site that needs a decision, one line per kind with the command that shows it.
//
// Always true: every item that the log reports as requiring an operator is listed here until it is decided.

import { formatBaht } from '@chaba/money';
import { listHeldResults, listWaitingIncomeWithdrawals } from '@chaba/server/modules/affiliates';
import { listOpenFindings } from '@chaba/server/modules/audit';
import { listUnreadReports } from '@chaba/server/modules/bank-reports';
import { waitingDeposits } from '@chaba/server/modules/deposits';
import { listUndeliveredKicks } from '@chaba/server/modules/providers';
import {
  comparisons,
  listOrphanWins,
  owingMembers,
  stuckRounds,
  unappliedRollbacks,
  waitingHeldWins,
} from '@chaba/server/modules/reconciliation';
import { listOpenDisputes, listStuckPayouts, listWaitingWithdrawals } from '@chaba/server/modules/withdrawals';

import type { CommandContext } from './command-context.ts';
import { formatTable } from './printing.ts';

export async function listReviewQueue({ database, site }: CommandContext): Promise<string> {
  const { id } = site;
  const [
    withdrawals,
    payouts,
    disputes,
    deposits,
    income,
    days,
    held,
    unbet,
    rollbacks,
    stuck,
    owing,
    kicks,
    compared,
    findings,
    reports,
  ] = await Promise.all([
    listWaitingWithdrawals(database, id),
    listStuckPayouts(database, id),
    listOpenDisputes(database, id),
    waitingDeposits(database, id),
    listWaitingIncomeWithdrawals(database, id),
    listHeldResults(database, id),
    waitingHeldWins(database, id),
    listOrphanWins(database, id),
    unappliedRollbacks(database, id),
    stuckRounds(database, id),
    owingMembers(database, id),
    listUndeliveredKicks(database, id),
    comparisons(database, id),
    listOpenFindings(database, id),
    listUnreadReports(database, id),
  ]);
  const differing = compared.filter(({ differenceCount, isClosed }) => differenceCount > 0 && isClosed !== true);
  const uncompared = compared.filter(({ failure }) => failure !== undefined);
  const disputed = deposits.filter(({ state }) => state === 'disputed').length;
  const owed = owing.reduce((sum, { amount }) => sum + amount, 0n) as (typeof owing)[number]['amount'];
  const lines: readonly (readonly [number, string, string])[] = [
    [withdrawals.length, 'withdrawals in review', 'withdrawals'],
    [payouts.length, 'payouts the bank left open', 'withdrawals'],
    [disputes.length, 'payouts about which the bank contradicts itself', 'withdrawals'],
    [deposits.length - disputed, 'unmatched or claimed transfers', 'deposits'],
    [disputed, 'transfers that two reports contradict each other about', 'deposits'],
    [reports.length, 'reports of the bank that could not be read', 'bank-reports'],
    [income.length, 'withdrawals of referral income', 'income'],
    [days.length, 'held days of referral income', 'income'],
    [held.length, 'wins above the cap of their provider', 'games'],
    [unbet.length, 'wins without their bet', 'games'],
    [rollbacks.length, 'rollbacks of settled bets were answered OK and changed nothing', 'games'],
    [stuck.length, 'stuck rounds', 'games'],
    [owing.length, `members in debt, ${formatBaht(owed)} baht in total`, 'games'],
    [kicks.length, 'undelivered kicks', 'games'],
    [differing.length, 'days with discrepancies', 'reconcile'],
    [findings.length, 'findings of the audit', 'findings'],
    [uncompared.length, 'days could not be reconciled', 'reconcile'],
  ];
  const shown = lines.filter(([count]) => count > 0);
  if (shown.length === 0) return `The review queue of ${site.code} is empty.`;
  return formatTable(shown.map(([count, what, command]) => [String(count), what, `npm run operator -- ${command}`]));
}
