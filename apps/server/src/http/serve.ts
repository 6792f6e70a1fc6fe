// Makes a route from a call of the contract and a handler: reads, asks who it is, lets the handler work, answers.
//
// Always true: a handler sees only what its call's schemas let in, and a member only with an open session of this brand. A
// closed brand (disabled, maintenance) is refused here, except by the calls that say so. The body is exactly JSON under
// exactly that name, at most 16 kB, and is never changed into what it is not.
//
// Elsewhere: reading JSON without forgiving (strict-json.ts), the answers to what goes wrong (errors.ts).

import { createHash, randomUUID } from 'node:crypto';

import {
  type Beside,
  type Body,
  type Call,
  type Data,
  type Headers,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeyOnWire,
  type Params,
  type Query,
  refusalForInvalid,
  successOf,
} from '@chaba/contract/call';
import { MEMBER_BODY_BYTES_MAX, PROVIDER_BODY_BYTES_MAX } from '@chaba/contract/limits';
import { fieldsOf, read } from '@chaba/contract/reading';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#core/config';
import { BANK_KEY_ID } from '#core/context';
import { assert, refuse } from '#core/refusal';
import { checkSignature, secretOf } from '#core/signature';
import type { SignatureWatch } from '#modules/security';
import { checkOpen, type Site } from '#modules/site';

import type { Sessions, SignedIn } from './session.ts';
import { isCleanText, parseStrictJson } from './strict-json.ts';

/** What a handler is asked. */
export type Asked<C extends Call> = {
  readonly site: C['auth'] extends 'none' | 'member' ? Site : undefined;
  readonly member: C['auth'] extends 'member' ? SignedIn : undefined;
  readonly body: Body<C>;
  readonly query: Query<C>;
  readonly params: Params<C>;
  readonly headers: Headers<C>;
  /** The caller's, or a new one: without one of its own, a repeated call is a new question. */
  readonly idempotencyKey: string;
  /** The address of the caller, as far as it can be trusted. */
  readonly address: string;
  readonly userAgent: string;
  /** Where the caller's page comes from, as it says itself: for addresses that lead back to it, never for trust. */
  readonly origin: string;
};

/** A success that says more than its data. */
export class Told<Inner, Extra> {
  readonly data: Inner;
  readonly message: string | undefined;
  readonly beside: Extra | undefined;

  constructor(data: Inner, also: Also<Extra>) {
    this.data = data;
    this.message = also.message;
    this.beside = also.beside;
  }
}

type Also<Extra> = { readonly message?: string | undefined; readonly beside?: Extra };

/** Answers data with a Thai sentence, and with what stands beside it (authToken). */
export function tell<Inner, Extra = undefined>(data: Inner, also: Also<Extra>): Told<Inner, Extra> {
  return new Told(data, also);
}

export type Handler<C extends Call> = (asked: Asked<C>) => Promise<Data<C> | Told<Data<C>, Beside<C>>>;

export type ServeOptions = {
  /** Answers while the brand is closed too. */
  readonly isServedWhileClosed?: boolean;
  /** Answers with an ETag, and 304 to a caller who has it already. */
  readonly isTagged?: boolean;
};

export type Serve = <C extends Call>(call: C, handler: Handler<C>, options?: ServeOptions) => void;

export type ServeTools = {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly sessions: Sessions;
  readonly signatures: SignatureWatch;
  /** In tests every answer is held against the contract. */
  readonly isCheckingAnswers?: boolean | undefined;
};

const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bodies arrive as they are: bytes. Whoever serves a route decides what they mean. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export function openServe(tools: ServeTools): Serve {
  return (call, handler, options = {}) => {
    tools.app.route({
      method: call.method,
      url: call.path,
      bodyLimit: call.auth === 'bank' ? PROVIDER_BODY_BYTES_MAX : MEMBER_BODY_BYTES_MAX,
      handler: async (request, reply) => {
        const asked = await ask(tools, call, request, options);
        const told = await handler(asked);
        return answer(tools, call, told, request, reply, options);
      },
    });
  };
}

async function ask<C extends Call>(
  tools: ServeTools,
  call: C,
  request: FastifyRequest,
  options: ServeOptions,
): Promise<Asked<C>> {
  if (call.auth === 'bank') checkBank(tools, request);
  const isBrowser = call.auth === 'none' || call.auth === 'member';
  const site = isBrowser ? await tools.sessions.siteOf(request) : undefined;
  if (site !== undefined && options.isServedWhileClosed !== true) checkOpen(site);
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
  } as Asked<C>;
}

function checkBank({ config, signatures }: ServeTools, request: FastifyRequest): void {
  const message = { method: request.method, target: request.raw.url ?? '', body: bytesOf(request) };
  const check = checkSignature(request.headers, message, (keyId) =>
    keyId === BANK_KEY_ID ? secretOf(config.sandboxSecret, keyId) : undefined,
  );
  if (check.isGood) return;
  request.log.warn({ why: check.why }, 'a message of the bank has no good signature');
  signatures.count(undefined, `bank: ${check.why}`);
  refuse('INVALID_SIGNATURE');
}

function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function readBody(call: Call, request: FastifyRequest): unknown {
  assert(call.body, 'only calls with a body come here');
  const bytes = bytesOf(request);
  if (bytes.length > 0 && !JSON_TYPE.test(request.headers['content-type'] ?? '')) refuse('UNSUPPORTED_MEDIA_TYPE');
  const reading = read(call.body, bytes.length === 0 ? {} : parseStrictJson(textOf(bytes)));
  if (reading.isGood) return reading.value;
  return refuseInvalid(call, reading.issues);
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return refuse('INVALID_REQUEST');
  }
}

// The code comes from data, so its facts cannot be known to the compiler; the contract names only codes without facts.
function refuseInvalid(call: Call, issues: Parameters<typeof refusalForInvalid>[1]): never {
  return refuse(refusalForInvalid(call, issues) as 'INVALID_REQUEST');
}

function readPart(call: Call, schema: NonNullable<Call['query']>, values: unknown): unknown {
  for (const value of Object.values(values as Record<string, unknown>)) {
    if (typeof value === 'string' && !isCleanText(value)) refuse('INVALID_REQUEST');
  }
  const reading = read(schema, { ...(values as Record<string, unknown>) });
  return reading.isGood ? reading.value : refuseInvalid({ ...call, whenInvalid: {} }, reading.issues);
}

function pickHeaders(schema: NonNullable<Call['headers']>, request: FastifyRequest): Record<string, unknown> {
  const given = fieldsOf(schema).map((name) => [name, request.headers[name.toLowerCase()]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function readIdempotencyKey(request: FastifyRequest): string {
  const given = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (given === undefined) return randomUUID();
  const reading = read(idempotencyKeyOnWire, given);
  return reading.isGood ? String(reading.value) : refuse('IDEMPOTENCY_KEY_INVALID');
}

function answer<C extends Call>(
  tools: ServeTools,
  call: C,
  told: Data<C> | Told<Data<C>, Beside<C>>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
): FastifyReply {
  const { data, message, beside } = told instanceof Told ? told : { data: told, message: undefined, beside: undefined };
  if (tools.isCheckingAnswers === true) checkAnswer(call, data, beside);
  const inner = JSON.stringify(data);
  if (options.isTagged === true) {
    const tag = `"${createHash('sha256').update(inner).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'api-key, origin');
    if (request.headers['if-none-match']?.includes(tag) === true) return reply.code(304).send();
  }
  reply.type('application/json; charset=utf-8');
  if (call.form === 'bare') return reply.send(inner);
  const outer = JSON.stringify({
    success: successOf(call),
    ...(beside as object | undefined),
    message,
    requestId: request.id,
  });
  // The data is already text; it goes in before the closing brace instead of being written twice.
  return reply.send(`${outer.slice(0, -1)},"data":${inner}}`);
}

function checkAnswer(call: Call, data: unknown, beside: unknown): void {
  const reading = read(call.data, JSON.parse(JSON.stringify(data)));
  assert(
    reading.isGood,
    `${call.method} ${call.path} answers what its contract does not say: ${JSON.stringify(reading.isGood || reading.issues)}`,
  );
  if (call.beside !== undefined) {
    assert(read(call.beside, beside).isGood, `${call.path} answers the wrong things beside its data`);
  }
}
