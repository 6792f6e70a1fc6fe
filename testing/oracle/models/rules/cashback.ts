// Weeks in the reference model: expected cashback, and effects of time alone.
//
// Elsewhere: accounts and requirements (rules.ts), rounds (play.ts).

import { nextWork } from '@chaba/server/testing/time-simulation';

import type { RulesModel } from './rules.ts';
import {
  balance,
  type ModelMember,
  type ModelPeriod,
  type ModelRound,
  BAHT,
  bangkokDay,
  DAY_MS,
  type Flow,
  least,
  most,
  move,
  openLines,
  satang,
} from './member.ts';
import { hasOpenPayout, credit, isRequirementUnsettled } from './own-money.ts';
import { stakeOf } from './play.ts';

const HALF_HOUR_MS = 1_800_000;
const BANGKOK_MS = 7 * 3_600_000;
const CLAIM_DAYS = 7;
const PERCENT = 5n;
const MINIMUM = BAHT;

/** Advances time and runs due work every half hour. */
export function passTime(model: RulesModel, to: number): void {
  for (let at = nextWork(model.now); at <= to; at = nextWork(at)) {
    model.now = at;
    const monday = mondayOf(at);
    const sinceMonday = at - monday;
    if (sinceMonday === 0) for (const member of model.members) endWeek(member);
    for (const member of model.members) {
      expire(model, member);
      // The ended week is calculated at half past midnight, from its recorded figures.
      if (sinceMonday === HALF_HOUR_MS) calculate(model, member, { from: monday - 7 * DAY_MS, to: monday });
    }
  }
  model.now = to;
}

export function claimCashback(model: RulesModel, member: ModelMember): string {
  const claimable = member.periods.filter(({ state, expiresAt }) => state === 'claimable' && expiresAt > model.now);
  if (claimable.length === 0) return 'CASHBACK_NONE';
  for (const period of claimable) {
    period.state = 'claimed';
    move(member, 'cashback', 'game', period.amount);
    model.addLine(member, 'CASHBACK', credit(member, period.amount));
  }
  return 'claimed';
}

/** Returns the midnight of the latest Monday in Bangkok. */
function mondayOf(at: number): number {
  const day = bangkokDay(at);
  // Day 0, 1 January 1970, was a Thursday.
  return (day - ((day + 3) % 7)) * DAY_MS - BANGKOK_MS;
}

const opening = new WeakMap<ModelMember, { before: bigint; now: bigint }>();

/** The balance at this midnight opens the new week; the opening balance of the ended week is still used. */
function endWeek(member: ModelMember): void {
  const now = balance(member, 'game') + balance(member, 'main') + balance(member, 'withdrawalHeld');
  opening.set(member, { before: opening.get(member)?.now ?? 0n, now });
}

function expire(model: RulesModel, member: ModelMember): void {
  const over = openLines(member).find(
    ({ bonus, now, need }) => bonus !== undefined && now < need && bonus.expiresAt <= model.now,
  );
  if (over && !isRequirementUnsettled(member, over) && !hasOpenPayout(member, over)) model.giveUp(member, over);
  for (const period of member.periods) {
    if (period.state !== 'claimable' || period.expiresAt > model.now) continue;
    period.state = 'expired';
    move(member, 'cashback', 'cashbackCost', period.amount);
  }
}

function calculate(
  model: RulesModel,
  member: ModelMember,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const settled: Flow[] = member.allRounds.flatMap((round) =>
    round.settledAt === undefined
      ? []
      : [{ begunAt: round.openedAt, at: round.settledAt, stakes: stakeOf(round), payouts: round.payout }],
  );
  const all = [...member.flows, ...settled].filter(({ at }) => at < to);
  const last = member.periods.at(-1);
  const openBefore = last?.openLeft ?? 0n;
  const since = openBefore > 0n ? 0 : from - 30 * DAY_MS;
  const flows = all.filter(({ at, begunAt }) => at >= from && begunAt >= since);
  const sum = (name: 'stakes' | 'payouts' | 'gifts' | 'deposits' | 'withdrawals'): bigint =>
    flows.reduce((total, { countedAt = from, ...flow }) => total + (countedAt >= from ? (flow[name] ?? 0n) : 0n), 0n);
  const taken = flows.reduce((total, { begunAt, ...flow }) => total + (begunAt >= from ? (flow.taken ?? 0n) : 0n), 0n);

  const change = { loss: 0n, giftsUsed: 0n, giftsReplayed: 0n };
  let isCorrected = false;
  for (const period of member.periods) {
    const outs = all.filter(
      ({ at, countedAt = at }) => countedAt >= period.from && countedAt < period.to && at >= period.to,
    );
    const net = (some: readonly Flow[]): bigint =>
      some.reduce((total, { stakes = 0n, payouts = 0n }) => total + stakes - payouts, 0n);
    const before = net(outs.filter(({ at }) => at < from));
    const now = outs.filter(({ at }) => at >= from);
    if (now.length === 0) continue;
    isCorrected = true;
    const [was, is] = [evaluateWeek(period, before), evaluateWeek(period, before + net(now))];
    change.loss += most(is.loss, 0n) + is.reductionLeft - most(was.loss, 0n) - was.reductionLeft;
    const gifts = is.giftsLeft - was.giftsLeft;
    change.giftsUsed += least(0n, gifts);
    change.giftsReplayed += most(0n, gifts);
  }

  const played = sum('stakes') - sum('payouts') + taken;
  if (sum('stakes') === 0n && sum('payouts') === 0n && !isCorrected) return;
  const between = all.filter(({ at }) => at >= (last?.to ?? 0) && at < from);
  const unplayed = (last?.giftsLeft ?? 0n) + between.reduce((total, { gifts = 0n }) => total + gifts, 0n);
  const had = (opening.get(member)?.before ?? 0n) + inPlayAt(member, from);
  const giftsBefore = most(0n, least(unplayed + change.giftsUsed, had)) + change.giftsReplayed;
  const reduction = (last?.reductionLeft ?? 0n) + change.loss;
  const own = most(0n, sum('deposits') - sum('withdrawals') + had - giftsBefore);
  const gifts = giftsBefore + sum('gifts');
  const { loss: lost, giftsLeft, reductionLeft } = evaluateWeek({ net: played, reduction, gifts, own }, 0n);
  const openLeft = most(0n, least(lost + openBefore, wonInOpen(member, to)));
  const loss = lost + openBefore - openLeft;
  const carried = last?.state === 'carried' ? last.amount : 0n;
  const amount = carried + satang((most(loss, 0n) * PERCENT) / 100n);
  const expiresAt = model.now + CLAIM_DAYS * DAY_MS;
  const state = amount === 0n ? 'none' : amount < MINIMUM ? 'carried' : 'claimable';
  member.periods.push({
    from,
    to,
    net: played,
    reduction,
    gifts,
    own,
    giftsLeft,
    reductionLeft,
    openLeft,
    amount,
    state,
    expiresAt,
  });
  if (state === 'claimable') move(member, 'cashbackCost', 'cashback', amount);
}

type WeekFigures = Pick<ModelPeriod, 'net' | 'reduction' | 'gifts' | 'own'>;

/** A week whose rounds lost `more`: losses use up gifts first; unused gifts and the rest of a reduction are left. */
function evaluateWeek({ net, reduction, gifts, own }: WeekFigures, more: bigint) {
  const base = net + more + reduction;
  return {
    loss: least(base - gifts, own),
    giftsLeft: most(0n, gifts - most(0n, base)),
    reductionLeft: least(0n, reduction + most(0n, net + more)),
  };
}

/** Payouts above the stakes of rounds that are open and were at that time. */
function wonInOpen(member: ModelMember, time: number): bigint {
  return member.allRounds
    .filter(({ settledAt, openedAt }) => settledAt === undefined && openedAt < time)
    .filter((round) => !round.countedUntil.some(({ from, to }) => from < time && to >= time))
    .reduce((total, round) => total + most(0n, round.payout - stakeOf(round)), 0n);
}

/** Stakes without a result at that time, also those returned since; a corrected result counts until its correction. */
function inPlayAt(member: ModelMember, time: number): bigint {
  return member.allRounds
    .filter(({ openedAt, settledAt = Number.POSITIVE_INFINITY }) => openedAt < time && settledAt >= time)
    .filter(({ openedAt }) => openedAt >= time - 30 * DAY_MS)
    .filter((round) => !round.countedUntil.some(({ from, to }) => from < time && to >= time))
    .reduce((total, round) => total + most(0n, stakeOf(round) + returnedOf(round) - round.payout), 0n);
}

/** The stakes of a void round, which are no stakes of the round any more. */
const returnedOf = ({ state, bets }: ModelRound): bigint =>
  state === 'void' ? bets.reduce((sum, { stake }) => sum + stake, 0n) : 0n;
