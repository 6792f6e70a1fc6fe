// Endpoints of the cashback. The specification defines the claim as a GET ("vertify" is its spelling); a POST twin
// exists. Both change state once, however often the request is sent.

import * as z from 'zod/mini';

import { bahtSchema, percentSchema, signedBahtSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';

const claim = {
  path: '/user-profile-composite/v1/users/cashback/vertify',
  auth: 'member',
  data: z.object({ Amount: bahtSchema }),
  errorCodes: ['CASHBACK_CLOSED', 'CASHBACK_NONE', 'CASHBACK_BELOW_MINIMUM'],
} as const;

export const claimCashback = defineEndpoint({
  ...claim,
  method: 'GET',
  summary: 'Claims the cashback; the GET form of the specification.',
  changesState: true,
});

export const postCashbackClaim = defineEndpoint({
  ...claim,
  method: 'POST',
  summary: 'Claims the cashback.',
  isExtension: true,
});

export const getCashback = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/users/cashback',
  auth: 'member',
  summary: 'The cashback that can be claimed, and its calculation per period.',
  data: z.object({
    cashbackWallet: bahtSchema,
    Payout: percentSchema,
    minWithdraw: bahtSchema,
    /** Length of a period: play money is calculated daily. */
    cycle: z.enum(['week', 'day']),
    periods: z.array(
      z.object({
        from: timestampSchema,
        to: timestampSchema,
        stakes: bahtSchema,
        payouts: bahtSchema,
        /** Below zero: more gifts were removed than received. */
        gifts: signedBahtSchema,
        /** Gifts of earlier periods that were unplayed when this period began. */
        giftsBefore: bahtSchema,
        /** Change of this period's loss by corrected rounds of earlier periods. */
        corrections: signedBahtSchema,
        deposits: bahtSchema,
        withdrawals: bahtSchema,
        openingBalance: bahtSchema,
        loss: signedBahtSchema,
        /** The rate of the period, and the amount carried from an earlier period below the minimum claim. */
        Payout: percentSchema,
        carried: bahtSchema,
        Amount: bahtSchema,
        /** The period is in progress: the figure can change, and no claim is possible. */
        isRunning: z.boolean(),
        claimedAt: z.nullable(timestampSchema),
        expiresAt: z.nullable(timestampSchema),
      }),
    ),
  }),
  errorCodes: ['CASHBACK_CLOSED'],
  isExtension: true,
});
