// Amounts of baht: exact conversion in both directions, never rounded up.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import {
  add,
  baht,
  toBasisPoints,
  floorToSatang,
  formatBaht,
  fromBaht,
  max,
  min,
  money,
  parseBaht,
  parseTypedBaht,
  parseProviderAmount,
  roundProviderAmount,
  percentFloor,
  toPercent,
  formatPlainBaht,
  formatProviderAmount,
  subtract,
  multiply,
  toBaht,
  zeroMoney,
} from './money.ts';

const PARTS_LIMIT = 10n ** 16n;
const anyAmount = fc.bigInt({ min: 0n, max: PARTS_LIMIT - 1n }).map(money);
const satangAmount = fc
  .bigInt({ min: -(PARTS_LIMIT / 100n) + 1n, max: PARTS_LIMIT / 100n - 1n })
  .map((satang) => money(satang * 100n));

test('converts a JSON number of baht to an exact amount', () => {
  const table: [number, bigint][] = [
    [0, 0n],
    [-0, 0n],
    [0.1, 1_000n],
    [0.01, 100n],
    [1.15, 11_500n],
    [4.35, 43_500n],
    [500, 5_000_000n],
    [500.37, 5_003_700n],
    [-20.5, -205_000n],
    [999_999_999_999.99, 9_999_999_999_999_900n],
  ];
  for (const [number, parts] of table) assert.equal(fromBaht(number), parts, String(number));
});

test('rejects a JSON number that is not whole satang', () => {
  const refused = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0.001,
    1.005,
    0.1 + 0.2,
    1e21,
    1e-7,
    1e12,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_VALUE,
  ];
  for (const number of refused) assert.equal(fromBaht(number), undefined, String(number));
});

test('parses typed amounts with commas and Thai digits', () => {
  const table: [string, bigint][] = [
    ['500', 5_000_000n],
    [' 1,234.50 ', 12_345_000n],
    ['1,234,567', 12_345_670_000n],
    ['๑,๒๓๔.๕', 12_345_000n],
    ['0100', 1_000_000n],
    ['0', 0n],
  ];
  for (const [typed, parts] of table) assert.equal(parseBaht(typed), parts, typed);
});

test('parses a typed amount with a decimal comma or a point without satang', () => {
  const cases: readonly (readonly [typed: string, amount: string | undefined])[] = [
    ['500,50', '500.50'],
    ['๕๐๐,๕', '500.50'],
    ['500.', '500.00'],
    ['1,500', '1,500.00'],
    ['1,500.25', '1,500.25'],
    ['0,01', '0.01'],
    ['500,', undefined],
    ['1,500,25', undefined],
    ['500,505,5', undefined],
    ['1.500', undefined],
    ['.', undefined],
    ['', undefined],
  ];
  for (const [typed, amount] of cases) {
    const parsed = parseTypedBaht(typed);
    assert.equal(parsed && formatBaht(parsed), amount, typed);
  }
});

test('rejects text that is not an amount', () => {
  const refused = ['', ' ', '.', '5.', '.5', '1.234', '1,23', '1,2345', ',100', '-5', '+5', '1e3'];
  refused.push('0x10', '1 000', '฿5', '5 baht', '1'.repeat(13), '0'.repeat(41), '１００', '1.2.3');
  for (const typed of refused) assert.equal(parseBaht(typed), undefined, typed);
});

test('limits a provider amount to twelve digits and four decimals', () => {
  assert.equal(parseProviderAmount('0'), 0n);
  assert.equal(parseProviderAmount('0.0001'), 1n);
  assert.equal(parseProviderAmount('1284.5'), 12_845_000n);
  assert.equal(parseProviderAmount('999999999999.9999'), PARTS_LIMIT - 1n);
  const refused = ['', '00', '01', '1.', '.5', '-1', '+1', '1e3', '1,000', ' 1', '1\n', '1.00001'];
  refused.push('1000000000000', 'NaN', 'Infinity', '0x1', '๑');
  for (const text of refused) assert.equal(parseProviderAmount(text), undefined, text);
});

test('rounds a provider amount finer than 1/10,000 baht, down or to the nearest', () => {
  const table: [text: string, down: bigint, nearest: bigint][] = [
    ['0.30000000000000004', 3_000n, 3_000n],
    ['3.3000000000000003', 33_000n, 33_000n],
    ['0.7999999999999999', 7_999n, 8_000n],
    ['0.3333333333333333', 3_333n, 3_333n],
    ['0.6666666666666666', 6_666n, 6_667n],
    ['3.33335', 33_333n, 33_334n],
    ['3.33334999', 33_333n, 33_333n],
    ['0.00005', 0n, 1n],
    ['0.000049', 0n, 0n],
    ['1e-7', 0n, 0n],
    ['5e-5', 0n, 1n],
    ['1.5e3', 15_000_000n, 15_000_000n],
    ['1e+3', 10_000_000n, 10_000_000n],
    ['20', 200_000n, 200_000n],
    ['007', 70_000n, 70_000n],
    ['0', 0n, 0n],
    ['999999999999.9999', PARTS_LIMIT - 1n, PARTS_LIMIT - 1n],
  ];
  for (const [text, down, nearest] of table) {
    assert.equal(roundProviderAmount(text, 'down'), down, text);
    assert.equal(roundProviderAmount(text, 'nearest'), nearest, text);
  }
  const refused = ['', '-1', '-0.1', '+1', '.5', '1.', '1,000', ' 1', 'NaN', 'Infinity', '0x1', '1e', '1e9999', '1e12'];
  refused.push('1000000000000', '999999999999.99995', '๑', '1'.repeat(41), '1_000');
  for (const text of refused) assert.equal(roundProviderAmount(text, 'nearest'), undefined, text);
});

test('rounds an exact provider amount to itself', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      const text = formatProviderAmount(amount);
      assert.equal(roundProviderAmount(text, 'down'), amount);
      assert.equal(roundProviderAmount(text, 'nearest'), amount);
    }),
  );
});

test('rounds any number that a JSON body holds by less than 1/10,000 baht', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (number) => {
      const [down, nearest] = (['down', 'nearest'] as const).map((rounding) =>
        roundProviderAmount(String(number), rounding),
      );
      assert.ok(down !== undefined && nearest !== undefined);
      assert.ok(nearest - down === 0n || nearest - down === 1n);
      assert.ok(Math.abs(Number(down) / 10_000 - number) < 0.0001 + number * 1e-15);
    }),
  );
});

test('formats 0,0.00 for a screen and the shortest form for a sentence', () => {
  const table: [bigint, string, string][] = [
    [0n, '0.00', '0'],
    [12_345_000n, '1,234.50', '1234.50'],
    [1_000_000n, '100.00', '100'],
    [12_345_675_000n, '1,234,567.50', '1234567.50'],
    [199n, '0.01', '0.01'],
    [99n, '0.00', '0'],
    [-99n, '0.00', '0'],
    [-12_345_099n, '-1,234.50', '-1234.50'],
  ];
  for (const [parts, screen, sentence] of table) {
    assert.equal(formatBaht(money(parts)), screen);
    assert.equal(formatPlainBaht(money(parts)), sentence);
  }
});

test('rounds a percentage down to whole satang', () => {
  assert.equal(percentFloor(baht(333), 500), 166_500n);
  assert.equal(percentFloor(money(10_100n), 75), 0n);
  assert.equal(percentFloor(money(10_199n), 10_000), 10_100n);
  assert.throws(() => percentFloor(money(-1n), 500), RangeError);
});

test('converts a percentage with two decimals to exact basis points', () => {
  assert.equal(toBasisPoints(0.75), 75);
  assert.equal(toBasisPoints(5), 500);
  assert.equal(toBasisPoints(0.001), undefined);
  assert.equal(toBasisPoints(-1), undefined);
  assert.equal(toPercent(75), 0.75);
  assert.equal(toPercent(500), 5);
});

test('adds, subtracts, compares and multiplies amounts', () => {
  assert.equal(add(), zeroMoney);
  assert.equal(add(baht(1), baht(2), baht(3)), baht(6));
  assert.equal(subtract(baht(1), baht(3)), baht(-2));
  assert.equal(min(baht(1), baht(2)), baht(1));
  assert.equal(max(baht(1), baht(2)), baht(2));
  assert.equal(multiply(baht(100), 5), baht(500));
  assert.equal(multiply(baht(100), 5n), baht(500));
  assert.throws(() => baht(0.5), RangeError);
});

test('converts whole satang to the wire and back without loss', () => {
  fc.assert(fc.property(satangAmount, (amount) => assert.equal(fromBaht(toBaht(amount)), amount)));
});

test('converts a provider amount to text and back without loss', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => assert.equal(parseProviderAmount(formatProviderAmount(amount)), amount)),
  );
});

test('formats an amount to text that parses again and never exceeds it', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      const shown = parseBaht(formatBaht(amount));
      assert.equal(shown, floorToSatang(amount));
      assert.equal(parseBaht(formatPlainBaht(amount)), shown);
      assert.equal(fromBaht(toBaht(amount)), shown);
      assert.ok(shown !== undefined && shown <= amount && amount - shown < 100n);
    }),
  );
});

test('reads a number only as the amount that it prints', () => {
  fc.assert(
    fc.property(fc.double(), (number) => {
      const amount = fromBaht(number);
      if (amount !== undefined) assert.equal(toBaht(amount), number === 0 ? 0 : number);
    }),
  );
});

test('never throws on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      parseBaht(text);
      parseProviderAmount(text);
    }),
  );
});
