// One batch of wallet commands of one lane, in one database transaction.
//
//     loadState(commands) ─▶ applyCommand(state, command) for each ─▶ writeState(state) ─▶ commit
//
// Always true: the lane lock is requested first, so every row is read under it. No network call happens inside the
// transaction.
//
// Elsewhere: the rules (wallet-rules.ts), SQL (wallet.store.ts), which commands form a batch (batcher.ts).

import type { Database, Transaction } from '@chaba/database';
import { loadLaneBatch, writeBatch } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { publishMemberChanged } from '#core/member-events';
import {
  loadOpenRequirements,
  loadRemovals,
  forfeitSpentRequirements,
  type Removal,
  saveRequirements,
  writeRemovals,
} from '#modules/bonuses';
import { countLosses, countPlay, loadActivePlayLimits } from '#modules/limits';
import { loadStakeRestrictions } from '#modules/members';

import type { BetWin, WalletCommand, WalletOutcome } from './commands.ts';
import { hasOpposite, isHedgeable } from './contribution.ts';
import type { HeldWin, Round, TransactionName } from './rounds.ts';
import { applyCommand } from './wallet-rules.ts';
import { createWalletState, getBalance, toRoundKey, type WalletState } from './wallet-state.ts';
import * as store from './wallet.store.ts';

/** Below this balance, members with turnover requirements may lose them: everything is spent (bonuses/own-money.ts). */
const LOW_BALANCE = baht(5);

export function applyBatch(
  database: Database,
  lane: { readonly siteId: number; readonly lane: number },
  commands: readonly WalletCommand[],
): Promise<WalletOutcome[]> {
  const { siteId } = lane;
  return database.transaction(async (tx) => {
    const state = await loadState(tx, lane, commands);
    const outcomes = commands.map((command) => applyCommand(state, command));
    await writeState(tx, siteId, state);
    tx.afterCommit(() => {
      for (const memberId of state.changes.members) publishMemberChanged(siteId, memberId);
    });
    return outcomes;
  });
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
  const { locked, limited, gameSessionsEnded } = restrictions;
  return createWalletState({
    ledger,
    transactions,
    rounds,
    requirements: Map.groupBy(requirements, ({ memberId }) => memberId),
    heldWins,
    // Limits take a round trip of their own: only batches with such members load them.
    limits: limited.size === 0 ? new Map() : await loadActivePlayLimits(tx, siteId, [...limited]),
    removals: await loadRemovalsOf(tx, siteId, commands, rounds),
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

/** Removals change by corrections, and by new results of rounds with a corrected win. */
async function loadRemovalsOf(
  tx: Transaction,
  siteId: number,
  commands: readonly WalletCommand[],
  rounds: ReadonlyMap<string, Round>,
): Promise<Map<bigint, Removal[]>> {
  const correcting = commands.filter((command) => {
    if (command.operation === 'rollback' || command.operation === 'adjust') return true;
    const round = rounds.get(toRoundKey(command.provider, command.memberId, command.roundId));
    return round !== undefined && Object.keys(round.correctedWins).length > 0;
  });
  if (correcting.length === 0) return new Map();
  const memberIds = [...new Set(correcting.map(({ memberId }) => memberId))];
  return Map.groupBy(await loadRemovals(tx, siteId, memberIds), ({ memberId }) => memberId);
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
