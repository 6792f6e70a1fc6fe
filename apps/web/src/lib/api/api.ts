// Sends requests to the server: `send(endpoint, input)` returns the data of the response or throws an ApiError.
//
// Every request carries the headers of spec §7. Retries are the caller's decision: queries retry, requests that move
// money do not.
//
// Always true: the message of an ApiError is a Thai sentence that may be shown. The contract's isSuccess decides about
// success. A 401 goes to one listener (layouts) before it is thrown.

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

import { failureText } from '#lib/lib.text';
import { ApiError } from './api-error.ts';
import { getApiBase, getApiKey } from './server-settings.ts';
import { getAccessToken } from '#lib/member/session';
import { abortWithAny } from '#lib/browser/abort';
import { isRecord } from '#lib/browser/storage';

const TIMEOUT_MS = 15_000;
/** Shortest timeout while the host is unresponsive. */
const TIMEOUT_MS_MIN = 3_500;
const UNRESPONSIVE_MS_MAX = 60_000;
/** Age at which a request that began with the page is sent anew. */
const STARTED_MS_MAX = 10_000;

/** Time of the first request without a response: later timeouts shrink by the time already waited. */
let unresponsiveSince: number | undefined;

function computeTimeout({
  timeoutMs = TIMEOUT_MS,
  idempotencyKey,
}: Pick<Input<Transport>, 'timeoutMs' | 'idempotencyKey'>): number {
  const now = Date.now();
  if (unresponsiveSince === undefined || now - unresponsiveSince > UNRESPONSIVE_MS_MAX) unresponsiveSince = now;
  // A request that may move money gets the whole timeout: an abort would leave its outcome unknown.
  if (idempotencyKey !== undefined) return timeoutMs;
  return Math.max(Math.min(timeoutMs, TIMEOUT_MS_MIN), timeoutMs - (now - unresponsiveSince));
}

type Part<Key extends string, Value> = [Value] extends [undefined] ? { [K in Key]?: undefined } : { [K in Key]: Value };

export type Input<C extends Transport> = Part<'body', Body<C>> &
  Part<'params', Params<C>> & {
    readonly query?: Query<C>;
    readonly headers?: CallHeaders<C>;
    /** Stored by idempotency-key.ts until the response. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs?: number;
  };

type InputArguments<C extends Transport> = {} extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/** Returns the response's data. */
export async function send<C extends Transport>(endpoint: C, ...[input]: InputArguments<C>): Promise<Data<C>> {
  return (await sendForEnvelope(endpoint, ...([input] as InputArguments<C>))).data;
}

/** Returns the data, the envelope fields (authToken) and the server's message. */
export async function sendForEnvelope<C extends Transport>(
  endpoint: C,
  ...[input]: InputArguments<C>
): Promise<ResponseContent<C>> {
  if (isSpecOnlyHost) return requestSpecOnly(endpoint, input ?? ({} as Input<C>));
  const { response, body } = await request(endpoint, input ?? ({} as Input<C>));
  // Every response of our server has a request id; a response without one comes from another host (spec-only-api.ts).
  const hasRequestId = isRecord(body) && typeof body['requestId'] === 'string';
  if (isRecord(body) && response.ok && !hasRequestId && endpoint.form !== 'bare') {
    isSpecOnlyHost = true;
    return requestSpecOnly(endpoint, input ?? ({} as Input<C>), { response, body });
  }
  // An extension, requested before any response showed which host this is.
  if (endpoint.isExtension && !hasRequestId && response.status === 404) {
    return requestSpecOnly(endpoint, input ?? ({} as Input<C>));
  }

  if (endpoint.form === 'bare' && response.ok) {
    return { data: body as Data<C>, envelopeFields: undefined as EnvelopeFields<C>, message: '' };
  }
  if (!isRecord(body)) throw toUnreadableError(response.status);
  if (!response.ok || !isSuccess(endpoint, body['success'])) throw toApiError(body, response.status);

  const message = typeof body['message'] === 'string' ? body['message'] : '';
  return { data: body['data'] as Data<C>, envelopeFields: body as unknown as EnvelopeFields<C>, message };
}

type HostResponse = { readonly response: Response; readonly body: unknown };
type ResponseContent<C extends Transport> = {
  readonly data: Data<C>;
  readonly envelopeFields: EnvelopeFields<C>;
  readonly message: string;
};

/**
 * The host implements the specification without our extensions: missing fields are filled in, extensions are not
 * requested.
 */
let isSpecOnlyHost = false;

export const hasExtensionSupport = (): boolean => !isSpecOnlyHost;

async function requestSpecOnly<C extends Transport>(
  endpoint: C,
  input: Input<C>,
  known?: HostResponse,
): Promise<ResponseContent<C>> {
  const { completeResponse, toSpecRequest, getExtensionDefault } = await import('./spec-only-api.ts');
  const substitute: unknown = getExtensionDefault(endpoint);
  if (substitute !== undefined) {
    return { data: substitute as unknown as Data<C>, envelopeFields: undefined as EnvelopeFields<C>, message: '' };
  }
  const plain = toSpecRequest(endpoint, input);
  const { response, body } = known ?? (await request(plain.endpoint as C, plain.input as Input<C>));
  const envelope = isRecord(body) ? body : {};
  const isDone = envelope['success'] === undefined || isSuccess(endpoint, envelope['success']);
  if (!response.ok || !isDone) throw toApiError(envelope, response.status);
  const { data, message } = completeResponse(endpoint, input, body);
  return { data: data as Data<C>, envelopeFields: envelope as unknown as EnvelopeFields<C>, message };
}

/** Address of an endpoint, for requests that bypass send (live stream, frame). */
export function buildUrl(endpoint: Transport, { params, query }: { params?: unknown; query?: unknown } = {}): string {
  let path: string = endpoint.path;
  for (const [name, value] of Object.entries((params ?? {}) as Record<string, unknown>)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(value)));
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | number | boolean | undefined>)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const tail = String(search);
  return `${getApiBase()}${path}${tail && `?${tail}`}`;
}

/** The headers of every request (spec §7). */
export function createHeaders(): Headers {
  const headers = new Headers({ 'Accept-Language': 'th', [API_KEY_HEADER]: getApiKey() });
  const token = getAccessToken();
  if (token) headers.set(API_AUTH_HEADER, token);
  return headers;
}

type UnauthorizedListener = (refusal: ApiError) => void;
let unauthorizedListener: UnauthorizedListener | undefined;

/** The one place that acts on a 401 (spec §4). */
export function onUnauthorized(listener: UnauthorizedListener): () => void {
  unauthorizedListener = listener;
  return () => {
    if (unauthorizedListener === listener) unauthorizedListener = undefined;
  };
}

async function request<C extends Transport>(endpoint: C, input: Input<C>): Promise<HostResponse> {
  const timeout = AbortSignal.timeout(computeTimeout(input));
  const signal = input.signal ? abortWithAny([input.signal, timeout]) : timeout;
  const headers = createHeaders();
  const token = headers.get(API_AUTH_HEADER);
  for (const [name, value] of Object.entries((input.headers ?? {}) as Record<string, unknown>)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  if (input.idempotencyKey) headers.set(IDEMPOTENCY_KEY_HEADER, input.idempotencyKey);
  // The specification requires the header on every request, also without a body.
  headers.set('Content-Type', 'application/json');

  try {
    const url = buildUrl(endpoint, input);
    const started = endpoint.method === 'GET' ? takeStartedRequest(url, token) : undefined;
    const sendRequest = (): Promise<Response> =>
      fetch(url, {
        method: endpoint.method,
        headers,
        signal,
        credentials: 'omit',
        // The browser revalidates its cached response by ETag.
        cache: endpoint.method === 'GET' ? 'no-cache' : 'no-store',
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
    const response = await (started === undefined ? sendRequest() : untilAborted(started, signal));
    unresponsiveSince = undefined;
    const body: unknown = await response.json().catch(() => undefined);
    // A 401 for a token that was replaced meanwhile does not concern the new one.
    if (response.status === 401 && token === (getAccessToken() ?? null)) {
      unauthorizedListener?.(toApiError(isRecord(body) ? body : {}, 401));
    }
    return { response, body };
  } catch (error) {
    if (!timeout.aborted) unresponsiveSince = undefined;
    if (input.signal?.aborted) throw error;
    // A timeout counts as a lost connection (spec §7).
    throw new ApiError('NO_CONNECTION', failureText.noConnection);
  }
}

type StartedRequest = { readonly token: string; readonly response: Promise<Response>; readonly at: number };

/**
 * The response to a request that public/first-paint.js started with the page, before this code had come. It is returned
 * once, and only for the same address and token, within seconds of its start; undefined: none was started.
 */
export function takeStartedRequest(url: string, token: string | null): Promise<Response> | undefined {
  const all: unknown = (globalThis as { startedRequests?: unknown }).startedRequests;
  if (!(all instanceof Map)) return undefined;
  const started: unknown = all.get(url);
  all.delete(url);
  if (!isStarted(started)) return undefined;
  return started.token === token && performance.now() - started.at < STARTED_MS_MAX ? started.response : undefined;
}

const isStarted = (value: unknown): value is StartedRequest => isRecord(value) && value['response'] instanceof Promise;

/** Rejects as a fetch with this signal does. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject);
  });
}

/** The server's responses are JSON; these without are pages of a proxy that did not reach it. */
function toUnreadableError(status: number): ApiError {
  if (status >= 502 && status <= 504) return new ApiError('NO_CONNECTION', failureText.noConnection, { status });
  return new ApiError('UNREADABLE_ANSWER', failureText.generic, { status });
}

function toApiError(body: Record<string, unknown>, status: number): ApiError {
  const { code, message, data } = body;
  // Sent by a proxy; the server itself never responds with these.
  if (status === 502 || status === 504) return new ApiError('NO_CONNECTION', failureText.noConnection, { status });
  return new ApiError(
    // An unknown code of another host equals no code that a page checks.
    typeof code === 'string' ? (code as ErrorCode) : 'INTERNAL',
    typeof message === 'string' && message !== '' ? message : failureText.generic,
    {
      status,
      facts: isRecord(data) ? data : {},
    },
  );
}
