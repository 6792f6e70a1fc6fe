// The slip of a member in the transaction that decides about it: which movement it reports, and what the member gets.
//
//     reference known:   the movement's state decides (decide)
//     reference new:     the slip joins the movement of a line, disputes one, or is a movement of its own (placeNew)
//
// Always true: the house lane of the owning site and the member's lane are held before anything is read for good. A slip that proves
// money which another member got, or which went back, credits nothing and is disputed.
//
// Elsewhere: the bank query and the stored slip (slips.ts), the rule (movement-matching.ts), the states (movements.ts).

import type { Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { assert } from '#core/domain-error';

import { reasonToHold } from './deposit-postings.ts';
import { placeSlip } from './movement-matching.ts';
import {
  claim,
  confirm,
  credit,
  dispute,
  getHolder,
  getProvenSender,
  isSameMember,
  loadComparable,
  lockSites,
  moveLines,
  recordSeen,
  splitSlip,
  toMemberKey,
} from './record.ts';
import * as store from './movements.store.ts';
import type { Movement, SlipPart } from './movements.store.ts';
import type { OwnedAccount } from './receiving-accounts.store.ts';
import type { OurVerdict, VerifiedSlip } from './slip-rules.ts';
import type { SlipReference } from './slip-verifier.ts';

export type SentSlip = SlipReference & {
  readonly siteId: number;
  readonly memberId: bigint;
  /** Names the member's question; the job has none. */
  readonly idempotencyKey?: string;
};

/** Every no that a slip can meet once its QR was read. */
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

export type CreditedSlip = {
  readonly depositId: bigint;
  readonly amount: Money;
  readonly state: 'credited' | 'parked';
};

export type SlipOutcome = { readonly movement?: Movement } & (
  | { readonly credited: CreditedSlip }
  | { readonly problem: SlipProblem }
);

export function isProvenByHolder(movement: Movement): boolean {
  const holder = getHolder(movement);
  return holder !== undefined && isSameMember(getProvenSender(movement), holder);
}

/** The member's own transfer came in: by the feed, of which the slip is news, or by this slip. */
export function creditedProblem({ firstSeen }: Movement): SlipProblem {
  return firstSeen === 'feed' ? 'SLIP_ALREADY_CREDITED' : 'DUPLICATE_SLIP';
}

/** A slip that the bank vouched for, on an account as its owning site has it. */
export type JudgedSlip = VerifiedSlip & { readonly account: OwnedAccount; readonly part: SlipPart };

/** Everything that depends on the movement, in one transaction. */
export async function bookSlip(
  tx: Transaction,
  sent: SentSlip,
  slip: JudgedSlip,
  judged: OurVerdict,
): Promise<SlipOutcome> {
  const first = await store.findByReference(tx, sent.sendingBank, sent.transRef);
  const owners = [slip.account.siteId, ...(first ? [first.siteId] : [])];
  await lockSites(tx, owners, judged.kind === 'mismatch' ? [] : [sent]);
  const verdict = await held(tx, sent, slip.amount, judged);

  const known = await store.findByReference(tx, sent.sendingBank, sent.transRef);
  // Written between the read and the lock, at a site whose lane is not held: the next try finds it.
  if (known && !owners.includes(known.siteId)) return { problem: 'SLIP_PENDING' };
  return known ? decideKnown(tx, sent, { slip, verdict, movement: known }) : placeNew(tx, sent, slip, verdict);
}

/** Money of a member on a play break, or above a member limit, is not playable: an operator returns it. */
async function held(tx: Transaction, sent: SentSlip, amount: Money, verdict: OurVerdict): Promise<OurVerdict> {
  const reason = verdict.kind === 'credit' ? await reasonToHold(tx, sent, amount) : undefined;
  return reason ? { ...verdict, kind: 'review', reason, isSenderProven: true } : verdict;
}

type Known = { readonly slip: JudgedSlip; readonly verdict: OurVerdict; readonly movement: Movement };

/** The reference is known: from another slip, or from a line that carries it. */
async function decideKnown(tx: Transaction, sent: SentSlip, { slip, verdict, movement }: Known): Promise<SlipOutcome> {
  if (verdict.kind === 'mismatch') {
    const isWaiting = movement.state === 'seen' || movement.state === 'claimed';
    return { problem: isWaiting ? 'SLIP_SENDER_MISMATCH' : 'DUPLICATE_SLIP', movement };
  }
  const contradiction = findContradiction(movement, slip);
  if (contradiction) {
    if (movement.state === 'credited' && isProvenByHolder(movement)) return { problem: 'DUPLICATE_SLIP' };
    await dispute(tx, movement, contradiction);
    return { problem: 'SLIP_DISPUTED', movement };
  }
  // What the bank vouches for about the sender is stored with the movement as soon as the sender is proven.
  if (slip.part.proven && !getProvenSender(movement)) await store.setSlip(tx, movement, slip.part);
  const fresh = await store.loadMovement(tx, movement);
  return decide(tx, sent, { slip, verdict, movement: fresh });
}

/** One reference, and another amount or another account: one of the reports is wrong. */
function findContradiction(movement: Movement, { amount, account }: JudgedSlip): string | undefined {
  if (movement.amount !== amount) return 'AMOUNT_DIFFERS';
  const isSameAccount =
    movement.siteId === account.siteId && movement.receivingAccountId === account.receivingAccountId;
  return isSameAccount ? undefined : 'ACCOUNT_DIFFERS';
}

/** What a slip of this member does to its movement, by the movement's state. */
async function decide(tx: Transaction, sent: SentSlip, known: Known): Promise<SlipOutcome> {
  const { verdict, movement } = known;
  const holder = getHolder(movement);
  const isTheirs = isSameMember(holder, sent);
  switch (movement.state) {
    case 'credited':
      if (isTheirs) return { problem: creditedProblem(movement), movement };
      if (isProvenByHolder(movement)) return { problem: 'DUPLICATE_SLIP' };
      await dispute(tx, movement, 'PROVEN_BY_ANOTHER');
      return { problem: 'SLIP_DISPUTED', movement };
    case 'returned':
      return { problem: 'SLIP_RETURNED', movement };
    case 'disputed':
      return { problem: 'SLIP_DISPUTED', movement };
    case 'claimed':
      if (holder && !isTheirs && isSameMember(getNamedMember(movement), holder)) {
        await dispute(tx, movement, 'PROVEN_BY_ANOTHER');
        return { problem: 'SLIP_DISPUTED', movement };
      }
      return verdict.kind === 'credit'
        ? giveTo(tx, sent, known)
        : { problem: reviewProblem(isTheirs ? movement : verdict), movement };
    case 'seen':
      if (verdict.kind === 'credit') return giveTo(tx, sent, known);
      if (verdict.kind === 'mismatch') return { problem: 'SLIP_SENDER_MISMATCH', movement };
      await claim(tx, movement, sent, verdict.reason);
      return { problem: reviewProblem(verdict), movement };
  }
}

/** The member whom the line of this movement names. */
function getNamedMember({ line }: Movement) {
  if (!line || line.namedSiteId === null || line.namedMemberId === null) return undefined;
  return { siteId: line.namedSiteId, memberId: line.namedMemberId };
}

async function giveTo(
  tx: Transaction,
  sent: SentSlip,
  { slip, movement }: Pick<Known, 'slip' | 'movement'>,
): Promise<SlipOutcome> {
  // When the slip matches two members, the proof belongs to the credited one.
  await store.setSlip(tx, movement, slip.part);
  const { depositId, state } = await credit(tx, movement, sent);
  return { credited: { depositId, amount: movement.amount, state }, movement };
}

/** No report has this reference yet: the slip joins the movement of a line, or is a movement of its own. */
async function placeNew(tx: Transaction, sent: SentSlip, slip: JudgedSlip, verdict: OurVerdict): Promise<SlipOutcome> {
  const { account, part } = slip;
  const { rows, known } = await loadComparable(tx, account, {
    amount: slip.amount,
    at: slip.transferredAt,
    member: sent,
  });
  const report = {
    transferredAt: part.slipAt,
    sendingBank: part.sendingBank,
    transRef: part.transRef,
    senderAccount: part.senderAccount,
    sender: part.proven && { member: toMemberKey(part.proven), fullName: part.proven.fullName },
  };
  const place = placeSlip(report, known, verdict.kind === 'mismatch' ? undefined : toMemberKey(sent));
  if (place.kind === 'new') return bookNew(tx, sent, slip, verdict);
  if (place.kind === 'doubtful') {
    const doubtful = { kind: 'review', reason: 'BOOKED_LATE', isSenderProven: part.proven !== undefined } as const;
    return bookNew(tx, sent, slip, { ...verdict, ...doubtful });
  }

  const row = rows.get(place.movementId);
  assert(row, 'a slip is placed among the movements that were loaded');
  const splitsSlip = place.kind === 'joins' && place.splitsSlip;
  if (splitsSlip) await splitSlip(tx, row, 'system');
  if (place.kind === 'joins') await moveLines(tx, rows, place.moves);
  await store.setSlip(tx, row, part);
  const movement = await store.loadMovement(tx, row);
  if (place.kind === 'disputes') {
    await dispute(tx, movement, 'PROVEN_BY_ANOTHER');
    return { problem: 'SLIP_DISPUTED', movement };
  }
  if (verdict.kind === 'mismatch') return { problem: 'SLIP_SENDER_MISMATCH', movement };
  if (splitsSlip && (await settleBySlip(tx, movement))) return { problem: 'SLIP_ALREADY_CREDITED', movement };
  // The line of this movement was the member's before the slip came.
  const isNews = movement.state === 'credited' && isSameMember(getHolder(movement), sent);
  return isNews ? { problem: 'SLIP_ALREADY_CREDITED', movement } : decide(tx, sent, { slip, verdict, movement });
}

/** The holder's own slip explains the line; the slip that disputed it has a movement of its own now. */
async function settleBySlip(tx: Transaction, movement: Movement): Promise<boolean> {
  if (movement.state !== 'disputed' || movement.reason !== 'PROVEN_BY_ANOTHER') return false;
  return confirm(tx, movement, { reason: 'PROVEN_BY_HOLDER', decidedBy: 'system' });
}

async function bookNew(tx: Transaction, sent: SentSlip, slip: JudgedSlip, verdict: OurVerdict): Promise<SlipOutcome> {
  const row = {
    receivingAccountId: slip.account.receivingAccountId,
    firstSeen: 'slip',
    amount: slip.amount,
    transferredAt: slip.transferredAt,
    slip: slip.part,
    reference: undefined,
    senderBank: slip.sendingBank,
    senderAccount: slip.part.senderAccount,
    senderName: slip.sender.name,
    feedLineId: undefined,
    reason: verdict.kind === 'credit' ? undefined : verdict.reason,
  } as const;
  if (verdict.kind === 'credit') {
    return giveTo(tx, sent, { slip, movement: await store.insertMovement(tx, slip.account.siteId, row) });
  }
  const movement = await recordSeen(tx, slip.account.siteId, row);
  if (verdict.kind === 'mismatch') return { problem: 'SLIP_SENDER_MISMATCH', movement };
  await claim(tx, movement, sent, verdict.reason);
  return { problem: reviewProblem(verdict), movement };
}

export function reviewProblem(verdict: { readonly reason: string | null }): SlipProblem {
  if (verdict.reason === 'LIMIT_REACHED') return 'SLIP_OVER_LIMIT';
  return verdict.reason === 'TOO_OLD' ? 'SLIP_TOO_OLD' : 'SLIP_UNDER_REVIEW';
}
