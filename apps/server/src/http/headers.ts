// Security headers: of every response, of pages, and CORS.
//
// Always true: pages run only their own scripts and are not framed by other origins; they frame games and show pictures
// of the providers of their own site only; API responses are never stored; only the own origin and listed origins can
// read responses in a browser. There are no cookies.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Provider } from '#core/catalogue';
import type { Config } from '#core/config';
import type { Site, Sites } from '#core/site';

const CORS_HEADERS =
  'content-type, api-key, api-auth, tokenBank, renew-session, idempotency-key, accept-language, last-event-id, if-none-match';
const CORS_EXPOSED = 'etag, retry-after, x-request-id';
const CORS_METHODS = 'GET, POST, PUT, DELETE';
const PREFLIGHT_LIVES_S = '600';

/** Without a site, when the database does not answer, the policy allows what a page of play mode needs. */
function buildPagePolicy(config: Config, site: Site | undefined): string {
  const api = config.apiBase === '' ? '' : ` ${new URL(config.apiBase).origin}`;
  const { frames, pictures } = listOrigins(config, site?.catalogue.providers ?? [STUDIO]);
  const images = toSources([...config.imageHosts.map((host) => `https://${host}`), ...pictures]);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob:${images}`,
    `connect-src 'self'${api}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self'${toSources(frames)}${api}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app',
  ].join('; ');
}

type Framed = Pick<Provider, 'launchUrl' | 'img'> & { readonly games: readonly { readonly img: string }[] };

/** A provider whose games the play-money studio opens. */
const STUDIO: Framed = { launchUrl: undefined, img: '', games: [] };
/** An origin that cannot end its part of the header. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/;

function listOrigins({ mode, studioUrl }: Config, providers: readonly Framed[]) {
  const parse = (address: string): string[] => {
    const origin = URL.canParse(address) ? new URL(address).origin : '';
    return ORIGIN.test(origin) && (mode === 'play' || origin.startsWith('https:')) ? [origin] : [];
  };
  return {
    frames: providers.flatMap(({ launchUrl }) =>
      launchUrl === undefined ? [new URL(studioUrl).origin] : parse(launchUrl.replaceAll(/\{\w*\}/g, '')),
    ),
    pictures: providers.flatMap(({ img, games }) => [img, ...games.map((game) => game.img)].flatMap(parse)),
  };
}

const toSources = (origins: readonly string[]): string => [...new Set(origins)].map((origin) => ` ${origin}`).join('');

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

export function registerSafetyHeaders(app: FastifyInstance, config: Config, sites: Pick<Sites, 'byHost'>): void {
  const withoutSite = buildPagePolicy(config, undefined);
  /** By catalogue: a changed one is another value. */
  const policies = new WeakMap<Site['catalogue'], string>();
  const getPolicy = (site: Site | undefined): string => {
    if (site === undefined) return withoutSite;
    const policy = policies.get(site.catalogue) ?? buildPagePolicy(config, site);
    policies.set(site.catalogue, policy);
    return policy;
  };
  const always = getSafetyHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always).header('x-request-id', request.id);
    allowOrigin(request, reply, config);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith('text/html')) {
      if (!reply.hasHeader('content-security-policy')) {
        const site = await sites.byHost(request.headers.host).catch(() => undefined);
        reply.header('content-security-policy', getPolicy(site));
      }
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
function allowOrigin(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { origin } = request.headers;
  if (origin !== undefined && config.webOrigins.includes(origin)) {
    reply.header('access-control-allow-origin', origin);
    reply.header('vary', 'origin');
    reply.header('access-control-expose-headers', CORS_EXPOSED);
    if (isPreflight(request)) {
      reply.header('access-control-allow-headers', CORS_HEADERS);
      reply.header('access-control-allow-methods', CORS_METHODS);
      reply.header('access-control-max-age', PREFLIGHT_LIVES_S);
    }
  }
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Answers preflights; registered after the request limit, which counts them. */
export function registerPreflights(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => (isPreflight(request) ? reply.code(204).send() : undefined));
}
