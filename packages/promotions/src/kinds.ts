// The kinds of bonus that a promotion can give. Pure.
//
// Always true: a kind is one file of kinds/ and its two lines here; every other place that has to name it is a mapped
// type or a switch over `Bonus['kind']`, so that the compiler lists it (docs/first-change.md).
//
// Elsewhere: the offer of a promotion (offer.ts), the audit's own sums (apps/server, audit/bonus-rules.store.ts).

import type { Money } from '@chaba/money';

import { fixed, type FixedBonus } from './kinds/fixed.ts';
import type { BonusKind, StoredBonus, WireBonus } from './kinds/kind.ts';
import { percent, type PercentBonus } from './kinds/percent.ts';

export type Bonus = PercentBonus | FixedBonus;

const bonusKinds: { readonly [Each in Bonus as Each['kind']]: BonusKind<Each> } = { percent, fixed };

/** Name of the term that states the bonus, in the words of operators. */
export const bonusWords = { percent: 'percent', fixed: 'baht' } as const satisfies Record<Bonus['kind'], string>;

export type BonusWord = (typeof bonusWords)[Bonus['kind']];

export const bonusKindNames = Object.keys(bonusKinds) as readonly Bonus['kind'][];

const isKindName = (name: string): name is Bonus['kind'] => Object.hasOwn(bonusKinds, name);

// The compiler cannot relate the kind of a bonus to the bonus itself.
const getKind = ({ kind }: Bonus): BonusKind<Bonus> => bonusKinds[kind] as BonusKind<Bonus>;

/** Bonus of a deposit before the promotion's maximum, in whole satang. */
export const computeBonus = (bonus: Bonus, deposit: Money): Money => getKind(bonus).compute(bonus, deposit);

/** Deposits at which the growth of the bonus changes; `most`: the promotion's maximum, if it is an amount. */
export const listBends = (bonus: Bonus, most: Money | undefined): readonly Money[] =>
  getKind(bonus).listBends(bonus, most);

export const toWireBonus = (bonus: Bonus): WireBonus<Bonus['kind']> => getKind(bonus).toWire(bonus);

/** Undefined: an unknown kind, or figures that it does not have. */
export function parseWireBonus(wire: WireBonus): Bonus | undefined {
  return isKindName(wire.bonusType) ? bonusKinds[wire.bonusType].parseWire(wire) : undefined;
}

export const toStoredBonus = (bonus: Bonus): StoredBonus => getKind(bonus).toStored(bonus);

/** Undefined: an unknown kind, or malformed figures. */
export function parseStoredBonus(kind: string, stored: StoredBonus): Bonus | undefined {
  return isKindName(kind) ? bonusKinds[kind].parseStored(stored) : undefined;
}

/** The value of the bonus as operators type it, without its word. */
export const formatBonus = (bonus: Bonus): string => getKind(bonus).format(bonus);

/** Undefined: not of the form that `describeBonus` states. */
export const parseBonus = (kind: Bonus['kind'], typed: string): Bonus | undefined => bonusKinds[kind].parse(typed);

/** A typed value that operators read in a message. */
export const getExample = (kind: Bonus['kind']): string => bonusKinds[kind].example;

/** The form that the typed value of a kind has, in English. */
export const describeBonus = (kind: Bonus['kind']): string => bonusKinds[kind].expected;
