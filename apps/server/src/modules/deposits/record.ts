// The states of a bank movement. Each function changes the state, the deposit and the entries together.
//
//     seen ──────▶ claimed ──▶ credited ──▶ disputed ──▶ credited     an operator decides a dispute
//       ├────────────────────▶ credited        ▲  └────▶ returned
//       ├─▶ returned (also from claimed) ──────┤
//       └─▶ disputed (also from claimed) ──────┘
//
//     seen        on our account, and no member is known for it
//     claimed     one member is known, and an operator decides (time, name, a limit, a doubt)
//     credited    a deposit of one member; playable, or parked beside a capped bonus
//     returned    sent back to the account it came from
//     disputed    the reports contradict each other: nothing more is credited by itself
//
// Always true: a movement names one deposit at most, and only that one is credited. Its money stands in the owning site's account
// `unmatched` until it is credited or returned. Callers hold the lanes of the member and of the owning site's house (lockSites), so one
// transaction at a time reads the movements of a site; whatever was read before is read again.
//
// Elsewhere: which reports are of one movement (movement-matching.ts), entries (deposit-postings.ts), slips (slips.ts), the feed (feed.ts),
// persons (decisions.ts).

import type { Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';

import { signalAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';

import {
  postUnmatchedDeposit,
  postDepositCredit,
  handOverToSite,
  type Credited,
  creditState,
} from './deposit-postings.ts';
import * as deposits from './deposits.store.ts';
import { COMPARED_AROUND_MS, type KnownMovement, type LineMove, placeDisplacedLine } from './movement-matching.ts';
import * as store from './movements.store.ts';
import type { Line, Movement } from './movements.store.ts';
import * as accounts from './receiving-accounts.store.ts';
import { creditSlipsOf, moveSlipsOf, refuseSlipsOf } from './slips.store.ts';

export type MemberName = { readonly siteId: number; readonly memberId: bigint };

/** More movements of one amount on one account are not compared; those of the member come first. */
const COMPARED_MAX = 2_000;

export const toMemberKey = ({ siteId, memberId }: MemberName): string => `${siteId}/${memberId}`;

export function getHolder({ heldSiteId, heldMemberId }: Movement): MemberName | undefined {
  return heldSiteId === null || heldMemberId === null ? undefined : { siteId: heldSiteId, memberId: heldMemberId };
}

export function getProvenSender({ provenSiteId, provenMemberId }: Movement): MemberName | undefined {
  return provenSiteId === null || provenMemberId === null
    ? undefined
    : { siteId: provenSiteId, memberId: provenMemberId };
}

export const isSameMember = (one: MemberName | undefined, other: MemberName): boolean =>
  one !== undefined && one.siteId === other.siteId && one.memberId === other.memberId;

/** Locks the house lane of each owning site and the lanes of these members, site by site in ascending order. */
export async function lockSites(
  tx: Transaction,
  owners: readonly number[],
  members: readonly (MemberName | undefined)[],
): Promise<void> {
  const named = members.filter((member) => member !== undefined);
  const siteIds = new Set([...owners, ...named.map(({ siteId }) => siteId)]);
  for (const siteId of [...siteIds].toSorted((one, other) => one - other)) {
    const ids = named.filter((member) => member.siteId === siteId).map(({ memberId }) => memberId);
    await lockLanes(tx, siteId, owners.includes(siteId) ? [...ids, 0n] : ids);
  }
}

/** The movements that a report of this account, amount, time and member is compared with. */
export async function loadComparable(
  tx: Transaction,
  account: accounts.OwnedAccount,
  of: { readonly amount: Movement['amount']; readonly at: Date; readonly member: MemberName | undefined },
): Promise<{ rows: ReadonlyMap<bigint, Movement>; known: KnownMovement[] }> {
  const wanted = { ...of, aroundMs: COMPARED_AROUND_MS, limit: COMPARED_MAX };
  const rows = await store.listComparableMovements(tx, account, wanted);
  return { rows: new Map(rows.map((row) => [row.movementId, row])), known: rows.map(toKnown) };
}

function toKnown(row: Movement): KnownMovement {
  const holder = getHolder(row);
  const proven = getProvenSender(row);
  const { slipAt, sendingBank, transRef } = row;
  return {
    movementId: row.movementId,
    state: row.state,
    holder: holder && toMemberKey(holder),
    slip:
      slipAt === null || sendingBank === null || transRef === null
        ? undefined
        : {
            transferredAt: slipAt,
            sendingBank,
            transRef,
            senderAccount: row.senderAccount ?? undefined,
            sender: proven && { member: toMemberKey(proven), fullName: row.provenName ?? '' },
          },
    line: row.line ? toLineReport(row.line) : undefined,
  };
}

function toLineReport(line: Line) {
  const { namedSiteId, namedMemberId } = line;
  return {
    bookedAt: line.bookedAt,
    senderBank: line.senderBank ?? undefined,
    senderTail: line.senderTail ?? undefined,
    senderName: line.senderName ?? undefined,
    transRef: line.transRef ?? undefined,
    named:
      namedSiteId === null || namedMemberId === null
        ? undefined
        : toMemberKey({ siteId: namedSiteId, memberId: namedMemberId }),
  };
}

/** A report was written as an unclaimed movement; its money has arrived. */
export async function recordSeen(tx: Transaction, siteId: number, row: store.NewMovement): Promise<Movement> {
  const movement = await store.insertMovement(tx, siteId, row);
  await postUnmatchedDeposit(tx, movement);
  await store.setUnmatched(tx, movement);
  return { ...movement, isUnmatched: true };
}

/** Gives lines to other movements; one that stands alone becomes a movement of its own. */
export async function moveLines(
  tx: Transaction,
  rows: ReadonlyMap<bigint, Movement>,
  moves: readonly LineMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const lines = new Map<bigint, bigint | undefined>();
  const alone: Movement[] = [];
  for (const { from } of moves) lines.set(from, undefined);
  for (const { from, to } of moves) {
    const row = rows.get(from);
    assert(row?.line, 'a line that moves was loaded with its movement');
    if (to === undefined) alone.push(row);
    else lines.set(to, row.line.feedLineId);
  }
  const [first] = rows.values();
  assert(first, 'a line moves between movements that were loaded');
  await store.setLines(tx, first.siteId, lines);
  for (const row of alone) await openAlone(tx, row);
}

async function openAlone(tx: Transaction, { siteId, receivingAccountId, amount, line }: Movement): Promise<void> {
  assert(line, 'what stands alone is a line');
  const { namedSiteId, namedMemberId } = line;
  const movement = await recordSeen(tx, siteId, {
    receivingAccountId,
    firstSeen: 'feed',
    amount,
    transferredAt: line.bookedAt,
    slip: undefined,
    reference: undefined,
    senderBank: line.senderBank ?? undefined,
    senderAccount: line.senderTail ?? undefined,
    senderName: line.senderName ?? undefined,
    feedLineId: line.feedLineId,
    reason: 'NO_SINGLE_MEMBER',
  });
  // A line that made room although it names a member: an operator decides.
  if (namedSiteId !== null && namedMemberId !== null) {
    await claim(tx, movement, { siteId: namedSiteId, memberId: namedMemberId }, 'LINE_DISPLACED');
  }
}

/** Makes room for a line that has the reference of this movement's slip. */
export async function displaceLine(tx: Transaction, movement: Movement): Promise<void> {
  if (!movement.line) return;
  const at = movement.slipAt ?? movement.transferredAt;
  const { rows, known } = await loadComparable(tx, movement, { amount: movement.amount, at, member: undefined });
  const all = new Map(rows).set(movement.movementId, movement);
  const moves = placeDisplacedLine(toKnown(movement), known);
  await moveLines(tx, all, moves);
}

/** An operator decides about the money of this member. */
export async function claim(
  tx: Transaction,
  movement: Movement,
  member: MemberName,
  reason: string,
  decidedBy = 'system',
): Promise<void> {
  assert(movement.state === 'seen', 'only what nobody has claimed yet is claimed');
  const depositId = await nextNumber(tx, movement);
  await next(tx, movement, {
    state: 'claimed',
    held: { ...member, depositId },
    isUnmatched: movement.isUnmatched,
    reason,
    decidedBy,
  });
  await deposits.insertDeposit(tx, member.siteId, movement, {
    depositId,
    memberId: member.memberId,
    receivingAccountId: await accounts.findReceivingAccountId(tx, member.siteId, movement),
    state: 'review',
    reviewReason: reason,
    decidedBy,
  });
  signalAfterCommit(tx, member.siteId, member.memberId);
}

/**
 * Credits the movement to a member, from wherever its money is. Another member's claim on it is closed; a credit of another member must
 * have been taken back before.
 */
export async function credit(
  tx: Transaction,
  movement: Movement,
  member: MemberName,
  { decidedBy = 'system', reason }: { readonly decidedBy?: string; readonly reason?: string } = {},
): Promise<{ readonly depositId: bigint; readonly state: Credited }> {
  const { siteId, memberId } = member;
  const state = await creditState(tx, siteId, memberId);
  const isHeld = isSameMember(getHolder(movement), member);
  if (!isHeld && movement.hadDeposit) await closeClaim(tx, movement, decidedBy);
  const depositId = isHeld && movement.heldDepositId !== null ? movement.heldDepositId : await nextNumber(tx, movement);
  const isFromUnmatched = movement.isUnmatched;
  await next(tx, movement, {
    state: 'credited',
    held: { ...member, depositId },
    isUnmatched: false,
    reason,
    decidedBy,
  });
  if (isHeld) await deposits.creditDeposit(tx, siteId, depositId, { state, decidedBy });
  else {
    await deposits.insertDeposit(tx, siteId, movement, {
      depositId,
      memberId,
      receivingAccountId: await accounts.findReceivingAccountId(tx, siteId, movement),
      state,
      reviewReason: undefined,
      decidedBy,
    });
  }
  const isHome = movement.siteId === siteId;
  if (isFromUnmatched && !isHome) await handOverToSite(tx, movement);
  await postDepositCredit(
    tx,
    siteId,
    { depositId, memberId, amount: movement.amount, transferredAt: movement.transferredAt },
    { from: isFromUnmatched && isHome ? 'unmatched' : 'bank', state },
  );
  await creditSlipsOf(tx, siteId, { movement, memberId });
  await refuseSlips(tx, movement, { code: 'SLIP_NOT_YOURS', keptFor: member });
  return { depositId, state };
}

/** The claim of a member that is not credited. */
async function closeClaim(tx: Transaction, movement: Movement, decidedBy: string): Promise<void> {
  const deposit = await findHeldDeposit(tx, movement);
  if (deposit?.state === 'review') await closeHeld(tx, movement, { isTakenBack: false, decidedBy });
}

/** The deposit that the movement names. */
export async function findHeldDeposit(
  tx: Transaction,
  { heldSiteId, heldDepositId }: Movement,
): Promise<deposits.Deposit | undefined> {
  return heldSiteId === null || heldDepositId === null
    ? undefined
    : deposits.findDeposit(tx, heldSiteId, heldDepositId);
}

/** The deposit that the movement names goes back. */
export async function closeHeld(
  tx: Transaction,
  { heldSiteId, heldMemberId, heldDepositId }: Movement,
  of: { readonly isTakenBack: boolean; readonly decidedBy: string },
): Promise<void> {
  if (heldSiteId === null || heldMemberId === null || heldDepositId === null) return;
  await deposits.closeDeposit(tx, heldSiteId, heldDepositId, of);
  signalAfterCommit(tx, heldSiteId, heldMemberId);
}

export async function refuseSlips(
  tx: Transaction,
  movement: Movement,
  of: { readonly code: 'SLIP_NOT_YOURS' | 'SLIP_RETURNED'; readonly keptFor: MemberName | undefined },
): Promise<void> {
  const refused = await refuseSlipsOf(tx, movement, of);
  for (const { siteId, memberId } of refused) signalAfterCommit(tx, siteId, memberId);
}

/** Ends a dispute for the credited member. False where no member was credited. */
export async function confirm(
  tx: Transaction,
  movement: Movement,
  { reason, decidedBy }: { readonly reason: string; readonly decidedBy: string },
): Promise<boolean> {
  const deposit = await findHeldDeposit(tx, movement);
  if (deposit?.state !== 'credited' && deposit?.state !== 'parked') return false;
  const held = getHeld(movement);
  await next(tx, movement, { state: 'credited', held, isUnmatched: false, reason, decidedBy });
  return true;
}

function getHeld({ heldSiteId, heldMemberId, heldDepositId }: Movement): store.Held | undefined {
  return heldSiteId === null || heldMemberId === null || heldDepositId === null
    ? undefined
    : { siteId: heldSiteId, memberId: heldMemberId, depositId: heldDepositId };
}

/** Reports contradict each other: from then on only an operator moves this money. */
export async function dispute(
  tx: Transaction,
  movement: Movement,
  reason: string,
  decidedBy = 'system',
): Promise<void> {
  if (movement.state === 'disputed') return;
  const { isUnmatched } = movement;
  await next(tx, movement, { state: 'disputed', held: getHeld(movement), isUnmatched, reason, decidedBy });
}

/**
 * The slip of a movement becomes a movement of its own: the line is another transfer. The member whom the slip proves claims it, and a
 * person decides.
 */
export async function splitSlip(tx: Transaction, movement: Movement, decidedBy: string): Promise<void> {
  const { slipAt, sendingBank, transRef } = movement;
  assert(slipAt && sendingBank !== null && transRef !== null && movement.line, 'a slip is split from a line');
  const proven = getProvenSender(movement);
  await store.clearSlip(tx, movement);
  const split = await recordSeen(tx, movement.siteId, {
    receivingAccountId: movement.receivingAccountId,
    firstSeen: 'slip',
    amount: movement.amount,
    transferredAt: slipAt,
    slip: {
      slipAt,
      sendingBank,
      transRef,
      senderAccount: movement.senderAccount ?? undefined,
      senderName: movement.senderName ?? undefined,
      proven: proven && { ...proven, fullName: movement.provenName ?? '' },
    },
    reference: undefined,
    senderBank: sendingBank,
    senderAccount: movement.senderAccount ?? undefined,
    senderName: movement.senderName ?? undefined,
    feedLineId: undefined,
    reason: 'SPLIT_FROM_DISPUTE',
  });
  const moved = await moveSlipsOf(tx, movement, split, { sendingBank, transRef });
  for (const { siteId, memberId } of moved) signalAfterCommit(tx, siteId, memberId);
  if (proven) await claim(tx, split, proven, 'SPLIT_FROM_DISPUTE', decidedBy);
}

/** The first deposit of a movement has the movement's number, which the bank's lists were answered with; a later one has its own. */
function nextNumber(tx: Transaction, movement: Movement): Promise<bigint> {
  return movement.hadDeposit ? deposits.nextDepositId(tx) : Promise.resolve(movement.movementId);
}

async function next(tx: Transaction, movement: Movement, to: store.NextStep): Promise<void> {
  assert(
    await store.advance(tx, movement, to),
    `the step of movement ${movement.movementId} was read under the lane of its site`,
  );
}
