// The cost of the back office for the wallet: calls with and without busy operators, and an export of all members.
//
// Always true: both sides of a comparison run in turns in one measurement.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { OPERATOR_ROLE } from '@chaba/embedded-postgres';

import { getChildrenTime, getMemory, getProcessorTime } from '#bench/processes';

import { type Bench, runWallet, WALLET_RATE } from './parts.ts';
import { type OfficeClient, signIn } from './office-client.ts';
import { formatFigure } from './table.ts';

const ROUNDS = 5;
const SECONDS = 6;
/** Pages that operators open over and over. */
const PATHS = [
  '/lists/queues',
  '/lists/members?sort=seen',
  '/lists/withdrawals?queue=recent',
  '/dashboard',
  '/lists/audit',
];
const PATHS_A_SECOND = 20;
const EXPORT_WITHIN_S = 600;
const GOALS = { share: 0.95, exportSeconds: 120, exportMegabytes: 50, p99: 1.1 } as const;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;

export async function measureWalletShare(bench: Bench): Promise<void> {
  const client = await signIn(bench.office.port, 'finance');
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await runWallet(bench, { rate: WALLET_RATE, seconds: SECONDS, run: `alone-${process.pid}-${round}` });
    const stop = openPages(client);
    const beside = await runWallet(bench, {
      rate: WALLET_RATE,
      seconds: SECONDS,
      run: `beside-${process.pid}-${round}`,
    });
    const opened = await stop();
    console.log(
      `wallet alone ${formatFigure(alone.perSecond)} calls/s, p99 ${formatFigure(alone.p99)} ms; beside ${opened} pages ` +
        `${formatFigure(beside.perSecond)} calls/s, p99 ${formatFigure(beside.p99)} ms`,
    );
    shares.push(beside.perSecond / alone.perSecond);
  }
  const share = median(shares);
  bench.table.addFigure(`wallet calls beside ${PATHS_A_SECOND} pages a second`, {
    figure: `${formatFigure(share)} ×`,
    goal: `≥ ${GOALS.share} ×`,
    isMet: share >= GOALS.share,
  });
}

/** Opens pages at a fixed rate; returns what ends it and counts them. */
function openPages(client: OfficeClient): () => Promise<number> {
  const open: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    open.push(client.call('GET', PATHS[open.length % PATHS.length] ?? ''));
  }, 1_000 / PATHS_A_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return open.length;
  };
}

type Job = { readonly export: string; readonly state: string; readonly rows: number };

export async function measureExport(bench: Bench): Promise<void> {
  const { office, table, fixture } = bench;
  const client = await signIn(office.port, 'risk');
  const getTimes = () =>
    [getProcessorTime(office.pid), getChildrenTime(fixture.postgresPid, new RegExp(OPERATOR_ROLE))] as const;
  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(
      (await runWallet(bench, { rate: WALLET_RATE, seconds: SECONDS, run: `quiet-${process.pid}-${round}` })).p99,
    );
  }
  const before = getMemory(office.pid);
  const [nodeBefore, postgresBefore] = getTimes();
  const startedAt = performance.now();
  const order = { kind: 'list', name: 'members', params: {}, key: randomUUID() };
  const started = await client.call<Job>('POST', '/exports', order);
  let peak = before;
  const turn = { isOver: false };
  const watch = setInterval(() => {
    peak = Math.max(peak, getMemory(office.pid));
  }, 250);
  const beside: number[] = [];
  const wallet = (async () => {
    for (let round = 0; !turn.isOver; round += 1) {
      beside.push(
        (await runWallet(bench, { rate: WALLET_RATE, seconds: SECONDS, run: `export-${process.pid}-${round}` })).p99,
      );
    }
  })();
  const job = await waitForExport(client, started.data.export);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [nodeAfter, postgresAfter] = getTimes();
  turn.isOver = true;
  clearInterval(watch);
  await wallet;
  table.addFigure(`export of ${job.rows} members`, {
    figure: `${formatFigure(seconds)} s`,
    goal: `≤ ${GOALS.exportSeconds} s`,
    isMet: job.state === 'done' && seconds <= GOALS.exportSeconds,
  });
  // Independent of other work on the machine, unlike the time.
  console.log(
    `processor seconds of the export: Node ${formatFigure((nodeAfter - nodeBefore) / 1_000)}, ` +
      `PostgreSQL ${formatFigure((postgresAfter - postgresBefore) / 1_000)}`,
  );
  table.addFigure('memory of the export', {
    figure: `+${peak - before} MB`,
    goal: `≤ ${GOALS.exportMegabytes} MB`,
    isMet: peak - before <= GOALS.exportMegabytes,
  });
  const ratio = median(beside) / median(alone);
  table.addFigure('p99 of wallet calls during the export', {
    figure: `${formatFigure(ratio)} × (${formatFigure(median(beside))} against ${formatFigure(median(alone))} ms)`,
    goal: `≤ ${GOALS.p99} ×`,
    isMet: ratio <= GOALS.p99,
  });
}

async function waitForExport(client: OfficeClient, id: string): Promise<Job> {
  for (let second = 0; second < EXPORT_WITHIN_S; second += 1) {
    await sleep(1_000);
    const { data } = await client.call<readonly Job[]>('GET', '/exports');
    const job = data.find((each) => each.export === id);
    if (job !== undefined && job.state !== 'waiting' && job.state !== 'running') return job;
  }
  throw new Error('the export was not finished in time');
}
