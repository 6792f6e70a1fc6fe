// Endpoint: an HTTP operation as data, shared by client and server.
//
// The server derives its routes from endpoints, the web app its client, the OpenAPI document its paths. Names on the
// wire follow the specification (§7), odd spellings included, and occur only in this package.
//
// Always true: a member's request body is closed, so an unknown field is rejected. Machine requests and all responses
// are open: unknown fields are ignored. The response envelope is { success, data?, message?, code?, requestId }.

import type * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';

type Schema = z.core.$ZodType;

/**
 * Required authentication. `none`: an api-key only. `member`: a session in api-auth. `provider` and `bank`: a signed
 * request of another machine.
 */
export type Auth = 'none' | 'member' | 'provider' | 'bank';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly auth: Auth;
  /** One English sentence for the documentation. */
  readonly summary: string;
  /** Path parameters, written `:name` in the path. */
  readonly params?: Schema;
  readonly query?: Schema;
  /** Names as in the specification; HTTP compares them case-insensitively. */
  readonly headers?: Schema;
  readonly body?: Schema;
  readonly data: Schema;
  /** Fields next to `data` in the envelope, such as authToken. */
  readonly envelopeFields?: Schema;
  /** Error codes of this endpoint; `listErrorCodes` adds those of its kind. */
  readonly errorCodes: readonly ErrorCode[];
  /** Error code for an invalid body, by field; '*' covers all other fields. Default: INVALID_REQUEST. */
  readonly whenInvalid?: Readonly<Record<string, ErrorCode>>;
  /** True if the specification does not define this endpoint. */
  readonly isExtension?: true;
  /**
   * Allows the number 0 as success (spec §4 and §7). `answered`: the server sends 0. `accepted`: only the client must
   * accept it.
   */
  readonly successAsZero?: 'answered' | 'accepted';
  /** Format of the response. Default: the envelope as JSON. */
  readonly form?: 'envelope' | 'bare' | 'script' | 'markup' | 'events' | 'table';
  /** A GET that changes state (spec §7): once however often sent, and never cached. */
  readonly changesState?: true;
};

/** Declares an endpoint and keeps its literal type. */
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

/** Header names of the specification. */
export const API_KEY_HEADER = 'api-key';
export const API_AUTH_HEADER = 'api-auth';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** The value of `success` in a response without an error. */
export function getSuccessValue(definition: Transport): true | 0 {
  return definition.successAsZero === 'answered' ? 0 : true;
}

/** The one place that decides whether an answer is a success. */
export function isSuccess(definition: Transport, success: unknown): boolean {
  return success === true || (success === 0 && definition.successAsZero !== undefined);
}

const commonCodes = ['INVALID_REQUEST', 'TOO_MANY_REQUESTS', 'INTERNAL'] as const;
const browserCodes = ['UNKNOWN_API_KEY', 'SITE_DISABLED', 'MAINTENANCE'] as const;
const memberCodes = ['SIGN_IN_REQUIRED', 'SESSION_EXPIRED', 'MEMBER_LOCKED'] as const;
const unsafeMethodCodes = ['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED'] as const;

/** Every error code that a caller can receive, those common to its kind included. */
export function listErrorCodes(definition: Endpoint): readonly ErrorCode[] {
  const { auth, method } = definition;
  const isBrowser = auth === 'none' || auth === 'member';
  const codes: ErrorCode[] = [...definition.errorCodes, ...commonCodes];
  codes.push(...Object.values(definition.whenInvalid ?? {}));
  if (isBrowser) codes.push(...browserCodes);
  if (auth === 'member') codes.push(...memberCodes);
  if (isBrowser && method !== 'GET') codes.push(...unsafeMethodCodes);
  if (!isBrowser) codes.push('INVALID_SIGNATURE');
  return [...new Set(codes)];
}

/** The error code for a body that fails validation. */
export function getValidationErrorCode(
  definition: Endpoint,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string | undefined }[],
): ErrorCode {
  const rules = definition.whenInvalid;
  const [issue] = issues;
  // An unknown field, or a body that is not an object, is a fault of the calling program, not of the member.
  if (!rules || !issue || issue.path.length === 0) return 'INVALID_REQUEST';
  return rules[String(issue.path[0])] ?? rules['*'] ?? 'INVALID_REQUEST';
}
