// The live stream: what changed for one member, as server-sent events.
//
// Read with fetch, because EventSource cannot send the api-auth header. A reader that lost the line
// sends the last id it saw in `Last-Event-ID` and first gets a fresh `wallet`, which holds everything
// it may have missed; the histories are then simply stale.

import * as z from 'zod/mini';

import { bahtSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { balance } from './members.ts';

const status = z.literal([0, 1, 2, 3]);

/** The data of each event, by its name. */
export const liveEvents = {
  wallet: balance,
  deposit: z.object({
    depositId: z.string(),
    Amount: bahtSchema,
    Status: status,
    wallet: z.enum(['gameWallet', 'mainWallet']),
    /** The sentence of the refusal, when it failed or waits. */
    message: z.optional(z.string()),
  }),
  withdrawal: z.object({
    withdrawalId: z.string(),
    Amount: bahtSchema,
    Status: status,
    message: z.optional(z.string()),
  }),
  /** A payout above its provider's cap: apart until a person looked, then playable or not. */
  heldWin: z.object({
    Amount: bahtSchema,
    state: z.enum(['held', 'released', 'refused']),
    message: z.string(),
  }),
  /** The stream ends: sign in again, or (restart) just connect again. */
  bye: z.object({ reason: z.enum(['SESSION_EXPIRED', 'MEMBER_LOCKED', 'MAINTENANCE', 'RESTART']) }),
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
  refusals: [],
  isExtension: true,
  form: 'events',
});
