// The terms of promotions and codes as the command line names them: `percent=30 max=500 turnover=5x`, read and written. Pure.
//
// Always true: a term that is not named stays as it is, or at its default; a name or a value that makes no sense is one
// sentence. "x" behind a figure means so many times, a figure alone means baht.

import { baht, formatBaht, zeroMoney } from '@chaba/money';
import {
  normalizeCode,
  type ListedCode,
  type ListedPromotion,
  type Measure,
  type NewItemCode,
  multiplyByHundredths,
} from '@chaba/server/modules/bonuses';
import { listPromotionTerms, NO_TERM, USABLE_WORDS } from '@chaba/server/modules/operators';

import { amountOf, UsageError } from './site-settings.ts';
import { timeOf } from './printing.ts';

const DAY_S = 86_400;

type Change = Partial<ListedPromotion>;
type Reading = (value: string, promotion: ListedPromotion, games: readonly string[]) => Change;

const promotionTerms: Readonly<Record<string, Reading>> = {
  title: (title) => ({ title }),
  percent: (value) => ({ bonus: { unit: 'percent', basisPoints: wholeOf(value, 1_000) * 100 } }),
  baht: (value) => ({ bonus: { unit: 'baht', amount: amountOf(value) } }),
  max: (value) => ({ bonusMax: measureOf(value) }),
  min: (value) => ({ minimumDeposit: amountOf(value) }),
  turnover: (value) => ({ turnover: measureOf(value) }),
  cap: (value) => ({ withdrawMax: measureOf(value) }),
  for: (value) => ({ usable: usableOf(value) }),
  place: (value) => ({ place: wholeOf(value, 1_000) }),
  offered: (value) => ({ isOffered: yesOf(value) }),
  maxbet: (value, { bets }) => {
    const betMax = amountOf(value);
    return { bets: { ...betsOf(bets), betMax: betMax === 0n ? undefined : betMax } };
  },
  exclude: (value, { bets }, games) => ({ bets: { ...betsOf(bets), excluded: namesOf(value, games) } }),
  weights: (value, { bets }, games) => ({ bets: { ...betsOf(bets), weights: weightsOf(value, games) } }),
};

const betsOf = (bets: ListedPromotion['bets']) => bets ?? { betMax: undefined, excluded: [], weights: {} };

/** What a promotion is before anything is said about it: but for a worth and a title it is whole. */
export function newPromotion(id: string): ListedPromotion {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(id)) {
    throw new UsageError(`"${id}" is no name of a promotion: letters, figures, - and _, at most 40.`, 2);
  }
  return {
    id,
    title: '',
    imageUrl: '',
    minimumDeposit: baht(100),
    turnover: { unit: 'times', hundredths: 300 },
    bonusMax: { unit: 'baht', amount: zeroMoney },
    withdrawMax: { unit: 'baht', amount: zeroMoney },
    bonus: { unit: 'percent', basisPoints: 0 },
    place: 0,
    usable: 'always',
    isOffered: true,
  };
}

/** The promotion with these terms; `games` are the names that may be left out or weighed. */
export function withTerms(
  promotion: ListedPromotion,
  words: readonly string[],
  games: readonly string[],
): ListedPromotion {
  if (words.length === 0) throw new UsageError(`Say at least one term: ${Object.keys(promotionTerms).join(', ')}.`, 2);
  let changed = promotion;
  for (const [name, value] of words.map(pairOf)) {
    changed = { ...changed, ...termIn(promotionTerms, name)(value, changed, games) };
  }
  const { bonus } = changed;
  if ((bonus.unit === 'percent' ? bonus.basisPoints : Number(bonus.amount)) === 0) {
    throw new UsageError('Say what the bonus is worth: percent=30 or baht=100.', 2);
  }
  if (changed.title.trim() === '') throw new UsageError('A promotion has a title: title="…".', 2);
  return changed;
}

export function promotionCells(promotion: ListedPromotion): string[] {
  const { id, title, isOffered } = promotion;
  const terms = Object.entries(listPromotionTerms(promotion)).map(([name, value]) => `${name}=${value}`);
  return [id, isOffered ? 'offered' : 'ended', title, ...terms];
}

/** A cap in times is of what the code brings: there is no deposit. */
type CodeReading = (value: string) => Partial<NewItemCode & { readonly cap: Measure }>;

const codeTerms: Readonly<Record<string, CodeReading>> = {
  amount: (value) => ({ amount: amountOf(value) }),
  coins: (value) => ({ coins: BigInt(wholeOf(value, 10_000)) }),
  turnover: (value) => ({ turnoverTimes: wholeOf(value.replace(/x$/, ''), 1_000) }),
  cap: (value) => ({ cap: measureOf(value) }),
  uses: (value) => ({ usesMax: atLeastOne(value) }),
  each: (value) => ({ usesPerMember: atLeastOne(value) }),
  days: (value) => ({ livesSeconds: atLeastOne(value) * DAY_S }),
};

export function newCode(typed: string, words: readonly string[]): NewItemCode {
  const code = codeWord(typed);
  const none = { amount: zeroMoney, coins: 0n, turnoverTimes: 1 };
  const read = words.map(pairOf).map(([name, value]) => termIn(codeTerms, name)(value));
  const { cap, ...terms }: typeof none & { readonly cap?: Measure } = Object.assign({ ...none }, ...read);
  const most = cap?.unit === 'times' ? multiplyByHundredths(terms.amount, cap.hundredths) : cap?.amount;
  const made: NewItemCode = { ...terms, code, withdrawCap: most === 0n ? undefined : most };
  if (made.amount === 0n && made.coins === 0n) {
    throw new UsageError('Say what the code brings: amount=50 or coins=3.', 2);
  }
  return made;
}

/** The code that was typed, if it can be one. */
export function codeWord(typed: string): string {
  const code = normalizeCode(typed);
  if (!/^[A-Z0-9_-]{1,40}$/.test(code)) {
    throw new UsageError(`"${typed}" is no code: letters, figures, - and _, at most 40.`, 2);
  }
  return code;
}

export function codeCells(code: ListedCode): string[] {
  return [
    code.code,
    code.isOver ? 'over' : 'running',
    `amount=${formatBaht(code.amount)}`,
    `coins=${code.coins}`,
    `turnover=${code.turnoverHundredths / 100}x`,
    `cap=${code.withdrawCap === null ? NO_TERM : formatBaht(code.withdrawCap)}`,
    `used=${code.used} of ${code.usesMax ?? 'any number'}`,
    `each=${code.usesPerMember}`,
    code.endsAt === null ? '' : `until ${timeOf(code.endsAt)}`,
  ];
}

function pairOf(word: string): readonly [name: string, value: string] {
  const sign = word.indexOf('=');
  if (sign < 1) throw new UsageError(`"${word}" is no term: write name=value.`, 2);
  return [word.slice(0, sign), word.slice(sign + 1)];
}

function termIn<Term>(terms: Readonly<Record<string, Term>>, name: string): Term {
  const term = Object.hasOwn(terms, name) ? terms[name] : undefined;
  if (term === undefined) {
    throw new UsageError(`There is no term "${name}": it is one of ${Object.keys(terms).join(', ')}.`, 2);
  }
  return term;
}

function measureOf(value: string): Measure {
  const times = /^(\d{1,4})(?:\.(\d{1,2}))?x$/.exec(value);
  if (!times) return { unit: 'baht', amount: amountOf(value) };
  return { unit: 'times', hundredths: Number(times[1]) * 100 + Number((times[2] ?? '').padEnd(2, '0')) };
}

function wholeOf(value: string, most: number): number {
  if (!/^\d{1,6}$/.test(value) || Number(value) > most) {
    throw new UsageError(`"${value}" is no whole number from 0 to ${most}.`, 2);
  }
  return Number(value);
}

function atLeastOne(value: string): number {
  const count = wholeOf(value, 999_999);
  if (count === 0) throw new UsageError('This is at least 1.', 2);
  return count;
}

function yesOf(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new UsageError(`This term is yes or no, not "${value}".`, 2);
  return value === 'yes';
}

function usableOf(value: string): ListedPromotion['usable'] {
  const usable = Object.entries(USABLE_WORDS).find(([name]) => name === value)?.[1];
  if (!usable) throw new UsageError(`A promotion is for=${Object.keys(USABLE_WORDS).join(', for=')}.`, 2);
  return usable;
}

function namesOf(value: string, games: readonly string[]): string[] {
  if (value === NO_TERM) return [];
  const names = value.split(',');
  const unknown = names.find((name) => !games.includes(name));
  if (unknown !== undefined) throw new UsageError(`No category, provider or provider/game is called "${unknown}".`, 2);
  return names;
}

function weightsOf(value: string, games: readonly string[]): Record<string, number> {
  if (value === NO_TERM) return {};
  const pairs = value.split(',').map((each) => each.split(':'));
  const categories = games.filter((name) => /^[A-Z]+$/.test(name));
  namesOf(pairs.map(([kind = '']) => kind).join(','), categories);
  return Object.fromEntries(pairs.map(([kind = '', percent = '']) => [kind, wholeOf(percent, 100)]));
}
