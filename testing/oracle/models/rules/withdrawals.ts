// Withdrawals in the reference model: held amounts, removals by caps and their time, and the bank's results.
//
// Elsewhere: accounts and requirements (rules.ts).

import type { RulesModel } from './rules.ts';
import {
  BAHT,
  balance,
  bangkokDay,
  type ModelRequirement,
  type ModelMember,
  type ModelWithdrawal,
  least,
  most,
  move,
  openLines,
  openWithdrawal,
  returnedUnder,
} from './member.ts';
import { isUnsettled, leaveMain, returnWithdrawn } from './own-money.ts';

const WAIT_MS = 3_000;

export function requestModelWithdrawal(model: RulesModel, member: ModelMember, amount: bigint): string {
  if (amount < 100n * BAHT) return 'WITHDRAW_BELOW_MINIMUM';
  if (amount > 50_000n * BAHT) return 'WITHDRAW_ABOVE_MAXIMUM';
  if (openWithdrawal(member)) return 'WITHDRAW_ALREADY_OPEN';
  // Used caps close first, where the play is settled; a rejection leaves them unchanged.
  const served = isUnsettled(member) ? [] : openLines(member).filter(({ isServed }) => isServed);
  if (balance(member, 'receivable') < 0n || missingOf(member, served) > 0n) return 'WITHDRAW_FROZEN';
  const lines = openLines(member).filter((line) => !served.includes(line));
  const playable = balance(member, 'game') - excessOf(member, served, balance(member, 'game'));
  if (lines.some(({ now, need }) => now < need)) return 'TURNOVER_NOT_MET';
  if (lines.some(({ cap }) => cap !== undefined) && isUnsettled(member)) return 'WITHDRAW_BET_OPEN';
  const limit = limitOf(member, lines);
  if (limit !== undefined && amount > limit) {
    const restored = most(0n, restOf(member, lines, () => 0n) ?? 0n);
    const isWaiting = restored > limit && (amount <= restored || limit < 100n * BAHT);
    return isWaiting ? 'WITHDRAW_RETURNED_WAITS' : 'WITHDRAW_ABOVE_CAP';
  }
  if (amount > playable) return 'INSUFFICIENT_FUNDS';

  closeServed(member);
  const removed = excessOf(member, lines, playable);
  move(member, 'game', 'withdrawalHeld', amount + removed);
  const today = member.withdrawals.filter(({ closedAt }) => bangkokDay(closedAt) === bangkokDay(model.now));
  const isDoubtful =
    today.some(({ state }) => state === 'failed' || state === 'returned') ||
    today.filter(({ state }) => state === 'paid').length >= 10;
  const state = amount > 5_000n * BAHT || isDoubtful ? 'requested' : 'approved';
  const request = { amount, removed, requestedAt: model.now, requirementNo: member.lines.length };
  member.withdrawals.push({ ...request, state, dueAt: model.now, closedAt: Number.NaN });
  return state;
}

export function decideWithdrawal(
  model: RulesModel,
  member: ModelMember,
  to: 'approved' | 'rejected' | 'stopped',
): string {
  const open = openWithdrawal(member);
  if (to === 'stopped') {
    if (open?.state === 'paying') return 'submitted';
    if (open?.state !== 'approved') return 'not_waiting';
    cancel(model, member, open);
    return to;
  }
  if (open?.state !== 'requested') return 'not_waiting';
  const result = to === 'approved' ? checkWithdrawal(member, open) : 'reject';
  if (result === 'review') return 'blocked';
  if (result === 'repay' || result === 'reject') {
    cancel(model, member, open);
    return result === 'repay' ? 'cancelled' : to;
  }
  open.state = 'approved';
  open.dueAt = model.now;
  return to;
}

/** The job that submits payouts. */
export function callBank(model: RulesModel): string {
  for (const member of model.members) {
    const open = openWithdrawal(member);
    if (open?.state === 'requested' && balance(member, 'receivable') < 0n) cancel(model, member, open);
    if (!openWithdrawal(member) && !isUnsettled(member)) closeServed(member);
    if (open?.state !== 'approved' || open.dueAt > model.now) continue;
    const result = checkWithdrawal(member, open);
    if (result === 'repay') cancel(model, member, open);
    if (result === 'review') open.state = 'requested';
    if (result === 'wait') open.dueAt = model.now + WAIT_MS;
    if (result !== 'submit') continue;
    adjust(member, open);
    removeAbove(member, open);
    countLeaving(member, open);
    open.state = 'paying';
  }
  return 'called';
}

/** The bank reports the result. */
export function settleWithdrawal(model: RulesModel, member: ModelMember, to: 'paid' | 'failed'): string {
  const open = openWithdrawal(member);
  if (open?.state !== 'approved' && open?.state !== 'paying') return 'unknown_payout';
  if (open.state === 'approved' && to === 'paid' && checkWithdrawal(member, open) === 'submit') adjust(member, open);
  const wasSent = open.state === 'paying';
  open.state = to;
  open.closedAt = model.now;
  if (to === 'failed') {
    if (wasSent) uncount(member, open);
    open.isInMain = true;
    move(member, 'withdrawalHeld', 'main', open.amount);
    move(member, wasSent ? 'residual' : 'withdrawalHeld', 'game', open.removed);
    const capped = wasSent ? cappedLine(member, open) : undefined;
    if (capped) capped.capped = (capped.capped ?? 0n) - open.removed;
    returnWithdrawn(member, open.removed, open);
    return 'settled';
  }
  move(member, 'withdrawalHeld', 'payouts', open.amount);
  if (!wasSent) removeAbove(member, open);
  member.flows.push({ begunAt: model.now, at: model.now, withdrawals: open.amount });
  if (!wasSent) countLeaving(member, open);
  const served = openLines(member).filter(({ no, now, need }) => no <= open.requirementNo && now === need);
  const isOpen = isUnsettled(member);
  if (!isOpen) remove(member, served);
  for (const line of served) {
    if (isOpen && line.cap !== undefined) line.isServed = true;
    else line.isOpen = false;
  }
  return 'settled';
}

/** A paid amount is returned days later. */
export function returnWithdrawal(model: RulesModel, member: ModelMember): string {
  const paid = member.withdrawals.findLast(({ state }) => state === 'paid');
  if (!paid) return 'unknown_payout';
  paid.state = 'returned';
  paid.closedAt = model.now;
  paid.isInMain = true;
  move(member, 'payouts', 'main', paid.amount);
  member.flows.push({ begunAt: model.now, at: model.now, withdrawals: -paid.amount });
  uncount(member, paid);
  return 'settled';
}

type CheckResult = 'submit' | 'wait' | 'review' | 'repay';

function checkWithdrawal(member: ModelMember, { amount, requirementNo }: ModelWithdrawal): CheckResult {
  if (balance(member, 'receivable') < 0n) return 'repay';
  const lines = openLines(member).filter(({ no }) => no <= requirementNo);
  const limit = limitOf(member, lines);
  if (lines.some(({ now, need }) => now < need) || (limit !== undefined && amount > limit)) return 'review';
  return limit !== undefined && isUnsettled(member) ? 'wait' : 'submit';
}

/** Recomputes the removals by caps when the money leaves. */
function adjust(member: ModelMember, open: ModelWithdrawal): void {
  move(member, 'withdrawalHeld', 'game', open.removed);
  const lines = openLines(member).filter(({ no }) => no <= open.requirementNo);
  const before = open.removed;
  open.removed = excessOf(member, lines, balance(member, 'game') + open.amount);
  move(member, 'game', 'withdrawalHeld', open.removed);
  // Later requirements contain the removed amount, as far as they had not won it, and receive the returned one.
  if (open.removed < before) returnWithdrawn(member, before - open.removed, { requestedAt: open.requestedAt });
  if (open.removed <= before) return;
  const taken = countRemoved(member, open.removed - before, open.requirementNo);
  open.later = new Map(taken.map(([no, own]) => [no, before + own]));
}

/** Counts a removal in requirements after this one, as far as it was their own money and not what they won. */
function countRemoved(member: ModelMember, removed: bigint, afterNo: number): (readonly [no: number, own: bigint])[] {
  return openLines(member)
    .filter(({ no }) => no > afterNo)
    .map((line) => {
      const { own, bonus } = line.bound;
      const stays = most(0n, balance(member, 'game') - (line.source === 'ITEMCODE' ? bonus : 0n));
      const taken = least(removed, most(0n, own - line.paid - stays));
      line.paid += taken;
      return [line.no, taken] as const;
    });
}

/** Removes what is held above the caps. Later corrections of results under them have their own tests. */
function removeAbove(member: ModelMember, open: ModelWithdrawal): void {
  move(member, 'withdrawalHeld', 'residual', open.removed);
  const line = cappedLine(member, open);
  if (!line || open.removed === 0n) return;
  line.capped = (line.capped ?? 0n) + open.removed;
  line.hasRemoval = true;
}

const cappedLine = (member: ModelMember, { requirementNo }: ModelWithdrawal): ModelRequirement | undefined =>
  openLines(member).find(({ cap, no }) => cap !== undefined && no <= requirementNo);

function countLeaving(member: ModelMember, open: ModelWithdrawal): void {
  for (const line of openLines(member)) if (line.no <= open.requirementNo) line.paid += open.amount;
}

function uncount(member: ModelMember, { requirementNo, amount }: ModelWithdrawal): void {
  for (const line of openLines(member)) if (line.no <= requirementNo) line.paid = most(0n, line.paid - amount);
}

function take(member: ModelMember, amount: bigint, afterNo: number): void {
  if (amount > 0n) for (const line of openLines(member)) if (line.no > afterNo) line.paid += amount;
}

function closeServed(member: ModelMember): void {
  const served = openLines(member).filter(({ isServed }) => isServed);
  remove(member, served);
  for (const line of served) line.isOpen = false;
}

function remove(member: ModelMember, lines: readonly ModelRequirement[]): void {
  const first = lines.find(({ cap }) => cap !== undefined);
  if (first) for (const line of lines) line.hasRemoval = true;
  if (first && (restOf(member, lines) ?? 0n) < 0n) leaveMain(member, returnedUnder(member, first), first.no);
  const excess = excessOf(member, lines, balance(member, 'game'));
  const missing = missingOf(member, lines);
  move(member, 'game', 'residual', excess);
  move(member, 'receivable', 'residual', missing);
  const newest = Math.max(0, ...lines.map(({ no }) => no));
  countRemoved(member, excess, newest);
  take(member, missing, newest);
}

/** Money that left above the caps and is neither in the game wallet nor owed already. */
function missingOf(member: ModelMember, lines: readonly ModelRequirement[]): bigint {
  const rest = restOf(member, lines);
  if (rest === undefined) return 0n;
  const [game, owed] = [balance(member, 'game'), -balance(member, 'receivable')];
  return most(0n, game - owed - rest - excessOf(member, lines, game));
}

function cancel(model: RulesModel, member: ModelMember, open: ModelWithdrawal): void {
  open.state = 'rejected';
  open.closedAt = model.now;
  move(member, 'withdrawalHeld', 'game', open.amount + open.removed);
  returnWithdrawn(member, open.amount + open.removed, open);
}

/** The rest of the caps: cap and own money less payouts that were paid or wait in the main wallet. */
function restOf(member: ModelMember, lines: readonly ModelRequirement[], returned = returnedUnder): bigint | undefined {
  const rests = lines.flatMap((line) =>
    line.cap === undefined ? [] : [line.cap + line.bound.own - line.paid - returned(member, line)],
  );
  return rests.length === 0 ? undefined : rests.reduce(least);
}

function limitOf(member: ModelMember, lines: readonly ModelRequirement[]): bigint | undefined {
  const rest = restOf(member, lines);
  return rest === undefined ? undefined : most(0n, rest);
}

function excessOf(member: ModelMember, lines: readonly ModelRequirement[], amount: bigint): bigint {
  const limit = limitOf(member, lines);
  return limit === undefined ? 0n : most(0n, amount - limit);
}
