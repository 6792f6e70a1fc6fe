// Calls of friend referral. Withdrawing the income is a GET by the specification ("vertify" is its
// spelling) with a POST twin; either changes state once, however often it is sent.

import * as z from 'zod/mini';

import { bahtOnWire, percentOnWire, signedBahtOnWire, timeOnWire } from './amounts.ts';
import { call } from './call.ts';

const level = z.object({ enable: z.boolean(), percent: percentOnWire });

export const getAffiliate = call({
  method: 'GET',
  path: '/user-profile-composite/v1/users/affiliate',
  auth: 'member',
  summary: 'The referral income, the friends, and the rules they earn under.',
  data: z.object({
    balance: bahtOnWire,
    /** Addition: what is calculated and waits for its release. */
    waiting: bahtOnWire,
    /** Withdrawals of income. */
    transaction: z.array(
      z.object({ id: z.string(), Amount: bahtOnWire, createdAt: timeOnWire, Status: z.literal([0, 1, 2, 3]) }),
    ),
    /** The friends; phones masked. */
    Users: z.array(
      z.object({
        phoneNumber: z.string(),
        level: z.literal([1, 2]),
        createdAt: timeOnWire,
        isActive: z.boolean(),
        /** Addition: what this friend has brought, released or not. */
        Amount: signedBahtOnWire,
      }),
    ),
    transaction_incomes: z.array(
      z.object({
        day: z.iso.date(),
        level: z.literal([1, 2]),
        phoneNumber: z.string(),
        Amount: signedBahtOnWire,
        isReleased: z.boolean(),
      }),
    ),
    setting: z.object({
      useAffiliate: z.boolean(),
      minWithdraw: bahtOnWire,
      turnover: z.number(),
      percent: z.object({ level1: level, level2: level }),
    }),
  }),
  refusals: ['AFFILIATE_CLOSED'],
});

const withdrawal = {
  path: '/user-profile-composite/v1/users/affiliate/vertify',
  auth: 'member',
  data: z.object({ Amount: bahtOnWire, Status: z.literal([1, 2]) }),
  refusals: ['AFFILIATE_CLOSED', 'AFFILIATE_NONE', 'AFFILIATE_BELOW_MINIMUM'],
} as const;

export const withdrawAffiliate = call({
  ...withdrawal,
  method: 'GET',
  summary: 'Withdraws the referral income, the way the specification calls it.',
  changesState: true,
});

export const postAffiliateWithdrawal = call({
  ...withdrawal,
  method: 'POST',
  summary: 'Withdraws the referral income.',
  addition: true,
});
