// The only writer of deposits: one decision, its movement, deposit, entries, bonus and slip in one transaction.
//
//     seen ──────▶ claimed ──▶ credited ──▶ disputed ──▶ credited     an operator decides a dispute
//       ├────────────────────▶ credited        ▲  └────▶ returned
//       ├─▶ returned (also from claimed) ──────┤
//       └─▶ disputed (also from claimed) ──────┘
//
//     seen        on a receiving account; no member is identified
//     claimed     one member is identified, and an operator decides (time, name, a limit, a doubt)
//     credited    a deposit of one member: playable, or parked beside a capped bonus
//     returned    sent back to the account it came from
//     disputed    the reports contradict each other: only an operator moves the money
//
//     no member is credited      bank → unmatched
//     credited                   bank, or unmatched → game; → main where a capped bonus is open
//     credited at another site   unmatched → bank at the owner of the account, bank → game at the site of the member
//     returned                   unmatched → bank
//     a credit is debited        game (parked: main) → bank, and receivable → bank for the difference
//
// Always true: a movement names one deposit at most, and only that one is credited. Money that is neither credited nor
// returned is in the owning site's account `unmatched`. Each entry has one key, made of the number of the movement or
// of the deposit. Debt is repaid first. Callers hold the lanes (`lockSites`) since before they read the facts of the
// decision.
//
// Elsewhere: the decisions (slip-rules.ts, line-rules.ts, operator-decisions.ts), SQL (movements.store.ts,
// deposits.store.ts).

import type { MovementReason } from '@chaba/contract/back-office/queues';
import type { Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add, min, type Money, money, subtract, multiply, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';
import { grantDepositBonus, type ForfeitObstacle, revokeBonusOf } from '#modules/promotions';
import {
  addTurnoverRequirement,
  closeLine,
  countTaken,
  loadOpenRequirements,
  loadTurnover,
  saveOwnMoney,
} from '#modules/requirements';
import { creditOwnMoney, forfeitSpentRequirements } from '#modules/own-money';
import { isBonusRequirement } from '#modules/turnover';
import { addMemberTotals } from '#modules/members';
import { loadSite } from '#modules/site';
import { cancelOpenWithdrawal } from '#modules/withdrawals';
import { findReceivingAccountId } from '#modules/receiving-accounts';

import * as deposits from './deposits.store.ts';
import * as store from './movements.store.ts';
import type { MemberRef, Movement } from './movements.store.ts';
import {
  type Decision,
  isSameMember,
  type MovedLine,
  RETRY_MINUTES,
  type SlipOutcome,
  type SlipDecision,
  toSlipState,
} from './slip-rules.ts';

export type Credited = 'credited' | 'parked';

/** The member whose credit was debited: the amount from the wallets, and the amount that became debt. */
export type CreditCorrection = MemberRef & { readonly fromWallets: Money; readonly owed: Money };

/** The slip that a member sent. */
export type SentSlip = MemberRef & {
  readonly sendingBank: string;
  readonly transRef: string;
  /** The key of the member's request; the retry job has none. */
  readonly idempotencyKey?: string;
};

export type Recorded = {
  readonly movement: Movement | undefined;
  readonly deposit: CreditedDeposit | undefined;
  readonly correction: CreditCorrection | undefined;
};

export type CreditedDeposit = {
  readonly depositId: bigint;
  readonly memberId: bigint;
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly state: Credited;
};

type PlayableDeposit = Pick<CreditedDeposit, 'depositId' | 'memberId' | 'amount'>;

const SYSTEM = 'system';

/** Writes a decision. An obstacle: the bonus of the credit to debit cannot end now, and nothing was written. */
export async function record(tx: Transaction, decision: Decision): Promise<Recorded | ForfeitObstacle> {
  const { movement: existing, step, decidedBy = SYSTEM } = decision;
  const correction = existing && decision.debitsHolder ? await debitHolder(tx, existing, decidedBy) : undefined;
  if (typeof correction === 'string') return correction;
  const movement = await writeReport(tx, decision);
  const deposit = movement && step ? await writeStep(tx, movement, { ...decision, step, decidedBy }) : undefined;
  if (decision.contradicted && step?.kind === 'dispute') {
    await dispute(tx, decision.contradicted, step.reason, decidedBy);
  }
  return { movement, deposit, correction };
}

/** Writes a decision about a slip, and the state of the slip. */
export async function recordSlip(tx: Transaction, decision: Decision<SlipOutcome>, sent: SentSlip): Promise<Recorded> {
  const recorded = await record(tx, decision);
  assert(typeof recorded !== 'string', 'a slip debits no credit');
  const { outcome } = decision;
  const state = toSlipState(outcome);
  if (state === 'waiting') {
    const firstTryInSeconds = (RETRY_MINUTES[0] ?? 1) * 60;
    await deposits.storeWaitingSlip(tx, sent.siteId, { ...sent, code: outcome, firstTryInSeconds });
    return recorded;
  }
  await deposits.closeSlip(tx, sent.siteId, {
    ...sent,
    state,
    code: state === 'credited' ? undefined : outcome,
    movement: recorded.movement,
    creditedKey: outcome === 'credited' ? sent.idempotencyKey : undefined,
  });
  publishAfterCommit(tx, sent.siteId, sent.memberId);
  return recorded;
}

/** Writes the content of the report: its movement, its columns, and the line of each movement. */
async function writeReport(tx: Transaction, decision: Decision): Promise<Movement | undefined> {
  const { movement, opens, slip, line, shift, moves = [], step, decidedBy = SYSTEM } = decision;
  if (movement && decision.splitsSlip) await splitSlip(tx, movement, decidedBy);
  await moveLines(tx, moves);
  if (movement && slip) await store.setSlip(tx, movement, slip);
  const feedLineId = line && (await store.insertFeedLine(tx, line.siteId, line.row));
  const shiftedId = shift?.feedLineId ?? feedLineId;
  const shiftedSiteId = line?.siteId ?? opens?.siteId;
  if (shift && shiftedId !== undefined && shiftedSiteId !== undefined) {
    await store.insertShift(tx, shiftedSiteId, shiftedId, shift.ms);
  }
  if (opens) {
    const row = { ...opens.row, feedLineId };
    const isCredited = step?.kind === 'credit';
    return isCredited ? store.insertMovement(tx, opens.siteId, row) : insertUnmatched(tx, opens.siteId, row);
  }
  if (!movement) return undefined;
  if (feedLineId !== undefined) {
    await store.setLines(tx, movement.siteId, new Map([[movement.movementId, feedLineId]]));
  }
  return store.loadMovement(tx, movement);
}

async function writeStep(
  tx: Transaction,
  movement: Movement,
  {
    step,
    splitsSlip,
    decidedBy,
  }: { readonly step: SlipDecision; readonly splitsSlip?: boolean; readonly decidedBy: string },
): Promise<CreditedDeposit | undefined> {
  switch (step.kind) {
    case 'credit':
      return credit(tx, movement, step.member, decidedBy);
    case 'claim':
      await claim(tx, movement, step.member, { reason: step.reason, decidedBy });
      return undefined;
    case 'dispute':
      await dispute(tx, movement, step.reason, decidedBy);
      return undefined;
    case 'confirm': {
      const { holder } = movement;
      await advance(tx, movement, { state: 'credited', holder, isUnmatched: false, reason: step.reason, decidedBy });
      if (!splitsSlip) await refuseSlips(tx, movement, { code: 'SLIP_NOT_YOURS', keptFor: holder });
      return undefined;
    }
    case 'return':
      await returnMoney(tx, movement, decidedBy);
      return undefined;
  }
}

/** Inserts a movement whose money is unmatched. */
async function insertUnmatched(tx: Transaction, siteId: number, row: store.NewMovement): Promise<Movement> {
  const movement = await store.insertMovement(tx, siteId, row);
  await postUnmatched(tx, movement);
  await store.setUnmatched(tx, movement);
  return { ...movement, isUnmatched: true };
}

/** Moves lines to other movements; a line without a target becomes a movement of its own. */
async function moveLines(tx: Transaction, moves: readonly MovedLine[]): Promise<void> {
  const [first] = moves;
  if (!first) return;
  const lines = new Map<bigint, bigint | undefined>(moves.map(({ from }) => [from.movementId, undefined]));
  for (const { from, to } of moves) {
    assert(from.line, 'a line that moves was loaded with its movement');
    if (to !== undefined) lines.set(to, from.line.feedLineId);
  }
  await store.setLines(tx, first.from.siteId, lines);
  for (const { from, to } of moves) if (to === undefined) await openDisplacedLine(tx, from);
}

async function openDisplacedLine(
  tx: Transaction,
  { siteId, receivingAccountId, amount, line }: Movement,
): Promise<void> {
  assert(line, 'a displaced movement has a line');
  const movement = await insertUnmatched(tx, siteId, {
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
  // A displaced line that names a member is decided by an operator.
  if (line.named) await claim(tx, movement, line.named, { reason: 'LINE_DISPLACED', decidedBy: SYSTEM });
}

/**
 * The slip of a movement becomes a movement of its own, claimed by the member whom the slip proves: the line is another
 * transfer.
 */
async function splitSlip(tx: Transaction, movement: Movement, decidedBy: string): Promise<void> {
  const { slipAt, sendingBank, transRef, proven } = movement;
  assert(slipAt && sendingBank !== null && transRef !== null && movement.line, 'a slip is split from a line');
  const senderAccount = movement.senderAccount ?? undefined;
  const senderName = movement.senderName ?? undefined;
  await store.clearSlip(tx, movement);
  const split = await insertUnmatched(tx, movement.siteId, {
    receivingAccountId: movement.receivingAccountId,
    firstSeen: 'slip',
    amount: movement.amount,
    transferredAt: slipAt,
    slip: { slipAt, sendingBank, transRef, senderAccount, senderName, proven },
    reference: undefined,
    senderBank: sendingBank,
    senderAccount,
    senderName,
    feedLineId: undefined,
    reason: 'SPLIT_FROM_DISPUTE',
  });
  const moved = await deposits.moveSlipsOf(tx, movement, split, { sendingBank, transRef });
  for (const { siteId, memberId } of moved) publishAfterCommit(tx, siteId, memberId);
  if (proven) await claim(tx, split, proven, { reason: 'SPLIT_FROM_DISPUTE', decidedBy });
}

/** An operator decides about the money of this member. */
async function claim(
  tx: Transaction,
  movement: Movement,
  { siteId, memberId }: MemberRef,
  { reason, decidedBy }: { readonly reason: MovementReason; readonly decidedBy: string },
): Promise<void> {
  assert(movement.state === 'seen', 'only an unclaimed movement is claimed');
  const depositId = await nextDepositNumber(tx, movement);
  const holder = { siteId, memberId, depositId };
  await advance(tx, movement, { state: 'claimed', holder, isUnmatched: movement.isUnmatched, reason, decidedBy });
  await deposits.insertDeposit(tx, siteId, movement, {
    depositId,
    memberId,
    receivingAccountId: await findReceivingAccountId(tx, siteId, movement),
    state: 'review',
    reviewReason: reason,
    decidedBy,
  });
  publishAfterCommit(tx, siteId, memberId);
}

/** Credits a movement whose money no member has. The claim of another member on it is closed. */
async function credit(
  tx: Transaction,
  movement: Movement,
  { siteId, memberId }: MemberRef,
  decidedBy: string,
): Promise<CreditedDeposit> {
  const { amount, transferredAt, isUnmatched } = movement;
  const state = await findCreditState(tx, siteId, memberId);
  const held = isSameMember(movement.holder, { siteId, memberId }) ? movement.holder : undefined;
  if (!held) await closeHeld(tx, movement, { isTakenBack: false, decidedBy });
  const depositId = held?.depositId ?? (await nextDepositNumber(tx, movement));
  const deposit = { depositId, memberId, amount, transferredAt, state };
  const holder = { siteId, memberId, depositId };
  await advance(tx, movement, { state: 'credited', holder, isUnmatched: false, reason: undefined, decidedBy });
  if (held) await deposits.creditDeposit(tx, siteId, depositId, { state, decidedBy });
  else {
    await deposits.insertDeposit(tx, siteId, movement, {
      ...deposit,
      receivingAccountId: await findReceivingAccountId(tx, siteId, movement),
      reviewReason: undefined,
      decidedBy,
    });
  }
  const isHome = movement.siteId === siteId;
  if (isUnmatched && !isHome) {
    await postOutOfUnmatched(tx, movement, { reason: 'deposit credited at another site', key: 'handover' });
  }
  await postDepositCredit(tx, siteId, deposit, isUnmatched && isHome ? 'unmatched' : 'bank');
  await deposits.creditSlipsOf(tx, siteId, { movement, memberId });
  await refuseSlips(tx, movement, { code: 'SLIP_NOT_YOURS', keptFor: holder });
  return deposit;
}

/** Contradicting reports: only an operator moves this money from here on. */
async function dispute(tx: Transaction, movement: Movement, reason: MovementReason, decidedBy: string): Promise<void> {
  const { state, holder, isUnmatched } = movement;
  if (state === 'disputed') return;
  await advance(tx, movement, { state: 'disputed', holder, isUnmatched, reason, decidedBy });
}

/** The money goes back to the sending account; slips that claim it are rejected. */
async function returnMoney(tx: Transaction, movement: Movement, decidedBy: string): Promise<void> {
  await closeHeld(tx, movement, { isTakenBack: false, decidedBy });
  if (movement.isUnmatched) await postOutOfUnmatched(tx, movement, { reason: 'deposit returned', key: 'return' });
  const reason = movement.reason ?? undefined;
  await advance(tx, movement, { state: 'returned', holder: undefined, isUnmatched: false, reason, decidedBy });
  await refuseSlips(tx, movement, { code: 'SLIP_RETURNED', keptFor: undefined });
}

/** Debits the member with the credit of this movement. */
async function debitHolder(
  tx: Transaction,
  movement: Movement,
  decidedBy: string,
): Promise<CreditCorrection | ForfeitObstacle> {
  const { holder } = movement;
  assert(holder, 'a credit has a holder');
  const deposit = await deposits.findDeposit(tx, holder.siteId, holder.depositId);
  assert(deposit?.state === 'credited' || deposit?.state === 'parked', 'money that is not unmatched is credited');
  const debited = await debitCredit(tx, holder.siteId, deposit);
  if (typeof debited === 'string') return debited;
  await closeHeld(tx, movement, { isTakenBack: true, decidedBy });
  return { siteId: holder.siteId, memberId: holder.memberId, ...debited };
}

/** Closes the deposit that the movement names, unless it is closed. */
async function closeHeld(
  tx: Transaction,
  { holder }: Movement,
  of: { readonly isTakenBack: boolean; readonly decidedBy: string },
): Promise<void> {
  if (!holder) return;
  await deposits.closeDeposit(tx, holder.siteId, holder.depositId, of);
  publishAfterCommit(tx, holder.siteId, holder.memberId);
}

async function refuseSlips(
  tx: Transaction,
  movement: Movement,
  of: { readonly code: 'SLIP_NOT_YOURS' | 'SLIP_RETURNED'; readonly keptFor: MemberRef | undefined },
): Promise<void> {
  const refused = await deposits.refuseSlipsOf(tx, movement, of);
  for (const { siteId, memberId } of refused) publishAfterCommit(tx, siteId, memberId);
}

/** The first deposit of a movement has the number of the movement; a later one has its own. */
function nextDepositNumber(tx: Transaction, movement: Movement): Promise<bigint> {
  return movement.hadDeposit ? deposits.nextDepositId(tx) : Promise.resolve(movement.movementId);
}

async function advance(tx: Transaction, movement: Movement, next: store.NextStep): Promise<void> {
  const isWritten = await store.advance(tx, movement, next);
  assert(isWritten, `the step of movement ${movement.movementId} was read under the lane of its site`);
}

/** The state of the member's next deposit: parked as long as a bonus with a withdraw cap is open. */
async function findCreditState(tx: Transaction, siteId: number, memberId: bigint): Promise<Credited> {
  await forfeitSpentRequirements(tx, siteId, [memberId]);
  const { hasCap } = await loadTurnover(tx, siteId, memberId);
  return hasCap ? 'parked' : 'credited';
}

/**
 * Posts the money to its member, from the bank or from `unmatched`; only playable money grants a bonus or requires
 * turnover.
 */
async function postDepositCredit(
  tx: Transaction,
  siteId: number,
  deposit: CreditedDeposit,
  from: 'bank' | 'unmatched',
): Promise<void> {
  const { depositId, memberId, amount, transferredAt, state } = deposit;
  const key = `deposit:${depositId}`;
  await post(tx, siteId, {
    ownerId: memberId,
    from: chart[from],
    to: state === 'parked' ? chart.main : chart.game,
    amount,
    reason: 'deposit',
    key,
    eventAt: transferredAt,
  });
  await addMemberTotals(tx, siteId, memberId, { deposit: amount, withdraw: zeroMoney });
  if (state === 'credited') {
    const playable = await creditOwnMoney(tx, siteId, { memberId, amount, key });
    if (playable > 0n) await grantBonusOrRequireTurnover(tx, siteId, deposit, playable);
  }
  publishAfterCommit(tx, siteId, memberId);
}

/** The money has arrived and no member is credited. */
async function postUnmatched(tx: Transaction, movement: Movement): Promise<void> {
  await post(tx, movement.siteId, {
    ownerId: 0n,
    from: chart.bank,
    to: chart.unmatched,
    amount: movement.amount,
    reason: 'deposit arrived',
    key: `deposit:${movement.movementId}:arrival`,
    eventAt: movement.transferredAt,
  });
}

/**
 * Unmatched money leaves the owning site: returned to the sending account, or credited at another site that shares the
 * account.
 */
async function postOutOfUnmatched(
  tx: Transaction,
  movement: Movement,
  { reason, key }: { readonly reason: string; readonly key: 'return' | 'handover' },
): Promise<void> {
  await post(tx, movement.siteId, {
    ownerId: 0n,
    from: chart.unmatched,
    to: chart.bank,
    amount: movement.amount,
    reason,
    key: `deposit:${movement.movementId}:${key}`,
  });
}

/**
 * Debits a credit from its member: the wallets as far as they hold it, the receivable for the difference. The open
 * bonus of the deposit, met or not, is revoked first and its turnover line cancelled. An obstacle: a bet or a payout
 * under that bonus is open, and nothing was written.
 */
async function debitCredit(
  tx: Transaction,
  siteId: number,
  deposit: deposits.Deposit,
): Promise<{ readonly fromWallets: Money; readonly owed: Money } | ForfeitObstacle> {
  const { depositId, memberId, amount } = deposit;
  const obstacle = deposit.bonusId === null ? undefined : await endBonusOf(tx, siteId, deposit);
  if (obstacle) return obstacle;
  const present = await loadOpenRequirements(tx, siteId, [memberId]);
  // Money under a bonus or code in the game wallet is not the deposit's: what a withdrawal holds pays for it first.
  if (present.some(isBonusRequirement)) await cancelOpenWithdrawal(tx, siteId, memberId);
  const requirements = await loadOpenRequirements(tx, siteId, [memberId]);
  const requirement = requirements.find(({ causeId }) => causeId === `deposit:${depositId}`);
  if (requirement) await closeLine(tx, siteId, requirement, 'cancelled');

  const balances = await ledger.getBalances(tx, siteId, memberId, { main: chart.main, game: chart.game });
  const fromMain = deposit.state === 'parked' ? min(balances.main, amount) : zeroMoney;
  const fromGame = min(balances.game, subtract(amount, fromMain));
  const owed = subtract(amount, add(fromMain, fromGame));
  const common = { ownerId: memberId, to: chart.bank, reason: 'deposit taken back' } as const;
  const key = `deposit:${depositId}:back`;
  const parts = [
    { ...common, from: chart.main, amount: fromMain, key: `${key}:main` },
    { ...common, from: chart.game, amount: fromGame, key },
    { ...common, from: chart.receivable, amount: owed, key: `${key}:owed` },
  ];
  for (const part of parts) if (part.amount > 0n) await post(tx, siteId, part);
  await addMemberTotals(tx, siteId, memberId, { deposit: money(-amount), withdraw: zeroMoney });
  await reduceOwnMoney(tx, siteId, deposit, { fromGame, owed });
  publishAfterCommit(tx, siteId, memberId);
  return { fromWallets: subtract(amount, owed), owed };
}

/** Revokes the open bonus of a deposit; a withdrawal under it that was not submitted is cancelled. */
async function endBonusOf(
  tx: Transaction,
  siteId: number,
  { depositId, memberId }: deposits.Deposit,
): Promise<ForfeitObstacle | undefined> {
  const bonus = { memberId, depositId };
  const first = await revokeBonusOf(tx, siteId, bonus);
  const isStopped = first === 'payout_open' && (await cancelOpenWithdrawal(tx, siteId, memberId)) === 'cancelled';
  const outcome = isStopped ? await revokeBonusOf(tx, siteId, bonus) : first;
  return outcome === 'bet_open' || outcome === 'payout_open' ? outcome : undefined;
}

/**
 * Open lines of bonuses and codes: the amount from the game wallet left under them, as a payout does, and a debt is own
 * money that is lost.
 */
async function reduceOwnMoney(
  tx: Transaction,
  siteId: number,
  { depositId, memberId }: deposits.Deposit,
  { fromGame, owed }: { readonly fromGame: Money; readonly owed: Money },
): Promise<void> {
  const lines = (await loadOpenRequirements(tx, siteId, [memberId])).filter(isBonusRequirement);
  const changed = lines.map((line) =>
    line.causeId === `bonus:${depositId}`
      ? { ...line, deposit: zeroMoney }
      : { ...line, own: subtract(line.own, owed) },
  );
  await saveOwnMoney(tx, siteId, changed);
  await countTaken(tx, siteId, { memberId, amount: fromGame, afterRequirementNo: 0 });
  await forfeitSpentRequirements(tx, siteId, [memberId]);
}

async function grantBonusOrRequireTurnover(
  tx: Transaction,
  siteId: number,
  { depositId, memberId }: PlayableDeposit,
  amount: Money,
): Promise<void> {
  const { depositTurnoverTimes } = await loadSite(tx, siteId);
  const deposit = { depositId, memberId, amount };
  const depositRequired = multiply(amount, depositTurnoverTimes);
  const promotionId = await grantDepositBonus(tx, siteId, { ...deposit, depositRequired });
  if (promotionId === undefined) await addDepositTurnover(tx, siteId, deposit);
  else await deposits.setBonusId(tx, siteId, deposit.depositId, promotionId);
}

/** The turnover that a deposit without a bonus requires. */
export async function addDepositTurnover(tx: Transaction, siteId: number, deposit: PlayableDeposit): Promise<void> {
  const { depositTurnoverTimes } = await loadSite(tx, siteId);
  if (depositTurnoverTimes === 0) return;
  await addTurnoverRequirement(tx, siteId, {
    memberId: deposit.memberId,
    source: 'DEPOSIT',
    required: multiply(deposit.amount, depositTurnoverTimes),
    causeId: `deposit:${deposit.depositId}`,
  });
}

async function post(tx: Transaction, siteId: number, transfer: ledger.TransferRequest): Promise<void> {
  const [posting] = await ledger.postTransfers(tx, siteId, [transfer]);
  assert(
    posting?.outcome === 'posted',
    `${transfer.key} is posted once, by the transaction that changes the state of the deposit`,
  );
}
