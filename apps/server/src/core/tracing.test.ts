// Traces as a collector receives them: spans of requests, wallet calls, batches, transactions, outside calls and jobs.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

import { baht } from '@chaba/money';

import { createSignedHttpClient } from '#core/signed-http-client';
import { isTracing, recordSpan, startTrace, startTracing, TRACE_RATES, withSpan } from '#core/tracing';
import { runJobOnce } from '#jobs/jobs';
import { buildTestApp, type TestApp } from '#testing/build-app';
import { createGameSession, createMember, type TestMember } from '#testing/factories';
import { callWallet } from '#testing/wallet-commands';

type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
};
type Export = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
};

const received: ReceivedSpan[] = [];
let bodies = '';
let authorization: string | undefined;
const collector = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.once('end', () => {
    assert.equal(request.url, '/v1/traces');
    ({ authorization } = request.headers);
    bodies += body;
    for (const { scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      for (const { spans } of scopeSpans) received.push(...spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');
after(() => {
  collector.close();
  collector.closeAllConnections();
});
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

/** On a slow machine the last export takes longer than the end of a process waits for it. */
const patience = { exportMs: 60_000, stopMs: 60_000 } as const;

/**
 * Runs work with traces on and returns the spans that it made. `draw`: the number that sampling uses in place of a
 * random one; 0 samples everything.
 */
async function collect(work: () => Promise<unknown>, draw = 0): Promise<ReceivedSpan[]> {
  received.length = 0;
  const stop = await startTracing({ endpoint, version: '0.0.0', instance: 'test', drawSample: () => draw, patience });
  try {
    await work();
  } finally {
    await stop();
  }
  return [...received];
}

const attributesOf = ({ attributes }: ReceivedSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const find = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find((span) => span.name === name);
  assert.ok(found, `a span "${name}" among ${spans.map((span) => span.name).join(', ')}`);
  return found;
};

const BALANCE = { method: 'GET', path: '/user-profile-composite/v1/profile/balance' } as const;
const PARENT = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const traceparent = `00-${PARENT.traceId}-${PARENT.spanId}-01`;

type TracedApp = TestApp & { readonly member: TestMember; readonly token: string };

/** Built while traces are on, as the process does. */
async function buildTracedApp(trustedProxies: number): Promise<TracedApp> {
  const app = await buildTestApp({ config: { trustedProxies, testKey: 'on' } });
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  return { ...app, member, token: await createGameSession(app.database, member) };
}

test('sends a wallet call, and its batch with a link and the transaction as its part', async () => {
  const spans = await collect(async () => {
    const app = await buildTracedApp(0);
    const { member, token } = app;
    const ids = { playerId: member.playerId, roundId: 'r-canary', txId: 't-canary' };
    const bet = { ...ids, token, gameCode: 'test-slot', amount: '1', currency: 'THB' };
    assert.equal((await callWallet(app, 'bet', bet)).code, 'OK');
  });
  const call = find(spans, 'wallet call');
  assert.deepEqual(attributesOf(call), {
    'chaba.protocol': 'chaba',
    'chaba.operation': '/bet',
    'http.response.status_code': 200,
  });
  const batch = find(spans, 'lane batch');
  assert.equal(attributesOf(batch)['chaba.calls'], 1);
  assert.notEqual(batch.traceId, call.traceId);
  assert.deepEqual(
    batch.links?.map(({ traceId, spanId }) => ({ traceId, spanId })),
    [{ traceId: call.traceId, spanId: call.spanId }],
  );
  const parts = spans.filter(({ name, parentSpanId }) => name === 'transaction' && parentSpanId === batch.spanId);
  assert.deepEqual(parts.map(attributesOf), [{ 'chaba.pool': 'wallet' }]);
  assert.doesNotMatch(bodies, /canary|select |insert /i);
});

test('continues no trace that a caller names without a proxy', async () => {
  const spans = await collect(async () => {
    const app = await buildTracedApp(0);
    await app.send(BALANCE, { as: app.member, headers: { traceparent } });
  });
  assert.notEqual(find(spans, 'request').traceId, PARENT.traceId);
});

test('continues the trace of a trusted proxy, and names the trace in the log', async () => {
  const spans = await collect(async () => {
    const app = await buildTracedApp(1);
    const { status } = await app.send(BALANCE, { as: app.member, headers: { traceparent } });
    assert.equal(status, 200);
    const span = startTrace('job', 'job');
    withSpan(span, () => app.context.log.info({}, 'in a trace'));
    const line = app.logLines.find((each) => each.includes('in a trace')) ?? '{}';
    assert.equal((JSON.parse(line) as { traceId?: string }).traceId, span?.traceId);
    assert.ok(!bodies.includes(app.member.token) && !bodies.includes(app.member.phone));
  });
  const request = find(spans, 'request');
  assert.deepEqual([request.traceId, request.parentSpanId], [PARENT.traceId, PARENT.spanId]);
  const { 'http.route': route, 'chaba.site': site, 'http.response.status_code': status } = attributesOf(request);
  assert.deepEqual([route, site, status], [BALANCE.path, 'chaba', 200]);
});

test('sends every job turn, with its outside calls, and marks failed ones', async () => {
  const spans = await collect(async () => {
    const { context } = await buildTracedApp(0);
    const bank = createSignedHttpClient({ name: 'bank', baseUrl: 'http://127.0.0.1:9', keyId: 'k', secret: 's' });
    const job = {
      name: 'test-job',
      everyMs: 1_000,
      async run() {
        await bank.request('GET', '/secret-path');
      },
    };
    await runJobOnce(context, job, 'holder');
  });
  const job = find(spans, 'job');
  assert.deepEqual(attributesOf(job), { 'chaba.job': 'test-job' });
  const outside = find(spans, 'outside call');
  assert.equal(outside.parentSpanId, job.spanId);
  assert.deepEqual(attributesOf(outside), { 'chaba.party': 'bank', 'http.request.method': 'GET' });
  assert.deepEqual([job.status.code, outside.status.code], [2, 2]);
  assert.ok(!bodies.includes('secret-path'));
});

test('samples at the rates, and makes no span for the rest', async () => {
  const kinds = ['request', 'wallet', 'job'] as const;
  const sampledAt = async (draw: number): Promise<string[]> => {
    const spans = await collect(async () => {
      for (const kind of kinds) {
        const span = startTrace(kind, kind);
        withSpan(span, () => recordSpan('part', 1, {}));
        span?.end();
      }
    }, draw);
    return spans.map(({ name }) => name).filter((name) => name !== 'part');
  };
  assert.deepEqual(TRACE_RATES, { request: 0.01, wallet: 0.001, job: 1 });
  assert.deepEqual(await sampledAt(0.000_9), ['request', 'wallet', 'job']);
  assert.deepEqual(await sampledAt(0.001), ['request', 'job']);
  assert.deepEqual(await sampledAt(0.01), ['job']);
});

test('sends the headers of the setting to the collector', async () => {
  const headers = { authorization: 'Bearer token' };
  const stop = await startTracing({ endpoint, headers, version: '0.0.0', instance: 'test', patience });
  startTrace('job', 'job')?.end();
  await stop();
  assert.equal(authorization, 'Bearer token');
});

test('ends before the last export, and fails no work, when the collector does not answer', async (t) => {
  const silent = http.createServer().listen(0, '127.0.0.1');
  t.after(() => {
    silent.close();
    silent.closeAllConnections();
  });
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const stop = await startTracing({
    endpoint: `http://127.0.0.1:${port}`,
    version: '0.0.0',
    instance: 'test',
    patience: { exportMs: 240_000, stopMs: 10 },
  });
  startTrace('job', 'job')?.end();
  const exported = once(silent, 'request') as Promise<[http.IncomingMessage, http.ServerResponse]>;
  const stopped = stop();
  const [, response] = await exported;
  const bound = setTimeout(60_000, 'later', { ref: false });
  const ended = await Promise.race([stopped.then(() => 'before the export'), bound]);
  // An answer, because the exporter repeats a call that was cut off, and keeps the process.
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  assert.equal(ended, 'before the export');
  assert.equal(isTracing(), false);
});
