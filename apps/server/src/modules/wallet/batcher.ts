// The batcher of the wallet: commands queue in the lane of their member, and one database transaction applies all that
// are queued.
//
//     command ─▶ lane (site, member mod lanes) ─▶ batch: lock lane ─▶ loadState ─▶ applyCommand for each ─▶ writeState
//
// Always true: a lane has one batch in flight; commands that arrive meanwhile form the next batch, so a quiet lane
// responds at once and a busy one shares each flush. The database's lock on the lane is requested first: it keeps the
// order of rows, and several processes may serve the same lane. After a failed batch its commands are applied one by
// one, so a command that fails does not fail others. No network call happens inside the transaction.
//
// The exception to "a use case opens its own transaction" (docs/architecture.md): here the lane opens it, for many.
//
// Elsewhere: the rules (wallet-rules.ts), SQL (wallet.store.ts), what precedes a command (wallet.ts).

import { type TransactionName, toRoundKey } from '#core/transaction-names';
import { type Database, isDatabaseUnavailable, type Transaction } from '@chaba/database';
import { getLaneCount, laneOf, loadLaneBatch, writeBatch } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { publishMemberChanged } from '#core/member-events';
import { getSiteLabel, walletBatchCalls, walletBatchDuration, walletLaneWaiting } from '#core/metrics';
import { getCurrentSpan, startBatchSpan, type TraceSpan, withSpan } from '#core/tracing';
import { loadOpenRequirements, saveRequirements } from '#modules/requirements';
import { loadRemovals, type Removal, writeRemovals } from '#modules/removals';
import { forfeitSpentRequirements } from '#modules/own-money';
import { type TurnoverRequirement } from '#modules/turnover';
import { countLosses, countPlay, loadActivePlayLimits } from '#modules/limits';
import { loadStakeRestrictions } from '#modules/members';
import type { BetWin, WalletCommand, WalletOutcome } from '#modules/wallet-commands';
import { hasOpposite, isHedgeable } from './contribution.ts';
import type { GrantingRound, HeldWin, Round } from './rounds.ts';
import { getBalance } from './wallet-effects.ts';
import { applyCommand } from './wallet-rules.ts';
import { createWalletState, type WalletState } from './wallet-state.ts';
import * as store from './wallet.store.ts';

type Queued = {
  readonly command: WalletCommand;
  /** The span of its call, if it is sampled. */
  readonly span: TraceSpan | undefined;
  readonly resolve: (outcome: WalletOutcome) => void;
  readonly reject: (error: unknown) => void;
};

type Lane = { readonly siteId: number; readonly lane: number; queue: Queued[]; isBusy: boolean };

const BATCH_MAX = 1_024;
const QUEUE_MAX = 8_192;
/**
 * Responses of one turn of the event loop. What the next batch loads is received between two turns, so it does not wait
 * for all responses of the batch before it.
 */
const RESPONSES_MAX = 16;

/** Lanes with a batch in flight, of all batchers of this process. */
const busyLanes = new Set<Lane>();
walletLaneWaiting.onRead((add) => {
  for (const [siteId, lanes] of Map.groupBy(busyLanes, (lane) => lane.siteId)) {
    add(Math.max(...lanes.map(({ queue }) => queue.length)), getSiteLabel(siteId));
  }
});

export type WalletBatcher = {
  /** Applies the command with the others that are queued in its member's lane. */
  submit(siteId: number, command: WalletCommand): Promise<WalletOutcome>;
};

export function createWalletBatcher(database: Database): WalletBatcher {
  const lanesBySite = new Map<number, readonly Lane[]>();

  async function openLanes(siteId: number): Promise<readonly Lane[]> {
    const count = await getLaneCount(database, siteId);
    if (count === 0) throw new Error(`expected lanes of site ${siteId}, got none`);
    // A command that was submitted at the same time may have opened them.
    const lanes = lanesBySite.get(siteId) ?? Array.from({ length: count }, (_, lane) => createLane(siteId, lane));
    lanesBySite.set(siteId, lanes);
    return lanes;
  }

  const enqueue = (lanes: readonly Lane[], command: WalletCommand): Promise<WalletOutcome> =>
    new Promise((resolve, reject) => {
      const lane = lanes[laneOf(command.memberId, lanes.length)];
      if (!lane || lane.queue.length >= QUEUE_MAX) {
        throw new Error(`expected at most ${QUEUE_MAX} queued commands in a lane`);
      }
      lane.queue.push({ command, span: getCurrentSpan(), resolve, reject });
      if (lane.isBusy) return;
      lane.isBusy = true;
      busyLanes.add(lane);
      // Commands of this turn of the event loop form one batch.
      setImmediate(() => void applyQueued(database, lane));
    });

  return {
    submit(siteId, command) {
      const lanes = lanesBySite.get(siteId);
      return lanes ? enqueue(lanes, command) : openLanes(siteId).then((opened) => enqueue(opened, command));
    },
  };
}

const createLane = (siteId: number, lane: number): Lane => ({ siteId, lane, queue: [], isBusy: false });

/** Applies batches until the lane is empty. */
async function applyQueued(database: Database, lane: Lane): Promise<void> {
  while (lane.queue.length > 0) {
    const batch = lane.queue.splice(0, BATCH_MAX);
    walletBatchCalls.observe(batch.length);
    try {
      const outcomes = await applyTraced(database, lane, batch);
      // The next batch starts first: responding takes longer than the database needs to load that batch.
      setImmediate(resolveBatch, batch, outcomes, 0);
    } catch (error) {
      // Without a database, retrying one by one would fail the same way.
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      else await applySingly(database, lane, batch);
    }
  }
  lane.isBusy = false;
  busyLanes.delete(lane);
}

async function applySingly(database: Database, lane: Lane, batch: readonly Queued[]): Promise<void> {
  for (const queued of batch) {
    try {
      resolveBatch([queued], await applyTraced(database, lane, [queued]), 0);
    } catch (error) {
      queued.reject(error);
    }
  }
}

/** Applies a batch in a span with links to its sampled calls, outside the context of the call that began the lane. */
async function applyTraced(database: Database, lane: Lane, batch: readonly Queued[]): Promise<WalletOutcome[]> {
  const links = batch.flatMap(({ span }) => span ?? []);
  const span = startBatchSpan(links, { 'chaba.calls': batch.length });
  const commands = batch.map(({ command }) => command);
  try {
    const outcomes = await withSpan(span, () => applyBatch(database, lane, commands));
    span?.end();
    return outcomes;
  } catch (error) {
    span?.end('failed');
    throw error;
  }
}

/** Resolves the commands from this index on, in parts. */
function resolveBatch(batch: readonly Queued[], outcomes: readonly WalletOutcome[], from: number): void {
  const until = from + RESPONSES_MAX;
  if (until < batch.length) setImmediate(resolveBatch, batch, outcomes, until);
  for (const [index, queued] of batch.slice(from, until).entries()) {
    const one = outcomes[from + index];
    if (one) queued.resolve(one);
    else queued.reject(new Error('expected an outcome of every command'));
  }
}

// ── the transaction of a batch ───────────────────────────────────────────────────────────────────────────────────────

/** Below this balance, members may lose their requirements: everything is spent (own-money/own-money.ts). */
const LOW_BALANCE = baht(5);

async function applyBatch(
  database: Database,
  lane: { readonly siteId: number; readonly lane: number },
  commands: readonly WalletCommand[],
): Promise<WalletOutcome[]> {
  const { siteId } = lane;
  const startedAt = performance.now();
  let decidedAt = startedAt;
  const outcomes = await database.transaction(async (tx) => {
    const state = await loadState(tx, lane, commands);
    const decided = commands.map((command) => applyCommand(state, command));
    decidedAt = performance.now();
    await writeState(tx, siteId, state);
    tx.afterCommit(() => {
      for (const memberId of state.changes.members) publishMemberChanged(siteId, memberId);
    });
    return decided;
  });
  walletBatchDuration.observe((decidedAt - startedAt) / 1_000, 'read');
  walletBatchDuration.observe((performance.now() - decidedAt) / 1_000, 'write');
  return outcomes;
}

/** Locks the lane and loads what the commands need. The statements leave together; the lock is the first of them. */
async function loadState(
  tx: Transaction,
  { siteId, lane }: { readonly siteId: number; readonly lane: number },
  commands: readonly WalletCommand[],
): Promise<WalletState> {
  const memberIds = [...new Set(commands.map(({ memberId }) => memberId))];
  const [ledger, transactions, rounds, requirements, restrictions, heldWins] = await Promise.all([
    loadLaneBatch(tx, siteId, lane, memberIds),
    store.findTransactions(tx, siteId, commands.flatMap(listTransactionNames)),
    store.loadRounds(tx, siteId, commands),
    loadOpenRequirements(tx, siteId, memberIds),
    loadStakeRestrictions(tx, siteId, memberIds),
    loadHeldWinsOf(tx, siteId, commands),
  ]);
  // A rollback may name another round than its target: the target's round is the one that changes.
  const missing = [...transactions.values()].filter(
    (each) => each.operation !== 'tombstone' && !rounds.has(toRoundKey(each.provider, each.memberId, each.roundId)),
  );
  if (missing.length > 0) {
    for (const [key, round] of await store.loadRounds(tx, siteId, missing)) rounds.set(key, round);
  }
  const hedgeable = commands.filter((command) => isSettlingPositions(command, rounds));
  if (hedgeable.length > 0) {
    const others = await store.loadOpenRounds(tx, siteId, hedgeable);
    for (const [key, round] of others) if (!rounds.has(key)) rounds.set(key, round);
  }
  const own = commands.filter((command) => isFreeRoundOfItsOwn(command, rounds));
  const granting =
    own.length === 0 ? new Map<string, GrantingRound>() : await store.loadGrantingRounds(tx, siteId, own);
  const { locked, limited, gameSessionsEnded } = restrictions;
  const byMember = Map.groupBy(requirements, ({ memberId }) => memberId);
  return createWalletState({
    ledger,
    transactions,
    rounds,
    requirements: byMember,
    granting,
    heldWins,
    // Limits take a round trip of their own: only batches with such members load them.
    limits: limited.size === 0 ? new Map() : await loadActivePlayLimits(tx, siteId, [...limited]),
    removals: await loadRemovalsOf(tx, siteId, commands, { rounds, requirements: byMember, granting }),
    lockedMembers: locked,
    sessionsEndedAt: gameSessionsEnded,
  });
}

/**
 * Whether a command settles bets that may have opposite bets in another round: tables and markets, which name
 * positions. Only such batches read the member's other open rounds.
 */
function isSettlingPositions(command: WalletCommand, rounds: ReadonlyMap<string, Round>): command is BetWin {
  if (command.operation !== 'play' || command.parts.every(({ operation }) => operation === 'bet')) return false;
  if (command.parts.some(({ positions }) => positions.some(({ type }) => hasOpposite(type)))) return true;
  return isHedgeable(rounds.get(toRoundKey(command.provider, command.memberId, command.roundId))?.bets ?? []);
}

/** Whether a command opens a round with a free bet: its granting round is not named. Campaigns have none. */
function isFreeRoundOfItsOwn(command: WalletCommand, rounds: ReadonlyMap<string, Round>): command is BetWin {
  if (command.operation !== 'play' || command.isCampaign === true) return false;
  if (!command.parts.some(({ operation, isFree }) => operation === 'bet' && isFree)) return false;
  return !rounds.has(toRoundKey(command.provider, command.memberId, command.roundId));
}

/** Held wins matter to rollbacks and corrections only. */
function loadHeldWinsOf(
  tx: Transaction,
  siteId: number,
  commands: readonly WalletCommand[],
): Promise<Map<string, HeldWin>> | Map<string, HeldWin> {
  const names = commands.flatMap((command) =>
    command.operation === 'rollback' || command.operation === 'adjust'
      ? [{ provider: command.provider, memberId: command.memberId, txId: command.refTxId }]
      : [],
  );
  return names.length === 0 ? new Map<string, HeldWin>() : store.loadHeldWins(tx, siteId, names);
}

/**
 * Removals change by corrections, and by new results of rounds with a corrected win or that were open when a
 * requirement ended.
 */
async function loadRemovalsOf(
  tx: Transaction,
  siteId: number,
  commands: readonly WalletCommand[],
  { rounds, requirements, granting }: Pick<WalletState, 'rounds' | 'requirements' | 'granting'>,
): Promise<Map<bigint, Removal[]>> {
  const correcting = commands.filter((command) => {
    if (command.operation === 'rollback' || command.operation === 'adjust') return true;
    const key = toRoundKey(command.provider, command.memberId, command.roundId);
    const round = rounds.get(key);
    if (round === undefined) return granting.has(key);
    return Object.keys(round.correctedWins).length > 0 || mayBeOfEnded(round, requirements.get(round.memberId));
  });
  if (correcting.length === 0) return new Map();
  const memberIds = [...new Set(correcting.map(({ memberId }) => memberId))];
  return Map.groupBy(await loadRemovals(tx, siteId, memberIds), ({ memberId }) => memberId);
}

/**
 * Whether a requirement of the round may have ended while the round was open. A bet is under each requirement up to its
 * own number; numbers have no gaps, so fewer open ones than the number means that one has ended.
 */
function mayBeOfEnded({ bets, newestRequirementNo }: Round, lines: readonly TurnoverRequirement[] = []): boolean {
  const newest = Math.max(newestRequirementNo, ...bets.map(({ line = 0 }) => line));
  if (newest === 0) return false;
  return (
    bets.some(({ state }) => state === 'settled') ||
    lines.filter(({ requirementNo: no }) => no <= newest).length < newest
  );
}

function listTransactionNames(command: WalletCommand): TransactionName[] {
  const { provider, memberId } = command;
  return listTxIds(command).map((txId) => ({ provider, memberId, txId }));
}

function listTxIds(command: WalletCommand): readonly string[] {
  if (command.operation === 'play') return command.parts.map(({ txId }) => txId);
  if (command.operation === 'endRound') return [];
  return 'refTxId' in command ? [command.txId, command.refTxId] : [command.txId];
}

async function writeState(tx: Transaction, siteId: number, state: WalletState): Promise<void> {
  const { changes } = state;
  if (changes.transactions.length === 0 && changes.rounds.size === 0) return;
  const rounds = [...changes.rounds];
  const requirements = [...changes.requirements].flatMap((memberId) => state.requirements.get(memberId) ?? []);
  const removals = [...changes.removals].flatMap((memberId) => state.removals.get(memberId) ?? []);
  const low = listLowMembers(state);
  const written = Promise.all([
    writeBatch(tx, state.ledger),
    store.recordCorrections(tx, siteId, rounds),
    store.writeTransactions(tx, siteId, changes.transactions, rounds),
    requirements.length > 0 && saveRequirements(tx, siteId, requirements),
    changes.heldWins.size > 0 && store.writeHeldWins(tx, siteId, [...changes.heldWins]),
    removals.length > 0 && writeRemovals(tx, siteId, removals),
    changes.losses.size > 0 && countLosses(tx, siteId, changes.losses),
    changes.timed.size > 0 && countPlay(tx, siteId, changes.timed),
  ]);
  if (low.length === 0) return tx.withCommit(written);
  await written;
  await forfeitSpentRequirements(tx, siteId, low);
}

/** Members with requirements whose balance ran low in this batch. Only their whole position is read. */
function listLowMembers(state: WalletState): bigint[] {
  return [...state.changes.members].filter(
    (memberId) => (state.requirements.get(memberId)?.length ?? 0) > 0 && getBalance(state, memberId) < LOW_BALANCE,
  );
}
