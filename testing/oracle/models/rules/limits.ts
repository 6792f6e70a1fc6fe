// Play limits in the reference model: the member's limits, losses of the counting days, and today's play time.
//
// Elsewhere: where losses are recorded (rules.ts), the checks before a stake (play.ts).

import type { RulesModel } from './rules.ts';
import { bangkokDay, type ModelLimit, type ModelMember, type ModelRound, DAY_MS } from './member.ts';

export type ModelLimitSpan = ModelLimit['span'];

/** A looser limit can be confirmed from its second day to its eighth. */
const LAPSES_AFTER_DAYS = 8;
const MINUTE_MS = 60_000;
const GAP_MS = 5 * MINUTE_MS;

const findPendingChange = (model: RulesModel, limit: ModelLimit | undefined): ModelLimit['pendingChange'] =>
  limit?.pendingChange && model.now < limit.pendingChange.at + LAPSES_AFTER_DAYS * DAY_MS
    ? limit.pendingChange
    : undefined;

export function setModelLimit(
  model: RulesModel,
  member: ModelMember,
  span: ModelLimitSpan,
  amount: bigint | undefined,
): string {
  const limit = member.limits.get(span);
  const pending = findPendingChange(model, limit);
  if (limit === undefined) {
    if (amount === undefined) return 'unchanged';
    member.limits.set(span, { span, amount, pendingChange: undefined });
    return 'set';
  }
  if (amount === undefined || amount > limit.amount) {
    if (pending?.amount !== amount || pending === undefined) limit.pendingChange = { amount, at: model.now };
    return 'requested';
  }
  if (amount === limit.amount && pending === undefined) return 'unchanged';
  member.limits.set(span, { span, amount, pendingChange: undefined });
  return 'set';
}

export function confirmModelLimit(model: RulesModel, member: ModelMember, span: ModelLimitSpan): string {
  const pending = findPendingChange(model, member.limits.get(span));
  if (pending === undefined) return 'LIMIT_CHANGE_NOT_FOUND';
  if (model.now < pending.at + DAY_MS) return 'LIMIT_TOO_EARLY';
  if (pending.amount === undefined) member.limits.delete(span);
  else member.limits.set(span, { span, amount: pending.amount, pendingChange: undefined });
  return 'confirmed';
}

/** A round that already has a stake gets extra time. */
export function isAboveLimits(
  model: RulesModel,
  member: ModelMember,
  stake: bigint,
  bets: ModelRound['bets'] = [],
): boolean {
  const grace = bets.some(({ state, stake }) => state === 'open' && stake > 0n) ? GAP_MS : 0;
  return [...member.limits.values()].some(({ span, amount }) => {
    if (span === 'time') return playedMs(model, member) >= Number(amount) * MINUTE_MS + grace;
    return (span === 'bet' ? stake : lostIn(model, member, span) + stake) > amount;
  });
}

/** Time from each stake of today to the next one, and from the last to now, at most five minutes each. */
export function playedMs(model: RulesModel, member: ModelMember): number {
  const times = member.stakedAt.filter((at) => bangkokDay(at) === bangkokDay(model.now));
  return times.reduce((sum, at, place) => sum + Math.min((times[place + 1] ?? model.now) - at, GAP_MS), 0);
}

/** Net loss in the running span; negative when more was won. */
export function lostIn(model: RulesModel, member: ModelMember, span: Exclude<ModelLimitSpan, 'bet' | 'time'>): bigint {
  const today = bangkokDay(model.now);
  // Day 0, 1 January 1970, was a Thursday.
  const firsts = { day: today, week: today - ((today + 3) % 7), month: today + 1 - dayOfMonth(today) };
  return member.losses.reduce((sum, { at, amount }) => (bangkokDay(at) >= firsts[span] ? sum + amount : sum), 0n);
}

const dayOfMonth = (day: number): number => new Date(day * DAY_MS).getUTCDate();
