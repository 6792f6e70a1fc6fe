import assert from 'node:assert/strict';
import test from 'node:test';

import { decimals } from '#studio/games/slots/fraction';
import { seededNumbers } from '#studio/testing/seeded-numbers';

import { bestPlay, cardGarden } from './game.ts';
import { drawHand, DRAW_SIZES, finalHand, HAND_SIZE, findHand, computePay } from './maths.ts';
import { computeBestPlay, formatHold, createSolver } from './solver.ts';
import { testInFull } from '@chaba/testing/extent';

const RANK_LETTERS = '23456789TJQKA';
const SUIT_LETTERS = 'cdhs';
const solver = createSolver();

test('names each hand and pays from a pair of jacks upwards', () => {
  const cases: [string, string | undefined, number][] = [
    ['Ts Js Qs Ks As', 'royalFlush', 800],
    ['9s Ts Js Qs Ks', 'straightFlush', 50],
    ['Ah 2h 3h 4h 5h', 'straightFlush', 50],
    ['7c 7d 7h 7s 2c', 'fourOfAKind', 25],
    ['7c 7d 7h 2s 2c', 'fullHouse', 9],
    ['2c 5c 9c Jc Kc', 'flush', 6],
    ['Tc Jd Qh Ks Ac', 'straight', 4],
    ['Ac 2d 3h 4s 5c', 'straight', 4],
    ['Qc Kd Ah 2s 3c', undefined, 0],
    ['8c 8d 8h Ks 2c', 'threeOfAKind', 3],
    ['8c 8d Kh Ks 2c', 'twoPair', 2],
    ['Jc Jd 2h 5s 9c', 'jacksOrBetter', 1],
    ['Tc Td 2h 5s 9c', undefined, 0],
  ];
  for (const [cards, hand, pay] of cases) {
    for (let turn = 0; turn < HAND_SIZE; turn += 1) {
      const dealt = read(cards);
      const turned = [...dealt.slice(turn), ...dealt.slice(0, turn)];
      assert.equal(findHand(turned), hand, cards);
      assert.equal(computePay(turned), pay, cards);
    }
  }
});

test('picks ten different cards from ten numbers and leaves kept cards in place', () => {
  const next = seededNumbers(7);
  for (let round = 0; round < 2_000; round += 1) {
    const draws = DRAW_SIZES.map(next);
    const cards = drawHand(draws);
    assert.equal(new Set(cards).size, 10);
    assert.deepEqual(finalHand(draws, '11111'), cards.slice(0, 5));
    assert.deepEqual(finalHand(draws, '00000'), cards.slice(5));
    assert.deepEqual(finalHand(draws, '01010'), [cards[5], cards[1], cards[6], cards[3], cards[7]]);
  }
});

test('finds the known best choices, each valued as by counting every draw', () => {
  const known: [string, string][] = [
    ['Ts Js Qs Ks 2c', '11110'],
    ['Jc Jd Qs Ks As', '11000'],
    ['2c 7d 9h 4s 3c', '00000'],
    ['8c 8d 8h Ks 2c', '11100'],
  ];
  for (const [cards, hold] of known) {
    assert.equal(formatHold(solver.bestOf(read(cards)).kept), hold, cards);
  }
  const hand = read('Ts Js Qs Ks 2c');
  const rest = Array.from({ length: 52 }, (_, card) => card).filter((card) => !hand.includes(card));
  const kept = hand.slice(0, 4);
  const counted = rest.reduce((sum, card) => sum + computePay([...kept, card]), 0) / rest.length;
  assert.equal(solver.bestOf(hand).worth, counted);
  const pair = rest.reduce(
    (sum, one, index) =>
      sum + rest.slice(index + 1).reduce((inner, two) => inner + computePay([...hand.slice(0, 3), one, two]), 0),
    0,
  );
  const worth = solver.worthsOf(hand).find(({ kept: bits }) => bits === 0b00111)?.worth;
  assert.equal(worth, pair / ((rest.length * (rest.length - 1)) / 2));
});

testInFull('states the figures of the best play over every hand', () => {
  const { returned, sigma, paying, gaining, largest } = computeBestPlay(solver);
  assert.equal(String(Math.floor(returned * 10_000) / 100), cardGarden.returnPercent);
  assert.ok(Math.abs(returned - 0.995439) < 0.000001, String(returned));
  assert.deepEqual(
    {
      sigma: Math.round(sigma * 100) / 100,
      payingPercent: decimals(paying * 100, 2),
      gainingPercent: decimals(gaining * 100, 2),
      largestOneIn: Math.round(1 / largest),
    },
    bestPlay,
  );
});

test('returns the stated share in a sample with the best play, within three standard errors', () => {
  const next = seededNumbers(20_261_121);
  const rounds = 60_000;
  let [sum, squares] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const draws = DRAW_SIZES.map(next);
    const { kept } = solver.bestOf(drawHand(draws.slice(0, HAND_SIZE)));
    const pay = computePay(finalHand(draws, formatHold(kept)));
    sum += pay;
    squares += pay * pay;
  }
  const returned = sum / rounds;
  const standardError = Math.sqrt((squares / rounds - returned ** 2) / rounds);
  assert.ok(Math.abs(returned - 0.995439) <= 3 * standardError, `${returned} ± ${standardError}`);
});

function read(cards: string): number[] {
  return cards.split(' ').map(([rank = '', suit = '']) => RANK_LETTERS.indexOf(rank) * 4 + SUIT_LETTERS.indexOf(suit));
}
