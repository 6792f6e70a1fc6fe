// The door of bonuses: promotions as the brand offers them, and the member's turnover.

import {
  BAHT,
  getRolling,
  listPromotions,
  MULTIPLES,
  type Promotion as PromotionOnWire,
} from '@chaba/contract/bonuses';
import { percentOf, toBaht } from '@chaba/money';

import type { Doors } from '#http/doors';

import type { Measure } from './bonuses.store.ts';
import { type Promotion, promotionsOf, turnoverOf } from './bonuses.ts';

export function bonusRoutes({ serve, database }: Doors): void {
  serve(listPromotions, async ({ site }) => (await promotionsOf(database, site.id)).map(toPromotion));
  serve(getRolling, async ({ site, member }) => {
    const turnover = await turnoverOf(database, site.id, member.id);
    return {
      needTurnover: toBaht(turnover.needTurnover),
      nowTurnover: toBaht(turnover.nowTurnover),
      remaining: toBaht(turnover.remaining),
      lines: turnover.lines.map((line) => ({
        source: line.source,
        needTurnover: toBaht(line.need),
        nowTurnover: toBaht(line.now),
        createdAt: line.createdAt.toISOString(),
        expiresAt: line.expiresAt?.toISOString() ?? null,
      })),
    };
  });
}

export function toPromotion(promotion: Promotion): PromotionOnWire {
  const { turnover, bonusMax, withdrawMax, bonus } = promotion;
  return {
    _id: promotion.id,
    title: promotion.title,
    ImageUrl: promotion.imageUrl,
    minimumDeposit: toBaht(promotion.minimumDeposit),
    TurnoverAmount: figureOf(turnover),
    DepositType: typeOf(turnover),
    MaxBonus: figureOf(bonusMax),
    MaxBonusType: typeOf(bonusMax),
    MaxWithdrawAmount: figureOf(withdrawMax),
    MaxWithdrawType: typeOf(withdrawMax),
    bonusType: bonus.unit === 'percent' ? 'percent' : 'fixed',
    bonusValue: bonus.unit === 'percent' ? percentOf(bonus.basisPoints) : toBaht(bonus.amount),
  };
}

const typeOf = (measure: Measure): number => (measure.unit === 'times' ? MULTIPLES : BAHT);
const figureOf = (measure: Measure): number =>
  measure.unit === 'times' ? measure.hundredths / 100 : toBaht(measure.amount);
