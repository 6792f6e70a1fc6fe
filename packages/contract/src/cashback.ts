// Calls of the return of lost amounts. The claim is a GET by the specification ("vertify" is its
// spelling) with a POST twin; either changes state once, however often it is sent.

import * as z from 'zod/mini';

import { bahtOnWire, percentOnWire, signedBahtOnWire, timeOnWire } from './amounts.ts';
import { call } from './call.ts';

const claim = {
  path: '/user-profile-composite/v1/users/cashback/vertify',
  auth: 'member',
  data: z.object({ Amount: bahtOnWire }),
  refusals: ['CASHBACK_CLOSED', 'CASHBACK_NONE', 'CASHBACK_BELOW_MINIMUM'],
} as const;

export const claimCashback = call({
  ...claim,
  method: 'GET',
  summary: 'Claims the cashback, the way the specification calls it.',
  changesState: true,
});

export const postCashbackClaim = call({
  ...claim,
  method: 'POST',
  summary: 'Claims the cashback.',
  addition: true,
});

export const getCashback = call({
  method: 'GET',
  path: '/user-profile-composite/v1/users/cashback',
  auth: 'member',
  summary: 'The cashback to claim and how its figure came about.',
  data: z.object({
    cashbackWallet: bahtOnWire,
    Payout: percentOnWire,
    minWithdraw: bahtOnWire,
    /** How long a period is: play money is calculated by the day. */
    cycle: z.enum(['week', 'day']),
    periods: z.array(
      z.object({
        from: timeOnWire,
        to: timeOnWire,
        stakes: bahtOnWire,
        payouts: bahtOnWire,
        /** Below zero: more was given back than received. */
        gifts: signedBahtOnWire,
        /** Gifts of earlier periods that were not played when this one began. */
        giftsBefore: bahtOnWire,
        /** By how much corrected rounds of earlier periods change this one's loss. */
        corrections: signedBahtOnWire,
        deposits: bahtOnWire,
        withdrawals: bahtOnWire,
        openingBalance: bahtOnWire,
        loss: signedBahtOnWire,
        /** The rate of that period, and what an earlier one left because it was too little to claim. */
        Payout: percentOnWire,
        carried: bahtOnWire,
        Amount: bahtOnWire,
        /** The day goes on: a figure that may still change, and nothing to claim yet. */
        isRunning: z.boolean(),
        claimedAt: z.nullable(timeOnWire),
        expiresAt: z.nullable(timeOnWire),
      }),
    ),
  }),
  refusals: ['CASHBACK_CLOSED'],
  addition: true,
});
