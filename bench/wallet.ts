// npm run bench -- wallet: the money path against its anchors and its plain baselines, in one run, interleaved, the
// median of the rounds. Prints the table that docs/performance.md holds.
//
// The whole wallet call is measured through HTTP in a server process as it runs in production; load generator, server
// and database share the machine.

import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { parseArgs } from 'node:util';

import { audit } from '@chaba/ledger';

import { getJournalSize, measureLedger, measureRowUpdates } from './in-process.ts';
import type { Figures } from './load.ts';
import { runLoad, getPeakMemory, getProcessorTime, type Running, startProcess, startServer } from './processes.ts';
import { openFixture, SITE, type BenchFixture } from './fixture.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '10000' },
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    /** Comma-separated measures to run, for profiling. */
    only: { type: 'string', default: '' },
    /** Also measures a server that records no metrics, and one that also sends traces. */
    metrics: { type: 'boolean', default: false },
  },
});
const WALLET = '/seamless/v1';
const WITHOUT = 'without metrics';
const TRACED = 'with metrics and traces';
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

/** `endpoint` is the wallet endpoint with a batcher that accepts every command without a database. */
type Servers = {
  readonly ours: Running;
  /** Records no metrics; undefined by default. */
  readonly silent: Running | undefined;
  /** Sends traces to a collector that drops them; undefined by default. */
  readonly traced: Running | undefined;
  readonly endpoint: Running;
  readonly plain: Running;
};
type Measure = { readonly name: string; readonly run: () => Promise<number> };

const samples = new Map<string, number[]>();
const recordSample = (name: string, value: number): void => {
  samples.set(name, [...(samples.get(name) ?? []), value]);
};
/** Growth of the journal in the counted rounds. */
const journal = new Map<string, { bytes: number; rows: number }>();
const computeMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
const getMedian = (name: string): number => computeMedian(samples.get(name) ?? []);
/** The median of the ratios per round: a disturbance affects both values of a round. */
function computeRatio(name: string, to: string): number {
  const others = samples.get(to) ?? [];
  return computeMedian((samples.get(name) ?? []).map((value, round) => value / (others[round] ?? Number.NaN)));
}

let runs = 0;
type LoadTarget = {
  readonly name: string;
  readonly prefix: string;
  readonly connections: number;
  /** Number of members, from the first; default: all. */
  readonly members?: number;
};

async function runHttpLoad(
  fixture: BenchFixture,
  server: Running,
  { name, prefix, connections, ...calls }: LoadTarget,
): Promise<Figures> {
  runs += 1;
  const run = `${process.pid}-${runs}`;
  const before = [getProcessorTime(server.pid), getProcessorTime(fixture.postgresPid)] as const;
  const members = calls.members ?? fixture.members;
  const tokenSource = { key: fixture.sessionKey.export().toString('hex'), firstMember: String(fixture.firstMember) };
  const figures = await runLoad({ port: server.port, prefix, connections, seconds, members, tokenSource, run });
  const micros = (now: number, then: number): number => ((now - then) * 1_000) / figures.calls;
  recordSample(`µs of Node a call, ${name} at ${connections}`, micros(getProcessorTime(server.pid), before[0]));
  recordSample(
    `µs of PostgreSQL a call, ${name} at ${connections}`,
    micros(getProcessorTime(fixture.postgresPid), before[1]),
  );
  recordSample(`µs of the generator a call, ${name} at ${connections}`, (figures.ownMs * 1_000) / figures.calls);
  return figures;
}

function createMeasures(fixture: BenchFixture, { ours, silent, traced, endpoint, plain }: Servers): Measure[] {
  const { database } = fixture;
  const weighed = async (name: string, run: () => Promise<number>): Promise<number> => {
    const before = await getJournalSize(database);
    const perSecond = await run();
    const after = await getJournalSize(database);
    // The pages of a random index fill and split at the same time, so it grows in waves: only its total growth is
    // meaningful.
    const grown = journal.get(name) ?? { bytes: 0, rows: 0 };
    grown.bytes += after.bytes - before.bytes;
    grown.rows += after.rows - before.rows;
    journal.set(name, grown);
    return perSecond;
  };
  const ourCalls = async (connections: number): Promise<number> => {
    const figures = await runHttpLoad(fixture, ours, { name: 'ours', prefix: WALLET, connections });
    recordSample(`p99 at ${connections}`, figures.p99);
    recordSample(`p50 at ${connections}`, figures.p50);
    return figures.perSecond;
  };
  const plainCalls = async (name: string): Promise<number> =>
    (await runHttpLoad(fixture, plain, { name, prefix: `/${name}/v1`, connections: 64 })).perSecond;
  // No more members than the player cache holds; other members cause database lookups.
  const endpointCalls = async (): Promise<number> =>
    (await runHttpLoad(fixture, endpoint, { name: 'endpoint', prefix: WALLET, connections: 64, members: 10_000 }))
      .perSecond;
  const inProcess = (isSpread: boolean): Promise<number> =>
    measureLedger(database, { inFlight: 256, seconds, isSpread });
  const all: Measure[] = [
    { name: 'update', run: () => measureRowUpdates(database, 8, seconds) },
    { name: 'naive', run: () => plainCalls('naive') },
    { name: 'ours 64', run: () => weighed('through the wallet', () => ourCalls(64)) },
    { name: 'function', run: () => plainCalls('function') },
    { name: 'endpoint', run: () => endpointCalls() },
    { name: 'signed', run: () => plainCalls('signed') },
    { name: 'ours 8', run: () => ourCalls(8) },
    { name: 'ours 256', run: () => ourCalls(256) },
    { name: 'ledger hot', run: () => weighed('each with a key', () => inProcess(false)) },
    { name: 'ledger spread', run: () => weighed('beside games', () => inProcess(true)) },
  ];
  const chosen = values.only === '' ? all : all.filter(({ name }) => values.only.split(',').includes(name));
  const beside = [
    { name: WITHOUT, server: silent },
    { name: TRACED, server: traced },
  ].flatMap(({ name, server }): Measure[] => {
    if (server === undefined) return [];
    const load = { name, prefix: WALLET, connections: 64 };
    return [{ name, run: () => runHttpLoad(fixture, server, load).then(({ perSecond }) => perSecond) }];
  });
  return chosen.flatMap((measure) => (measure.name === 'ours 64' ? [measure, ...beside] : [measure]));
}

const formatWhole = (value: number): string => Math.round(value).toLocaleString('en');
const formatDecimals = (value: number): string => String(Math.round(value * 100) / 100);

function formatBytesPerTransfer(name: string): string {
  const { bytes, rows } = journal.get(name) ?? { bytes: Number.NaN, rows: 1 };
  return formatWhole(bytes / rows);
}

/**
 * The most memory that a server of its own ever had under so many connections, its start and its warming up included.
 */
async function measureMemory(stage: BenchFixture, connections: number): Promise<void> {
  const server = await startServer(stage.url);
  for (let turn = 0; turn < 2; turn += 1) {
    await runHttpLoad(fixture, server, { name: 'a server of its own', prefix: WALLET, connections });
  }
  recordSample(`memory at ${connections}`, getPeakMemory(server.pid));
  await server.stop();
}

function report(): void {
  console.log('\n| | median | all rounds |\n|---|---|---|');
  for (const [name, all] of samples) {
    console.log(`| ${name} | ${formatDecimals(getMedian(name))} | ${all.map(formatDecimals).join(', ')} |`);
  }
  const goals: [string, string, string, string][] = [
    [
      'through HTTP, 64 connections / naive transaction through HTTP',
      '≥ 5',
      '7',
      formatDecimals(computeRatio('ours 64', 'naive')),
    ],
    ['same / one SQL function a call through HTTP', '≥ 3', '4', formatDecimals(computeRatio('ours 64', 'function'))],
    ['same / one-row UPDATE at 8 clients', '≥ 0.40', '0.60', formatDecimals(computeRatio('ours 64', 'update'))],
    [
      'same / the same signed endpoint without a database',
      '≥ 0.50',
      '0.70',
      formatDecimals(computeRatio('ours 64', 'endpoint')),
    ],
    [
      'same / a route of the framework that checks a signature and does nothing else',
      '–',
      '–',
      formatDecimals(computeRatio('ours 64', 'signed')),
    ],
    [
      'ledger in process, 256 in flight / one-row UPDATE',
      '≥ 1.3',
      '2.0',
      formatDecimals(computeRatio('ledger hot', 'update')),
    ],
    ['hot house / house spread over 20', '≥ 0.95', '1.0', formatDecimals(computeRatio('ledger hot', 'ledger spread'))],
    ['calls/s with metrics / without', '≥ 0.98', '–', formatDecimals(computeRatio('ours 64', WITHOUT))],
    ['calls/s with metrics and traces / without both', '≥ 0.95', '–', formatDecimals(computeRatio(TRACED, WITHOUT))],
    ['p99 at 64 connections saturated, ms', '≤ 20', '12', formatDecimals(getMedian('p99 at 64'))],
    ['p99 at 8 connections, ms', '≤ 8', '5', formatDecimals(getMedian('p99 at 8'))],
    ['Node peak memory at 64 connections, MB', '≤ 200', '160', formatWhole(getMedian('memory at 64'))],
    ['Node peak memory at 256 connections, MB', '≤ 256', '200', formatWhole(getMedian('memory at 256'))],
    [
      'disk per transfer with indexes, bets and wins, bytes',
      '≤ 230',
      '200',
      formatBytesPerTransfer('through the wallet'),
    ],
    ['the same, transfers that each have a key in an index', '≤ 230', '200', formatBytesPerTransfer('each with a key')],
    [
      'the same, with what cashback reads by (no games): not of the ledger alone',
      '–',
      '–',
      formatBytesPerTransfer('beside games'),
    ],
  ];
  console.log('\n| | Goal | Stretch | Measured |\n|---|---|---|---|');
  for (const row of goals) console.log(`| ${row.join(' | ')} |`);
}

/** Accepts spans and drops them. */
async function startCollector(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = http.createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

const collector = await startCollector();
const size = { members: Number(values.members), rows: Number(values.rows) };
const startedAt = Date.now();
const fixture = await openFixture(size);
console.log(
  `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'cpu'}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}, ` +
    `PostgreSQL ${Object.entries(fixture.settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
);
console.log(
  `${formatWhole(size.members)} members, ${formatWhole(size.rows)} journal rows, fixture built in ${formatWhole((Date.now() - startedAt) / 1_000)} s`,
);
try {
  if (values.only === '') for (const connections of [64, 256]) await measureMemory(fixture, connections);
  const servers: Servers = {
    ours: await startServer(fixture.url),
    silent: values.metrics ? await startServer(fixture.url, { environment: { CHABA_METRICS: 'off' } }) : undefined,
    traced: values.metrics
      ? await startServer(fixture.url, { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
      : undefined,
    endpoint: await startServer(fixture.url, { script: 'bench/baselines/endpoint.ts' }),
    plain: await startProcess('bench/baselines/server.ts', {
      DATABASE_URL: fixture.url,
      FIRST_MEMBER: String(fixture.firstMember),
    }),
  };
  const all = createMeasures(fixture, servers);
  // Warm-up round, not counted.
  const memory = new Map(samples);
  for (const { run } of all) await run();
  samples.clear();
  journal.clear();
  for (const [name, values] of memory) if (name.startsWith('memory')) samples.set(name, values);
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of all) {
      const value = await run();
      recordSample(name, value);
      console.log(`round ${round + 1}  ${name.padEnd(16)} ${formatWhole(value)}/s`);
    }
  }
  report();
  const { rows } = await getJournalSize(fixture.database);
  const findings = await audit(fixture.database, SITE);
  console.log(`\n${formatWhole(rows)} transfers; audit: ${findings.length === 0 ? 'clean' : JSON.stringify(findings)}`);
  for (const server of Object.values(servers)) await server?.stop();
} finally {
  collector.stop();
  await fixture.close();
}
