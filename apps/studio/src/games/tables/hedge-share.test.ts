// Turnover of bets that cover each other: exact figures in baht, with pushes and opposite places.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, fromBaht, type Money, toBaht, zeroMoney } from '@chaba/money';

import { computeCounted, meanResults } from './hedge-share.ts';
import { findRules } from './rules/all.ts';
import { type PlaceReturn, type TableRules } from './table-rules.ts';

type Bets = Readonly<Record<string, number>>;
type Row = readonly [what: string, gameCode: string, bets: Bets, counted: number, share?: number];

const NUMBERS = Array.from({ length: 37 }, (_, number) => number);
const BLACK = [2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35];
const numbers = (count: number): Bets => onNumbers(NUMBERS.slice(37 - count));
const onNumbers = (list: readonly number[]): Bets => Object.fromEntries(list.map((number) => [`number:${number}`, 10]));

const FIGURES: readonly Row[] = [
  ['red', 'roulette', { red: 100 }, 100],
  ['12 numbers', 'roulette', numbers(12), 120],
  ['red and black', 'roulette', { red: 100, black: 100 }, 0, 0.027],
  ['red and black with 6 on zero', 'roulette', { red: 100, black: 100, 'number:0': 6 }, 0],
  ['37 numbers', 'roulette', numbers(37), 0, 0.027],
  ['36 numbers', 'roulette', numbers(36), 0],
  ['35 numbers', 'roulette', numbers(35), 0, 0.081],
  ['red and all black numbers', 'roulette', { red: 180, ...onNumbers(BLACK) }, 0],
  ['three dozens', 'roulette', { 'dozen:1': 100, 'dozen:2': 100, 'dozen:3': 100 }, 0],
  ['30 numbers', 'roulette', numbers(30), 105],
  ['24 numbers', 'roulette', numbers(24), 162],
  ['two dozens', 'roulette', { 'dozen:1': 100, 'dozen:2': 100 }, 135],
  ['player and banker', 'baccarat', { player: 100, banker: 100 }, 0, 0.013],
  ['player and less on the banker', 'baccarat', { player: 100, banker: 30 }, 70],
  ['fan tan 1 to 4', 'kam-thua', { 'one:1': 100, 'one:2': 100, 'one:3': 100, 'one:4': 100 }, 0, 0.038],
  ['two opposite pairs', 'kam-thua', { 'two:1-2': 100, 'two:3-4': 100 }, 0, 0.026],
  ['high, low and eleven', 'hi-lo', { high: 75, low: 100, eleven: 26 }, 0, 0.03],
  ['fan tan 1 and 2', 'kam-thua', { 'one:1': 100, 'one:2': 100 }, 192],
];

function rulesNamed(gameCode: string): TableRules<unknown> {
  return findRules(gameCode) ?? assert.fail(gameCode);
}

function stakesOf(bets: Bets): Map<string, Money> {
  return new Map(Object.entries(bets).map(([type, stake]) => [type, baht(stake)]));
}

const lost = (): PlaceReturn => ({ perMille: 0 });

for (const [what, gameCode, bets, expected, share] of FIGURES) {
  test(`counts ${expected} of ${what} at ${gameCode}`, () => {
    const rules = rulesNamed(gameCode);
    const stakes = stakesOf(bets);
    assert.equal(Math.floor(toBaht(computeCounted(rules, stakes, lost))), expected);
    const { together, apart } = meanResults(rules, stakes);
    const found = Number((together * 1_000_000n) / apart) / 1_000_000;
    if (share !== undefined) assert.ok(Math.abs(found - share) < 0.0006, `h ${found}`);
  });
}

test('counts no pushed stake, for any other bets', () => {
  const baccarat = rulesNamed('baccarat');
  const tie = (type: string): PlaceReturn =>
    type === 'tie' ? { perMille: 9_000 } : { perMille: 1_000, pushed: 'whole' };
  assert.equal(computeCounted(baccarat, stakesOf({ player: 100 }), tie), zeroMoney);
  assert.equal(computeCounted(baccarat, stakesOf({ player: 100, banker: 30 }), tie), zeroMoney);
  const dragonTiger = rulesNamed('suea-mangkon');
  const half = (): PlaceReturn => ({ perMille: 500, pushed: 'half' });
  assert.equal(computeCounted(dragonTiger, stakesOf({ dragon: 101 }), half), fromBaht(50.5));
});

test('counts at most the stakes and never a negative amount, for any bets of any table', () => {
  for (const gameCode of ['suea-mangkon', 'sic-bo', 'nam-tao', 'si-rian', 'pok-deng', 'wong-lo']) {
    const rules = rulesNamed(gameCode);
    const all = rules.places.map(({ type }) => type);
    for (const types of [all, all.slice(0, 1), all.slice(1, 4), all.filter((_, index) => index % 2 === 0)]) {
      const stakes = stakesOf(Object.fromEntries(types.map((type, index) => [type, 10 + index])));
      const sum = [...stakes.values()].reduce((total, stake) => total + stake, 0n);
      const counted = computeCounted(rules, stakes, lost);
      assert.ok(counted >= 0n && counted <= sum, `${gameCode} ${counted} of ${sum}`);
      if (types.length === 1) assert.equal(counted, sum, `${gameCode} ${types.join()}`);
    }
  }
});
