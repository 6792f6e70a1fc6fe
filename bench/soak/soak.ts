// npm run bench -- soak [--hours 1] [--plan hour]: the product at 60 % of its capacity for hours, with faults on the
// way. The report is in out/soak.
//
// capacity ─▶ load ──roll──▶ ──server killed──▶ ──job cancelled──▶ evaluated: memory, p99, failures ─▶ audit ─▶ report
//
// Always true: the load is on loopback and ends by time. The faults are in the first quarter, so memory and p99 are
// compared over three quarters of unchanged work. Exit code 1 when an objective of the plan is missed.
//
// Elsewhere: the verdict (soak-report.ts), the load (soak-load.ts), one part alone: rolls
// (apps/ops/src/roll/roll.idle.heavy.test.ts), kills (apps/server/src/crash.heavy.test.ts).

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { type Database, sql } from '@chaba/database';

import { type EdgeProcess, hasHaproxy, startHaproxy } from '#testing/product/edge-process';
import { buildPages } from '#ops/start/page-builds';
import { roll } from '#ops/roll/roll';
import { runCommand, CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';
import { StreamClients } from '#testing/product/stream-clients';
import { auditAll } from '#server/modules/audit/audit';
import { loadSite } from '#server/modules/site/site';
import { createMember, type TestMember } from '#server/testing/factories';

import { type BenchFixture, openFixture, SITE } from '#bench/fixture';
import { createTokenSource, formatPlayerId } from '#bench/players';
import { getMemory, type Running, startProcess, startServer } from '#bench/processes';
import {
  type CallKind,
  type Failure,
  fundPlayers,
  type LoadTotals,
  runSoakLoad,
  type SoakTarget,
} from './soak-load.ts';
import { formatReport, evaluateSoak, type Slot, type SoakFault, type SoakFigures } from './soak-report.ts';

/** The hour, before each release. Times are parts of the run. */
const PLAN = { share: 0.6, rollAt: 0.03, killAt: 0.12, cancelAt: 0.17, evaluatedFrom: 0.25 } as const;
const SERVERS = 2;
const CONNECTIONS = 64;
const STREAMS = 200;
const READERS = 50;
const MEMBERS = 5_000;
const CAPACITY_MS = 15_000;
const SLOTS = 60;
const SLOT_MS_MIN = 5_000;
const KILLED_FOR_MS = 3_000;
/** The edge sends calls to a started process after two good checks, one a second. */
const EDGE_RISE_MS = 3_000;
const CANCEL_WITHIN_MS = 120_000;
const JOB_RECOVERS_WITHIN_MS = 180_000;
const USAGE = 'npm run bench -- soak [--hours 1] [--plan hour]';

type Bed = {
  readonly fixture: BenchFixture;
  readonly servers: readonly Running[];
  readonly edge: EdgeProcess;
  readonly members: readonly TestMember[];
  readonly target: SoakTarget;
};
/** Samples of the running load; times in ms of performance.now(). */
type Log = {
  times: Record<CallKind, number[]>;
  readonly slots: Slot[];
  readonly failures: Failure[];
  readonly faults: SoakFault[];
};

await runCommand(async () => {
  const { values } = parseArgs({
    options: { hours: { type: 'string', default: '1' }, plan: { type: 'string', default: 'hour' } },
  });
  const hours = Number(values.hours);
  if (values.plan !== 'hour') {
    throw new CommandError(`The plan "${values.plan}" does not exist; there is: hour. ${USAGE}`);
  }
  if (!(hours >= 0.05 && hours <= 168)) throw new CommandError(`--hours is a number from 0.05 to 168. ${USAGE}`);
  if (!hasHaproxy()) throw new CommandError('The soak needs HAProxy in front of the servers: apt-get install haproxy.');
  const closers: (() => unknown)[] = [];
  try {
    const bed = await openBed(closers);
    const figures = await runPlan(bed, hours);
    const checks = evaluateSoak(figures);
    const report = formatReport(figures, checks);
    const folder = path.join(ROOT, 'out', 'soak');
    fs.mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${values.plan}-${new Date().toISOString().slice(0, 16).replace(':', '')}.md`);
    fs.writeFileSync(file, report);
    console.log(`${report}\n${path.relative(ROOT, file)}`);
    return checks.every(({ isMet }) => isMet) ? 0 : 1;
  } finally {
    for (const close of closers.toReversed()) await close();
  }
});

async function openBed(closers: (() => unknown)[]): Promise<Bed> {
  await buildPages(() => undefined);
  const fixture = await openFixture({ members: MEMBERS, rows: 0 }, { lanes: SERVERS });
  closers.push(() => fixture.close());
  const site = await fixture.database.transaction((tx) => loadSite(tx, SITE));
  const members: TestMember[] = [];
  for (let place = 0; place < READERS; place += 1) members.push(await createMember(fixture.database, site));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-soak-'));
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const sandbox = await startProcess('apps/sandbox/src/main.ts', {
    SERVER_URL: 'http://127.0.0.1:9',
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    DATA_DIR: folder,
  });
  closers.push(() => sandbox.stop());
  const servers: Running[] = [];
  for (let place = 0; place < SERVERS; place += 1) {
    const server = await startServer(fixture.url, {
      sandboxUrl: `http://127.0.0.1:${sandbox.port}`,
      environment: { CHABA_JOBS: 'on', TRUST_PROXY: '1', CHABA_TEST_KEY: 'on', DRAIN_SECONDS: '5', LOG_LEVEL: 'error' },
    });
    closers.push(() => server.stop());
    servers.push(server);
  }
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`);
  const edge = await startHaproxy({ file: 'edge.cfg', servers: { '': hosts } });
  closers.push(() => edge.stop());
  const tokenSource = { key: fixture.sessionKey.export().toString('hex'), firstMember: String(fixture.firstMember) };
  const getToken = createTokenSource(tokenSource);
  await sleep(EDGE_RISE_MS);
  return { fixture, servers, edge, members, target: { port: edge.port, members: MEMBERS, getToken, readers: members } };
}

/**
 * The rate at which paced calls would use the processors in full. A load that is sent as fast as it is answered makes
 * larger batches than a paced one, so its rate is higher. The processor time of a call is measured at half of that
 * rate.
 */
async function measureCapacity({ target }: Bed): Promise<LoadTotals & { readonly perSecond: number }> {
  const run = (rate: number | undefined): Promise<LoadTotals> => {
    const until = performance.now() + CAPACITY_MS;
    return runSoakLoad(target, {
      connections: CONNECTIONS,
      rate,
      isOver: () => performance.now() > until,
      onAnswer: () => undefined,
      onFailure({ kind, what }) {
        throw new Error(`a call of ${kind} failed without a fault: ${what}`);
      },
    });
  };
  const warm = await run(undefined);
  const unpaced = await run(undefined);
  const fastest = unpaced.calls / (CAPACITY_MS / 1_000);
  const before = readProcessorTimes();
  const paced = await run(fastest / 2);
  const after = readProcessorTimes();
  const busy = (after.busy - before.busy) / (after.all - before.all);
  return {
    calls: paced.calls,
    acknowledged: warm.acknowledged + unpaced.acknowledged + paced.acknowledged,
    perSecond: Math.min(fastest, paced.calls / (CAPACITY_MS / 1_000) / busy),
  };
}

/** Milliseconds of all processors since the machine started. */
function readProcessorTimes(): { readonly busy: number; readonly all: number } {
  const times = os.cpus().map((cpu) => cpu.times);
  const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
  const all = sum(times.flatMap((each) => Object.values(each)));
  return { busy: all - sum(times.map(({ idle }) => idle)), all };
}

async function runPlan(bed: Bed, hours: number): Promise<SoakFigures> {
  const { fixture, servers, target, members, edge } = bed;
  const awards = await fundPlayers(target, CONNECTIONS);
  const capacity = await measureCapacity(bed);
  const rate = capacity.perSecond * PLAN.share;
  const runMs = hours * 3_600_000;
  console.log(`capacity ${Math.round(capacity.perSecond)} calls/s; ${hours} h at ${Math.round(rate)} calls/s`);
  const streams = new StreamClients(`http://127.0.0.1:${edge.port}`, { members, count: STREAMS });
  await streams.start();
  const startedAt = performance.now();
  const toSeconds = (at: number): number => (at - startedAt) / 1_000;
  const log: Log = { times: { wallet: [], member: [] }, slots: [], failures: [], faults: [] };
  const slotMs = Math.max(SLOT_MS_MIN, runMs / SLOTS);
  const timer = setInterval(() => closeSlot(log, { from: log.slots.length * (slotMs / 1_000), servers }), slotMs);
  const loading = runSoakLoad(target, {
    connections: CONNECTIONS,
    rate,
    isOver: () => performance.now() - startedAt > runMs,
    onAnswer: (kind, ms) => void log.times[kind].push(ms),
    onFailure: (failure) => void log.failures.push({ ...failure, at: toSeconds(failure.at) }),
  });
  const faults = causeFaults(bed, { log, runMs, startedAt });
  const [totals] = await Promise.all([loading, faults]);
  clearInterval(timer);
  streams.stop();
  const findings = await auditAll(fixture.database, { siteId: SITE });
  const { count } = await fixture.database.one<{ count: bigint }>(
    sql`select count(*) as count from wallet_transaction where site_id = ${SITE}`,
  );
  return {
    plan: 'hour',
    hours,
    about: describeMachine(),
    capacity: capacity.perSecond,
    rate,
    slots: log.slots,
    evaluatedFrom: Math.max(
      (runMs * PLAN.evaluatedFrom) / 1_000,
      ...log.faults.map(({ to, mayFail }) => (mayFail ? to : 0)),
    ),
    faults: log.faults,
    failures: log.failures,
    acknowledged: awards + capacity.acknowledged + totals.acknowledged,
    written: Number(count),
    findings: findings.map(({ rule, detail }) => `${rule}: ${detail}`),
  };
}

function closeSlot(log: Log, { from, servers }: { readonly from: number; readonly servers: readonly Running[] }): void {
  const { wallet, member } = log.times;
  log.times = { wallet: [], member: [] };
  log.slots.push({
    from,
    calls: wallet.length + member.length,
    walletP50: percentile(wallet, 0.5),
    walletP99: percentile(wallet, 0.99),
    memberP99: percentile(member, 0.99),
    memory: servers.reduce((sum, { pid }) => sum + getMemoryOrNone(pid), 0),
  });
}

/** 0 for a process that was killed. */
function getMemoryOrNone(pid: number): number {
  return fs.existsSync(`/proc/${pid}/status`) ? getMemory(pid) : 0;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = Float64Array.from(times).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function causeFaults(
  { fixture, servers, target }: Bed,
  { log, runMs, startedAt }: { readonly log: Log; readonly runMs: number; readonly startedAt: number },
): Promise<void> {
  const now = (): number => (performance.now() - startedAt) / 1_000;
  const at = (part: number): Promise<void> => sleep(Math.max(0, runMs * part - (performance.now() - startedAt)));
  const cause = async (name: string, mayFail: boolean, work: () => Promise<string>): Promise<void> => {
    const from = now();
    const note = await work();
    log.faults.push({ name, from, to: now(), mayFail, note });
    console.log(`${name}: ${note}`);
  };
  await at(PLAN.rollAt);
  await cause('roll', false, async () => {
    const instances = servers.map((server) => ({
      url: `http://127.0.0.1:${server.port}`,
      async restart() {
        await server.stop();
        await server.start();
      },
    }));
    const probe = { keyId: 'test-key', secret: 'test-secret', playerId: formatPlayerId(target.members - 1) };
    await roll(instances, { probe, log: () => undefined });
    return `${instances.length} processes`;
  });
  await at(PLAN.killAt);
  await cause('server killed', true, async () => {
    const [server] = servers;
    await server?.kill();
    await sleep(KILLED_FOR_MS);
    await server?.start();
    await sleep(EDGE_RISE_MS);
    return `down for ${KILLED_FOR_MS / 1_000} s`;
  });
  await at(PLAN.cancelAt);
  await cause('job cancelled', false, () => cancelJob(fixture.database));
}

/** Cancels a statement of a job that runs every minute or more often; resolves when the job succeeded again. */
async function cancelJob(database: Database): Promise<string> {
  for (const until = Date.now() + CANCEL_WITHIN_MS; Date.now() < until; await sleep(2)) {
    const { cancelled } = await database.one<{ cancelled: bigint }>(sql`
      select count(pg_cancel_backend(pid)) as cancelled from pg_stat_activity
      where application_name = 'chaba jobs' and state = 'active' and datname = current_database()`);
    if (cancelled === 0n) continue;
    await sleep(1_000);
    const [failed] = await database.rows<{ job: string; at: Date }>(sql`
      select job, last_finished_at as at from job_lease
      where last_error is not null and last_finished_at > now() - interval '10 seconds' and every_ms <= 60000`);
    if (failed) return `${failed.job}, good again after ${await waitForSuccess(database, failed)} s`;
  }
  throw new Error('no statement of a job was running');
}

async function waitForSuccess(database: Database, { job, at }: { job: string; at: Date }): Promise<number> {
  const startedAt = Date.now();
  for (const until = startedAt + JOB_RECOVERS_WITHIN_MS; Date.now() < until; await sleep(500)) {
    const row = await database.one<{ good: boolean }>(sql`
      select coalesce(last_succeeded_at > ${at}, false) as good from job_lease where job = ${job}`);
    if (row.good) return Math.round((Date.now() - startedAt) / 1_000);
  }
  throw new Error(`the job ${job} had no success after it was cancelled`);
}

function describeMachine(): string[] {
  const [cpu] = os.cpus();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  return [
    `${new Date().toISOString().slice(0, 16)}Z, commit ${commit}, ${os.cpus().length} × ${cpu?.model.trim() ?? 'processor'}, Node ${process.version}.`,
    `${SERVERS} servers behind HAProxy, ${MEMBERS} players, ${CONNECTIONS} connections, ${STREAMS} streams; load, servers and database share the machine.`,
  ];
}
