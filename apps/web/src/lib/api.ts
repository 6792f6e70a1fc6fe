// The one way to the server: send(call, input) → the call's data, or a thrown Refusal.
//
// Every request carries the headers of spec §7; the envelope is opened here and nowhere else. Asking
// twice for the same thing is the caller's decision (queries retry, money never does).
//
// Always true: a Refusal's message is a Thai sentence that may be shown as it is. Success is decided
// by the contract's isSuccess. A 401 is told to one listener (layouts) before it is thrown.

import {
  API_AUTH_HEADER,
  API_KEY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  isSuccess,
  type EnvelopeFields,
  type Body,
  type Data,
  type Headers as CallHeaders,
  type Params,
  type Query,
  type Transport,
} from '@chaba/contract/endpoint';
import type { ErrorCode } from '@chaba/contract/error-codes';

import { text } from './lib.text.ts';
import { ApiError } from './api-error.ts';
import { apiBase, apiKey } from './server-settings.ts';
import { accessToken } from './session.ts';
import { isRecord } from './storage.ts';

const TIMEOUT_MS = 15_000;
/** What is left to a question when others have waited in vain already. */
const TIMEOUT_MS_LEAST = 3_500;
const SILENCE_MS_MAX = 60_000;

/** Since when the host has been asked and has said nothing: nobody waits for it from the beginning again. */
let silentSince: number | undefined;

function timeoutOf({
  timeoutMs = TIMEOUT_MS,
  idempotencyKey,
}: Pick<Input<Transport>, 'timeoutMs' | 'idempotencyKey'>): number {
  const now = Date.now();
  if (silentSince === undefined || now - silentSince > SILENCE_MS_MAX) silentSince = now;
  // What may move money is waited for in full: giving up early would only leave more unknown.
  if (idempotencyKey !== undefined) return timeoutMs;
  return Math.max(Math.min(timeoutMs, TIMEOUT_MS_LEAST), timeoutMs - (now - silentSince));
}

type Part<Key extends string, Value> = [Value] extends [undefined] ? { [K in Key]?: undefined } : { [K in Key]: Value };

export type Input<C extends Transport> = Part<'body', Body<C>> &
  Part<'params', Params<C>> & {
    readonly query?: Query<C>;
    readonly headers?: CallHeaders<C>;
    /** Kept by idempotency-key.ts until the question is answered. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs?: number;
  };

type InputArguments<C extends Transport> = {} extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/** The data of the answer. */
export async function send<C extends Transport>(call: C, ...[input]: InputArguments<C>): Promise<Data<C>> {
  return (await sendForEnvelope(call, ...([input] as InputArguments<C>))).data;
}

/** The data, what stands beside it (authToken) and the server's sentence. */
export async function sendForEnvelope<C extends Transport>(call: C, ...[input]: InputArguments<C>): Promise<Opened<C>> {
  if (isPlainHost) return askPlainly(call, input ?? ({} as Input<C>));
  const { response, answer } = await ask(call, input ?? ({} as Input<C>));
  // Our own server names every answer; who does not is another one (spec-only-api.ts).
  const isNamed = isRecord(answer) && typeof answer['requestId'] === 'string';
  if (isRecord(answer) && response.ok && !isNamed && call.form !== 'bare') {
    isPlainHost = true;
    return askPlainly(call, input ?? ({} as Input<C>), { response, answer });
  }
  // An addition that was asked for before any answer told whose host this is.
  if (call.isExtension && !isNamed && response.status === 404) return askPlainly(call, input ?? ({} as Input<C>));

  if (call.form === 'bare' && response.ok) {
    return { data: answer as Data<C>, envelopeFields: undefined as EnvelopeFields<C>, message: '' };
  }
  if (!isRecord(answer)) throw new ApiError('UNREADABLE_ANSWER', text.generic, { status: response.status });
  if (!response.ok || !isSuccess(call, answer['success'])) throw refusalOf(answer, response.status);

  const message = typeof answer['message'] === 'string' ? answer['message'] : '';
  return { data: answer['data'] as Data<C>, envelopeFields: answer as unknown as EnvelopeFields<C>, message };
}

type Answer = { readonly response: Response; readonly answer: unknown };
type Opened<C extends Transport> = {
  readonly data: Data<C>;
  readonly envelopeFields: EnvelopeFields<C>;
  readonly message: string;
};

/** A host that knows the specification and none of our additions: what it lacks is filled in, what it never heard of is not asked. */
let isPlainHost = false;

export const hasExtensionSupport = (): boolean => !isPlainHost;

async function askPlainly<C extends Transport>(call: C, input: Input<C>, known?: Answer): Promise<Opened<C>> {
  const { completed, toSpecRequest, stubExtension } = await import('./spec-only-api.ts');
  const unasked: unknown = stubExtension(call);
  if (unasked !== undefined) {
    return { data: unasked as unknown as Data<C>, envelopeFields: undefined as EnvelopeFields<C>, message: '' };
  }
  const plain = toSpecRequest(call, input);
  const { response, answer } = known ?? (await ask(plain.call as C, plain.input as Input<C>));
  const envelope = isRecord(answer) ? answer : {};
  const isDone = envelope['success'] === undefined || isSuccess(call, envelope['success']);
  if (!response.ok || !isDone) throw refusalOf(envelope, response.status);
  const { data, message } = completed(call, input, answer);
  return { data: data as Data<C>, envelopeFields: envelope as unknown as EnvelopeFields<C>, message };
}

/** The address of a call, for the few that are not asked with send (live stream, frame). */
export function addressOf(call: Transport, { params, query }: { params?: unknown; query?: unknown } = {}): string {
  let path: string = call.path;
  for (const [name, value] of Object.entries((params ?? {}) as Record<string, unknown>)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(value)));
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | number | boolean | undefined>)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const tail = search.size > 0 ? `?${search}` : '';
  return `${apiBase()}${path}${tail}`;
}

/** The headers of every request (spec §7). */
export function commonHeaders(): Headers {
  const headers = new Headers({ 'Accept-Language': 'th', [API_KEY_HEADER]: apiKey() });
  const token = accessToken();
  if (token) headers.set(API_AUTH_HEADER, token);
  return headers;
}

type UnauthorizedListener = (refusal: ApiError) => void;
let unauthorizedListener: UnauthorizedListener | undefined;

/** The one place that acts on a 401 (spec §4). */
export function listenForUnauthorized(listener: UnauthorizedListener): () => void {
  unauthorizedListener = listener;
  return () => {
    if (unauthorizedListener === listener) unauthorizedListener = undefined;
  };
}

async function ask<C extends Transport>(call: C, input: Input<C>): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutOf(input));
  const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout;
  const headers = commonHeaders();
  const token = headers.get(API_AUTH_HEADER);
  for (const [name, value] of Object.entries((input.headers ?? {}) as Record<string, unknown>)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  if (input.idempotencyKey) headers.set(IDEMPOTENCY_KEY_HEADER, input.idempotencyKey);
  // A request without content says so too: the specification has the header on every request.
  headers.set('Content-Type', 'application/json');

  try {
    const response = await fetch(addressOf(call, input), {
      method: call.method,
      headers,
      signal,
      credentials: 'omit',
      // The browser keeps ETags and asks again with them; nothing is shown unasked.
      cache: call.method === 'GET' ? 'no-cache' : 'no-store',
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    silentSince = undefined;
    const answer: unknown = await response.json().catch(() => undefined);
    // A late 401 for a token that was already replaced says nothing about the new one.
    if (response.status === 401 && token === (accessToken() ?? null)) {
      unauthorizedListener?.(refusalOf(isRecord(answer) ? answer : {}, 401));
    }
    return { response, answer };
  } catch (error) {
    if (!timeout.aborted) silentSince = undefined;
    if (input.signal?.aborted) throw error;
    // No answer is no connection, however long it took to know (spec §7).
    throw new ApiError('NO_CONNECTION', text.noConnection);
  }
}

function refusalOf(answer: Record<string, unknown>, status: number): ApiError {
  const { code, message, data } = answer;
  // What stands before a server says so; the server itself never does.
  if (status === 502 || status === 504) return new ApiError('NO_CONNECTION', text.noConnection, { status });
  return new ApiError(
    // A word that another host made up equals none that a page asks for.
    typeof code === 'string' ? (code as ErrorCode) : 'INTERNAL',
    typeof message === 'string' && message !== '' ? message : text.generic,
    {
      status,
      facts: isRecord(data) ? data : {},
    },
  );
}
