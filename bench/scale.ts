// npm run bench -- scale: wallet calls of N server processes on one database, in one run, interleaved; the median of
// the rounds. With affinity each process gets the members of its own lanes, as from an edge that hashes the player id;
// without it every process gets all members. --cells: one process on a database with a standby at wal_level replica, at
// logical, and at logical while a reporting database follows its primary or its standby (--cases 1,2,3,4). Counted is
// the cell: Node and the primary with everything that it sends. Standby, reporting database and load generator stand on
// other machines in production and are not counted; --pin gives processor 0 to the cell and processor 1 to the others.
//
// Always true: servers, load generators and database share the machine, so calls/s of several processes are not
// meaningful where processors are fewer; the processor time a call is comparable. The audit is clean at the end.

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { awaitReplay, listSubscriptions, publishServed, subscribe, unsubscribe } from '@chaba/database/reporting';
import { connectOwner } from '@chaba/database/site-move';
import { startEmbedded } from '@chaba/embedded-postgres';
import { audit } from '@chaba/ledger';

import { type BenchFixture, openEmbedded, openFixture } from './fixture.ts';
import { getChildrenTime, getProcessorTime, runLoad, type Running, startServer } from './processes.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '1,2,4' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    cells: { type: 'boolean', default: false },
    pin: { type: 'boolean', default: false },
    cases: { type: 'string', default: '1,2,3,4' },
    lanes: { type: 'string', default: '8' },
  },
});
const DATA = path.join(path.dirname(import.meta.dirname), '.data');
const NAME = 'chaba_bench';
const READY_WITHIN_MS = 60_000;
const lanes = Number(values.lanes);
const counts = values.processes.split(',').map(Number);
const [connections, rounds, seconds] = [Number(values.connections), Number(values.rounds), Number(values.seconds)];
const members = Number(values.members);
if (!values.cells && counts.some((count) => lanes % count !== 0)) {
  throw new Error(`the number of processes divides ${lanes}`);
}

type Sample = Readonly<Record<'perSecond' | 'node' | 'postgres' | 'standby' | 'decoder' | 'p99', number>>;
let runs = 0;

async function measure(fixture: BenchFixture, servers: readonly Running[], hasAffinity: boolean): Promise<Sample> {
  const nodeTime = (): number => servers.reduce((sum, { pid }) => sum + getProcessorTime(pid), 0);
  const postgresTime = (): number => fixture.postgresPids.reduce((sum, pid) => sum + getProcessorTime(pid), 0);
  // The title of a sender that decodes names its database.
  const senders = (): { standby: number; decoder: number } => {
    const all = getChildrenTime(fixture.postgresPid, /walsender/);
    const decoder = getChildrenTime(fixture.postgresPid, /walsender.* chaba_bench /);
    return { standby: all - decoder, decoder };
  };
  const before = [nodeTime(), postgresTime()] as const;
  const sendersBefore = senders();
  const tokenSource = { key: fixture.sessionKey.export().toString('hex'), firstMember: String(fixture.firstMember) };
  runs += 1;
  const figures = await Promise.all(
    servers.map(({ port }, index) =>
      runLoad({
        port,
        prefix: '/seamless/v1',
        connections: Math.max(1, Math.trunc(connections / servers.length)),
        seconds,
        members,
        ...(hasAffinity ? { share: { every: servers.length, from: index } } : {}),
        tokenSource,
        run: `${process.pid}-${runs}-${index}`,
      }),
    ),
  );
  if (figures.some(({ errors }) => errors > 0)) throw new Error('a call was not answered OK');
  const calls = figures.reduce((sum, each) => sum + each.calls, 0);
  return {
    perSecond: figures.reduce((sum, each) => sum + each.perSecond, 0),
    node: ((nodeTime() - before[0]) * 1_000) / calls,
    postgres: ((postgresTime() - before[1]) * 1_000) / calls,
    standby: ((senders().standby - sendersBefore.standby) * 1_000) / calls,
    decoder: ((senders().decoder - sendersBefore.decoder) * 1_000) / calls,
    p99: Math.max(...figures.map(({ p99 }) => p99)),
  };
}

const median = (all: readonly number[]): number => all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0;

async function compareProcesses(): Promise<void> {
  const fixture = await openFixture({ members, rows: members }, { lanes });
  const servers: Running[] = [];
  try {
    while (servers.length < Math.max(...counts)) servers.push(await startServer(fixture.url));
    const cases = counts.flatMap((count) => (count === 1 ? [false] : [false, true]).map((has) => ({ count, has })));
    const samples = new Map<string, Sample[]>();
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { count, has } of cases) {
        const sample = await measure(fixture, servers.slice(0, count), has);
        const name = `${count} ${has ? 'with' : 'without'} affinity`;
        if (round > 0) samples.set(name, [...(samples.get(name) ?? []), sample]);
      }
    }
    console.log(`${os.cpus().length} processors, one PostgreSQL, ${lanes} lanes\n`);
    console.log('| processes | calls/s | µs of Node | µs of PostgreSQL | p99 ms |\n|---|---|---|---|---|');
    for (const [name, all] of samples) {
      const cells = (['perSecond', 'node', 'postgres', 'p99'] as const).map((key) =>
        String(
          Math.round(median(all.map((sample) => sample[key])) * (key === 'p99' ? 10 : 1)) / (key === 'p99' ? 10 : 1),
        ),
      );
      console.log(`| ${name} | ${cells.join(' | ')} |`);
    }
    const findings = await audit(fixture.database);
    if (findings.length > 0) throw new Error(`the audit found ${JSON.stringify(findings)}`);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await fixture.close();
  }
}

type Client = Awaited<ReturnType<typeof connectOwner>>;
type CellCase = {
  readonly name: string;
  readonly walLevel: 'replica' | 'logical';
  readonly followedAt?: 'primary' | 'standby';
};
const CELL_CASES: readonly CellCase[] = [
  { name: 'replica', walLevel: 'replica' },
  { name: 'logical', walLevel: 'logical' },
  { name: 'logical, followed at the primary', walLevel: 'logical', followedAt: 'primary' },
  { name: 'logical, followed at the standby', walLevel: 'logical', followedAt: 'standby' },
];
type Cell = CellCase & {
  readonly fixture: BenchFixture;
  readonly server: Running;
  readonly samples: Sample[];
  readonly stop: () => Promise<void>;
};

/** The same calls in turns on cells that differ in what they log and where a reporting database follows them. */
async function compareCells(): Promise<void> {
  const cells: Cell[] = [];
  // The load generators are children of this process.
  pinTo(1);
  try {
    for (const number of values.cases.split(',').map(Number)) {
      const chosen = CELL_CASES[number - 1];
      if (chosen === undefined) throw new Error(`there are cases 1 to ${CELL_CASES.length}`);
      cells.push(await openCell(chosen));
    }
    for (let round = 0; round <= rounds; round += 1) {
      // Each begins in turn: what one leaves to the next is the same for all.
      const turned = [...cells.slice(round % cells.length), ...cells.slice(0, round % cells.length)];
      for (const { fixture, server, samples } of turned) {
        const sample = await measure(fixture, [server], false);
        // The first round warms up.
        if (round > 0) samples.push(sample);
      }
      const costs = cells.map(({ samples }) =>
        Math.round((samples.at(-1)?.node ?? 0) + (samples.at(-1)?.postgres ?? 0)),
      );
      if (round > 0) console.log(`round ${round}: ${costs.join(', ')} µs a call`);
    }
    printCells(cells);
    for (const { fixture } of cells) {
      const findings = await audit(fixture.database);
      if (findings.length > 0) throw new Error(`the audit found ${JSON.stringify(findings)}`);
    }
  } finally {
    for (const cell of cells) await cell.stop();
  }
}

const round = (value: number, parts: number): string => String(Math.round(value * parts) / parts);

function printCells(cells: readonly Cell[]): void {
  const where = values.pin ? 'the cell on processor 0, the others on processor 1' : 'every process on any processor';
  console.log(`${os.cpus().length} processors, ${where}, ${lanes} lanes, one standby each\n`);
  console.log(
    '| database | calls/s | / the first | Node, µs | PostgreSQL, µs | standby sender, µs | decoding sender, µs | calls a processor second / the first |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  const first = cells[0]?.samples ?? [];
  // Rounds are compared one by one: a machine that is busy in one of them is so for all.
  const compare = (samples: readonly Sample[], get: (sample: Sample) => number): string =>
    round(median(samples.map((sample, at) => get(sample) / get(first[at] ?? sample))), 1_000);
  for (const { name, samples } of cells) {
    const [perSecond, node, postgres, standby, decoder] = (
      ['perSecond', 'node', 'postgres', 'standby', 'decoder'] as const
    ).map((key) => round(median(samples.map((sample) => sample[key])), key === 'perSecond' ? 1 : 10));
    const perTime = compare(samples, ({ node: one, postgres: other }) => 1 / (one + other));
    console.log(
      `| ${name} | ${perSecond} | ${compare(samples, (sample) => sample.perSecond)} | ${node} | ${postgres} | ${standby} | ${decoder} | ${perTime} |`,
    );
  }
}

/** A cell with its standby and, if it is followed, a reporting database with everything copied. */
async function openCell(chosen: CellCase): Promise<Cell> {
  fs.mkdirSync(DATA, { recursive: true });
  const folder = fs.mkdtempSync(path.join(DATA, 'bench-cell-'));
  fs.chmodSync(folder, 0o755);
  const stops: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    return { ...chosen, ...(await startCell(folder, chosen, stops)), samples: [], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startCell(
  folder: string,
  { walLevel, followedAt }: CellCase,
  stops: (() => unknown)[],
): Promise<Pick<Cell, 'fixture' | 'server'>> {
  const [primaryFolder, standbyFolder] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const kept = { folder: primaryFolder, fill: () => Promise.resolve() };
  const open = (): Promise<BenchFixture> =>
    onCellProcessor(() => openFixture({ members, rows: members }, { lanes, settings: { wal_level: walLevel }, kept }));
  await (await open()).close();
  // A copy of stopped files is complete.
  execFileSync('cp', ['-a', primaryFolder, standbyFolder]);
  fs.writeFileSync(path.join(standbyFolder, 'postgres', 'standby.signal'), '');
  const fixture = await open();
  stops.push(() => fixture.close());
  const owner = await connectOwner(fixture.ownerUrl);
  stops.push(() => owner.end());
  await owner.query(`select pg_create_physical_replication_slot('standby', true)`);
  const standby = await startEmbedded({
    dataDir: standbyFolder,
    settings: {
      wal_level: walLevel,
      primary_conninfo: fixture.ownerUrl,
      primary_slot_name: 'standby',
      hot_standby_feedback: 'on',
    },
  });
  stops.push(() => standby.stop());
  const server = await onCellProcessor(() => startServer(fixture.url));
  stops.push(() => server.stop());
  if (followedAt !== undefined) {
    stops.push(await follow(owner, fixture.ownerUrl, followedAt === 'standby' ? standby.ownerUrl(NAME) : undefined));
  }
  return { fixture, server };
}

/** Processes started by `work` run on the processor of the cell. */
async function onCellProcessor<Result>(work: () => Promise<Result>): Promise<Result> {
  pinTo(0);
  try {
    return await work();
  } finally {
    pinTo(1);
  }
}

/** Processes that this one starts from now on run on this processor alone. */
function pinTo(processor: number): void {
  if (!values.pin) return;
  execFileSync('taskset', ['-a', '-c', '-p', String(processor), String(process.pid)], { stdio: 'ignore' });
}

/** A reporting database that follows a cell with everything copied; the standby decodes where it is given. */
async function follow(source: Client, sourceUrl: string, standbyUrl?: string): Promise<() => Promise<void>> {
  const place = await openEmbedded();
  const reporting = await connectOwner(place.ownerUrl);
  const standby = standbyUrl === undefined ? undefined : await connectOwner(standbyUrl);
  await publishServed(source);
  if (standby !== undefined) await awaitReplay(source, standby, READY_WITHIN_MS);
  for (;;) {
    await subscribe(reporting, source, { cell: 0, sourceUrl: standbyUrl ?? sourceUrl, siteIds: [], standby });
    const [state] = await listSubscriptions(reporting);
    if (state !== undefined && state.tables > 0 && state.ready === state.tables) break;
    await sleep(200);
  }
  await standby?.end();
  return async () => {
    await unsubscribe(reporting, 0);
    await reporting.end();
    await place.stop();
  };
}

if (values.cells) await compareCells();
else await compareProcesses();
