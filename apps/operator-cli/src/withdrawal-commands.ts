// Command withdrawals, and the commands that decide a withdrawal or its bank payout.

import { maskAccountNumber } from '@chaba/contract/banks';
import { formatBaht } from '@chaba/money';
import { parseReference, formatReference } from '@chaba/server/core/references';
import * as operators from '@chaba/server/modules/operators';
import {
  listOpenDisputes,
  listStuckPayouts,
  listUnsentWithdrawals,
  listWaitingWithdrawals,
} from '@chaba/server/modules/withdrawals';

import { UsageError } from './site-settings.ts';
import { requireActor, type CommandContext, loadMemberName, requireMember } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';

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
  const stuck = (await listStuckPayouts(database, site.id)).map((payout) => [
    formatReference('withdrawal', payout.withdrawalId),
    `payout ${payout.payoutId}: ${payout.tries} requests, last response ${payout.lastAnswer ?? 'none'}`,
    `${formatBaht(payout.amount)} baht`,
  ]);
  const disputed = await Promise.all(
    (await listOpenDisputes(database, site.id)).map(async (dispute) => [
      formatReference('withdrawal', dispute.withdrawalId),
      formatTime(dispute.openedAt),
      `${formatBaht(dispute.amount)} baht`,
      await loadMemberName(database, site.id, dispute.memberId),
      `recorded ${dispute.booked}, the bank reports ${dispute.lastClaimed}`,
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

export async function decideWithdrawal(
  context: CommandContext,
  reference: string | undefined,
  decide: operators.DecideWithdrawal,
): Promise<string> {
  const withdrawalId = parseReference('withdrawal', reference ?? '');
  if (withdrawalId === undefined) throw new UsageError('Name a withdrawal by its reference, for example W00001234.', 2);
  const outcome = await decide(context.database, requireActor(context), withdrawalId);
  const name = formatReference('withdrawal', withdrawalId);
  switch (outcome) {
    case 'not_waiting':
      throw new UsageError(`${name} does not wait for a decision at ${context.site.code}.`);
    case 'submitted':
      throw new UsageError(`${name} cannot be stopped: the bank was called about it.`);
    case 'blocked':
      throw new UsageError(`${name} cannot be approved now: ${await loadReviewReasons(context, withdrawalId)}.`);
    case 'cancelled':
      return `${name} is cancelled: the member owes, and the debt was repaid from it.`;
    case 'bonus_ended':
      return `${name} is cancelled: the exclusion of the member ended the bonus of its money.`;
    default:
      return `${name} is ${outcome}.`;
  }
}

async function loadReviewReasons({ database, site }: CommandContext, withdrawalId: bigint): Promise<string> {
  const waiting = await listWaitingWithdrawals(database, site.id);
  return (
    waiting.find((withdrawal) => withdrawal.withdrawalId === withdrawalId)?.reviewReasons.join(', ') ??
    'see withdrawals'
  );
}

/** record-payout <payout> <phone>: a paid withdrawal that a recovery of the database lost. */
export async function recordLostPayout(context: CommandContext, payoutId = '', phone?: string): Promise<string> {
  if (!/^P\d{1,9}-\d{1,18}$/.test(payoutId)) {
    throw new UsageError('Name the payout as the statement does, for example P1-1234: see findings.', 2);
  }
  const member = await requireMember(context, phone);
  const of = { payoutId, memberId: member.id };
  const outcome = await operators.recordLostPayout(context.database, requireActor(context), of);
  if (outcome === 'exists') throw new UsageError(`The withdrawal of ${payoutId} is known: see withdrawals.`);
  if (outcome === 'not_waiting') {
    throw new UsageError(`No statement shows ${payoutId} as paid, or ${context.site.code} was not recovered.`);
  }
  return `${payoutId} is paid; ${await loadMemberName(context.database, context.site.id, member.id)} is debited.`;
}
