// Wallet responses stay valid after a crash: the server is killed during bets and restarted, and two servers serve the
// same members at once.

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, sql } from '@chaba/database';
import { type TestDatabase, testDatabase } from '@chaba/database/testing';
import { getBalances } from '@chaba/ledger';
import { baht, type Money, parseProviderAmount, formatProviderAmount } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { createMember, createSites, createGameSession } from '#testing/factories';
import { callWalletAt, startServerProcess, type WalletProcessReply } from '#testing/server-process';

const SITE = 1;
const KILLS = 10;
const PLAYERS = 12;
const START_MONEY = baht(500);
const RETRY_MS = 20;

type Player = { readonly id: bigint; readonly playerId: string; readonly token: string };

/** A request with its response. */
type ReceivedReply = {
  readonly player: Player;
  readonly operation: 'bet' | 'win';
  readonly txId: string;
  readonly amount: Money;
  readonly reply: WalletProcessReply;
  readonly tries: number;
};

async function openPlayers(database: TestDatabase): Promise<Player[]> {
  const { chaba } = await createSites(database);
  const players: Player[] = [];
  for (let count = 0; count < PLAYERS; count += 1) {
    const member = await createMember(database, chaba, { money: START_MONEY });
    players.push({ id: member.id, playerId: member.playerId, token: await createGameSession(database, member) });
  }
  return players;
}

const bodyOf = (player: Player, txId: string, amount: Money, roundId: string) => ({
  playerId: player.playerId,
  token: player.token,
  gameCode: 'test-slot',
  roundId,
  txId,
  amount: formatProviderAmount(amount),
  currency: 'THB',
});

/** Sends a request with the same id until it gets a response, as providers do. */
async function sendUntilAnswered(
  address: () => string,
  operation: 'bet' | 'win',
  body: Readonly<Record<string, unknown>>,
): Promise<{ reply: WalletProcessReply; tries: number }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { reply: await callWalletAt(address(), operation, body), tries };
    } catch {
      await sleep(RETRY_MS);
    }
  }
}

/** Bets and settles its bets until `isOver`. */
async function playUntil(player: Player, address: () => string, isOver: () => boolean): Promise<ReceivedReply[]> {
  const receivedReplies: ReceivedReply[] = [];
  const play = async (operation: 'bet' | 'win', amount: Money, roundId: string): Promise<string> => {
    const txId = `${roundId}-${operation}`;
    const body = { ...bodyOf(player, txId, amount, roundId), ...(operation === 'win' ? { roundClosed: true } : {}) };
    const { reply, tries } = await sendUntilAnswered(address, operation, body);
    receivedReplies.push({ player, operation, txId, amount, reply, tries });
    return reply.code;
  };
  for (let round = 0; !isOver(); round += 1) {
    const stake = BigInt(1 + randomInt(800_000)) as Money;
    if ((await play('bet', stake, `r${round}`)) !== 'OK') continue;
    await play('win', BigInt(randomInt(3) * Number(stake)) as Money, `r${round}`);
  }
  return receivedReplies;
}

type Row = { member_id: bigint; tx_id: string; operation: string; amount_e4: Money; balance_after_e4: Money };

/**
 * Each response corresponds to exactly one transaction with its amount and balance, and no other transaction exists.
 */
async function checkReplies(
  database: Database,
  players: readonly Player[],
  receivedReplies: readonly ReceivedReply[],
): Promise<void> {
  const carriedOut = receivedReplies.filter(({ reply }) => reply.code === 'OK');
  const rows = await database.rows<Row>(sql`
    select member_id, tx_id, operation, amount_e4, balance_after_e4 from wallet_transaction where site_id = ${SITE}`);
  const written = new Map(rows.map((row) => [`${row.member_id}/${row.tx_id}`, row]));
  assert.equal(rows.length, carriedOut.length, 'as many calls are written as were answered with OK');
  for (const { player, operation, txId, amount, reply } of carriedOut) {
    const row = written.get(`${player.id}/${txId}`);
    assert.ok(row, `${txId} was answered with OK and is not written`);
    assert.deepEqual([row.operation, row.amount_e4], [operation, amount]);
    assert.equal(row.balance_after_e4, parseProviderAmount(String(reply['balanceAfter'])), `the response to ${txId}`);
  }
  const moved = await database.rows<{ name: string; amount_e4: Money }>(sql`
    select owner_id || ' ' || reason || ' ' || key as name, amount_e4 from ledger_transfer where site_id = ${SITE} and reason in ('bet', 'win')`);
  const amounts = new Map(moved.map(({ name, amount_e4: amount }) => [name, amount]));
  const expected = carriedOut.filter(({ amount }) => amount > 0n);
  assert.equal(moved.length, expected.length, 'as many transfers as calls that move money');
  for (const { player, operation, txId, amount } of expected) {
    assert.equal(amounts.get(`${player.id} ${operation} test:${txId}`), amount, txId);
  }
  for (const player of players) {
    const own = carriedOut.filter((each) => each.player === player);
    const balance = own.reduce(
      (sum, { operation, amount }) => (operation === 'bet' ? sum - amount : sum + amount),
      START_MONEY as bigint,
    );
    const { game } = await getBalances(database, SITE, player.id, { game: chart.game });
    assert.equal(game, balance, `the balance of ${player.playerId}`);
  }
  assert.deepEqual(await auditAll(database, { siteId: SITE, isTest: true }), []);
  const since = new Date(Date.now() - 400);
  assert.deepEqual(await auditAll(database, { siteId: SITE, isTest: true, since }), []);
}

test('loses and duplicates nothing when the server is killed during bets', async (t) => {
  const database = await testDatabase();
  const players = await openPlayers(database);
  const server = await startServerProcess(database.url);
  let isOver = false;
  const playing = Promise.all(
    players.map((player) =>
      playUntil(
        player,
        () => server.url,
        () => isOver,
      ),
    ),
  );
  for (let kills = 0; kills < KILLS; kills += 1) {
    await sleep(150 + randomInt(350));
    await server.kill();
    await server.start();
  }
  await sleep(200);
  isOver = true;
  const receivedReplies = (await playing).flat();
  const again = receivedReplies.filter(({ tries }) => tries > 1);
  const replayed = receivedReplies.filter(({ reply }) => reply['duplicate'] === true);
  t.diagnostic(
    `${receivedReplies.length} calls, ${again.length} repeated, ${replayed.length} had been carried out before`,
  );
  assert.ok(again.length >= KILLS, 'every kill interrupted a request in flight');
  await checkReplies(database, players, receivedReplies);
});

test('carries out a request once when it is sent to two servers on one database', async () => {
  const database = await testDatabase();
  const players = await openPlayers(database);
  const [one, other] = await Promise.all([startServerProcess(database.url), startServerProcess(database.url)]);
  const receivedReplies: ReceivedReply[] = [];
  const playBoth = async (player: Player): Promise<void> => {
    for (let round = 0; round < 25; round += 1) {
      const amount = BigInt(1 + randomInt(300_000)) as Money;
      const txId = `b${round}`;
      const body = bodyOf(player, txId, amount, `r${round}`);
      const replies = await Promise.all([one, other].map(({ url }) => callWalletAt(url, 'bet', body)));
      assert.deepEqual(
        replies.map(({ code }) => code),
        replies[0]?.code === 'OK' ? ['OK', 'OK'] : ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
      );
      const [first] = replies;
      assert.ok(first);
      if (first.code === 'OK') {
        assert.equal(replies.filter((reply) => reply['duplicate'] === true).length, 1, txId);
        assert.equal(replies[0]?.['balanceAfter'], replies[1]?.['balanceAfter']);
      }
      receivedReplies.push({ player, operation: 'bet', txId, amount, reply: first, tries: 1 });
    }
  };
  const playHalf = (player: Player, url: string, name: string): Promise<void[]> =>
    Promise.all(
      Array.from({ length: 10 }, async (_, place) => {
        const [txId, amount] = [`${name}${place}`, baht(1)];
        const reply = await callWalletAt(url, 'bet', bodyOf(player, txId, amount, txId));
        receivedReplies.push({ player, operation: 'bet', txId, amount, reply, tries: 1 });
      }),
    );
  await Promise.all(
    players.flatMap((player) => [
      playBoth(player),
      playHalf(player, one.url, 'one'),
      playHalf(player, other.url, 'other'),
    ]),
  );
  await checkReplies(database, players, receivedReplies);
});
