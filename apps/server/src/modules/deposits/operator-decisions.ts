// Decisions of persons about a bank movement: its member, its return, or a doubt about a credit.
//
//     attach   seen, claimed   → credited to the member named
//              disputed        → credited: the credited member keeps it, or it is debited there and credited to another member
//     return   seen, claimed   → returned
//              disputed        → returned: debited from the credited member
//     dispute  credited, returned → disputed: an operator attaches or returns it
//
// Always true: called inside the transaction that records the operator and the reason. The lanes of both members and of the owning site's house
// are locked before the movement is read for good, so a decision and a slip never meet half way. What a member no longer has is owed.
//
// Elsewhere: the states (movements.ts), the entries (deposit-postings.ts), the command line (operators).

import type { Transaction } from '@chaba/database';

import { assert } from '#core/domain-error';

import { bookReturn, takeBackCredit, type Credited, type TakenBack } from './deposit-postings.ts';
import { isAboveLimit } from './deposit-limits.ts';
import type { Deposit } from './deposits.store.ts';
import {
  closeHeld,
  confirm,
  credit,
  dispute,
  findHeldDeposit,
  getHolder,
  isSameMember,
  lockSites,
  type MemberName,
  getProvenSender,
  refuseSlips,
  splitSlip,
} from './record.ts';
import * as store from './movements.store.ts';
import type { Movement } from './movements.store.ts';

/** `depositId` is the number that lists show: the movement's, or a deposit's of it. */
export type DepositDecision = { readonly siteId: number; readonly depositId: bigint; readonly decidedBy: string };

/** From whom money was taken, of which site, and how much of it is owed now. */
export type Correction = MemberName & TakenBack;

export type Attached = { readonly state: Credited | 'confirmed'; readonly takenBack: Correction | undefined };
export type Returned = { readonly state: 'returned'; readonly takenBack: Correction | undefined };

/** An operator attaches the money to a member. */
export async function assignDeposit(
  tx: Transaction,
  decision: DepositDecision & { readonly memberId: bigint },
): Promise<Attached | 'not_waiting' | 'over_limit' | 'bet_open'> {
  const { siteId, memberId, decidedBy } = decision;
  const member = { siteId, memberId };
  const movement = await lockMovement(tx, decision, member);
  if (!movement || !isWaiting(movement)) return 'not_waiting';

  const isTheirs = isSameMember(getHolder(movement), member) && isCredited(await findHeldDeposit(tx, movement));
  if (!isTheirs && (await isAboveLimit(tx, member, movement.amount))) return 'over_limit';
  const takenBack = isTheirs ? undefined : await takeBack(tx, movement, decidedBy);
  if (takenBack === 'bet_open') return takenBack;

  await endSlipOfOthers(tx, movement, member, decidedBy);
  const decided = await store.loadMovement(tx, movement);
  if (isTheirs) {
    await confirm(tx, decided, { reason: 'CONFIRMED', decidedBy });
    return { state: 'confirmed', takenBack };
  }
  const { state } = await credit(tx, decided, member, { decidedBy });
  return { state, takenBack };
}

function isWaiting({ state }: Movement): boolean {
  return state === 'seen' || state === 'claimed' || state === 'disputed';
}

function isCredited(deposit: Deposit | undefined): boolean {
  return deposit?.state === 'credited' || deposit?.state === 'parked';
}

/** An operator returns the money to the sending account; slips that claim it are rejected. */
export async function returnDeposit(
  tx: Transaction,
  decision: DepositDecision,
): Promise<Returned | 'not_waiting' | 'bet_open'> {
  const { decidedBy } = decision;
  const movement = await lockMovement(tx, decision, undefined);
  if (!movement || !isWaiting(movement)) return 'not_waiting';

  const takenBack = await takeBack(tx, movement, decidedBy);
  if (takenBack === 'bet_open') return takenBack;
  await closeHeld(tx, movement, { isTakenBack: false, decidedBy });
  if (movement.isUnmatched) await bookReturn(tx, movement);
  const reason = movement.reason ?? undefined;
  const isReturned = await store.advance(tx, movement, {
    state: 'returned',
    held: undefined,
    isUnmatched: false,
    reason,
    decidedBy,
  });
  assert(isReturned, 'the movement was read under the lanes');
  await refuseSlips(tx, movement, { code: 'SLIP_RETURNED', keptFor: undefined });
  return { state: 'returned', takenBack };
}

/** An operator disputes a credit or a return: it requires a decision again. */
export async function disputeDeposit(tx: Transaction, decision: DepositDecision): Promise<'disputed' | 'not_decided'> {
  const movement = await lockMovement(tx, decision, undefined);
  if (movement?.state !== 'credited' && movement?.state !== 'returned') return 'not_decided';
  await dispute(tx, movement, 'BY_OPERATOR', decision.decidedBy);
  return 'disputed';
}

/** The movement, read under the lanes of all members whose money may move. Undefined when its state changed meanwhile. */
async function lockMovement(
  tx: Transaction,
  { siteId, depositId }: DepositDecision,
  member: MemberName | undefined,
): Promise<Movement | undefined> {
  const first = await store.findMovementAt(tx, siteId, depositId);
  if (!first) return undefined;
  await lockSites(tx, [first.siteId], [member, getHolder(first)]);
  const movement = await store.loadMovement(tx, first);
  return movement.step === first.step ? movement : undefined;
}

/** Debits the credited member, where the movement was credited. */
async function takeBack(
  tx: Transaction,
  movement: Movement,
  decidedBy: string,
): Promise<Correction | 'bet_open' | undefined> {
  const holder = getHolder(movement);
  const deposit = await findHeldDeposit(tx, movement);
  if (!holder || !deposit || !isCredited(deposit)) return undefined;
  const taken = await takeBackCredit(tx, holder.siteId, deposit);
  if (taken === 'bet_open') return taken;
  await closeHeld(tx, movement, { isTakenBack: true, decidedBy });
  return { ...holder, ...taken };
}

/**
 * The movement is decided for one member. The slip of another member reports another transfer then, unless the bank's line has its
 * reference: it gets a movement of its own, which waits for an operator.
 */
async function endSlipOfOthers(
  tx: Transaction,
  movement: Movement,
  member: MemberName,
  decidedBy: string,
): Promise<void> {
  const proven = getProvenSender(movement);
  const isOfLine = movement.transRef !== null && movement.line?.transRef === movement.transRef;
  if (proven && !isSameMember(proven, member) && movement.line && !isOfLine) await splitSlip(tx, movement, decidedBy);
  else await refuseSlips(tx, movement, { code: 'SLIP_NOT_YOURS', keptFor: member });
}
