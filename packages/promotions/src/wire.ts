// The terms of an offer on the wire: figures in baht or as multiples, each with its type (spec §3). Pure.
//
// Elsewhere: the schema (packages/contract, bonuses.ts), the words on a card (there, promotion-terms.ts).

import { fromBaht, toBaht } from '@chaba/money';

import { toHundredths } from './hundredths.ts';
import { type Bonus, parseWireBonus, toWireBonus } from './kinds.ts';
import type { WireBonus } from './kinds/kind.ts';
import type { Measure, OfferTerms } from './offer.ts';

/** For every …Type: 1 means so many times, anything else means baht. */
const MULTIPLES = 1;
const BAHT = 2;

type WireTerms = {
  readonly minimumDeposit: number;
  readonly TurnoverAmount: number;
  readonly DepositType: number;
  readonly MaxBonus: number;
  readonly MaxBonusType: number;
  readonly MaxWithdrawAmount: number;
  readonly MaxWithdrawType: number;
};

/** A host may leave the bonus out. */
type PublishedTerms = WireTerms & {
  readonly [Field in keyof WireBonus<Bonus['kind']>]?: WireBonus<Bonus['kind']>[Field] | undefined;
};

export function toWireTerms(terms: OfferTerms): WireTerms & WireBonus<Bonus['kind']> {
  const { minimumDeposit, turnover, bonusMax, withdrawMax, bonus } = terms;
  return {
    minimumDeposit: toBaht(minimumDeposit),
    TurnoverAmount: toFigure(turnover),
    DepositType: getType(turnover),
    MaxBonus: toFigure(bonusMax),
    MaxBonusType: getType(bonusMax),
    MaxWithdrawAmount: toFigure(withdrawMax),
    MaxWithdrawType: getType(withdrawMax),
    ...toWireBonus(bonus),
  };
}

/** Undefined: the bonus is not stated, or a figure has more than two decimals or is negative. */
export function parseWireTerms(wire: PublishedTerms): OfferTerms | undefined {
  const { bonusType, bonusValue } = wire;
  if (bonusType === undefined || bonusValue === undefined) return undefined;
  const minimumDeposit = fromBaht(wire.minimumDeposit);
  const bonus = parseWireBonus({ ...wire, bonusType, bonusValue });
  const turnover = parseMeasure(wire.TurnoverAmount, wire.DepositType);
  const bonusMax = parseMeasure(wire.MaxBonus, wire.MaxBonusType);
  const withdrawMax = parseMeasure(wire.MaxWithdrawAmount, wire.MaxWithdrawType);
  return minimumDeposit === undefined || !bonus || !turnover || !bonusMax || !withdrawMax
    ? undefined
    : { minimumDeposit, bonus, turnover, bonusMax, withdrawMax };
}

function parseMeasure(figure: number, type: number): Measure | undefined {
  if (type === MULTIPLES) {
    const hundredths = toHundredths(figure);
    return hundredths === undefined ? undefined : { unit: 'times', hundredths };
  }
  const amount = fromBaht(figure);
  return amount === undefined || amount < 0n ? undefined : { unit: 'baht', amount };
}

const getType = (measure: Measure): number => (measure.unit === 'times' ? MULTIPLES : BAHT);
const toFigure = (measure: Measure): number =>
  measure.unit === 'times' ? measure.hundredths / 100 : toBaht(measure.amount);
