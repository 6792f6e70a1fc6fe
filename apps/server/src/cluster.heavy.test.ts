// The product on a Citus cluster of a coordinator and two workers: one task for each hot statement, a shard that moves
// under load, connections between the nodes that are cut, a worker that is killed, faults that the check finds.
//
// Always true: without PostgreSQL 15 and the extension one line states that nothing was checked.
//
// Elsewhere: certification, audit and other suites on the cluster (npm run test:cluster), the distribution
// (packages/database/src/distribution.ts).

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { checkDistribution } from '@chaba/database/distribution';
import { testDatabase, type TestDatabase } from '@chaba/database/testing';
import { killWorker, startTestCluster, testWorkers } from '@chaba/database/testing-cluster';
import { getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { createGameSession, createMember, createSites, type TestMember } from '#testing/factories';
import { callWalletAt, startServerProcess } from '#testing/server-process';

const PLAYERS = 8;
const START_BAHT = 1_000;
const ROUNDS = 20;
/** A call is repeated with the same id until it is answered; beyond this the test fails. */
const TRIES_MAX = 200;
const RETRY_MS = 100;
/** A killed worker is down for at least this time. */
const DOWN_MS = 2_000;

type ClusterPlayer = { readonly member: TestMember; readonly token: string };
type CallTally = { calls: number; retries: number; slowestMs: number };

const own = testWorkers().length > 0 ? undefined : await startTestCluster();
if (own !== undefined) {
  process.env['TEST_DATABASE_URL'] = own.url;
  process.env['TEST_CLUSTER_WORKERS'] = own.workers.join(',');
}
if (testWorkers().length === 0) {
  console.log('Not checked: PostgreSQL 15 with the extension citus is not installed on this machine.');
} else {
  await checkCluster();
}

/** Repeats a call with the same id until it is answered OK. */
async function call(
  url: string,
  player: ClusterPlayer,
  operation: string,
  body: object,
  tally: CallTally,
): Promise<void> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    const { member, token } = player;
    const request = { playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB', ...body };
    const code = await callWalletAt(url, operation, request).then(
      (reply) => reply.code,
      () => 'no answer',
    );
    if (code === 'OK') break;
    if (tries === TRIES_MAX) assert.fail(`${operation} was answered ${code} ${tries} times`);
    tally.retries += 1;
    await sleep(RETRY_MS);
  }
  tally.calls += 1;
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
}

/** The port of the worker that holds the rows of the site. */
async function findShardPort(database: TestDatabase, siteId: number): Promise<number> {
  const place = await database.owner.one<{ port: number }>(sql`
    select nodeport as port from citus_shards
    where shardid = get_shard_id_for_distribution_column('ledger_lane', ${siteId}::int)`);
  return place.port;
}

/** Moves the rows of the site to another worker and returns its port. */
async function moveShard(database: TestDatabase, siteId: number, mode: string): Promise<number> {
  const from = await findShardPort(database, siteId);
  const workers = testWorkers().map((worker) => Number(worker.split(':')[1]));
  const target = workers.find((port) => port !== from) ?? 0;
  await database.owner.rows(sql`
    select citus_move_shard_placement(get_shard_id_for_distribution_column('ledger_lane', ${siteId}::int),
      '127.0.0.1', ${from}::int, '127.0.0.1', ${target}::int,
      shard_transfer_mode => ${mode}::citus.shard_transfer_mode)`);
  return target;
}

/** Statements that reached several shards. */
async function countManyTasks({ owner }: TestDatabase): Promise<bigint> {
  const { count } = await owner.one<{ count: bigint }>(sql`
    select coalesce(sum(query_execution_multi_shard), 0)::bigint as count from citus_stat_counters
    where name = current_database()`);
  return count;
}

/** Changes a balance without an entry, as the product cannot. */
async function changeBalance({ owner }: TestDatabase, { siteId, id }: TestMember, amount: bigint): Promise<void> {
  const changed = await owner.execute(sql`
    update ledger_balance set balance_e4 = balance_e4 + ${amount}::bigint
    where site_id = ${siteId} and owner_id = ${id} and kind = ${chart.game.kind}`);
  assert.equal(changed, 1);
}

async function checkCluster(): Promise<void> {
  const database = await testDatabase();
  // Registered after the database's own, which needs the cluster.
  after(() => own?.stop());
  const { chaba: site } = await createSites(database);
  const server = await startServerProcess(database.url);
  const createPlayer = async (): Promise<ClusterPlayer> => {
    const member = await createMember(database, site, { money: baht(START_BAHT) });
    return { member, token: await createGameSession(database, member) };
  };
  const players = await Promise.all(Array.from({ length: PLAYERS }, createPlayer));
  let round = 0;

  /** A bet of one baht and a win of the same. */
  async function playRound(player: ClusterPlayer, tally: CallTally): Promise<void> {
    const roundId = `cluster-${(round += 1)}`;
    const bet = { requestId: roundId, roundId, txId: `${roundId}-bet`, amount: '1.0000' };
    await call(server.url, player, 'bet', bet, tally);
    const win = { ...bet, txId: `${roundId}-win`, refTxId: bet.txId, roundClosed: true };
    await call(server.url, player, 'win', win, tally);
  }

  async function playUntil(isOver: () => boolean): Promise<CallTally> {
    const tally: CallTally = { calls: 0, retries: 0, slowestMs: 0 };
    const play = async (player: ClusterPlayer): Promise<void> => {
      while (!isOver()) await playRound(player, tally);
    };
    await Promise.all(players.map(play));
    return tally;
  }

  /**
   * Asserts that every acknowledged call is written once, the balances are unchanged, and the audit finds no violation.
   */
  async function assertBooksMatch(): Promise<void> {
    const { written } = await database.one<{ written: bigint }>(
      sql`select count(*) as written from wallet_transaction where site_id = ${site.id}`,
    );
    assert.equal(Number(written), round * 2);
    for (const { member } of players) {
      const { game } = await getBalances(database, site.id, member.id, { game: chart.game });
      assert.equal(game, baht(START_BAHT));
    }
    assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
  }

  test('finds the distribution as planned, and a role that cannot reach a worker', async () => {
    assert.deepEqual(await checkDistribution(database.ownerUrl), []);
    const role = decodeURIComponent(new URL(database.operatorUrl).username);
    const setLogin = (word: string) => ({
      strings: [
        `select result from run_command_on_workers($command$do $do$ begin
          perform set_config('citus.enable_ddl_propagation', 'off', true); alter role ${role} ${word};
        end $do$$command$)`,
      ],
      values: [],
    });
    await database.owner.rows(setLogin('nologin'));
    const faults = await checkDistribution(database.ownerUrl);
    await database.owner.rows(setLogin('login'));
    assert.equal(faults.length, testWorkers().length);
    for (const fault of faults) assert.match(fault, /cannot log in/);
  });

  test('carries out bets and wins with one task for each statement', async () => {
    // The first calls fill the caches of the server.
    let rounds = 0;
    await playUntil(() => (rounds += 1) > PLAYERS);
    const before = await countManyTasks(database);
    await playUntil(() => (rounds += 1) > ROUNDS * PLAYERS);
    assert.equal(await countManyTasks(database), before, 'a statement of the hot path reached several shards');
    await assertBooksMatch();
  });

  test('finds a planted violation with the audit', async () => {
    for (const { member } of players.slice(0, 1)) {
      await changeBalance(database, member, 1n);
      const findings = await auditAll(database, { siteId: site.id, isTest: true });
      await changeBalance(database, member, -1n);
      assert.ok(findings.length > 0);
    }
    await assertBooksMatch();
  });

  test('loses no call when the shard of a site moves under load, and moves it at rest', async (t) => {
    let isTried = false;
    let roundsAfter = 0;
    const playing = playUntil(() => isTried && (roundsAfter += 1) > ROUNDS * PLAYERS);
    const target = await moveShard(database, site.id, 'force_logical').finally(() => (isTried = true));
    const { calls, retries, slowestMs } = await playing;
    t.diagnostic(`${calls} calls, ${retries} repeated, the slowest ${Math.round(slowestMs)} ms`);
    assert.equal(target, await findShardPort(database, site.id));
    await assertBooksMatch();
    assert.equal(await moveShard(database, site.id, 'block_writes'), await findShardPort(database, site.id));
    let rounds = 0;
    await playUntil(() => (rounds += 1) > PLAYERS);
    await assertBooksMatch();
    assert.deepEqual(await checkDistribution(database.ownerUrl), []);
  });

  test('counts each call once when the connections of all nodes are cut under load', async () => {
    for (let cuts = 0; cuts < 3; cuts += 1) {
      const cutAt = PLAYERS + randomInt(PLAYERS);
      let rounds = 0;
      let cut: Promise<unknown> | undefined;
      await playUntil(() => {
        rounds += 1;
        if (rounds >= cutAt) {
          cut ??= database.owner.rows(sql`
            select result from run_command_on_workers($$ select count(pg_terminate_backend(pid)) from pg_stat_activity
              where application_name like 'citus_internal%' and pid <> pg_backend_pid() $$)`);
        }
        return rounds > cutAt + 2 * PLAYERS;
      });
      await cut;
    }
    await assertBooksMatch();
  });

  test('counts each call once when the worker of the site is killed under load', async (t) => {
    const worker = `127.0.0.1:${await findShardPort(database, site.id)}`;
    let rounds = 0;
    let restarting: Promise<void> | undefined;
    const killAndRestart = async (): Promise<void> => {
      const restart = await killWorker(database.ownerUrl, worker);
      await sleep(DOWN_MS);
      await restart();
    };
    let roundsAfter = 0;
    let isUp = false;
    const { calls, retries, slowestMs } = await playUntil(() => {
      rounds += 1;
      if (rounds > PLAYERS) restarting ??= killAndRestart().finally(() => (isUp = true));
      return isUp && (roundsAfter += 1) > ROUNDS;
    });
    await restarting;
    t.diagnostic(`${calls} calls, ${retries} repeated, the slowest ${Math.round(slowestMs)} ms`);
    assert.ok(retries > 0, 'no call met the killed worker');
    await assertBooksMatch();
    assert.deepEqual(await checkDistribution(database.ownerUrl), []);
  });
}
