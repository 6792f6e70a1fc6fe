// Cashback: a part of what a member lost in a period comes back, to be claimed once.
//
//     (calculated) ──▶ none | carried | claimable ──claim──▶ claimed
//                                          └──seven days──▶ expired
//
// A period is a week, with play money a day. Until it is over its figure is only shown: what is won later in it is taken off.
//
// Always true: the periods of a member never overlap, so no loss is paid for twice. A claimable period's amount lies in the
// cashback wallet, and leaves it in the transaction that claims or expires the period. What is too little to claim stays
// with its period, as a figure and not as money, until the next one counts it in. A switch that is off loses nothing: what ended
// meanwhile is calculated when it is on again, and what could not be claimed has its time then.
//
// Elsewhere: what a loss is (loss.ts), what the figures are summed from (the view cashback_flow), the timed runs (cashback.jobs.ts).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add, floorToSatang, max, type Money, percentFloor, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/member-events';
import { type MemberFailures, createMemberFailures } from '#core/member-failures';
import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { addTurnoverLine, creditOwnMoney } from '#modules/bonuses';
import { type Site, loadSite } from '#modules/site';

import * as store from './cashback.store.ts';
import { computeLoss } from './loss.ts';

export type { Period, Span } from './cashback.store.ts';
export { computeNetLoss } from './loss.ts';

const CLAIM_DAYS = 7;
/** So far back a switch may have been off, or a server down, and nothing is lost: a year. */
const BACK_MAX = { week: 53, day: 366 } as const;
const EXPIRED_AT_ONCE_MAX = 500;
const PLAYERS_AT_ONCE = 500;
const PERIODS_SHOWN = 12;
/** After midnight, when a period is calculated. */
const CLOSED_AFTER_MINUTES = 30;
/** Calls that settled bets moments ago may not have committed yet. */
const SETTLING_SECONDS = 10;

/**
 * Calculates the weeks that ended, with play money the days, each once for the brand. Answers how many figures are new. Whoever's figure
 * cannot be written waits with those after it, because a period begins where the last one ended; nobody else does.
 */
export async function calculateDueWeeks(database: Database, site: Site, isPlayMoney: boolean): Promise<number> {
  const when = { unit: isPlayMoney ? 'day' : 'week', closedAfterMinutes: CLOSED_AFTER_MINUTES } as const;
  if (!site.cashback.isOn) {
    await store.noteBegun(database, site.id, when);
    return 0;
  }
  const failures = createMemberFailures();
  let count = 0;
  for (const span of await store.dueSpans(database, site.id, { ...when, most: BACK_MAX[when.unit] })) {
    count += await writePeriods(database, site, span, failures);
    if (!failures.isAnyone()) await store.noteFinished(database, site.id, span.to);
  }
  failures.throwIfAny();
  return count;
}

/** Calculates any span; members whose last period reaches into it are taken from where that ended. */
export async function calculate(database: Database, site: Site, span: store.Span): Promise<number> {
  const failures = createMemberFailures();
  const count = await writePeriods(database, site, span, failures);
  failures.throwIfAny();
  return count;
}

async function writePeriods(
  database: Database,
  site: Site,
  span: store.Span,
  failures: MemberFailures,
): Promise<number> {
  if (!site.cashback.isOn || span.from >= span.to) return 0;
  let count = 0;
  await forEachConcurrent(inputsInPages(database, site.id, span), 1, (inputs) =>
    failures.run(inputs.memberId, async () => {
      if (await database.transaction((tx) => writePeriod(tx, site, inputs, span.to))) count += 1;
    }),
  );
  return count;
}

/** Who played is asked for once; the figures are summed page by page, a moment before they are written. */
async function* inputsInPages(
  database: Database,
  siteId: number,
  span: store.Span,
): AsyncGenerator<store.MemberInputs> {
  for await (const players of store.playersOf(database, siteId, span, PLAYERS_AT_ONCE)) {
    yield* await store.inputsOf(
      database,
      siteId,
      span,
      players.map(({ memberId }) => memberId),
    );
  }
}

async function writePeriod(tx: Transaction, site: Site, inputs: store.MemberInputs, to: Date): Promise<boolean> {
  const { memberId, from } = inputs;
  await ledger.lockLanes(tx, site.id, [memberId]);
  const period = periodOf(site, inputs, to);
  const { state } = period;
  if (!(await store.insertPeriod(tx, site.id, period, CLAIM_DAYS))) return false;
  if (state === 'claimable') {
    await move(tx, site.id, period, {
      from: chart.cashbackCost,
      to: chart.cashback,
      reason: 'cashback',
      key: keyOf(memberId, from, 'calculated'),
    });
  }
  return true;
}

type NewPeriod = Omit<store.Period, 'expiresAt' | 'closedAt'> & { readonly state: ReturnType<typeof stateOf> };

function periodOf({ cashback }: Site, inputs: store.MemberInputs, to: Date): NewPeriod {
  const { memberId, from, carried } = inputs;
  const lost = computeLoss(inputs);
  const earned = floorToSatang(percentFloor(max(lost.loss, zeroMoney), cashback.percentBp));
  const amount = add(carried, earned);
  const state = stateOf(amount, cashback.minimum);
  return { ...lost, memberId, from, to, percentBp: cashback.percentBp, carried, amount, state };
}

function stateOf(amount: Money, minimum: Money): 'none' | 'carried' | 'claimable' {
  if (amount === 0n) return 'none';
  return amount < minimum ? 'carried' : 'claimable';
}

export type Claim = { readonly siteId: number; readonly memberId: bigint; readonly idempotencyKey: string };

/** Moves what can be claimed to the game wallet, with a line of once its amount. The same key again answers the same. */
export function claimCashback(database: Database, { siteId, memberId, idempotencyKey }: Claim): Promise<Money> {
  return database.transaction(async (tx) => {
    await ledger.lockLanes(tx, siteId, [memberId]);
    const before = await store.claimedByKey(tx, siteId, memberId, idempotencyKey);
    if (before.length > 0) return sumOf(before);

    const { cashback } = await loadSite(tx, siteId);
    if (!cashback.isOn) fail('CASHBACK_CLOSED');
    const periods = await store.claimablePeriods(tx, siteId, memberId);
    if (periods.length === 0) fail('CASHBACK_NONE');
    const amount = sumOf(periods);
    if (amount < cashback.minimum) fail('CASHBACK_BELOW_MINIMUM', { minimum: cashback.minimum });

    for (const period of periods) await claimPeriod(tx, siteId, period, idempotencyKey);
    signalAfterCommit(tx, siteId, memberId);
    return amount;
  });
}

async function claimPeriod(tx: Transaction, siteId: number, period: store.Period, idempotencyKey: string) {
  const key = keyOf(period.memberId, period.from, 'claimed');
  const isClaimed = await store.markClaimed(tx, siteId, period, idempotencyKey);
  assert(isClaimed, 'a claimable period read under the lane lock is still claimable');
  await move(tx, siteId, period, { from: chart.cashback, to: chart.game, reason: 'cashback claimed', key });
  const needTurnover = await creditOwnMoney(tx, siteId, { memberId: period.memberId, amount: period.amount, key });
  await addTurnoverLine(tx, siteId, { memberId: period.memberId, source: 'CASHBACK', needTurnover, causeId: key });
}

/** What nobody claimed in time goes back to the house. Answers how many periods. While the switch is off nothing runs out. */
export async function expireOverdue(database: Database, siteId: number): Promise<number> {
  const { cashback } = await database.transaction((tx) => loadSite(tx, siteId));
  if (!cashback.isOn) {
    await store.postponeExpiry(database, siteId, CLAIM_DAYS);
    return 0;
  }
  const overdue = await store.overduePeriods(database, siteId, EXPIRED_AT_ONCE_MAX);
  let count = 0;
  await forEachConcurrent(overdue, 1, (period) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [period.memberId]);
      if (!(await store.markExpired(tx, siteId, period))) return;
      const key = keyOf(period.memberId, period.from, 'expired');
      await move(tx, siteId, period, { from: chart.cashback, to: chart.cashbackCost, reason: 'cashback expired', key });
      count += 1;
    }),
  );
  return count;
}

export type ShownCashback = {
  readonly site: Site;
  readonly balance: Money;
  readonly periods: store.Period[];
  /** With play money: what today comes to so far. A figure and no money until the day is over. */
  readonly today: NewPeriod | undefined;
};

/** What the member is shown: the wallet and the latest periods with their inputs. */
export function readCashback(
  database: Database,
  siteId: number,
  memberId: bigint,
  isPlayMoney = false,
): Promise<ShownCashback> {
  return database.transaction(async (tx) => {
    const site = await loadSite(tx, siteId);
    if (!site.cashback.isOn) fail('CASHBACK_CLOSED');
    const { cashback: balance } = await ledger.getBalances(tx, siteId, memberId, chart);
    const periods = await store.latestPeriods(tx, siteId, memberId, PERIODS_SHOWN);
    return { site, balance, periods, today: isPlayMoney ? await todayOf(tx, site, memberId) : undefined };
  });
}

async function todayOf(tx: Transaction, site: Site, memberId: bigint): Promise<NewPeriod | undefined> {
  const span = await store.dayUntilNow(tx, SETTLING_SECONDS);
  if (span.from >= span.to) return undefined;
  const [inputs] = await store.inputsOf(tx, site.id, span, [memberId]);
  return inputs && periodOf(site, inputs, span.to);
}

async function move(
  tx: Transaction,
  siteId: number,
  { memberId, amount }: Pick<store.Period, 'memberId' | 'amount'>,
  way: Pick<ledger.TransferRequest, 'from' | 'to' | 'reason' | 'key'>,
): Promise<void> {
  const [posting] = await ledger.postTransfers(tx, siteId, [{ ownerId: memberId, amount, ...way }]);
  assert(posting?.outcome === 'posted', `${way.key} is booked once, by whoever changed the period's state`);
  signalAfterCommit(tx, siteId, memberId);
}

const keyOf = (memberId: bigint, from: Date, step: string): string =>
  `cashback:${memberId}:${from.toISOString()}:${step}`;
const sumOf = (periods: readonly store.Period[]): Money => add(zeroMoney, ...periods.map((period) => period.amount));
