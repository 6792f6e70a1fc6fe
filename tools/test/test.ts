// npm test: runs the stages in order and prints the time of each; the last line is `N passed, N failed`.
//
//     npm test                       check, build, tests: all but the heavy ones, at once
//     npm test -- check journeys     these stages only (npm run check); so are unit, build and tests
//     npm test -- verify             the heavy suites, *.heavy.test.ts, and the journeys in full (npm run verify); the
//                                    ones that need an idle machine, *.idle.heavy.test.ts, one by one at the end
//     npm test -- packages/ledger    the tests whose path begins so, without the checks
//     npm test -- e2e/slip           a part of a journey file, *.journey.ts
//
// Always true: one PostgreSQL is started for all tests and stopped after them, unless TEST_DATABASE_URL names one; it
// writes without fsync, except in the verify stage or with CHABA_TEST_FAST=0. A skipped test counts as failed; no
// process is left running at the end, Ctrl-C included.
//
// The files of some folders run in one process, because loading took longer than their tests. A test that measures or
// changes its process stands in apps/server/src. The longest start first, by the times in
// test-times.json; CHABA_TEST_TIMES=1 records the times of this run.

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

import { startEmbedded } from '@chaba/embedded-postgres';
import { testSettings } from '@chaba/database/testing';

import { checks } from '#tools/check/checks';
import { clearLeftovers } from './leftovers.ts';
import { runCommand, CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';
import { buildPages } from '#ops/start/page-builds';

type Count = { readonly passed: number; readonly failed: number };
type Run = { readonly name: string; readonly file: string };
type Stage = { readonly name: string; readonly run: () => Promise<Count> };

const STAGES = ['check', 'build', 'tests', 'unit', 'journeys', 'verify'];
const USUAL = ['check', 'build', 'tests'];
/** Ends a file that hangs; on a slow machine the longest one takes a third of it. */
const FILE_TIMEOUT_MS = 1_800_000;
const IDLE_FILE_TIMEOUT_MS = 1_800_000;
/** More than twice the cores of the smallest machine: tests that wait for a clock or a page leave a core idle. */
const USUAL_LIMITS = { concurrency: 6, timeout: FILE_TIMEOUT_MS } as const;
const IDLE_LIMITS = { concurrency: 1, timeout: IDLE_FILE_TIMEOUT_MS } as const;
type Limits = typeof USUAL_LIMITS | typeof IDLE_LIMITS;
/** node:test tracks every promise, so a small young generation would be collected constantly. */
const NURSERY = ['--min-semi-space-size=16', '--max-semi-space-size=64'];
const CHECK_TESTS = /^tools\//;
const JOURNEY_TESTS = /^e2e\//;
const HEAVY_TESTS = /\.heavy\.test\.ts$/;
const IDLE_TESTS = /\.idle\.heavy\.test\.ts$/;
const SHARED_FOLDER = new RegExp(
  `^(?:${[
    'apps/(?:operator-cli|web)/src',
    'apps/sandbox/src/bank',
    'apps/server/src/(?:modules/[\\w-]+|core|http)',
    'apps/studio/src/games',
    'packages/(?:contract|ledger|sandbox-kit)/src',
    'tools/docs',
  ].join('|')})(?=/)`,
);
/** A file system in memory. */
const MEMORY = '/dev/shm';
/** Free space and free memory that the databases of a run need there. */
const MEMORY_SPACE_BYTES = 4 * 2 ** 30;
const MEMORY_FREE_BYTES = 2 * MEMORY_SPACE_BYTES;
const TIMES_FILE = path.join(ROOT, 'tools', 'test', 'test-times.json');

let cluster: Promise<void> | undefined;
const cleaners: (() => Promise<void>)[] = [];
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The test files first: without their database each would fail test by test.
    stopping.abort();
    void clean().finally(() => process.exit(1));
  });
}

await runCommand(async () => {
  for (const folder of [os.tmpdir(), ...findMemory()]) clearLeftovers(folder);
  // Hundreds of processes read the same files: each is compiled for all of them once.
  process.env['NODE_COMPILE_CACHE'] ??= makeFolder();
  try {
    return await runStages(chosenStages(process.argv.slice(2)));
  } finally {
    await clean();
  }
});

async function runStages(stages: readonly Stage[]): Promise<number> {
  const results: (Count & { readonly name: string; readonly seconds: number; readonly used: number })[] = [];
  for (const stage of stages) {
    console.log(`\n── ${stage.name} ──`);
    const startedAt = performance.now();
    const usedBefore = processorSeconds();
    const count = await stage.run().catch((error: unknown): Count => {
      console.log(`✖ ${stage.name}: ${error instanceof CommandError ? error.message : inspect(error)}`);
      return { passed: 0, failed: 1 };
    });
    results.push({
      name: stage.name,
      ...count,
      seconds: (performance.now() - startedAt) / 1000,
      used: processorSeconds() - usedBefore,
    });
  }
  console.log('');
  for (const { name, passed, failed, seconds, used } of results) {
    console.log(
      `${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${String(Math.round(seconds)).padStart(5)} s ${String(Math.round(used)).padStart(5)} s of the processor`,
    );
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  await clean();
  console.log(`${passed} passed, ${failed} failed`);
  // A run without tests proves nothing, so it fails.
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** The processor time of this process and of its children that ended; without the database. Zero outside of Linux. */
function processorSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const stat = fs.readFileSync('/proc/self/stat', 'utf8');
  // The fields after the name: user and system time, own and of the children, in hundredths of a second.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return ticks.reduce((sum, tick) => sum + Number(tick), 0) / 100;
}

function chosenStages(words: readonly string[]): Stage[] {
  const files = findFiles('.test.ts');
  // Before the journeys: two of them would build the same at once.
  const build: Stage = { name: 'build', run: runBuild };
  const named = words.filter((word) => STAGES.includes(word));
  const places = words.filter((word) => !STAGES.includes(word)).map((word) => path.relative(ROOT, path.resolve(word)));
  if (places.length > 0) {
    const isChosen = (file: string): boolean => places.some((place) => file.startsWith(place));
    const matched = files.filter(isChosen);
    const chosen = matched.length > 0 ? matched : findFiles('.journey.ts').filter(isChosen);
    const tests = { name: 'tests', run: () => runTests(chosen) };
    return chosen.some((file) => JOURNEY_TESTS.test(file)) ? [build, tests] : [tests];
  }
  const light = files.filter((file) => !HEAVY_TESTS.test(file));
  const isOfRules = (file: string): boolean => CHECK_TESTS.test(file);
  const isWhole = named.length === 0;
  const all: Stage[] = [
    // Alone it has the tests of the rules about text as well, which the whole run has among the others.
    { name: 'check', run: () => (isWhole ? runChecksAndBuild() : runChecks(light.filter(isOfRules))) },
    build,
    { name: 'tests', run: () => runTests(light) },
    {
      name: 'unit',
      run: () => runTests(light.filter((file) => !isOfRules(file) && !JOURNEY_TESTS.test(file))),
    },
    { name: 'journeys', run: () => runTests(light.filter((file) => JOURNEY_TESTS.test(file))) },
    {
      name: 'verify',
      run: () => runInFull(files.filter((file) => HEAVY_TESTS.test(file) || hasTestsInFull(file))),
    },
  ];
  if (!named.includes('verify')) process.env['CHABA_TEST_FAST'] ??= '1';
  const wanted = isWhole ? USUAL : named;
  const needsPages = ['tests', 'journeys', 'verify'].some((name) => wanted.includes(name));
  return all.filter(({ name }) => wanted.includes(name) || (name === 'build' && needsPages));
}

async function runChecks(tests: readonly string[]): Promise<Count> {
  let passed = 0;
  const waiting = [...checks];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const startedAt = performance.now();
      const { isPassed, output } = await check.run();
      if (isPassed) passed += 1;
      else console.log(output);
      const took = Math.round((performance.now() - startedAt) / 100) / 10;
      console.log(`${isPassed ? '✔' : '✖'} ${check.name} (${took} s)`);
    }
  };
  // Some of them use one core only; the database of the tests is created meanwhile.
  await Promise.all([...Array.from({ length: USUAL_LIMITS.concurrency }, work), ensureCluster()]);
  const counted = await runTests(tests);
  return { passed: passed + counted.passed, failed: checks.length - passed + counted.failed };
}

/** The checks leave a core idle now and then. A failed build is repeated and reported by its stage. */
async function runChecksAndBuild(): Promise<Count> {
  const [count] = await Promise.all([runChecks([]), buildPages(() => undefined).catch(() => undefined)]);
  return count;
}

async function runBuild(): Promise<Count> {
  try {
    const built = await buildPages(() => undefined);
    console.log(`✔ pages (built: ${built.join(', ') || 'nothing, all are fresh'})`);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(`✖ pages: ${String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

/** Journeys, and files with tests or inputs of the verify stage only (testing/extent.ts). */
function hasTestsInFull(file: string): boolean {
  return JOURNEY_TESTS.test(file) || fs.readFileSync(path.join(ROOT, file), 'utf8').includes('testing/extent');
}

/** With every width and axe on every screen (testing/extent.ts). */
async function runInFull(files: readonly string[]): Promise<Count> {
  process.env['CHABA_VERIFY'] = '1';
  const count = await runTests(files.filter((file) => !IDLE_TESTS.test(file)));
  const alone = await runTests(
    files.filter((file) => IDLE_TESTS.test(file)),
    IDLE_LIMITS,
  );
  return { passed: count.passed + alone.passed, failed: count.failed + alone.failed };
}

async function runTests(files: readonly string[], limits: Limits = USUAL_LIMITS): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0 };
  await ensureCluster();
  const times = readTimes();
  const count = await runAll(longestFirst(toRuns(files), times), times, limits);
  if (process.env['CHABA_TEST_TIMES'] === '1') writeTimes(times);
  return count;
}

/** The files for the processes: a test file, or one that imports those of a folder. Heavy ones run alone. */
function toRuns(files: readonly string[]): Run[] {
  const folder = makeFolder();
  const named = Map.groupBy(files, (file) => (HEAVY_TESTS.test(file) ? file : (SHARED_FOLDER.exec(file)?.[0] ?? file)));
  return [...named].map(([name, members]) => {
    const paths = members.map((member) => path.join(ROOT, member));
    if (paths.length === 1) return { name, file: paths.join('') };
    const file = path.join(folder, `${name.replaceAll('/', '-')}.mjs`);
    fs.writeFileSync(file, toGroup(paths));
    return { name, file };
  });
}

/**
 * The file of a folder. Its first test ends when all files are loaded: node:test runs the hooks of the end as soon as
 * no test is left, also while the next file still opens its database.
 */
function toGroup(paths: readonly string[]): string {
  const imports = paths.map((each) => `await import(${JSON.stringify(pathToFileURL(each).href)});`);
  return `import { test } from 'node:test';
const loaded = Promise.withResolvers();
void test('loads the files of the folder', () => loaded.promise);
${imports.join('\n')}
loaded.resolve();
`;
}

/** Runs them in the given order and sets the measured time of each, in milliseconds, in `times`. */
function runAll(runs: readonly Run[], times: Map<string, number>, limits: Limits): Promise<Count> {
  const names = new Map(runs.map(({ name, file }) => [file, name]));
  return new Promise((resolve) => {
    let count: Count = { passed: 0, failed: 0 };
    const stream = run({
      files: [...names.keys()],
      ...limits,
      signal: stopping.signal,
      execArgv: [...NURSERY, '--import', pathToFileURL(path.join(import.meta.dirname, 'test-leash.ts')).href],
    });
    stream.on('test:summary', ({ file, counts, duration_ms: durationMs }) => {
      if (file !== undefined) times.set(names.get(file) ?? file, Math.round(durationMs));
      // A skipped test counts as failed: the project skips none.
      else count = { passed: counts.passed, failed: counts.tests - counts.passed };
    });
    stream
      .compose(new spec())
      .on('data', (words: unknown) => void process.stdout.write(String(words)))
      .once('close', () => resolve(count));
  });
}

/** Longest first, so that none of them starts after the others ended. One without a time counts as long. */
function longestFirst(runs: readonly Run[], times: ReadonlyMap<string, number>): Run[] {
  const timeOf = ({ name }: Run): number => times.get(name) ?? Number.POSITIVE_INFINITY;
  return runs.toSorted((one, other) => (timeOf(one) === timeOf(other) ? 0 : timeOf(other) - timeOf(one)));
}

function readTimes(): Map<string, number> {
  if (!fs.existsSync(TIMES_FILE)) return new Map();
  return new Map(Object.entries(JSON.parse(fs.readFileSync(TIMES_FILE, 'utf8')) as Record<string, number>));
}

/** Times of files and folders that are gone are dropped. */
function writeTimes(times: ReadonlyMap<string, number>): void {
  const kept = [...times]
    .filter(([file]) => fs.existsSync(path.join(ROOT, file)))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  fs.writeFileSync(TIMES_FILE, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

function ensureCluster(): Promise<void> {
  cluster ??= startCluster();
  return cluster;
}

async function startCluster(): Promise<void> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return;
  const place = process.env['CHABA_TEST_FAST'] === '1' ? findMemory()[0] : undefined;
  const started = await startEmbedded({ dataDir: makeFolder(place), settings: testSettings() });
  cleaners.push(() => started.stop());
  process.env['TEST_DATABASE_URL'] = started.ownerUrl('postgres');
}

/**
 * The file system in memory, where it has room: a database is a thousand small files, and copying one on a disk took
 * ten times the processor time (0.5 and 0.04 s).
 */
function findMemory(): string[] {
  if (!fs.existsSync(MEMORY)) return [];
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  const isRoomy = bavail * bsize >= MEMORY_SPACE_BYTES && process.availableMemory() >= MEMORY_FREE_BYTES;
  return isRoomy ? [MEMORY] : [];
}

/** A folder of this run alone, gone when it ends. */
function makeFolder(place = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(place, 'chaba-test-'));
  // Root's database runs as another user, who must be able to enter.
  fs.chmodSync(folder, 0o755);
  cleaners.push(async () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function clean(): Promise<void> {
  for (const cleaner of cleaners.splice(0).toReversed()) await cleaner();
}

function findFiles(ending: string): string[] {
  const places = ['packages', 'apps', 'testing', 'tools', 'bench', 'e2e'].filter((place) =>
    fs.existsSync(path.join(ROOT, place)),
  );
  return places.flatMap((place) =>
    fs
      .readdirSync(path.join(ROOT, place), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending) && !/(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => `${place}/${name.replaceAll('\\', '/')}`)
      .sort(),
  );
}
