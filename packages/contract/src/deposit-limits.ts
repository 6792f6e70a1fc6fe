// Calls of the limits that a member sets for deposits. All are additions.

import * as z from 'zod/mini';

import { bahtSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { pendingLimitChange, limitWished } from './own-limits.ts';

/** Of the calendar in Bangkok; a week begins on Monday. */
const spanOnWire = z.enum(['day', 'week', 'month']);

export type LimitSpan = z.output<typeof spanOnWire>;

const depositLimit = z.object({
  span: spanOnWire,
  /** Nothing: no limit. */
  Amount: z.nullable(bahtSchema),
  /** Deposited in the span so far. */
  used: bahtSchema,
  endsAt: timestampSchema,
  wish: pendingLimitChange,
});

export type DepositLimit = z.output<typeof depositLimit>;

const depositLimits = z.object({ limits: z.array(depositLimit) });

export const getDepositLimits = defineEndpoint({
  method: 'GET',
  path: '/fund-composite/v1/deposit-limit',
  auth: 'member',
  summary: 'The limits that the member set for deposits, and what was deposited so far.',
  data: depositLimits,
  refusals: [],
  isExtension: true,
});

export const setDepositLimit = defineEndpoint({
  method: 'POST',
  path: '/fund-composite/v1/deposit-limit',
  auth: 'member',
  summary:
    'Sets a limit: a tighter one at once, a looser one or none by a wish. The amount in force takes a wish back.',
  body: z.strictObject({ span: spanOnWire, Amount: limitWished }),
  data: depositLimits,
  refusals: [],
  whenInvalid: { Amount: 'LIMIT_AMOUNT_INVALID' },
  isExtension: true,
});

export const confirmDepositLimit = defineEndpoint({
  method: 'POST',
  path: '/fund-composite/v1/deposit-limit/confirm',
  auth: 'member',
  summary: 'Confirms a looser limit, a day after it was asked for at the earliest.',
  body: z.strictObject({ span: spanOnWire }),
  data: depositLimits,
  refusals: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});
