// A replica whose rows are wrong: a standby of the same cluster, of which a falsified database is read. Lists show its
// rows, money decisions do not, and the server continues without it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { getAffiliate } from '@chaba/contract/affiliates';
import { redeemItemCode } from '@chaba/contract/bonuses';
import { betStatement, withdrawHistory } from '@chaba/contract/history';
import { getPlayLimits, setPlayLimit } from '@chaba/contract/limits';
import { requestWithdrawal } from '@chaba/contract/withdrawals';
import { sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';
import { type TestDatabase, testDatabase } from '@chaba/database/testing';
import { startStandbyPair } from '@chaba/database/testing/standby';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { jobs } from '#app';
import { metrics } from '#core/metrics';
import { openReplica } from '#core/replica';
import { ensureItemCode } from '#modules/item-codes';
import { addTurnoverRequirement } from '#modules/requirements';
import { setLimit } from '#modules/limits';
import { recordPlayBreak } from '#modules/play-breaks';
import { offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSites, type TestMember } from '#testing/factories';
import { startServerProcess } from '#testing/server-process';
import { authenticateSession, callWallet } from '#testing/wallet-commands';

const WITHIN_MS = 30_000;
const RICH = 1_000_000;
const PAST = { from: '2026-01-01', to: '2026-01-31' };

const pair = await startStandbyPair();
// Standbys follow a whole cluster, so this file has one of its own.
process.env['TEST_DATABASE_URL'] = pair.primary.ownerUrl('postgres');
const [database, wrong] = [await testDatabase(), await testDatabase()];
const replicaUrl = Object.assign(new URL(wrong.url), { port: String(pair.standby.port) }).href;
const replica = openReplica(database, { replicaUrl });
const app = await buildTestApp({ database, replica });
const { chaba: site } = app;
await createSites(wrong);
after(async () => {
  await replica?.close();
});

/** Members with the same numbers in both databases. */
async function createPair(money: number, wrongMoney: number, options: { referrerId?: bigint } = {}) {
  const member = await createMember(database, site, { money: baht(money) });
  const falsified = await createMember(wrong, site, { money: baht(wrongMoney), ...options });
  assert.equal(member.id, falsified.id);
  return { member, falsified };
}

const limited = await createPair(1_000, RICH);
const poor = await createPair(100, RICH, { referrerId: limited.member.id });
const free = await createPair(300, 1);
await offerBonuses({ database, chaba: site });
await offerBonuses({ database: wrong, chaba: site });
await bind(database, limited.member);
await falsify();

/** A stake limit of 50 and turnover to reach. */
async function bind(where: TestDatabase, { id: memberId }: TestMember): Promise<void> {
  await setLimit(where, { siteId: site.id, memberId, kind: 'stake', span: 'bet', amount: baht(50) });
  await where.transaction((tx) =>
    addTurnoverRequirement(tx, site.id, {
      memberId,
      source: 'ITEMCODE',
      required: baht(500),
      causeId: `test:${memberId}`,
    }),
  );
}

async function falsify(): Promise<void> {
  await bind(wrong, free.falsified);
  await wrong.transaction((tx) =>
    recordPlayBreak(tx, site.id, { memberId: free.member.id, length: '6m', requestedBy: 'member' }),
  );
  await wrong.transaction((tx) =>
    ensureItemCode(tx, site.id, {
      code: 'WRONG',
      coins: 0n,
      amount: baht(50),
      turnoverTimes: 1,
      withdrawCap: undefined,
      usesPerMember: 5,
    }),
  );
  await wrong.owner.execute(sql`
    insert into withdrawal (site_id, member_id, amount_e4, state, idempotency_key, bank_code, account, holder_name,
      decided_at, closed_at, created_at)
    values (${site.id}, ${limited.member.id}, 7770000, 'rejected', 'k', '014', '1', 'x', now(), now(),
      '2026-01-02T12:00:00+07:00')`);
}

const listPast = async (as: TestMember) => {
  const { status, body } = await app.send(withdrawHistory, { as, query: PAST });
  assert.equal(status, 200);
  return body.data.Transaction.map(({ Amount }) => Amount);
};

async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + WITHIN_MS; !(await isTrue()); await sleep(50)) {
    assert.ok(performance.now() < until, what);
  }
}

/** Reads through the replica's handle by their outcome. */
function countReads(page = metrics.render()): Record<string, number> {
  const lines = page.matchAll(/^chaba_database_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
}

test('shows past history, referral lists and measures of the replica', async () => {
  // A busy machine may delay the replica, so each list is read until it is of the replica.
  await waitUntil('past history', async () => (await listPast(limited.member))[0] === 777);
  const recent = await app.send(withdrawHistory, { as: limited.member });
  assert.deepEqual(recent.body.data.Transaction, [], 'a page up to now is of the primary');
  await waitUntil('friends', async () => {
    const { Users, balance } = (await app.send(getAffiliate, { as: limited.member })).body.data;
    assert.equal(balance, 0);
    return Users.length === 1;
  });
  await waitUntil('measures', async () => {
    await jobs.find(({ name }) => name === 'measure')?.run(app.context);
    const deposited = /^chaba_money_thb\{site="chaba",flow="deposited"\} (\S+)$/m.exec(metrics.render())?.[1];
    return Number(deposited) === 2 * RICH + 1;
  });
});

test('decides bets, limits, withdrawals, codes and sessions by the primary while the replica shows wrong rows', async () => {
  const before = countReads();
  const bet = async (member: TestMember, amount: string, roundId: string) => {
    const token = await authenticateSession(app, member);
    const body = { playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB', roundId, txId: roundId };
    return (await callWallet(app, 'bet', { ...body, amount })).code;
  };
  const resultOf = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }) =>
    status === 200 ? 'OK' : body.code;
  let keys = 0;
  const withdraw = async (as: TestMember, Amount: number) => {
    const body = { Amount, Channel: 'BANK' };
    return resultOf(await app.send(requestWithdrawal, { as, body, idempotencyKey: `w${(keys += 1)}` }));
  };
  const redeem = async (as: TestMember, redeem_code: string) =>
    resultOf(await app.send(redeemItemCode, { as, body: { redeem_code }, idempotencyKey: redeem_code }));

  assert.equal(await bet(limited.member, '60', 'above-limit'), 'LIMIT_REACHED');
  assert.equal(await bet(limited.member, '40', 'within-limit'), 'OK');
  assert.equal(await withdraw(limited.member, 300), 'TURNOVER_NOT_MET');
  assert.equal(await bet(poor.member, '500', 'above-balance'), 'INSUFFICIENT_FUNDS');
  assert.equal(await withdraw(poor.member, 5_000), 'INSUFFICIENT_FUNDS');
  assert.equal(await redeem(poor.member, 'WRONG'), 'ITEM_CODE_INVALID');
  assert.equal((await app.send(getPlayLimits, { as: poor.falsified })).status, 401);
  // With the wrong rows each of these would be rejected.
  assert.equal(await withdraw(free.member, 150), 'OK');
  assert.equal(await bet(free.member, '100', 'free'), 'OK');
  assert.equal(await redeem(free.member, 'PLAIN'), 'OK');
  const body = { span: 'bet', Amount: 50 };
  assert.equal((await app.send(setPlayLimit, { as: free.member, body })).status, 200);
  assert.equal(await bet(free.member, '60', 'own-limit'), 'LIMIT_REACHED');

  assert.deepEqual(countReads(), before, 'no decision reads from the replica');
  assert.deepEqual(await audit(database, site.id), []);
  await waitUntil('a statement of the replica, where nothing was played', async () => {
    const { text } = await app.send(betStatement, { as: free.member });
    return !text.includes('free');
  });
});

test('a server process reads from the replica, and fails no request when it ends', async () => {
  const metricsPort = await freePort();
  const server = await startServerProcess(database.url, {
    DATABASE_REPLICA_URL: replicaUrl,
    METRICS_PORT: String(metricsPort),
  });
  const list = async (): Promise<number[]> => {
    const headers = { 'api-key': limited.member.apiKey, 'api-auth': limited.member.token };
    const query = new URLSearchParams(PAST).toString();
    const answer = await fetch(`${server.url}${withdrawHistory.path}?${query}`, { headers });
    assert.equal(answer.status, 200);
    const { data } = (await answer.json()) as { data: { Transaction: { Amount: number }[] } };
    return data.Transaction.map(({ Amount }) => Amount);
  };
  const loadMetrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await waitUntil('the process reads from the replica', async () => (await list()).length > 0);
  const page = await loadMetrics();
  assert.ok((countReads(page)['replica'] ?? 0) > 0);
  assert.match(page, /^chaba_database_connections\{pool="replica",state="idle"\} [1-4]$/m);
  const lag = Number(/^chaba_database_replica_lag_seconds (\S+)$/m.exec(page)?.[1]);
  assert.ok(lag >= 0 && lag < 5, `lag ${lag}`);

  await pair.standby.stop();
  assert.deepEqual(await list(), [], 'the primary is read at once');
  await waitUntil('the lag is counted', async () => {
    assert.deepEqual(await list(), []);
    return (countReads(await loadMetrics())['lag'] ?? 0) > (countReads(page)['lag'] ?? 0);
  });
  assert.equal(await server.stop(), 0);
  assert.deepEqual(await listPast(limited.member), []);
});

after(() => pair.stop());
