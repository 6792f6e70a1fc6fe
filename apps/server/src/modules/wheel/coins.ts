// Earning coins: one for a deposit of enough, one for each so much of turnover, as the wheel's version says.
//
// Always true: this runs beside play and deposits and never inside them. A deposit earns once; turnover is counted once, up
// to moments ago, so that nothing that is still being written is skipped.
//
// Elsewhere: spending them (wheel.ts), codes that give coins (bonuses).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';

import * as store from './wheel.store.ts';

const DEPOSITS_AT_ONCE_MAX = 500;
const PLAYERS_AT_ONCE = 500;
/** A round is settled at the beginning of its transaction, which may then wait ten seconds for the lane: counted before, it would never be. */
const SETTLING_SECONDS = 15;

/** Gives the coins that deposits have earned. Answers how many. */
export async function rewardDeposits(database: Database, siteId: number): Promise<number> {
  const wheel = await store.currentWheel(database, siteId);
  if (wheel?.isOn !== true || wheel.coinDeposit === null) return 0;
  const deposits = await store.depositsWithoutCoin(database, siteId, wheel.coinDeposit, DEPOSITS_AT_ONCE_MAX);
  await forEachConcurrent(deposits, 1, ({ depositId, memberId }) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      if (!(await store.markDeposit(tx, siteId, depositId))) return;
      await give(tx, siteId, { memberId, coins: 1n, key: `coin:deposit:${depositId}`, reason: 'coin for a deposit' });
    }),
  );
  return deposits.length;
}

/** Gives the coins that members have earned by turnover since it was looked at last. Answers how many. */
export async function rewardTurnover(database: Database, siteId: number, settling = SETTLING_SECONDS): Promise<number> {
  const wheel = await store.currentWheel(database, siteId);
  const each = wheel?.coinTurnover ?? null;
  if (wheel?.isOn !== true || each === null) return 0;
  let given = 0;
  const span = await store.lookedSpan(database, siteId, settling);
  await forEachConcurrent(playersInPages(database, siteId, span), 1, async (memberId) => {
    given += await database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      const { counted, coins } = await store.countTurnover(tx, siteId, memberId, settling);
      const earned = Number(counted / each);
      if (earned <= coins) return 0;
      await store.setTurnoverCoins(tx, siteId, memberId, earned);
      const key = `coin:turnover:${memberId}:${earned}`;
      await give(tx, siteId, { memberId, coins: BigInt(earned - coins), key, reason: 'coin for turnover' });
      return earned - coins;
    });
  });
  await store.noteLooked(database, siteId, span.until);
  return given;
}

async function* playersInPages(database: Database, siteId: number, span: store.LookedSpan): AsyncGenerator<bigint> {
  for await (const players of store.uncountedPlayers(database, siteId, span, PLAYERS_AT_ONCE)) {
    for (const { memberId } of players) yield memberId;
  }
}

async function give(
  tx: Transaction,
  siteId: number,
  gift: { readonly memberId: bigint; readonly coins: bigint; readonly key: string; readonly reason: string },
): Promise<void> {
  const { memberId, coins, key, reason } = gift;
  const [posting] = await ledger.postTransfers(tx, siteId, [
    { ownerId: memberId, from: chart.coinIssue, to: chart.coin, amount: money(coins), reason, key },
  ]);
  assert(posting?.outcome === 'posted', `${key} is given once, by whoever counted it`);
  signalAfterCommit(tx, siteId, memberId);
}
