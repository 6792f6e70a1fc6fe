import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';

import { baht, money, type Money, parseProviderAmount } from '@chaba/money';
import { until } from '@chaba/sandbox-kit/testing/until';

import { drawNumbers } from '#studio/fairness/draw';
import { hmacSha256, sha256Hex } from '#studio/fairness/sha256';
import { Board } from './games/slots/board.ts';
import { compile } from './games/slots/compile.ts';
import { play, replay } from './games/slots/play.ts';
import { chabaBlossom } from './games/slots/titles/chaba-blossom.ts';
import { rueaTamnan } from './games/slots/titles/ruea-tamnan.ts';
import { clientRound, openGame, openSlot, studioAt, type TestStudio, walletOf } from '#studio/testing/studio-at';

import type { RoundOnWire, RoundsOnWire, SeedsOnWire } from './wire/wire.ts';

const PLAYER = 'p-7f3a';
const START = baht(1_000);

const wallet = await walletOf(PLAYER, START);

test('takes the stake and pays the stops of a spin in one call', async (t) => {
  const { spin } = await openSlotSession(t);
  const { status, round } = await spin('one', '5.00');
  assert.equal(status, 200);
  assert.equal(round.state, 'settled');

  const { pay } = play(new Board(compile(chabaBlossom)), false, undefined, replay(round.draws ?? []));
  const payout = money((baht(5) / 100n) * BigInt(pay));
  assert.equal(amountOf(round.payout), payout);
  assert.equal(wallet.balanceOf(PLAYER), START - baht(5) + payout);
  assert.equal(amountOf(round.balance), wallet.balanceOf(PLAYER));
  assert.deepEqual(operations(), ['betwin']);
});

test('plays one round for a repeated spin, sequentially and ten times concurrently', async (t) => {
  const { spin } = await openSlotSession(t);
  const answers = await Promise.all(Array.from({ length: 10 }, () => spin('same', '2')));
  answers.push(await spin('same', '2'));
  assert.equal(new Set(answers.map(({ round }) => round.roundId)).size, 1);
  assert.equal(wallet.balanceOf(PLAYER), START - baht(2) + amountOf(answers[0]?.round.payout));
  assert.equal((await spin('same', '5')).code, 'ROUND_ID_REUSED');
  assert.deepEqual(operations(), ['betwin']);
});

test('plays one of two concurrent spins and rejects the other', async (t) => {
  const { spin } = await openSlotSession(t);
  const held = Promise.withResolvers<void>();
  wallet.faults.push({ heldUntil: held.promise });
  const spins = [spin('first'), spin('second')] as const;
  const refused = await Promise.race(spins);
  assert.equal(refused.status, 409);
  assert.equal(refused.code, 'ROUND_OPEN');
  held.resolve();
  const played = (await Promise.all(spins)).find((answer) => answer !== refused);
  assert.equal(played?.round.state, 'settled');
});

test('retries a call with the same ids after a lost response', async (t) => {
  const { spin, settled } = await openSlotSession(t);
  wallet.faults.push('lost', 'down', 'refuseSignature');
  const { status, round } = await spin('lost', '10');
  assert.equal(status, 200);
  assert.equal(round.state, 'checking');
  assert.equal(round.draws, undefined, 'no result is shown before the wallet has answered');
  assert.equal((await spin('while-open')).code, 'ROUND_OPEN');

  const end = await settled(round.roundId);
  assert.equal(end.state, 'settled');
  assert.equal(wallet.balanceOf(PLAYER), START - baht(10) + amountOf(end.payout));
  assert.deepEqual(operations(), ['betwin', 'betwin']);
  assert.deepEqual(wallet.calls[0]?.body['transactions'], wallet.calls[1]?.body['transactions']);
  assert.equal(wallet.calls[1]?.answer['duplicate'], true);
});

test('returns a rejection by the wallet in Thai, moves no money, and plays the next spin', async (t) => {
  const { spin } = await openSlotSession(t);
  wallet.setBalance(PLAYER, baht(4));
  const refused = await spin('poor', '5');
  assert.equal(refused.status, 422);
  assert.equal(refused.round.code, 'INSUFFICIENT_FUNDS');
  assert.equal(refused.round.message, 'ยอดเงินไม่เพียงพอ');
  assert.equal(wallet.balanceOf(PLAYER), baht(4));
  assert.equal((await spin('smaller', '2')).round.state, 'settled');
});

test('confirms a rejection after a lost response by a rollback', async (t) => {
  const { spin, settled } = await openSlotSession(t);

  wallet.faults.push('down');
  const never = await spin('never-arrived', '5');
  assert.equal(never.round.state, 'checking');
  wallet.refuseBetsWith('TOKEN_EXPIRED');
  assert.equal((await settled(never.round.roundId)).state, 'refused');
  assert.equal(wallet.balanceOf(PLAYER), START);
  assert.deepEqual(operations(), ['betwin', 'rollback']);
});

test('records the calls of a round that its rollback reports as settled', async (t) => {
  const { studio, spin, settled } = await openSlotSession(t);
  wallet.faults.push('lost', { refuse: 'TOKEN_EXPIRED' });
  const { round } = await spin('settled-unheard', '5');
  assert.equal((await settled(round.roundId)).state, 'settled');
  assert.deepEqual(operations(), ['betwin', 'betwin', 'rollback']);
  const details = await studio.callSigned('/studio-api/v1/round-details', { roundId: round.roundId });
  const { transactions } = details.body['round'] as { transactions: { operation: string }[] };
  assert.deepEqual(
    transactions.map(({ operation }) => operation),
    ['bet', 'win'],
  );
});

test('retries a separate win until the wallet accepts it once', async (t) => {
  const { studio, spin, settled } = await openSlotSession(t);
  await studio.call('POST', '/studio/behaviour', { settle: 'separate', rounds: 0 });
  wallet.faults.push('none', 'lost', 'down');
  const { round } = await spin('two-calls', '20');
  const end = await settled(round.roundId);
  assert.equal(wallet.balanceOf(PLAYER), START - baht(20) + amountOf(end.payout));
  assert.deepEqual(operations(), ['bet', 'win', 'win']);
});

test('settles exactly under delayed, duplicate, lost and reordered calls', async (t) => {
  const { studio, spin, settled } = await openSlotSession(t);
  const demanded = { settle: 'separate', outOfOrder: true, duplicate: 2, late: 20, lost: 1, rounds: 1 };
  assert.equal((await studio.call('POST', '/studio/behaviour', demanded)).status, 200);
  const { round } = await spin('chaos', '50');
  const end = await settled(round.roundId);
  assert.equal(end.state, 'settled');
  assert.equal(wallet.balanceOf(PLAYER), START - baht(50) + amountOf(end.payout));
  assert.equal(operations()[0], 'win', 'the win went out before its bet');
  assert.ok(operations().length >= 8);

  assert.equal((await studio.call('POST', '/studio/behaviour', { late: 60_000 })).status, 400);
});

test('settles a round after a crash between bet and response', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'chaba-studio-'));
  const path = join(folder, 'sandbox.sqlite');
  t.after(() => rmSync(folder, { recursive: true }));

  const first = studioAt(wallet, path);
  const bearer = await openSlot(first, wallet, PLAYER);
  wallet.faults.push('lost', 'down', 'down', 'down');
  const body = { stake: '100', clientRoundId: clientRound('dies') };
  const before = (await first.call('POST', '/studio/v1/spin', body, bearer)).body['round'] as RoundOnWire;
  assert.equal(before.state, 'checking');
  await first.stop();
  wallet.faults.length = 0;

  const second = studioAt(wallet, path);
  t.after(() => second.stop());
  const round = await untilClosed(second, bearer, before.roundId);
  assert.equal(round.state, 'settled');
  assert.equal(wallet.balanceOf(PLAYER), START - baht(100) + amountOf(round.payout));

  // After a reload the page finds the round and its result.
  const { body: state } = await second.call('GET', '/studio/v1/state', undefined, bearer);
  assert.deepEqual(state['round'], round);
  const again = await second.call('POST', '/studio/v1/spin', body, bearer);
  assert.equal((again.body['round'] as RoundOnWire).roundId, before.roundId);
});

test('rejects a paid spin within the interval after the last one, over all slots', async (t) => {
  const studio = studioAt(wallet, ':memory:', { tableRoundMs: 1_200, tickMs: 20, spinMs: 600 });
  t.after(() => studio.stop());
  const spinAt = async (bearer: string, name: string) =>
    studio.call('POST', '/studio/v1/spin', { stake: '1', clientRoundId: clientRound(name) }, bearer);
  const first = await openSlot(studio, wallet, PLAYER);
  assert.equal((await spinAt(first, 'paced one')).status, 200);
  assert.equal((await spinAt(first, 'paced one')).status, 200, 'a repetition is the same round');
  const second = await openGame(studio, wallet, PLAYER, 'naga-river');
  const refused = await spinAt(second, 'paced two');
  assert.deepEqual([refused.status, refused.body['code']], [429, 'TOO_SOON']);
  await until(async () => ((await spinAt(second, 'paced two')).status === 200 ? true : undefined), 'still too soon');
  assert.deepEqual(operations().filter((operation) => operation === 'betwin').length, 2);
});

test('ends the session of a slot with a message when the player opens another slot', async (t) => {
  const { studio, bearer } = await openSlotSession(t);
  const cards = await openGame(studio, wallet, PLAYER, 'card-garden');
  assert.equal((await studio.call('GET', '/studio/v1/state', undefined, bearer)).status, 200, 'cards are no slot');
  await openGame(studio, wallet, PLAYER, 'yi-peng');
  const ended = await studio.call('GET', '/studio/v1/state', undefined, bearer);
  assert.deepEqual([ended.status, ended.body['code']], [401, 'SESSION_REPLACED']);
  assert.equal((await studio.call('GET', '/studio/v1/state', undefined, cards)).status, 200);
});

test('keeps the letter of a book over the free spins and returns it with the round', async (t) => {
  const studio = studioAt(wallet);
  t.after(() => studio.stop());
  const bearer = await openGame(studio, wallet, PLAYER, 'ruea-tamnan');
  const board = new Board(compile(rueaTamnan));
  const special: (string | undefined)[] = [];
  for (let n = 0; n < 2_000 && special.length < 3; n += 1) {
    const { body } = await studio.call(
      'POST',
      '/studio/v1/spin',
      { stake: '1', clientRoundId: clientRound(`book ${n}`) },
      bearer,
    );
    const round = body['round'] as RoundOnWire;
    if (special.length === 0 && round.carry === undefined) continue;
    special.push(round.carry);
    const isFree = round.isFree === true;
    const { pay } = play(board, isFree, isFree ? round.carry : undefined, replay(round.draws ?? []));
    assert.equal(amountOf(round.payout), money((baht(1) / 100n) * BigInt(pay)));
  }
  assert.ok(special[0] !== undefined, 'a feature came');
  assert.deepEqual(special, [special[0], special[0], special[0]]);
});

test('rejects a stake that is not offered before the draw', async (t) => {
  const { spin } = await openSlotSession(t);
  for (const stake of ['0', '3', '-5', '5.001', '5e0', '๕', '', '1000000', ' 5', '0x5']) {
    const { status, code } = await spin(`stake ${stake}`, stake);
    assert.equal(status, 422, stake);
    assert.equal(code, 'STAKE_NOT_OFFERED', stake);
  }
  assert.deepEqual(operations(), []);
});

test('opens one session per launch token and ends it by a kick or a second launch', async (t) => {
  const { studio, bearer } = await openSlotSession(t);
  const launch = { operator: 'chaba', gameCode: 'chaba-blossom', token: wallet.launch(PLAYER) };
  const opened = await studio.call('POST', '/studio/v1/session', launch);
  assert.equal(opened.status, 200);
  assert.equal((await studio.call('POST', '/studio/v1/session', launch)).body['code'], 'LAUNCH_FAILED');

  const old = await studio.call('GET', '/studio/v1/state', undefined, bearer);
  assert.equal(old.status, 401);
  assert.equal(old.body['message'], 'การเล่นนี้สิ้นสุดแล้ว กรุณาเปิดเกมใหม่จากหน้าสมาชิก');

  const replacement = String(opened.body['sessionToken']);
  assert.equal((await studio.call('GET', '/studio/v1/state', undefined, replacement)).status, 200);
  assert.deepEqual((await studio.callSigned('/studio-api/v1/kick', { playerId: PLAYER })).body, {
    code: 'OK',
    ended: 1,
  });
  assert.equal((await studio.call('GET', '/studio/v1/state', undefined, replacement)).status, 401);
});

test('accepts return addresses of member sites only', async (t) => {
  const { studio } = await openSlotSession(t);
  for (const [address, expected] of [
    ['http://127.0.0.1:3000/user/slot', 'http://127.0.0.1:3000/user/slot'],
    ['http://evil.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['//127.0.0.1:3000/', undefined],
    ['http://127.0.0.1:3000@evil.example/', undefined],
  ]) {
    const launch = { operator: 'chaba', gameCode: 'chaba-blossom', token: wallet.launch(PLAYER), returnUrl: address };
    const { body } = await studio.call('POST', '/studio/v1/session', launch);
    assert.equal(body['returnUrl'], expected, address);
  }
});

test('reveals a seed that matches its commitment and reproduces its rounds', async (t) => {
  const { studio, spin, bearer } = await openSlotSession(t);
  const chosen = await studio.call('POST', '/studio/v1/seed', { clientSeed: 'my-own-seed' }, bearer);
  const seeds = chosen.body['seeds'] as SeedsOnWire;
  assert.equal(chosen.body['revealed'], undefined, 'a seed that drew nothing has nothing to reveal');
  assert.equal(seeds.clientSeed, 'my-own-seed');

  const rounds: RoundOnWire[] = [];
  for (const name of ['a', 'b', 'c']) rounds.push((await spin(name)).round);
  assert.ok(rounds.every((round) => round.fairness.serverSeed === undefined));

  const rotated = await studio.call('POST', '/studio/v1/seed', { clientSeed: 'next-one' }, bearer);
  const revealed = rotated.body['revealed'] as { serverSeed: string; commitment: string };
  assert.equal(revealed.commitment, seeds.commitment);
  assert.equal(sha256Hex(revealed.serverSeed), seeds.commitment);
  assert.equal((rotated.body['seeds'] as SeedsOnWire).commitment, seeds.nextCommitment);
  for (const round of rounds) {
    const { clientSeed, nonce } = round.fairness;
    const drawn = { gameCode: 'chaba-blossom', serverSeed: revealed.serverSeed, clientSeed, nonce };
    assert.deepEqual(round.draws, drawNumbers(hmacSha256, drawn, [32, 32, 32, 32, 32]));
  }
  assert.deepEqual(
    rounds.map((round) => round.fairness.nonce),
    [0, 1, 2],
  );

  const refused = await studio.call('POST', '/studio/v1/seed', { clientSeed: 'ซีด' }, bearer);
  assert.equal(refused.body['code'], 'CLIENT_SEED_INVALID');
});

test('lists the rounds of a player to that player only, newest first, by page', async (t) => {
  const { studio, spin, bearer } = await openSlotSession(t, 'p-history');
  wallet.setBalance('p-history', START);
  for (let n = 0; n < 23; n += 1) await spin(`round ${n}`, '1');

  const first = (await studio.call('GET', '/studio/v1/rounds', undefined, bearer)).body as RoundsOnWire;
  assert.equal(first.rounds.length, 20);
  const rest = await studio.call('GET', `/studio/v1/rounds?cursor=${first.cursor}`, undefined, bearer);
  assert.equal((rest.body as RoundsOnWire).rounds.length, 3);
  assert.equal((rest.body as RoundsOnWire).cursor, undefined);

  const stranger = await openSlot(studio, wallet, 'p-stranger');
  const roundId = first.rounds[0]?.roundId;
  assert.equal((await studio.call('GET', `/studio/v1/rounds/${roundId}`, undefined, stranger)).status, 404);
});

test('returns games, rounds and settled money of its own players to a signed operator', async (t) => {
  const { studio, spin } = await openSlotSession(t);
  const from = new Date(Date.now() - 1_000).toISOString();
  const { round } = await spin('feed', '20');
  const to = new Date(Date.now() + 1_000).toISOString();

  const games = await studio.callSigned('/studio-api/v1/games', {});
  assert.equal((games.body['games'] as { returnPercent: string }[])[0]?.returnPercent, '96.00');
  const details = await studio.callSigned('/studio-api/v1/round-details', { roundId: round.roundId });
  assert.equal((details.body['round'] as { state: string }).state, 'settled');
  const feed = await studio.callSigned('/studio-api/v1/transactions', { from, to });
  const lines = feed.body['transactions'] as { operation: string; roundId: string; amount: string }[];
  assert.deepEqual(
    lines.filter((line) => line.roundId === round.roundId).map(({ operation, amount }) => [operation, amount]),
    [
      ['bet', round.stake],
      ['win', round.payout],
    ],
  );

  const other = await studio.callSigned('/studio-api/v1/round-details', { roundId: round.roundId }, 'studio-lanna');
  assert.deepEqual(other.body, { code: 'NOT_FOUND' });
  assert.equal((await studio.callSigned('/studio-api/v1/games', {}, 'bank')).status, 401);
  assert.equal((await studio.call('POST', '/studio-api/v1/games')).status, 401);
});

/** Opens a studio for the test and the session of a player at the slot. */
async function openSlotSession(t: TestContext, playerId = PLAYER) {
  const studio = studioAt(wallet);
  t.after(() => studio.stop());
  const bearer = await openSlot(studio, wallet, playerId);
  wallet.calls.length = 0;
  return {
    studio,
    bearer,
    spin: async (name: string, stake = '5') => {
      const body = { stake, clientRoundId: clientRound(name) };
      const answer = await studio.call('POST', '/studio/v1/spin', body, bearer);
      const round = (answer.body['round'] ?? {}) as RoundOnWire;
      return { status: answer.status, round, code: answer.body['code'] };
    },
    settled: (roundId: string) => untilClosed(studio, bearer, roundId),
  };
}

async function untilClosed(studio: TestStudio, bearer: string, roundId: string): Promise<RoundOnWire> {
  return until(async () => {
    const { body } = await studio.call('GET', `/studio/v1/rounds/${roundId}`, undefined, bearer);
    const round = body as RoundOnWire;
    return round.state === 'checking' ? undefined : round;
  }, `round ${roundId} is still open`);
}

function operations(): string[] {
  return wallet.calls.map((call) => call.operation).filter((operation) => operation !== 'authenticate');
}

function amountOf(text: string | undefined): Money {
  return parseProviderAmount(text ?? '') ?? money(-1n);
}

test('signs with the received key and rejects a key of another site', async (t) => {
  const { studio, spin } = await openSlotSession(t);
  await spin('before');
  assert.equal(wallet.keyIds.at(-1), 'studio-chaba');
  const key = 'studio-chaba.0123abcd';
  for (const foreign of ['studio-lanna.0123abcd', 'live-chaba.0123abcd', 'bank']) {
    assert.equal((await studio.callSigned('/studio-api/v1/key', { keyId: foreign })).status, 400);
  }
  assert.equal((await studio.callSigned('/studio-api/v1/key', { keyId: key }, key)).status, 200);
  await spin('after');
  assert.equal(wallet.keyIds.at(-1), key);
});
