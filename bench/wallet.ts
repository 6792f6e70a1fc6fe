// npm run bench -- wallet: the money path against its anchors and its plain baselines, in one run, interleaved, the
// median of the rounds. Prints the table that docs/performance.md holds.
//
// The whole wallet call is measured through HTTP in a server process as it runs in production; load generator, server
// and database share the machine.

import os from 'node:os';
import { parseArgs } from 'node:util';

import { audit } from '@chaba/ledger';

import { journalSize, ledgerAlone, updateOneRow } from './in-process.ts';
import type { Figures } from './load.ts';
import { load, peakMemory, processorTime, type Running, startProcess, startServer } from './processes.ts';
import { openStage, SITE, type BenchFixture } from './stage.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '10000' },
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    /** Comma-separated measures to run, for profiling. */
    only: { type: 'string', default: '' },
  },
});
const WALLET = '/seamless/v1';
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

/** `endpoint` is the wallet endpoint with a batcher that accepts every command without a database. */
type Servers = { readonly ours: Running; readonly endpoint: Running; readonly plain: Running };
type Measure = { readonly name: string; readonly run: () => Promise<number> };

const samples = new Map<string, number[]>();
const note = (name: string, value: number): void => {
  samples.set(name, [...(samples.get(name) ?? []), value]);
};
/** Growth of the journal in the counted rounds. */
const journal = new Map<string, { bytes: number; rows: number }>();
const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
const median = (name: string): number => middle(samples.get(name) ?? []);
/** The median of the ratios per round: a disturbance affects both values of a round. */
function ratio(name: string, to: string): number {
  const others = samples.get(to) ?? [];
  return middle((samples.get(name) ?? []).map((value, round) => value / (others[round] ?? Number.NaN)));
}

let runs = 0;
type Calls = {
  readonly name: string;
  readonly prefix: string;
  readonly connections: number;
  /** Number of members, from the first; default: all. */
  readonly members?: number;
};

async function http(
  stage: BenchFixture,
  server: Running,
  { name, prefix, connections, ...calls }: Calls,
): Promise<Figures> {
  runs += 1;
  const run = `${process.pid}-${runs}`;
  const before = [processorTime(server.pid), processorTime(stage.postgresPid)] as const;
  const members = calls.members ?? stage.members;
  const seats = { key: stage.sessionKey.export().toString('hex'), firstMember: String(stage.firstMember) };
  const figures = await load({ port: server.port, prefix, connections, seconds, members, seats, run });
  const micros = (now: number, then: number): number => ((now - then) * 1_000) / figures.calls;
  note(`µs of Node a call, ${name} at ${connections}`, micros(processorTime(server.pid), before[0]));
  note(`µs of PostgreSQL a call, ${name} at ${connections}`, micros(processorTime(stage.postgresPid), before[1]));
  note(`µs of the generator a call, ${name} at ${connections}`, (figures.ownMs * 1_000) / figures.calls);
  return figures;
}

function measures(stage: BenchFixture, { ours, endpoint, plain }: Servers): Measure[] {
  const { database } = stage;
  const weighed = async (name: string, run: () => Promise<number>): Promise<number> => {
    const before = await journalSize(database);
    const perSecond = await run();
    const after = await journalSize(database);
    // The pages of a random index fill and split at the same time, so it grows in waves: only what it came to in all
    // says anything.
    const grown = journal.get(name) ?? { bytes: 0, rows: 0 };
    grown.bytes += after.bytes - before.bytes;
    grown.rows += after.rows - before.rows;
    journal.set(name, grown);
    return perSecond;
  };
  const ourCalls = async (connections: number): Promise<number> => {
    const figures = await http(stage, ours, { name: 'ours', prefix: WALLET, connections });
    note(`p99 at ${connections}`, figures.p99);
    note(`p50 at ${connections}`, figures.p50);
    return figures.perSecond;
  };
  const plainCalls = async (name: string): Promise<number> =>
    (await http(stage, plain, { name, prefix: `/${name}/v1`, connections: 64 })).perSecond;
  // No more members than the player cache holds; other members cause database lookups.
  const endpointCalls = async (): Promise<number> =>
    (await http(stage, endpoint, { name: 'endpoint', prefix: WALLET, connections: 64, members: 10_000 })).perSecond;
  const inProcess = (isSpread: boolean): Promise<number> => ledgerAlone(database, { inFlight: 256, seconds, isSpread });
  const all: Measure[] = [
    { name: 'update', run: () => updateOneRow(database, 8, seconds) },
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
  return values.only === '' ? all : all.filter(({ name }) => values.only.split(',').includes(name));
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const two = (value: number): string => String(Math.round(value * 100) / 100);

function bytesATransfer(name: string): string {
  const { bytes, rows } = journal.get(name) ?? { bytes: Number.NaN, rows: 1 };
  return whole(bytes / rows);
}

/**
 * The most memory that a server of its own ever had under so many connections, its start and its warming up included.
 */
async function memoryUnder(stage: BenchFixture, connections: number): Promise<void> {
  const server = await startServer(stage.url);
  for (let turn = 0; turn < 2; turn += 1) {
    await http(stage, server, { name: 'a server of its own', prefix: WALLET, connections });
  }
  note(`memory at ${connections}`, peakMemory(server.pid));
  await server.stop();
}

function report(): void {
  console.log('\n| | median | all rounds |\n|---|---|---|');
  for (const [name, all] of samples) console.log(`| ${name} | ${two(median(name))} | ${all.map(two).join(', ')} |`);
  const goals: [string, string, string, string][] = [
    ['through HTTP, 64 connections / naive transaction through HTTP', '≥ 5', '7', two(ratio('ours 64', 'naive'))],
    ['same / one SQL function a call through HTTP', '≥ 3', '4', two(ratio('ours 64', 'function'))],
    ['same / one-row UPDATE at 8 clients', '≥ 0.40', '0.60', two(ratio('ours 64', 'update'))],
    ['same / the same signed endpoint without a database', '≥ 0.50', '0.70', two(ratio('ours 64', 'endpoint'))],
    [
      'same / a route of the framework that checks a signature and does nothing else',
      '–',
      '–',
      two(ratio('ours 64', 'signed')),
    ],
    ['ledger in process, 256 in flight / one-row UPDATE', '≥ 1.3', '2.0', two(ratio('ledger hot', 'update'))],
    ['hot house / house spread over 20', '≥ 0.95', '1.0', two(ratio('ledger hot', 'ledger spread'))],
    ['p99 at 64 connections saturated, ms', '≤ 20', '12', two(median('p99 at 64'))],
    ['p99 at 8 connections, ms', '≤ 8', '5', two(median('p99 at 8'))],
    ['Node peak memory at 64 connections, MB', '≤ 200', '160', whole(median('memory at 64'))],
    ['Node peak memory at 256 connections, MB', '≤ 256', '200', whole(median('memory at 256'))],
    ['disk per transfer with indexes, bets and wins, bytes', '≤ 230', '200', bytesATransfer('through the wallet')],
    ['the same, transfers that each have a key in an index', '≤ 230', '200', bytesATransfer('each with a key')],
    [
      'the same, with what cashback reads by (no games): not of the ledger alone',
      '–',
      '–',
      bytesATransfer('beside games'),
    ],
  ];
  console.log('\n| | Goal | Stretch | Measured |\n|---|---|---|---|');
  for (const row of goals) console.log(`| ${row.join(' | ')} |`);
}

const size = { members: Number(values.members), rows: Number(values.rows) };
const startedAt = Date.now();
const stage = await openStage(size);
console.log(
  `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'cpu'}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}, ` +
    `PostgreSQL ${Object.entries(stage.settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
);
console.log(
  `${whole(size.members)} members, ${whole(size.rows)} journal rows, stage built in ${whole((Date.now() - startedAt) / 1_000)} s`,
);
try {
  if (values.only === '') for (const connections of [64, 256]) await memoryUnder(stage, connections);
  const servers: Servers = {
    ours: await startServer(stage.url),
    endpoint: await startServer(stage.url, { script: 'bench/baselines/endpoint.ts' }),
    plain: await startProcess('bench/baselines/server.ts', {
      DATABASE_URL: stage.url,
      FIRST_MEMBER: String(stage.firstMember),
    }),
  };
  const all = measures(stage, servers);
  // Warm-up round, not counted.
  const memory = new Map(samples);
  for (const { run } of all) await run();
  samples.clear();
  journal.clear();
  for (const [name, values] of memory) if (name.startsWith('memory')) samples.set(name, values);
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of all) {
      const value = await run();
      note(name, value);
      console.log(`round ${round + 1}  ${name.padEnd(16)} ${whole(value)}/s`);
    }
  }
  report();
  const { rows } = await journalSize(stage.database);
  const findings = await audit(stage.database, SITE);
  console.log(`\n${whole(rows)} transfers; audit: ${findings.length === 0 ? 'clean' : JSON.stringify(findings)}`);
  for (const server of Object.values(servers)) await server.stop();
} finally {
  await stage.close();
}
