// Counts and times of HTTP requests that Fastify handles; the direct routes count their own (direct-routes.ts).
//
// Always true: labels are the route's template, the module of the endpoint and the site's code, never a path.

import { endpoints } from '@chaba/contract/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { httpDuration, httpInFlight, httpRequests, httpSiteRequests, toStatusClass } from '#core/metrics';

import { getTraffic } from './traffic.ts';

type Kind = 'api' | 'page' | 'stream';

const groups = new Map(endpoints.map(({ module, endpoint }) => [`${endpoint.method} ${endpoint.path}`, module]));
const streams: ReadonlySet<string> = new Set(
  endpoints.filter(({ endpoint }) => endpoint.form === 'events').map(({ endpoint }) => endpoint.path),
);

/** Whether a route is a live stream. */
export const isStream = (route: string): boolean => streams.has(route);

const inFlight: Record<Kind, number> = { api: 0, page: 0, stream: 0 };
httpInFlight.onRead((add) => {
  for (const [kind, count] of Object.entries(inFlight)) add(count, kind);
});

export function registerRequestMetrics(app: FastifyInstance): void {
  app.decorateRequest('siteCode', undefined);
  app.addHook('onRequest', async (request, { raw }) => {
    const kind = getKind(request);
    if (kind === undefined) return;
    inFlight[kind] += 1;
    raw.once('close', () => (inFlight[kind] -= 1));
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, siteCode } = request;
    const status = toStatusClass(reply.statusCode);
    const route = routeOptions.url ?? 'page';
    const traffic = getTraffic(request);
    // Requests of the edge, several a second, which fail while a process drains: not those of members.
    if (traffic === 'probe') return;
    httpRequests.inc(route, status);
    if (siteCode !== undefined) httpSiteRequests.inc(siteCode, status);
    if (streams.has(route)) return;
    httpDuration.observe(
      reply.elapsedTime / 1_000,
      traffic === 'bank' ? 'wallet' : (groups.get(`${method} ${route}`) ?? 'pages'),
    );
  });
}

/** Undefined for the bank and the health checks, which are not requests of members. */
function getKind(request: FastifyRequest): Kind | undefined {
  const traffic = getTraffic(request);
  if (traffic === 'bank' || traffic === 'probe') return undefined;
  return streams.has(request.routeOptions.url ?? '') ? 'stream' : traffic;
}
