// Endpoints of the daily time limit that a member sets. All are extensions.

import * as z from 'zod/mini';

import { LIMIT_MINUTES_MAX } from './constraints.ts';
import { timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';

/** Of the calendar in Bangkok. */
const spanSchema = z.enum(['day']);

const minutesSchema = z.nullable(z.int().check(z.positive(), z.lte(LIMIT_MINUTES_MAX)));

const timeLimit = z.object({
  span: spanSchema,
  /** Null: no limit. */
  minutes: minutesSchema,
  /** Time played in the span so far, as counted by the server; null without a limit. */
  usedSeconds: z.nullable(z.int()),
  endsAt: timestampSchema,
  /** A pending longer limit, as with the other limits. Minutes null: no limit. */
  wish: z.nullable(
    z.object({
      minutes: minutesSchema,
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
  summary: 'The daily time limit of the member, and the time played so far.',
  data: timeLimits,
  errorCodes: [],
  isExtension: true,
});

export const setTimeLimit = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/time-limit',
  auth: 'member',
  summary:
    'Sets a time limit: a shorter one at once, a longer one or none as a pending change. The current minutes cancel it.',
  body: z.strictObject({ span: spanSchema, minutes: minutesSchema }),
  data: timeLimits,
  errorCodes: [],
  whenInvalid: { minutes: 'LIMIT_MINUTES_INVALID' },
  isExtension: true,
});

export const confirmTimeLimit = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/time-limit/confirm',
  auth: 'member',
  summary: 'Confirms a pending longer time limit, at the earliest a day after the request.',
  body: z.strictObject({ span: spanSchema }),
  data: timeLimits,
  errorCodes: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});
