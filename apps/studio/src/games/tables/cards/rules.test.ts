// Rules of baccarat, its shoe and the returns of its bets, counted exactly and simulated.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { baht, fromBaht, zeroMoney } from '@chaba/money';

import { hmacSha256 } from '#studio/fairness/sha256';

import { bankerDraws, dealFrom, computePayout, computeResult, type Spot, SPOTS } from './rules.ts';
import { roundsOfShoe, SHOE_CARDS, shuffledShoe } from './shoe.ts';

const SEED = 'ab'.repeat(32);
const nodeHmac = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  createHmac('sha256', key).update(message).digest();

test('draws the third card of the banker by the fixed table', () => {
  const table = Array.from({ length: 8 }, (_, points) =>
    Array.from({ length: 10 }, (_each, pip) => (bankerDraws(points, pip) ? 'D' : 's')).join(''),
  );
  assert.deepEqual(table, [
    'DDDDDDDDDD',
    'DDDDDDDDDD',
    'DDDDDDDDDD',
    'DDDDDDDDsD',
    'ssDDDDDDss',
    'ssssDDDDss',
    'ssssssDDss',
    'ssssssssss',
  ]);
  assert.deepEqual(
    [5, 6].map((points) => bankerDraws(points, undefined)),
    [true, false],
  );
});

test('ends a round at a natural and deals third cards in order otherwise', () => {
  const [ace, two, three, four, five, seven, eight, king] = [0, 1, 2, 3, 4, 6, 7, 12];
  assert.deepEqual(dealFrom([four, king, five, two, ace, ace]), { player: [four, five], banker: [king, two] });
  assert.deepEqual(dealFrom([three, king, three, five, two, ace]), {
    player: [three, three],
    banker: [king, five, two],
  });
  assert.deepEqual(dealFrom([ace, king, ace, three, eight, ace]), { player: [ace, ace, eight], banker: [king, three] });
  assert.deepEqual(dealFrom([ace, king, ace, three, seven, ace]), {
    player: [ace, ace, seven],
    banker: [king, three, ace],
  });
});

test('pays wins, commission, pushes and pairs to the satang', () => {
  const banker = computeResult({ player: [0, 13], banker: [7, 12] });
  assert.deepEqual(banker, {
    winner: 'banker',
    playerPoints: 2,
    bankerPoints: 8,
    isPlayerPair: true,
    isBankerPair: false,
  });
  const paid = (spot: Spot, result = banker) => computePayout(spot, baht(10), result);
  assert.deepEqual(
    SPOTS.map((spot) => paid(spot)),
    [zeroMoney, fromBaht(19.5), zeroMoney, baht(120), zeroMoney],
  );
  const tie = computeResult({ player: [5, 12], banker: [3, 1] });
  assert.deepEqual(
    SPOTS.map((spot) => paid(spot, tie)),
    [baht(10), baht(10), baht(90), zeroMoney, zeroMoney],
  );
});

test('shuffles all 416 cards by the seed, identically in both implementations of the draw', () => {
  const shoe = shuffledShoe(nodeHmac, 'baccarat', SEED);
  assert.deepEqual(shuffledShoe(hmacSha256, 'baccarat', SEED), shoe);
  const counts = Array.from({ length: 52 }, (_, card) => shoe.filter((each) => each === card).length);
  assert.deepEqual(new Set(counts), new Set([8]));
  const rounds = roundsOfShoe(shoe);
  assert.ok(rounds.length > 60 && rounds.length < 100, `${rounds.length} rounds`);
  assert.ok(rounds.flatMap(({ player, banker }) => [...player, ...banker]).length <= SHOE_CARDS);
});
