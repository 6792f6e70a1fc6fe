// npm run operator -- withdrawals, and the commands that decide about a withdrawal or its payout.

import { maskAccountNumber } from '@chaba/contract/banks';
import { formatBaht } from '@chaba/money';
import { parseReference, formatReference } from '@chaba/server/core/references';
import type { DecideWithdrawal } from '@chaba/server/modules/operators';
import {
  listOpenDisputes,
  listStuckPayouts,
  listUnsentWithdrawals,
  listWaitingWithdrawals,
} from '@chaba/server/modules/withdrawals';

import { UsageError } from './site-settings.ts';
import { actedBy, type CommandContext, nameOf } from './command-context.ts';
import { table, timeOf } from './printing.ts';

export async function listWithdrawals({ database, site }: CommandContext): Promise<string> {
  const waiting = await listWaitingWithdrawals(database, site.id);
  const rows = await Promise.all(
    waiting.map(async (withdrawal) => [
      formatReference('withdrawal', withdrawal.withdrawalId),
      timeOf(withdrawal.createdAt),
      `${formatBaht(withdrawal.amount)} baht`,
      await nameOf(database, site.id, withdrawal.memberId),
      `${withdrawal.bankCode} ${maskAccountNumber(withdrawal.account)} ${withdrawal.holderName}`,
      withdrawal.reviewReasons.join(', '),
    ]),
  );
  const unsent = await Promise.all(
    (await listUnsentWithdrawals(database, site.id)).map(async (withdrawal) => [
      formatReference('withdrawal', withdrawal.withdrawalId),
      timeOf(withdrawal.createdAt),
      `${formatBaht(withdrawal.amount)} baht`,
      await nameOf(database, site.id, withdrawal.memberId),
      withdrawal.waitReason ?? '',
    ]),
  );
  const stuck = (await listStuckPayouts(database, site.id)).map((payout) => [
    formatReference('withdrawal', payout.withdrawalId),
    `payout ${payout.payoutId}: asked ${payout.tries} times, last answer ${payout.lastAnswer ?? 'none'}`,
    `${formatBaht(payout.amount)} baht`,
  ]);
  const disputed = await Promise.all(
    (await listOpenDisputes(database, site.id)).map(async (dispute) => [
      formatReference('withdrawal', dispute.withdrawalId),
      timeOf(dispute.openedAt),
      `${formatBaht(dispute.amount)} baht`,
      await nameOf(database, site.id, dispute.memberId),
      `booked ${dispute.booked}, the bank says ${dispute.lastClaimed}`,
    ]),
  );
  const parts = [rows.length === 0 ? `No withdrawal waits at ${site.code}.` : table(rows)];
  if (unsent.length > 0) parts.push('', 'Approved and not sent yet; stop-payout takes one back:', table(unsent));
  if (stuck.length > 0) {
    parts.push('', 'The bank left these open; call it, then confirm-paid or confirm-failed:', table(stuck));
  }
  if (disputed.length > 0) {
    parts.push('', 'The bank contradicts itself; call it, then confirm-paid or confirm-failed:', table(disputed));
  }
  return parts.join('\n');
}

export async function decideWithdrawal(
  context: CommandContext,
  reference: string | undefined,
  decide: DecideWithdrawal,
): Promise<string> {
  const withdrawalId = parseReference('withdrawal', reference ?? '');
  if (withdrawalId === undefined) throw new UsageError('Name a withdrawal by its reference, for example W00001234.', 2);
  const outcome = await decide(context.database, actedBy(context), withdrawalId);
  const name = formatReference('withdrawal', withdrawalId);
  switch (outcome) {
    case 'not_waiting':
      throw new UsageError(`${name} does not wait for a decision at ${context.site.code}.`);
    case 'submitted':
      throw new UsageError(`${name} cannot be stopped: the bank was called about it.`);
    case 'blocked':
      throw new UsageError(`${name} cannot be approved now: ${await reasonsOf(context, withdrawalId)}.`);
    case 'cancelled':
      return `${name} is cancelled: the member owes, and the debt was repaid from it.`;
    default:
      return `${name} is ${outcome}.`;
  }
}

async function reasonsOf({ database, site }: CommandContext, withdrawalId: bigint): Promise<string> {
  const waiting = await listWaitingWithdrawals(database, site.id);
  return (
    waiting.find((withdrawal) => withdrawal.withdrawalId === withdrawalId)?.reviewReasons.join(', ') ??
    'see withdrawals'
  );
}
