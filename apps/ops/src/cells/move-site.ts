// npm run ops -- move-site <code>[,<code>…] --from <cell> --to <cell>: moves sites to another cell while they serve.
//
//     check ─▶ prepare ─▶ copy ─▶ follow ─▶ audit ─▶ fence ─▶ compare ─▶ switch ─▶ open ─▶ finish
//                                                   └ refused here ──────────────┘ └ served there
//
// Always true: every step may be repeated, so a command that was killed is run again, with or without --abort. The
// source stops writing, and everything it ever committed is at the target, before the target begins: at no moment do
// two cells serve. `open` is one commit at the target, made while this command holds the locks of the site at both
// cells; before it the move can be aborted, after it the site is moved back. A fault between fence and open opens the
// source again.
//
// Elsewhere: the parts of a step (packages/database/src/site-move.ts), refusals (move-checks.ts), the list of cells
// (cells-file.ts), the edge (edge.ts).

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase } from '@chaba/database';
import { copyOperators, loadCellFacts, recordAudit } from '@chaba/database/cell-facts';
import { listSubscriptions, publishServed } from '@chaba/database/reporting';
import { compareHeld, type HeldSums, holdSums } from '@chaba/database/site-comparison';
import {
  analyzeMovingTables,
  awaitMark,
  compareSums,
  connectOwner,
  createPublication,
  createSubscription,
  deleteMove,
  deleteSites,
  drain,
  dropPublication,
  dropSubscription,
  installFence,
  listLowSequences,
  listMissingReferences,
  listMoves,
  listUnfenced,
  lockSite,
  moveName,
  notifySites,
  raiseSequences,
  readClock,
  readCopyState,
  removeFence,
  type SiteMove,
  sumTables,
  writeMove,
} from '@chaba/database/site-move';
import { auditAll } from '@chaba/server/modules/audit';

import { CommandError } from '#ops/core/command';
import {
  type CellsFile,
  findCell,
  listMapLines,
  readAddress,
  readCells,
  writeCells,
  writeEdgeFiles,
} from './cells-file.ts';
import { setMap } from './edge.ts';
import { checkMove, type Side } from './move-checks.ts';
import { openReporting } from './reporting.ts';

export type Step =
  | 'check'
  | 'prepare'
  | 'copy'
  | 'follow'
  | 'audit'
  | 'fence'
  | 'compare'
  | 'switch'
  | 'open'
  | 'finish';
export type MoveProgress = { readonly step: Step | 'abort' | 'done'; readonly text: string } & Readonly<
  Record<string, unknown>
>;
export type MoveOptions = {
  readonly file: string;
  readonly codes: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly isAbort: boolean;
  readonly keptDays: number;
  readonly operator: string;
  readonly reason: string;
  readonly report: (progress: MoveProgress) => void;
};

type Run = MoveOptions & {
  readonly source: Side;
  readonly target: Side;
  readonly siteIds: readonly number[];
  readonly leader: number;
  /** The reporting database, if there is one. */
  readonly reporting: Side['client'] | undefined;
};

const COPY_POLL_MS = 500;
const FOLLOWED_MS = 1_000;
const MARK_PATIENCE_MS = 30_000;
/** A fence that lasts longer is opened again at the source. */
const FENCED_MS_MAX = 10_000;
/** Rows that are younger when the old ones are compared are compared behind the fence. */
const OLD_SECONDS = 30;
const COMPARISONS_MAX = 3;
const WORKERLESS_MS = 60_000;

/** Exit code: 0 moved (or aborted), 1 refused, 2 moved with a finding that a person must look at. */
export async function moveSites(options: MoveOptions): Promise<number> {
  const { file, codes, from, to } = options;
  const cells = readCells(file);
  if (from === to) throw new CommandError('--from and --to are the same cell: nothing was changed.');
  const sides = [
    await openSide(cells, from),
    await openSide(cells, to).catch((error: unknown) => toAway(error, options.isAbort)),
  ];
  const [source, target] = sides;
  let reporting: Side['client'] | undefined;
  try {
    if (source === undefined) throw new CommandError(`Cell ${from} does not answer: nothing was changed.`);
    const siteIds = await findSites(source, target, codes);
    await lock(source, siteIds, codes);
    if (target !== undefined) await lock(target, siteIds, codes);
    const own = (await listMoves(source.client)).filter(({ siteId }) => siteIds.includes(siteId));
    if (target === undefined) return await abortWithoutTarget(options, source, siteIds, own);
    reporting = cells.reporting === undefined ? undefined : await openReporting(cells);
    const run: Run = { ...options, source, target, siteIds, leader: Math.min(...siteIds), reporting };
    const there = (await listMoves(target.client)).filter(({ siteId }) => siteIds.includes(siteId));
    return await (options.isAbort ? abort(run, own, there) : move(run, own, there));
  } finally {
    for (const client of [source?.client, target?.client, reporting]) await client?.end().catch(() => undefined);
  }
}

async function openSide(cells: CellsFile, number: number): Promise<Side> {
  const cell = findCell(cells, number);
  const url = readAddress(cell.database, `the database of cell ${number}`);
  const client = await connectOwner(url).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The database of cell ${number} does not answer (${reason}): nothing was changed.`);
  });
  const replication = cell.replication === undefined ? url : readAddress(cell.replication, `cell ${number}`);
  return { number, cell, url, replication, client };
}

/** Only --abort can do without the target. */
function toAway(error: unknown, isAbort: boolean): undefined {
  if (!isAbort || !(error instanceof CommandError) || !error.message.includes('does not answer')) throw error;
  return undefined;
}

async function findSites(source: Side, target: Side | undefined, codes: readonly string[]): Promise<number[]> {
  const read = async ({ client }: Side): Promise<Map<string, number>> => {
    const { rows } = await client.query<{ id: number; code: string }>('select site_id as id, code from site');
    return new Map(rows.map(({ id, code }) => [code, id]));
  };
  const ids = await read(source);
  // After the rows of a moved site were deleted at the source, the target alone knows its id.
  const others = target === undefined ? new Map<string, number>() : await read(target);
  const gone = (await listMoves(source.client)).map(({ siteId }) => siteId);
  return codes.map((code) => {
    const other = others.get(code);
    const id = ids.get(code) ?? (other !== undefined && gone.includes(other) ? other : undefined);
    if (id === undefined) throw new CommandError(`Cell ${source.number} has no site ${code}: nothing was changed.`);
    return id;
  });
}

async function lock({ client, number }: Side, siteIds: readonly number[], codes: readonly string[]): Promise<void> {
  for (const [at, siteId] of siteIds.entries()) {
    if (await lockSite(client, siteId)) continue;
    throw new CommandError(`Another command is moving ${codes[at]} at cell ${number}: wait for it, or end it.`);
  }
}

const isServed = (moves: readonly SiteMove[]): boolean =>
  moves.length > 0 && moves.every(({ state }) => state === 'served');

async function move(run: Run, own: readonly SiteMove[], there: readonly SiteMove[]): Promise<number> {
  const { source, target, siteIds, codes } = run;
  const [leaving] = own;
  const isUnderWay = ['leaving', 'fenced', 'away'].includes(leaving?.state ?? '');
  const hasMoved =
    isServed(there) && leaving?.state === 'away' && there.every(({ moveId }) => moveId === leaving.moveId);
  if (hasMoved) {
    await finish(run, leaving.moveId);
    return 0;
  }
  if (isUnderWay && leaving !== undefined) {
    const isSame = own.length === siteIds.length && own.every(({ sites }) => sites.length === siteIds.length);
    if (leaving.otherCell !== target.number || !isSame) {
      const others = leaving.sites.length === siteIds.length ? '' : ` together with ${leaving.sites.length - 1} others`;
      throw new CommandError(
        `${codes.join(', ')} ${leaving.state === 'away' ? 'has moved' : 'is moving'} to cell ${leaving.otherCell}${others}: end that move first, with the same words.`,
      );
    }
  }
  const moveId = isUnderWay && leaving !== undefined ? leaving.moveId : randomUUID();
  const isThere = there.length > 0 && there.every((each) => each.state === 'arriving' && each.moveId === moveId);
  if (leaving?.state === 'away' && !isThere) {
    throw new CommandError(`${codes.join(', ')} has left cell ${source.number}: name the cell that serves it.`);
  }
  if (leaving?.state === 'fenced' && !isThere) {
    throw new CommandError(`Cell ${target.number} has lost the copy (restored?): --abort, then move again.`);
  }
  const isResumed = isUnderWay && there.some((each) => each.moveId === moveId);
  if (isResumed) run.report({ step: 'check', text: `The move ${moveId} goes on.` });
  else {
    await checkMove(run, there);
    await requireReporting(run);
  }
  if (leaving?.state !== 'fenced' && leaving?.state !== 'away') {
    await prepare(run, moveId, there);
    await copy(run, moveId);
  }
  await serveAgain(run, own);
  await follow(run, moveId);
  await audit(run, 'before the fence');
  // After the audit, which may take long: what is younger than the cut is compared behind the fence.
  const cut = await compareOld(run);
  const held = await hold(run);
  try {
    await requireServer(run);
    await moveFenced(run, { moveId, cut, held });
  } finally {
    for (const { client } of held) await client.end().catch(() => undefined);
  }
  return finish(run, moveId);
}

type Compared = { readonly cut: Date; readonly held: readonly [source: HeldSums, target: HeldSums] };

async function moveFenced(run: Run, { moveId, ...compared }: Compared & { readonly moveId: string }): Promise<void> {
  const { target } = run;
  const startedAt = performance.now();
  try {
    await fence(run, { moveId, reader: compared.held[0].pid, startedAt });
    await compareNew(run, compared, startedAt);
    await reportFrom(run, target, startedAt);
    await switchOver(run, target.number);
  } catch (error) {
    await reopen(run, moveId);
    throw error;
  }
  await open(run, moveId, startedAt);
}

/** The copy took a while: without a server the site would be served by nobody. */
async function requireServer({ target }: Run): Promise<void> {
  const { releases } = await loadCellFacts(target.client);
  if (releases.length > 0) return;
  throw new CommandError(
    `No server process of cell ${target.number} is ready. The source serves on: start one, and repeat.`,
  );
}

/** A resumed move goes back before the fence: the source serves until everything is compared again. */
async function serveAgain(run: Run, own: readonly SiteMove[]): Promise<void> {
  const { source, siteIds, target } = run;
  const [first] = own;
  if (first?.state !== 'fenced' && first?.state !== 'away') return;
  await writeMove(source.client, { moveId: first.moveId, state: 'leaving', otherCell: target.number, sites: siteIds });
  await reportFrom(run, source);
  await notifySites(source.client, siteIds);
}

async function prepare(run: Run, moveId: string, there: readonly SiteMove[]): Promise<void> {
  const { source, target, siteIds, report } = run;
  const old = there.filter(({ state, moveId: id }) => state === 'away' || (state === 'arriving' && id !== moveId));
  if (old.length > 0) {
    report({ step: 'prepare', text: `Deletes the rows that an earlier move left at cell ${target.number}.` });
    for (const { moveId: id } of old) await dropSubscription(target.client, undefined, moveName(id));
    await deleteSites(
      target.client,
      old.map(({ siteId }) => siteId),
    );
  }
  report({ step: 'prepare', text: 'Fences the target.' });
  await writeMove(target.client, { moveId, state: 'arriving', otherCell: source.number, sites: siteIds });
  await installFence(target.client, siteIds);
  await writeMove(source.client, { moveId, state: 'leaving', otherCell: target.number, sites: siteIds });
  await createPublication(source.client, moveName(moveId), siteIds);
  if (!there.some((each) => each.moveId === moveId)) {
    const { operator, reason } = run;
    const facts = { moveId, from: source.number, to: target.number };
    await recordAudit(source.client, siteIds, { operator, action: 'move-site begun', reason, facts });
  }
}

async function copy(run: Run, moveId: string): Promise<void> {
  const { source, target, siteIds, report } = run;
  const name = moveName(moveId);
  const startedAt = performance.now();
  await createSubscription(target.client, source.client, { name, sourceUrl: source.replication });
  let workerlessSince: number | undefined;
  for (let isReported = false; ; await sleep(COPY_POLL_MS)) {
    const state = await readCopyState(target.client, source.client, name);
    requireSlot(state.slot);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const { ready, tables, rows, lagBytes } = state;
    const text = `${ready} of ${tables} tables, ${rows} rows under way, ${lagBytes} bytes behind, ${seconds} s`;
    if (!isReported || ready === tables) report({ step: 'copy', text, ready, tables, rows, lagBytes, seconds });
    isReported = Math.round(seconds * 10) % 10 >= 5;
    if (tables > 0 && ready === tables) break;
    workerlessSince = state.hasWorker ? undefined : (workerlessSince ?? performance.now());
    if (workerlessSince !== undefined && performance.now() - workerlessSince > WORKERLESS_MS) {
      throw new CommandError(
        `The copy makes no progress: see the log of PostgreSQL at cell ${target.number} (subscription ${name}).`,
      );
    }
  }
  await installFence(source.client, siteIds);
}

function requireSlot(slot: string): void {
  if (slot !== 'lost') return;
  throw new CommandError(
    'The source has lost the replication slot (a failover, or full disks): --abort, then move again.',
  );
}

/** Waits until the target is less than a second behind. */
async function follow({ source, target, leader, report }: Run, moveId: string): Promise<void> {
  for (const until = Date.now() + MARK_PATIENCE_MS * 20; ; ) {
    const { slot, lagBytes } = await readCopyState(target.client, source.client, moveName(moveId));
    requireSlot(slot);
    const ms = await awaitMark(source.client, target.client, { siteId: leader, withinMs: MARK_PATIENCE_MS });
    const seconds = ms === undefined ? undefined : Math.round(ms) / 1_000;
    report({ step: 'follow', text: `${lagBytes} bytes and ${seconds ?? '> 30'} s behind`, lagBytes, seconds });
    if (ms !== undefined && ms < FOLLOWED_MS) return;
    if (Date.now() > until) throw new CommandError('The target does not catch up: see the log of PostgreSQL there.');
  }
}

/** Compares the old rows of large tables, which never change. Returns the moment before which they are old. */
async function compareOld({ source, target, siteIds, leader, report }: Run): Promise<Date> {
  const cut = new Date((await readClock(source.client)).getTime() - OLD_SECONDS * 1_000);
  const startedAt = performance.now();
  for (let turn = 1; ; turn += 1) {
    await awaitMark(source.client, target.client, { siteId: leader, withinMs: MARK_PATIENCE_MS });
    const [one, other] = await Promise.all(
      [source, target].map(({ client }) => sumTables(client, siteIds, { part: 'old', cut })),
    );
    const different = compareSums(one ?? [], other ?? []);
    const rows = one?.reduce((sum, each) => sum + Number(each.rows), 0);
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    report({ step: 'audit', text: `${rows} old rows compared in ${seconds} s`, rows, seconds });
    if (different.length === 0) return cut;
    // A long transaction may have committed an old row between the two.
    if (turn === COMPARISONS_MAX) {
      throw new CommandError(`The copy differs: ${different.join(', ')}. The source serves on.`);
    }
    await sleep(OLD_SECONDS * 100);
  }
}

/** Sums of the large tables that change, in snapshots that are held until the site is served again. */
async function hold({ source, target, siteIds, report }: Run): Promise<Compared['held']> {
  const startedAt = performance.now();
  const clients: Side['client'][] = [];
  const open = async ({ url }: Side): Promise<Side['client']> => {
    const client = await connectOwner(url);
    clients.push(client);
    return client;
  };
  try {
    // One after the other: a connection that opens after the other one failed would keep the command from its end.
    const [one, other] = [await open(source), await open(target)];
    const held = await Promise.all([holdSums(one, siteIds), holdSums(other, siteIds)]);
    const rows = [...held[0].sums.values()].reduce((sum, each) => sum + Number(each.rows), 0);
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    report({ step: 'audit', text: `${rows} rows that may change summed in ${seconds} s`, rows, seconds });
    return held;
  } catch (error) {
    for (const client of clients) await client.end().catch(() => undefined);
    throw error;
  }
}

/** Both cells at once: they are different machines. */
async function audit(run: Run, when: string): Promise<void> {
  const audits = await Promise.allSettled([auditSide(run, run.source, when), auditSide(run, run.target, when)]);
  for (const each of audits) if (each.status === 'rejected') throw each.reason;
}

async function auditSide({ siteIds, report }: Run, side: Side, when: string): Promise<void> {
  await analyzeMovingTables(side.client);
  const database = openDatabase({ url: side.url, poolSize: 2, applicationName: 'chaba move audit' });
  try {
    for (const siteId of siteIds) {
      const findings = await auditAll(database, { siteId, isTest: true });
      report({
        step: 'audit',
        text: `Cell ${side.number}, ${when}: ${findings.length} findings`,
        findings: findings.length,
      });
      if (findings.length === 0) continue;
      const [first] = findings;
      throw new CommandError(
        `The audit of cell ${side.number} has ${findings.length} findings (${first?.rule}: ${first?.detail}): not moved.`,
      );
    }
  } finally {
    await database.close();
  }
}

/** From here the site is refused everywhere, until `open` or `reopen`. */
async function fence(
  run: Run,
  { moveId, reader, startedAt }: { readonly moveId: string; readonly reader: number; readonly startedAt: number },
): Promise<void> {
  const { source, target, siteIds, leader, report } = run;
  report({ step: 'fence', text: 'The source refuses writes of the site.' });
  await writeMove(source.client, { moveId, state: 'fenced', otherCell: target.number, sites: siteIds });
  const fencedAt = await readClock(source.client);
  await notifySites(source.client, siteIds);
  const open = [...(await listUnfenced(source.client, siteIds)), ...(await listUnfenced(target.client, siteIds))];
  if (open.length > 0) throw new CommandError(`Tables without a fence: ${open.join(', ')}. The source serves again.`);
  const ended = await drain(source.client, fencedAt, reader);
  const withinMs = FENCED_MS_MAX - (performance.now() - startedAt);
  const ms = await awaitMark(source.client, target.client, { siteId: leader, withinMs });
  if (ms === undefined) {
    throw new CommandError('The last changes did not arrive in 10 s. The source serves again: try later.');
  }
  const { ready, tables } = await readCopyState(target.client, source.client, moveName(moveId));
  if (ready !== tables) throw new CommandError('A table is copied again. The source serves again: try later.');
  const seconds = Math.round(performance.now() - startedAt) / 1_000;
  report({
    step: 'fence',
    text: `Everything has arrived after ${seconds} s, ${ended} transactions ended.`,
    seconds,
    ended,
  });
}

async function compareNew(run: Run, { cut, held }: Compared, startedAt: number): Promise<void> {
  const { source, target, siteIds, report } = run;
  report({ step: 'compare', text: 'Compares the rest of the rows and the sequences.' });
  // Roles and requests refer to people, who belong to a cell.
  await copyOperators(source.client, target.client, siteIds);
  const [one = [], other = []] = await Promise.all(
    [source, target].map(({ client }) => sumTables(client, siteIds, { part: 'new', cut })),
  );
  const pairs = [source, target].map(({ client }, at) => ({ client, held: held[at === 0 ? 0 : 1] }));
  const changed = await compareHeld(pairs, siteIds);
  const missing = await listMissingReferences(target.client, siteIds);
  const different = [...compareSums(one, other), ...changed.different, ...missing];
  if (different.length > 0) {
    throw new CommandError(`The copy differs: ${different.join(', ')}. The source serves again.`);
  }
  await raiseSequences(source.client, target.client);
  const low = await listLowSequences(source.client, target.client);
  if (low.length > 0) {
    throw new CommandError(`Sequences of the target are low: ${low.join(', ')}. The source serves again.`);
  }
  const seconds = Math.round(performance.now() - startedAt) / 1_000;
  if (seconds * 1_000 > FENCED_MS_MAX) {
    throw new CommandError(`The fence took ${seconds} s. The source serves again: try later.`);
  }
  const rows = one.reduce((sum, each) => sum + Number(each.rows), changed.rows);
  report({ step: 'compare', text: `${rows} rows are equal, ${seconds} s after the fence.`, rows, seconds });
}

/** The edge sends requests of the sites to this cell from now on. */
async function switchOver({ file, codes, report }: Pick<Run, 'file' | 'codes' | 'report'>, to: number): Promise<void> {
  report({ step: 'switch', text: `The edge sends requests to cell ${to}.` });
  const cells = readCells(file);
  const moved = Object.fromEntries(
    Object.entries(cells.sites).map(([code, site]) => [code, codes.includes(code) ? { ...site, cell: to } : site]),
  );
  const next = { ...cells, sites: moved };
  writeCells(file, next);
  writeEdgeFiles(next);
  for (const socket of next.edge.sockets) await setMap(socket, listMapLines(next));
}

async function requireReporting({ reporting, source, target }: Run): Promise<void> {
  if (reporting === undefined) return;
  const states = await listSubscriptions(reporting);
  for (const { number } of [source, target]) {
    const state = states.find(({ cell }) => cell === number);
    if (state?.isFollowing === true && state.ready === state.tables) continue;
    throw new CommandError(
      `The reporting database does not follow cell ${number}: npm run ops -- reporting; nothing was changed.`,
    );
  }
}

/** The reporting database has the sites from this cell from now on, and everything that the other one wrote. */
async function reportFrom(run: Run, from: Side, startedAt = performance.now()): Promise<void> {
  const { reporting, source, target, siteIds, leader } = run;
  if (reporting === undefined) return;
  if (from === target) {
    const withinMs = FENCED_MS_MAX - (performance.now() - startedAt);
    const ms = await awaitMark(source.client, reporting, { siteId: leader, withinMs });
    if (ms === undefined) {
      throw new CommandError('The reporting database is behind. The source serves again: try later.');
    }
    await publishServed(source.client);
    await publishServed(target.client, siteIds);
  } else {
    await publishServed(target.client);
    await publishServed(source.client, siteIds);
  }
}

async function open(run: Run, moveId: string, startedAt: number): Promise<void> {
  const { source, target, siteIds, keptDays, report } = run;
  report({ step: 'open', text: `Cell ${target.number} begins to serve.` });
  await writeMove(source.client, { moveId, state: 'away', otherCell: target.number, sites: siteIds, keptDays });
  await writeMove(target.client, { moveId, state: 'served', otherCell: source.number, sites: siteIds });
  const seconds = Math.round(performance.now() - startedAt) / 1_000;
  // Windows and caches learn it by themselves within seconds, if this command dies here.
  await Promise.allSettled([source, target].map(({ client }) => notifySites(client, siteIds)));
  report({ step: 'open', text: `Cell ${target.number} serves, ${seconds} s after the fence.`, seconds });
}

/** After a fault between fence and open the source serves again. The target has not begun. */
async function reopen(run: Run, moveId: string): Promise<void> {
  const { source, target, siteIds } = run;
  await reportFrom(run, source).catch(() => undefined);
  await writeMove(source.client, { moveId, state: 'leaving', otherCell: target.number, sites: siteIds });
  await notifySites(source.client, siteIds);
  await switchOver(run, source.number).catch((error: unknown) => {
    const text = `The edge was not set back: ${error instanceof Error ? error.message : String(error)}`;
    run.report({ step: 'switch', text });
  });
}

async function finish(run: Run, moveId: string): Promise<number> {
  const { source, target, siteIds, codes, report, operator, reason, keptDays } = run;
  report({ step: 'finish', text: 'Drops subscription, slot and publication.' });
  await dropSubscription(target.client, source.client, moveName(moveId));
  await dropPublication(source.client, moveName(moveId));
  await removeFence(target.client, siteIds);
  const facts = { moveId, from: source.number, to: target.number };
  const { rowCount } = await target.client.query(
    `select from audit_log where site_id = $1 and action = 'move-site' and facts ->> 'moveId' = $2`,
    [run.leader, moveId],
  );
  if (rowCount === 0) await recordAudit(target.client, siteIds, { operator, action: 'move-site', reason, facts });
  // The edge's files are made again, in case the command was killed between two of them.
  await switchOver(run, target.number);
  if (keptDays === 0) await clean(source, siteIds);
  let code = 0;
  await audit(run, 'after the move').catch((error: unknown) => {
    // It serves at the target already, so nothing is taken back: a person decides.
    report({ step: 'finish', text: error instanceof Error ? error.message : String(error), isAlarm: true });
    code = 2;
  });
  const kept =
    keptDays === 0 ? 'its rows at the source are deleted' : `cell ${source.number} keeps its rows for ${keptDays} days`;
  report({ step: 'done', text: `${codes.join(', ')} is served by cell ${target.number}; ${kept}.` });
  return code;
}

/** Deletes the rows of sites that moved away from a cell, and the fence with them. */
export async function clean({ client }: Pick<Side, 'client'>, siteIds: readonly number[]): Promise<number> {
  const rows = await deleteSites(client, siteIds);
  await removeFence(client, siteIds);
  await client.query('update site_move set deleted_at = now() where site_id = any($1)', [siteIds]);
  return rows;
}

async function abort(run: Run, own: readonly SiteMove[], there: readonly SiteMove[]): Promise<number> {
  const { source, target, siteIds, codes, report, operator, reason } = run;
  const [leaving] = own;
  const arriving = there.filter(({ state }) => state === 'arriving');
  const moveId = leaving?.moveId ?? arriving[0]?.moveId;
  if (moveId === undefined || (leaving === undefined && arriving.length === 0) || leaving?.state === 'served') {
    throw new CommandError(
      `No move of ${codes.join(', ')} from cell ${source.number} is under way: nothing was changed.`,
    );
  }
  if (isServed(there)) {
    throw new CommandError(
      `Cell ${target.number} serves ${codes.join(', ')} already: move it back with --from ${target.number} --to ${source.number}.`,
    );
  }
  report({ step: 'abort', text: `The source serves on; the copy at cell ${target.number} is deleted.` });
  // Under the locks of both cells, so that no other command can open the target.
  if (leaving !== undefined) {
    await switchOver(run, source.number);
    await reportFrom(run, source);
    await writeMove(source.client, { moveId, state: 'leaving', otherCell: target.number, sites: siteIds });
    await notifySites(source.client, siteIds);
  }
  await dropSubscription(target.client, source.client, moveName(moveId));
  await dropPublication(source.client, moveName(moveId));
  if (arriving.length > 0) {
    await deleteSites(target.client, siteIds);
    await removeFence(target.client, siteIds);
    await deleteMove(target.client, siteIds);
  }
  await removeFence(source.client, siteIds);
  await deleteMove(source.client, siteIds);
  const facts = { moveId, from: source.number, to: target.number };
  await recordAudit(source.client, siteIds, { operator, action: 'move-site aborted', reason, facts });
  report({ step: 'done', text: `Aborted: ${codes.join(', ')} is served by cell ${source.number} as before.` });
  return 0;
}

/** The target is lost: the source may serve again unless it had given the site away. */
async function abortWithoutTarget(
  run: MoveOptions,
  source: Side,
  siteIds: readonly number[],
  own: readonly SiteMove[],
): Promise<number> {
  const [leaving] = own;
  if (leaving === undefined || !['leaving', 'fenced'].includes(leaving.state)) {
    throw new CommandError(
      leaving?.state === 'away'
        ? `Cell ${run.to} may serve the site and does not answer: nothing was changed. Bring it back and repeat the command.`
        : `No move of ${run.codes.join(', ')} from cell ${source.number} is under way: nothing was changed.`,
    );
  }
  await switchOver(run, source.number);
  await writeMove(source.client, { moveId: leaving.moveId, state: 'leaving', otherCell: run.to, sites: siteIds });
  await notifySites(source.client, siteIds);
  run.report({
    step: 'done',
    text: `Cell ${source.number} serves ${run.codes.join(', ')}. Repeat --abort when cell ${run.to} answers: its copy is still there.`,
  });
  return 0;
}
