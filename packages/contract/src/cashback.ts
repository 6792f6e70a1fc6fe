// Calls of the return of lost amounts. The claim is a GET by the specification ("vertify" is its
// spelling) with a POST twin; either changes state once, however often it is sent.

import * as z from 'zod/mini';

import { bahtSchema, percentOnWire, signedBahtOnWire, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';

const claim = {
  path: '/user-profile-composite/v1/users/cashback/vertify',
  auth: 'member',
  data: z.object({ Amount: bahtSchema }),
  refusals: ['CASHBACK_CLOSED', 'CASHBACK_NONE', 'CASHBACK_BELOW_MINIMUM'],
} as const;

export const claimCashback = defineEndpoint({
  ...claim,
  method: 'GET',
  summary: 'Claims the cashback, the way the specification calls it.',
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
  summary: 'The cashback to claim and how its figure came about.',
  data: z.object({
    cashbackWallet: bahtSchema,
    Payout: percentOnWire,
    minWithdraw: bahtSchema,
    /** How long a period is: play money is calculated by the day. */
    cycle: z.enum(['week', 'day']),
    periods: z.array(
      z.object({
        from: timestampSchema,
        to: timestampSchema,
        stakes: bahtSchema,
        payouts: bahtSchema,
        /** Below zero: more was given back than received. */
        gifts: signedBahtOnWire,
        /** Gifts of earlier periods that were not played when this one began. */
        giftsBefore: bahtSchema,
        /** By how much corrected rounds of earlier periods change this one's loss. */
        corrections: signedBahtOnWire,
        deposits: bahtSchema,
        withdrawals: bahtSchema,
        openingBalance: bahtSchema,
        loss: signedBahtOnWire,
        /** The rate of that period, and what an earlier one left because it was too little to claim. */
        Payout: percentOnWire,
        carried: bahtSchema,
        Amount: bahtSchema,
        /** The day goes on: a figure that may still change, and nothing to claim yet. */
        isRunning: z.boolean(),
        claimedAt: z.nullable(timestampSchema),
        expiresAt: z.nullable(timestampSchema),
      }),
    ),
  }),
  refusals: ['CASHBACK_CLOSED'],
  isExtension: true,
});
