// Friend referral: commission on the play of referred friends, on two levels, calculated daily, released after three
// days.
//
//     a day's result:   none | pending ──three days──▶ released        held ──operator──▶ released | rejected
//     a withdrawal:     paid, or requested ──operator──▶ paid | rejected
//
// Always true: an unreleased result is a figure without money and may be recalculated; a released one is in the
// affiliate wallet, once. A negative result is carried within its month and dropped at its end. Results with signs of
// self-referral are held for an operator; a friend found to be the same person brings nothing. A clawback debits only
// the affiliate wallet.
//
// Elsewhere: binding a referrer (members, at sign-up), percentages (commission.ts), jobs (affiliates.jobs.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { min, type Money, subtract, multiply, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { type MemberFailures, createMemberFailures } from '#core/member-failures';
import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { addTurnoverRequirement } from '#modules/requirements';
import { creditOwnMoney } from '#modules/own-money';
import { loadPosition } from '#modules/position';
import { type AffiliateTerms, type Site, loadSite } from '#modules/site';

import * as store from './affiliates.store.ts';
import { computeIncomes } from './commission.ts';

export type { CommissionWithdrawal } from './affiliates.store.ts';

const RELEASE_DAYS = 3;
const DAYS_BACK_MAX = 31;
const AT_ONCE_MAX = 500;
const EARNERS_AT_ONCE = 200;
const SHOWN_MAX = 200;

/**
 * Calculates ended days, each once per site, and in play mode today as a preview. Returns the number of results. If a
 * member's day fails, the member's later days wait, because a negative result is carried into them; other members
 * continue.
 */
export async function calculateDays(database: Database, site: Site, withToday: boolean): Promise<number> {
  if (!site.affiliate.isOn) return 0;
  const { due, today } = await store.listDays(database, site.id, DAYS_BACK_MAX);
  const failures = createMemberFailures();
  let count = await writeDeferredDays(database, site, failures);
  for (const day of due) {
    const written = await writeDay(database, site, day, failures);
    await store.recordFinished(database, site.id, day, written.deferredIds);
    count += written.count;
  }
  if (withToday) count += (await writeDay(database, site, today, failures)).count;
  failures.throwIfAny();
  return count;
}

/** Calculates one Bangkok day, repeatedly if needed; released and rejected results stay. */
export async function calculateDay(database: Database, site: Site, day: string): Promise<number> {
  const failures = createMemberFailures();
  const { count } = await writeDay(database, site, day, failures);
  failures.throwIfAny();
  return count;
}

/** Calculates deferred days of members whose earlier calculation failed; other members stay unchanged. */
async function writeDeferredDays(database: Database, site: Site, failures: MemberFailures): Promise<number> {
  let count = 0;
  for (const { memberId, day } of await store.listDeferredDays(database, site.id)) {
    await failures.run(memberId, async () => {
      const incomes = await listIncomes(database, site, day, [memberId]);
      const isWritten = await database.transaction(async (tx) => {
        const isNew = incomes.length > 0 && (await writeMemberDay(tx, site, { memberId, day, incomes }));
        await store.deleteDeferredDay(tx, site.id, { memberId, day });
        return isNew;
      });
      if (isWritten) count += 1;
    });
  }
  return count;
}

type Written = { readonly count: number; readonly deferredIds: readonly bigint[] };

async function writeDay(database: Database, site: Site, day: string, failures: MemberFailures): Promise<Written> {
  let count = 0;
  const deferredIds: bigint[] = [];
  await forEachConcurrent(earnedInPages(database, site, day), 1, async ([memberId, incomes]) => {
    const isServed = await failures.run(memberId, async () => {
      const isWritten = await database.transaction((tx) => writeMemberDay(tx, site, { memberId, day, incomes }));
      if (isWritten) count += 1;
    });
    if (!isServed) deferredIds.push(memberId);
  });
  return { count, deferredIds };
}

type MemberDay = store.DeferredDay & { readonly incomes: readonly store.DailyCommission[] };

async function writeMemberDay(tx: Transaction, site: Site, of: MemberDay): Promise<boolean> {
  await ledger.lockLanes(tx, site.id, [of.memberId]);
  const isHeld = of.incomes.some(({ suspicions }) => suspicions.length > 0);
  return store.writeDay(tx, site.id, { ...of, isHeld }, RELEASE_DAYS);
}

/** The day's commission, grouped by earning member. */
async function* earnedInPages(
  database: Database,
  site: Site,
  day: string,
): AsyncGenerator<[memberId: bigint, incomes: store.DailyCommission[]]> {
  for await (const earners of store.listEarners(database, site.id, day, EARNERS_AT_ONCE)) {
    const memberIds = earners.map(({ memberId }) => memberId);
    yield* Map.groupBy(await listIncomes(database, site, day, memberIds), ({ memberId }) => memberId);
  }
}

// The friends' commission for other earners is excluded; it is counted with those.
async function listIncomes(
  database: Database,
  site: Site,
  day: string,
  memberIds: readonly bigint[],
): Promise<store.DailyCommission[]> {
  const incomes = computeIncomes(await store.listFriendDays(database, site.id, day, memberIds), site.affiliate);
  const wanted = new Set(memberIds);
  return incomes.filter(({ memberId }) => wanted.has(memberId));
}

/** Releases pending results that are due. Returns their number. */
export async function releaseDue(database: Database, siteId: number): Promise<number> {
  const due = await store.listDueResults(database, siteId, AT_ONCE_MAX);
  await forEachConcurrent(due, 1, ({ memberId, day }) =>
    database.transaction((tx) =>
      closeResult(tx, siteId, { memberId, day }, { from: 'pending', state: 'released', decidedBy: 'system' }),
    ),
  );
  return due.length;
}

type HeldDecision = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly day: string;
  readonly state: 'released' | 'rejected';
  readonly decidedBy: string;
};

/** Applies an operator's decision on a held result. The caller records operator and reason in the same transaction. */
export async function reviewHeldCommission(
  tx: Transaction,
  decision: HeldDecision,
): Promise<'released' | 'rejected' | 'not_waiting'> {
  const { siteId, memberId, day, state, decidedBy } = decision;
  const isClosed = await closeResult(tx, siteId, { memberId, day }, { from: 'held', state, decidedBy });
  return isClosed ? state : 'not_waiting';
}

/**
 * Holds the unreleased results of members who were found to be the same person as a friend of theirs. The caller holds
 * the lanes. Returns their number.
 */
export function holdSamePerson(
  tx: Transaction,
  siteId: number,
  pairs: readonly (readonly [one: bigint, other: bigint])[],
): Promise<number> {
  const both = pairs.flatMap(([memberId, friendId]) => [
    { memberId, friendId },
    { memberId: friendId, friendId: memberId },
  ]);
  return store.holdPending(tx, siteId, both);
}

async function closeResult(
  tx: Transaction,
  siteId: number,
  of: { readonly memberId: bigint; readonly day: string },
  to: Parameters<typeof store.closeResult>[3],
): Promise<boolean> {
  await ledger.lockLanes(tx, siteId, [of.memberId]);
  const result = await store.closeResult(tx, siteId, of, to);
  if (!result) return false;
  if (to.state === 'released') {
    const key = `affiliate:${of.memberId}:${of.day}:released`;
    const way = { from: chart.affiliateCost, to: chart.affiliate, reason: 'affiliate income', key };
    await postTransfer(tx, siteId, { memberId: of.memberId, amount: result.payable, ...way });
  }
  return true;
}

type AffiliateRequest = { readonly siteId: number; readonly memberId: bigint; readonly idempotencyKey: string };

/** Withdraws the whole commission to the game wallet; amounts above the automatic maximum wait for an operator. */
export function withdrawIncome(database: Database, request: AffiliateRequest): Promise<store.CommissionWithdrawal> {
  const { siteId, memberId, idempotencyKey } = request;
  return database.transaction(async (tx) => {
    await ledger.lockLanes(tx, siteId, [memberId]);
    const first = await store.findWithdrawalByKey(tx, siteId, memberId, idempotencyKey);
    if (first) return first;

    const { affiliate: terms } = await loadSite(tx, siteId);
    if (!terms.isOn) fail('AFFILIATE_CLOSED');
    const { affiliate: balance } = (await loadPosition(tx, siteId, memberId)).parked;
    const amount = subtract(balance, await store.loadRequestedAmount(tx, siteId, memberId));
    if (amount <= 0n) fail('AFFILIATE_NONE');
    if (amount < terms.minimum) fail('AFFILIATE_BELOW_MINIMUM', { minimum: terms.minimum });

    const state = terms.isAutomatic && amount <= terms.automaticMaximum ? 'paid' : 'requested';
    const withdrawal = await store.insertWithdrawal(tx, siteId, { memberId, amount, state, idempotencyKey });
    if (state === 'paid') await postPayment(tx, siteId, withdrawal, terms);
    publishAfterCommit(tx, siteId, memberId);
    return withdrawal;
  });
}

type AffiliateWithdrawalDecision = {
  readonly siteId: number;
  readonly movementId: bigint;
  readonly state: 'paid' | 'rejected';
  readonly decidedBy: string;
};

/** Applies an operator's decision. An amount reduced by a clawback meanwhile cannot be paid. */
export async function decideIncomeWithdrawal(
  tx: Transaction,
  decision: AffiliateWithdrawalDecision,
): Promise<'paid' | 'rejected' | 'not_waiting' | 'not_enough'> {
  const { siteId, movementId, state, decidedBy } = decision;
  const withdrawal = await store.findWithdrawal(tx, siteId, movementId);
  if (!withdrawal) return 'not_waiting';
  await ledger.lockLanes(tx, siteId, [withdrawal.memberId]);
  const { affiliate: balance } = (await loadPosition(tx, siteId, withdrawal.memberId)).parked;
  if (state === 'paid' && withdrawal.state === 'requested' && balance < withdrawal.amount) return 'not_enough';
  if (!(await store.decideWithdrawal(tx, siteId, movementId, { state, decidedBy }))) return 'not_waiting';
  if (state === 'paid') await postPayment(tx, siteId, withdrawal, (await loadSite(tx, siteId)).affiliate);
  publishAfterCommit(tx, siteId, withdrawal.memberId);
  return state;
}

/** Debits commission as far as the affiliate wallet covers it. Returns the debited amount. */
export async function clawBack(
  tx: Transaction,
  from: { readonly siteId: number; readonly memberId: bigint; readonly amount: Money; readonly causeId: string },
): Promise<Money> {
  const { siteId, memberId, causeId } = from;
  await ledger.lockLanes(tx, siteId, [memberId]);
  const { affiliate: balance } = (await loadPosition(tx, siteId, memberId)).parked;
  const amount = min(balance, from.amount);
  if (amount === 0n) return zeroMoney;
  const key = `affiliate:${memberId}:clawback:${causeId}`;
  const way = { from: chart.affiliate, to: chart.affiliateCost, reason: 'affiliate income taken back', key };
  await postTransfer(tx, siteId, { memberId, amount, ...way });
  return amount;
}

async function postPayment(
  tx: Transaction,
  siteId: number,
  withdrawal: store.CommissionWithdrawal,
  terms: AffiliateTerms,
): Promise<void> {
  const { memberId, amount, movementId } = withdrawal;
  const key = `affiliate:withdrawal:${movementId}`;
  const way = { from: chart.affiliate, to: chart.game, reason: 'affiliate income withdrawn', key };
  await postTransfer(tx, siteId, { memberId, amount, ...way });
  const playable = await creditOwnMoney(tx, siteId, { memberId, amount, key });
  const required = multiply(playable, terms.turnoverTimes);
  await addTurnoverRequirement(tx, siteId, { memberId, source: 'AFFILIATE', required, causeId: key });
}

async function postTransfer(
  tx: Transaction,
  siteId: number,
  transfer: Pick<ledger.TransferRequest, 'from' | 'to' | 'amount' | 'reason' | 'key'> & { readonly memberId: bigint },
): Promise<void> {
  const { memberId: ownerId, ...rest } = transfer;
  const [posting] = await ledger.postTransfers(tx, siteId, [{ ownerId, ...rest }]);
  assert(posting?.outcome === 'posted', `${transfer.key} is posted once, in the transaction that changed its row`);
  publishAfterCommit(tx, siteId, ownerId);
}

export type AffiliateState = {
  readonly terms: AffiliateTerms;
  readonly balance: Money;
  /** Calculated but not released. */
  readonly waiting: Money;
  readonly withdrawals: readonly store.CommissionWithdrawal[];
  readonly friends: readonly store.ReferredFriend[];
  readonly incomes: readonly store.ShownIncome[];
};

/** `lists` may be a replica: friends and incomes are shown only. */
export async function loadAffiliate(
  database: Database,
  siteId: number,
  memberId: bigint,
  lists: Queryable = database,
): Promise<AffiliateState> {
  const state = await database.transaction(async (tx) => {
    const { affiliate: terms } = await loadSite(tx, siteId);
    if (!terms.isOn) fail('AFFILIATE_CLOSED');
    const { affiliate: balance } = await ledger.getBalances(tx, siteId, memberId, chart);
    return {
      terms,
      balance,
      waiting: await store.loadUnreleasedAmount(tx, siteId, memberId),
      withdrawals: await store.listWithdrawals(tx, siteId, memberId, SHOWN_MAX),
    };
  });
  const [friends, incomes] = await Promise.all([
    store.listFriends(lists, siteId, memberId, SHOWN_MAX),
    store.listIncomes(lists, siteId, memberId, SHOWN_MAX),
  ]);
  return { ...state, friends, incomes };
}

/** Commission withdrawals that wait for an operator, oldest first. */
export function listWaitingIncomeWithdrawals(
  database: Queryable,
  siteId: number,
): Promise<store.CommissionWithdrawal[]> {
  return store.listWaitingWithdrawals(database, siteId, SHOWN_MAX);
}

/** The latest days of a member with their figures and the signs of self-referral. */
export function explainDays(database: Queryable, siteId: number, memberId: bigint): Promise<store.ExplainedDay[]> {
  return store.listExplainedDays(database, siteId, memberId, SHOWN_MAX);
}

/** Results with signs of self-referral, and these signs. */
export function listHeldResults(database: Queryable, siteId: number): Promise<store.HeldResult[]> {
  return store.listHeldResults(database, siteId, SHOWN_MAX);
}
