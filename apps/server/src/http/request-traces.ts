// Traces of the requests that Fastify handles; the wallet starts its own (modules/providers/gateway.ts).
//
// Always true: `traceparent` is read only behind a trusted proxy; the example configurations of the edge delete a
// caller's own. Live streams are not traced: they last for hours.
//
// Elsewhere: spans and their shares (core/tracing.ts).

import type { IncomingHttpHeaders } from 'node:http';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Config } from '#core/config';
import { isTracing, startTrace, type TraceSpan, withSpan } from '#core/tracing';

import { isStream } from './request-metrics.ts';

export function registerRequestTraces(app: FastifyInstance, config: Pick<Config, 'trustedProxies'>): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, TraceSpan>();
  app.addHook('onRequest', async (request) => {
    const { url: route = 'page' } = request.routeOptions;
    if (isStream(route)) return;
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const span = startTrace('request', 'request', { attributes, traceparent: getTraceparent(config, request.headers) });
    if (span !== undefined) spans.set(request, span);
  });
  // The body has been read: what follows runs in the context of the span.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else withSpan(span, done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': statusCode, 'chaba.site': request.siteCode ?? '' });
    span?.end(statusCode >= 500 ? 'failed' : 'ok');
  });
}

/** The parent that a trusted proxy names. */
export function getTraceparent(
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  { traceparent }: IncomingHttpHeaders,
): string | undefined {
  return trustedProxies > 0 && typeof traceparent === 'string' ? traceparent : undefined;
}
