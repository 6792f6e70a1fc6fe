// Endpoints of the prize wheel. Script and markup run in a frame with an opaque origin; only the page calls `spins`.

import * as z from 'zod/mini';

import { bahtSchema, countSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { SPIN_BOX } from './constraints.ts';

export const prizeKinds = ['BAHT', 'COIN', 'SPIN', 'NONE'] as const;

export const prize = z.object({
  /** Position on the wheel, from zero. */
  index: countSchema,
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
  errorCodes: ['WHEEL_CLOSED'],
  form: 'script',
});

export const getWheelMarkup = defineEndpoint({
  method: 'GET',
  path: '/wheel-script/html5',
  auth: 'none',
  summary: 'The markup of the wheel.',
  data: z.string(),
  errorCodes: ['WHEEL_CLOSED'],
  form: 'markup',
});

export const spinWheel = defineEndpoint({
  method: 'POST',
  path: '/prize-composite/v1/spins',
  auth: 'member',
  summary: 'Pays with a free spin or a coin and draws a prize.',
  body: z.strictObject({ OpenBox: z.literal(SPIN_BOX) }),
  data: z.object({ prize, prizeWallet: countSchema, spinWallet: countSchema }),
  errorCodes: ['WHEEL_CLOSED', 'INSUFFICIENT_COINS', 'PLAY_BREAK_ACTIVE'],
});

const wheel = z.object({
  prizeWallet: countSchema,
  spinWallet: countSchema,
  version: countSchema,
  /** The chance of a segment is its weight divided by the sum of weights. */
  prizes: z.array(z.extend(prize, { weight: countSchema })),
  /** A deposit of at least this amount earns a coin; so does each such amount of turnover. */
  coinDeposit: z.nullable(bahtSchema),
  coinTurnover: z.nullable(bahtSchema),
  /** SHA-256 of the server seed, and the nonce of the next spin. */
  seedHash: z.string(),
  clientSeed: z.string(),
  nonce: countSchema,
  spins: z.array(
    z.object({
      prize,
      createdAt: timestampSchema,
      version: countSchema,
      weights: z.array(countSchema),
      seedHash: z.string(),
      clientSeed: z.string(),
      nonce: countSchema,
      /** Null while the seed is in use. */
      serverSeed: z.nullable(z.string()),
    }),
  ),
});

export const getWheel = defineEndpoint({
  method: 'GET',
  path: '/prize-composite/v1/wheel',
  auth: 'member',
  summary: 'The segments of the wheel with their weights, and the data to verify a spin.',
  data: wheel,
  errorCodes: ['WHEEL_CLOSED'],
  isExtension: true,
});

export const changeWheelSeed = defineEndpoint({
  method: 'POST',
  path: '/prize-composite/v1/wheel/seed',
  auth: 'member',
  summary: 'Sets the client seed; a used server seed is revealed and replaced.',
  body: z.strictObject({ clientSeed: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) }),
  data: wheel,
  errorCodes: ['WHEEL_CLOSED'],
  isExtension: true,
});
