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
import { idempotencyKeyOnWire } from '@chaba/contract/idempotency-key';
import { MEMBER_BODY_BYTES_MAX, PROVIDER_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import { listFields, validate } from '@chaba/contract/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#core/config';
import { BANK_KEY_ID } from '#core/context';
import { assert, fail } from '#core/domain-error';
import { checkSignature, secretOf } from '#core/signature';
import type { SignatureWatch } from '#modules/security';
import { requireSiteOpen, type Site } from '#modules/site';

import type { Authenticator, AuthenticatedMember } from './authentication.ts';
import { isCleanText, parseStrictJson } from './strict-json.ts';

/** Validated input of a handler. */
export type RouteRequest<C extends Endpoint> = {
  readonly site: C['auth'] extends 'none' | 'member' ? Site : undefined;
  readonly member: C['auth'] extends 'member' ? AuthenticatedMember : undefined;
  readonly body: Body<C>;
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

  constructor(data: Inner, also: Also<Extra>) {
    this.data = data;
    this.message = also.message;
    this.envelopeFields = also.envelopeFields;
  }
}

type Also<Extra> = { readonly message?: string | undefined; readonly envelopeFields?: Extra };

/** Returns data with a Thai message and envelope fields such as authToken. */
export function respondWith<Inner, Extra = undefined>(data: Inner, also: Also<Extra>): SuccessResponse<Inner, Extra> {
  return new SuccessResponse(data, also);
}

export type Handler<C extends Endpoint> = (
  request: RouteRequest<C>,
) => Promise<Data<C> | SuccessResponse<Data<C>, EnvelopeFields<C>>>;

export type RouteOptions = {
  /** The route is available while the site is closed. */
  readonly isAllowedWhenClosed?: boolean;
  /** Sends an ETag, and 304 if the caller's copy is current. */
  readonly isTagged?: boolean;
};

export type RegisterRoute = <C extends Endpoint>(call: C, handler: Handler<C>, options?: RouteOptions) => void;

export type ServeTools = {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly sessions: Authenticator;
  readonly signatures: SignatureWatch;
  /** In tests every response is validated against the contract. */
  readonly isCheckingAnswers?: boolean | undefined;
};

const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Keeps bodies as raw bytes; each route parses its own. */
export function registerRawBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export function createRouteRegistrar(tools: ServeTools): RegisterRoute {
  return (call, handler, options = {}) => {
    tools.app.route({
      method: call.method,
      url: call.path,
      bodyLimit: call.auth === 'bank' ? PROVIDER_BODY_BYTES_MAX : MEMBER_BODY_BYTES_MAX,
      handler: async (request, reply) => {
        const asked = await parseRequest(tools, call, request, options);
        const told = await handler(asked);
        return answer(tools, call, told, request, reply, options);
      },
    });
  };
}

async function parseRequest<C extends Endpoint>(
  tools: ServeTools,
  call: C,
  request: FastifyRequest,
  options: RouteOptions,
): Promise<RouteRequest<C>> {
  if (call.auth === 'bank') checkBank(tools, request);
  const isBrowser = call.auth === 'none' || call.auth === 'member';
  const site = isBrowser ? await tools.sessions.siteOf(request) : undefined;
  if (site !== undefined && options.isAllowedWhenClosed !== true) requireSiteOpen(site);
  const member =
    call.auth === 'member' && site !== undefined ? await tools.sessions.memberOf(request, site) : undefined;
  return {
    site,
    member,
    body: call.body === undefined ? undefined : readBody(call, request),
    query: call.query === undefined ? undefined : readPart(call, call.query, request.query),
    params: call.params === undefined ? undefined : readPart(call, call.params, request.params),
    headers: call.headers === undefined ? undefined : readPart(call, call.headers, pickHeaders(call.headers, request)),
    idempotencyKey: readIdempotencyKey(request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: request.headers.origin ?? `${request.protocol}://${request.host}`,
  } as RouteRequest<C>;
}

function checkBank({ config, signatures }: ServeTools, request: FastifyRequest): void {
  const message = { method: request.method, target: request.raw.url ?? '', body: bytesOf(request) };
  const check = checkSignature(request.headers, message, (keyId) =>
    keyId === BANK_KEY_ID ? secretOf(config.sandboxSecret, keyId) : undefined,
  );
  if (check.ok) return;
  request.log.warn({ why: check.why }, 'bank request with an invalid signature');
  signatures.count(undefined, `bank: ${check.why}`);
  fail('INVALID_SIGNATURE');
}

function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  assert(endpoint.body, 'the endpoint has a body schema');
  const bytes = bytesOf(request);
  if (bytes.length > 0 && !JSON_TYPE.test(request.headers['content-type'] ?? '')) fail('UNSUPPORTED_MEDIA_TYPE');
  const reading = validate(endpoint.body, bytes.length === 0 ? {} : parseStrictJson(textOf(bytes)));
  if (reading.ok) return reading.value;
  return refuseInvalid(endpoint, reading.issues);
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return fail('INVALID_REQUEST');
  }
}

// `whenInvalid` contains only codes without parameters; the type system cannot express this, hence the cast.
function refuseInvalid(endpoint: Endpoint, issues: Parameters<typeof getValidationErrorCode>[1]): never {
  return fail(getValidationErrorCode(endpoint, issues) as 'INVALID_REQUEST');
}

function readPart(endpoint: Endpoint, schema: NonNullable<Endpoint['query']>, values: unknown): unknown {
  for (const value of Object.values(values as Record<string, unknown>)) {
    if (typeof value === 'string' && !isCleanText(value)) fail('INVALID_REQUEST');
  }
  const reading = validate(schema, { ...(values as Record<string, unknown>) });
  return reading.ok ? reading.value : refuseInvalid({ ...endpoint, whenInvalid: {} }, reading.issues);
}

function pickHeaders(schema: NonNullable<Endpoint['headers']>, request: FastifyRequest): Record<string, unknown> {
  const given = listFields(schema).map((name) => [name, request.headers[name.toLowerCase()]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function readIdempotencyKey(request: FastifyRequest): string {
  const given = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (given === undefined) return randomUUID();
  const reading = validate(idempotencyKeySchema, given);
  return reading.ok ? String(reading.value) : fail('IDEMPOTENCY_KEY_INVALID');
}

function answer<C extends Endpoint>(
  tools: ServeTools,
  call: C,
  told: Data<C> | SuccessResponse<Data<C>, EnvelopeFields<C>>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
): FastifyReply {
  const { data, message, envelopeFields } =
    told instanceof SuccessResponse ? told : { data: told, message: undefined, envelopeFields: undefined };
  if (tools.isCheckingAnswers === true) checkAnswer(call, data, envelopeFields);
  const inner = JSON.stringify(data);
  if (options.isTagged === true) {
    const tag = `"${createHash('sha256').update(inner).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'api-key, origin');
    if (request.headers['if-none-match']?.includes(tag) === true) return reply.code(304).send();
  }
  reply.type('application/json; charset=utf-8');
  if (call.form === 'bare') return reply.send(inner);
  const outer = JSON.stringify({
    success: getSuccessValue(call),
    ...(envelopeFields as object | undefined),
    message,
    requestId: request.id,
  });
  // `inner` is already serialised; it is inserted before the closing brace to avoid a second serialisation.
  return reply.send(`${outer.slice(0, -1)},"data":${inner}}`);
}

function checkAnswer(endpoint: Endpoint, data: unknown, envelopeFields: unknown): void {
  const reading = validate(endpoint.data, JSON.parse(JSON.stringify(data)));
  assert(
    reading.ok,
    `response of ${endpoint.method} ${endpoint.path} violates the contract: ${JSON.stringify(reading.ok || reading.issues)}`,
  );
  if (endpoint.envelopeFields !== undefined) {
    assert(
      validate(endpoint.envelopeFields, envelopeFields).ok,
      `envelope fields of ${endpoint.path} violate the contract`,
    );
  }
}
