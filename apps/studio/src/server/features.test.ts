// Free spins and choices over HTTP: state that a round leaves to the next one, and rounds with an open choice.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';

import { baht, type Money, money, parseProviderAmount } from '@chaba/money';
import { openStore } from '@chaba/sandbox-kit/store';
import { until } from '@chaba/sandbox-kit/testing/until';

import { drawHand, finalHand, computePay } from '#studio/games/card-garden/maths';
import { Board } from '#studio/games/slots/board';
import { compile } from '#studio/games/slots/compile';
import { play, replay } from '#studio/games/slots/play';
import { nagaRiver } from '#studio/games/slots/titles/naga-river';
import { clientRound, openGame, studioAt, type TestStudio, walletOf } from '#studio/testing/studio-at';

import type { FreeRoundsOnWire, RoundOnWire, StateOnWire } from '#studio/wire/wire';

const PLAYER = 'p-feature';
const START = baht(1_000);

const wallet = await walletOf(PLAYER, START);

test('grants free spins on settlement, without a stake, at the same bet and over a restart', async (t) => {
  const path = storePath(t);
  const first = studioAt(wallet, path);
  const bearer = await openGame(first, wallet, PLAYER, 'naga-river');
  grantFreeSpins(path, 3);
  await spin(first, bearer, 'trigger', '20');
  const { free } = await stateOf(first, bearer);
  assert.deepEqual({ ...free, won: '' }, { stake: '20.0000', awarded: 3, left: 3, won: '' });

  const before = wallet.balanceOf(PLAYER);
  const one = await spin(first, bearer, 'free one', '1');
  assert.equal(one.round.isFree, true);
  assert.equal(one.round.stake, '20.0000', 'a free spin is played at the stake that granted it');
  const played = play(new Board(compile(nagaRiver)), true, undefined, replay(one.round.draws ?? []));
  const pay = money((baht(20) / 100n) * BigInt(played.pay));
  assert.equal(wallet.balanceOf(PLAYER), before + pay);
  const parts = wallet.calls.at(-1)?.body['transactions'] as { operation: string; isFree?: boolean }[];
  assert.deepEqual(
    parts.map(({ isFree }) => isFree === true),
    [true, false],
  );

  await first.stop();
  const second = studioAt(wallet, path);
  t.after(() => second.stop());
  const more = one.free?.awarded === 3 ? 2 : 12;
  assert.equal((await stateOf(second, bearer)).free?.left, more);
});

test('keeps a free spin that the wallet rejects and plays a repeated request once', async (t) => {
  const path = storePath(t);
  const studio = studioAt(wallet, path);
  t.after(() => studio.stop());
  const bearer = await openGame(studio, wallet, PLAYER, 'chaba-blossom');
  grantFreeSpins(path, 2);
  await spin(studio, bearer, 'trigger', '5');

  wallet.refuseBetsWith('PLAYER_LOCKED');
  assert.equal((await spin(studio, bearer, 'refused', '5')).round.state, 'refused');
  assert.equal((await stateOf(studio, bearer)).free?.left, 2);
  wallet.refuseBetsWith(undefined);

  const again = await Promise.all(Array.from({ length: 5 }, () => spin(studio, bearer, 'same', '5')));
  assert.equal(new Set(again.map(({ round }) => round.roundId)).size, 1);
  const { free } = await stateOf(studio, bearer);
  assert.equal((free?.awarded ?? 0) - (free?.left ?? 0), 1);
});

test('plays free spins inside the round that granted them, which the last one closes', async (t) => {
  const path = storePath(t);
  const studio = studioAt(wallet, path);
  t.after(() => studio.stop());
  const bearer = await openGame(studio, wallet, PLAYER, 'chaba-blossom');
  grantFreeSpins(path, 2, 0);
  wallet.calls.length = 0;
  const { round } = await spin(studio, bearer, 'trigger', '5');
  await spin(studio, bearer, 'first', '5');
  await spin(studio, bearer, 'last', '5');
  await spin(studio, bearer, 'paid', '5');
  const sent = wallet.calls.filter(({ operation }) => operation === 'betwin').map(({ body }) => body);
  assert.deepEqual(
    sent.slice(0, 3).map(({ roundId, freeSpins, roundClosed }) => [roundId, freeSpins, roundClosed]),
    [
      [round.roundId, 2, undefined],
      [round.roundId, 1, undefined],
      [round.roundId, undefined, true],
    ],
  );
  assert.notEqual(sent[3]?.['roundId'], round.roundId);
});

test('states the waiting spins of a round in its details', async (t) => {
  const path = storePath(t);
  const studio = studioAt(wallet, path);
  t.after(() => studio.stop());
  const bearer = await openGame(studio, wallet, PLAYER, 'chaba-blossom');
  grantFreeSpins(path, 2, 0);
  const { round } = await spin(studio, bearer, 'trigger', '5');
  const details = async () => {
    const { body } = await studio.callSigned('/studio-api/v1/round-details', { roundId: round.roundId });
    const found = body['round'] as { state: string; freeSpins?: number; transactions: unknown[] };
    return [found.state, found.freeSpins, found.transactions.length];
  };
  assert.deepEqual(await details(), ['open', 2, 2]);
  await spin(studio, bearer, 'first', '5');
  assert.deepEqual(await details(), ['open', 1, 4]);
  await spin(studio, bearer, 'last', '5');
  assert.deepEqual(await details(), ['settled', undefined, 6]);
});

test('ends the feature when its round has ended at the wallet', async (t) => {
  const path = storePath(t);
  const studio = studioAt(wallet, path);
  t.after(() => studio.stop());
  const bearer = await openGame(studio, wallet, PLAYER, 'chaba-blossom');
  grantFreeSpins(path, 8, 0);
  await spin(studio, bearer, 'trigger', '5');
  wallet.refuseBetsWith('BET_SETTLED');
  const refused = await spin(studio, bearer, 'refused', '5');
  wallet.refuseBetsWith(undefined);
  assert.equal(refused.round.code, 'BET_SETTLED');
  assert.equal(refused.free?.left, 0);
  assert.equal((await spin(studio, bearer, 'paid', '5')).round.isFree, undefined);
});

test('plays spins of a round that an older version ended in rounds of their own', async (t) => {
  const path = storePath(t);
  const studio = studioAt(wallet, path);
  t.after(() => studio.stop());
  const bearer = await openGame(studio, wallet, PLAYER, 'chaba-blossom');
  grantFreeSpins(path, 2, 0);
  await spin(studio, bearer, 'trigger', '5');
  edit(path, 'update studio_round set free_waiting = null');
  wallet.calls.length = 0;
  const one = await spin(studio, bearer, 'first', '5');
  assert.deepEqual([one.round.isFree, one.free?.left], [true, 1]);
  const [call] = wallet.calls.filter(({ operation }) => operation === 'betwin');
  assert.deepEqual([call?.body['roundId'], call?.body['roundClosed']], [one.round.roundId, true]);
});

test('takes the stake at the deal, shows five cards only, and pays the final hand', async (t) => {
  const { studio, bearer } = await openCardGarden(t);
  const { round } = await spin(studio, bearer, 'deal', '10');
  assert.equal(round.state, 'choosing');
  assert.equal(round.draws?.length, 5);
  assert.equal(round.payout, undefined);
  assert.equal(wallet.balanceOf(PLAYER), START - baht(10));
  assert.equal((await spin(studio, bearer, 'another', '10')).code, 'ROUND_OPEN');
  assert.deepEqual((await stateOf(studio, bearer)).round, round, 'a page that is loaded again finds the hand');

  for (const wrong of ['1111', '111112', '', '11a11']) {
    assert.equal((await decide(studio, bearer, round.roundId, wrong)).code, 'CHOICE_NOT_OFFERED', wrong);
  }
  const ended = await Promise.all(Array.from({ length: 5 }, () => decide(studio, bearer, round.roundId, '10100')));
  const settled = ended[0]?.round;
  assert.equal(settled?.state, 'settled');
  const draws = settled.draws ?? [];
  assert.deepEqual(drawHand(draws).slice(0, 5), drawHand(round.draws ?? []));
  const payout = money(baht(10) * BigInt(computePay(finalHand(draws, '10100'))));
  assert.equal(amountOf(settled.payout), payout);
  assert.equal(wallet.balanceOf(PLAYER), START - baht(10) + payout);
  assert.deepEqual(operations(), ['bet', 'win']);
  assert.equal((await decide(studio, bearer, round.roundId, '11111')).code, 'CHOICE_MADE');
});

test('keeps an open hand over a restart and pays once after a lost response', async (t) => {
  const path = storePath(t);
  const first = studioAt(wallet, path);
  const bearer = await openGame(first, wallet, PLAYER, 'card-garden');
  const { round } = await spin(first, bearer, 'deal', '5');
  await first.stop();

  const second = studioAt(wallet, path);
  t.after(() => second.stop());
  assert.equal((await stateOf(second, bearer)).round?.state, 'choosing');
  wallet.faults.push('lost', 'down');
  assert.equal((await decide(second, bearer, round.roundId, '00000')).round.state, 'checking');
  const end = await untilClosed(second, bearer, round.roundId);
  assert.equal(end.state, 'settled');
  assert.equal(wallet.balanceOf(PLAYER), START - baht(5) + amountOf(end.payout));
  assert.deepEqual(operations(), ['bet', 'win', 'win']);
});

test('plays an open hand with the best choice after twelve hours', async (t) => {
  const path = storePath(t);
  const first = studioAt(wallet, path);
  const bearer = await openGame(first, wallet, PLAYER, 'card-garden');
  const { round } = await spin(first, bearer, 'deal', '5');
  await first.stop();
  edit(path, 'update studio_round set created_at_ms = created_at_ms - 43200000, next_attempt_at_ms = 0');

  const second = studioAt(wallet, path);
  t.after(() => second.stop());
  const end = await untilClosed(second, bearer, round.roundId);
  assert.equal(end.state, 'settled');
  assert.match(end.decision ?? '', /^[01]{5}$/);
  assert.equal(wallet.balanceOf(PLAYER), START - baht(5) + amountOf(end.payout));
});

test('settles a hand and a cascade exactly under injected faults', async (t) => {
  const { studio, bearer } = await openCardGarden(t);
  const slot = await openGame(studio, wallet, PLAYER, 'naga-river');
  const demanded = { settle: 'separate', outOfOrder: true, duplicate: 2, late: 10, rounds: 3 };
  await studio.call('POST', '/studio/behaviour', demanded);
  const { round } = await spin(studio, bearer, 'deal', '5');
  await studio.call('POST', '/studio/behaviour', { ...demanded, lost: 1 });
  await decide(studio, bearer, round.roundId, '11111');
  const hand = await untilClosed(studio, bearer, round.roundId);
  const spun = await spin(studio, slot, 'cascade', '5');
  const cascade = await untilClosed(studio, slot, spun.round.roundId);
  assert.equal(wallet.balanceOf(PLAYER), START - baht(10) + amountOf(hand.payout) + amountOf(cascade.payout));
});

async function openCardGarden(t: TestContext): Promise<{ studio: TestStudio; bearer: string }> {
  const studio = studioAt(wallet);
  t.after(() => studio.stop());
  const bearer = await openGame(studio, wallet, PLAYER, 'card-garden');
  wallet.calls.length = 0;
  return { studio, bearer };
}

type Played = { round: RoundOnWire; free?: FreeRoundsOnWire; code?: string };

async function spin(studio: TestStudio, bearer: string, name: string, stake: string): Promise<Played> {
  const body = { stake, clientRoundId: clientRound(name) };
  return (await studio.call('POST', '/studio/v1/spin', body, bearer)).body as unknown as Played;
}

async function decide(studio: TestStudio, bearer: string, roundId: string, decision: string): Promise<Played> {
  const { body } = await studio.call('POST', '/studio/v1/decide', { roundId, decision }, bearer);
  return body as unknown as Played;
}

async function stateOf(studio: TestStudio, bearer: string): Promise<StateOnWire> {
  return (await studio.call('GET', '/studio/v1/state', undefined, bearer)).body as unknown as StateOnWire;
}

/** Edits the stored round so that it grants free spins, because a draw that grants them is rare. */
function grantFreeSpins(path: string, count: number, again?: number): void {
  edit(
    path,
    `create trigger granted after insert on studio_round when new.is_free = 0
      begin update studio_round set free_awarded = ${count}, free_waiting = ${count} where round_id = new.round_id; end`,
  );
  if (again === undefined) return;
  edit(
    path,
    `create trigger granted_again after insert on studio_round when new.is_free = 1
      begin update studio_round set free_awarded = ${again}, free_waiting = new.free_waiting - new.free_awarded + ${again}
        where round_id = new.round_id; end`,
  );
}

function edit(path: string, statement: string): void {
  const store = openStore(path);
  store.execute(statement);
  store.close();
}

function storePath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaba-features-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'sandbox.sqlite');
}

async function untilClosed(studio: TestStudio, bearer: string, roundId: string): Promise<RoundOnWire> {
  return until(async () => {
    const { body } = await studio.call('GET', `/studio/v1/rounds/${roundId}`, undefined, bearer);
    const round = body as unknown as RoundOnWire;
    return round.state === 'checking' || round.state === 'choosing' ? undefined : round;
  }, `round ${roundId} is still open`);
}

function operations(): string[] {
  return wallet.calls.map((call) => call.operation).filter((operation) => /bet|win|rollback/.test(operation));
}

function amountOf(text: string | undefined): Money {
  return parseProviderAmount(text ?? '') ?? money(-1n);
}
