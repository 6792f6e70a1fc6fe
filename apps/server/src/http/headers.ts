// Security headers: of every response, of pages, and CORS.
//
// Always true: pages run only their own scripts and are not framed by other origins; API responses are never stored;
// only the own origin and the listed origins can read responses in a browser. There are no cookies.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#core/config';

const CORS_HEADERS =
  'content-type, api-key, api-auth, tokenBank, renew-session, idempotency-key, accept-language, last-event-id, if-none-match';
const CORS_EXPOSED = 'etag, retry-after, x-request-id';
const CORS_METHODS = 'GET, POST, PUT, DELETE';
const PREFLIGHT_LIVES_S = '600';

function buildPagePolicy(config: Config): string {
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
 * Policy of worker scripts: the QR reader compiles wasm, and the service worker fetches files of its cache from this
 * origin.
 */
export const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Headers of every response. */
export function getSafetyHeaders({ isHttps }: Config): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

export function registerSafetyHeaders(app: FastifyInstance, config: Config): void {
  const page = buildPagePolicy(config);
  const always = getSafetyHeaders(config);
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
    // A response without an explicit lifetime must not be stored.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  });
}

// CORS: only listed origins are allowed. Otherwise the browser hides the response, and the custom headers require a
// preflight, which prevents the request itself.
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
