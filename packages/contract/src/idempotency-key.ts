// The format of idempotency keys.

import * as z from 'zod/mini';

export const idempotencyKeySchema = z.string().check(z.regex(/^[\w.:-]{1,128}$/));
