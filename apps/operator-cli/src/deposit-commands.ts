// npm run operator -- deposits, attach, return, dispute, statement: transfers that wait for an operator, and bank statements.

import * as fs from 'node:fs';

import { maskAccountNumber } from '@chaba/contract/banks';
import type { Database } from '@chaba/database';
import { formatBaht } from '@chaba/money';
import { parseReference, formatReference } from '@chaba/server/core/references';
import { type WaitingDeposit, waitingDeposits } from '@chaba/server/modules/deposits';
import * as operators from '@chaba/server/modules/operators';

import { UsageError } from './site-settings.ts';
import { actedBy, type CommandContext, memberOf, nameOf } from './command-context.ts';
import { table, timeOf } from './printing.ts';

const STATEMENT_LINES_MAX = 1_000;

export async function listDeposits({ database, site }: CommandContext): Promise<string> {
  const waiting = await waitingDeposits(database, site.id);
  if (waiting.length === 0) return `No deposit waits at ${site.code}.`;
  const rows = await Promise.all(
    waiting.map(async (deposit) => [
      formatReference('deposit', deposit.depositId),
      timeOf(deposit.transferredAt),
      `${formatBaht(deposit.amount)} baht`,
      `from ${deposit.senderBank ?? '?'} ${deposit.senderAccount ?? '?'} ${deposit.senderName ?? ''}`.trim(),
      `to ${maskAccountNumber(deposit.receivingAccount)}`,
      await standingOf(database, deposit),
      deposit.reason ?? '',
      await sendersOf(database, deposit),
    ]),
  );
  return table(rows);
}

/** The member with the claim or the credit. */
async function standingOf(database: Database, { state, holder, isCredited }: WaitingDeposit): Promise<string> {
  const name = holder && (await nameOf(database, holder.siteId, holder.memberId));
  if (state === 'seen') return 'nobody fits';
  if (state === 'claimed') return `in doubt: ${name ?? ''}`;
  return isCredited ? `disputed: credited to ${name ?? ''}` : `disputed: ${name ?? 'credited to nobody'}`;
}

async function sendersOf(database: Database, { senders }: WaitingDeposit): Promise<string> {
  const names = await Promise.all(senders.map(({ siteId, memberId }) => nameOf(database, siteId, memberId)));
  return names.length === 0 ? '' : `sent by ${names.join(', ')}`;
}

export async function assignDeposit(context: CommandContext, reference: string | undefined): Promise<string> {
  const depositId = depositIdOf(reference);
  if (context.given.member === undefined) throw new UsageError('Say whose money it is: --member <phone>.', 2);
  const by = actedBy(context);
  const member = await memberOf(context, context.given.member);
  const outcome = await operators.attach(context.database, by, { depositId, memberId: member.id });
  const name = formatReference('deposit', depositId);
  if (typeof outcome === 'string') throw new UsageError(undecided(context, name, outcome));
  const taken = await takenSentence(context, outcome.takenBack);
  if (outcome.state === 'confirmed') return `${name} stays with ${member.phone}.`;
  return `${name} is ${outcome.state} to ${member.phone}.${taken}`;
}

export async function returnDeposit(context: CommandContext, reference: string | undefined): Promise<string> {
  const depositId = depositIdOf(reference);
  const outcome = await operators.sendBack(context.database, actedBy(context), depositId);
  const name = formatReference('deposit', depositId);
  if (typeof outcome === 'string') throw new UsageError(undecided(context, name, outcome));
  return `${name} is ${outcome.state}.${await takenSentence(context, outcome.takenBack)}`;
}

export async function disputeDeposit(context: CommandContext, reference: string | undefined): Promise<string> {
  const depositId = depositIdOf(reference);
  const outcome = await operators.disputeCredit(context.database, actedBy(context), depositId);
  const name = formatReference('deposit', depositId);
  if (outcome === 'not_decided') {
    throw new UsageError(`${name} is neither credited nor returned at ${context.site.code}.`);
  }
  return `${name} is ${outcome}: attach it to a member or return it.`;
}

function undecided({ site }: CommandContext, name: string, outcome: 'not_waiting' | 'over_limit' | 'bet_open'): string {
  switch (outcome) {
    case 'not_waiting':
      return `${name} does not wait for a decision at ${site.code}.`;
    case 'over_limit':
      return `${name} is above the deposit limit that the member set: return it.`;
    case 'bet_open':
      return `${name} brought a bonus, and a bet on it waits for its result: try again then.`;
  }
}

/** The amounts debited from the credited member. */
async function takenSentence({ database }: CommandContext, taken: operators.Correction | undefined): Promise<string> {
  if (!taken) return '';
  const name = await nameOf(database, taken.siteId, taken.memberId);
  const owed = taken.owed > 0n ? `, who owes ${formatBaht(taken.owed)} baht` : '';
  return ` ${formatBaht(taken.fromWallets)} baht were taken from ${name}${owed}.`;
}

export async function handInStatement(
  context: CommandContext,
  bankCode: string | undefined,
  file: string | undefined,
): Promise<string> {
  if (!/^\d{3}$/.test(bankCode ?? '')) {
    throw new UsageError('Name the bank that wrote the lines by its three digits, for example 004.', 2);
  }
  if (file === undefined || !fs.existsSync(file)) throw new UsageError(`There is no file "${file ?? ''}".`, 2);
  const lines = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > STATEMENT_LINES_MAX) throw new UsageError(`A file may have ${STATEMENT_LINES_MAX} lines.`);
  const outcomes = await operators.importBankStatement(context.database, actedBy(context), {
    bankCode: bankCode ?? '',
    lines,
  });
  return table(outcomes.map((outcome, index) => [outcome, lines[index] ?? '']));
}

/** The number of a deposit, or of a transfer that is none yet. */
export function depositIdOf(reference: string | undefined): bigint {
  const depositId = parseReference('deposit', reference ?? '');
  if (depositId === undefined) throw new UsageError('Name a deposit by its reference, for example D00001234.', 2);
  return depositId;
}
