// Calls of the limits that a member sets for play. All are additions.

import * as z from 'zod/mini';

import { bahtOnWire, timeOnWire } from './amounts.ts';
import { call } from './call.ts';
import { limitWish, limitWished } from './own-limits.ts';

/** What is lost in a span of the calendar in Bangkok (a week begins on Monday), or what is staked in one bet. */
const spanOnWire = z.enum(['day', 'week', 'month', 'bet']);

export type PlayLimitSpan = z.output<typeof spanOnWire>;

const playLimit = z.object({
  span: spanOnWire,
  /** Nothing: no limit. */
  Amount: z.nullable(bahtOnWire),
  /** Lost in the span so far, zero when more was won; nothing without a limit and for a bet. */
  used: z.nullable(bahtOnWire),
  endsAt: z.nullable(timeOnWire),
  wish: limitWish,
});

export type PlayLimit = z.output<typeof playLimit>;

const playLimits = z.object({ limits: z.array(playLimit) });

export const getPlayLimits = call({
  method: 'GET',
  path: '/game-composite/v1/limit',
  auth: 'member',
  summary: 'The limits that the member set for losses and stakes, and what was lost so far.',
  data: playLimits,
  refusals: [],
  addition: true,
});

export const setPlayLimit = call({
  method: 'POST',
  path: '/game-composite/v1/limit',
  auth: 'member',
  summary:
    'Sets a limit for play: a tighter one at once, a looser one or none by a wish. The amount in force takes a wish back.',
  body: z.strictObject({ span: spanOnWire, Amount: limitWished }),
  data: playLimits,
  refusals: [],
  whenInvalid: { Amount: 'LIMIT_AMOUNT_INVALID' },
  addition: true,
});

export const confirmPlayLimit = call({
  method: 'POST',
  path: '/game-composite/v1/limit/confirm',
  auth: 'member',
  summary: 'Confirms a looser limit for play, a day after it was asked for at the earliest.',
  body: z.strictObject({ span: spanOnWire }),
  data: playLimits,
  refusals: ['LIMIT_NOT_ASKED', 'LIMIT_TOO_EARLY'],
  addition: true,
});
