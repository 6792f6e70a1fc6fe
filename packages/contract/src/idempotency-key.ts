// What an idempotency key may be made of.

import * as z from 'zod/mini';

export const idempotencyKeySchema = z.string().check(z.regex(/^[\w.:-]{1,128}$/));
