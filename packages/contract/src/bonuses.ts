// Endpoints of promotions, free credit and turnover requirements.

import * as z from 'zod/mini';

import { bahtSchema, countSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { MEMBER_BODY_BYTES_MAX } from './constraints.ts';

/** Additions: how members may bet until the turnover is done. */
const betTerms = {
  /** Maximum stake of a round; 0 means unlimited. */
  maxBet: z.optional(bahtSchema),
  /** Game categories ("LIVECASINO"), providers, or single games as "provider/gameCode". */
  excludedGames: z.optional(z.array(z.string())),
  /** Display names for `excludedGames`, in the same order; a category keeps its code. */
  excludedNames: z.optional(z.array(z.string())),
  /** Contribution percentage by game category, where it is not 100 %. */
  weights: z.optional(z.array(z.object({ category: z.string(), percent: z.int().check(z.gte(0), z.lte(100)) }))),
};

/** A promotion and its terms (spec §3). A maximum of 0 means unlimited. */
export const promotion = z.object({
  _id: z.string(),
  title: z.string(),
  ImageUrl: z.string(),
  minimumDeposit: bahtSchema,
  TurnoverAmount: z.number().check(z.nonnegative()),
  DepositType: z.number(),
  MaxBonus: z.number().check(z.nonnegative()),
  MaxBonusType: z.number(),
  MaxWithdrawAmount: z.number().check(z.nonnegative()),
  MaxWithdrawType: z.number(),
  /** Extensions: the value of the bonus, which the specification leaves out. */
  bonusType: z.optional(z.enum(['percent', 'fixed'])),
  bonusValue: z.optional(z.number().check(z.nonnegative())),
  ...betTerms,
});

export type PublishedPromotion = z.output<typeof promotion>;

/** Source of a turnover requirement. */
export const turnoverSources = ['DEPOSIT', 'BONUS', 'CASHBACK', 'AFFILIATE', 'ITEMCODE', 'WHEEL'] as const;

export const turnoverRequirement = z.object({
  source: z.enum(turnoverSources),
  needTurnover: bahtSchema,
  nowTurnover: bahtSchema,
  createdAt: timestampSchema,
  expiresAt: z.nullable(timestampSchema),
});

export const listPromotions = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/info/promotion',
  auth: 'none',
  summary: 'The promotions of the site.',
  data: z.array(promotion),
  errorCodes: [],
});

export const getRolling = defineEndpoint({
  method: 'GET',
  path: '/rolling-composite/v1/get-rolling',
  auth: 'member',
  summary: 'The turnover that is still required, per requirement, oldest first.',
  data: z.object({
    needTurnover: bahtSchema,
    nowTurnover: bahtSchema,
    remaining: bahtSchema,
    lines: z.array(turnoverRequirement),
  }),
  errorCodes: [],
});

const itemCode = z.strictObject({
  // A code that is too long fails like any wrong code, with the same message.
  redeem_code: z.string().check(z.minLength(1), z.maxLength(MEMBER_BODY_BYTES_MAX)),
});

/** Effect of a code. All fields but the first three are extensions. */
const codeEffect = z.object({
  Amount: bahtSchema,
  coins: countSchema,
  needTurnover: bahtSchema,
  /** Withdrawal cap afterwards. Zero: no limit. */
  maxWithdrawAmount: bahtSchema,
  /** Missing turnover before and after the code. */
  remainingBefore: bahtSchema,
  remainingAfter: bahtSchema,
});

export const redeemItemCode = defineEndpoint({
  method: 'POST',
  path: '/user-profile-composite/v1/topup/itemcode/redeem',
  auth: 'member',
  summary: 'Redeems a code for credit or coins.',
  body: itemCode,
  data: codeEffect,
  errorCodes: ['ITEM_CODE_INVALID', 'PLAY_BREAK_ACTIVE'],
  whenInvalid: { redeem_code: 'CODE_EMPTY' },
});

export const quoteItemCode = defineEndpoint({
  method: 'POST',
  path: '/user-profile-composite/v1/topup/itemcode/quote',
  auth: 'member',
  summary: 'The effect that a code would have if redeemed now. A rejected code counts as an attempt.',
  body: itemCode,
  /** `balance`: the member's own money including open stakes; the cap of the code does not apply to it. */
  data: z.extend(codeEffect, { balance: bahtSchema }),
  errorCodes: ['ITEM_CODE_INVALID'],
  whenInvalid: { redeem_code: 'CODE_EMPTY' },
  isExtension: true,
});

const bonusStates = ['active', 'complete', 'closed', 'lost', 'expired', 'cancelled', 'revoked'] as const;

/** A bonus as granted; later changes of the promotion do not affect it. */
const grantedBonus = z.object({
  bonusId: z.string(),
  title: z.string(),
  depositAmount: bahtSchema,
  bonusAmount: bahtSchema,
  needTurnover: bahtSchema,
  nowTurnover: bahtSchema,
  /** Zero: no limit. */
  maxWithdrawAmount: bahtSchema,
  state: z.enum(bonusStates),
  grantedAt: timestampSchema,
  expiresAt: timestampSchema,
  ...betTerms,
});

/** Effect of a deposit under a promotion, in baht. */
const bonusOffer = z.object({
  bonusId: z.string(),
  title: z.string(),
  bonusAmount: bahtSchema,
  needTurnover: bahtSchema,
  /** Zero: no limit. */
  maxWithdrawAmount: bahtSchema,
});

export const getBonus = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/users/bonus',
  auth: 'member',
  summary: 'The active bonus and the effect of cancelling it, the choice for the next deposit, and earlier bonuses.',
  data: z.object({
    current: z.nullable(
      z.extend(grantedBonus, {
        canCancel: z.boolean(),
        /** The game wallet now with `recalled`, and after cancelling. */
        balance: bahtSchema,
        /** Failed or returned payouts of the bonus in the main wallet, which count when it ends. */
        recalled: bahtSchema,
        balanceAfterCancel: bahtSchema,
        cancelRemoves: bahtSchema,
        /** The debt after cancelling: of before, and for own money that was undone and that the bonus paid. */
        cancelOwes: bahtSchema,
        /** Waiting free spins, which are played before the bonus can be cancelled. */
        freeSpins: z.optional(z.int()),
        /** Set 72 and 24 hours before the bonus expires. */
        notice: z.nullable(z.enum(['expires_in_72h', 'expires_in_24h'])),
      }),
    ),
    /** The promotion selected for the next deposit. */
    bonusId: z.nullable(z.string()),
    /** Newest first. */
    history: z.array(
      z.extend(grantedBonus, {
        events: z.array(z.object({ state: z.enum(bonusStates), reason: z.string(), at: timestampSchema })),
      }),
    ),
  }),
  errorCodes: [],
  isExtension: true,
});

export const quoteBonus = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/users/bonus/quote',
  auth: 'member',
  summary: 'The bonus that a deposit of this amount would get now, and every promotion available to the member.',
  query: z.strictObject({ amount: z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)) }),
  data: z.object({
    /** Null if bonuses are off, a bonus or a code with a withdrawal cap is active, or no promotion fits. */
    best: z.nullable(bonusOffer),
    offers: z.array(bonusOffer),
    isBonus: z.boolean(),
    /** A bonus or a code with a withdrawal cap is active: the deposit gets no bonus. */
    hasActiveBonus: z.boolean(),
    /** A withdrawal cap is open: the deposit waits in the main wallet. */
    isParked: z.optional(z.boolean()),
    /** The promotion of the first deposit stays available for a later deposit. */
    isFirstDepositKept: z.optional(z.boolean()),
  }),
  errorCodes: [],
  isExtension: true,
});

export const chooseBonus = defineEndpoint({
  method: 'POST',
  path: '/user-profile-composite/v1/users/bonus/choice',
  auth: 'member',
  summary: 'Selects a promotion for the next deposit; null lets the server select it.',
  body: z.strictObject({ bonusId: z.nullable(z.string().check(z.minLength(1), z.maxLength(40))) }),
  data: z.object({ bonusId: z.nullable(z.string()) }),
  errorCodes: ['BONUS_NOT_AVAILABLE'],
  isExtension: true,
});

export const cancelBonus = defineEndpoint({
  method: 'POST',
  path: '/user-profile-composite/v1/users/bonus/cancel',
  auth: 'member',
  summary:
    'Cancels the active bonus; own money less net losses remains. Rejected while a round can still pay, a win is held or a withdrawal under it is open.',
  body: z.strictObject({}),
  data: z.object({ balanceBefore: bahtSchema, balance: bahtSchema, removed: bahtSchema }),
  errorCodes: ['BONUS_NONE_ACTIVE', 'BONUS_HAS_OPEN_BET', 'BONUS_HAS_FREE_SPINS', 'BONUS_HAS_OPEN_WITHDRAWAL'],
  isExtension: true,
});
