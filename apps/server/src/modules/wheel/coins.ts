// Earning coins: one per sufficient deposit and one per amount of turnover, as the wheel's version defines.
//
// Always true: this runs outside the transactions of play and deposits. A deposit earns once, and only while it is
// credited. Turnover is counted once and up to a few seconds ago, so that uncommitted rounds are not skipped; rounds
// played under a bonus or code count nothing. The coin of a deposit that was taken back is owed until the member has a
// coin, and no coin is spent before it.
//
// Elsewhere: spending coins (wheel.ts), codes that grant coins (bonuses), rounds that a bonus binds (view wheel_settled
// in 0013_wheel.sql).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';

import * as store from './wheel.store.ts';

const DEPOSITS_AT_ONCE_MAX = 500;
const PLAYERS_AT_ONCE = 500;
const DEBTORS_AT_ONCE_MAX = 500;
/**
 * A round's settlement time is its transaction's start, and the transaction may wait ten seconds for the lane. Counting
 * too early would skip it permanently.
 */
const SETTLING_SECONDS = 15;

/** Posts the coins earned by deposits. Returns their number. */
export async function rewardDeposits(database: Database, siteId: number): Promise<number> {
  const wheel = await store.findCurrentWheel(database, siteId);
  if (wheel?.isOn !== true || wheel.coinDeposit === null) return 0;
  const deposits = await store.listDepositsWithoutCoin(database, siteId, wheel.coinDeposit, DEPOSITS_AT_ONCE_MAX);
  await forEachConcurrent(deposits, 1, ({ depositId, memberId }) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      if (!(await store.insertDepositCoin(tx, siteId, depositId))) return;
      await postCoins(tx, siteId, {
        memberId,
        coins: 1n,
        key: `coin:deposit:${depositId}`,
        reason: 'coin for a deposit',
      });
    }),
  );
  return deposits.length;
}

/** Posts the coins earned by turnover since the last run. Returns their number. */
export async function rewardTurnover(database: Database, siteId: number, settling = SETTLING_SECONDS): Promise<number> {
  const wheel = await store.findCurrentWheel(database, siteId);
  const each = wheel?.coinTurnover ?? null;
  if (wheel?.isOn !== true || each === null) return 0;
  let given = 0;
  const span = await store.loadCoinSpan(database, siteId, settling);
  await forEachConcurrent(playersInPages(database, siteId, span), 1, async (memberId) => {
    given += await database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      const { counted, coins } = await store.countTurnover(tx, siteId, memberId, settling);
      const earned = Number(counted / each);
      if (earned <= coins) return 0;
      await store.setTurnoverCoins(tx, siteId, memberId, earned);
      const key = `coin:turnover:${memberId}:${earned}`;
      await postCoins(tx, siteId, { memberId, coins: BigInt(earned - coins), key, reason: 'coin for turnover' });
      return earned - coins;
    });
  });
  await store.recordCoinSpan(database, siteId, span.until);
  return given;
}

/** Takes owed coins back from members who have coins. Returns their number. */
export async function collectOwedCoins(database: Database, siteId: number): Promise<number> {
  let collected = 0;
  await forEachConcurrent(await store.listCoinDebtors(database, siteId, DEBTORS_AT_ONCE_MAX), 1, async (memberId) => {
    collected += await database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      return takeBackOwedCoins(tx, siteId, memberId);
    });
  });
  return collected;
}

/** Takes back the owed coins of a member, as many as there are. The caller holds the member's lane. */
export async function takeBackOwedCoins(tx: Transaction, siteId: number, memberId: bigint): Promise<number> {
  const owed = await store.listOwedCoins(tx, siteId, memberId);
  if (owed.length === 0) return 0;
  const { coin } = await ledger.getBalances(tx, siteId, memberId, { coin: chart.coin });
  const depositIds = owed.slice(0, Number(coin));
  if (depositIds.length === 0) return 0;
  const postings = await ledger.postTransfers(
    tx,
    siteId,
    depositIds.map((depositId) => ({
      ownerId: memberId,
      from: chart.coin,
      to: chart.coinIssue,
      amount: money(1n),
      reason: 'coin taken back',
      key: `coin:deposit:${depositId}:back`,
    })),
  );
  assert(
    postings.every(({ outcome }) => outcome === 'posted'),
    'an owed coin is taken back once, from a balance read under the lane lock',
  );
  await store.recordCoinTakenBack(tx, siteId, depositIds);
  publishAfterCommit(tx, siteId, memberId);
  return depositIds.length;
}

async function* playersInPages(database: Database, siteId: number, span: store.CoinSpan): AsyncGenerator<bigint> {
  for await (const players of store.listUncountedPlayers(database, siteId, span, PLAYERS_AT_ONCE)) {
    for (const { memberId } of players) yield memberId;
  }
}

async function postCoins(
  tx: Transaction,
  siteId: number,
  gift: { readonly memberId: bigint; readonly coins: bigint; readonly key: string; readonly reason: string },
): Promise<void> {
  const { memberId, coins, key, reason } = gift;
  const [posting] = await ledger.postTransfers(tx, siteId, [
    { ownerId: memberId, from: chart.coinIssue, to: chart.coin, amount: money(coins), reason, key },
  ]);
  assert(posting?.outcome === 'posted', `${key} is posted once, in the transaction that counted it`);
  publishAfterCommit(tx, siteId, memberId);
}
