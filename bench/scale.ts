// npm run bench -- scale: wallet calls of N server processes on one database, in one run, interleaved; the median of
// the rounds. With affinity each process gets the members of its own lanes, as from an edge that hashes the player id;
// without it every process gets all members. --cells: one process on a database at wal_level replica, at logical, and
// at logical while a reporting database follows it. There the processes of the cell count, with those that send to the
// reporting database; the time of the reporting database itself is that of another machine and does not.
//
// Always true: servers, load generators and database share the machine, so calls/s of several processes are not
// meaningful where processors are fewer; the processor time a call is comparable. The audit is clean at the end.

import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { listSubscriptions, publishServed, subscribe, unsubscribe } from '@chaba/database/reporting';
import { connectOwner } from '@chaba/database/site-move';
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
    lanes: { type: 'string', default: '8' },
  },
});
const lanes = Number(values.lanes);
const counts = values.processes.split(',').map(Number);
const [connections, rounds, seconds] = [Number(values.connections), Number(values.rounds), Number(values.seconds)];
const members = Number(values.members);
if (!values.cells && counts.some((count) => lanes % count !== 0)) {
  throw new Error(`the number of processes divides ${lanes}`);
}

type Sample = Readonly<Record<'perSecond' | 'node' | 'postgres' | 'sender' | 'p99', number>>;
let runs = 0;

async function measure(fixture: BenchFixture, servers: readonly Running[], hasAffinity: boolean): Promise<Sample> {
  const nodeTime = (): number => servers.reduce((sum, { pid }) => sum + getProcessorTime(pid), 0);
  const postgresTime = (): number => fixture.postgresPids.reduce((sum, pid) => sum + getProcessorTime(pid), 0);
  const senderTime = (): number =>
    fixture.postgresPids.reduce((sum, pid) => sum + getChildrenTime(pid, 'walsender'), 0);
  const before = [nodeTime(), postgresTime(), senderTime()] as const;
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
    sender: ((senderTime() - before[2]) * 1_000) / calls,
    p99: Math.max(...figures.map(({ p99 }) => p99)),
  };
}

const median = (all: readonly number[]): number => all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0;

if (values.cells) await compareLogging();
else await compareProcesses();

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

/** The same calls in turns on databases that differ in what they log and who follows them. */
async function compareLogging(): Promise<void> {
  const settings = [{ wal_level: 'replica' }, { wal_level: 'logical' }, { wal_level: 'logical' }];
  const names = ['wal_level = replica', 'wal_level = logical', 'logical, followed by a reporting database'];
  const fixtures: BenchFixture[] = [];
  const servers: Running[] = [];
  let reporting: Awaited<ReturnType<typeof followAll>> | undefined;
  try {
    for (const own of settings) {
      fixtures.push(await openFixture({ members, rows: members }, { lanes, settings: own }));
    }
    for (const { url } of fixtures) servers.push(await startServer(url));
    reporting = await followAll(fixtures.at(-1)?.ownerUrl ?? '');
    const samples = names.map((): Sample[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, fixture] of fixtures.entries()) {
        const server = servers[at];
        if (server === undefined) continue;
        const sample = await measure(fixture, [server], false);
        if (round > 0) samples[at]?.push(sample);
      }
      const costs = samples.map((all) => Math.round((all.at(-1)?.node ?? 0) + (all.at(-1)?.postgres ?? 0)));
      if (round > 0) console.log(`round ${round}: ${costs.join(', ')} µs a call`);
    }
    console.log(`${os.cpus().length} processors, one PostgreSQL each, ${lanes} lanes\n`);
    console.log(
      '| database | calls/s | / the first | µs of Node | µs of PostgreSQL | of these sending | calls a processor second / the first |',
    );
    console.log('|---|---|---|---|---|---|---|');
    const costs = samples.map((all) => median(all.map(({ node, postgres }) => node + postgres)));
    for (const [at, all] of samples.entries()) {
      // Rounds are compared one by one: a machine that is busy in one of them is so for all three.
      const ratio = median(
        all.map(({ perSecond }, round) => perSecond / (samples[0]?.[round]?.perSecond ?? Number.NaN)),
      );
      const cost = (costs[0] ?? Number.NaN) / (costs[at] ?? Number.NaN);
      const [perSecond, node, postgres, sender] = (['perSecond', 'node', 'postgres', 'sender'] as const).map((key) =>
        Math.round(median(all.map((sample) => sample[key]))),
      );
      const two = (value: number): number => Math.round(value * 100) / 100;
      console.log(`| ${names[at]} | ${perSecond} | ${two(ratio)} | ${node} | ${postgres} | ${sender} | ${two(cost)} |`);
    }
    for (const { database } of fixtures) {
      const findings = await audit(database);
      if (findings.length > 0) throw new Error(`the audit found ${JSON.stringify(findings)}`);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await reporting?.stop();
    for (const fixture of fixtures) await fixture.close();
  }
}

/** A reporting database that follows this one, with everything copied. */
async function followAll(sourceUrl: string): Promise<{ readonly stop: () => Promise<void> }> {
  const place = await openEmbedded();
  const [source, reporting] = [await connectOwner(sourceUrl), await connectOwner(place.ownerUrl)];
  await publishServed(source);
  await subscribe(reporting, source, { cell: 0, sourceUrl, siteIds: [] });
  for (;;) {
    const [state] = await listSubscriptions(reporting);
    if (state !== undefined && state.tables > 0 && state.ready === state.tables) break;
    await sleep(200);
  }
  return {
    async stop() {
      await unsubscribe(reporting, 0);
      await Promise.all([source.end(), reporting.end()]);
      await place.stop();
    },
  };
}
