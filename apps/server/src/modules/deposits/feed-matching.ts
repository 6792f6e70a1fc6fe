// Whose money a line of the bank's feed is, and which transfer we already know it speaks of. Pure.
//
// Always true: a line names a member only when exactly one fits; two who fit are as good as none, and nothing is guessed
// (rules §5). A line and a slip are one transfer when account and amount are the same, the times lie close together and
// nothing that both show contradicts it; of several such transfers the one nearest in time is taken. A line that tells the
// transfer's reference needs none of this: the reference decides alone.
//
// Elsewhere: slips (slip-judging.ts), locking and booking (deposits.ts).

import type { Money } from '@chaba/money';

import { compareNames } from '#modules/members';

export type FeedLine = {
  readonly bankLineId: string;
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly senderBank: string | undefined;
  /** The last digits of the sender's account, as many as the bank shows. */
  readonly senderTail: string | undefined;
  readonly senderName: string | undefined;
  /** Told by some banks only. */
  readonly transRef: string | undefined;
  readonly balanceAfter: Money | undefined;
};

export type Candidate = { readonly memberId: bigint; readonly fullName: string };

/** A transfer we know from its other messenger. */
export type KnownTransfer = {
  readonly depositId: bigint;
  readonly transferredAt: Date;
  readonly senderBank: string | null;
  /** Digits, and x for what was hidden; from a feed line only the tail. */
  readonly senderAccount: string | null;
};

/** A slip carries the time of the transfer, a feed line the time of its booking. */
export const MEETING_WINDOW_MS = 10 * 60 * 1000;
export const SENDER_TAIL_MIN = 4;

/** The one member who can have sent it, out of those whose account ends as the line says. */
export function onlyCandidate(
  line: Pick<FeedLine, 'senderName'>,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const { senderName } = line;
  const fitting = senderName
    ? candidates.filter((candidate) => compareNames(candidate.fullName, senderName) === 'match')
    : candidates;
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The known transfer that this message speaks of, nearest in time; equal distances go to the older one. */
export function findSameTransfer(
  message: {
    readonly transferredAt: Date;
    readonly senderBank: string | undefined;
    readonly senderAccount: string | undefined;
  },
  known: readonly KnownTransfer[],
): KnownTransfer | undefined {
  let nearest: KnownTransfer | undefined;
  for (const transfer of known) {
    if (distance(transfer, message) > MEETING_WINDOW_MS || !isCompatible(transfer, message)) continue;
    if (!nearest || isNearer(transfer, nearest, message)) nearest = transfer;
  }
  return nearest;
}

function isNearer(one: KnownTransfer, other: KnownTransfer, message: { readonly transferredAt: Date }): boolean {
  const difference = distance(one, message) - distance(other, message);
  return difference < 0 || (difference === 0 && one.depositId < other.depositId);
}

function distance(transfer: KnownTransfer, message: { readonly transferredAt: Date }): number {
  return Math.abs(transfer.transferredAt.getTime() - message.transferredAt.getTime());
}

function isCompatible(
  transfer: KnownTransfer,
  message: { readonly senderBank: string | undefined; readonly senderAccount: string | undefined },
): boolean {
  const { senderBank, senderAccount } = transfer;
  if (senderBank && message.senderBank && senderBank !== message.senderBank) return false;
  if (!senderAccount || !message.senderAccount) return true;
  return areCompatible(senderAccount, message.senderAccount);
}

// Both may be masked and of different lengths: they contradict each other only where both show a digit, seen from the end.
function areCompatible(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  for (let fromEnd = 1; fromEnd <= length; fromEnd += 1) {
    const [left, right] = [one.at(-fromEnd), other.at(-fromEnd)];
    if (left !== 'x' && right !== 'x' && left !== right) return false;
  }
  return true;
}

/** Names one line of one account however often it is sent: two equal transfers of one minute differ by the balance or the bank's id. */
export function fingerprintOf(receivingAccountId: bigint, line: FeedLine): string {
  return [
    receivingAccountId,
    line.transferredAt.toISOString(),
    line.amount,
    line.balanceAfter ?? '',
    line.senderTail ?? '',
    line.bankLineId,
  ].join('|');
}
