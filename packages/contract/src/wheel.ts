// Calls of the prize wheel. The script and the markup run in a frame of an opaque origin; the page
// calls `spins`, never the frame.

import * as z from 'zod/mini';

import { countOnWire } from './amounts.ts';
import { call } from './call.ts';
import { SPIN_BOX } from './limits.ts';

export const prizeKinds = ['BAHT', 'COIN', 'SPIN', 'NONE'] as const;

export const prize = z.object({
  /** The place on the wheel, from zero. */
  index: countOnWire,
  title: z.string(),
  kind: z.enum(prizeKinds),
  Amount: z.number().check(z.nonnegative()),
});

export const getWheelScript = call({
  method: 'GET',
  path: '/wheel-script/script',
  auth: 'none',
  summary: 'The script of the wheel.',
  data: z.string(),
  refusals: ['WHEEL_CLOSED'],
  form: 'script',
});

export const getWheelMarkup = call({
  method: 'GET',
  path: '/wheel-script/html5',
  auth: 'none',
  summary: 'The markup of the wheel.',
  data: z.string(),
  refusals: ['WHEEL_CLOSED'],
  form: 'markup',
});

export const spinWheel = call({
  method: 'POST',
  path: '/prize-composite/v1/spins',
  auth: 'member',
  summary: 'Pays with a free spin or a coin and draws a prize.',
  body: z.strictObject({ OpenBox: z.literal(SPIN_BOX) }),
  data: z.object({ prize, prizeWallet: countOnWire, spinWallet: countOnWire }),
  refusals: ['WHEEL_CLOSED', 'COINS_NOT_ENOUGH'],
});
