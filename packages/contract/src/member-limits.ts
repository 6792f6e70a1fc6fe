// Schemas shared by the endpoints of member limits.

import * as z from 'zod/mini';

import { MEMBER_LIMIT_MAX } from './constraints.ts';
import { bahtSchema, positiveBahtSchema, timestampSchema } from './amounts.ts';

/** What a limit is wished to be; nothing: no limit. */
export const requestedLimit = z.nullable(positiveBahtSchema.check(z.lte(MEMBER_LIMIT_MAX)));

/**
 * A pending higher limit: it applies when confirmed after a day, and lapses if not confirmed in time. Amount null: no
 * limit.
 */
export const pendingLimitChange = z.nullable(
  z.object({
    Amount: z.nullable(bahtSchema),
    confirmFrom: timestampSchema,
    confirmUntil: timestampSchema,
    isConfirmable: z.boolean(),
  }),
);
