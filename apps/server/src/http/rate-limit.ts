// How many requests one caller may send: a bucket of tokens per address, in this process, and one per session that was found open
// here, because thousands of a mobile carrier's members share an address. It keeps one caller from taking all of a small machine; it is
// not what protects passwords or names (those budgets are counted in the database).
//
// Always true: the bucket of an address is chosen by the connection, or by what a trusted proxy says, never by a header that
// a caller can write; the addresses of one IPv6 network share a bucket. Calls of providers and banks are never limited here: money that comes back must get in.

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { networkOf } from '#core/addresses';
import { fail } from '#core/domain-error';

const BURST = 240;
const PER_SECOND = 60;
const ADDRESSES_MAX = 50_000;

type Bucket = { tokens: number; filledAt: number };

type Limiter = { take(subject: string, now: number): number };

/** A limiter whose `take` answers 0 when the request may go on, or how many seconds to wait. */
function openLimiter(): Limiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(subject, now) {
      const bucket = buckets.get(subject) ?? { tokens: BURST, filledAt: now };
      // Newest last, so that the first in the map is the one that was quiet for longest.
      buckets.delete(subject);
      bucket.tokens = Math.min(BURST, bucket.tokens + ((now - bucket.filledAt) / 1_000) * PER_SECOND);
      bucket.filledAt = now;
      buckets.set(subject, bucket);
      if (buckets.size > ADDRESSES_MAX) forgetFirst(buckets);
      if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / PER_SECOND);
      bucket.tokens -= 1;
      return 0;
    },
  };
}

/** `provenSession` names the open session of a request; nothing for a token that was not seen to be good. */
export function addRateLimit(
  app: FastifyInstance,
  isLimited: (path: string) => boolean,
  provenSession: (request: FastifyRequest) => string | undefined,
): void {
  const limiter = openLimiter();
  app.addHook('onRequest', async (request) => {
    if (!isLimited(request.url)) return;
    const waitSeconds = limiter.take(provenSession(request) ?? networkOf(request.ip), performance.now());
    if (waitSeconds > 0) fail('TOO_MANY_REQUESTS', { waitSeconds });
  });
}

function forgetFirst(buckets: Map<string, Bucket>): void {
  for (const subject of buckets.keys()) {
    buckets.delete(subject);
    return;
  }
}
