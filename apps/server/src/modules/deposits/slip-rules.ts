// The rules of slips: what a member's slip does to its bank movement, with every reason in order. Pure.
//
//     repeatAnswer   the reference is decided for this member: the same answer, without a query of the bank
//     compareSlip    is the receiver ours, is the sender the bound account of the member, is the transfer fresh
//     evaluate       the movement with the reference, of a line, or a new one; and its next step
//
// A decision is the answer to the sender of a report, the movement that the report belongs to, and the step of that
// movement. Lines of the feed (line-rules.ts) and orders of operators (operator-decisions.ts) have the same decisions.
// `record` writes them.
//
// Always true: a slip is credited only when receiver, sender's bank, sender's digits, sender's name and time all match.
// Accounts and names are cut and masked, so each comparison has three results; `review` is decided by an operator only.
// A slip that proves money which another member got, or which was returned, credits nothing and is disputed.
//
// Elsewhere: the QR code (contract/slip-qr), the bank's answer (slip-verifier.ts), the pairs of slips and lines
// (movement-matching.ts), the facts (submit-slip.ts, bank-feed.ts, operator-decisions.ts), the writes (record.ts).

import type { MovementReason } from '@chaba/contract/back-office/queues';
import { SLIP_AGE_HOURS_MAX } from '@chaba/contract/constraints';
import { TRUEMONEY_SENDER } from '@chaba/contract/slip-qr';
import type { Money } from '@chaba/money';

import { assert } from '#core/domain-error';
import { compareNames, isCompanyName, withoutCommonWords } from '#modules/names';
import type { OwnedAccount, ReceivingAccount } from '#modules/receiving-accounts';

import type { SlipSender, SlipState } from './deposits.store.ts';
import {
  isShifted,
  type KnownMovement,
  type LineMove,
  type LineReport,
  type MemberKey,
  placeSlip,
  type SlipReport,
} from './movement-matching.ts';
import type { RecordedFeedLine, MemberRef, Movement, NewFeedLine, NewMovement, SlipPart } from './movements.store.ts';

export type Comparison = 'match' | 'review' | 'mismatch';

/** One side of a transfer as a slip shows it: each part may be cut, masked or missing. */
export type SlipParty = {
  readonly name: string | undefined;
  /** A bank account, hidden digits as x. */
  readonly account: string | undefined;
  /** A wallet's phone, hidden digits as x. */
  readonly phone: string | undefined;
};

export type VerifiedSlip = {
  readonly sendingBank: string;
  readonly transRef: string;
  /** Often missing when the receiver was named by PromptPay. */
  readonly receivingBank: string | undefined;
  readonly transferredAt: Date;
  readonly amount: Money;
  readonly sender: SlipParty;
  readonly receiver: SlipParty;
};

/** The fields of a member that a transfer is compared with. */
export type Sender = {
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly fullName: string;
  /** The phone of the member's wallet; the member's own phone when none was given. */
  readonly walletPhone: string;
};

/** The result of comparing a slip with the receiving accounts and with its member. */
export type SlipComparison =
  | { readonly kind: 'not_ours' }
  | { readonly kind: 'mismatch'; readonly receivingAccountId: bigint; readonly reason: SlipReviewReason }
  /** `isSenderProven`: the doubt is about something else than the sender. */
  | {
      readonly kind: 'review';
      readonly receivingAccountId: bigint;
      readonly reason: SlipReviewReason;
      readonly isSenderProven: boolean;
    }
  | { readonly kind: 'credit'; readonly receivingAccountId: bigint };

type FittingSlip = Extract<SlipComparison, { kind: 'review' | 'credit' }>;

/** Every reason for which a slip with a readable QR code is not credited. */
export type SlipProblem =
  | 'DUPLICATE_SLIP'
  | 'SLIP_ALREADY_CREDITED'
  | 'SLIP_PENDING'
  | 'SLIP_VERIFIER_UNAVAILABLE'
  | 'SLIP_NOT_FOUND'
  | 'SLIP_RECEIVER_MISMATCH'
  | 'SLIP_SENDER_MISMATCH'
  | 'SLIP_TOO_OLD'
  | 'SLIP_UNDER_REVIEW'
  | 'SLIP_DISPUTED'
  | 'SLIP_RETURNED'
  | 'SLIP_NOT_YOURS'
  | 'SLIP_OVER_LIMIT';

export type SlipOutcome = 'credited' | SlipProblem;

/** A line that leaves its movement for another one; without a target it becomes a movement of its own. */
export type MovedLine = { readonly from: Movement; readonly to: bigint | undefined };

/** The next step of a movement. */
export type SlipDecision =
  | { readonly kind: 'credit'; readonly member: MemberRef }
  | { readonly kind: 'claim'; readonly member: MemberRef; readonly reason: MovementReason }
  | { readonly kind: 'dispute' | 'confirm'; readonly reason: MovementReason }
  | { readonly kind: 'return' };

/** The effects of a report; missing fields have none. */
export type Decision<Outcome extends string = string> = {
  /** Result for the sender of the report. */
  readonly outcome: Outcome;
  /** The movement that the report belongs to. */
  readonly movement?: Movement | undefined;
  /** The movement that the report opens, at the site that owns its account. */
  readonly opens?: { readonly siteId: number; readonly row: Omit<NewMovement, 'feedLineId'> };
  readonly slip?: SlipPart | undefined;
  readonly line?: { readonly siteId: number; readonly row: NewFeedLine };
  /** Lines that leave their movements first. */
  readonly moves?: readonly MovedLine[];
  /** The slip of the movement is another transfer and becomes a movement of its own. */
  readonly splitsSlip?: boolean;
  /** The holder's credit is debited first. */
  readonly debitsHolder?: boolean;
  /** How far the date of this line, or of the line of this decision, is from its transfer. */
  readonly shift?: { readonly feedLineId: bigint | undefined; readonly ms: number } | undefined;
  readonly step?: SlipDecision;
  /** A second movement, disputed for the same reason. */
  readonly contradicted?: Movement;
  readonly decidedBy?: string;
};

/** Why an operator decides about money of a member that a report identifies. */
export type HoldReason =
  | 'MEMBER_PAUSED'
  | 'MEMBER_BLOCKED'
  | 'LIMIT_REACHED'
  | 'BALANCE_DIFFERS'
  | 'TIME_AHEAD'
  | 'TOO_OLD'
  | 'REFERENCE_ALIKE';

export type SlipReviewReason =
  | HoldReason
  | 'RECEIVER_UNSURE'
  | 'SENDER_BANK_DIFFERS'
  | 'SENDER_ACCOUNT_DIFFERS'
  | 'SENDER_ACCOUNT_UNSURE'
  | 'SENDER_NAME_DIFFERS'
  | 'SENDER_NAME_UNSURE'
  | 'BOOKED_LATE'
  | 'BOOKED_EARLY';

const AGE_MAX_MS = SLIP_AGE_HOURS_MAX * 60 * 60 * 1000;
/** The largest accepted difference between the clocks of banks. */
export const AHEAD_MAX_MS = 10 * 60 * 1000;
const SHOWN_DIGITS_MIN = 4;
/** With so many shown digits a receiver is certain without a comparable name. */
const SHOWN_DIGITS_SURE = 6;
const NAME_LETTERS_MIN = 4;

/** When a slip without an answer is retried, in minutes after the first attempt. */
export const RETRY_MINUTES: readonly number[] = [1, 2, 5, 10, 30];

/** Outcomes without an answer of the bank: the slip is retried. */
export const UNANSWERED: readonly SlipOutcome[] = ['SLIP_PENDING', 'SLIP_VERIFIER_UNAVAILABLE'];
/** The money is on a receiving account, and an operator decides. */
const IN_REVIEW: readonly SlipOutcome[] = [
  'SLIP_UNDER_REVIEW',
  'SLIP_TOO_OLD',
  'SLIP_OVER_LIMIT',
  'SLIP_SENDER_MISMATCH',
];

export const toMemberKey = ({ siteId, memberId }: MemberRef): MemberKey => `${siteId}/${memberId}`;

export const isSameMember = (one: MemberRef | undefined, other: MemberRef | undefined): boolean =>
  one !== undefined && one.siteId === other?.siteId && one.memberId === other.memberId;

/** The state of a slip after its outcome. */
export function toSlipState(outcome: SlipOutcome): SlipState {
  if (outcome === 'credited' || outcome === 'SLIP_ALREADY_CREDITED') return 'credited';
  if (outcome === 'SLIP_DISPUTED') return 'disputed';
  if (UNANSWERED.includes(outcome)) return 'waiting';
  return IN_REVIEW.includes(outcome) ? 'review' : 'refused';
}

/** The movement of a slip's reference as it is before the bank is queried. */
export type SlipHistory = {
  readonly movement: Movement;
  /** The members with a slip of it. */
  readonly senders: readonly SlipSender[];
  /** A deposit of this member from the movement was returned. */
  readonly wasReturned: boolean;
};

/** The answer that needs no query of the bank: the reference is decided for this member. */
export function repeatAnswer(
  member: MemberRef,
  { movement, senders, wasReturned }: SlipHistory,
): Decision<SlipOutcome> | undefined {
  const isTheirs = isSameMember(movement.holder, member);
  const sender = senders.find((other) => isSameMember(other, member));
  const repeat = (...answers: readonly SlipProblem[]): Decision<SlipOutcome> | undefined => {
    const outcome = answers.find((answer) => answer === sender?.code);
    return outcome && { outcome, movement };
  };
  switch (movement.state) {
    case 'seen':
      return undefined;
    case 'claimed':
      return isTheirs ? { outcome: toReviewOutcome(movement), movement } : undefined;
    case 'credited':
      if (isTheirs) return { outcome: toCreditedOutcome(movement), movement };
      return (
        repeat('SLIP_NOT_YOURS', 'DUPLICATE_SLIP') ??
        (isProvenByHolder(movement) ? { outcome: 'DUPLICATE_SLIP' } : undefined)
      );
    case 'returned':
      return wasReturned ? { outcome: 'SLIP_RETURNED', movement } : repeat('SLIP_RETURNED');
    case 'disputed': {
      const isKnown = isTheirs || senders.some((other) => isSameMember(other, member) && other.state === 'disputed');
      return isKnown ? { outcome: 'SLIP_DISPUTED', movement } : undefined;
    }
  }
}

/** A slip of a member that the bank verified and that names a receiving account of the site. */
export type ReceivedSlip = {
  readonly member: MemberRef;
  readonly slip: VerifiedSlip;
  readonly comparison: Exclude<SlipComparison, { kind: 'not_ours' }>;
  readonly account: OwnedAccount;
  readonly part: SlipPart;
};

/** The columns of a slip's movement. The sender of a proven slip is the member's whole bound account. */
export function toSlipPart(
  member: MemberRef,
  slip: VerifiedSlip,
  sender: Sender,
  comparison: ReceivedSlip['comparison'],
): SlipPart {
  const isProven = comparison.kind === 'credit' || (comparison.kind === 'review' && comparison.isSenderProven);
  const bound = slip.sendingBank === TRUEMONEY_SENDER ? sender.walletPhone : sender.bankAccount;
  const shown = toMask(slip.sender.account ?? slip.sender.phone) || undefined;
  const { siteId, memberId } = member;
  return {
    slipAt: slip.transferredAt,
    sendingBank: slip.sendingBank,
    transRef: slip.transRef,
    senderAccount: isProven ? bound : shown,
    senderName: slip.sender.name,
    proven: isProven ? { siteId, memberId, fullName: sender.fullName } : undefined,
  };
}

/** The facts that a slip is evaluated with, read under the lanes. */
export type SlipFacts = {
  /** A play break or a member limit holds money of this member for an operator. */
  readonly holdReason: HoldReason | undefined;
  /** The movement with the slip's reference. */
  readonly known: Movement | undefined;
  /** Movements of the same account and amount, read where the reference is new. */
  readonly comparable: readonly Movement[];
};

/** The decision about a slip that names a receiving account of the site. */
export function evaluate(slip: ReceivedSlip, { holdReason, known, comparable }: SlipFacts): Decision<SlipOutcome> {
  const { comparison } = slip;
  if (comparison.kind === 'mismatch') return evaluateMismatch(slip, comparison.reason, { known, comparable });
  const fit: FittingSlip =
    comparison.kind === 'credit' && holdReason
      ? { ...comparison, kind: 'review', reason: holdReason, isSenderProven: true }
      : comparison;
  return known ? evaluateKnownSlip(slip, fit, known) : evaluateNewSlip(slip, fit, comparable);
}

/** The slip shows another sender than the member: it joins or opens a movement and claims nothing. */
function evaluateMismatch(
  slip: ReceivedSlip,
  reason: SlipReviewReason,
  { known, comparable }: Pick<SlipFacts, 'known' | 'comparable'>,
): Decision<SlipOutcome> {
  if (known) {
    const isOpen = known.state === 'seen' || known.state === 'claimed';
    return { outcome: isOpen ? 'SLIP_SENDER_MISMATCH' : 'DUPLICATE_SLIP', movement: known };
  }
  const place = placeSlip(toSlipReport(slip.part), comparable.map(toKnown), undefined);
  if (place.kind === 'joins') {
    return { outcome: 'SLIP_SENDER_MISMATCH', ...joinSlip(slip, place, comparable) };
  }
  return { outcome: 'SLIP_SENDER_MISMATCH', opens: openBySlip(slip, reason) };
}

/** Another slip, or a line, has reported this reference. */
function evaluateKnownSlip(slip: ReceivedSlip, fit: FittingSlip, movement: Movement): Decision<SlipOutcome> {
  const contradiction = findSlipContradiction(slip, movement);
  if (contradiction) {
    if (movement.state === 'credited' && isProvenByHolder(movement)) return { outcome: 'DUPLICATE_SLIP' };
    return disputeSlip(movement, contradiction);
  }
  const proven = movement.proven ?? slip.part.proven;
  const decision = evaluateState(slip.member, fit, { ...movement, proven });
  // The first proven sender is stored with the movement; the proof of a credit is the credited member's.
  const writesSlip = decision.step?.kind === 'credit' || (!movement.proven && slip.part.proven !== undefined);
  return { ...decision, movement: decision.movement && movement, slip: writesSlip ? slip.part : undefined };
}

/** No report has this reference: the slip joins the movement of a line, disputes one, or opens its own. */
function evaluateNewSlip(slip: ReceivedSlip, fit: FittingSlip, comparable: readonly Movement[]): Decision<SlipOutcome> {
  const { member, part } = slip;
  const place = placeSlip(toSlipReport(part), comparable.map(toKnown), toMemberKey(member));
  switch (place.kind) {
    case 'new':
      return openForSlip(slip, fit);
    case 'doubtful':
      return openDoubtful(slip, fit, findById(comparable, place.movementId));
    case 'disputes':
      return { ...disputeSlip(findById(comparable, place.movementId), 'PROVEN_BY_ANOTHER'), slip: part };
    case 'joins': {
      const joined = joinSlip(slip, place, comparable);
      const { movement } = joined;
      // The holder's own slip explains the line; the slip that disputed it becomes a movement of its own.
      const endsDispute = place.splitsSlip && movement.state === 'disputed' && movement.reason === 'PROVEN_BY_ANOTHER';
      if (endsDispute && isCreditedToHolder(movement)) {
        const step = { kind: 'confirm', reason: 'PROVEN_BY_HOLDER' } as const;
        return { outcome: 'SLIP_ALREADY_CREDITED', ...joined, step };
      }
      const isExplained = movement.state === 'credited' && isSameMember(movement.holder, member);
      if (isExplained) return { outcome: 'SLIP_ALREADY_CREDITED', ...joined };
      const line = findLineAfter(movement, joined.moves);
      return { ...evaluateState(member, fit, { ...movement, proven: part.proven, line }), ...joined };
    }
  }
}

/** The effect of a member's slip on its movement, by the movement's state. */
function evaluateState(member: MemberRef, fit: FittingSlip, movement: Movement): Decision<SlipOutcome> {
  const { holder, line } = movement;
  const isTheirs = isSameMember(holder, member);
  switch (movement.state) {
    case 'credited':
      if (isTheirs) return { outcome: toCreditedOutcome(movement), movement };
      if (isProvenByHolder(movement)) return { outcome: 'DUPLICATE_SLIP' };
      return disputeSlip(movement, 'PROVEN_BY_ANOTHER');
    case 'returned':
      return { outcome: 'SLIP_RETURNED', movement };
    case 'disputed':
      return { outcome: 'SLIP_DISPUTED', movement };
    case 'claimed':
      // The bank's line names the member with the claim.
      if (!isTheirs && isSameMember(line?.named, holder)) return disputeSlip(movement, 'PROVEN_BY_ANOTHER');
      // The slip may be of the credited transfer that the claim reports again.
      if (movement.reason === 'BALANCE_DIFFERS') return { outcome: toReviewOutcome(movement), movement };
      if (fit.kind === 'credit') return { outcome: 'credited', movement, step: { kind: 'credit', member } };
      return { outcome: toReviewOutcome(isTheirs ? movement : fit), movement };
    case 'seen':
      if (fit.kind === 'credit') return { outcome: 'credited', movement, step: { kind: 'credit', member } };
      return { outcome: toReviewOutcome(fit), movement, step: { kind: 'claim', member, reason: fit.reason } };
  }
}

/** A line of the member may report the transfer with a wrong date. */
function openDoubtful(slip: ReceivedSlip, fit: FittingSlip, { line, transferredAt }: Movement): Decision<SlipOutcome> {
  const { part } = slip;
  const bookedAt = line?.bookedAt ?? transferredAt;
  const reason = findDistance(part.slipAt, bookedAt);
  const ms = bookedAt.getTime() - part.slipAt.getTime();
  return {
    ...openForSlip(slip, { ...fit, kind: 'review', reason, isSenderProven: !!part.proven }),
    shift: line && isShifted(ms) ? { feedLineId: line.feedLineId, ms } : undefined,
  };
}

/** Why an operator decides about two reports of one member that are dated far from each other. */
export function findDistance(slipAt: Date, bookedAt: Date): 'BOOKED_LATE' | 'BOOKED_EARLY' {
  return bookedAt < slipAt ? 'BOOKED_EARLY' : 'BOOKED_LATE';
}

function openForSlip(slip: ReceivedSlip, fit: FittingSlip): Decision<SlipOutcome> {
  const { member } = slip;
  if (fit.kind === 'credit') {
    return { outcome: 'credited', opens: openBySlip(slip, undefined), step: { kind: 'credit', member } };
  }
  const { reason } = fit;
  return { outcome: toReviewOutcome(fit), opens: openBySlip(slip, reason), step: { kind: 'claim', member, reason } };
}

function openBySlip(
  { account, slip, part }: ReceivedSlip,
  reason: MovementReason | undefined,
): Decision['opens'] & object {
  const row = {
    receivingAccountId: account.receivingAccountId,
    firstSeen: 'slip',
    amount: slip.amount,
    transferredAt: slip.transferredAt,
    slip: part,
    reference: undefined,
    senderBank: slip.sendingBank,
    senderAccount: part.senderAccount,
    senderName: slip.sender.name,
    reason,
  } as const;
  return { siteId: account.siteId, row };
}

function joinSlip(
  { part }: ReceivedSlip,
  place: { readonly movementId: bigint; readonly moves: readonly LineMove[]; readonly splitsSlip: boolean },
  comparable: readonly Movement[],
) {
  return {
    movement: findById(comparable, place.movementId),
    slip: part,
    moves: resolveMoves(place.moves, comparable),
    splitsSlip: place.splitsSlip,
  };
}

function disputeSlip(movement: Movement, reason: MovementReason): Decision<SlipOutcome> {
  return { outcome: 'SLIP_DISPUTED', movement, step: { kind: 'dispute', reason } };
}

/** The transfer of the member was credited: by the feed, which the slip confirms, or by this slip. */
function toCreditedOutcome({ firstSeen }: Movement): SlipProblem {
  return firstSeen === 'feed' ? 'SLIP_ALREADY_CREDITED' : 'DUPLICATE_SLIP';
}

function toReviewOutcome({ reason }: { readonly reason: MovementReason | null }): SlipProblem {
  if (reason === 'LIMIT_REACHED') return 'SLIP_OVER_LIMIT';
  return reason === 'TOO_OLD' ? 'SLIP_TOO_OLD' : 'SLIP_UNDER_REVIEW';
}

function isProvenByHolder({ holder, proven }: Movement): boolean {
  return isSameMember(proven, holder);
}

/** Claimed money is still unmatched; a credit, disputed or not, has left that account. */
export function isCreditedToHolder({ holder, isUnmatched }: Movement): boolean {
  return holder !== undefined && !isUnmatched;
}

/** One reference with another amount or another account: one of the reports is wrong. */
function findSlipContradiction(
  { slip, account }: ReceivedSlip,
  known: Movement,
): 'ACCOUNT_DIFFERS' | 'AMOUNT_DIFFERS' | undefined {
  if (known.amount !== slip.amount) return 'AMOUNT_DIFFERS';
  return isOnAccount(known, account) ? undefined : 'ACCOUNT_DIFFERS';
}

export function isOnAccount(movement: Movement, { siteId, receivingAccountId }: OwnedAccount): boolean {
  return movement.siteId === siteId && movement.receivingAccountId === receivingAccountId;
}

export function findById(movements: readonly Movement[], movementId: bigint): Movement {
  const movement = movements.find((other) => other.movementId === movementId);
  assert(movement, 'a report is placed among the movements that were loaded');
  return movement;
}

export function resolveMoves(moves: readonly LineMove[], movements: readonly Movement[]): MovedLine[] {
  return moves.map(({ from, to }) => ({ from: findById(movements, from), to }));
}

/** The line that a movement has after these moves. */
function findLineAfter(movement: Movement, moves: readonly MovedLine[]): RecordedFeedLine | null {
  const arriving = moves.find(({ to }) => to === movement.movementId);
  if (arriving) return arriving.from.line;
  return moves.some(({ from }) => from.movementId === movement.movementId) ? null : movement.line;
}

export function toKnown({ movementId, state, holder, slipAt, sendingBank, transRef, ...row }: Movement): KnownMovement {
  const { proven, senderAccount, senderName, line } = row;
  return {
    movementId,
    state,
    holder: holder && toMemberKey(holder),
    slip:
      slipAt === null || sendingBank === null || transRef === null
        ? undefined
        : toSlipReport({
            slipAt,
            sendingBank,
            transRef,
            senderAccount: senderAccount ?? undefined,
            senderName: senderName ?? undefined,
            proven,
          }),
    line: line ? toLineReport(line) : undefined,
  };
}

function toSlipReport({ slipAt, sendingBank, transRef, senderAccount, proven }: SlipPart): SlipReport {
  const sender = proven && { member: toMemberKey(proven), fullName: proven.fullName };
  return { transferredAt: slipAt, sendingBank, transRef, senderAccount, sender };
}

export function toLineReport({
  bookedAt,
  receivedAt,
  senderBank,
  senderTail,
  senderName,
  transRef,
  named,
}: RecordedFeedLine): LineReport {
  return {
    bookedAt,
    receivedAt,
    senderBank: senderBank ?? undefined,
    senderTail: senderTail ?? undefined,
    senderName: senderName ?? undefined,
    transRef: transRef ?? undefined,
    named: named && toMemberKey(named),
  };
}

/**
 * Compares a slip with the accounts of the site and the bound account of its member; the first reason in order wins.
 * `others` are the accounts of other sites: a slip that also fits one of them leaves the receiver open.
 */
export function compareSlip(
  slip: VerifiedSlip,
  sender: Sender,
  ours: readonly ReceivingAccount[],
  now: Date,
  others: readonly ReceivingAccount[] = [],
): SlipComparison {
  const receiver = findReceiver(slip, ours, others);
  if (!receiver) return { kind: 'not_ours' };

  const { receivingAccountId } = receiver.account;
  const reason = findSenderMismatch(slip, sender);
  if (reason) return { kind: 'mismatch', receivingAccountId, reason };

  const unsure = findSenderDoubt(slip, sender);
  const doubt = (receiver.isSure ? undefined : 'RECEIVER_UNSURE') ?? unsure ?? findTimeDoubt(slip.transferredAt, now);
  if (!doubt) return { kind: 'credit', receivingAccountId };
  return { kind: 'review', receivingAccountId, reason: doubt, isSenderProven: unsure === undefined };
}

function findReceiver(
  slip: VerifiedSlip,
  ours: readonly ReceivingAccount[],
  others: readonly ReceivingAccount[],
): { account: ReceivingAccount; isSure: boolean } | undefined {
  const fitting = (comparison: Comparison, accounts: readonly ReceivingAccount[]): ReceivingAccount[] =>
    accounts.filter(
      (account) => wasActive(account, slip.transferredAt) && compareReceiver(slip, account) === comparison,
    );
  const [account, ...second] = fitting('match', ours);
  if (account) return { account, isSure: second.length === 0 && fitting('match', others).length === 0 };
  const [unsure] = fitting('review', ours);
  return unsure && { account: unsure, isSure: false };
}

function compareReceiver(slip: VerifiedSlip, account: ReceivingAccount): Comparison {
  const { receiver } = slip;
  const shown = account.kind === 'wallet' ? toPhoneMask(receiver.phone) : toMask(receiver.account);
  if (shown === '') return 'mismatch';
  if (account.kind === 'bank' && slip.receivingBank && slip.receivingBank !== account.bankCode) return 'mismatch';

  const digits = compareMask(shown, account.account);
  if (digits === 'mismatch') return 'mismatch';
  // One account in ten thousand ends in the same four digits: the name rules out an account of another person.
  const name = compareHolder(account.holderName, receiver.name);
  if (name === 'mismatch') return 'mismatch';
  if (digits === 'review') return 'review';
  return name === 'match' || countShownDigits(shown) >= SHOWN_DIGITS_SURE ? 'match' : 'review';
}

function findSenderMismatch(slip: VerifiedSlip, sender: Sender): SlipReviewReason | undefined {
  const isWallet = slip.sendingBank === TRUEMONEY_SENDER;
  if (!isWallet && slip.sendingBank !== sender.bankCode) return 'SENDER_BANK_DIFFERS';
  if (compareSenderAccount(slip, sender) === 'mismatch') return 'SENDER_ACCOUNT_DIFFERS';
  if (compareNames(sender.fullName, slip.sender.name ?? '') === 'mismatch') return 'SENDER_NAME_DIFFERS';
  return undefined;
}

function findSenderDoubt(slip: VerifiedSlip, sender: Sender): SlipReviewReason | undefined {
  if (compareSenderAccount(slip, sender) === 'review') return 'SENDER_ACCOUNT_UNSURE';
  if (compareNames(sender.fullName, slip.sender.name ?? '') === 'review') return 'SENDER_NAME_UNSURE';
  return undefined;
}

function compareSenderAccount(slip: VerifiedSlip, sender: Sender): Comparison {
  return slip.sendingBank === TRUEMONEY_SENDER
    ? compareMask(toPhoneMask(slip.sender.phone), sender.walletPhone)
    : compareMask(toMask(slip.sender.account), sender.bankAccount);
}

function findTimeDoubt(transferredAt: Date, now: Date): SlipReviewReason | undefined {
  const age = now.getTime() - transferredAt.getTime();
  if (age > AGE_MAX_MS) return 'TOO_OLD';
  return age < -AHEAD_MAX_MS ? 'TIME_AHEAD' : undefined;
}

function wasActive(account: ReceivingAccount, at: Date): boolean {
  return account.activeFrom <= at && (account.activeTo === null || at < account.activeTo);
}

/** Normalises a masked account: digits stay, hidden places become x, separators go; "xxx-x-x3334-x" is "xxxxx3334x". */
export function toMask(shown: string | undefined): string {
  return (shown ?? '').replace(/[xX*•]/g, 'x').replace(/[^0-9x]/g, '');
}

// The phone is shown plain, with the country code (0066…), or as a wallet id (14000 and the phone).
function toPhoneMask(shown: string | undefined): string {
  const mask = toMask(shown);
  if (mask.length === 15) return mask.slice(5);
  if (mask.length === 13) return `0${mask.slice(4)}`;
  return mask;
}

/** Compares a masked account with a whole one at the shown places; with different lengths, by the last digits. */
export function compareMask(mask: string, account: string): Comparison {
  if (mask.length !== account.length) return compareTail(/[0-9]*$/.exec(mask)?.[0] ?? '', account);
  for (const [place, shown] of [...mask].entries()) {
    if (shown !== 'x' && shown !== account[place]) return 'mismatch';
  }
  return countShownDigits(mask) >= SHOWN_DIGITS_MIN ? 'match' : 'review';
}

function compareTail(tail: string, account: string): Comparison {
  if (!account.endsWith(tail)) return 'mismatch';
  return tail.length >= SHOWN_DIGITS_MIN ? 'match' : 'review';
}

function countShownDigits(mask: string): number {
  return mask.replaceAll('x', '').length;
}

/** Compares the holder of a receiving account with the receiver that a slip shows; slips cut names short. */
export function compareHolder(holder: string, shown = ''): Comparison {
  const expected = toLetters(holder);
  const given = toLetters(shown);
  if (given === '') return 'review';
  if (isLatin(expected) !== isLatin(given)) return 'review';
  if (expected === given) return 'match';
  const letters = toLetters(withoutCommonWords(shown));
  // Titles and the words of companies are those of many holders.
  if (expected.startsWith(given)) return letters.length >= NAME_LETTERS_MIN ? 'match' : 'review';
  const isCompany = isCompanyName(holder) && isCompanyName(shown);
  // One form of a company has several words: บริษัท ... จำกัด and บจก.
  if (isCompany && letters !== '' && toLetters(withoutCommonWords(holder)).startsWith(letters)) return 'review';
  return compareNames(holder, shown);
}

function toLetters(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '');
}

function isLatin(letters: string): boolean {
  return /^\p{Script=Latin}+$/u.test(letters);
}
