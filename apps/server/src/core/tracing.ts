// Traces: spans by hand, sent to a collector by OTLP when OTEL_EXPORTER_OTLP_ENDPOINT is set.
//
// request, wallet call, job turn ─sample─▶ root span ─▶ parts: transactions, outside calls
//     lane batch ─▶ a root span with links to its sampled wallet calls
//
// Always true: without the setting no package of OpenTelemetry is loaded, and each traced operation costs one
// comparison. Sampling is decided before a span is made; the context of async calls is entered for sampled traces only.
// Attributes are names of closed lists, counts and numbers: no statement, parameter, path, member or transaction id.
// Nothing is sent to outside parties. A collector that does not answer costs spans, never a call.
//
// Elsewhere: which proxies may name a parent (http/request-traces.ts), the setting (config.ts).

import { AsyncLocalStorage } from 'node:async_hooks';

import type * as Api from '@opentelemetry/api';
import type { Context, Link, SpanContext, Tracer } from '@opentelemetry/api';

export type TraceSpan = {
  /** Also in the log as `traceId`. */
  readonly traceId: string;
  set(attributes: TraceAttributes): void;
  end(outcome?: 'ok' | 'failed'): void;
  /** Of a link. */
  readonly context: SpanContext;
};
export type TraceAttributes = Readonly<Record<string, string | number>>;
type RootKind = 'request' | 'wallet' | 'job';

/** Shares of traces that are sent. */
export const TRACE_RATES: Readonly<Record<RootKind, number>> = { request: 0.01, wallet: 0.001, job: 1 };
/** Of W3C Trace Context. */
const SAMPLED = 1;
const QUEUE_MAX = 2_048;
const PATIENCE = { exportMs: 5_000, stopMs: 2_000 } as const;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

export type TracingOptions = {
  /** Base URL of the collector; spans go to its /v1/traces. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly version: string;
  readonly instance: string;
  /** Of a test. */
  readonly drawSample?: () => number;
  /** Of a test: how long an export may take, and how long the end waits for the last one. */
  readonly patience?: { readonly exportMs: number; readonly stopMs: number };
};

type StartSpan = (name: string, options: SpanOptions) => OwnSpan;
type SpanOptions = {
  readonly attributes?: TraceAttributes | undefined;
  readonly parent?: OwnSpan | SpanContext | undefined;
  readonly links?: readonly TraceSpan[];
  readonly startedAt?: number;
};
type OwnSpan = TraceSpan & { readonly inner: Context };
type Tracing = { readonly startSpan: StartSpan; readonly drawSample: () => number; readonly stop: () => Promise<void> };

let tracing: Tracing | undefined;
const current = new AsyncLocalStorage<OwnSpan | undefined>();

export const isTracing = (): boolean => tracing !== undefined;

/** Loads OpenTelemetry and sends spans from now on. Returns what ends it. */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { exportMs, stopMs } = options.patience ?? PATIENCE;
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportMs,
    headers: { ...options.headers },
  });
  const processor = new sdk.BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUE_MAX,
    exportTimeoutMillis: exportMs,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'chaba',
      'service.version': options.version,
      'service.instance.id': options.instance,
    }),
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [processor],
  });
  const own: Tracing = {
    startSpan: createStartSpan(api, provider.getTracer('chaba')),
    drawSample: options.drawSample ?? Math.random,
    async stop() {
      if (tracing === own) tracing = undefined;
      // A collector that does not answer must not hold the end of the process.
      const timeout = new Promise<void>((resolve) => void setTimeout(resolve, stopMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
  tracing = own;
  return own.stop;
}

function createStartSpan({ ROOT_CONTEXT, SpanStatusCode, trace }: typeof Api, tracer: Tracer): StartSpan {
  function toOuter(parent: SpanOptions['parent']): Context {
    if (parent === undefined) return ROOT_CONTEXT;
    return 'inner' in parent ? parent.inner : trace.setSpanContext(ROOT_CONTEXT, parent);
  }
  return (name, { attributes, parent, links, startedAt }) => {
    const outer = toOuter(parent);
    const given = {
      ...(attributes === undefined ? {} : { attributes }),
      ...(links === undefined ? {} : { links: links.map(({ context }): Link => ({ context })) }),
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    };
    const span = tracer.startSpan(name, given, outer);
    const context = span.spanContext();
    return {
      traceId: context.traceId,
      context,
      inner: trace.setSpan(outer, span),
      set: (more) => void span.setAttributes(more),
      end(outcome = 'ok') {
        if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}

/** Starts a trace at the sampling rate. `traceparent`: of a trusted proxy; its trace is continued. */
export function startTrace(
  kind: RootKind,
  name: string,
  {
    attributes,
    traceparent,
  }: { readonly attributes?: TraceAttributes; readonly traceparent?: string | undefined } = {},
): TraceSpan | undefined {
  if (tracing === undefined || tracing.drawSample() >= TRACE_RATES[kind]) return undefined;
  return tracing.startSpan(name, { attributes, parent: parseTraceparent(traceparent) });
}

/** The span of a lane batch; undefined when none of its calls is sampled. */
export function startBatchSpan(links: readonly TraceSpan[], attributes: TraceAttributes): TraceSpan | undefined {
  if (tracing === undefined || links.length === 0) return undefined;
  return tracing.startSpan('lane batch', { attributes, links });
}

/** Records a part of the current trace that ends now. */
export function recordSpan(name: string, ms: number, attributes: TraceAttributes, outcome?: 'ok' | 'failed'): void {
  if (tracing === undefined) return;
  const parent = current.getStore();
  if (parent === undefined) return;
  tracing.startSpan(name, { attributes, parent, startedAt: Date.now() - ms }).end(outcome);
}

/** Runs work as part of the span; of no trace if it is undefined. */
export function withSpan<Result>(span: TraceSpan | undefined, work: () => Result): Result {
  if (tracing === undefined || span === current.getStore()) return work();
  return current.run(span as OwnSpan | undefined, work);
}

export function getCurrentSpan(): TraceSpan | undefined {
  return tracing === undefined ? undefined : current.getStore();
}

function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId] = TRACEPARENT.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: SAMPLED, isRemote: true };
}
