// The headers that keep a browser from harming a member: what every answer carries, what a page carries, who may call us.
//
// Always true: no page runs a script that is not ours or is put into a frame of others; answers of the API are never stored;
// only our own origin and the listed ones may read an answer from a browser, and there are no cookies to ride on.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#core/config';

const CORS_HEADERS =
  'content-type, api-key, api-auth, tokenBank, renew-session, idempotency-key, accept-language, last-event-id, if-none-match';
const CORS_EXPOSED = 'etag, retry-after, x-request-id';
const CORS_METHODS = 'GET, POST, PUT, DELETE';
const PREFLIGHT_LIVES_S = '600';

function pagePolicy(config: Config): string {
  const api = config.apiBase === '' ? '' : ` ${new URL(config.apiBase).origin}`;
  const images = config.imageHosts.map((host) => ` https://${host}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob:${images}`,
    `connect-src 'self'${api}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self' ${new URL(config.studioUrl).origin}${api}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app',
  ].join('; ');
}

/**
 * The policy of a worker's own script: the reader of QR codes compiles its wasm, and the service worker fetches what it keeps from here.
 */
export const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** What every answer carries. */
export function safetyHeaders({ isHttps }: Config): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

export function addSafetyHeaders(app: FastifyInstance, config: Config): void {
  const page = pagePolicy(config);
  const always = safetyHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always).header('x-request-id', request.id);
    return allowOrigin(request, reply, config);
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith('text/html')) {
      if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', page);
      reply.header('cross-origin-opener-policy', 'same-origin');
      reply.header('permissions-policy', 'camera=(self), geolocation=()');
    }
    // Whatever did not say how long it lives must not be kept by anybody.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  });
}

// A browser asks first whether a page of another origin may call us. Only listed origins get a yes; without one the browser
// keeps the answer from the page, and our custom headers keep the question from being sent at all.
function allowOrigin(request: FastifyRequest, reply: FastifyReply, config: Config): FastifyReply | undefined {
  const { origin } = request.headers;
  const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (origin !== undefined && config.webOrigins.includes(origin)) {
    reply.header('access-control-allow-origin', origin);
    reply.header('vary', 'origin');
    reply.header('access-control-expose-headers', CORS_EXPOSED);
    if (isPreflight) {
      reply.header('access-control-allow-headers', CORS_HEADERS);
      reply.header('access-control-allow-methods', CORS_METHODS);
      reply.header('access-control-max-age', PREFLIGHT_LIVES_S);
    }
  }
  return isPreflight ? reply.code(204).send() : undefined;
}
