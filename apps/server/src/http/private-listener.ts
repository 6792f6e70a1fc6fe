// The private listener: metrics, the status page and health checks on an address of their own.
//
// Always true: it listens on this machine only, unless a token protects it; the public port answers 404 to the private
// paths (pages.ts). Only GET and HEAD are answered, and no request reads a body.
//
// Elsewhere: the metrics (core/metrics.ts), the status (modules/operations), health checks (health.ts).

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Config, ConfigError } from '#core/config';
import { metrics } from '#core/metrics';
import { recordSecondUse } from '#core/second-secrets';

export type PrivateSources = {
  /** Answers a health check as the public port does. */
  readonly checkHealth: (path: string) => Promise<{ readonly status: number; readonly body: string }>;
  /** The status page; its HTTP status is 503 when the installation is broken. */
  readonly renderStatus: () => Promise<{ readonly status: number; readonly html: string }>;
};
export type PrivateListener = { readonly port: number; close(): Promise<void> };
type Reply = { readonly status: number; readonly type: string; readonly body: string };

/** Paths that the public port never serves. */
export const PRIVATE_PATHS = /^\/(?:metrics|ops)(?:\/|$)/;

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const TEXT = 'text/plain; charset=utf-8';
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 100;

/** Starts the listener; undefined when the port is 0. */
export async function startPrivateListener(
  config: Pick<Config, 'metricsHost' | 'metricsPort' | 'metricsToken'>,
  sources: PrivateSources,
): Promise<PrivateListener | undefined> {
  const { metricsHost, metricsPort } = config;
  if (metricsPort === undefined) return undefined;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    respond(config, sources, request)
      .catch((): Reply => ({ status: 500, type: TEXT, body: 'failed\n' }))
      .then((reply) => send(request, response, reply))
      .catch(() => response.destroy());
  });
  server.timeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new ConfigError(`METRICS_HOST and METRICS_PORT cannot be used: ${error.code ?? error.message}.`));
    });
    server.listen({ host: metricsHost, port: metricsPort }, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

async function respond(
  { metricsHost, metricsToken }: Pick<Config, 'metricsHost' | 'metricsToken'>,
  { checkHealth, renderStatus }: PrivateSources,
  { method, url = '/', headers }: IncomingMessage,
): Promise<Reply> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, type: TEXT, body: 'GET only\n' };
  const path = url.split('?', 1)[0] ?? '';
  if (path === '/healthz' || path === '/readyz') {
    const { status, body } = await checkHealth(path);
    return { status, type: 'application/json; charset=utf-8', body };
  }
  if (path !== '/metrics' && path !== '/ops') return { status: 404, type: TEXT, body: 'not found\n' };
  if (metricsToken !== undefined) {
    if (!isToken(headers.authorization, metricsToken)) return { status: 401, type: TEXT, body: 'token needed\n' };
  } else if (!isLocalHost(headers.host, metricsHost)) {
    // A page of the internet that resolves its own name to this machine cannot read the answer.
    return { status: 403, type: TEXT, body: 'host not allowed\n' };
  }
  if (path === '/metrics') return { status: 200, type: metrics.contentType, body: metrics.render() };
  const { status, html } = await renderStatus();
  return { status, type: 'text/html; charset=utf-8', body: html };
}

function isToken(given: string | undefined, tokens: readonly string[]): boolean {
  const actual = Buffer.from(given ?? '');
  const index = tokens.findIndex((token) => {
    const expected = Buffer.from(`Bearer ${token}`);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  if (index > 0) recordSecondUse('METRICS_TOKEN');
  return index !== -1;
}

function isLocalHost(given: string | undefined, ownHost: string): boolean {
  const name = (given ?? '').replace(/:\d+$/, '');
  return LOCAL_HOSTS.has(name) || name === ownHost;
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
