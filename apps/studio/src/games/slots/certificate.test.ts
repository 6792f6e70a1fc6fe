import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { drawings } from '@chaba/art/drawings';

import { plantErrors } from '#studio/testing/planted-errors';

import {
  classifyVolatility,
  findMismatches,
  readCertificate,
  STANDARD_ERRORS_MAX,
  standardErrorsAway,
} from './certificate.ts';
import { countReturn } from './exact.ts';
import { fraction, freeSpinsAfter, percentText, plus, times, toNumber } from './fraction.ts';
import { readTitle } from './read-title.ts';
import { simulate, summarise, xoshiro } from './simulation.ts';
import { featureOf, type Mechanic, mechanicOf, type SlotTitle } from './title.ts';
import { dueanPhanThang } from './titles/duean-phan-thang.ts';
import { samLoSamKhan } from './titles/sam-lo-sam-khan.ts';
import { slotTitles } from './titles/titles.ts';
import { titleNames } from './titles/titles.text.ts';
import { yiPeng } from './titles/yi-peng.ts';

/** Largest error of a percentage that is rounded to four decimals. */
const ROUNDED = 0.000_05;

test('counts yi-peng and its parts exactly', () => {
  const { total, parts } = countReturn(yiPeng);
  assert.equal(percentText(total, 4), '95.9582');
  assert.deepEqual(
    Object.entries(parts).map(([name, part]) => `${name} ${percentText(part)}`),
    ['windows 55.11', 'scatters 1.21', 'holdAndSpin 31.70', 'freeSpins 7.92'],
  );
});

test('counts duean-phan-thang to its fraction', () => {
  const { total } = countReturn(dueanPhanThang);
  assert.deepEqual(total, {
    numerator: 1_217_617_752_283_090_100_558_677_502_900_651n,
    denominator: 1_267_827_354_223_403_654_702_694_400_000_000n,
  });
});

for (const title of slotTitles) {
  test(`${title.gameCode} fits its certificate`, () => {
    // Every window of a cascade is counted by certificate.heavy.test.ts; here the hashes are compared.
    const exact = featureOf(title, 'cascade') ? undefined : countReturn(title);
    assert.deepEqual(findMismatches(title, readCertificate(title.gameCode), exact), []);
  });
}

test('simulates at least 100,000,000 rounds of every title', () => {
  const few = slotTitles.filter(({ gameCode }) => readCertificate(gameCode).simulated.rounds < 100_000_000);
  assert.deepEqual(
    few.map(({ gameCode }) => gameCode),
    [],
  );
});

test('records as many standard errors as exact return, simulated return and standard error give', () => {
  for (const { gameCode } of slotTitles) {
    const { exact, simulated } = readCertificate(gameCode);
    const error = Number(simulated.standardErrorPercent);
    const returned = toNumber({ numerator: BigInt(exact.numerator), denominator: BigInt(exact.denominator) });
    const away = Math.abs(Number(simulated.percent) - returned * 100) / error;
    assert.ok(error > 0 && away <= STANDARD_ERRORS_MAX, `${gameCode}: ${away}`);
    // The report rounds both percentages to four decimals and the number to two.
    const rounded = (ROUNDED * (1 + away)) / error + 0.005;
    assert.ok(Math.abs(simulated.standardErrorsAway - away) <= rounded, `${gameCode}: ${away}`);
  }
});

test('rejects a changed pay, stop and weight and a missing drawing of each mechanic', () => {
  const seen = new Set<Mechanic>();
  for (const title of slotTitles) {
    const mechanic = mechanicOf(title);
    if (seen.has(mechanic)) continue;
    seen.add(mechanic);
    for (const [change, planted] of Object.entries(plantErrors(title))) {
      const exact = featureOf(title, 'cascade') ? undefined : countReturn(planted);
      const found = findMismatches(planted, readCertificate(title.gameCode), exact);
      assert.ok(found.includes('definition'), `${title.gameCode}: ${change}`);
      assert.ok(exact === undefined || found.includes('exact return'), `${title.gameCode}: ${change}`);
    }
    for (const letter of Object.keys(title.look.symbols)) {
      const { [letter]: _without, ...symbols } = title.look.symbols;
      const planted = { ...title, look: { ...title.look, symbols } };
      assert.throws(() => readTitle(planted), /expected a drawing of the letter/, `${title.gameCode}: ${letter}`);
    }
  }
  assert.equal(seen.size, 8);
});

test('finds by simulation a pay that the exact count omits', () => {
  const played = summarise([simulate(plantErrors(samLoSamKhan).pay, 300_000, xoshiro('planted', 0))]);
  assert.ok(standardErrorsAway(countReturn(samLoSamKhan).total, played) > 3.5);
  const same = summarise([simulate(samLoSamKhan, 300_000, xoshiro('planted', 0))]);
  assert.ok(standardErrorsAway(countReturn(samLoSamKhan).total, same) <= 3.5);
});

test('repeats a simulation from its seed and worker', () => {
  const [one, two, other] = [0, 0, 1].map((worker) => Array.from({ length: 8 }, xoshiroOf('a seed', worker)));
  assert.deepEqual(one, two);
  assert.notDeepEqual(one, other);
  // The reports of the titles were simulated with these numbers; the large sizes skip some.
  assert.deepEqual(
    [36, 36, 1000, 3_000_000_000, 3_000_000_000, 7, 7, 7].map(xoshiro('a seed', 0)),
    [5, 17, 308, 1_883_026_821, 1_275_483_082, 6, 6, 4],
  );
});

test('gives each title its own name, look, strips and pays', () => {
  const unique = (of: (title: SlotTitle) => string): void =>
    assert.equal(new Set(slotTitles.map(of)).size, slotTitles.length);
  unique(({ gameCode }) => titleNames[gameCode] ?? '');
  unique((title) => `${title.look.world} ${mechanicOf(title)}`);
  unique(({ look }) => `${look.world} ${look.palette}`);
  unique(({ base }) => base.strips.join(' '));
  unique(({ pays }) => JSON.stringify(pays.table));
  for (const { look } of slotTitles) for (const name of Object.values(look.symbols)) assert.ok(name in drawings, name);
});

test('keeps each title in a file of 60 lines without functions', () => {
  const folder = join(import.meta.dirname, 'titles');
  const files = readdirSync(folder).filter((file) => !/^titles(\.text)?\.ts$/.test(file));
  assert.equal(files.length, slotTitles.length);
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    assert.ok(text.trimEnd().split('\n').length <= 60, file);
    assert.doesNotMatch(text, /=>|function/, file);
  }
});

test('uses each mechanic in five titles or more, and every class of volatility', () => {
  const byMechanic = Map.groupBy(slotTitles, mechanicOf);
  assert.equal(byMechanic.size, 8);
  for (const [mechanic, titles] of byMechanic) assert.ok(titles.length >= 5, mechanic);
  const classes = slotTitles.map(({ gameCode }) => readCertificate(gameCode).volatility);
  assert.deepEqual(new Set(classes), new Set([1, 2, 3, 4, 5]));
});

test('classifies volatility by the standard deviation', () => {
  assert.deepEqual(
    [0, 3.99, 4, 6.9, 7, 10.9, 11, 15.9, 16, 90].map(classifyVolatility),
    [1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
  );
});

test('computes with fractions in lowest terms', () => {
  assert.deepEqual(plus(fraction(1, 6), fraction(1, 3)), fraction(1, 2));
  assert.deepEqual(times(fraction(2, 3), fraction(3, 4)), fraction(1, 2));
  assert.deepEqual(freeSpinsAfter(fraction(1, 10), fraction(1, 2)), fraction(1, 5));
  assert.throws(() => freeSpinsAfter(fraction(1, 10), fraction(1)), /less than one free spin/);
  assert.equal(percentText(fraction(1, 3)), '33.33');
});

test('rejects a definition with the place of its error', () => {
  const change = (part: Partial<SlotTitle>): SlotTitle => ({ ...yiPeng, ...part });
  const symbols = { ...yiPeng.look.symbols };
  const { S: _scatter, ...withoutScatter } = symbols;
  const ways = { kind: 'ways', table: yiPeng.pays.table } as const;
  for (const [planted, message] of [
    [
      change({ look: { ...yiPeng.look, symbols: withoutScatter } }),
      /base\.strips\[0\]: expected a drawing of the letter S/,
    ],
    [
      change({ look: { ...yiPeng.look, symbols: { ...symbols, E: 'nothing' as 'bell' } } }),
      /look\.symbols\.E: expected the name of a drawing/,
    ],
    [change({ look: { ...yiPeng.look, symbols: { ...symbols, Z: 'bell' } } }), /look\.symbols\.Z: expected a pay/],
    [change({ base: { ...yiPeng.base, strips: yiPeng.base.strips.slice(1) } }), /base\.strips: expected 5 strips/],
    [change({ base: { ...yiPeng.base, times: [] } }), /base\.times/],
    [change({ pays: ways }), /no wild, because a way of wilds/],
    [
      change({ pays: { ...yiPeng.pays, table: { ...yiPeng.pays.table, E: [800, 200, 4000] } } as typeof yiPeng.pays }),
      /pays\.table\.E: expected rising/,
    ],
    [
      change({ features: [{ kind: 'freeSpins', letter: 'S', grants: { 0: 2 } }, ...yiPeng.features.slice(1)] }),
      /less than one free spin/,
    ],
    [change({ features: [...yiPeng.features, { kind: 'cascade' }] }), /cascade without holdAndSpin/],
    [change({ grid: { reels: 7, rows: 3 } }), /grid: expected 3 to 6 reels/],
  ] as const) {
    assert.throws(() => readTitle(planted), message);
  }
  for (const title of slotTitles) assert.equal(readTitle(title), title);
});

function xoshiroOf(seed: string, worker: number): () => number {
  const next = xoshiro(seed, worker);
  return () => next(1_000_000);
}
