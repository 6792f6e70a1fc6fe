// The hot path of the wallet: calls of providers wait in the lane of their member, and one transaction serves all that wait.
//
//     call ─▶ lane (site, member mod lanes) ─▶ [ lock lane · load · decide each · write ] ─▶ answers
//
// Always true: a lane has one batch in flight; what arrives meanwhile is the next batch, so a quiet lane answers at once and
// a busy one shares each flush among many. The database's lock on the lane keeps the order, so several processes may serve
// the same lane. No network call happens inside. When a batch fails, its calls are tried one by one, so that a poisoned call
// takes nobody with it.
//
// The exception to "a use case opens its own transaction" (docs/architecture.md): here the lane opens it, for many.
//
// Elsewhere: what a call does (wallet-rules.ts), SQL (wallet.store.ts), who is asking (wallet.ts).

import { type Database, isDatabaseUnavailable, type Transaction } from '@chaba/database';
import { laneOf, laneCount, openLaneBooks, writeBatch } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishMemberChanged } from '#core/member-events';
import { createPromiseCache } from '#core/promise-cache';
import { countLosses, countPlay, type PlayLimit, playLimitsOf } from '#modules/limits';
import { loadStakeRestrictions } from '#modules/members';
import {
  loadRemovals,
  loseSpentLines,
  loadOpenRequirements,
  type Removal,
  writeLines,
  writeRemovals,
} from '#modules/bonuses';

import { isHedgeable } from './contribution.ts';
import { WalletStateMachine } from './wallet-rules.ts';
import { hasOpposite } from './exposure.ts';
import {
  type CallName,
  type HeldWin,
  type Round,
  roundKey,
  type RoundName,
  type WalletCommand,
  type WalletOutcome,
} from './commands.ts';
import * as store from './wallet.store.ts';

type Waiting = {
  readonly command: WalletCommand;
  readonly resolve: (outcome: WalletOutcome) => void;
  readonly reject: (error: unknown) => void;
};

type Lane = { readonly siteId: number; readonly lane: number; waiting: Waiting[]; isBusy: boolean };

const BATCH_MAX = 1_024;
const WAITING_MAX = 8_192;
/** More sites than one process serves. */
const COUNTS_MAX = 1_024;
/** Below this, members with turnover lines are looked at: when everything is spent, the lines are lost (bonuses/own-money.ts). */
const LOW_BALANCE = baht(5);

export type WalletBatcher = {
  /** Carries the call out, with whatever else waits in its member's lane. */
  submit(siteId: number, command: WalletCommand): Promise<WalletOutcome>;
};

export function createWalletBatcher(database: Database): WalletBatcher {
  const counts = createPromiseCache<number, number>(COUNTS_MAX);
  const lanes = new Map<string, Lane>();

  const countOf = (siteId: number): Promise<number> => counts.get(siteId, () => laneCount(database, siteId));

  function laneAt(siteId: number, number: number): Lane {
    const key = `${siteId}/${number}`;
    let lane = lanes.get(key);
    if (!lane) {
      lane = { siteId, lane: number, waiting: [], isBusy: false };
      lanes.set(key, lane);
    }
    return lane;
  }

  return {
    async submit(siteId, command) {
      const lane = laneAt(siteId, laneOf(command.memberId, await countOf(siteId)));
      if (lane.waiting.length >= WAITING_MAX) throw new Error('the lane is full');
      return new Promise((resolve, reject) => {
        lane.waiting.push({ command, resolve, reject });
        if (lane.isBusy) return;
        lane.isBusy = true;
        // All that come in this turn of the loop go together.
        setImmediate(() => void serve(database, lane));
      });
    },
  };
}

/** Serves a lane until nothing waits. */
async function serve(database: Database, lane: Lane): Promise<void> {
  while (lane.waiting.length > 0) {
    const batch = lane.waiting.splice(0, BATCH_MAX);
    try {
      const outcomes = await executeBatch(
        database,
        lane,
        batch.map(({ command: call }) => call),
      );
      // The next batch leaves first: answering takes as long as the database needs to read what that batch asks for.
      setImmediate(answer, batch, outcomes);
    } catch (error) {
      // Without a database one by one would only be the same answer, later.
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      else await serveSingly(database, lane, batch);
    }
  }
  lane.isBusy = false;
}

async function serveSingly(database: Database, lane: Lane, batch: readonly Waiting[]): Promise<void> {
  for (const waiting of batch) {
    try {
      answer([waiting], await executeBatch(database, lane, [waiting.command]));
    } catch (error) {
      waiting.reject(error);
    }
  }
}

function answer(batch: readonly Waiting[], outcomes: readonly WalletOutcome[]): void {
  for (const [index, waiting] of batch.entries()) {
    const one = outcomes[index];
    if (one) waiting.resolve(one);
    else waiting.reject(new Error('every call has an answer'));
  }
}

async function executeBatch(
  database: Database,
  lane: Lane,
  commands: readonly WalletCommand[],
): Promise<WalletOutcome[]> {
  return database.transaction(async (tx) => {
    const machine = await openDesk(tx, lane, commands);
    const outcomes = commands.map((command) => machine.applyCommand(command));
    await writeDesk(tx, lane.siteId, machine);
    tx.afterCommit(() => {
      for (const memberId of machine.moved) publishMemberChanged(lane.siteId, memberId);
    });
    return outcomes;
  });
}

/** Locks the lane and loads what the calls need, in one flight: the lock is asked for first, so all the rest is read under it. */
async function openDesk(
  tx: Transaction,
  { siteId, lane }: Lane,
  commands: readonly WalletCommand[],
): Promise<WalletStateMachine> {
  const memberIds = [...new Set(commands.map((command) => command.memberId))];
  const [books, done, rounds, lines, staking, held] = await Promise.all([
    openLaneBooks(tx, siteId, lane, memberIds),
    store.findTransactions(tx, siteId, commands.flatMap(namesOf)),
    store.rounds(tx, siteId, commands.map(roundNameOf)),
    loadOpenRequirements(tx, siteId, memberIds),
    loadStakeRestrictions(tx, siteId, memberIds),
    heldAmong(tx, siteId, commands),
  ]);
  // A cancelled call may speak of another round than it says: the round of what it cancels is what counts.
  const missing = [...done.values()].filter(
    (each) => each.operation !== 'tombstone' && !rounds.has(roundKey(each.provider, each.memberId, each.roundId)),
  );
  if (missing.length > 0) for (const [key, round] of await store.rounds(tx, siteId, missing)) rounds.set(key, round);
  const hedgeable = commands.filter((command) => isSettlingSides(command, rounds));
  if (hedgeable.length > 0) {
    const others = await store.openRoundsOf(tx, siteId, hedgeable);
    for (const [key, round] of others) if (!rounds.has(key)) rounds.set(key, round);
  }
  for (const command of commands) refuseStakes(command, staking);
  const limits = await limitsAmong(tx, siteId, staking.limited);
  const removals = await removalsAmong(tx, siteId, commands, rounds);
  return new WalletStateMachine(books, {
    done,
    rounds,
    lines: Map.groupBy(lines, (line) => line.memberId),
    held,
    limits,
    removals,
  });
}

/**
 * Whether a call settles bets that opposite bets in another round may stand against: tables and markets, which name positions. Their
 * batches read the member's other open rounds; no other batch does.
 */
function isSettlingSides(
  command: WalletCommand,
  rounds: ReadonlyMap<string, Round>,
): command is WalletCommand & { operation: 'play' } {
  if (command.operation !== 'play' || command.parts.every(({ operation }) => operation === 'bet')) return false;
  if (command.parts.some(({ positions }) => positions.some(({ type }) => hasOpposite(type)))) return true;
  return isHedgeable(rounds.get(roundKey(command.provider, command.memberId, command.roundId))?.bets ?? []);
}

/** Only what takes back or corrects a win asks whether that win is held; bets and wins never do. */
async function heldAmong(
  tx: Transaction,
  siteId: number,
  commands: readonly WalletCommand[],
): Promise<Map<string, HeldWin>> {
  const names = commands.flatMap((command) =>
    command.operation === 'rollback' || command.operation === 'adjust'
      ? [{ provider: command.provider, memberId: command.memberId, txId: command.refTxId }]
      : [],
  );
  return names.length === 0 ? new Map() : store.heldWins(tx, siteId, names);
}

/** Only what corrects a win, or settles a round with a corrected one, changes what an ended bonus removed. */
async function removalsAmong(
  tx: Transaction,
  siteId: number,
  commands: readonly WalletCommand[],
  rounds: ReadonlyMap<string, Round>,
): Promise<Map<bigint, Removal[]>> {
  const correcting = commands.filter((command) => {
    if (command.operation === 'rollback' || command.operation === 'adjust') return true;
    const round = rounds.get(roundKey(command.provider, command.memberId, command.roundId));
    return round !== undefined && Object.keys(round.correctedWins).length > 0;
  });
  if (correcting.length === 0) return new Map();
  const memberIds = [...new Set(correcting.map(({ memberId }) => memberId))];
  return Map.groupBy(await loadRemovals(tx, siteId, memberIds), ({ memberId }) => memberId);
}

/** Who limits his play pays for it with a flight of his own; a batch without him does not ask. */
async function limitsAmong(
  tx: Transaction,
  siteId: number,
  limited: ReadonlySet<bigint>,
): Promise<Map<bigint, readonly PlayLimit[]>> {
  return limited.size === 0 ? new Map() : playLimitsOf(tx, siteId, [...limited]);
}

function refuseStakes(
  command: WalletCommand,
  { locked, seatsEnded }: Awaited<ReturnType<typeof loadStakeRestrictions>>,
): void {
  if (locked.has(command.memberId)) command.stakeError = 'PLAYER_LOCKED';
  const ended = seatsEnded.get(command.memberId);
  const isOver = ended && command.seatTakenAt !== undefined && command.seatTakenAt <= ended.getTime();
  if (isOver) command.stakeError ??= 'TOKEN_EXPIRED';
}

const namesOf = (command: WalletCommand): CallName[] => {
  return idsOf(command).map((txId) => ({ provider: command.provider, memberId: command.memberId, txId }));
};

function idsOf(command: WalletCommand): readonly string[] {
  if (command.operation === 'play') return command.parts.map((part) => part.txId);
  if (command.operation === 'endRound') return [];
  return 'refTxId' in command ? [command.txId, command.refTxId] : [command.txId];
}

const roundNameOf = (command: WalletCommand): RoundName => ({
  provider: command.provider,
  memberId: command.memberId,
  roundId: command.roundId,
});

async function writeDesk(tx: Transaction, siteId: number, machine: WalletStateMachine): Promise<void> {
  if (machine.newDone.length === 0 && machine.changedRounds.size === 0) return;
  const changed = [...machine.changedLines].flatMap((memberId) => machine.lines.get(memberId) ?? []);
  const broke = brokeMembers(machine);
  const written = Promise.all([
    writeBatch(tx, machine.books),
    store.keepCorrected(tx, siteId, [...machine.changedRounds]),
    store.writeCalls(tx, siteId, machine.newDone, [...machine.changedRounds]),
    writeLines(tx, siteId, changed),
    store.writeHeldWins(tx, siteId, [...machine.changedHeld]),
    writeRemovals(
      tx,
      siteId,
      [...machine.changedRemovals].flatMap((memberId) => machine.removals.get(memberId) ?? []),
    ),
    countLosses(tx, siteId, machine.losses),
    countPlay(tx, siteId, machine.played),
  ]);
  if (broke.length === 0) return tx.withCommit(written);
  await written;
  await loseSpentLines(tx, siteId, broke);
}

/** Members with lines whose playable money ran low in this batch. The whole position is read only for them. */
function brokeMembers(machine: WalletStateMachine): bigint[] {
  return [...machine.moved].filter(
    (memberId) =>
      (machine.lines.get(memberId)?.length ?? 0) > 0 && machine.books.balance(memberId, chart.game) < LOW_BALANCE,
  );
}
