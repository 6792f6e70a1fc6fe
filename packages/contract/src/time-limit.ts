// Calls of the limit that a member sets for the time played in a day. All are additions.

import * as z from 'zod/mini';

import { LIMIT_MINUTES_MAX } from './constraints.ts';
import { timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';

/** Of the calendar in Bangkok. */
const spanOnWire = z.enum(['day']);

const minutesOnWire = z.nullable(z.int().check(z.positive(), z.lte(LIMIT_MINUTES_MAX)));

const timeLimit = z.object({
  span: spanOnWire,
  /** Nothing: no limit. */
  minutes: minutesOnWire,
  /** Played in the span so far, as the server counts it; nothing without a limit. */
  usedSeconds: z.nullable(z.int()),
  endsAt: timestampSchema,
  /** A longer one that was asked for, as with the other limits. Minutes nothing: no limit at all. */
  wish: z.nullable(
    z.object({
      minutes: minutesOnWire,
      confirmFrom: timestampSchema,
      confirmUntil: timestampSchema,
      isConfirmable: z.boolean(),
    }),
  ),
});

export type TimeLimit = z.output<typeof timeLimit>;

const timeLimits = z.object({ limits: z.array(timeLimit) });

export const getTimeLimits = defineEndpoint({
  method: 'GET',
  path: '/game-composite/v1/time-limit',
  auth: 'member',
  summary: 'The limit that the member set for the time played in a day, and what was played so far.',
  data: timeLimits,
  refusals: [],
  isExtension: true,
});

export const setTimeLimit = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/time-limit',
  auth: 'member',
  summary:
    'Sets a limit of time: a tighter one at once, a looser one or none by a wish. The minutes in force take a wish back.',
  body: z.strictObject({ span: spanOnWire, minutes: minutesOnWire }),
  data: timeLimits,
  refusals: [],
  whenInvalid: { minutes: 'LIMIT_MINUTES_INVALID' },
  isExtension: true,
});

export const confirmTimeLimit = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/time-limit/confirm',
  auth: 'member',
  summary: 'Confirms a looser limit of time, a day after it was asked for at the earliest.',
  body: z.strictObject({ span: spanOnWire }),
  data: timeLimits,
  refusals: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});
