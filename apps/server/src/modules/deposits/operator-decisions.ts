// Orders of operators about a bank movement: assign it to a member, return it, or dispute a credit or a return.
//
//     assign   seen, claimed        → credited to the member
//              disputed             → credited: confirmed for the credit's holder, or first debited from that holder
//     return   seen, claimed        → returned
//              disputed             → returned, debited from the member with the credit
//     dispute  credited, returned   → disputed: an operator assigns or returns it
//
// Always true: called inside the transaction that records the operator and the reason. The lanes of both members and of
// the owning site's house are locked before the facts are read. An amount that the debited member no longer has becomes
// debt.
//
// Elsewhere: the writes (record.ts), the audited actions (operators).

import type { Transaction } from '@chaba/database';

import type { ForfeitObstacle } from '#modules/promotions';
import { isAboveDepositLimit } from '#modules/limits';

import * as store from './movements.store.ts';
import type { MemberRef, Movement } from './movements.store.ts';
import { type CreditCorrection, type Credited, record } from './record.ts';
import { type Decision, isCreditedToHolder, isSameMember } from './slip-rules.ts';

/** `depositId` is the number that lists show: of the movement, or of a deposit of it. */
export type DepositDecision = { readonly siteId: number; readonly depositId: bigint; readonly decidedBy: string };

export type Attached = { readonly state: Credited | 'confirmed'; readonly takenBack: CreditCorrection | undefined };
export type Returned = { readonly state: 'returned'; readonly takenBack: CreditCorrection | undefined };

/** An operator assigns the money to a member. */
export async function assignDeposit(
  tx: Transaction,
  { siteId, memberId, depositId, decidedBy }: DepositDecision & { readonly memberId: bigint },
): Promise<Attached | 'not_waiting' | 'over_limit' | ForfeitObstacle> {
  const member = { siteId, memberId };
  const movement = await lockMovement(tx, { siteId, depositId }, member);
  if (!movement) return 'not_waiting';
  const isOverLimit = await isAboveDepositLimit(tx, member, movement.amount);
  const decision = evaluateOrder({ kind: 'assign', member, decidedBy }, { movement, isAboveLimit: isOverLimit });
  if (decision.outcome === 'rejected') return 'not_waiting';
  if (decision.outcome === 'over_limit') return 'over_limit';
  const recorded = await record(tx, decision);
  if (typeof recorded === 'string') return recorded;
  return { state: recorded.deposit?.state ?? 'confirmed', takenBack: recorded.correction };
}

/** An operator returns the money to the sending account; slips that claim it are rejected. */
export async function returnDeposit(
  tx: Transaction,
  decided: DepositDecision,
): Promise<Returned | 'not_waiting' | ForfeitObstacle> {
  const movement = await lockMovement(tx, decided, undefined);
  if (!movement) return 'not_waiting';
  const decision = evaluateOrder({ ...decided, kind: 'return' }, { movement, isAboveLimit: false });
  if (decision.outcome === 'rejected') return 'not_waiting';
  const recorded = await record(tx, decision);
  return typeof recorded === 'string' ? recorded : { state: 'returned', takenBack: recorded.correction };
}

/** An operator disputes a credit or a return: it requires a decision again. */
export async function disputeDeposit(tx: Transaction, decided: DepositDecision): Promise<'disputed' | 'not_decided'> {
  const movement = await lockMovement(tx, decided, undefined);
  if (!movement) return 'not_decided';
  const decision = evaluateOrder({ ...decided, kind: 'dispute' }, { movement, isAboveLimit: false });
  if (decision.outcome === 'rejected') return 'not_decided';
  await record(tx, decision);
  return 'disputed';
}

/**
 * The movement, read under the lanes of all members whose money may move. Undefined where it took a step before the
 * lock.
 */
async function lockMovement(
  tx: Transaction,
  { siteId, depositId }: Omit<DepositDecision, 'decidedBy'>,
  member: MemberRef | undefined,
): Promise<Movement | undefined> {
  const first = await store.findMovementAt(tx, siteId, depositId);
  if (!first) return undefined;
  await store.lockSites(tx, [first.siteId], [member, first.holder]);
  const movement = await store.loadMovement(tx, first);
  return movement.step === first.step ? movement : undefined;
}

/** The order of an operator about a movement. */
type OperatorOrder =
  | { readonly kind: 'assign'; readonly member: MemberRef; readonly decidedBy: string }
  | { readonly kind: 'return'; readonly decidedBy: string }
  | { readonly kind: 'dispute'; readonly decidedBy: string };
type OrderOutcome = 'credited' | 'confirmed' | 'returned' | 'disputed' | 'rejected' | 'over_limit';

/** The decision about an operator's order. Pure. `rejected`: the state of the movement does not allow it. */
function evaluateOrder(
  order: OperatorOrder,
  { movement, isAboveLimit: isOverLimit }: { readonly movement: Movement; readonly isAboveLimit: boolean },
): Decision<OrderOutcome> {
  const { decidedBy } = order;
  const { state } = movement;
  if (order.kind === 'dispute') {
    const step = { kind: 'dispute', reason: 'BY_OPERATOR' } as const;
    const isDecided = state === 'credited' || state === 'returned';
    return isDecided ? { outcome: 'disputed', movement, step, decidedBy } : { outcome: 'rejected' };
  }
  if (state === 'credited' || state === 'returned') return { outcome: 'rejected' };
  const debitsHolder = isCreditedToHolder(movement);
  if (order.kind === 'return') {
    return { outcome: 'returned', movement, debitsHolder, step: { kind: 'return' }, decidedBy };
  }
  const { member } = order;
  const splitsSlip = isSlipOfAnother(movement, member);
  if (debitsHolder && isSameMember(movement.holder, member)) {
    const step = { kind: 'confirm', reason: 'CONFIRMED' } as const;
    return { outcome: 'confirmed', movement, splitsSlip, step, decidedBy };
  }
  if (isOverLimit) return { outcome: 'over_limit' };
  return { outcome: 'credited', movement, debitsHolder, splitsSlip, step: { kind: 'credit', member }, decidedBy };
}

/** The slip of another member reports another transfer, unless the bank's line has its reference. */
function isSlipOfAnother({ proven, line, transRef }: Movement, member: MemberRef): boolean {
  const isOfLine = transRef !== null && line?.transRef === transRef;
  return proven !== undefined && line !== null && !isSameMember(proven, member) && !isOfLine;
}
