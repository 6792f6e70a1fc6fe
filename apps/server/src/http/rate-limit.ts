// Request rate limits: counted per address, and per session that was found open in this process, because thousands of a
// mobile carrier's members share an address. They bound the load that one caller can cause. Attempts against passwords
// and names are counted in the database.
//
// Always true: the address is that of the connection or of a trusted proxy, never of a header that a caller can write.
// Addresses of one IPv6 network count together. Requests of providers and banks are not limited, because they return
// money. Each process counts separately (decision 0054).
//
// Elsewhere: the counting itself (@fastify/rate-limit), attempts in the database (modules/members/attempt-limits.ts).

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { toNetwork } from '#core/addresses';
import { fail } from '#core/domain-error';
import { rateLimited } from '#core/metrics';

/** 60 a second on average, in bursts of up to 240. */
const REQUESTS_MAX = 240;
const WINDOW_MS = 4_000;
/** The callers of this process that are counted; the least recent one is dropped first. */
const CALLERS_MAX = 50_000;

/** `provenSession` names the open session of a request; `undefined` for a token that was not found open. */
export async function registerRateLimit(
  app: FastifyInstance,
  isLimited: (path: string) => boolean,
  provenSession: (request: FastifyRequest) => string | undefined,
): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: REQUESTS_MAX,
    timeWindow: WINDOW_MS,
    cache: CALLERS_MAX,
    keyGenerator: (request) => provenSession(request) ?? toNetwork(request.ip),
  });
  const count = app.createRateLimit();
  app.addHook('onRequest', async (request) => {
    if (!isLimited(request.url)) return;
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    rateLimited.inc('requests');
    fail('TOO_MANY_REQUESTS', { waitSeconds: counted.ttlInSeconds });
  });
}
