// Guards of every call of the back office, before anything of it is read.
//
// Always true: a call comes from the page of this origin: it has the guard's header, the exact origin of the site or
// `Sec-Fetch-Site: same-origin`, and a Host of this process. Cookies ignore ports, so the cookie alone proves nothing.
// No other origin is allowed by CORS. A request from outside BACK_OFFICE_ALLOW is rejected before it is read.
//
// Elsewhere: the session (session.ts), headers of pages (pages.ts).

import { BlockList, isIPv6 } from 'node:net';

import { GUARD_HEADER } from '@chaba/contract/back-office/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { BackOfficeConfig } from '#core/config';
import { failOperator } from '#operators/operator-error';
import { type RelyingParty } from '#operators/factors';

export const API_PREFIX = '/back-office/';

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const;

/** The origins of this process, each with its host and port as the Host header has them. */
export type Origins = ReadonlyMap<string, string>;

export function listOrigins({ backOfficeOrigin, port }: BackOfficeConfig, listening: () => number): Origins {
  if (backOfficeOrigin !== undefined) return new Map([[new URL(backOfficeOrigin).host, backOfficeOrigin]]);
  const own = port === 0 ? listening() : port;
  return new Map(LOCAL_NAMES.map((name) => [`${name}:${own}`, `http://${name}:${own}`]));
}

/** Registers the guards; `getOrigins` is read at each call, because a test listens on a port of the system. */
export function registerGuards(app: FastifyInstance, config: BackOfficeConfig, getOrigins: () => Origins): void {
  const allowed = toBlockList(config);
  app.addHook('onRequest', async (request) => {
    if (isProbe(request)) return;
    if (allowed !== undefined && !allowed.check(request.ip, isIPv6(request.ip) ? 'ipv6' : 'ipv4')) {
      failOperator('ADDRESS_FORBIDDEN');
    }
    if (getOrigins().get(request.headers.host ?? '') === undefined) failOperator('ORIGIN_FORBIDDEN');
    if (!isCall(request)) return;
    if (request.headers[GUARD_HEADER] !== '1') failOperator('HEADER_MISSING');
    if (!isSameOrigin(request, getOrigins())) failOperator('ORIGIN_FORBIDDEN');
  });
}

const isProbe = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === '/healthz' || routeOptions.url === '/readyz';

/** The router decodes a path, so the matched route counts, and for unknown paths the raw one. */
function isCall({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith(API_PREFIX) === true || url.startsWith(API_PREFIX);
}

function isSameOrigin({ headers }: FastifyRequest, origins: Origins): boolean {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return origins.get(host) === origin;
  return site === 'same-origin';
}

function toBlockList({ allowedNetworks }: BackOfficeConfig): BlockList | undefined {
  if (allowedNetworks.length === 0) return undefined;
  const list = new BlockList();
  for (const { address, bits } of allowedNetworks) list.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4');
  return list;
}

/** The party of passkeys: the origin that the browser shows. */
export function getRelyingParty(request: FastifyRequest, origins: Origins): RelyingParty {
  const origin = origins.get(request.headers.host ?? '') ?? failOperator('ORIGIN_FORBIDDEN');
  return { origin, id: new URL(origin).hostname };
}
