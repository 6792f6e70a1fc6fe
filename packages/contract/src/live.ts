// Live stream: changes of one member's state as server-sent events.
//
// Clients read it with fetch, because EventSource cannot send the api-auth header. On reconnect, a client sends the
// last id in `Last-Event-ID` and first receives a full `wallet` event, which replaces missed ones; it refetches
// histories.

import * as z from 'zod/mini';

import { bahtSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { balance } from './members.ts';

const status = z.literal([0, 1, 2, 3]);

/** Event data by event name. */
export const liveEvents = {
  wallet: balance,
  deposit: z.object({
    depositId: z.string(),
    Amount: bahtSchema,
    Status: status,
    wallet: z.enum(['gameWallet', 'mainWallet']),
    /** The message of the error code, if the deposit failed or is pending. */
    message: z.optional(z.string()),
  }),
  withdrawal: z.object({
    withdrawalId: z.string(),
    Amount: bahtSchema,
    Status: status,
    message: z.optional(z.string()),
  }),
  /** A win above the provider's win cap: held until an operator releases or rejects it. */
  heldWin: z.object({
    Amount: bahtSchema,
    state: z.enum(['held', 'released', 'refused']),
    message: z.string(),
  }),
  /** The stream ends. RESTART: reconnect; otherwise sign in again. */
  bye: z.object({
    reason: z.enum(['SESSION_EXPIRED', 'MEMBER_LOCKED', 'MAINTENANCE', 'RESTART']),
    /** Reconnect after a random part of this time: many streams end at once. */
    withinMs: z.optional(z.number()),
  }),
} as const;

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent<Name extends LiveEventName = LiveEventName> = {
  [N in Name]: { readonly event: N; readonly data: z.output<(typeof liveEvents)[N]> };
}[Name];

export const liveStream = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/live',
  auth: 'member',
  summary: 'Server-sent events: wallet, deposit, withdrawal, heldWin, bye.',
  headers: z.object({ 'Last-Event-ID': z.optional(z.string().check(z.maxLength(64))) }),
  data: z.unknown(),
  errorCodes: [],
  isExtension: true,
  form: 'events',
});
