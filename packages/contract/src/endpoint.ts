// What a call is: everything both sides must agree on, as data.
//
// The server makes its routes from these, the web app its client, the OpenAPI document its paths.
// Words are those of the wire (spec §7), odd spellings included; they live in this package and
// nowhere else.
//
// Always true: a member’s request body is closed, so an unknown field is refused (machines may add
// fields without notice, so theirs are ignored); an answer is read loosely,
// so a server may answer more than a client knows. The envelope of an answer is
// { success, data?, message?, code?, requestId }.

import type * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';

type Schema = z.core.$ZodType;

/**
 * Who may ask. `none`: anyone with an api-key. `member`: a session in api-auth. `provider` and
 * `bank`: another machine, which signs its requests.
 */
export type Auth = 'none' | 'member' | 'provider' | 'bank';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly auth: Auth;
  /** One English sentence for the documents. */
  readonly summary: string;
  /** Parts of the path, written `:name` there. */
  readonly params?: Schema;
  readonly query?: Schema;
  /** By the name the specification gives; HTTP does not care for their case. */
  readonly headers?: Schema;
  readonly body?: Schema;
  readonly data: Schema;
  /** What stands beside `data` in the envelope: the specification's authToken. */
  readonly envelopeFields?: Schema;
  /** What the call may refuse, besides what every call of its kind may (`listErrorCodes`). */
  readonly refusals: readonly ErrorCode[];
  /** The refusal for a body that does not fit, by field; '*' for the rest. Else INVALID_REQUEST. */
  readonly whenInvalid?: Readonly<Record<string, ErrorCode>>;
  /** True when the specification does not have this call. */
  readonly isExtension?: true;
  /**
   * Where a success may be the number 0 (spec §4 and §7): `answered` when the server says 0 for done,
   * `accepted` when only a client must take it for a success.
   */
  readonly successAsZero?: 'answered' | 'accepted';
  /** How the answer travels. Default: the envelope as JSON. */
  readonly form?: 'envelope' | 'bare' | 'script' | 'markup' | 'events' | 'table';
  /** A GET that changes state (spec §7): once however often sent, never stored by anyone. */
  readonly changesState?: true;
};

/** Says "this is a call" to the compiler and keeps its exact type. */
export function defineEndpoint<const C extends Endpoint>(definition: C): C {
  return definition;
}

/** How a call is sent. */
export type Transport = Pick<Endpoint, 'method' | 'path' | 'form' | 'isExtension' | 'successAsZero'>;

declare const definition: unique symbol;

/** A call as a browser has it: how it is sent, and the types of its schemas (requests.ts). */
export type Request<C extends Endpoint> = Pick<C, Extract<keyof C, keyof Transport>> & { readonly [definition]?: C };

type DefinitionOf<C extends Transport> = typeof definition extends keyof C ? NonNullable<C[typeof definition]> : C;
type OutputOf<S> = S extends Schema ? z.output<S> : undefined;

export type Body<C extends Transport> = DefinitionOf<C> extends { body: infer S } ? OutputOf<S> : undefined;
export type Query<C extends Transport> = DefinitionOf<C> extends { query: infer S } ? OutputOf<S> : undefined;
export type Params<C extends Transport> = DefinitionOf<C> extends { params: infer S } ? OutputOf<S> : undefined;
export type Headers<C extends Transport> = DefinitionOf<C> extends { headers: infer S } ? OutputOf<S> : undefined;
export type EnvelopeFields<C extends Transport> =
  DefinitionOf<C> extends { envelopeFields: infer S } ? OutputOf<S> : undefined;
export type Data<C extends Transport> = DefinitionOf<C> extends { data: infer S } ? OutputOf<S> : undefined;

export type Envelope<C extends Endpoint> = {
  readonly success: boolean | 0;
  readonly data?: Data<C>;
  readonly message?: string;
  readonly code?: ErrorCode;
  readonly requestId: string;
};

/** The headers of every call, by the names the specification gives them. */
export const API_KEY_HEADER = 'api-key';
export const API_AUTH_HEADER = 'api-auth';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** What the server writes into `success` when a call is done. */
export function successOf(definition: Transport): true | 0 {
  return definition.successAsZero === 'answered' ? 0 : true;
}

/** The one place that decides whether an answer is a success. */
export function isSuccess(definition: Transport, success: unknown): boolean {
  return success === true || (success === 0 && definition.successAsZero !== undefined);
}

const everyCall = ['INVALID_REQUEST', 'TOO_MANY_REQUESTS', 'INTERNAL'] as const;
const browserCall = ['UNKNOWN_API_KEY', 'SITE_DISABLED', 'MAINTENANCE'] as const;
const memberCall = ['SIGN_IN_REQUIRED', 'SESSION_EXPIRED', 'MEMBER_LOCKED'] as const;
const unsafeCall = ['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED'] as const;

/** Every refusal that a caller can meet, those common to its kind included. */
export function listErrorCodes(definition: Endpoint): readonly ErrorCode[] {
  const { auth, method } = definition;
  const isBrowser = auth === 'none' || auth === 'member';
  const codes: ErrorCode[] = [...definition.refusals, ...everyCall];
  codes.push(...Object.values(definition.whenInvalid ?? {}));
  if (isBrowser) codes.push(...browserCall);
  if (auth === 'member') codes.push(...memberCall);
  if (isBrowser && method !== 'GET') codes.push(...unsafeCall);
  if (!isBrowser) codes.push('INVALID_SIGNATURE');
  return [...new Set(codes)];
}

/** The refusal for a body that the schema did not let in. */
export function refusalForInvalid(
  definition: Endpoint,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string | undefined }[],
): ErrorCode {
  const rules = definition.whenInvalid;
  const [issue] = issues;
  // An unknown field or a body that is no object is the caller's program speaking, not a member.
  if (!rules || !issue || issue.path.length === 0) return 'INVALID_REQUEST';
  return rules[String(issue.path[0])] ?? rules['*'] ?? 'INVALID_REQUEST';
}
