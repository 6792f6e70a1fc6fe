// Calls of the prize wheel. The script and the markup run in a frame of an opaque origin; the page
// calls `spins`, never the frame.

import * as z from 'zod/mini';

import { bahtSchema, countOnWire, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { SPIN_BOX } from './constraints.ts';

export const prizeKinds = ['BAHT', 'COIN', 'SPIN', 'NONE'] as const;

export const prize = z.object({
  /** The place on the wheel, from zero. */
  index: countOnWire,
  title: z.string(),
  kind: z.enum(prizeKinds),
  Amount: z.number().check(z.nonnegative()),
});

export const getWheelScript = defineEndpoint({
  method: 'GET',
  path: '/wheel-script/script',
  auth: 'none',
  summary: 'The script of the wheel.',
  data: z.string(),
  refusals: ['WHEEL_CLOSED'],
  form: 'script',
});

export const getWheelMarkup = defineEndpoint({
  method: 'GET',
  path: '/wheel-script/html5',
  auth: 'none',
  summary: 'The markup of the wheel.',
  data: z.string(),
  refusals: ['WHEEL_CLOSED'],
  form: 'markup',
});

export const spinWheel = defineEndpoint({
  method: 'POST',
  path: '/prize-composite/v1/spins',
  auth: 'member',
  summary: 'Pays with a free spin or a coin and draws a prize.',
  body: z.strictObject({ OpenBox: z.literal(SPIN_BOX) }),
  data: z.object({ prize, prizeWallet: countOnWire, spinWallet: countOnWire }),
  refusals: ['WHEEL_CLOSED', 'INSUFFICIENT_COINS', 'PLAY_BREAK_ACTIVE'],
});

const wheel = z.object({
  prizeWallet: countOnWire,
  spinWallet: countOnWire,
  version: countOnWire,
  /** The chance of a field is its weight among the sum of all. */
  prizes: z.array(z.extend(prize, { weight: countOnWire })),
  /** A deposit of at least so much earns a coin; so does each so much of turnover. */
  coinDeposit: z.nullable(bahtSchema),
  coinTurnover: z.nullable(bahtSchema),
  /** The SHA-256 of the server's seed, and the number that the next spin uses it with. */
  seedHash: z.string(),
  clientSeed: z.string(),
  nonce: countOnWire,
  spins: z.array(
    z.object({
      prize,
      createdAt: timestampSchema,
      version: countOnWire,
      weights: z.array(countOnWire),
      seedHash: z.string(),
      clientSeed: z.string(),
      nonce: countOnWire,
      /** Null as long as the seed is in use. */
      serverSeed: z.nullable(z.string()),
    }),
  ),
});

export const getWheel = defineEndpoint({
  method: 'GET',
  path: '/prize-composite/v1/wheel',
  auth: 'member',
  summary: 'The fields of the wheel with their weights, and what is needed to check a spin.',
  data: wheel,
  refusals: ['WHEEL_CLOSED'],
  isExtension: true,
});

export const changeWheelSeed = defineEndpoint({
  method: 'POST',
  path: '/prize-composite/v1/wheel/seed',
  auth: 'member',
  summary: 'Takes a seed of the member’s own; a server seed that was used is revealed and replaced.',
  body: z.strictObject({ clientSeed: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) }),
  data: wheel,
  refusals: ['WHEEL_CLOSED'],
  isExtension: true,
});
