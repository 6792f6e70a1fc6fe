// Calls of the limits that a member sets for play. All are additions.

import * as z from 'zod/mini';

import { bahtSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { pendingLimitChange, limitWished } from './own-limits.ts';

/** What is lost in a span of the calendar in Bangkok (a week begins on Monday), or what is staked in one bet. */
const spanOnWire = z.enum(['day', 'week', 'month', 'bet']);

export type PlayLimitSpan = z.output<typeof spanOnWire>;

const playLimit = z.object({
  span: spanOnWire,
  /** Nothing: no limit. */
  Amount: z.nullable(bahtSchema),
  /** Lost in the span so far, zero when more was won; nothing without a limit and for a bet. */
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
  summary: 'The limits that the member set for losses and stakes, and what was lost so far.',
  data: playLimits,
  refusals: [],
  isExtension: true,
});

export const setPlayLimit = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/limit',
  auth: 'member',
  summary:
    'Sets a limit for play: a tighter one at once, a looser one or none by a wish. The amount in force takes a wish back.',
  body: z.strictObject({ span: spanOnWire, Amount: limitWished }),
  data: playLimits,
  refusals: [],
  whenInvalid: { Amount: 'LIMIT_AMOUNT_INVALID' },
  isExtension: true,
});

export const confirmPlayLimit = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/limit/confirm',
  auth: 'member',
  summary: 'Confirms a looser limit for play, a day after it was asked for at the earliest.',
  body: z.strictObject({ span: spanOnWire }),
  data: playLimits,
  refusals: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});
