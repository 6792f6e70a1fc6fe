// Registers a route for an endpoint and a handler: parses and authenticates the request, runs the handler, sends the
// response.
//
// Always true: a handler receives only validated input, and a member only with an open session of this site. A closed
// site (disabled, maintenance) is rejected here unless the route allows it. A body is application/json of at most 16 kB
// and is never coerced.
//
// Elsewhere: strict JSON parsing (strict-json.ts), error responses (errors.ts).

import { createHash, randomUUID } from 'node:crypto';

import {
  type EnvelopeFields,
  type Body,
  type Endpoint,
  type Data,
  type Headers,
  IDEMPOTENCY_KEY_HEADER,
  type Params,
  type Query,
  getValidationErrorCode,
  getSuccessValue,
} from '@chaba/contract/endpoint';
import { idempotencyKeySchema } from '@chaba/contract/idempotency-key';
import { MEMBER_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import { listFields, validate } from '@chaba/contract/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#core/config';
import { assert, fail } from '#core/domain-error';
import { requireSiteOpen, type Site } from '#core/site';

import type { Authenticator, AuthenticatedMember } from './authentication.ts';
import { createBankBodyReader, requireBankSignature, type SignatureCounter } from './bank-requests.ts';
import { isCleanText, parseStrictJson } from './strict-json.ts';

/** Validated input of a handler. */
export type RouteRequest<C extends Endpoint> = {
  readonly site: C['auth'] extends 'none' | 'member' ? Site : undefined;
  readonly member: C['auth'] extends 'member' ? AuthenticatedMember : undefined;
  readonly body: Body<C>;
  /** The bytes of the body; of the bank's, at most BANK_BODY_BYTES_MAX. */
  readonly rawBody: Buffer;
  /** Of the whole body. */
  readonly bodyBytes: number;
  readonly query: Query<C>;
  readonly params: Params<C>;
  readonly headers: Headers<C>;
  /** The caller's key or a new one; without a key, a repeated request is a new one. */
  readonly idempotencyKey: string;
  /** Client address, as far as it is trusted. */
  readonly address: string;
  readonly userAgent: string;
  /** Origin of the page as the client reports it: for links back to it, never for trust. */
  readonly origin: string;
};

/** A success with a message or envelope fields. */
export class SuccessResponse<Inner, Extra> {
  readonly data: Inner;
  readonly message: string | undefined;
  readonly envelopeFields: Extra | undefined;

  constructor(data: Inner, extras: ResponseExtras<Extra>) {
    this.data = data;
    this.message = extras.message;
    this.envelopeFields = extras.envelopeFields;
  }
}

type ResponseExtras<Extra> = { readonly message?: string | undefined; readonly envelopeFields?: Extra };

/** Returns data with a Thai message and envelope fields such as authToken. */
export function respondWith<Inner, Extra = undefined>(
  data: Inner,
  extras: ResponseExtras<Extra>,
): SuccessResponse<Inner, Extra> {
  return new SuccessResponse(data, extras);
}

export type Handler<C extends Endpoint> = (
  request: RouteRequest<C>,
) => Promise<Data<C> | SuccessResponse<Data<C>, EnvelopeFields<C>>>;

export type RouteOptions = {
  /** The route is available while the site is closed. */
  readonly isAllowedWhenClosed?: boolean;
  /** The handler reads `rawBody`; `body` is undefined. */
  readonly readsOwnBody?: boolean;
  /** Sends an ETag, and 304 if the caller's copy is current. */
  readonly isTagged?: boolean;
};

export type RegisterRoute = <C extends Endpoint>(endpoint: C, handler: Handler<C>, options?: RouteOptions) => void;

export type RouteRegistrarOptions = {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly sessions: Authenticator;
  readonly signatures: SignatureCounter;
  /** In tests every response is validated against the contract. */
  readonly shouldCheckResponses?: boolean | undefined;
};

const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Keeps bodies as raw bytes; each route parses its own. */
export function registerRawBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export function createRouteRegistrar(tools: RouteRegistrarOptions): RegisterRoute {
  return (endpoint, handler, options = {}) => {
    tools.app.route({
      method: endpoint.method,
      url: endpoint.path,
      // A body of the bank has no limit: what is not read of it is counted (bank-requests.ts).
      bodyLimit: endpoint.auth === 'bank' ? Number.MAX_SAFE_INTEGER : MEMBER_BODY_BYTES_MAX,
      ...(endpoint.auth === 'bank' ? { preParsing: createBankBodyReader(tools.config) } : {}),
      handler: async (request, reply) => {
        const routeRequest = await parseRequest(tools, endpoint, request, options);
        const result = await handler(routeRequest);
        return sendResponse(tools, endpoint, result, request, reply, options);
      },
    });
  };
}

async function parseRequest<C extends Endpoint>(
  tools: RouteRegistrarOptions,
  endpoint: C,
  request: FastifyRequest,
  options: RouteOptions,
): Promise<RouteRequest<C>> {
  const rawBody = getBodyBytes(request);
  const bodyBytes = endpoint.auth === 'bank' ? requireBankSignature(request, tools.signatures) : rawBody.length;
  const isBrowser = endpoint.auth === 'none' || endpoint.auth === 'member';
  const site = isBrowser ? await tools.sessions.requireSite(request) : undefined;
  if (site !== undefined && options.isAllowedWhenClosed !== true) requireSiteOpen(site);
  const access = endpoint.method === 'GET' && endpoint.changesState !== true ? 'read' : 'write';
  const member =
    endpoint.auth === 'member' && site !== undefined
      ? await tools.sessions.requireMember(request, site, access)
      : undefined;
  return {
    site,
    member,
    body: endpoint.body === undefined || options.readsOwnBody === true ? undefined : parseBody(endpoint, request),
    rawBody,
    bodyBytes,
    query: endpoint.query === undefined ? undefined : parsePart(endpoint, endpoint.query, request.query),
    params: endpoint.params === undefined ? undefined : parsePart(endpoint, endpoint.params, request.params),
    headers:
      endpoint.headers === undefined
        ? undefined
        : parsePart(endpoint, endpoint.headers, pickHeaders(endpoint.headers, request)),
    idempotencyKey: readIdempotencyKey(request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: request.headers.origin ?? getOwnOrigin(request),
  } as RouteRequest<C>;
}

/** The scheme is that of the connection or of a trusted proxy, the host that of the Host header. */
function getOwnOrigin({ protocol, headers }: FastifyRequest): string {
  return `${protocol === 'https' ? 'https' : 'http'}://${headers.host ?? ''}`;
}

function getBodyBytes(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function parseBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  assert(endpoint.body, 'the endpoint has a body schema');
  const bytes = getBodyBytes(request);
  if (bytes.length > 0 && !JSON_TYPE.test(request.headers['content-type'] ?? '')) fail('UNSUPPORTED_MEDIA_TYPE');
  const result = validate(endpoint.body, bytes.length === 0 ? {} : parseStrictJson(decodeUtf8(bytes)));
  if (result.ok) return result.value;
  return failValidation(endpoint, result.issues);
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return fail('INVALID_REQUEST');
  }
}

// `whenInvalid` contains only codes without parameters; the type system cannot express this, hence the cast.
function failValidation(endpoint: Endpoint, issues: Parameters<typeof getValidationErrorCode>[1]): never {
  return fail(getValidationErrorCode(endpoint, issues) as 'INVALID_REQUEST');
}

function parsePart(endpoint: Endpoint, schema: NonNullable<Endpoint['query']>, values: unknown): unknown {
  for (const value of Object.values(values as Record<string, unknown>)) {
    if (typeof value === 'string' && !isCleanText(value)) fail('INVALID_REQUEST');
  }
  const result = validate(schema, { ...(values as Record<string, unknown>) });
  return result.ok ? result.value : failValidation({ ...endpoint, whenInvalid: {} }, result.issues);
}

function pickHeaders(schema: NonNullable<Endpoint['headers']>, request: FastifyRequest): Record<string, unknown> {
  const given = listFields(schema).map((name) => [name, request.headers[name.toLowerCase()]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function readIdempotencyKey(request: FastifyRequest): string {
  const given = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (given === undefined) return randomUUID();
  const result = validate(idempotencyKeySchema, given);
  return result.ok ? String(result.value) : fail('IDEMPOTENCY_KEY_INVALID');
}

function sendResponse<C extends Endpoint>(
  tools: RouteRegistrarOptions,
  endpoint: C,
  result: Data<C> | SuccessResponse<Data<C>, EnvelopeFields<C>>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
): FastifyReply {
  const { data, message, envelopeFields } =
    result instanceof SuccessResponse ? result : { data: result, message: undefined, envelopeFields: undefined };
  if (tools.shouldCheckResponses === true) assertValidResponse(endpoint, data, envelopeFields);
  const inner = JSON.stringify(data);
  if (options.isTagged === true) {
    const tag = `"${createHash('sha256').update(inner).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'api-key, origin');
    if (request.headers['if-none-match']?.includes(tag) === true) return reply.code(304).send();
  }
  reply.type('application/json; charset=utf-8');
  if (endpoint.form === 'bare') return reply.send(inner);
  const outer = JSON.stringify({
    success: getSuccessValue(endpoint),
    ...(envelopeFields as object | undefined),
    message,
    requestId: request.id,
  });
  // `inner` is already serialised; it is inserted before the closing brace to avoid a second serialisation.
  return reply.send(`${outer.slice(0, -1)},"data":${inner}}`);
}

function assertValidResponse(endpoint: Endpoint, data: unknown, envelopeFields: unknown): void {
  const result = validate(endpoint.data, JSON.parse(JSON.stringify(data)));
  assert(
    result.ok,
    `response of ${endpoint.method} ${endpoint.path} violates the contract: ${JSON.stringify(result.ok || result.issues)}`,
  );
  if (endpoint.envelopeFields !== undefined) {
    assert(
      validate(endpoint.envelopeFields, envelopeFields).ok,
      `envelope fields of ${endpoint.path} violate the contract`,
    );
  }
}
