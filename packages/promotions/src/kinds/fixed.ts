// The same amount for every deposit.

import { floorToSatang, formatBaht, fromBaht, money, type Money, parseBaht, toBaht } from '@chaba/money';

import type { BonusKind } from './kind.ts';

export type FixedBonus = { readonly kind: 'fixed'; readonly amount: Money };

const create = (amount: Money | undefined): FixedBonus | undefined =>
  amount === undefined || amount < 0n ? undefined : { kind: 'fixed', amount };

export const fixed: BonusKind<FixedBonus> = {
  compute: ({ amount }) => floorToSatang(amount),
  listBends: () => [],
  toWire: ({ amount }) => ({ bonusType: 'fixed', bonusValue: toBaht(amount) }),
  parseWire: ({ bonusValue }) => create(fromBaht(bonusValue)),
  toStored: ({ amount }) => ({ value: amount, figures: null }),
  parseStored: ({ value, figures }) => (figures === null && value > 0n ? create(money(value)) : undefined),
  format: ({ amount }) => formatBaht(amount),
  parse: (typed) => create(parseBaht(typed)),
  expected: 'amount of baht',
  example: '100',
};
