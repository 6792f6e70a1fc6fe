// HTTP client for outside services (bank, slip verifier, payouts): signed, with a timeout and a circuit breaker.
//
// Always true: a request ends within its timeout; redirects are never followed; a response is at most 64 kB of JSON
// unless configured otherwise. After five failures in a row, requests fail at once for ten seconds, then one request
// probes the service. A business rejection (HTTP 200 with another code) is a response, not a failure.
//
// Elsewhere: interpretation of responses (the modules), the signature (signature.ts). Requests never run inside a
// database transaction.

import { outsideBreaker, outsideDuration, outsideRequests } from './metrics.ts';
import { createSignedHeaders } from './signature.ts';
import { recordSpan } from './tracing.ts';

/** No valid response: the outcome of the request is unknown. */
export class UpstreamUnavailableError extends Error {
  override readonly name = 'UpstreamUnavailableError';
}

export type SignedHttpClient = {
  request(
    method: 'GET' | 'POST',
    target: string,
    body?: Readonly<Record<string, unknown>>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Record<string, unknown>>;
  /** False while the circuit breaker rejects every call unsent. */
  isReachable?(): boolean;
};

export type SignedHttpClientOptions = {
  readonly name: string;
  readonly baseUrl: string;
  readonly keyId: string;
  readonly secret: string;
  readonly timeoutMs?: number;
  /** For services with long pages. */
  readonly responseBytesMax?: number;
  /** For services with another signature: the headers for a body. */
  readonly sign?: (body: string) => Readonly<Record<string, string>>;
  /** The response is a list, returned as `list`. */
  readonly isList?: boolean;
};

const TIMEOUT_MS = 8_000;
const RESPONSE_BYTES_MAX = 64 * 1024;
const FAILURES_BEFORE_OPEN = 5;
const OPEN_FOR_MS = 10_000;

/** Whether the last requests to a service failed, by its name. */
const isOpenByName = new Map<string, boolean>();
outsideBreaker.onRead((add) => {
  for (const [name, isOpen] of isOpenByName) add(Number(isOpen), name);
});

/** Names of the services whose circuit breaker is open in this process: since five failures, until the next success. */
export function listOpenBreakers(): string[] {
  return [...isOpenByName].flatMap(([name, isOpen]) => (isOpen ? [name] : []));
}

export function createSignedHttpClient(options: SignedHttpClientOptions): SignedHttpClient {
  let failuresInRow = 0;
  let closedUntil = 0;

  async function sendWithBreaker(
    method: 'GET' | 'POST',
    target: string,
    body?: Readonly<Record<string, unknown>>,
    { timeoutMs = options.timeoutMs ?? TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
  ): Promise<Record<string, unknown>> {
    const startedAt = performance.now();
    if (startedAt < closedUntil) {
      outsideRequests.inc(options.name, 'open');
      throw new UpstreamUnavailableError(`${options.name}: circuit breaker open`);
    }
    // Keeps the breaker open for all other requests while this one probes.
    if (failuresInRow >= FAILURES_BEFORE_OPEN) closedUntil = performance.now() + OPEN_FOR_MS;
    let outcome: 'ok' | 'failed' = 'failed';
    try {
      const answer = await send(options, method, target, body, timeoutMs);
      outcome = 'ok';
      failuresInRow = 0;
      closedUntil = 0;
      outsideRequests.inc(options.name, outcome);
      isOpenByName.set(options.name, false);
      return answer;
    } catch (error) {
      failuresInRow += 1;
      if (failuresInRow >= FAILURES_BEFORE_OPEN) {
        closedUntil = performance.now() + OPEN_FOR_MS;
        isOpenByName.set(options.name, true);
      }
      outsideRequests.inc(options.name, outcome);
      throw new UpstreamUnavailableError(`${options.name} did not answer ${method} ${toPath(target)}`, {
        cause: error,
      });
    } finally {
      const ms = performance.now() - startedAt;
      outsideDuration.observe(ms / 1_000, options.name);
      recordSpan('outside call', ms, { 'chaba.party': options.name, 'http.request.method': method }, outcome);
    }
  }
  return { request: sendWithBreaker, isReachable: () => performance.now() >= closedUntil };
}

async function send(
  options: SignedHttpClientOptions,
  method: 'GET' | 'POST',
  target: string,
  body: Readonly<Record<string, unknown>> | undefined,
  timeoutMs: number,
): Promise<Record<string, unknown>> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const response = await fetch(options.baseUrl + target, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.sign?.(text) ??
        createSignedHeaders(options.keyId, options.secret, {
          method,
          target: toSignedTarget(options.baseUrl, target),
          body: text,
        })),
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const answer = await readLimited(response, options.responseBytesMax ?? RESPONSE_BYTES_MAX);
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  const value: unknown = JSON.parse(answer);
  if (options.isList === true && Array.isArray(value)) return { list: value as unknown[] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('expected a JSON object');
  }
  return value as Record<string, unknown>;
}

// Reading stops at the limit, so a service cannot exhaust the memory.
async function readLimited(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new Error(`response longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// The signature covers the target that the service receives, including the path of the base URL.
function toSignedTarget(baseUrl: string, target: string): string {
  const address = new URL(baseUrl + target);
  return address.pathname + address.search;
}

function toPath(target: string): string {
  return target.split('?', 1)[0] ?? target;
}
