// One HTTP client for every outside party: bank, slip verifier, payouts. Signed, timed, and behind a circuit breaker.
//
// Always true: a call ends within its time limit; redirects are never followed; an answer is at most 64 kB of JSON, unless
// the party was opened for longer ones. After five failures in a row nobody is kept waiting for ten seconds: the party counts
// as unavailable at once, then one call tries again. A business "no" (HTTP 200 with another code) is an answer, not a failure.
//
// Elsewhere: what to make of the answers (the modules); the signature itself (signature.ts). No call from here may run
// inside a database transaction.

import { signedHeaders } from './signature.ts';

/** The party did not answer, or not with anything we understand. Nobody knows whether it acted on the question. */
export class UpstreamUnavailableError extends Error {
  override readonly name = 'UpstreamUnavailableError';
}

export type SignedHttpClient = {
  ask(
    method: 'GET' | 'POST',
    target: string,
    body?: Readonly<Record<string, unknown>>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Record<string, unknown>>;
  /** False while the circuit breaker rejects every call unsent. */
  isReachable?(): boolean;
};

export type OutsideOptions = {
  readonly name: string;
  readonly baseUrl: string;
  readonly keyId: string;
  readonly secret: string;
  readonly timeoutMs?: number;
  /** For parties whose pages are long. */
  readonly answerBytesMax?: number;
  /** For parties with a signature of their own: the headers that go with a body. */
  readonly sign?: (body: string) => Readonly<Record<string, string>>;
  /** The party answers with a list, which is given as `list`. */
  readonly isList?: boolean;
};

const TIMEOUT_MS = 8_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const FAILURES_BEFORE_OPEN = 5;
const OPEN_FOR_MS = 10_000;

export function createSignedHttpClient(options: OutsideOptions): SignedHttpClient {
  let failuresInRow = 0;
  let closedUntil = 0;

  async function ask(
    method: 'GET' | 'POST',
    target: string,
    body?: Readonly<Record<string, unknown>>,
    { timeoutMs = options.timeoutMs ?? TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
  ): Promise<Record<string, unknown>> {
    if (performance.now() < closedUntil) {
      throw new UpstreamUnavailableError(`${options.name} is not asked while it fails`);
    }
    // Until this call is answered the others go on failing at once: one tries, not all.
    if (failuresInRow >= FAILURES_BEFORE_OPEN) closedUntil = performance.now() + OPEN_FOR_MS;
    try {
      const answer = await send(options, method, target, body, timeoutMs);
      failuresInRow = 0;
      closedUntil = 0;
      return answer;
    } catch (error) {
      failuresInRow += 1;
      if (failuresInRow >= FAILURES_BEFORE_OPEN) closedUntil = performance.now() + OPEN_FOR_MS;
      throw new UpstreamUnavailableError(`${options.name} did not answer ${method} ${pathOf(target)}`, {
        cause: error,
      });
    }
  }
  return { ask, isReachable: () => performance.now() >= closedUntil };
}

async function send(
  options: OutsideOptions,
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
        signedHeaders(options.keyId, options.secret, {
          method,
          target: pathFrom(options.baseUrl, target),
          body: text,
        })),
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const answer = await readLimited(response, options.answerBytesMax ?? ANSWER_BYTES_MAX);
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  const value: unknown = JSON.parse(answer);
  if (options.isList === true && Array.isArray(value)) return { list: value as unknown[] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('the answer is no JSON object');
  }
  return value as Record<string, unknown>;
}

// A party that floods us must not fill our memory: reading stops at the limit.
async function readLimited(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// What is signed is the target that the other side sees, so a base address with a path counts too.
function pathFrom(baseUrl: string, target: string): string {
  const address = new URL(baseUrl + target);
  return address.pathname + address.search;
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? target;
}
