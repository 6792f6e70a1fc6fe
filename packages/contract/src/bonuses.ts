// Calls of promotions, free credit and the turnover that they ask for.

import * as z from 'zod/mini';

import { bahtOnWire, countOnWire, timeOnWire } from './amounts.ts';
import { call } from './call.ts';
import { ITEM_CODE_LENGTH_MAX } from './limits.ts';

/** For every …Type of a promotion: 1 means so many times, anything else means baht (spec §3). */
export const MULTIPLES = 1;
export const BAHT = 2;

/** A promotion and its terms (spec §3). A maximum of 0 means unlimited. */
export const promotion = z.object({
  _id: z.string(),
  title: z.string(),
  ImageUrl: z.string(),
  minimumDeposit: bahtOnWire,
  TurnoverAmount: z.number().check(z.nonnegative()),
  DepositType: z.number(),
  MaxBonus: z.number().check(z.nonnegative()),
  MaxBonusType: z.number(),
  MaxWithdrawAmount: z.number().check(z.nonnegative()),
  MaxWithdrawType: z.number(),
  /** Additions: what the bonus is worth, which the specification leaves out. */
  bonusType: z.optional(z.enum(['percent', 'fixed'])),
  bonusValue: z.optional(z.number().check(z.nonnegative())),
});

export type Promotion = z.output<typeof promotion>;

/** Where a turnover requirement came from. */
export const turnoverSources = ['DEPOSIT', 'BONUS', 'CASHBACK', 'AFFILIATE', 'ITEMCODE', 'WHEEL'] as const;

export const turnoverLine = z.object({
  source: z.enum(turnoverSources),
  needTurnover: bahtOnWire,
  nowTurnover: bahtOnWire,
  createdAt: timeOnWire,
  expiresAt: z.nullable(timeOnWire),
});

export const listPromotions = call({
  method: 'GET',
  path: '/user-profile-composite/v1/info/promotion',
  auth: 'none',
  summary: 'The promotions of the brand.',
  data: z.array(promotion),
  refusals: [],
});

export const getRolling = call({
  method: 'GET',
  path: '/rolling-composite/v1/get-rolling',
  auth: 'member',
  summary: 'The turnover that the member still owes, line by line, oldest first.',
  data: z.object({
    needTurnover: bahtOnWire,
    nowTurnover: bahtOnWire,
    remaining: bahtOnWire,
    lines: z.array(turnoverLine),
  }),
  refusals: [],
});

export const redeemItemCode = call({
  method: 'POST',
  path: '/user-profile-composite/v1/topup/itemcode/redeem',
  auth: 'member',
  summary: 'Redeems a code for credit or coins.',
  body: z.strictObject({
    redeem_code: z.string().check(z.minLength(1), z.maxLength(ITEM_CODE_LENGTH_MAX)),
  }),
  data: z.object({ Amount: bahtOnWire, coins: countOnWire, needTurnover: bahtOnWire }),
  refusals: ['CODE_REFUSED'],
  whenInvalid: { redeem_code: 'CODE_EMPTY' },
});
