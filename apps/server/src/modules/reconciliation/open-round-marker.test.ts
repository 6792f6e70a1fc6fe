// Open rounds are found at once and for as long as they are open, without an index that every bet and win would update.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { withSimulatedClock } from '@chaba/database/simulated-clock';
import { audit, getLaneCount, laneOf, lockLane } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { loadPosition } from '#modules/position';
import { buildTestApp, type TestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { callWallet, authenticateSession } from '#testing/wallet-commands';
import { openRoundsOf } from '#modules/play';
import { createWalletBatcher } from '#modules/wallet';

import { markOpenRounds } from './open-round-marker.ts';

const app: TestApp = await buildTestApp();
const { database, chaba } = app;

async function createPlayer() {
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const send = async (operation: string, roundId: string, body: Readonly<Record<string, unknown>>): Promise<string> => {
    const named = { playerId: member.playerId, token, gameCode: 'test-slot', roundId, currency: 'THB' };
    return (await callWallet(app, operation, { ...named, ...body })).code;
  };
  return { member, send };
}

const openOf = async ({ id }: TestMember): Promise<string[]> =>
  (await openRoundsOf(database, chaba.id, id)).map(({ roundId }) => roundId);

const marked = async ({ id }: TestMember): Promise<string[]> =>
  (
    await database.rows<{ roundId: string }>(sql`
      select round_id as "roundId" from game_round where site_id = ${chaba.id} and member_id = ${id} and is_marked_open`)
  ).map(({ roundId }) => roundId);

const age = (roundId: string, minutes: number) =>
  database.execute(sql`
    update game_round set opened_at = opened_at - ${`${minutes} minutes`}::interval where round_id = ${roundId}`);

test('finds a round from its bet to its result, marked or not', async () => {
  const { member, send } = await createPlayer();
  assert.equal(await send('bet', 'at-once', { txId: 'o-b1', amount: '10' }), 'OK');
  assert.equal(await send('bet', 'left', { txId: 'l-b1', amount: '7' }), 'OK');
  assert.deepEqual(await openOf(member), ['left', 'at-once']);
  await age('left', 2);
  assert.equal(await markOpenRounds(database, chaba.id), 1, 'the young round is not marked');
  assert.deepEqual(await marked(member), ['left']);
  assert.deepEqual(await openOf(member), ['at-once', 'left']);
  assert.equal((await loadPosition(database, chaba.id, member.id)).inPlay.own, baht(17));
  assert.equal(await markOpenRounds(database, chaba.id), 0);
  assert.equal(await send('win', 'left', { txId: 'l-w1', refTxId: 'l-b1', amount: '0', roundClosed: true }), 'OK');
  assert.deepEqual(await marked(member), []);
  assert.deepEqual(await openOf(member), ['at-once']);
  assert.equal(await send('win', 'at-once', { txId: 'o-w1', refTxId: 'o-b1', amount: '0', roundClosed: true }), 'OK');
  assert.deepEqual(await openOf(member), []);
});

test('finds a reopened round of any age', async () => {
  const { member, send } = await createPlayer();
  assert.equal(await send('bet', 'again', { txId: 'a-b1', amount: '10' }), 'OK');
  assert.equal(await send('win', 'again', { txId: 'a-w1', refTxId: 'a-b1', amount: '0', roundClosed: true }), 'OK');
  await age('again', 600);
  await markOpenRounds(database, chaba.id);
  assert.deepEqual(await openOf(member), []);
  assert.equal(await send('rollback', 'again', { txId: 'a-x1', refTxId: 'a-w1' }), 'OK');
  assert.deepEqual(await openOf(member), ['again']);
  assert.equal(await send('win', 'again', { txId: 'a-w2', refTxId: 'a-b1', amount: '5', roundClosed: true }), 'OK');
  assert.deepEqual(await openOf(member), []);
  assert.deepEqual(await marked(member), []);
});

test('marks the round in a transaction that began long before its write', async () => {
  const { member } = await createPlayer();
  await markOpenRounds(database, chaba.id);
  await withSimulatedClock(app.database.ownerUrl, async (past) => {
    await past.setTime(new Date(Date.now() - 3_600_000));
    const { code } = await createWalletBatcher(past).submit(chaba.id, {
      operation: 'play',
      provider: 'test',
      memberId: member.id,
      catalogue: chaba.catalogue,
      stakeError: undefined,
      roundId: 'late',
      gameCode: 'test-slot',
      isTable: false,
      parts: [
        {
          operation: 'bet',
          txId: 'late-b1',
          refTxId: undefined,
          amount: baht(10),
          validBet: undefined,
          positions: [],
          isFree: false,
        },
      ],
      isRoundClosed: false,
    });
    assert.equal(code, 'OK');
  });
  assert.deepEqual(await openOf(member), ['late'], 'it is older than the last scan, and no scan marked it');
  assert.deepEqual(await marked(member), ['late']);
});

test('waits for a busy lane without blocking other lanes', async () => {
  const lanes = await getLaneCount(database, chaba.id);
  const last = lanes - 1;
  let one = await createPlayer();
  while (laneOf(one.member.id, lanes) === last) one = await createPlayer();
  const look = await database.transaction(async (holder) => {
    await lockLane(holder, chaba.id, last);
    const looking = markOpenRounds(database, chaba.id);
    await untilLockIsAwaited();
    assert.equal(await one.send('bet', 'beside', { txId: 'be-b1', amount: '10' }), 'OK');
    return { looking };
  });
  await look.looking;
});

/** Resolves when a transaction waits for a lock. */
async function untilLockIsAwaited(): Promise<void> {
  const waiting = () =>
    database.oneOrNone(sql`
      select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database() limit 1`);
  while ((await waiting()) === undefined) await new Promise(setImmediate);
}

test('finds and marks rounds after the clock was put back', async () => {
  const { member, send } = await createPlayer();
  await database.execute(sql`
    update open_round_scan set scanned_until = now() + interval '1 hour' where site_id = ${chaba.id}`);
  assert.equal(await send('bet', 'put-back', { txId: 'pb-b1', amount: '10' }), 'OK');
  await markOpenRounds(database, chaba.id);
  assert.deepEqual(await openOf(member), ['put-back']);
  await age('put-back', 2);
  // The clock as it was during that scan.
  await database.execute(sql`
    update open_round_scan set scanned_until = now() - interval '3 minutes' where site_id = ${chaba.id}`);
  assert.equal(await markOpenRounds(database, chaba.id), 1);
  assert.deepEqual(await marked(member), ['put-back']);
});

test('marks no round of another site', async () => {
  const { send } = await createPlayer();
  assert.equal(await send('bet', 'ours', { txId: 'u-b1', amount: '10' }), 'OK');
  await age('ours', 5);
  const [other] = await database.rows<{ id: number }>(sql`
    select site_id as id from site where site_id <> ${chaba.id} limit 1`);
  assert.ok(other);
  assert.equal(await markOpenRounds(database, other.id), 0);
});

test('writes no index when a round settles', async () => {
  const indexes = await database.rows<{ definition: string }>(sql`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'game_round'::regclass and amname <> 'brin'`);
  assert.ok(indexes.length >= 3);
  const changed = /\b(state|settled_at|stake_e4|payout_e4|turnover_e4|bets|corrected_wins)\b/;
  assert.deepEqual(
    indexes.filter(({ definition }) => changed.test(definition)),
    [],
  );
});

test('passes the ledger audit', async () => {
  assert.deepEqual(await audit(database), []);
});
