// npm run test:cluster -- [path …]: runs tests of the server and the ledger on a Citus cluster of a coordinator and two
// workers, which it starts on loopback and ends. Without paths: the suite of the cluster.
//
// Always true: where PostgreSQL 15 or the extension is not installed, one line is printed and nothing is run. Every
// test file gets databases of its own, distributed over the workers (packages/database/src/testing.ts).
//
// Elsewhere: the distribution (packages/database/src/distribution.ts), tests of the cluster itself
// (apps/server/src/cluster.heavy.test.ts).

import * as fs from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';

import { startTestCluster } from '@chaba/database/testing-cluster';

import { ROOT, runCommand, Sentence } from './settings.ts';

/** Folders whose tests run on the cluster, money first, and files about all sites together. */
const FOLDERS = ['packages/ledger/src', 'apps/server/src'];
const FILES = ['scripts/bank-book.test.ts', 'scripts/ops.test.ts'];
/**
 * Tests that are about one server: rows that it reads, its standby, its replica, its processes at load, and changes of
 * an owner that a cluster cannot plan.
 */
const ONE_SERVER = [
  /\/(?:batcher|replication|replica)\.test\.ts$/,
  /apps\/server\/src\/audit\.test\.ts$/,
  /\.heavy\.test\.ts$/,
];
/** The simulated clock is a setting of one session and is not set on the workers. */
const SIMULATED_CLOCK = /simulated-clock|time-simulation|testing\/hunt/;
const FILE_TIMEOUT_MS = 900_000;
const CONCURRENCY = 2;

await runCommand(async () => {
  const places = process.argv.slice(2).map((place) => path.relative(ROOT, path.resolve(place)));
  const files = findTests(places);
  if (files.length === 0) throw new Sentence(`no test begins with ${places.join(' or ')}`);
  process.env['CHABA_TEST_FAST'] ??= '1';
  const cluster = await startTestCluster();
  if (cluster === undefined) {
    console.log('Not run: PostgreSQL 15 with the extension citus is not installed on this machine.');
    return 0;
  }
  process.once('SIGINT', () => {
    cluster.stop();
    process.exit(1);
  });
  process.env['TEST_DATABASE_URL'] = cluster.url;
  process.env['TEST_CLUSTER_WORKERS'] = cluster.workers.join(',');
  try {
    const isAlonePassed = await runFiles(files.filter(stopsWorkers));
    const isOtherPassed = await runFiles(files.filter((file) => !stopsWorkers(file)));
    return isAlonePassed && isOtherPassed ? 0 : 1;
  } finally {
    cluster.stop();
  }
});

/** The test of the cluster itself kills a worker that other tests need. */
function stopsWorkers(file: string): boolean {
  return file.endsWith('cluster.heavy.test.ts');
}

function findTests(places: readonly string[]): string[] {
  const found = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => name.endsWith('.test.ts')),
  );
  const all = [...found, ...FILES].sort();
  if (places.length > 0) return all.filter((file) => places.some((place) => file.startsWith(place)));
  return all.filter((file) => {
    if (stopsWorkers(file)) return true;
    if (ONE_SERVER.some((pattern) => pattern.test(file))) return false;
    return !SIMULATED_CLOCK.test(fs.readFileSync(path.join(ROOT, file), 'utf8'));
  });
}

async function runFiles(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  return new Promise((resolve) => {
    let isPassed = false;
    const stream = run({
      files: files.map((file) => path.join(ROOT, file)),
      concurrency: CONCURRENCY,
      timeout: FILE_TIMEOUT_MS,
      execArgv: ['--import', pathToFileURL(path.join(import.meta.dirname, 'test-leash.ts')).href],
    });
    stream.on('test:summary', ({ file, counts }) => {
      if (file === undefined) isPassed = counts.tests > 0 && counts.passed === counts.tests;
    });
    stream
      .compose(new spec())
      .on('data', (words: unknown) => void process.stdout.write(String(words)))
      .once('close', () => resolve(isPassed));
  });
}
