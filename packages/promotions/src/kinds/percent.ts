// A share of the deposit.

import { money } from '@chaba/money';

import { computeShare, toHundredths } from '#promotions/hundredths';
import type { BonusKind } from './kind.ts';

export type PercentBonus = { readonly kind: 'percent'; readonly basisPoints: number };

const TYPED_PERCENT_MAX = 1_000;

const create = (basisPoints: number): PercentBonus => ({ kind: 'percent', basisPoints });

export const percent: BonusKind<PercentBonus> = {
  compute: ({ basisPoints }, deposit) => computeShare(deposit, basisPoints, 10_000n),
  // From this deposit on, the bonus is the maximum.
  listBends: ({ basisPoints }, most) =>
    most === undefined || basisPoints === 0 ? [] : [money((most * 10_000n) / BigInt(basisPoints))],
  toWire: ({ basisPoints }) => ({ bonusType: 'percent', bonusValue: basisPoints / 100 }),
  parseWire({ bonusValue }) {
    const basisPoints = toHundredths(bonusValue);
    return basisPoints === undefined ? undefined : create(basisPoints);
  },
  toStored: ({ basisPoints }) => ({ value: BigInt(basisPoints), figures: null }),
  parseStored: ({ value, figures }) => (figures === null && value > 0n ? create(Number(value)) : undefined),
  format: ({ basisPoints }) => String(basisPoints / 100),
  parse: (typed) =>
    /^\d{1,6}$/.test(typed) && Number(typed) <= TYPED_PERCENT_MAX ? create(Number(typed) * 100) : undefined,
  expected: `whole number from 0 to ${TYPED_PERCENT_MAX}`,
  example: '30',
};
