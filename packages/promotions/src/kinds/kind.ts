// A kind of bonus: one file of this folder defines its arithmetic and its three forms, on the wire, stored and typed.

import type { Money } from '@chaba/money';

/** The bonus on a promotion card; a kind with more figures adds fields of its own. */
export type WireBonus<Name extends string = string> = {
  readonly bonusType: Name;
  /** Percent or baht. */
  readonly bonusValue: number;
};

/** `value`: basis points or THB/4. `figures`: JSON of a kind with more than one figure; null: none. */
export type StoredBonus = { readonly value: bigint; readonly figures: unknown };

export type BonusKind<Of extends { readonly kind: string }> = {
  /** The bonus of a deposit before the promotion's maximum, in whole satang. */
  readonly compute: (bonus: Of, deposit: Money) => Money;
  /** Deposits at which the growth of the bonus changes; `most`: the promotion's maximum, if it is an amount. */
  readonly listBends: (bonus: Of, most: Money | undefined) => readonly Money[];
  readonly toWire: (bonus: Of) => WireBonus<Of['kind']>;
  /** Undefined: figures that this kind does not have. */
  readonly parseWire: (wire: WireBonus) => Of | undefined;
  readonly toStored: (bonus: Of) => StoredBonus;
  /** Undefined: malformed. */
  readonly parseStored: (stored: StoredBonus) => Of | undefined;
  /** The value of its term as operators type it: `30` of `percent=30`. */
  readonly format: (bonus: Of) => string;
  /** Undefined: not of the form `expected`. */
  readonly parse: (typed: string) => Of | undefined;
  readonly expected: string;
  readonly example: string;
};
