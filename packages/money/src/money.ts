// An amount of baht.
//
// Money counts 1/10,000 baht in a bigint (THB/4), because game providers use up to four decimals.
// Every text and every JSON number becomes Money here and nowhere else, digit by digit, so no
// amount ever passes through float arithmetic.
//
// Always true: what is below a satang is never rounded up, neither on the wire nor on a screen.
//
// Elsewhere: what an amount may be on a given call (contract), where it may go (ledger).

declare const unit: unique symbol;

/** A count of 1/10,000 baht. May be negative: a difference is an amount too. */
export type Money = bigint & { readonly [unit]: 'THB/4' };

/** Four decimals: 10,000 parts to the baht, 100 parts to the satang. */
export const PARTS_PER_BAHT = 10_000n;
const PARTS_PER_SATANG = 100n;

/** Twelve digits before the point: with two decimals still exact in a JSON number. */
const BAHT_DIGITS_MAX = 12;

export const zeroMoney = 0n as Money;

/** A raw count of 1/10,000 baht, as a database column holds it. */
export function money(parts: bigint): Money {
  return parts as Money;
}

/** Whole baht, written in code: `baht(100)`. */
export function baht(whole: number): Money {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number of baht: ${whole}`);
  return money(BigInt(whole) * PARTS_PER_BAHT);
}

/**
 * A JSON number of baht with at most two decimals; undefined for anything else.
 *
 * Reads the shortest decimal text that names this number, so 0.1 is ten satang and 0.30000000000000004
 * is refused for its decimals instead of being rounded.
 */
export function fromBaht(number: number): Money | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(number));
  if (!match) return undefined;

  const [, sign, whole = '', decimals = ''] = match;
  if (whole.length > BAHT_DIGITS_MAX) return undefined;

  const parts = partsOf(whole, decimals);
  return money(sign === '-' ? -parts : parts);
}

/** The JSON number of an amount: whole satang, cut toward zero. */
export function toBaht(amount: Money): number {
  const { sign, whole, satang } = split(amount);
  const number = Number(`${whole}.${satang}`);
  // Zero has no sign: JSON would write -0 as 0 and a strict comparison would not.
  return sign === '-' && number !== 0 ? -number : number;
}

/** What a member typed: "1,234.50", " ๕๐๐ ". Undefined when it is not an amount of whole satang. */
export function parseBaht(typed: string): Money | undefined {
  // Far longer than any amount: not worth a look.
  if (typed.length > 40) return undefined;

  const text = westernDigits(typed).trim();
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;

  const [, grouped = '', decimals = ''] = match;
  const whole = grouped.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  if (whole.length > BAHT_DIGITS_MAX) return undefined;
  return money(partsOf(whole, decimals));
}

/** A game provider's amount: a decimal text with at most four decimals. */
export function parseProviderAmount(text: string): Money | undefined {
  const match = /^(0|[1-9]\d{0,11})(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) return undefined;

  const [, whole = '', decimals = ''] = match;
  return money(partsOf(whole, decimals));
}

/** The decimal text for a game provider, always with four decimals: "1284.5000". */
export function providerAmount(amount: Money): string {
  const { sign, whole, parts } = split(amount);
  return `${sign}${whole}.${String(parts).padStart(4, '0')}`;
}

/** For a screen: "1,234.50". */
export function formatBaht(amount: Money): string {
  const { sign, whole, satang } = split(amount);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return sign === '-' && !isBelowSatang(amount) ? `-${grouped}.${satang}` : `${grouped}.${satang}`;
}

/** For a sentence: "100", or "100.50" when there are satang. */
export function plainBaht(amount: Money): string {
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

/** A whole number of times: a turnover requirement of five times the deposit. */
export function multiply(amount: Money, count: number | bigint): Money {
  return money(amount * BigInt(count));
}

/**
 * A share of an amount in basis points (1/100 of a percent), cut down to whole satang: the house
 * never pays a fraction it does not have. Not for negative amounts, whose "down" means the opposite.
 */
export function percentFloor(amount: Money, basisPoints: number | bigint): Money {
  const share = BigInt(basisPoints);
  if (amount < 0n || share < 0n) throw new RangeError('a percentage of a negative amount');
  return floorToSatang(money((amount * share) / 10_000n));
}

/** What of an amount is whole satang, cut toward zero. */
export function floorToSatang(amount: Money): Money {
  return money((amount / PARTS_PER_SATANG) * PARTS_PER_SATANG);
}

/** A percentage of at most two decimals as basis points: 0.75 is 75. Undefined for anything else. */
export function basisPointsOf(percent: number): number | undefined {
  // The same digits as an amount of baht: hundredths of a percent instead of satang.
  const exact = fromBaht(percent);
  return exact === undefined || exact < 0n ? undefined : Number(exact / PARTS_PER_SATANG);
}

/** Basis points as a percentage: 75 is 0.75. */
export function percentOf(basisPoints: number): number {
  return toBaht(money(BigInt(basisPoints) * PARTS_PER_SATANG));
}

function partsOf(whole: string, decimals: string): bigint {
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
