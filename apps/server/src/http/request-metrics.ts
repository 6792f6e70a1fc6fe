// Counts and times of HTTP requests that Fastify handles; the direct routes count their own (direct-routes.ts).
//
// Always true: labels are the route's template, the module of the endpoint and the site's code, never a path.

import { endpoints } from '@chaba/contract/endpoints';
import type { FastifyInstance } from 'fastify';

import { httpDuration, httpInFlight, httpRequests, httpSiteRequests, toStatusClass } from '#core/metrics';

import { isApiPath } from './pages.ts';

type Kind = 'api' | 'page' | 'stream';

/** Requests of the edge, several a second, which fail while a process drains: not those of members. */
const HEALTH_CHECKS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const WALLET_PATHS = /^\/(?:seamless|integrations)\//;
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
  app.addHook('onRequest', async ({ url, routeOptions }, { raw }) => {
    // The wallet counts its own calls.
    if (WALLET_PATHS.test(url)) return;
    const kind = getKind(url, routeOptions.url);
    inFlight[kind] += 1;
    raw.once('close', () => (inFlight[kind] -= 1));
  });
  app.addHook('onResponse', async ({ url, method, routeOptions, siteCode }, reply) => {
    const status = toStatusClass(reply.statusCode);
    const route = routeOptions.url ?? 'page';
    if (HEALTH_CHECKS.has(route)) return;
    httpRequests.inc(route, status);
    if (siteCode !== undefined) httpSiteRequests.inc(siteCode, status);
    if (streams.has(route)) return;
    httpDuration.observe(reply.elapsedTime / 1_000, getGroup(method, route, url));
  });
}

function getKind(url: string, route: string | undefined): Kind {
  if (route !== undefined && streams.has(route)) return 'stream';
  return isApiPath(url) ? 'api' : 'page';
}

function getGroup(method: string, route: string, url: string): string {
  if (WALLET_PATHS.test(url)) return 'wallet';
  return groups.get(`${method} ${route}`) ?? 'pages';
}
