// Parses the terms of a wheel as typed: lines of name=value, a line for each field. Pure.
//
//     on=yes
//     turnover=1
//     coindeposit=1000
//     cointurnover=1000
//     field=NONE 0 5375
//     field=BAHT 5.00 800
//
// Always true: an unknown name or a wrong value is an InputError that names its term. A wheel has 2 to 64 fields, and
// one at least wins nothing or money, so that spins end.
//
// Elsewhere: versions of the wheel (modules/wheel), its cost (packages/promotions, cost.ts).

import { formatBaht, money } from '@chaba/money';
import { computeCoinWorth } from '@chaba/promotions/cost';

import type { Field, FieldKind, WheelVersion } from '#modules/wheel';

import { InputError, parseAmount, parseTerm, requireTerm, withTerm } from './input.ts';

const KINDS: readonly FieldKind[] = ['NONE', 'BAHT', 'COIN', 'SPIN'];
const FIELDS_MIN = 2;
const FIELDS_MAX = 64;
const WEIGHT_MAX = 1_000_000;
const COUNT_MAX = 100;
const NONE = 'none';

type Terms = Omit<WheelVersion, 'version'>;

const terms: Readonly<Record<string, (value: string, before: Terms) => Partial<Terms>>> = {
  on: (value) => ({ isOn: parseSwitch(value) }),
  turnover: (value) => ({ turnoverTimes: parseCount(value, COUNT_MAX) }),
  coindeposit: (value) => ({ coinDeposit: parseCoinAmount(value) }),
  cointurnover: (value) => ({ coinTurnover: parseCoinAmount(value) }),
  field: (value, { segments }) => ({ segments: [...segments, parseField(value)] }),
};

export function parseWheel(words: readonly string[]): Terms {
  let wheel: Terms = { isOn: true, segments: [], turnoverTimes: 1, coinDeposit: null, coinTurnover: null };
  for (const [name, value] of words.map(parseTerm)) {
    const parse = requireTerm(terms, name);
    const before = wheel;
    wheel = { ...before, ...withTerm(name, () => parse(value, before)) };
  }
  const { segments } = wheel;
  if (segments.length < FIELDS_MIN || segments.length > FIELDS_MAX) {
    throw new InputError(`A wheel has ${FIELDS_MIN} to ${FIELDS_MAX} fields.`, 2, 'field');
  }
  if (!Number.isFinite(computeCoinWorth(wheel))) {
    throw new InputError('A spin wins a spin or more on average: it never ends.', 2, 'field');
  }
  return wheel;
}

/** The lines that `parseWheel` reads. */
export function formatWheel({ isOn, segments, turnoverTimes, coinDeposit, coinTurnover }: Terms): string {
  return [
    `on=${isOn ? 'yes' : 'no'}`,
    `turnover=${turnoverTimes}`,
    `coindeposit=${coinDeposit === null ? NONE : formatBaht(coinDeposit)}`,
    `cointurnover=${coinTurnover === null ? NONE : formatBaht(coinTurnover)}`,
    ...segments.map((field) => `field=${formatField(field)}`),
  ].join('\n');
}

/** "BAHT 5.00 800": kind, amount or count, weight. */
function formatField({ kind, amount, weight }: Field): string {
  return `${kind} ${kind === 'BAHT' ? formatBaht(money(amount)) : String(amount)} ${weight}`;
}

function parseField(value: string): Field {
  const [kindText = '', amountText = '', weightText = '', ...more] = value.split(/\s+/);
  const kind = KINDS.find((each) => each === kindText);
  if (kind === undefined || more.length > 0) {
    throw new InputError(`A field is ${KINDS.join(', ')}, an amount and a weight, not "${value}".`, 2);
  }
  const weight = parseCount(weightText, WEIGHT_MAX);
  const amount = kind === 'BAHT' ? parseAmount(amountText) : BigInt(parseCount(amountText, COUNT_MAX));
  if (weight === 0 || (kind === 'NONE') !== (amount === 0n)) {
    throw new InputError(`"${value}" wins nothing although it should, or has no weight.`, 2);
  }
  return { kind, amount, weight };
}

function parseCoinAmount(value: string): WheelVersion['coinDeposit'] {
  if (value === NONE) return null;
  const amount = parseAmount(value);
  if (amount === 0n) throw new InputError(`A coin is earned by an amount, or by ${NONE}.`, 2);
  return amount;
}

function parseSwitch(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new InputError(`This is yes or no, not "${value}".`, 2);
  return value === 'yes';
}

function parseCount(value: string, most: number): number {
  if (!/^\d{1,7}$/.test(value) || Number(value) > most) {
    throw new InputError(`"${value}" is no whole number from 0 to ${most}.`, 2);
  }
  return Number(value);
}
