// A site moves between two cells under load: servers, PostgreSQL and an edge for each, wallet calls and live streams
// through the edge. Then everything that takes part is killed at each step, and the command is repeated or aborted.
//
// Always true: each acknowledged call is at the cell that serves in the end, once, with the balance that was answered;
// both cells are asked to write all the time, and at no moment both do. Without HAProxy a message states that nothing
// was checked. CELL_STREAMS, CELL_PLAYERS and CELL_PAUSE_MS set the load, CELL_TRANSACTIONS the wallet transactions of
// the site before the move, CELL_FAULTS=all kills at every step, CELL_PROGRAMS names the folder of a PostgreSQL
// (npm run test:ha -- cells sets it).
//
// Elsewhere: refusals, without servers (move-site.test.ts); one cell of two that fails
// (e2e/faults/cells.heavy.test.ts).

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { baht } from '@chaba/money';
import { createSignedHeaders } from '@chaba/server/core/signature';
import { auditAll } from '@chaba/server/modules/audit';
import { issueKey } from '@chaba/server/modules/providers';
import { createGameSession, createMember, createSite, type TestMember } from '@chaba/server/testing/factories';
import { type ServerProcess, startServerProcess } from '@chaba/server/testing/server-process';

import { type EdgeProcess, hasHaproxy, startHaproxy } from '@chaba/testing/product/edge-process';
import { ROOT } from '#ops/core/root';
import { StreamClients } from '@chaba/testing/product/stream-clients';
import { type BedCell, CellBed } from '@chaba/testing/beds/ha/cell-bed';
import { addPlayedRounds } from '@chaba/testing/beds/ha/played-rounds';
import { readCells, writeCells } from './cells-file.ts';
import type { MoveProgress } from './move-site.ts';

const PLAYERS = Number(process.env['CELL_PLAYERS'] ?? 24);
const STREAMS = Number(process.env['CELL_STREAMS'] ?? 300);
/** A player without a pause waits for the answer only; many of them overload a machine of two processors. */
const PAUSE_MS = Number(process.env['CELL_PAUSE_MS'] ?? 0);
const TRANSACTIONS = Number(process.env['CELL_TRANSACTIONS'] ?? 0);
const WINDOWS = 5;
const RELOADS = 5;
const REFUSED_MS_MAX = 10_000;
const STREAMS_BACK_MS = 5_000;
/** The streams of a moved site connect again at random moments of this time. */
const AWAY_RECONNECT_MS = 2_000;
/** The journal grows with each round, and each move audits all of it four times. */
const FAULT_LOAD = { players: 8, pauseMs: 50 };
/** A command that takes longer hangs. */
const COMMAND_MS_MAX = 240_000 + 2 * TRANSACTIONS;
const SECRETS = { studioSecret: ['sandbox-secret'], providerSecret: ['sandbox-secret'] } as const;
const STEPS = ['copy', 'follow', 'audit', 'fence', 'compare', 'switch', 'open', 'finish'] as const;
const VICTIMS = ['command', 'source server', 'target server', 'source database', 'target database'] as const;
type Victim = (typeof VICTIMS)[number];
type StepName = (typeof STEPS)[number];
/** Every step for the command; for the others where the site is between two cells. */
const FAULTS: readonly (readonly [StepName, Victim])[] = chooseFaults(process.env['CELL_FAULTS']);

/** `all`, a list such as `fence/command,copy/source server` in its order, or a choice. */
function chooseFaults(given = ''): readonly (readonly [StepName, Victim])[] {
  const all = STEPS.flatMap((step) => VICTIMS.map((victim) => [step, victim] as const));
  if (given === 'all') return all;
  if (given !== '') return given.split(',').flatMap((name) => all.filter((each) => each.join('/') === name));
  return all.filter(([step, victim]) => victim === 'command' || step === 'copy' || step === 'fence');
}

type Acknowledged = { readonly txId: string; readonly balance: string; readonly player: string };

if (hasHaproxy()) await checkMoves();
else console.log('Not checked: HAProxy is not installed (apt-get install haproxy).');

async function checkMoves(): Promise<void> {
  const bed = new CellBed(process.env['CELL_PROGRAMS']);
  after(() => bed.close());
  const [zero, one] = await Promise.all([bed.openDatabase(0), bed.openDatabase(1)]);
  const chaba = await createSite(zero.database, { code: 'chaba', apiKey: 'chaba-key', theme: 'gold' });
  const key = await zero.database.transaction((tx) => issueKey(tx, chaba, { provider: 'test', secrets: SECRETS }));
  assert.ok(key !== 'two_keys');
  const members: TestMember[] = [];
  for (let place = 0; place < PLAYERS; place += 1) {
    members.push(await createMember(zero.database, chaba, { money: baht(1_000_000) }));
  }
  const memberIds = members.map(({ id }) => id);
  await addPlayedRounds(zero.owner, chaba.id, { memberIds, rounds: TRANSACTIONS / 2 });
  const watchers: TestMember[] = [];
  while (watchers.length < STREAMS / WINDOWS) watchers.push(await createMember(zero.database, chaba));
  const servers = await Promise.all(
    [zero, one].map(({ url }) => startServerProcess(url, { TRUST_PROXY: '1', CHABA_HTTPS: 'on', CHABA_JOBS: 'on' })),
  );
  const hosts = servers.map(({ url }) => new URL(url).host);
  const edge = await startHaproxy({ file: 'cells.cfg', servers: { '': hosts }, files: { 'cells.map': '' } });
  after(() => edge.stop());
  for (const [at, cell] of [zero, one].entries()) await bed.list(cell, [hosts[at] ?? '']);
  const listed = readCells(bed.file);
  writeCells(bed.file, { ...listed, edge: { folder: edge.folder, sockets: [edge.socket] } });
  assert.match(await bed.write(), /Start or reload the edge/);
  await edge.reload();
  while (!(await bed.write().catch(String)).endsWith('are written.')) await sleep(200);
  const world: World = { bed, cells: [zero, one], servers, edge, members, watchers, key, siteId: chaba.id };

  test('moves a site under wallet calls and live streams without losing a call', (t) => checkLoad(t, world));
  test('reloads the edge under wallet calls without losing or refusing one', (t) => checkReload(t, world));
  test('is served by one cell at every moment whatever is killed at any step', (t) => checkFaults(t, world));
}

type World = {
  readonly bed: CellBed;
  readonly cells: readonly [BedCell, BedCell];
  readonly servers: readonly ServerProcess[];
  readonly edge: EdgeProcess;
  readonly members: readonly TestMember[];
  /** Members with open windows. */
  readonly watchers: readonly TestMember[];
  readonly key: { readonly keyId: string; readonly secret: string };
  readonly siteId: number;
};

/** Sends a signed call of the provider `test` through the edge. */
function callWallet(
  { edge, key: { keyId, secret } }: World,
  operation: string,
  fields: object,
  agent: http.Agent,
): Promise<{ readonly code: string; readonly balance: string }> {
  const target = `/seamless/v1/${operation}`;
  const body = JSON.stringify(fields);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...createSignedHeaders(keyId, secret, { method: 'POST', target, body }),
  };
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: edge.port,
      path: target,
      method: 'POST',
      headers,
      agent,
      timeout: 5_000,
    };
    const request = http.request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => {
        const answer = response.statusCode === 200 ? (JSON.parse(text) as Record<string, string>) : {};
        resolve({ code: answer['code'] ?? String(response.statusCode), balance: String(answer['balanceAfter']) });
      });
      response.once('error', reject);
    });
    request.once('timeout', () => request.destroy(new Error('no response')));
    request.once('error', reject);
    request.end(body);
  });
}

let runs = 0;

/** Bets and wins of every player in turn; an answer other than OK is asked for again with the same id. */
function startLoad(world: World, { players: count, pauseMs }: { readonly players: number; readonly pauseMs: number }) {
  runs += 1;
  const run = runs;
  const end = new AbortController();
  const acknowledged: Acknowledged[] = [];
  const wrong: string[] = [];
  const okAt: number[] = [];
  const refusals: string[] = [];
  const players = world.members.slice(0, count).map(async (player, place) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    let token = await createGameSession((await servingCell(world)).database, player);
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      const roundId = `${run}-${place}-${turn >> 1}`;
      const operation = turn % 2 === 0 ? 'bet' : 'win';
      const txId = `${roundId}-${operation}`;
      const more = operation === 'bet' ? { token } : { roundClosed: true, refTxId: `${roundId}-bet` };
      const ids = { playerId: player.playerId, gameCode: 'test-slot', roundId, txId, amount: '1', currency: 'THB' };
      for (;;) {
        const answer = await callWallet(world, operation, { ...ids, ...more }, agent).catch((error: unknown) => ({
          code: String(error),
          balance: '',
        }));
        if (answer.code === 'OK') {
          acknowledged.push({ txId, balance: answer.balance, player: player.playerId });
          okAt.push(performance.now());
          if (pauseMs > 0) await sleep(pauseMs);
          break;
        }
        refusals.push(answer.code);
        if (/^(?:[A-Z]+_)+[A-Z]+$/.test(answer.code) && answer.code !== 'TEMPORARY_ERROR') {
          wrong.push(`${txId}: ${answer.code}`);
          token = '';
          break;
        }
        if (end.signal.aborted) break;
        await sleep(50);
      }
    }
    agent.destroy();
  });
  return {
    acknowledged,
    wrong,
    refusals,
    /** The longest time without an OK of any player. */
    longestGapMs: () => okAt.reduce((longest, at, place) => Math.max(longest, at - (okAt[place - 1] ?? at)), 0),
    firstOkAfter: (at: number) => okAt.find((each) => each >= at) ?? Number.POSITIVE_INFINITY,
    async end() {
      end.abort();
      await Promise.all(players);
    },
  };
}

async function servingCell({ cells, siteId }: World): Promise<BedCell> {
  for (const cell of cells) {
    const [row] = await cell.owner.rows<{ state: string | null }>(sql`
      select (select state from site_move m where m.site_id = site.site_id) as state from site where site_id = ${siteId}`);
    if (row !== undefined && [null, 'leaving', 'served'].includes(row.state)) return cell;
  }
  throw new Error('no cell serves the site');
}

/** Each acknowledged call is there once, and the last one of a player has the balance of the wallet. */
async function checkCalls(world: World, cell: BedCell, load: ReturnType<typeof startLoad>): Promise<void> {
  assert.deepEqual(load.wrong, []);
  const rows = await cell.owner.rows<{ txId: string; count: bigint }>(sql`
    select tx_id as "txId", count(*) as count from wallet_transaction where site_id = ${world.siteId} group by 1`);
  const counts = new Map(rows.map(({ txId, count }) => [txId, Number(count)]));
  const lost = load.acknowledged.filter(({ txId }) => counts.get(txId) !== 1).map(({ txId }) => txId);
  assert.deepEqual(lost, [], `of ${load.acknowledged.length} acknowledged calls`);
  assert.deepEqual(await auditAll(cell.owner, { siteId: world.siteId, isTest: true }), []);
}

/** Runs the command as an operator does. */
function startMove(
  { bed }: World,
  words: readonly string[],
  onStep: (progress: MoveProgress) => void = () => undefined,
) {
  const command = [path.join(ROOT, 'apps/ops/src/main.ts'), 'ops', 'move-site', 'chaba', ...words, '--json'];
  const child: ChildProcess = spawn(process.execPath, command, {
    env: { ...process.env, CELLS_FILE: bed.file },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    const found = (rest + part).split('\n');
    rest = found.pop() ?? '';
    for (const line of found) {
      lines.push(line);
      onStep(JSON.parse(line) as MoveProgress);
    }
  });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => lines.push(part));
  const timeout = setTimeout(() => {
    lines.push(`no end after ${COMMAND_MS_MAX} ms`);
    child.kill('SIGKILL');
  }, COMMAND_MS_MAX);
  const ended = once(child, 'close').then(([code]) => {
    clearTimeout(timeout);
    return code as number | null;
  });
  return { child, ended, lines };
}

async function checkLoad(t: TestContext, world: World): Promise<void> {
  const load = startLoad(world, { players: PLAYERS, pauseMs: PAUSE_MS });
  const streams = new StreamClients(`http://127.0.0.1:${world.edge.port}`, {
    members: world.watchers,
    count: STREAMS,
    host: 'chaba.test',
  });
  while (load.acknowledged.length < PLAYERS) await sleep(100);
  const streamsAt = performance.now();
  await streams.start(AWAY_RECONNECT_MS);
  while (streams.open < STREAMS * 0.99) await sleep(50);
  const firstMs = performance.now() - streamsAt;
  while (load.acknowledged.length < PLAYERS * 20) await sleep(100);
  const startedAt = performance.now();
  const before = load.acknowledged.length;
  let fencedAt = 0;
  let openedAt = 0;
  const opened = Promise.withResolvers<undefined>();
  let fenceSeconds = 0;
  const { ended, lines } = startMove(world, ['--from', '0', '--to', '1'], ({ step, seconds }) => {
    if (step === 'fence') fencedAt ||= performance.now();
    if (step !== 'open') return;
    openedAt = performance.now();
    if (seconds !== undefined) opened.resolve(undefined);
    fenceSeconds = Number(seconds ?? fenceSeconds);
  });
  const backAt = (async () => {
    await opened.promise;
    while (streams.countOpenSince(fencedAt) < STREAMS * 0.99) await sleep(50);
    return performance.now();
  })();
  assert.equal(await ended, 0, lines.join('\n'));
  const perSecond = ((load.acknowledged.length - before) * 1_000) / (performance.now() - startedAt);
  const streamsBackMs = (await backAt) - openedAt;
  await sleep(1_000);
  await load.end();
  streams.stop();
  // A machine whose processors are all busy leaves gaps of its own; the refusal is the time around the fence.
  const gap = load.longestGapMs();
  const refusedMs = load.firstOkAfter(openedAt) - fencedAt;
  t.diagnostic(
    `${load.acknowledged.length} calls, ${Math.round(perSecond)}/s during the move, ${load.refusals.length} refused and repeated; ` +
      `refused for ${Math.round(refusedMs)} ms (longest time without an OK in all ${Math.round(gap)} ms); fence to opening ${fenceSeconds} s; ` +
      `${STREAMS} streams back after ${Math.round(streamsBackMs)} ms (${countEqual(streams.failures)}; at first ${Math.round(firstMs)} ms); the move took ${Math.round((openedAt - startedAt) / 1_000)} s`,
  );
  await checkCalls(world, world.cells[1], load);
  assert.ok(refusedMs <= REFUSED_MS_MAX, `refused for ${refusedMs} ms`);
  assert.ok(streamsBackMs <= STREAMS_BACK_MS, `streams back after ${streamsBackMs} ms`);
}

async function checkReload(t: TestContext, world: World): Promise<void> {
  const load = startLoad(world, { players: PLAYERS, pauseMs: 0 });
  while (load.acknowledged.length < PLAYERS * 20) await sleep(100);
  for (let turn = 0; turn < RELOADS; turn += 1) {
    await world.edge.reload();
    await sleep(2_000);
  }
  await load.end();
  t.diagnostic(`${load.acknowledged.length} calls through ${RELOADS} reloads, ${load.refusals.length} refused`);
  await checkCalls(world, await servingCell(world), load);
  assert.deepEqual(load.refusals, []);
}

/** `3 × 503, 1 × Error…` */
const countEqual = (all: readonly string[]): string =>
  [...Map.groupBy(all, String)].map(([text, { length }]) => `${length} × ${text}`).join(', ') || 'none refused';

/** Asks both cells to write, all the time. */
function startProbe({ cells, members, siteId }: World) {
  const answers: { readonly cell: number; readonly at: number }[] = [];
  const end = new AbortController();
  const [member] = members;
  const probes = cells.map(async ({ database, number }) => {
    while (!end.signal.aborted) {
      const begunAt = performance.now();
      const rows = await database
        .execute(
          sql`update member set has_play_limits = has_play_limits where site_id = ${siteId} and member_id = ${member?.id ?? 0n}`,
        )
        .catch(() => 0);
      // A write began after every refusal before it, so the time of its begin decides.
      if (rows === 1) answers.push({ cell: number, at: begunAt });
      await sleep(20);
    }
  });
  return {
    async end(): Promise<number[]> {
      end.abort();
      await Promise.all(probes);
      const order = answers.toSorted((one, other) => one.at - other.at).map(({ cell }) => cell);
      return order.filter((cell, place) => cell !== order[place - 1]);
    },
  };
}

async function checkFaults(t: TestContext, world: World): Promise<void> {
  for (const [round, [step, victim]] of FAULTS.entries()) {
    const source = await servingCell(world);
    const from = source.number;
    const to = 1 - from;
    const target = world.cells[to as 0 | 1];
    const load = startLoad(world, FAULT_LOAD);
    const probe = startProbe(world);
    const words = ['--from', String(from), '--to', String(to)];
    const startedAt = performance.now();
    let order: number[] = [];
    let restart: (() => Promise<void>) | undefined;
    const kill = (): void => {
      const server = victim.endsWith('server') ? world.servers[victim === 'source server' ? from : to] : undefined;
      const cell = victim.endsWith('database') ? (victim === 'source database' ? source : target) : undefined;
      if (victim === 'command') run.child.kill('SIGKILL');
      const killed = Promise.resolve(server?.kill() ?? cell?.kill());
      restart = async () => {
        await killed;
        await (server?.start() ?? cell?.start());
      };
    };
    const run = startMove(world, words, (progress) => {
      if (progress.step === step && restart === undefined) kill();
    });
    let first: number | null = null;
    let last = '';
    try {
      first = await run.ended;
      assert.doesNotMatch(run.lines.join('\n'), /no end after/, `${step}, ${victim}`);
      assert.ok(restart !== undefined, `${step} was not reached: ${run.lines.join('\n')}`);
      await restart();
      // Every third round goes back instead of on.
      const isAborted = round % 3 === 2 && (first === null || first === 1);
      last = await repeat(world, [...words, ...(isAborted ? ['--abort'] : [])]);
    } finally {
      await load.end();
      order = await probe.end();
    }
    const serving = await servingCell(world);
    const name = `(${step}, ${victim}) ${from} → ${to}`;
    assert.deepEqual(order.at(-1), serving.number, name);
    assert.ok(order.length <= 2, `${name}: both cells wrote, in the order ${order.join(', ')}`);
    await checkCalls(world, serving, load);
    const line =
      `${name}: first ${first}, ${last}; served by ${serving.number}; ${load.acknowledged.length} calls, ` +
      `longest time without an OK ${Math.round(load.longestGapMs())} ms, ${Math.round((performance.now() - startedAt) / 1_000)} s`;
    t.diagnostic(line);
    // A run of all steps takes long: the rounds so far.
    fs.appendFileSync(path.join(world.bed.folder, 'rounds'), `${line}\n`);
  }
}

/** Repeats the command until it succeeds, or has nothing to do. */
async function repeat(world: World, words: readonly string[]): Promise<string> {
  let text = '';
  for (let turn = 1; turn <= 20; turn += 1) {
    const { ended, lines } = startMove(world, words);
    const code = await ended;
    text = lines.join('\n');
    assert.doesNotMatch(text, /no end after/, words.join(' '));
    if (code === 0) return `${words.includes('--abort') ? 'aborted' : 'moved'} by repetition ${turn}`;
    if (/has left cell|serves .* already|No move of .* is under way/.test(text)) return `nothing to do (${turn})`;
    await sleep(1_000);
  }
  throw new Error(`the command does not succeed: ${words.join(' ')}: ${text}`);
}
