// The rules of the bank's feed: what a line does to its bank movement, and when unclaimed money is credited. Pure.
//
//     same line as one before     nothing; disputed where its amount is another
//     reference of a movement     joins it; disputed where amount or account differ
//     slip that fits the line     joins its movement
//     new movement                credited to the only member that matches, unless a limit or a doubt holds it: as a
//                                 line of the other source with another balance
//
// Always true: a line credits only where exactly one member of the sites that share the account matches and no slip of
// that member explains it. Other money stays unmatched, and an operator decides.
//
// Elsewhere: equal lines and the matching member (feed-matching.ts), pairs (movement-matching.ts), slips
// (slip-rules.ts), the facts (bank-feed.ts), the writes (record.ts).

import type { MovementReason } from '@chaba/contract/back-office/queues';
import type { OwnedAccount } from '#modules/receiving-accounts';

import {
  type Candidate,
  type FeedLine,
  computeFingerprint,
  type LineIdentity,
  SAME_BOOKING_WITHIN_MS,
} from './feed-matching.ts';
import { findDateDoubt } from './feed-dates.ts';
import { findShiftedSlip, isShifted, placeDisplacedLine, placeLine } from './movement-matching.ts';
import type { MemberRef, Movement } from './movements.store.ts';
import { isSameReference } from './references.ts';
import {
  type Decision,
  findById,
  findDistance,
  isOnAccount,
  type MovedLine,
  resolveMoves,
  type SlipFacts,
  type SlipDecision,
  toKnown,
  toLineReport,
  toMemberKey,
} from './slip-rules.ts';

export type LineOutcome = 'credited' | 'review' | 'attached' | 'unmatched' | 'disputed' | 'known';

/** The facts that a line of the feed is evaluated with, read under the lanes. */
export type LineFacts = SlipFacts & {
  readonly account: OwnedAccount;
  readonly identity: LineIdentity;
  /** The movement of the line that has the same id and another amount. */
  readonly contradicted: Movement | undefined;
  /** The only member that matches the line. */
  readonly named: Candidate | undefined;
  /** The database's time of the arrival. */
  readonly now: Date;
};

/** The decision about a line of the bank's feed. */
export function evaluateLine(line: FeedLine, facts: LineFacts): Decision<LineOutcome> {
  const { identity, contradicted, account, named, known } = facts;
  const { siteId, receivingAccountId } = account;
  const fingerprint = computeFingerprint(receivingAccountId, line);
  const row = { ...line, fingerprint, receivingAccountId, named, twinOf: undefined };
  switch (identity.kind) {
    case 'known':
      return { outcome: 'known' };
    case 'twin':
      return { outcome: 'known', line: { siteId, row: { ...row, twinOf: identity.feedLineId } } };
    case 'contradicts':
      if (!contradicted || contradicted.state === 'disputed') return { outcome: 'known' };
      return { outcome: 'disputed', movement: contradicted, step: { kind: 'dispute', reason: 'LINE_CHANGED' } };
    case 'doubtful':
    case 'new': {
      const doubt = identity.kind === 'new' ? findDateDoubt(line, facts.now) : ('BALANCE_DIFFERS' as const);
      const held = doubt ? { ...facts, holdReason: doubt } : facts;
      const decision = known ? evaluateReference(line, held, known) : evaluateNewLine(line, held);
      if (decision.outcome === 'known') return decision;
      return { ...decision, line: { siteId, row }, shift: findShift(line, facts, decision) };
    }
  }
}

/** How far the line is dated from its slip, or from its arrival where it is dated ahead and has none. */
function findShift(line: FeedLine, { named, comparable, now }: LineFacts, { movement }: Decision): Decision['shift'] {
  const report = { ...line, bookedAt: line.transferredAt, receivedAt: now, named: named && toMemberKey(named) };
  const slipAt = movement ? movement.slipAt : findShiftedSlip(report, comparable.map(toKnown));
  const at = slipAt ?? (line.statedAt && now);
  const ms = at ? (line.statedAt ?? line.transferredAt).getTime() - at.getTime() : 0;
  return isShifted(ms) || (line.statedAt && ms !== 0) ? { feedLineId: undefined, ms } : undefined;
}

/** A reference in other letter case, of a line at another time, may be of another transfer: an operator decides. */
function evaluateReference(line: FeedLine, facts: LineFacts, known: Movement): Decision<LineOutcome> {
  const isAlikeOnly = known.transRef !== line.transRef && known.line !== null;
  const distance = Math.abs(line.transferredAt.getTime() - (known.line?.bookedAt ?? line.transferredAt).getTime());
  return isAlikeOnly && distance > SAME_BOOKING_WITHIN_MS
    ? evaluateNewLine(line, { ...facts, holdReason: 'REFERENCE_ALIKE' })
    : evaluateKnownLine(line, facts, known);
}

/** A slip or another line has reported this reference. */
function evaluateKnownLine(line: FeedLine, facts: LineFacts, known: Movement): Decision<LineOutcome> {
  const reason = findLineContradiction(line, facts, known);
  if (reason) {
    // The line is a transfer of its own until an operator decides.
    const opens = openByLine(line, facts, reason);
    return { outcome: 'disputed', opens, step: { kind: 'dispute', reason }, contradicted: known };
  }
  // The bank sent one line under two ids.
  const shown = known.line?.transRef ?? undefined;
  if (line.transRef !== undefined && shown !== undefined && isSameReference(shown, line.transRef)) {
    return { outcome: 'known' };
  }
  const { comparable } = facts;
  const displaced = known.line ? placeDisplacedLine(toKnown(known), comparable.map(toKnown)) : [];
  return joinLine(facts, known, resolveMoves(displaced, [known, ...comparable]));
}

/** A line on another account is another transfer, whatever its amount. */
function findLineContradiction(
  { amount }: FeedLine,
  { account }: LineFacts,
  known: Movement,
): 'ACCOUNT_DIFFERS' | 'AMOUNT_DIFFERS' | undefined {
  if (!isOnAccount(known, account)) return 'ACCOUNT_DIFFERS';
  return known.amount === amount ? undefined : 'AMOUNT_DIFFERS';
}

/** No report has this reference: the line joins the movement of a slip or opens its own. */
function evaluateNewLine(line: FeedLine, facts: LineFacts): Decision<LineOutcome> {
  const { named, comparable, now } = facts;
  const report = { ...line, bookedAt: line.transferredAt, receivedAt: now, named: named && toMemberKey(named) };
  const place = placeLine(report, comparable.map(toKnown));
  if (place.kind === 'joins') {
    return joinLine(facts, findById(comparable, place.movementId), resolveMoves(place.moves, comparable));
  }
  if (!named) return { outcome: 'unmatched', opens: openByLine(line, facts, 'NO_SINGLE_MEMBER') };
  const holdReason =
    place.kind === 'doubtful'
      ? findDistance(findById(comparable, place.movementId).transferredAt, line.transferredAt)
      : facts.holdReason;
  return { ...creditOrHold(named, holdReason), opens: openByLine(line, facts, undefined) };
}

/** The line joins the movement of a slip, and decides it where the slip could not. */
function joinLine({ named, holdReason }: LineFacts, movement: Movement, moves: MovedLine[]): Decision<LineOutcome> {
  if (movement.state !== 'seen' || !named) return { outcome: 'attached', movement, moves };
  return { ...creditOrHold(named, holdReason), movement, moves };
}

function creditOrHold(
  { siteId, memberId }: MemberRef,
  holdReason: MovementReason | undefined,
): { readonly outcome: 'credited' | 'review'; readonly step: SlipDecision } {
  const member = { siteId, memberId };
  return holdReason
    ? { outcome: 'review', step: { kind: 'claim', member, reason: holdReason } }
    : { outcome: 'credited', step: { kind: 'credit', member } };
}

function openByLine(
  line: FeedLine,
  { account }: LineFacts,
  reason: MovementReason | undefined,
): Decision['opens'] & object {
  const { senderBank, transRef } = line;
  // A contradicted reference stays with the movement that had it first.
  const isContradiction = reason === 'AMOUNT_DIFFERS' || reason === 'ACCOUNT_DIFFERS';
  const hasReference = !isContradiction && senderBank !== undefined && transRef !== undefined;
  const row = {
    receivingAccountId: account.receivingAccountId,
    firstSeen: 'feed',
    amount: line.amount,
    transferredAt: line.transferredAt,
    slip: undefined,
    reference: hasReference ? { sendingBank: senderBank, transRef } : undefined,
    senderBank,
    senderAccount: line.senderTail,
    senderName: line.senderName,
    reason,
  } as const;
  return { siteId: account.siteId, row };
}

/**
 * The decision about unclaimed money that one member matches now: credited, unless a slip of the member may report it.
 */
export function evaluateUnclaimed(
  movement: Movement,
  named: MemberRef,
  { holdReason, comparable }: Pick<SlipFacts, 'holdReason' | 'comparable'>,
): Decision<'credited' | 'review' | 'known'> {
  const { line, movementId } = movement;
  if (movement.state !== 'seen' || !line) return { outcome: 'known' };
  const others = comparable.filter((other) => other.movementId !== movementId);
  const report = { ...toLineReport(line), transRef: undefined, named: toMemberKey(named) };
  const place = placeLine(report, others.map(toKnown));
  if (place.kind !== 'new') return { ...creditOrHold(named, 'BOOKED_LATE'), movement };
  return { ...creditOrHold(named, line.isDatedAhead ? 'TIME_AHEAD' : holdReason), movement };
}
