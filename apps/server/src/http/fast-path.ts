// Fast path for wallet routes. It bypasses Fastify for ordinary requests, because Fastify's overhead per request equals
// the wallet's own work.
//
//     Node ─▶ ordinary? ──yes──▶ route handler ─▶ response
//                └──no──▶ Fastify ─▶ the same handler ─▶ the same response
//
// Always true: both paths call the same handler and send the same headers and log entries. Ordinary is a JSON POST to
// the exact path, with a known, allowed length and no `Origin` header, while the server is not closing.

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { Config } from '#core/config';

import { toErrorResponse } from './errors.ts';
import { getSafetyHeaders } from './headers.ts';

/** An unparsed request. */
export type RawRequest = {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Remote address of the connection: the caller or a proxy. */
  readonly remoteAddress: string | undefined;
  readonly body: Buffer;
  /** Request id in the log and in the response header. */
  readonly id: string;
};
export type FastResponse = { readonly status: number; readonly json: string };
export type FastRoute = {
  readonly path: string;
  readonly bodyBytesMax: number;
  readonly handle: (message: RawRequest) => Promise<FastResponse>;
};
/** Registers a route on both paths. */
export type RegisterFastRoute = (route: FastRoute) => void;

const JSON_TYPE = 'application/json; charset=utf-8';
const ORDINARY_TYPES: ReadonlySet<string | undefined> = new Set(['application/json', JSON_TYPE]);
const NOTHING = Buffer.alloc(0);

export function installFastPath(app: FastifyInstance, config: Config): RegisterFastRoute {
  const routes = new Map<string | undefined, FastRoute>();
  const handleRequest = createFastHandler(app, config);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const fastifyListeners = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const route = routes.get(request.url);
    if (route && !isClosing && isOrdinary(request, route)) handleRequest(route, request, response);
    else for (const listener of fastifyListeners) listener(request, response);
  });

  return (route) => {
    routes.set(route.path, route);
    app.route({
      method: 'POST',
      url: route.path,
      bodyLimit: route.bodyBytesMax,
      async handler(request, reply) {
        const { status, json } = await route.handle({
          method: request.method,
          target: request.raw.url ?? '',
          headers: request.headers,
          remoteAddress: request.socket.remoteAddress,
          body: Buffer.isBuffer(request.body) ? request.body : NOTHING,
          id: request.id,
        });
        return reply.code(status).type(JSON_TYPE).send(json);
      },
    });
  };
}

type FastHandler = (route: FastRoute, request: IncomingMessage, response: ServerResponse) => void;

function createFastHandler({ log }: FastifyInstance, config: Config): FastHandler {
  const safety = { ...getSafetyHeaders(config), 'cache-control': 'no-store', 'content-type': JSON_TYPE };
  const always = Object.entries(safety).flat();

  function send(
    response: ServerResponse,
    id: string,
    { status, json }: FastResponse,
    more: readonly string[] = [],
  ): void {
    const length = Buffer.byteLength(json);
    response.writeHead(status, [...always, ...more, 'x-request-id', id, 'content-length', String(length)]);
    // A string as long as its byte length is ASCII and needs no encoding.
    response.end(json, length === json.length ? 'latin1' : 'utf8');
  }

  async function handleRequest(
    { path, handle: answer }: FastRoute,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const id = randomUUID();
    const startedAt = performance.now();
    const body = await readBody(request);
    try {
      const { headers, socket } = request;
      const { remoteAddress } = socket;
      send(response, id, await answer({ method: 'POST', target: path, headers, remoteAddress, body, id }));
    } catch (error) {
      const { status, retryAfter, text } = toErrorResponse(error, log, { route: path, reqId: id });
      const more = retryAfter === undefined ? [] : ['retry-after', String(retryAfter)];
      send(response, id, { status, json: text }, more);
    }
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const fields = { reqId: id, method: 'POST', route: path, status: response.statusCode, ms };
    if (response.statusCode >= 500) log.warn(fields, 'request completed');
    else log.debug(fields, 'request completed');
  }

  return (route, request, response) => {
    handleRequest(route, request, response).catch((error: unknown) => {
      // The error response could not be sent either: the caller must not wait for it.
      log.error({ err: error }, 'response not sent');
      response.destroy();
    });
  };
}

function isOrdinary({ method, headers }: IncomingMessage, { bodyBytesMax }: FastRoute): boolean {
  return (
    method === 'POST' &&
    ORDINARY_TYPES.has(headers['content-type']) &&
    Number(headers['content-length']) <= bodyBytesMax &&
    headers['transfer-encoding'] === undefined &&
    headers.origin === undefined
  );
}

/**
 * Reads the whole body. If the caller disconnects, the promise never settles and is garbage-collected with the request.
 */
function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => resolve(parts.length === 1 ? (parts[0] ?? NOTHING) : Buffer.concat(parts)));
  });
}
