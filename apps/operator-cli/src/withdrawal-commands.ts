// Command withdrawals, and the commands that decide a withdrawal or its bank payout.

import type { ActionName } from '@chaba/contract/back-office/actions';
import { maskAccountNumber } from '@chaba/contract/banks';
import { formatBaht } from '@chaba/money';
import { parseReference, formatReference } from '@chaba/server/core/references';
import { formatMemberRef } from '@chaba/server/modules/operators';
import { payouts, listUnsentWithdrawals, listWaitingWithdrawals } from '@chaba/server/modules/withdrawals';

import { act } from './act.ts';
import { type CommandContext, loadMemberName, requireMember } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';
import { UsageError } from './usage-error.ts';

export async function listWithdrawals({ database, site }: CommandContext): Promise<string> {
  const waiting = await listWaitingWithdrawals(database, site.id);
  const rows = await Promise.all(
    waiting.map(async (withdrawal) => [
      formatReference('withdrawal', withdrawal.withdrawalId),
      formatTime(withdrawal.createdAt),
      `${formatBaht(withdrawal.amount)} baht`,
      await loadMemberName(database, site.id, withdrawal.memberId),
      `${withdrawal.bankCode} ${maskAccountNumber(withdrawal.account)} ${withdrawal.holderName}`,
      withdrawal.reviewReasons.join(', '),
    ]),
  );
  const unsent = await Promise.all(
    (await listUnsentWithdrawals(database, site.id)).map(async (withdrawal) => [
      formatReference('withdrawal', withdrawal.withdrawalId),
      formatTime(withdrawal.createdAt),
      `${formatBaht(withdrawal.amount)} baht`,
      await loadMemberName(database, site.id, withdrawal.memberId),
      withdrawal.waitReason ?? '',
    ]),
  );
  const stuck = (await payouts.listStuck(database, site.id)).map((payout) => [
    formatReference('withdrawal', payout.withdrawalId),
    `payout ${payout.payoutId}: ${payout.attempts} requests, last response ${payout.lastResponse ?? 'none'}`,
    `${formatBaht(payout.amount)} baht`,
  ]);
  const disputed = await Promise.all(
    (await payouts.listDisputes(database, site.id)).map(async (dispute) => [
      formatReference('withdrawal', dispute.withdrawalId),
      formatTime(dispute.openedAt),
      `${formatBaht(dispute.amount)} baht`,
      await loadMemberName(database, site.id, dispute.memberId),
      `recorded ${dispute.recordedState}, the bank reports ${dispute.latestResult}`,
    ]),
  );
  const parts = [rows.length === 0 ? `No withdrawal waits at ${site.code}.` : formatTable(rows)];
  if (unsent.length > 0) parts.push('', 'Approved and not submitted yet; stop-payout stops one:', formatTable(unsent));
  if (stuck.length > 0) {
    parts.push('', 'The bank left these open; call it, then confirm-paid or confirm-failed:', formatTable(stuck));
  }
  if (disputed.length > 0) {
    parts.push('', 'The bank contradicts itself; call it, then confirm-paid or confirm-failed:', formatTable(disputed));
  }
  return parts.join('\n');
}

type Decision = Extract<ActionName, `withdrawal.${string}` | `payout.confirm-${string}`>;

/** approve, reject, stop-payout, confirm-paid, confirm-failed <withdrawal> */
export async function decideWithdrawal(
  context: CommandContext,
  reference: string | undefined,
  action: Decision,
): Promise<string> {
  const withdrawalId = parseReference('withdrawal', reference ?? '');
  if (withdrawalId === undefined) throw new UsageError('Name a withdrawal by its reference, for example W00001234.', 2);
  return act(context, action, { withdrawal: formatReference('withdrawal', withdrawalId) });
}

/** record-payout <payout> <phone>: a paid withdrawal that a recovery of the database lost. */
export async function recordLostPayout(context: CommandContext, payoutId = '', phone?: string): Promise<string> {
  if (!/^P\d{1,9}-\d{1,18}$/.test(payoutId)) {
    throw new UsageError('Name the payout as the statement does, for example P1-1234: see findings.', 2);
  }
  const member = await requireMember(context, phone);
  return act(context, 'payout.record-lost', { payout: payoutId, member: formatMemberRef(member.id) });
}
