// Endpoints of the limits that a member sets: deposits, losses and stakes, and play time. All are extensions.

import * as z from 'zod/mini';

import { bahtSchema, positiveBahtSchema, timestampSchema } from './amounts.ts';
import { LIMIT_MINUTES_MAX, MEMBER_LIMIT_MAX } from './constraints.ts';
import { defineEndpoint } from './endpoint.ts';

/** A requested limit; null: no limit. */
const requestedLimit = z.nullable(positiveBahtSchema.check(z.lte(MEMBER_LIMIT_MAX)));

const minutesSchema = z.nullable(z.int().check(z.positive(), z.lte(LIMIT_MINUTES_MAX)));

/** A pending higher limit: it applies when confirmed after a day, and lapses if not confirmed in time. */
const pendingChangeOf = <Shape extends z.core.$ZodShape>(limit: Shape) =>
  z.nullable(
    z.object({
      ...limit,
      confirmFrom: timestampSchema,
      confirmUntil: timestampSchema,
      isConfirmable: z.boolean(),
    }),
  );

/** Amount null: no limit. */
const pendingLimitChange = pendingChangeOf({ Amount: z.nullable(bahtSchema) });

/** Calendar spans in Bangkok time; a week begins on Monday. */
const calendarSpanSchema = z.enum(['day', 'week', 'month']);

export type CalendarSpan = z.output<typeof calendarSpanSchema>;

/** A calendar span limits the net loss, `bet` the stake of one bet. */
const playLimitSpanSchema = z.enum([...calendarSpanSchema.options, 'bet']);

export type PlayLimitSpan = z.output<typeof playLimitSpanSchema>;

// ── deposits ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const depositLimit = z.object({
  span: calendarSpanSchema,
  /** Null: no limit. */
  Amount: z.nullable(bahtSchema),
  /** Deposited in the span so far. */
  used: bahtSchema,
  endsAt: timestampSchema,
  wish: pendingLimitChange,
});

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
  body: z.strictObject({ span: calendarSpanSchema, Amount: requestedLimit }),
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
  body: z.strictObject({ span: calendarSpanSchema }),
  data: depositLimits,
  errorCodes: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});

// ── losses and stakes ────────────────────────────────────────────────────────────────────────────────────────────────

const playLimit = z.object({
  span: playLimitSpanSchema,
  /** Null: no limit. */
  Amount: z.nullable(bahtSchema),
  /** Net loss in the span so far, zero after a net win; null without a limit and for `bet`. */
  used: z.nullable(bahtSchema),
  endsAt: z.nullable(timestampSchema),
  wish: pendingLimitChange,
});

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
  body: z.strictObject({ span: playLimitSpanSchema, Amount: requestedLimit }),
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
  body: z.strictObject({ span: playLimitSpanSchema }),
  data: playLimits,
  errorCodes: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});

// ── play time per day ────────────────────────────────────────────────────────────────────────────────────────────────

const timeLimit = z.object({
  span: z.enum(['day']),
  /** Null: no limit. */
  minutes: minutesSchema,
  /** Time played in the span so far, as counted by the server; null without a limit. */
  usedSeconds: z.nullable(z.int()),
  endsAt: timestampSchema,
  /** Minutes null: no limit. */
  wish: pendingChangeOf({ minutes: minutesSchema }),
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
  body: z.strictObject({ span: z.enum(['day']), minutes: minutesSchema }),
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
  body: z.strictObject({ span: z.enum(['day']) }),
  data: timeLimits,
  errorCodes: ['LIMIT_CHANGE_NOT_FOUND', 'LIMIT_TOO_EARLY'],
  isExtension: true,
});
