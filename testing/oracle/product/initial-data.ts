// Initial data of every hunt story: two sites, promotions and codes with and without a cap, a wheel with one prize.
//
// Terms are small, so that a story fulfils them in a round or two.

import type { SimulatedClockDatabase } from '@chaba/database/simulated-clock';
import { baht, zeroMoney } from '@chaba/money';

import { ensureItemCode } from '@chaba/server/modules/item-codes';
import { ensurePromotion, type Promotion } from '@chaba/server/modules/promotions';
import { changeSite } from '@chaba/server/modules/site';
import { ensureWheel } from '@chaba/server/modules/wheel';
import { openOurAccount } from '@chaba/server/testing/bank-commands';
import { createSites } from '@chaba/server/testing/factories';

export const HOME_SITE = 1;
export const OTHER_SITE = 2;
/** A coin for each deposit of this amount, and for each such amount of turnover. */
export const COIN_DEPOSIT = baht(100);
export const COIN_TURNOVER = baht(200);
export const BEGINS_AT = new Date('2026-01-05T09:00:00+07:00');

const promotion: Omit<Promotion, 'id' | 'title' | 'sortOrder' | 'withdrawMax'> = {
  imageUrl: '',
  minimumDeposit: baht(100),
  turnover: { unit: 'times', hundredths: 100 },
  bonusMax: { unit: 'baht', amount: baht(1_000) },
  bonus: { kind: 'percent', basisPoints: 10_000 },
  usable: 'always',
};
const CODE = { coins: 0n, usesPerMember: 5 } as const;
const WHEEL = {
  version: 1,
  isOn: true,
  turnoverTimes: 1,
  coinDeposit: COIN_DEPOSIT,
  coinTurnover: COIN_TURNOVER,
  segments: [1, 2].map(() => ({ kind: 'BAHT' as const, amount: baht(100), weight: 1 })),
};

/** Writes the initial data into an empty database. */
export async function writeInitialData(past: SimulatedClockDatabase): Promise<void> {
  await past.setTime(BEGINS_AT);
  // One lane per site, so that transfer numbers grow with time.
  const sites = await createSites(past, 1);
  await openOurAccount(past, sites.chaba);
  for (const { id } of Object.values(sites)) {
    await past.transactionAsOwner((tx) => changeSite(tx, id, { withdrawMin: baht(10), isWithdrawAutomatic: true }));
    await past.transaction(async (tx) => {
      await ensurePromotion(tx, id, {
        ...promotion,
        id: 'double',
        title: 'double',
        sortOrder: 0,
        withdrawMax: { unit: 'baht', amount: zeroMoney },
      });
      await ensurePromotion(tx, id, {
        ...promotion,
        // The larger promotion, for deposits of 300 and more.
        id: 'capped',
        title: 'capped',
        sortOrder: 1,
        minimumDeposit: baht(300),
        bonus: { kind: 'percent', basisPoints: 15_000 },
        withdrawMax: { unit: 'times', hundredths: 200 },
      });
      const [amount, withdrawCap] = [baht(50), baht(200)];
      await ensureItemCode(tx, id, { ...CODE, code: 'FREECAP', amount, turnoverTimes: 0, withdrawCap });
      await ensureItemCode(tx, id, { ...CODE, code: 'CAPPED', amount, turnoverTimes: 1, withdrawCap });
      await ensureItemCode(tx, id, { ...CODE, code: 'PLAIN', amount, turnoverTimes: 1, withdrawCap: undefined });
      const coins = { ...CODE, coins: 3n, amount: zeroMoney, turnoverTimes: 0, withdrawCap: undefined };
      await ensureItemCode(tx, id, { ...coins, code: 'COINS' });
      await ensureWheel(tx, id, WHEEL);
    });
  }
}
