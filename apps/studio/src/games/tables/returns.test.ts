// Stated returns of every place of every table, counted over all outcomes and simulated.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getOutcomes, computeReturn } from './returns.ts';
import { findRules, tableRules } from './rules/all.ts';
import { tableWords } from './rules/words.text.ts';
import { computeMaxStake, type TableRules } from './table-rules.ts';
import { playRounds } from './testing/play-rounds.ts';

/** Percent by place; a name that ends with a colon stands for every place that begins with it. */
const STATED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  baccarat: { banker: 98.94, player: 98.76, tie: 85.64, playerPair: 89.63, bankerPair: 89.63 },
  'baccarat-six': { banker: 98.54, player: 98.76, tie: 85.64, six: 91.56 },
  'suea-mangkon': {
    dragon: 96.26,
    tiger: 96.26,
    tie: 89.63,
    'suited-tie': 86.02,
    'dragon-odd': 94.23,
    'tiger-odd': 94.23,
    'dragon-even': 94.61,
    'tiger-even': 94.61,
    'dragon-red': 95,
    'dragon-black': 95,
    'tiger-red': 95,
    'tiger-black': 95,
  },
  roulette: { '': 97.29 },
  'hi-lo': {
    low: 97.5,
    high: 97.5,
    eleven: 93.75,
    'die:': 96.29,
    'dice:1-2-3': 96.66,
    'dice:4-5-6': 96.66,
    'dice:': 97.22,
    'low:1': 96.31,
    'low:2': 96.01,
    'low:3': 96.29,
    'low:4': 95.69,
    'high:4': 95.92,
    'high:5': 95.27,
    'high:6': 96.01,
  },
  'sic-bo': {
    small: 97.22,
    big: 97.22,
    odd: 97.22,
    even: 97.22,
    'total:4': 93.05,
    'total:5': 94.44,
    'total:6': 92.59,
    'total:7': 97.22,
    'total:8': 97.22,
    'total:9': 92.59,
    'total:10': 93.75,
    'total:11': 93.75,
    'total:12': 92.59,
    'total:13': 97.22,
    'total:14': 97.22,
    'total:15': 92.59,
    'total:16': 94.44,
    'total:17': 93.05,
    'die:': 96.29,
    'dice:': 97.22,
    'double:': 96.29,
    'triple:': 93.05,
    'any-triple': 94.44,
  },
  'nam-tao': { 'picture:': 96.29, 'pictures:': 97.22, 'one-colour': 94.44, 'any-triple': 94.44, 'three:': 93.05 },
  'kam-thua': { 'one:': 96.25, odd: 97.5, even: 97.5, 'win:': 97.5, 'three:': 98.25, 'two:': 97.5 },
  'si-rian': {
    odd: 97.5,
    even: 97.5,
    'heads:1': 95,
    'heads:3': 95,
    'heads:2': 95.62,
    'heads:0': 93.75,
    'heads:4': 93.75,
  },
  'pok-deng': { 'box:': 97.72, 'dealer-pair': 94.11, 'dealer-suited': 94.11, 'dealer-pok': 95.02 },
  'wong-lo': {
    'field:1': 93.94,
    'field:2': 97.25,
    'field:4': 95.14,
    'field:9': 97.04,
    'field:18': 93.04,
    'field:38': 95.98,
  },
};

/** Factors of a stated pay in a round: of none, one or two of the fields ×2 and ×10. */
const MULTIPLIERS: Readonly<Record<string, readonly number[]>> = { 'wong-lo': [1, 2, 4, 10, 20, 100] };

function statedOf(gameCode: string, type: string): number | undefined {
  const rows = STATED[gameCode] ?? {};
  // A pair that returns the stake on a third number.
  if (gameCode === 'kam-thua' && type.startsWith('two:') && type.includes('/')) return 98.75;
  return rows[type] ?? rows[`${type.split(':', 1)[0] ?? ''}:`] ?? rows[''];
}

for (const rules of tableRules) {
  const { gameCode, places } = rules;

  test(`${gameCode}: returns the stated share on every place, over all outcomes`, () => {
    for (const { type } of places) {
      const counted = Math.floor(computeReturn(rules, type) / 100) / 100;
      assert.equal(counted, statedOf(gameCode, type), type);
    }
    assert.equal(new Set(places.map(({ type }) => type)).size, places.length, 'every place is named once');
  });

  test(`${gameCode}: has a limit, a name and a pay below the cap for every place`, () => {
    const words = tableWords[gameCode] ?? assert.fail('words');
    const names = places.map(({ type }) => words.place(type));
    assert.equal(new Set(names).size, names.length, `${gameCode}: two places have one name`);
    for (const each of places) {
      assert.match(each.type, /^[\w:/-]{1,32}$/);
      assert.ok(computeMaxStake(each) * each.topPay <= 500_000, each.type);
    }
  });

  test(`${gameCode}: pays its stated pays, and no other, on every place`, () => {
    for (const { type, topPay, pays = [topPay] } of places) {
      const returns = getOutcomes(rules).rows.map(({ returned }) => returned.get(type)?.perMille ?? 0);
      const winning = [...new Set(returns.filter((perMille) => perMille > 1_000))].toSorted(
        (one, other) => one - other,
      );
      const multiplied = pays.flatMap((pay) => (MULTIPLIERS[gameCode] ?? [1]).map((times) => pay * times));
      const stated = multiplied.map((pay) => 1_000 + Math.round(pay * 1_000)).toSorted((one, other) => one - other);
      assert.deepEqual(winning, stated, type);
      assert.equal(winning.at(-1), 1_000 + Math.round(topPay * 1_000), type);
    }
  });

  test(`${gameCode}: never pays opposite places together`, () => {
    for (const [one, other] of rules.opposites) {
      for (const { returned } of getOutcomes(rules).rows) {
        const both = [one, other].every((type) => (returned.get(type)?.perMille ?? 0) > 1_000);
        assert.ok(!both, `${one} and ${other}`);
      }
    }
  });
}

test('counts all deals of a box and the dealer in pok deng, and all of six cards in baccarat', () => {
  // Ordered draws, times four for suits: 4 × 52 × 51 × 50 × 49 × 48 × 47 in ordered cards.
  assert.equal(getOutcomes(rulesNamed('pok-deng')).total, 4n * 52n * 51n * 50n * 49n * 48n * 47n);
  assert.equal(
    getOutcomes(rulesNamed('baccarat')).total,
    [416n, 415n, 414n, 413n, 412n, 411n].reduce((product, left) => product * left),
  );
  const { rows, total } = getOutcomes(rulesNamed('pok-deng'));
  const share = (wanted: number): number =>
    Number(
      (rows.reduce((sum, row) => sum + (row.returned.get('box:1')?.perMille === wanted ? row.weight : 0n), 0n) *
        100_000_000n) /
        total,
    ) / 1_000_000;
  assert.deepEqual(
    [share(1_950), share(0), share(1_000)].map((each) => Math.round(each * 10_000)),
    [454_064, 454_064, 91_873],
  );
});

function rulesNamed(gameCode: string): TableRules<unknown> {
  return findRules(gameCode) ?? assert.fail(gameCode);
}

/** returns.heavy.test.ts plays a million. */
const ROUNDS = 20_000;

for (const rules of tableRules) {
  test(`${rules.gameCode}: ${ROUNDS} seeded rounds return the counted shares`, () => playRounds(rules, ROUNDS, 11));
}
