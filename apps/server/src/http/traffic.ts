// Kind of a request by its matched route: member API, bank, health check, or page (files and unknown paths included).
//
// Always true: no guard reads the raw URL, because the router decodes it: `/%762/prefix` and the absolute form
// `http://host/v2/prefix` match the route `/v2/prefix`.
//
// Elsewhere: limits (rate-limit.ts), metrics (request-metrics.ts), the wallet's paths (direct-routes.ts).

import { endpoints } from '@chaba/contract/endpoints';
import type { FastifyRequest } from 'fastify';

export type Traffic = 'api' | 'bank' | 'probe' | 'page';

/** The health checks of the edge. */
const PROBES: readonly string[] = ['/healthz', '/readyz'];

const byRoute: ReadonlyMap<string, Traffic> = new Map<string, Traffic>([
  ...endpoints.map(({ endpoint }) => [endpoint.path, endpoint.auth === 'bank' ? 'bank' : 'api'] as const),
  ...PROBES.map((path) => [path, 'probe'] as const),
]);

export function getTraffic({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): Traffic {
  return byRoute.get(routeOptions.url ?? '') ?? 'page';
}

/**
 * A request target whose path cannot be decoded (/%ff), with its percent signs as characters: an unknown address like
 * any other, not an error of the router.
 */
export function toDecodable(target: string): string {
  const [path = ''] = /^[^?#]*/.exec(target) ?? [];
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
}

/**
 * The path of a request target as the router reads it: without origin and query, decoded, with single slashes. A path
 * that cannot be decoded is returned as it is.
 */
export function normalizePath(target: string): string {
  const path = target.replace(/[?#].*$/s, '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '');
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return path;
  }
}
