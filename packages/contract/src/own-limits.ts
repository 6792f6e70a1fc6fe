// What the calls of members' own limits have in common.

import * as z from 'zod/mini';

import { OWN_LIMIT_MAX } from './constraints.ts';
import { bahtSchema, positiveBahtOnWire, timestampSchema } from './amounts.ts';

/** What a limit is wished to be; nothing: no limit. */
export const limitWished = z.nullable(positiveBahtOnWire.check(z.lte(OWN_LIMIT_MAX)));

/**
 * A looser one that was asked for: it comes when a day has passed and it is confirmed, and lapses when it was not confirmed in time.
 * Amount nothing: no limit at all.
 */
export const pendingLimitChange = z.nullable(
  z.object({
    Amount: z.nullable(bahtSchema),
    confirmFrom: timestampSchema,
    confirmUntil: timestampSchema,
    isConfirmable: z.boolean(),
  }),
);
