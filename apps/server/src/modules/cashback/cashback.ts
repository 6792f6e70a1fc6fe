// Cashback: a percentage of a member's loss in a period, claimed once.
//
//     (calculated) ──▶ none | carried | claimable ──claim──▶ claimed
//                                          └──seven days──▶ expired
//
// A period is a week, in play mode a day. Until it ends, its figure is a preview that later wins reduce.
//
// Always true: the periods of a member never overlap, so no loss is paid twice. The amount of a claimable period is in
// the cashback wallet and leaves it in the transaction that claims or expires the period. An amount below the minimum
// is carried as a figure, without money, into the next period. Disabling the feature loses nothing: ended periods are
// calculated and claims get their full time after it is enabled again.
//
// Elsewhere: definition of a loss (loss.ts), source of the figures (the view cashback_flow), jobs (cashback.jobs.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add, floorToSatang, max, type Money, percentFloor, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { type MemberFailures, createMemberFailures } from '#core/member-failures';
import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { addTurnoverRequirement } from '#modules/requirements';
import { creditOwnMoney } from '#modules/own-money';
import { type Site, loadSite } from '#modules/site';

import * as store from './cashback.store.ts';
import { computeLoss } from './loss.ts';

export type { CashbackPeriod } from './cashback.store.ts';

const CLAIM_DAYS = 7;
/** Number of periods that are still calculated after an outage or a disabled feature: one year. */
const BACK_MAX = { week: 53, day: 366 } as const;
const EXPIRED_AT_ONCE_MAX = 500;
const PLAYERS_AT_ONCE = 500;
const PERIODS_SHOWN = 12;
/** Delay after midnight before a period is calculated. */
const CLOSED_AFTER_MINUTES = 30;
/** Requests that settled bets a moment ago may be uncommitted. */
const SETTLING_SECONDS = 10;

/**
 * Calculates ended weeks (in play mode days), each once per site. Returns the number of new periods. If a member's
 * period fails, the member's later periods wait, because a period begins where the previous one ended; other members
 * continue.
 */
export async function calculateDueWeeks(database: Database, site: Site, isPlayMoney: boolean): Promise<number> {
  const when = { unit: isPlayMoney ? 'day' : 'week', closedAfterMinutes: CLOSED_AFTER_MINUTES } as const;
  if (!site.cashback.isOn) {
    await store.recordStart(database, site.id, when);
    return 0;
  }
  const failures = createMemberFailures();
  let count = 0;
  for (const span of await store.listDueSpans(database, site.id, { ...when, most: BACK_MAX[when.unit] })) {
    count += await writePeriods(database, site, span, failures);
    if (!failures.hasFailures()) await store.recordFinished(database, site.id, span.to);
  }
  failures.throwIfAny();
  return count;
}

/** Calculates a given span; a member's period begins where the last one ended. */
export async function calculate(database: Database, site: Site, span: store.PeriodSpan): Promise<number> {
  const failures = createMemberFailures();
  const count = await writePeriods(database, site, span, failures);
  failures.throwIfAny();
  return count;
}

async function writePeriods(
  database: Database,
  site: Site,
  span: store.PeriodSpan,
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

/** Players are listed once; their figures are summed page by page, shortly before they are written. */
async function* inputsInPages(
  database: Database,
  siteId: number,
  span: store.PeriodSpan,
): AsyncGenerator<store.MemberInputs> {
  for await (const players of store.listPlayers(database, siteId, span, PLAYERS_AT_ONCE)) {
    yield* await store.loadInputs(
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
  const period = computePeriod(site, inputs, to);
  const { state } = period;
  if (!(await store.insertPeriod(tx, site.id, period, CLAIM_DAYS))) return false;
  if (state === 'claimable') {
    await postTransfer(tx, site.id, period, {
      from: chart.cashbackCost,
      to: chart.cashback,
      reason: 'cashback',
      key: formatKey(memberId, from, 'calculated'),
    });
  }
  return true;
}

type NewPeriod = Omit<store.CashbackPeriod, 'expiresAt' | 'closedAt'> & {
  readonly state: ReturnType<typeof getInitialState>;
};

function computePeriod({ cashback }: Site, inputs: store.MemberInputs, to: Date): NewPeriod {
  const { memberId, from, carried } = inputs;
  const lost = computeLoss(inputs);
  const earned = floorToSatang(percentFloor(max(lost.loss, zeroMoney), cashback.percentBp));
  const amount = add(carried, earned);
  const state = getInitialState(amount, cashback.minimum);
  return { ...lost, memberId, from, to, percentBp: cashback.percentBp, carried, amount, state };
}

function getInitialState(amount: Money, minimum: Money): 'none' | 'carried' | 'claimable' {
  if (amount === 0n) return 'none';
  return amount < minimum ? 'carried' : 'claimable';
}

type CashbackClaim = { readonly siteId: number; readonly memberId: bigint; readonly idempotencyKey: string };

/**
 * Moves the claimable amount to the game wallet with a turnover requirement of once the amount. The same key returns
 * the same result.
 */
export function claimCashback(database: Database, { siteId, memberId, idempotencyKey }: CashbackClaim): Promise<Money> {
  return database.transaction(async (tx) => {
    await ledger.lockLanes(tx, siteId, [memberId]);
    const before = await store.listClaimedByKey(tx, siteId, memberId, idempotencyKey);
    if (before.length > 0) return sumAmounts(before);

    const { cashback } = await loadSite(tx, siteId);
    if (!cashback.isOn) fail('CASHBACK_CLOSED');
    const periods = await store.listClaimablePeriods(tx, siteId, memberId);
    if (periods.length === 0) fail('CASHBACK_NONE');
    const amount = sumAmounts(periods);
    if (amount < cashback.minimum) fail('CASHBACK_BELOW_MINIMUM', { minimum: cashback.minimum });

    for (const period of periods) await claimPeriod(tx, siteId, period, idempotencyKey);
    publishAfterCommit(tx, siteId, memberId);
    return amount;
  });
}

async function claimPeriod(tx: Transaction, siteId: number, period: store.CashbackPeriod, idempotencyKey: string) {
  const key = formatKey(period.memberId, period.from, 'claimed');
  const isClaimed = await store.markClaimed(tx, siteId, period, idempotencyKey);
  assert(isClaimed, 'a claimable period read under the lane lock is still claimable');
  await postTransfer(tx, siteId, period, { from: chart.cashback, to: chart.game, reason: 'cashback claimed', key });
  const required = await creditOwnMoney(tx, siteId, { memberId: period.memberId, amount: period.amount, key });
  await addTurnoverRequirement(tx, siteId, {
    memberId: period.memberId,
    source: 'CASHBACK',
    required,
    causeId: key,
  });
}

/** Returns overdue claims to the house. Returns the number of periods. Nothing expires while the feature is off. */
export async function expireOverdue(database: Database, siteId: number): Promise<number> {
  const { cashback } = await database.transaction((tx) => loadSite(tx, siteId));
  if (!cashback.isOn) {
    await store.postponeExpiry(database, siteId, CLAIM_DAYS);
    return 0;
  }
  const overdue = await store.listOverduePeriods(database, siteId, EXPIRED_AT_ONCE_MAX);
  let count = 0;
  await forEachConcurrent(overdue, 1, (period) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [period.memberId]);
      if (!(await store.markExpired(tx, siteId, period))) return;
      const key = formatKey(period.memberId, period.from, 'expired');
      await postTransfer(tx, siteId, period, {
        from: chart.cashback,
        to: chart.cashbackCost,
        reason: 'cashback expired',
        key,
      });
      count += 1;
    }),
  );
  return count;
}

type ShownCashback = {
  readonly site: Site;
  readonly balance: Money;
  readonly periods: store.CashbackPeriod[];
  /** In play mode: today's preview. It is not money until the day ends. */
  readonly today: NewPeriod | undefined;
};

/** The member's view: the wallet and the latest periods with their inputs. */
export function loadCashback(
  database: Database,
  siteId: number,
  memberId: bigint,
  isPlayMoney = false,
): Promise<ShownCashback> {
  return database.transaction(async (tx) => {
    const site = await loadSite(tx, siteId);
    if (!site.cashback.isOn) fail('CASHBACK_CLOSED');
    const { cashback: balance } = await ledger.getBalances(tx, siteId, memberId, chart);
    const periods = await store.listLatestPeriods(tx, siteId, memberId, PERIODS_SHOWN);
    return { site, balance, periods, today: isPlayMoney ? await computeToday(tx, site, memberId) : undefined };
  });
}

/** The latest periods with the inputs of their figures, also while the site pays no cashback. */
export function explainPeriods(database: Queryable, siteId: number, memberId: bigint): Promise<store.CashbackPeriod[]> {
  return store.listLatestPeriods(database, siteId, memberId, PERIODS_SHOWN);
}

async function computeToday(tx: Transaction, site: Site, memberId: bigint): Promise<NewPeriod | undefined> {
  const span = await store.loadToday(tx, SETTLING_SECONDS);
  if (span.from >= span.to) return undefined;
  const [inputs] = await store.loadInputs(tx, site.id, span, [memberId]);
  return inputs && computePeriod(site, inputs, span.to);
}

async function postTransfer(
  tx: Transaction,
  siteId: number,
  { memberId, amount }: Pick<store.CashbackPeriod, 'memberId' | 'amount'>,
  way: Pick<ledger.TransferRequest, 'from' | 'to' | 'reason' | 'key'>,
): Promise<void> {
  const [posting] = await ledger.postTransfers(tx, siteId, [{ ownerId: memberId, amount, ...way }]);
  assert(
    posting?.outcome === 'posted',
    `${way.key} is posted once, in the transaction that changed the period's state`,
  );
  publishAfterCommit(tx, siteId, memberId);
}

const formatKey = (memberId: bigint, from: Date, step: string): string =>
  `cashback:${memberId}:${from.toISOString()}:${step}`;
const sumAmounts = (periods: readonly store.CashbackPeriod[]): Money =>
  add(zeroMoney, ...periods.map((period) => period.amount));
