// Request rate limits of the member API, of pages with files and documents, and of health checks. A request with a
// session that was found open in this process counts for its member, because thousands of a mobile carrier's members
// share an address; any other request counts for its address. They bound the load that one caller can cause. Attempts
// against passwords and names are counted in the database.
//
// Always true: the address is that of the connection or of a trusted proxy, never of a header that a caller can write.
// IPv6 addresses count for their /64, /56 and /48 network (core/addresses.ts). Requests of providers and banks are not
// limited, because they return money. The kind of a request is that of its matched route (traffic.ts). Each process
// counts separately (decision 0054).
//
// Elsewhere: the counting itself (@fastify/rate-limit), attempts in the database (modules/members/attempt-limits.ts).

import rateLimit from '@fastify/rate-limit';
import { errorMessages } from '@chaba/contract/error-messages.text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { listNetworks, NETWORK_SHARES } from '#core/addresses';
import { fail } from '#core/domain-error';
import { errorResponses, rateLimited } from '#core/metrics';

import { getTraffic, type Traffic } from './traffic.ts';

/** Requests of a member or an address in four seconds. A page is a request and those of its files. */
const REQUESTS_MAX = { api: 240, page: 480, probe: 240 } as const satisfies Partial<Record<Traffic, number>>;
const WINDOW_MS = 4_000;
/** The callers of this process that each limit counts; the least recent one is dropped first. */
const CALLERS_MAX = 50_000;

/** `findProvenMember` names the member of a request; `undefined` for a token that was not found open. */
export async function registerRateLimit(
  app: FastifyInstance,
  findProvenMember: (request: FastifyRequest) => string | undefined,
): Promise<void> {
  await app.register(rateLimit, { global: false, timeWindow: WINDOW_MS, cache: CALLERS_MAX });
  const countMember = app.createRateLimit({
    max: REQUESTS_MAX.api,
    keyGenerator: (request) => findProvenMember(request) ?? '',
  });
  const createNetworkCounters = (max: number) =>
    NETWORK_SHARES.map((share, level) =>
      app.createRateLimit({
        max: max * share,
        keyGenerator: (request) => listNetworks(request.ip)[level]?.network ?? '',
      }),
    );
  const byNetwork = {
    api: createNetworkCounters(REQUESTS_MAX.api),
    page: createNetworkCounters(REQUESTS_MAX.page),
    probe: createNetworkCounters(REQUESTS_MAX.probe),
  };

  app.addHook('onRequest', async (request, reply) => {
    const traffic = getTraffic(request);
    if (traffic === 'bank') return;
    const isMember = traffic === 'api' && findProvenMember(request) !== undefined;
    const networks = listNetworks(request.ip);
    for (const count of isMember ? [countMember] : byNetwork[traffic].slice(0, networks.length)) {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) continue;
      rateLimited.inc('requests');
      return reject(request, reply, counted.ttlInSeconds);
    }
  });
}

/** A browser that opens a page gets a page; every other caller the envelope. */
function reject(request: FastifyRequest, reply: FastifyReply, waitSeconds: number): FastifyReply {
  if (!request.is404 || request.headers.accept?.includes('text/html') !== true) {
    return fail('TOO_MANY_REQUESTS', { waitSeconds });
  }
  errorResponses.inc('TOO_MANY_REQUESTS');
  const message = errorMessages.TOO_MANY_REQUESTS({ waitSeconds });
  return reply
    .code(429)
    .header('retry-after', String(waitSeconds))
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="th"><head><meta name="viewport" content="width=device-width"><title>429</title></head><body><p>${message}</p></body></html>`,
    );
}
