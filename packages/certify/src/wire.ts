// Sends a signed provider request: the three signature headers over the raw bytes, one POST, the unmodified response.
//
// Elsewhere: requests and expectations (scenarios/), fixtures of a scenario (scenario-context.ts).

import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

export type Key = { readonly id: string; readonly secret: string };

export type SignedResponse = {
  /** The HTTP status. */
  readonly status: number;
  /** The JSON object in the body; empty for any other body. */
  readonly body: Readonly<Record<string, unknown>>;
};

/** Deliberate deviations of a request. */
export type Twist = {
  /** Clock offset in seconds. */
  readonly clockBy?: number;
  readonly key?: Key;
  /** Signs this body instead of the sent one. */
  readonly signedBody?: string;
  /** Signs this operation instead of the called one. */
  readonly signedOperation?: string;
  readonly isUnsigned?: boolean;
};

/** A protocol that carries the operations of the contract. */
export type WalletTransport = {
  /** The operations that the protocol has. */
  readonly operations: ReadonlySet<string>;
  /** Sends an operation with the JSON text of its contract body, and returns the response in terms of the contract. */
  send(operation: string, raw: string, twist: Twist): Promise<SignedResponse>;
};

const DEADLINE_MS = 10_000;

/** Sends `raw` to an operation of the wallet at `url`. Throws if no response arrives in time. */
export async function send(
  wallet: { readonly url: string; readonly key: Key },
  operation: string,
  raw: string,
  twist: Twist = {},
): Promise<SignedResponse> {
  const target = new URL(`seamless/v1/${operation}`, ensureSlash(wallet.url));
  const signedTarget =
    twist.signedOperation === undefined ? target.pathname : getPath(wallet.url, twist.signedOperation);
  const key = twist.key ?? wallet.key;
  const timestamp = String(Date.now() + (twist.clockBy ?? 0) * 1_000);
  const signature = createHmac('sha256', key.secret)
    .update(`${timestamp}\nPOST\n${signedTarget}\n${twist.signedBody ?? raw}`)
    .digest('base64');
  const signed = { 'x-key-id': key.id, 'x-timestamp': timestamp, 'x-signature': signature };
  const headers = { 'content-type': 'application/json', ...(twist.isUnsigned === true ? {} : signed) };
  return post(target, headers, raw);
}

/** Sends a request that is signed already; `path` is relative to the wallet's address. Throws as `send` does. */
export function postRaw(
  url: string,
  request: { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly raw: string },
): Promise<SignedResponse> {
  const headers = { 'content-type': 'application/json', ...request.headers };
  return post(new URL(request.path, ensureSlash(url)), headers, request.raw);
}

/** Uses node:http, because fetch doubles the cost of a request and a run sends hundreds. Redirects are not followed. */
function post(target: URL, headers: Readonly<Record<string, string>>, raw: string): Promise<SignedResponse> {
  const { request } = target.protocol === 'https:' ? https : http;
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(deadline.aborted ? new Error(`no response within ${DEADLINE_MS / 1_000} seconds`) : error);
    const outgoing = request(target, { method: 'POST', headers, signal: deadline }, (response) => {
      const parts: string[] = [];
      response
        .setEncoding('utf8')
        .on('data', (part: string) => parts.push(part))
        .once('error', fail)
        .once('end', () => resolve({ status: response.statusCode ?? 0, body: parseObject(parts.join('')) }));
    });
    outgoing.once('error', fail).end(raw);
  });
}

const ensureSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);
const getPath = (url: string, operation: string): string =>
  new URL(`seamless/v1/${operation}`, ensureSlash(url)).pathname;

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
