// A signed call as a provider makes it: the three headers over the raw bytes, one POST, the answer as it came.
//
// Elsewhere: what is asked and what must come back (scenarios/), who asks (stage.ts).

import { createHmac } from 'node:crypto';

export type Key = { readonly id: string; readonly secret: string };

export type Answer = {
  /** The HTTP status. */
  readonly status: number;
  /** The body, when it is a JSON object; else empty. */
  readonly body: Readonly<Record<string, unknown>>;
};

/** What a scenario may do wrong on purpose. */
export type Twist = {
  /** Moves our clock, in seconds. */
  readonly clockBy?: number;
  readonly key?: Key;
  /** Signs this instead of the body that is sent. */
  readonly signedBody?: string;
  /** Signs for this operation instead of the one that is called. */
  readonly signedOperation?: string;
  readonly isUnsigned?: boolean;
};

const DEADLINE_MS = 10_000;

/** Sends `raw` to an operation of the wallet at `url`. Throws when nothing comes back in time. */
export async function send(
  wallet: { readonly url: string; readonly key: Key },
  operation: string,
  raw: string,
  twist: Twist = {},
): Promise<Answer> {
  const target = new URL(`seamless/v1/${operation}`, ensureSlash(wallet.url));
  const signedTarget =
    twist.signedOperation === undefined ? target.pathname : pathOf(wallet.url, twist.signedOperation);
  const key = twist.key ?? wallet.key;
  const timestamp = String(Date.now() + (twist.clockBy ?? 0) * 1_000);
  const signature = createHmac('sha256', key.secret)
    .update(`${timestamp}\nPOST\n${signedTarget}\n${twist.signedBody ?? raw}`)
    .digest('base64');
  const signed = { 'x-key-id': key.id, 'x-timestamp': timestamp, 'x-signature': signature };
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(twist.isUnsigned === true ? {} : signed) },
    body: raw,
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  return { status: response.status, body: objectOf(await response.text()) };
}

const ensureSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);
const pathOf = (url: string, operation: string): string =>
  new URL(`seamless/v1/${operation}`, ensureSlash(url)).pathname;

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
