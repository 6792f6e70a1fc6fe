// The member that a line of the bank's feed names, and the lines that are one booking. Pure.
//
// Always true: a line names a member only when exactly one matches; two matching members count as no match.
// A line counts once, also where a second delivery lacks the balance, the tail or the name, or where a statement
// reports it again. A statement and the feed that report a booking with two balances report one transfer or two: an
// operator decides about the later line.
//
// Elsewhere: the slip of the same transfer (movement-matching.ts), the decisions (line-rules.ts), the use cases
// (bank-feed.ts).

import type { Money } from '@chaba/money';

import { compareNames } from '#modules/names';
import type { ReceiverName } from '#modules/receiving-accounts';
import { isSameReference } from './references.ts';

export type FeedLine = {
  /** The bank's own id of the line; STATEMENT_LINE where the bank writes none. */
  readonly bankLineId: string;
  readonly amount: Money;
  readonly transferredAt: Date;
  /** The time that the bank stated, where it lies ahead of the arrival; `transferredAt` is the arrival then. */
  readonly statedAt?: Date | undefined;
  readonly senderBank: string | undefined;
  /** The last digits of the sender's account, as many as the bank shows. */
  readonly senderTail: string | undefined;
  readonly senderName: string | undefined;
  /** Some banks send it. */
  readonly transRef: string | undefined;
  readonly balanceAfter: Money | undefined;
};

export type ReceivedLine = FeedLine & { readonly receiver: ReceiverName };

export type Candidate = { readonly siteId: number; readonly memberId: bigint; readonly fullName: string };

/** A line that was received before, of the same account; its amount is compared where the id is the same. */
export type KnownLine = {
  readonly feedLineId: bigint;
  readonly bankLineId: string;
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly senderBank: string | null;
  readonly senderTail: string | null;
  readonly balanceAfter: Money | null;
  readonly transRef: string | null;
  /** It has the same fingerprint: of a line without an id, the same content. */
  readonly isRepeated: boolean;
  /** The line of another source reports the same booking already. */
  readonly hasTwin: boolean;
};

export type LineIdentity =
  | { readonly kind: 'new' | 'known' }
  /** The other source reports such a booking with another balance. */
  | { readonly kind: 'doubtful' }
  /** The bank's id was reported before with another amount. */
  | { readonly kind: 'contradicts'; readonly feedLineId: bigint }
  | { readonly kind: 'twin'; readonly feedLineId: bigint };

export const SENDER_TAIL_MIN = 4;
/** The id of lines without an id: the text that a bank writes to its customer. */
export const STATEMENT_LINE = 'statement';
/** Statements cut the seconds of a line that the feed reported. */
export const SAME_BOOKING_WITHIN_MS = 60_000;

/** The only candidate whose name matches, among members whose account ends with the shown digits. */
export function onlyCandidate(
  line: Pick<FeedLine, 'senderName'>,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const fitting = candidates.filter(({ fullName }) => showsName(line, fullName));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether the sender of the line has this name; a line without a name excludes none. */
export function showsName({ senderName }: Pick<FeedLine, 'senderName'>, fullName: string): boolean {
  return !senderName || compareNames(fullName, senderName) === 'match';
}

/**
 * Identifies a line among those received before: by its id, else by its booking. Equal balances overrule different ids.
 */
export function identifyLine(line: FeedLine, known: readonly KnownLine[]): LineIdentity {
  const hasId = line.bankLineId !== STATEMENT_LINE;
  if (hasId) {
    const same = known.find(({ bankLineId }) => bankLineId === line.bankLineId);
    if (same) {
      const isSame = same.amount === line.amount;
      return isSame ? { kind: 'known' } : { kind: 'contradicts', feedLineId: same.feedLineId };
    }
  }
  if (known.some((other) => other.isRepeated || (other.amount === line.amount && hasSameReference(line, other)))) {
    return { kind: 'known' };
  }
  const booked = known.filter((other) => isSameBooking(line, other));
  const isOfSource = ({ bankLineId }: KnownLine): boolean => (bankLineId !== STATEMENT_LINE) === hasId;
  const isRepeated = (other: KnownLine): boolean =>
    line.transferredAt.getTime() === other.transferredAt.getTime() && (!hasId || hasSameBalance(line, other));
  if (booked.some((other) => isOfSource(other) && isRepeated(other))) return { kind: 'known' };
  const others = known.filter((other) => !isOfSource(other) && !other.hasTwin);
  const twin = others.find((other) => isSameBooking(line, other));
  if (twin) return { kind: 'twin', feedLineId: twin.feedLineId };
  const withoutBalance = { ...line, balanceAfter: undefined };
  return { kind: others.some((other) => isSameBooking(withoutBalance, other)) ? 'doubtful' : 'new' };
}

function isSameBooking(line: FeedLine, other: KnownLine): boolean {
  if (line.amount !== other.amount) return false;
  if (Math.abs(line.transferredAt.getTime() - other.transferredAt.getTime()) > SAME_BOOKING_WITHIN_MS) return false;
  if (line.balanceAfter !== undefined && other.balanceAfter !== null && line.balanceAfter !== other.balanceAfter) {
    return false;
  }
  if (line.senderBank !== undefined && other.senderBank !== null && line.senderBank !== other.senderBank) return false;
  if (line.transRef !== undefined && other.transRef !== null && !hasSameReference(line, other)) return false;
  const [one, two] = [line.senderTail, other.senderTail];
  return one === undefined || two === null || one.endsWith(two) || two.endsWith(one);
}

function hasSameReference({ transRef }: FeedLine, other: KnownLine): boolean {
  return transRef !== undefined && other.transRef !== null && isSameReference(transRef, other.transRef);
}

function hasSameBalance({ balanceAfter }: FeedLine, other: KnownLine): boolean {
  return balanceAfter !== undefined && balanceAfter === other.balanceAfter;
}

/** The unique key of a line of one account in the database; identifyLine compares the other fields. */
export function computeFingerprint(receivingAccountId: bigint, line: FeedLine): string {
  if (line.bankLineId !== STATEMENT_LINE) return `${receivingAccountId}|${line.bankLineId}`;
  return [
    receivingAccountId,
    (line.statedAt ?? line.transferredAt).toISOString(),
    line.amount,
    line.balanceAfter ?? '',
    line.senderTail ?? '',
    line.bankLineId,
  ].join('|');
}
