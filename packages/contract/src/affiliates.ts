// Endpoints of the referral program. The specification defines the withdrawal as a GET ("vertify" is its spelling); a
// POST twin exists. Both change state once, however often the request is sent.

import * as z from 'zod/mini';

import { bahtSchema, daySchema, percentSchema, signedBahtSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';

const level = z.object({ enable: z.boolean(), percent: percentSchema });

export const getAffiliate = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/users/affiliate',
  auth: 'member',
  summary: 'The referral income, the referred friends, and the terms of the program.',
  data: z.object({
    balance: bahtSchema,
    /** Extension: income that is calculated and not yet released. */
    waiting: bahtSchema,
    /** Withdrawals of income. */
    transaction: z.array(
      z.object({ id: z.string(), Amount: bahtSchema, createdAt: timestampSchema, Status: z.literal([0, 1, 2, 3]) }),
    ),
    /** The friends; phones masked. */
    Users: z.array(
      z.object({
        phoneNumber: z.string(),
        level: z.literal([1, 2]),
        createdAt: timestampSchema,
        isActive: z.boolean(),
        /** Extension: the income from this friend, released or not. */
        Amount: signedBahtSchema,
      }),
    ),
    transaction_incomes: z.array(
      z.object({
        day: daySchema,
        level: z.literal([1, 2]),
        phoneNumber: z.string(),
        Amount: signedBahtSchema,
        isReleased: z.boolean(),
      }),
    ),
    setting: z.object({
      useAffiliate: z.boolean(),
      minWithdraw: bahtSchema,
      turnover: z.number(),
      percent: z.object({ level1: level, level2: level }),
    }),
  }),
  errorCodes: ['AFFILIATE_CLOSED'],
});

const withdrawal = {
  path: '/user-profile-composite/v1/users/affiliate/vertify',
  auth: 'member',
  data: z.object({ Amount: bahtSchema, Status: z.literal([1, 2]) }),
  errorCodes: ['AFFILIATE_CLOSED', 'AFFILIATE_NONE', 'AFFILIATE_BELOW_MINIMUM'],
} as const;

export const withdrawAffiliate = defineEndpoint({
  ...withdrawal,
  method: 'GET',
  summary: 'Withdraws the referral income; the GET form of the specification.',
  changesState: true,
});

export const postAffiliateWithdrawal = defineEndpoint({
  ...withdrawal,
  method: 'POST',
  summary: 'Withdraws the referral income.',
  isExtension: true,
});
