// Parses the terms of promotions and item codes as typed: `percent=30 max=500 turnover=5x`. Pure.
//
// Always true: an omitted term keeps its value or its default; an unknown name or an invalid value is an InputError. A
// figure followed by "x" is a multiple, a figure alone is baht.

import { baht, zeroMoney } from '@chaba/money';
import { multiplyByHundredths } from '@chaba/promotions/hundredths';
import {
  type Bonus,
  bonusKindNames,
  bonusWords,
  describeBonus,
  getExample,
  parseBonus,
  toStoredBonus,
} from '@chaba/promotions/kinds';
import type { Measure } from '@chaba/promotions/offer';

import { normalizeCode, type NewItemCode } from '#modules/item-codes';
import { type ListedPromotion } from '#modules/promotions';
import { InputError, parseAmount, parseTerm, requireTerm, withTerm } from '#modules/operator-input';
import { NO_TERM, USABLE_WORDS } from './promotion-facts.ts';

const DAY_S = 86_400;
const TITLE_LENGTH_MAX = 100;

type Change = Partial<ListedPromotion>;
type TermParser = (value: string, promotion: ListedPromotion, games: readonly string[]) => Change;

const bonusTerms: Readonly<Record<string, TermParser>> = Object.fromEntries(
  bonusKindNames.map((kind) => [bonusWords[kind], (value) => ({ bonus: requireBonus(kind, value) })]),
);

const promotionTerms: Readonly<Record<string, TermParser>> = {
  title: (title) => ({ title: parseTitle(title) }),
  ...bonusTerms,
  max: (value) => ({ bonusMax: parseMeasure(value) }),
  min: (value) => ({ minimumDeposit: parseAmount(value) }),
  turnover: (value) => ({ turnover: parseMeasure(value) }),
  cap: (value) => ({ withdrawMax: parseMeasure(value) }),
  for: (value) => ({ usable: parseUsable(value) }),
  place: (value) => ({ sortOrder: parseCount(value, 1_000) }),
  offered: (value) => ({ isOffered: parseYesNo(value) }),
  budget: (value) => ({ budget: parseBudget(value) }),
  maxbet: (value, { bets }) => {
    const betMax = parseAmount(value);
    return { bets: { ...getBetTerms(bets), betMax: betMax === 0n ? undefined : betMax } };
  },
  exclude: (value, { bets }, games) => ({ bets: { ...getBetTerms(bets), excluded: parseNames(value, games) } }),
  weights: (value, { bets }, games) => ({ bets: { ...getBetTerms(bets), weights: parseWeights(value, games) } }),
};

function requireBonus(kind: Bonus['kind'], value: string): Bonus {
  const bonus = parseBonus(kind, value);
  if (!bonus) throw new InputError(`"${value}" is no ${describeBonus(kind)}.`, 2);
  return bonus;
}

const getBetTerms = (bets: ListedPromotion['bets']) => bets ?? { betMax: undefined, excluded: [], weights: {} };

/** Default terms of a new promotion; title and worth are required in addition. */
export function createPromotion(id: string): ListedPromotion {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(id)) {
    throw new InputError(`"${id}" is no name of a promotion: letters, figures, - and _, at most 40.`, 2, 'promotion');
  }
  return {
    id,
    title: '',
    imageUrl: '',
    minimumDeposit: baht(100),
    turnover: { unit: 'times', hundredths: 300 },
    bonusMax: { unit: 'baht', amount: zeroMoney },
    withdrawMax: { unit: 'baht', amount: zeroMoney },
    bonus: { kind: 'percent', basisPoints: 0 },
    sortOrder: 0,
    usable: 'always',
    isOffered: true,
    given: zeroMoney,
    version: 0,
  };
}

/** Applies the typed terms to a promotion; `games` are the names that `exclude` and `weights` accept. */
export function applyTerms(
  promotion: ListedPromotion,
  words: readonly string[],
  games: readonly string[],
): ListedPromotion {
  if (words.length === 0) throw new InputError(`Name at least one term: ${Object.keys(promotionTerms).join(', ')}.`, 2);
  let changed = promotion;
  for (const [name, value] of words.map(parseTerm)) {
    const parse = requireTerm(promotionTerms, name);
    const before = changed;
    changed = { ...before, ...withTerm(name, () => parse(value, before, games)) };
  }
  const { bonus } = changed;
  if (toStoredBonus(bonus).value === 0n) {
    const examples = bonusKindNames.map((kind) => `${bonusWords[kind]}=${getExample(kind)}`);
    throw new InputError(`Name the worth of the bonus: ${examples.join(' or ')}.`, 2, bonusWords[bonus.kind]);
  }
  if (changed.title.trim() === '') throw new InputError('A promotion has a title: title="…".', 2, 'title');
  return changed;
}

/** A cap given as a multiple refers to the amount of the code, because a code has no deposit. */
type CodeTermParser = (value: string) => Partial<NewItemCode & { readonly cap: Measure }>;

const codeTerms: Readonly<Record<string, CodeTermParser>> = {
  amount: (value) => ({ amount: parseAmount(value) }),
  coins: (value) => ({ coins: BigInt(parseCount(value, 10_000)) }),
  turnover: (value) => ({ turnoverTimes: parseCount(value.replace(/x$/, ''), 1_000) }),
  cap: (value) => ({ cap: parseMeasure(value) }),
  uses: (value) => ({ usesMax: parsePositive(value) }),
  each: (value) => ({ usesPerMember: parsePositive(value) }),
  days: (value) => ({ livesSeconds: parsePositive(value) * DAY_S }),
};

export const CODE_TERMS: readonly string[] = Object.keys(codeTerms);

export function createItemCode(typed: string, words: readonly string[]): NewItemCode {
  const code = parseCode(typed);
  const none = { amount: zeroMoney, coins: 0n, turnoverTimes: 1 };
  const read = words.map(parseTerm).map(([name, value]) => {
    const parse = requireTerm(codeTerms, name);
    return withTerm(name, () => parse(value));
  });
  const { cap, ...terms }: typeof none & { readonly cap?: Measure } = Object.assign({ ...none }, ...read);
  const most = cap?.unit === 'times' ? multiplyByHundredths(terms.amount, cap.hundredths) : cap?.amount;
  const made: NewItemCode = { ...terms, code, withdrawCap: most === 0n ? undefined : most };
  if (made.amount === 0n && made.coins === 0n) {
    throw new InputError('Name the worth of the code: amount=50 or coins=3.', 2, 'worth');
  }
  return made;
}

/** Normalises a typed code and checks its form. */
export function parseCode(typed: string): string {
  const code = normalizeCode(typed);
  if (!/^[A-Z0-9_-]{1,40}$/.test(code)) {
    throw new InputError(`"${typed}" is no code: letters, figures, - and _, at most 40.`, 2, 'code');
  }
  return code;
}

function parseMeasure(value: string): Measure {
  const times = /^(\d{1,4})(?:\.(\d{1,2}))?x$/.exec(value);
  if (!times) return { unit: 'baht', amount: parseAmount(value) };
  return { unit: 'times', hundredths: Number(times[1]) * 100 + Number((times[2] ?? '').padEnd(2, '0')) };
}

function parseCount(value: string, most: number): number {
  if (!/^\d{1,6}$/.test(value) || Number(value) > most) {
    throw new InputError(`"${value}" is no whole number from 0 to ${most}.`, 2);
  }
  return Number(value);
}

function parsePositive(value: string): number {
  const count = parseCount(value, 999_999);
  if (count === 0) throw new InputError('This is at least 1.', 2);
  return count;
}

/** Members read it as plain text. */
function parseTitle(value: string): string {
  if (value.length > TITLE_LENGTH_MAX || /\p{Cc}/u.test(value) || !value.isWellFormed()) {
    throw new InputError(`A title has at most ${TITLE_LENGTH_MAX} characters in one line.`, 2);
  }
  return value;
}

/** Zero or "none": no ceiling. */
function parseBudget(value: string): ListedPromotion['budget'] {
  const budget = value === NO_TERM ? zeroMoney : parseAmount(value);
  return budget === 0n ? undefined : budget;
}

function parseYesNo(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new InputError(`This term is yes or no, not "${value}".`, 2);
  return value === 'yes';
}

function parseUsable(value: string): ListedPromotion['usable'] {
  const usable = Object.entries(USABLE_WORDS).find(([name]) => name === value)?.[1];
  if (!usable) throw new InputError(`A promotion is for=${Object.keys(USABLE_WORDS).join(', for=')}.`, 2);
  return usable;
}

function parseNames(value: string, games: readonly string[]): string[] {
  if (value === NO_TERM) return [];
  const names = value.split(',');
  const unknown = names.find((name) => !games.includes(name));
  if (unknown !== undefined) throw new InputError(`No category, provider or provider/game is called "${unknown}".`, 2);
  return names;
}

function parseWeights(value: string, games: readonly string[]): Record<string, number> {
  if (value === NO_TERM) return {};
  const pairs = value.split(',').map((each) => each.split(':'));
  const categories = games.filter((name) => /^[A-Z]+$/.test(name));
  parseNames(pairs.map(([kind = '']) => kind).join(','), categories);
  return Object.fromEntries(pairs.map(([kind = '', percent = '']) => [kind, parseCount(percent, 100)]));
}
