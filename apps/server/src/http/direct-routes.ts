// Direct routes: POST routes that are served without the framework, whose share of a wallet call is too large (decision
// 0017). The wallet has no other route.
//
//     Node ─▶ POST to a direct path? ──yes──▶ body ─▶ handler ─▶ response
//                                   └──no───▶ Fastify
//
// Always true: a direct route sends the safety headers, the request id and the log entry of a route of the framework,
// and the same envelope for a fault of HTTP. It has no CORS headers, because browsers do not call it, and no rate
// limit, because credits must be accepted.
//
// Elsewhere: the handler (modules/providers/gateway.ts), error responses (errors.ts), time limits (app.ts).

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { Config } from '#core/config';
import { DomainError } from '#core/domain-error';

import { httpRequests, toStatusClass } from '#core/metrics';

import { toErrorResponse } from './errors.ts';
import { getSafetyHeaders } from './headers.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createRequestLog } from './log.ts';

/** An unparsed request. */
export type DirectRequest = {
  readonly method: 'POST';
  /** Path and query as in the request line. */
  readonly target: string;
  /** Values of the names in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Remote address of the connection: the caller or a proxy. */
  readonly remoteAddress: string | undefined;
  readonly body: Buffer;
  /** Request id in the log and in the response header. */
  readonly id: string;
};
export type DirectRoute = {
  /** A segment `:name` matches any segment. */
  readonly path: string;
  readonly bodyBytesMax: number;
  readonly handle: (request: DirectRequest) => Promise<{ readonly status: number; readonly json: string }>;
};
export type RegisterDirectRoute = (route: DirectRoute) => void;

const NO_PARAMS: DirectRequest['params'] = {};
const NO_BYTES = Buffer.alloc(0);

type Found = { readonly route: DirectRoute; readonly params: DirectRequest['params'] };

export function installDirectRoutes(
  app: FastifyInstance,
  config: Config,
  { isDraining }: Pick<Lifecycle, 'isDraining'>,
): RegisterDirectRoute {
  const exact = new Map<string, Found>();
  const patterns: { readonly route: DirectRoute; readonly pattern: RegExp }[] = [];
  const serve = createDirectHandler(app, config, isDraining);

  function find(target: string): Found | undefined {
    const found = exact.get(target);
    if (found) return found;
    const [path = ''] = target.split('?', 1);
    const withoutQuery = exact.get(path);
    if (withoutQuery) return withoutQuery;
    for (const { route, pattern } of patterns) {
      const groups = pattern.exec(path)?.groups;
      if (groups) return { route, params: { ...groups } };
    }
    return undefined;
  }

  const fastifyListeners = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const found = request.method === 'POST' ? find(request.url ?? '') : undefined;
    if (found) serve(found, request, response);
    else for (const listener of fastifyListeners) listener(request, response);
  });

  return (route) => {
    if (!route.path.includes(':')) {
      exact.set(route.path, { route, params: NO_PARAMS });
      return;
    }
    const pattern = new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[\\w.-]{1,300})')}$`);
    patterns.push({ route, pattern });
  };
}

type DirectHandler = (found: Found, request: IncomingMessage, response: ServerResponse) => void;

function createDirectHandler(
  { log }: FastifyInstance,
  config: Config,
  isDraining: Lifecycle['isDraining'],
): DirectHandler {
  const always = Object.entries({
    ...getSafetyHeaders(config),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  }).flat();
  const logRequest = createRequestLog(config);

  function send(response: ServerResponse, head: readonly string[], status: number, json: string): void {
    const length = Buffer.byteLength(json);
    response.writeHead(status, [...always, ...head, 'content-length', String(length)]);
    // A string as long as its byte length is ASCII and needs no encoding.
    response.end(json, length === json.length ? 'latin1' : 'utf8');
  }

  async function serve({ route, params }: Found, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = randomUUID();
    const startedAt = performance.now();
    const head = ['x-request-id', id];
    const isLast = isDraining();
    if (isLast) head.push('connection', 'close');
    try {
      const body = await readBody(request, route.bodyBytesMax);
      const { headers, socket, url = '' } = request;
      const message = { method: 'POST', target: url, params, headers, body, id } as const;
      const { status, json } = await route.handle({ ...message, remoteAddress: socket.remoteAddress });
      send(response, head, status, json);
    } catch (error) {
      const { status, retryAfter, text } = toErrorResponse(error, log, { route: route.path, reqId: id });
      if (retryAfter !== undefined) head.push('retry-after', String(retryAfter));
      // The rest of the body is not read, so the connection cannot carry another request.
      if (!request.complete && !isLast) head.push('connection', 'close');
      send(response, head, status, text);
    }
    httpRequests.inc(route.path, toStatusClass(response.statusCode));
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const fields = { reqId: id, method: 'POST', route: route.path, status: response.statusCode, ms };
    logRequest(log, fields);
  }

  return (found, request, response) => {
    serve(found, request, response).catch((error: unknown) => {
      // The error response could not be sent either: the caller must not wait for it.
      log.error({ err: error }, 'response not sent');
      response.destroy();
    });
  };
}

/**
 * Reads the whole body, at most `bytesMax`. If the caller disconnects, the promise never settles and is
 * garbage-collected with the request.
 */
function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
    return Promise.reject(new DomainError('BODY_TOO_LARGE', {}));
  }
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length > bytesMax) {
        request.pause();
        reject(new DomainError('BODY_TOO_LARGE', {}));
      } else parts.push(part);
    });
    request.on('end', () => resolve(parts.length === 1 ? (parts[0] ?? NO_BYTES) : Buffer.concat(parts)));
  });
}
