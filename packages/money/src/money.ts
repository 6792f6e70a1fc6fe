// Amounts of baht as exact integers.
//
// `Money` counts 1/10,000 baht in a bigint (THB/4), because game providers use up to four decimals. Text and JSON
// numbers are converted to `Money` only here, digit by digit, so no amount passes through float arithmetic.
//
// Always true: fractions below a satang are never rounded up, neither on the wire nor on a screen.
//
// Elsewhere: limits of an amount per endpoint (contract), movements of amounts (ledger).

declare const unit: unique symbol;

/** A count of 1/10,000 baht. Differences may be negative. */
export type Money = bigint & { readonly [unit]: 'THB/4' };

/** Four decimals: 10,000 parts to the baht, 100 parts to the satang. */
export const PARTS_PER_BAHT = 10_000n;
const PARTS_PER_SATANG = 100n;

/** Twelve integer digits with two decimals are exact in a JSON number. */
const BAHT_DIGITS_MAX = 12;
const PROVIDER_PARTS_LIMIT = 10n ** BigInt(BAHT_DIGITS_MAX) * PARTS_PER_BAHT;

export const zeroMoney = 0n as Money;

/** Money from a raw count of 1/10,000 baht, such as a database column. */
export function money(parts: bigint): Money {
  return parts as Money;
}

/** A constant of whole baht: `baht(100)`. */
export function baht(whole: number): Money {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number of baht: ${whole}`);
  return money(BigInt(whole) * PARTS_PER_BAHT);
}

/**
 * Converts a JSON number of baht with at most two decimals; undefined for any other number.
 *
 * It reads the shortest decimal text of the number, so 0.1 is ten satang and 0.30000000000000004 is rejected, not
 * rounded.
 */
export function fromBaht(number: number): Money | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(number));
  if (!match) return undefined;

  const [, sign, whole = '', decimals = ''] = match;
  if (whole.length > BAHT_DIGITS_MAX) return undefined;

  const parts = toParts(whole, decimals);
  return money(sign === '-' ? -parts : parts);
}

/** The JSON number of an amount in whole satang, truncated toward zero. */
export function toBaht(amount: Money): number {
  const { sign, whole, satang } = split(amount);
  const number = Number(`${whole}.${satang}`);
  // JSON writes -0 as 0, but a strict comparison distinguishes them.
  return sign === '-' && number !== 0 ? -number : number;
}

/** Parses typed text such as "1,234.50" or " ๕๐๐ "; undefined if it is not an amount of whole satang. */
export function parseBaht(typed: string): Money | undefined {
  // Longer than any amount.
  if (typed.length > 40) return undefined;

  const text = westernDigits(typed).trim();
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;

  const [, grouped = '', decimals = ''] = match;
  const whole = grouped.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  if (whole.length > BAHT_DIGITS_MAX) return undefined;
  return money(toParts(whole, decimals));
}

/** The same of a field, where "500,50" and "500." occur on the way: a comma before one or two digits is a point. */
export function parseTypedBaht(typed: string): Money | undefined {
  return parseBaht(
    westernDigits(typed)
      .trim()
      .replace(/^(\d+)(?:,(\d{1,2})|\.)$/, (_, whole: string, satang = '0') => `${whole}.${satang}`),
  );
}

/** Parses a provider amount: a decimal text with at most four decimals. */
export function parseProviderAmount(text: string): Money | undefined {
  const match = /^(0|[1-9]\d{0,11})(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) return undefined;

  const [, whole = '', decimals = ''] = match;
  return money(toParts(whole, decimals));
}

/** How an amount finer than 1/10,000 baht becomes one: never more than stated, or to the nearest with halves up. */
export type ProviderRounding = 'down' | 'nearest';

/**
 * Parses a provider amount of any precision, also with an exponent ("3.3333333333333335", "1e-7"), and rounds what is
 * finer than 1/10,000 baht; undefined for any other text, a negative number, or more than twelve integer digits.
 */
export function roundProviderAmount(text: string, rounding: ProviderRounding): Money | undefined {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (!match) return undefined;

  const [, whole = '', decimals = '', exponent = '0'] = match;
  // The value is digits × 10^shift, in 1/10,000 baht.
  const digits = BigInt(whole + decimals);
  const shift = Number(exponent) - decimals.length + 4;
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const parts = (digits * 10n ** BigInt(Math.max(0, shift)) + (rounding === 'nearest' ? divisor / 2n : 0n)) / divisor;
  return parts < PROVIDER_PARTS_LIMIT ? money(parts) : undefined;
}

/** Formats a provider amount, always with four decimals: "1284.5000". */
export function formatProviderAmount(amount: Money): string {
  const { sign, whole, parts } = split(amount);
  return `${sign}${whole}.${String(parts).padStart(4, '0')}`;
}

/** Formats for a screen: "1,234.50". */
export function formatBaht(amount: Money): string {
  const { sign, whole, satang } = split(amount);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return sign === '-' && !isBelowSatang(amount) ? `-${grouped}.${satang}` : `${grouped}.${satang}`;
}

/** Formats for a sentence: "100", or "100.50" with satang. */
export function formatPlainBaht(amount: Money): string {
  const { sign, whole, satang } = split(amount);
  const text = satang === '00' ? whole : `${whole}.${satang}`;
  return sign === '-' && !isBelowSatang(amount) ? `-${text}` : text;
}

export function add(...amounts: readonly Money[]): Money {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return money(total);
}

export function subtract(from: Money, amount: Money): Money {
  return money(from - amount);
}

export function min(first: Money, second: Money): Money {
  return first < second ? first : second;
}

export function max(first: Money, second: Money): Money {
  return first > second ? first : second;
}

/** A whole multiple, such as a turnover requirement of five times the deposit. */
export function multiply(amount: Money, count: number | bigint): Money {
  return money(amount * BigInt(count));
}

/**
 * A share of an amount in basis points (1/100 percent), rounded down to whole satang. Negative amounts are rejected,
 * because rounding down would favour the other side.
 */
export function percentFloor(amount: Money, basisPoints: number | bigint): Money {
  const share = BigInt(basisPoints);
  if (amount < 0n || share < 0n) throw new RangeError('a percentage of a negative amount');
  return floorToSatang(money((amount * share) / 10_000n));
}

/** The amount in whole satang, truncated toward zero. */
export function floorToSatang(amount: Money): Money {
  return money((amount / PARTS_PER_SATANG) * PARTS_PER_SATANG);
}

/** Converts a percentage with at most two decimals to basis points: 0.75 is 75. Undefined for any other number. */
export function toBasisPoints(percent: number): number | undefined {
  // Hundredths of a percent have the same digits as satang.
  const exact = fromBaht(percent);
  return exact === undefined || exact < 0n ? undefined : Number(exact / PARTS_PER_SATANG);
}

/** Converts basis points to a percentage: 75 is 0.75. */
export function toPercent(basisPoints: number): number {
  return toBaht(money(BigInt(basisPoints) * PARTS_PER_SATANG));
}

function toParts(whole: string, decimals: string): bigint {
  return BigInt(whole) * PARTS_PER_BAHT + BigInt(decimals.padEnd(4, '0'));
}

function isBelowSatang(amount: Money): boolean {
  return amount > -PARTS_PER_SATANG && amount < PARTS_PER_SATANG;
}

function split(amount: Money): { sign: '' | '-'; whole: string; satang: string; parts: bigint } {
  const size = amount < 0n ? -amount : amount;
  const parts = size % PARTS_PER_BAHT;
  return {
    sign: amount < 0n ? '-' : '',
    whole: String(size / PARTS_PER_BAHT),
    satang: String(parts / PARTS_PER_SATANG).padStart(2, '0'),
    parts,
  };
}

/** Thai digits U+0E50 to U+0E59 as 0 to 9. */
function westernDigits(text: string): string {
  return text.replace(/[\u0E50-\u0E59]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50));
}
