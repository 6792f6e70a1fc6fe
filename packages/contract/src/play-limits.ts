// Endpoints of the play limits that a member sets. All are extensions.

import * as z from 'zod/mini';

import { bahtSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { pendingLimitChange, requestedLimit } from './member-limits.ts';

/** Day, week (from Monday), month: net loss per Bangkok calendar span. bet: stake of one bet. */
const spanSchema = z.enum(['day', 'week', 'month', 'bet']);

export type PlayLimitSpan = z.output<typeof spanSchema>;

const playLimit = z.object({
  span: spanSchema,
  /** Null: no limit. */
  Amount: z.nullable(bahtSchema),
  /** Net loss in the span so far, zero after a net win; null without a limit and for `bet`. */
  used: z.nullable(bahtSchema),
  endsAt: z.nullable(timestampSchema),
  wish: pendingLimitChange,
});

export type PlayLimit = z.output<typeof playLimit>;

const playLimits = z.object({ limits: z.array(playLimit) });

export const getPlayLimits = defineEndpoint({
  method: 'GET',
  path: '/game-composite/v1/limit',
  auth: 'member',
  summary: 'The loss and stake limits of the member, and the losses so far.',
  data: playLimits,
  errorCodes: [],
  isExtension: true,
});

export const setPlayLimit = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/limit',
  auth: 'member',
  summary:
    'Sets a play limit: a lower one at once, a higher one or none as a pending change. The current amount cancels it.',
  body: z.strictObject({ span: spanSchema, Amount: requestedLimit }),
  data: playLimits,
  errorCodes: [],
  whenInvalid: { Amount: 'LIMIT_AMOUNT_INVALID' },
  isExtension: true,
});

export const confirmPlayLimit = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/limit/confirm',
  auth: 'member',
  summary: 'Confirms a pending higher play limit, at the earliest a day after the request.',
  body: z.strictObject({ span: spanSchema }),
  data: playLimits,
  errorCodes: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});
