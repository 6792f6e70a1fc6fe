// npm run test:ha -- [--faults 1,2,8] [--rounds N]: faults of a highly available installation under load.
// npm run test:ha -- cells [--steps]: moves of a site between two cells with Debian's PostgreSQL (apps/ops/src/cells).
//
// Brings up the topology of deploy/patroni on this machine with the files of deploy/, runs load of members without
// pause, and injects faults. For every round: each acknowledged call is counted once, the audit is clean, live streams
// are right, the first OK comes in time. Without --rounds each fault has its own number. Prints each round, and a table
// at the end.
//
// Always true: where root or a program is missing, one line is printed and nothing is run. The command runs itself
// again in namespaces of its own, and removes its folder in any case.
//
// Elsewhere: ha-bed.ts, ha-load.ts, ha-faults.ts, ha-alerts.ts.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { parseArgs } from 'node:util';

import { type AlertWatch, openAlertWatch } from './ha-alerts.ts';
import { HaBed, listMissing, PROGRAMS, until } from './ha-bed.ts';
import { type BedFault, faults } from './ha-faults.ts';
import { type CallAnswer, type Load, openLoad } from './ha-load.ts';
import { runCommand, CommandError } from '@chaba/ops/core/command';
import { ROOT } from '@chaba/ops/core/root';

const INSIDE = 'CHABA_HA_FOLDER';
const PLAN_OPTIONS = { faults: { type: 'string' }, rounds: { type: 'string' } } as const;
/** The exit code of a bed that a signal ended. */
const INTERRUPTED = 130;
/** Load before a fault and after the first OK. */
const CALM_MS = 3_000;
/** With 64 members a shorter gap is no fault. */
const SILENCE_MS = 1_000;
const WAIT_MS = 90_000;
/** The overlap of the hourly audit: a clock that was put back writes older times. */
const AUDIT_OVERLAP_MS = 600_000;
const REJOIN_MS = 120_000;
/** The whole journal is audited after so many rounds; in between the rows of the round. */
const WHOLE_AUDIT_EVERY = 5;

type Figures = {
  readonly rounds: number[];
  readonly streams: number[];
  /** Answers "try again". */
  failed: number;
  calls: number;
  /** Rounds that exceeded a time limit. */
  broken: number;
};

await runCommand(async () => {
  if (process.argv[2] === 'cells') return runCells();
  const missing = listMissing();
  if (missing.length > 0) {
    console.log(`Not run: ${missing.join(', ')} is missing on this machine.`);
    return 0;
  }
  const folder = process.env[INSIDE];
  if (folder === undefined) return runBeds();
  // Programs of the bed still run; they end with the namespaces.
  return runPlan(folder)
    .catch((error: unknown) => {
      console.error(error);
      return 1;
    })
    .then((code) => process.exit(code));
});

/** Two cells and a reporting database of Debian's PostgreSQL 15; --steps kills everything at every step. */
async function runCells(): Promise<number> {
  const missing = listMissing().filter((name) => /haproxy|postgresql|root/.test(name));
  if (missing.length > 0) {
    console.log(`Not run: ${missing.join(', ')} is missing on this machine.`);
    return 0;
  }
  const folder = path.join(ROOT, 'apps/ops/src/cells');
  const files = ['move-site.idle.heavy.test.ts', 'reporting.heavy.test.ts', 'reporting-standby.heavy.test.ts'].map(
    (name) => path.join(folder, name),
  );
  const child = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files], {
    env: {
      ...process.env,
      CELL_PROGRAMS: PROGRAMS,
      ...(process.argv.includes('--steps') ? { CELL_FAULTS: 'all' } : {}),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/**
 * Faults that need a fake clock have a bed of their own: libfaketime 0.9.10 rejects a short sleep that begins after its
 * end, as on a busy machine, and Patroni ends.
 */
async function runBeds(): Promise<number> {
  const { values } = parseArgs({ options: PLAN_OPTIONS });
  const rounds = values.rounds === undefined ? [] : ['--rounds', values.rounds];
  const beds = Map.groupBy(choosePlan(), ({ fault }) => fault.needsFakeClock === true);
  let code = 0;
  for (const plan of beds.values()) {
    const numbers = plan.map(({ fault }) => fault.number).join(',');
    code = Math.max(code, await runInNamespaces(['--faults', numbers, ...rounds]));
    if (code === INTERRUPTED) break;
  }
  return code;
}

/** Runs this command again; the kernel ends all that it started when it or this process ends. */
async function runInNamespaces(words: readonly string[]): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-ha-'));
  const inside = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const command = [process.execPath, ...process.execArgv, import.meta.filename, ...words];
  // A shell as the first process, because it collects the processes that lost their parent.
  const child = spawn('unshare', [...inside, 'bash', '-c', '"$@"; exit $?', 'bash', ...command], {
    env: { ...process.env, [INSIDE]: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = (): boolean => child.kill('SIGKILL');
  process.once('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const code = await new Promise<number>((resolve) =>
    child.once('exit', (exitCode) => resolve(exitCode ?? INTERRUPTED)),
  );
  if (code === 0 || process.env['CHABA_HA_KEEP'] === undefined) fs.rmSync(folder, { recursive: true, force: true });
  else console.log(`the logs are in ${folder}`);
  return code;
}

function choosePlan(): { readonly fault: BedFault; readonly rounds: number }[] {
  const { values } = parseArgs({ options: PLAN_OPTIONS });
  const numbers = values.faults?.split(',').map(Number) ?? faults.map(({ number }) => number);
  return numbers.map((number) => {
    const fault = faults.find((each) => each.number === number);
    if (!fault) throw new CommandError(`--faults: there is no fault ${number}`);
    const rounds = values.rounds === undefined ? fault.rounds : Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) throw new CommandError('--rounds must be a number from 1');
    return { fault, rounds };
  });
}

async function runPlan(folder: string): Promise<number> {
  const plan = choosePlan();
  const bed = new HaBed(
    folder,
    plan.some(({ fault }) => fault.needsFakeClock === true),
  );
  await bed.start();
  tls.setDefaultCACertificates([...tls.getCACertificates(), fs.readFileSync(path.join(folder, 'ca.crt'), 'utf8')]);
  const load = await openLoad(bed);
  await bed.startProduct();
  console.log('The bed is up: three databases, three etcd, four server processes, an edge.');
  const alerts = plan.some(({ fault }) => fault.needsAlerts === true) ? await openAlertWatch(bed) : undefined;
  const results = new Map<BedFault, Figures>();
  for (const { fault, rounds } of plan) {
    const figures: Figures = { rounds: [], streams: [], failed: 0, calls: 0, broken: 0 };
    results.set(fault, figures);
    for (let round = 1; round <= rounds; round += 1) {
      try {
        await runRound({ bed, load, alerts, fault, round }, figures);
      } catch (error) {
        console.log(
          `(${fault.number}) round ${round}: FAILED: ${error instanceof Error ? error.stack : String(error)}`,
        );
        load.close();
        printFigures(results);
        return 1;
      }
    }
  }
  load.close();
  printFigures(results);
  return [...results.values()].every(({ broken }) => broken === 0) ? 0 : 1;
}

type Round = {
  readonly bed: HaBed;
  readonly load: Load;
  readonly alerts: AlertWatch | undefined;
  readonly fault: BedFault;
  readonly round: number;
};

async function runRound({ bed, load, alerts, fault, round }: Round, figures: Figures): Promise<void> {
  const since = new Date(Date.now() - AUDIT_OVERLAP_MS);
  const notes: string[] = [];
  const missed: string[] = [];
  const heals: (() => Promise<void> | void)[] = [];
  await bed.untilHealthy(REJOIN_MS);
  await load.resume();
  await sleep(CALM_MS);
  const healAll = async (): Promise<void> => {
    for (const heal of heals.splice(0).toReversed()) await heal();
  };
  let at: number;
  try {
    at = await fault.inject({
      bed,
      alerts,
      answers: () => load.answers,
      note: (text) => notes.push(text),
      miss: (text) => missed.push(text),
      onHeal: (heal) => heals.push(heal),
    });
    await untilServing(load, at);
  } finally {
    await healAll();
  }
  await untilReady(bed);
  const switchMs = await load.measureKillSwitch(bed.listServerUrls());
  await sleep(CALM_MS);
  await bed.untilHealthy(REJOIN_MS);
  const silence = measureSilence(load.answers, at);
  const silenceMs = silence.endedAt - (fault.isPlanned === true || fault.isSilent === true ? silence.beganAt : at);
  const failed = load.answers.filter(({ isOk }) => !isOk).length;
  await load.drain();
  const calls = await load.check({ isWhole: round % WHOLE_AUDIT_EVERY === 0, since });
  const streamsMs = await load.measureStreams();
  figures.rounds.push(silenceMs);
  figures.failed += failed;
  figures.calls += calls;
  figures.streams.push(streamsMs);
  const seconds = (ms: number): string => (Math.round(ms / 100) / 10).toString();
  for (const page of alerts?.listPages(at) ?? []) notes.push(`${page.name} paged after ${seconds(page.at - at)} s`);
  const noted = notes.length === 0 ? '' : `; ${notes.join(', ')}`;
  console.log(
    `(${fault.number}) round ${round}: first OK after ${seconds(silenceMs)} s, ${calls} calls acknowledged and counted once, ` +
      `${failed} answers "try again", audit clean, streams right after ${seconds(streamsMs)} s, kill switch ${seconds(switchMs)} s${noted}`,
  );
  assert.deepEqual(bed.listEndedServers(), [], 'no server process ended by itself');
  const isOverdue = fault.firstOkMs !== undefined && silenceMs > fault.firstOkMs;
  if (isOverdue) console.log(`    OVERDUE: promised are ${seconds(fault.firstOkMs ?? 0)} s`);
  const hasFailed = fault.isSilent === true && failed > 0;
  if (hasFailed) console.log('    FAILED CALLS: promised are none');
  for (const text of missed) console.log(`    MISSED: ${text}`);
  if (isOverdue || hasFailed || missed.length > 0) figures.broken += 1;
}

/** Servers that a fault killed are started again. */
async function untilReady(bed: HaBed): Promise<void> {
  for (const url of bed.listServerUrls()) {
    const isReady = (): Promise<boolean> =>
      fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
    await until(`${url} is ready`, isReady, WAIT_MS);
  }
}

/** Waits until calls that were sent after the fault are answered OK without a gap for a while. */
async function untilServing(load: Load, at: number): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(200)) {
    const now = Date.now();
    const recent = load.answers.filter((answer) => answer.sentAt > at && answer.at > now - 1_000);
    if (now > at + CALM_MS && recent.length > 20 && recent.every(({ isOk }) => isOk)) return;
  }
  assert.fail(`calls are not served again within ${WAIT_MS} ms`);
}

/** The longest time without an OK after the fault; without one of a second, the moment of the fault. */
function measureSilence(
  answers: readonly CallAnswer[],
  at: number,
): { readonly beganAt: number; readonly endedAt: number } {
  const times = answers.filter((answer) => answer.isOk && answer.at >= at).map((answer) => answer.at);
  let silence = { beganAt: at, endedAt: at };
  let longest = SILENCE_MS;
  let before = at;
  for (const time of times.toSorted((one, other) => one - other)) {
    if (time - before > longest) {
      longest = time - before;
      silence = { beganAt: before, endedAt: time };
    }
    before = time;
  }
  return silence;
}

function printFigures(results: ReadonlyMap<BedFault, Figures>): void {
  console.log(
    '\nfault                                                              rounds  first OK: median  longest   calls  again',
  );
  for (const [fault, { rounds, calls, failed }] of results) {
    if (rounds.length === 0) continue;
    const sorted = rounds.toSorted((one, other) => one - other);
    const seconds = (ms = 0): string => `${Math.round(ms / 100) / 10} s`;
    console.log(
      `(${fault.number}) ${fault.title}`.padEnd(67) +
        `${String(rounds.length).padStart(6)}  ${seconds(sorted[Math.floor(sorted.length / 2)]).padStart(16)}  ` +
        `${seconds(sorted.at(-1)).padStart(7)}  ${String(calls).padStart(6)}  ${String(failed).padStart(5)}`,
    );
  }
}
