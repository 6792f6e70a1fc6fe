// Endpoints of the deposit limits that a member sets. All are extensions.

import * as z from 'zod/mini';

import { bahtSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { pendingLimitChange, requestedLimit } from './member-limits.ts';

/** Calendar spans in Bangkok time; a week begins on Monday. */
const spanSchema = z.enum(['day', 'week', 'month']);

export type LimitSpan = z.output<typeof spanSchema>;

const depositLimit = z.object({
  span: spanSchema,
  /** Null: no limit. */
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
  summary: 'The deposit limits of the member, and the amounts deposited so far.',
  data: depositLimits,
  errorCodes: [],
  isExtension: true,
});

export const setDepositLimit = defineEndpoint({
  method: 'POST',
  path: '/fund-composite/v1/deposit-limit',
  auth: 'member',
  summary:
    'Sets a deposit limit: a lower one at once, a higher one or none as a pending change. The current amount cancels it.',
  body: z.strictObject({ span: spanSchema, Amount: requestedLimit }),
  data: depositLimits,
  errorCodes: [],
  whenInvalid: { Amount: 'LIMIT_AMOUNT_INVALID' },
  isExtension: true,
});

export const confirmDepositLimit = defineEndpoint({
  method: 'POST',
  path: '/fund-composite/v1/deposit-limit/confirm',
  auth: 'member',
  summary: 'Confirms a pending higher limit, at the earliest a day after the request.',
  body: z.strictObject({ span: spanSchema }),
  data: depositLimits,
  errorCodes: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});
