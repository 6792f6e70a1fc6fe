// The rules of baccarat, its shoe, and what its bets return: counted exactly and played.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { add, baht, fromBaht, zeroMoney } from '@chaba/money';

import { hmacSha256 } from '#studio/fairness/sha256';
import { seededNumbers } from '#studio/testing/seeded-numbers';

import { countDeals, returnsOf } from './odds.ts';
import { bankerDraws, countedStake, dealFrom, payoutOf, resultOf, type Spot, SPOTS } from './rules.ts';
import { roundsOfShoe, SHOE_CARDS, shuffledShoe } from './shoe.ts';

const SEED = 'ab'.repeat(32);
const nodeHmac = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  createHmac('sha256', key).update(message).digest();

test('the bank draws by the fixed table', () => {
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

test('a natural ends the round; otherwise the third cards come in their order', () => {
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

test('wins, commission, pushes and pairs pay to the satang', () => {
  const banker = resultOf({ player: [0, 13], banker: [7, 12] });
  assert.deepEqual(banker, {
    winner: 'banker',
    playerPoints: 2,
    bankerPoints: 8,
    isPlayerPair: true,
    isBankerPair: false,
  });
  const paid = (spot: Spot, result = banker) => payoutOf(spot, baht(10), result);
  assert.deepEqual(
    SPOTS.map((spot) => paid(spot)),
    [zeroMoney, fromBaht(19.5), zeroMoney, baht(120), zeroMoney],
  );
  const tie = resultOf({ player: [5, 12], banker: [3, 1] });
  assert.deepEqual(
    SPOTS.map((spot) => paid(spot, tie)),
    [baht(10), baht(10), baht(90), zeroMoney, zeroMoney],
  );
});

test('what counts for the turnover is what stood at risk: never both sides, never a push', () => {
  const stakes = new Map<Spot, ReturnType<typeof baht>>([
    ['player', baht(100)],
    ['banker', baht(30)],
    ['tie', baht(5)],
  ]);
  assert.equal(countedStake(stakes, resultOf({ player: [0, 13], banker: [7, 12] })), baht(75));
  assert.equal(countedStake(stakes, resultOf({ player: [5, 12], banker: [3, 1] })), baht(5));
});

test('over every deal there is, banker returns 98.94 %, player 98.76 %, tie 85.64 %, pairs 89.64 %', () => {
  const { player, banker, tie, all } = countDeals();
  assert.equal(
    all,
    [416n, 415n, 414n, 413n, 412n, 411n].reduce((product, left) => product * left),
  );
  const share = (part: bigint) => Number((part * 1_000_000n) / all);
  assert.deepEqual([share(player), share(banker), share(tie)], [446_246, 458_597, 95_155]);
  assert.deepEqual(returnsOf(), {
    player: 987_649,
    banker: 989_420,
    tie: 856_403,
    playerPair: 896_385,
    bankerPair: 896_385,
  });
});

test('a seed shuffles one shoe: all 416 cards, by either implementation of the draw', () => {
  const shoe = shuffledShoe(nodeHmac, 'baccarat', SEED);
  assert.deepEqual(shuffledShoe(hmacSha256, 'baccarat', SEED), shoe);
  const counts = Array.from({ length: 52 }, (_, card) => shoe.filter((each) => each === card).length);
  assert.deepEqual(new Set(counts), new Set([8]));
  const rounds = roundsOfShoe(shoe);
  assert.ok(rounds.length > 60 && rounds.length < 100, `${rounds.length} rounds`);
  assert.ok(rounds.flatMap(({ player, banker }) => [...player, ...banker]).length <= SHOE_CARDS);
});

test('played, the bets return what was counted, within three deviations', () => {
  const number = seededNumbers(7);
  const rounds = 60_000;
  const paid = new Map(SPOTS.map((spot) => [spot, zeroMoney]));
  for (let round = 0; round < rounds; round += 1) {
    const result = resultOf(dealFrom(Array.from({ length: 6 }, () => number(52))));
    for (const spot of SPOTS) paid.set(spot, add(paid.get(spot) ?? zeroMoney, payoutOf(spot, baht(1), result)));
  }
  // An endless shoe differs from eight decks by less than these widths, pairs aside: theirs is 1 in 13.
  const deviations = { player: 0.95, banker: 0.93, tie: 2.64, playerPair: 3.2, bankerPair: 3.2 };
  const expected = { ...returnsOf(), playerPair: 923_077, bankerPair: 923_077 };
  for (const spot of SPOTS) {
    const seen = Number(paid.get(spot)) / rounds / 10_000;
    const width = (3 * deviations[spot]) / Math.sqrt(rounds);
    assert.ok(Math.abs(seen - expected[spot] / 1_000_000) < width + 0.001, `${spot}: ${seen}`);
  }
});
