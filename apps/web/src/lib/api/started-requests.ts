// Requests that public/first-paint.js started with the page, before the code that needs their data had come. The query
// that would send the same request takes the response over, once.
//
// Always true: a response is used only for the same address and token, within seconds of its request; anything else is
// requested anew.

import { isRecord } from '#lib/browser/storage';

type Started = { readonly token: string; readonly response: Promise<Response>; readonly at: number };

const AGE_MS_MAX = 10_000;

/** The response to a request of this address with this token; undefined: none was started. */
export function takeStartedRequest(url: string, token: string | null): Promise<Response> | undefined {
  const all: unknown = (globalThis as { startedRequests?: unknown }).startedRequests;
  if (!(all instanceof Map)) return undefined;
  const started: unknown = all.get(url);
  all.delete(url);
  if (!isStarted(started)) return undefined;
  return started.token === token && performance.now() - started.at < AGE_MS_MAX ? started.response : undefined;
}

const isStarted = (value: unknown): value is Started => isRecord(value) && value['response'] instanceof Promise;
