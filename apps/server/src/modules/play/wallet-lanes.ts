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
// Elsewhere: what a call does (desk.ts), SQL (wallet.store.ts), who is asking (seamless.ts).

import { type Database, isUnavailable, type Transaction } from '@chaba/database';
import { laneOf, laneCount, openLaneBooks, writeBooks } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalMember } from '#core/live';
import { createPromiseCache } from '#core/promise-cache';
import { countLosses, countPlay, type PlayLimit, playLimitsOf } from '#modules/limits';
import { stakingOf } from '#modules/members';
import { loadRemovals, loseSpentLines, openLinesOf, type Removal, writeLines, writeRemovals } from '#modules/bonuses';

import { isHedgeable } from './contribution.ts';
import { Desk } from './desk.ts';
import { hasOpposite } from './exposure.ts';
import { heldWins, writeHeldWins } from './held-wins.store.ts';
import { type DeskAnswer, type HeldWin, type MoneyCall, type Round, roundKey } from './rounds.ts';
import * as store from './wallet.store.ts';

type Waiting = {
  readonly call: MoneyCall;
  readonly resolve: (answer: DeskAnswer) => void;
  readonly reject: (error: unknown) => void;
};

type Lane = { readonly siteId: number; readonly lane: number; waiting: Waiting[]; isBusy: boolean };

const BATCH_MAX = 1_024;
const WAITING_MAX = 8_192;
/** More sites than one process serves. */
const COUNTS_MAX = 1_024;
/** Below this, members with turnover lines are looked at: when everything is spent, the lines are lost (bonuses/own-money.ts). */
const LOW_BALANCE = baht(5);

export type WalletLanes = {
  /** Carries the call out, with whatever else waits in its member's lane. */
  decide(siteId: number, call: MoneyCall): Promise<DeskAnswer>;
};

export function openWalletLanes(database: Database): WalletLanes {
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
    async decide(siteId, call) {
      const lane = laneAt(siteId, laneOf(call.memberId, await countOf(siteId)));
      if (lane.waiting.length >= WAITING_MAX) throw new Error('the lane is full');
      return new Promise((resolve, reject) => {
        lane.waiting.push({ call, resolve, reject });
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
      const answers = await carryOut(
        database,
        lane,
        batch.map(({ call }) => call),
      );
      // The next batch leaves first: answering takes as long as the database needs to read what that batch asks for.
      setImmediate(answer, batch, answers);
    } catch (error) {
      // Without a database one by one would only be the same answer, later.
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error);
      else await serveSingly(database, lane, batch);
    }
  }
  lane.isBusy = false;
}

async function serveSingly(database: Database, lane: Lane, batch: readonly Waiting[]): Promise<void> {
  for (const waiting of batch) {
    try {
      answer([waiting], await carryOut(database, lane, [waiting.call]));
    } catch (error) {
      waiting.reject(error);
    }
  }
}

function answer(batch: readonly Waiting[], answers: readonly DeskAnswer[]): void {
  for (const [index, waiting] of batch.entries()) {
    const one = answers[index];
    if (one) waiting.resolve(one);
    else waiting.reject(new Error('every call has an answer'));
  }
}

async function carryOut(database: Database, lane: Lane, calls: readonly MoneyCall[]): Promise<DeskAnswer[]> {
  return database.transaction(async (tx) => {
    const desk = await openDesk(tx, lane, calls);
    const answers = calls.map((call) => desk.decide(call));
    await writeDesk(tx, lane.siteId, desk);
    tx.afterCommit(() => {
      for (const memberId of desk.moved) signalMember(lane.siteId, memberId);
    });
    return answers;
  });
}

/** Locks the lane and loads what the calls need, in one flight: the lock is asked for first, so all the rest is read under it. */
async function openDesk(tx: Transaction, { siteId, lane }: Lane, calls: readonly MoneyCall[]): Promise<Desk> {
  const memberIds = [...new Set(calls.map((call) => call.memberId))];
  const [books, done, rounds, lines, staking, held] = await Promise.all([
    openLaneBooks(tx, siteId, lane, memberIds),
    store.doneCalls(tx, siteId, calls.flatMap(namesOf)),
    store.rounds(tx, siteId, calls.map(roundNameOf)),
    openLinesOf(tx, siteId, memberIds),
    stakingOf(tx, siteId, memberIds),
    heldAmong(tx, siteId, calls),
  ]);
  // A cancelled call may speak of another round than it says: the round of what it cancels is what counts.
  const missing = [...done.values()].filter(
    (each) => each.operation !== 'tombstone' && !rounds.has(roundKey(each.provider, each.memberId, each.roundId)),
  );
  if (missing.length > 0) for (const [key, round] of await store.rounds(tx, siteId, missing)) rounds.set(key, round);
  const hedgeable = calls.filter((call) => isSettlingSides(call, rounds));
  if (hedgeable.length > 0) {
    const others = await store.openRoundsOf(tx, siteId, hedgeable);
    for (const [key, round] of others) if (!rounds.has(key)) rounds.set(key, round);
  }
  for (const call of calls) refuseStakes(call, staking);
  const limits = await limitsAmong(tx, siteId, staking.limited);
  const removals = await removalsAmong(tx, siteId, calls, rounds);
  return new Desk(books, { done, rounds, lines: Map.groupBy(lines, (line) => line.memberId), held, limits, removals });
}

/**
 * Whether a call settles bets that opposite bets in another round may stand against: tables and markets, which name positions. Their
 * batches read the member's other open rounds; no other batch does.
 */
function isSettlingSides(
  call: MoneyCall,
  rounds: ReadonlyMap<string, Round>,
): call is MoneyCall & { operation: 'play' } {
  if (call.operation !== 'play' || call.parts.every(({ operation }) => operation === 'bet')) return false;
  if (call.parts.some(({ positions }) => positions.some(({ type }) => hasOpposite(type)))) return true;
  return isHedgeable(rounds.get(roundKey(call.provider, call.memberId, call.roundId))?.bets ?? []);
}

/** Only what takes back or corrects a win asks whether that win is held; bets and wins never do. */
async function heldAmong(tx: Transaction, siteId: number, calls: readonly MoneyCall[]): Promise<Map<string, HeldWin>> {
  const names = calls.flatMap((call) =>
    call.operation === 'rollback' || call.operation === 'adjust'
      ? [{ provider: call.provider, memberId: call.memberId, txId: call.refTxId }]
      : [],
  );
  return names.length === 0 ? new Map() : heldWins(tx, siteId, names);
}

/** Only what corrects a win, or settles a round with a corrected one, changes what an ended bonus removed. */
async function removalsAmong(
  tx: Transaction,
  siteId: number,
  calls: readonly MoneyCall[],
  rounds: ReadonlyMap<string, Round>,
): Promise<Map<bigint, Removal[]>> {
  const correcting = calls.filter((call) => {
    if (call.operation === 'rollback' || call.operation === 'adjust') return true;
    const round = rounds.get(roundKey(call.provider, call.memberId, call.roundId));
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

function refuseStakes(call: MoneyCall, { locked, seatsEnded }: Awaited<ReturnType<typeof stakingOf>>): void {
  if (locked.has(call.memberId)) call.refusesStakes = 'PLAYER_LOCKED';
  const ended = seatsEnded.get(call.memberId);
  const isOver = ended && call.seatTakenAt !== undefined && call.seatTakenAt <= ended.getTime();
  if (isOver) call.refusesStakes ??= 'TOKEN_EXPIRED';
}

const namesOf = (call: MoneyCall): store.CallName[] => {
  return idsOf(call).map((txId) => ({ provider: call.provider, memberId: call.memberId, txId }));
};

function idsOf(call: MoneyCall): readonly string[] {
  if (call.operation === 'play') return call.parts.map((part) => part.txId);
  if (call.operation === 'endRound') return [];
  return 'refTxId' in call ? [call.txId, call.refTxId] : [call.txId];
}

const roundNameOf = (call: MoneyCall): store.RoundName => ({
  provider: call.provider,
  memberId: call.memberId,
  roundId: call.roundId,
});

async function writeDesk(tx: Transaction, siteId: number, desk: Desk): Promise<void> {
  if (desk.newDone.length === 0 && desk.changedRounds.size === 0) return;
  const changed = [...desk.changedLines].flatMap((memberId) => desk.lines.get(memberId) ?? []);
  const broke = brokeMembers(desk);
  const written = Promise.all([
    writeBooks(tx, desk.books),
    store.keepCorrected(tx, siteId, [...desk.changedRounds]),
    store.writeCalls(tx, siteId, desk.newDone, [...desk.changedRounds]),
    writeLines(tx, siteId, changed),
    writeHeldWins(tx, siteId, [...desk.changedHeld]),
    writeRemovals(
      tx,
      siteId,
      [...desk.changedRemovals].flatMap((memberId) => desk.removals.get(memberId) ?? []),
    ),
    countLosses(tx, siteId, desk.losses),
    countPlay(tx, siteId, desk.played),
  ]);
  if (broke.length === 0) return tx.withCommit(written);
  await written;
  await loseSpentLines(tx, siteId, broke);
}

/** Members with lines whose playable money ran low in this batch. The whole position is read only for them. */
function brokeMembers(desk: Desk): bigint[] {
  return [...desk.moved].filter(
    (memberId) => (desk.lines.get(memberId)?.length ?? 0) > 0 && desk.books.balance(memberId, chart.game) < LOW_BALANCE,
  );
}
