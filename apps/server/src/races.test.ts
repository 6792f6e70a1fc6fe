// Exactly-once operations over HTTP, with one server and with two on one database: a hundred concurrent requests,
// including the GET endpoints that the specification defines as changes, and repeated requests afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { getBalances, postTransfers } from '@chaba/ledger';
import { baht, money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { ensureItemCode } from '#modules/item-codes';
import { ensureWheel } from '#modules/wheel';
import { createMember, createSites, createGameSession, type TestMember } from '#testing/factories';
import { callWalletAt, startServerProcess } from '#testing/server-process';

import { demoWheel } from './modules/wheel/demo-wheel.ts';

const COPIES = 100;

const database = await testDatabase();
const { chaba: site } = await createSites(database);
await ensureWheel(database, site.id, {
  ...demoWheel,
  // No prize that pays for another spin.
  segments: demoWheel.segments.filter(({ kind }) => kind === 'BAHT'),
});
const servers = await Promise.all([startServerProcess(database.url), startServerProcess(database.url)]);
const crowds = { 'one server': [0], 'two servers': [0, 1] } as const;

type ConcurrentRequest = { readonly method: string; readonly path: string; readonly body?: object };

const cashbackClaim = '/user-profile-composite/v1/users/cashback/vertify';
const affiliateClaim = '/user-profile-composite/v1/users/affiliate/vertify';

/** The whole balance of two hundred baht. */
const withdrawal = { method: 'POST', path: '/fund-composite/v1/withdrawal', body: { Amount: 200, Channel: 'BANK' } };
/** Allowed error codes for the requests that come second. */
const REFUSALS = new Set(['INSUFFICIENT_FUNDS', 'WITHDRAW_ALREADY_OPEN']);

async function sendRequest(member: TestMember, request: ConcurrentRequest, server: number): Promise<string> {
  const { method, path, body } = request;
  const response = await fetch(`${servers[server]?.url}${path}`, {
    method,
    headers: {
      'api-key': member.apiKey,
      'api-auth': member.token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const answer = (await response.json()) as { code?: string };
  // A busy server rejects before it begins; its clients repeat the request.
  if (response.status === 503) return sendRequest(member, request, server);
  return response.status === 200 ? 'done' : (answer.code ?? String(response.status));
}

/** Sends a hundred concurrent requests spread over the servers; returns the count of each result. */
async function race(
  among: readonly number[],
  ofCopy: (copy: number) => { readonly member: TestMember; readonly request: ConcurrentRequest },
): Promise<Readonly<Record<string, number>>> {
  const words = await Promise.all(
    Array.from({ length: COPIES }, (_, copy) => {
      const { member, request } = ofCopy(copy);
      return sendRequest(member, request, among[copy % among.length] ?? 0);
    }),
  );
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
}

const balances = (member: TestMember) => getBalances(database, site.id, member.id, chart);

let keys = 0;
async function give(member: TestMember, account: 'affiliate' | 'coin', amount: bigint): Promise<void> {
  const from = account === 'coin' ? chart.coinIssue : chart.affiliateCost;
  const key = `test:race:${(keys += 1)}`;
  const gift = { ownerId: member.id, from, to: chart[account], amount: money(amount), reason: 'test', key };
  await database.transaction((tx) => postTransfers(tx, site.id, [gift]));
}

/** A member with twenty baht of claimable cashback. */
async function owed(): Promise<TestMember> {
  const member = await createMember(database, site);
  await database.transaction(async (tx) => {
    const { from } = await tx.one<{ from: Date }>(sql`
      insert into cashback_period (site_id, member_id, period_from, period_to, stakes_e4, payouts_e4, gifts_e4, deposits_e4,
        withdrawals_e4, opening_e4, loss_e4, percent_bp, carried_e4, amount_e4, state, expires_at)
      values (${site.id}, ${member.id}, date_trunc('day', now()) - interval '8 days', date_trunc('day', now()) - interval '1 day', 4000000, 0, 0, 4000000, 0, 0,
        4000000, 500, 0, 200000, 'claimable', now() + interval '6 days')
      returning period_from as "from"`);
    const key = `cashback:${member.id}:${from.toISOString()}:calculated`;
    const way = { from: chart.cashbackCost, to: chart.cashback, reason: 'cashback', key };
    await postTransfers(tx, site.id, [{ ownerId: member.id, ...way, amount: baht(20) }]);
  });
  return member;
}

async function checkBooks(): Promise<void> {
  assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
}

for (const [name, among] of Object.entries(crowds)) {
  test(`pays one cashback once for a hundred claims at ${name}, by GET and by POST`, async () => {
    const member = await owed();
    const came = await race(among, (copy) => ({
      member,
      request: { method: copy % 3 === 0 ? 'POST' : 'GET', path: cashbackClaim },
    }));
    assert.deepEqual(came, { done: 1, CASHBACK_NONE: COPIES - 1 });
    const { game, cashback } = await balances(member);
    assert.deepEqual({ game, cashback }, { game: baht(20), cashback: 0n });
    await checkBooks();
  });

  test(`pays one income once for a hundred withdrawals at ${name}, by GET and by POST`, async () => {
    const member = await createMember(database, site);
    await give(member, 'affiliate', baht(150));
    const came = await race(among, (copy) => ({
      member,
      request: { method: copy % 3 === 0 ? 'POST' : 'GET', path: affiliateClaim },
    }));
    assert.deepEqual(came, { done: 1, AFFILIATE_NONE: COPIES - 1 });
    const { game, affiliate } = await balances(member);
    assert.deepEqual({ game, affiliate }, { game: baht(150), affiliate: 0n });
    await checkBooks();
  });

  test(`redeems once per member and once for the last use, for a hundred redemptions at ${name}`, async () => {
    const code = { amount: baht(10), coins: 0n, turnoverTimes: 1, withdrawCap: undefined };
    const [each, last] = [`EACH-${among.length}`, `LAST-${among.length}`];
    await ensureItemCode(database, site.id, { ...code, code: each });
    await ensureItemCode(database, site.id, { ...code, code: last, usesMax: 1 });
    const redeem = (typed: string): ConcurrentRequest => ({
      method: 'POST',
      path: '/user-profile-composite/v1/topup/itemcode/redeem',
      body: { redeem_code: typed },
    });
    const one = await createMember(database, site);
    assert.deepEqual(await race(among, () => ({ member: one, request: redeem(each) })), {
      done: 1,
      ITEM_CODE_INVALID: COPIES - 1,
    });
    assert.equal((await balances(one)).game, baht(10));
    const many = await Promise.all(Array.from({ length: COPIES }, () => createMember(database, site)));
    const came = await race(among, (copy) => ({ member: many[copy] ?? one, request: redeem(last) }));
    assert.deepEqual(came, { done: 1, ITEM_CODE_INVALID: COPIES - 1 });
    const { used } = await database.one<{ used: number }>(
      sql`select use_count as used from item_code where site_id = ${site.id} and code = ${last}`,
    );
    assert.equal(used, 1);
    await checkBooks();
  });

  test(`spins once for one coin, with one prize, for a hundred spins at ${name}`, async () => {
    const member = await createMember(database, site);
    await give(member, 'coin', 1n);
    const spin = { method: 'POST', path: '/prize-composite/v1/spins', body: { OpenBox: 1 } };
    assert.deepEqual(await race(among, () => ({ member, request: spin })), { done: 1, INSUFFICIENT_COINS: COPIES - 1 });
    const { game, coin } = await balances(member);
    const { won, spins } = await database.one<{ won: bigint; spins: bigint }>(sql`
      select coalesce(sum(amount_e4), 0)::bigint as won, count(*) as spins from ledger_transfer
      where site_id = ${site.id} and owner_id = ${member.id} and to_kind = ${chart.game.kind}`);
    assert.deepEqual([coin, spins, won], [0n, 1n, game]);
    assert.ok(game > 0n);
    await checkBooks();
  });
}

test('spends the last money once for a hundred bets and withdrawals at two servers and rejects the others with a reason', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const member = await createMember(database, site, { money: baht(200) });
      const token = await createGameSession(database, member);
      const gameSession = { playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB' };
      const words = await Promise.all(
        Array.from({ length: COPIES / 5 }, async (_, copy) => {
          const server = copy % 2;
          // Half of the requests are bets and half withdrawals, at either server.
          if (copy % 4 < 2) return sendRequest(member, withdrawal, server);
          const bet = { ...gameSession, roundId: `last-${copy}`, txId: `last-${copy}`, amount: '200' };
          // A slow machine may exceed the two seconds of a call; a retry, as of a provider, then returns the result.
          const sendBet = async () =>
            (await callWalletAt(servers[server]?.url ?? '', 'bet', bet).catch(() => undefined))?.code;
          let code = await sendBet();
          for (let tries = 0; code === undefined && tries < 20; tries += 1) code = await sendBet();
          return code === 'OK' ? 'bet' : `${code}`;
        }),
      );
      const had = words.filter((word) => word === 'done' || word === 'bet');
      assert.equal(had.length, 1, words.join(' '));
      const { game, withdrawalHeld } = await balances(member);
      assert.deepEqual({ game, withdrawalHeld }, { game: 0n, withdrawalHeld: had[0] === 'done' ? baht(200) : 0n });
      return words;
    }),
  );
  const refused = outcomes.flat().filter((word) => word !== 'done' && word !== 'bet');
  assert.deepEqual(new Set(refused).difference(REFUSALS), new Set());
  await checkBooks();
});

test('rejects repeated GETs that move money and moves nothing', async () => {
  for (const { path, refusal } of [
    { path: cashbackClaim, refusal: 'CASHBACK_NONE' },
    { path: affiliateClaim, refusal: 'AFFILIATE_NONE' },
  ]) {
    const member = await owed();
    await give(member, 'affiliate', baht(150));
    const request = { method: 'GET', path };
    assert.equal(await sendRequest(member, request, 0), 'done');
    const after = await balances(member);
    assert.equal(await sendRequest(member, request, 1), refusal);
    assert.equal(await sendRequest(member, request, 0), refusal);
    assert.deepEqual(await balances(member), after);
  }
  await checkBooks();
});
