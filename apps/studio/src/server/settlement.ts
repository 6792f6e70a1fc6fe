// Settles a drawn round at the wallet exactly once.
//
//     drawn ──────────OK──────────▶ settled        one call: betwin
//       │ ├──────refused──────────▶ refused
//       │ └─no response─▶ unknown ──the same ids again──▶ settled | refused | voided
//       └──bet OK──▶ staked ──win OK──▶ settled    two calls: bet, win
//                      (games with a choice: the win follows the choice, after twelve hours at most)
//
// A result that leaves free rounds states their number and keeps the round open at the wallet; each free round is a bet
// of that round. When an operator has ended it there (BET_SETTLED), the feature is over.
//
// Always true: transaction ids are derived from the round id, so every retry is the same call and money moves once. A
// rejection of the first call is final. A rejection after a lost response is ambiguous and decided by a rollback of the
// bet: OK means that nothing is left, BET_SETTLED that the lost response was OK. One attempt of a round at a time;
// every step is stored first.
//
// Elsewhere: creation of the round (rounds.ts), the transport (wallet.ts), retries (@chaba/sandbox-kit/reliable-call).

import { type Money, money, formatProviderAmount } from '@chaba/money';
import { computeRetryDelayMs } from '@chaba/sandbox-kit/reliable-call';

import type { FaultProfile } from './fault-injection.ts';
import { NO_FAULTS } from './fault-injection.ts';
import { cancelCall } from './calls.store.ts';
import { recordAcceptedCall } from './calls.ts';
import { findGame } from '#studio/games/games';
import * as store from './rounds.store.ts';
import type { RoundRow } from './rounds.store.ts';
import type { StudioContext } from './studio-context.ts';
import { moveMoney, RETRY_DELAYS, type StudioWalletResponse, type StudioWalletOperation } from './wallet.ts';

const DUE_AT_ONCE_MAX = 20;
/** Time after which the best choice is made for an absent player. */
const CHOICE_MS = 12 * 60 * 60 * 1_000;

type Found = { readonly state: RoundRow['state']; readonly code?: string; readonly balance?: Money | undefined };

/** The transaction ids of a round: the same for every attempt. */
export function transactionIds(roundId: string): { bet: string; win: string; rollback: string } {
  return { bet: `${roundId}-bet`, win: `${roundId}-win`, rollback: `${roundId}-rollback` };
}

export function isOpen(round: RoundRow): boolean {
  return round.state === 'drawn' || round.state === 'unknown' || round.state === 'staked';
}

/** Whether the stake is paid and the player has not chosen yet. */
export function awaitsChoice(round: RoundRow): boolean {
  return round.state === 'staked' && round.awaitsDecision === 1n;
}

/** Makes the first attempt with the faults of the round and returns the round. */
export function settleFirst(studio: StudioContext, roundId: string, profile: FaultProfile): Promise<RoundRow> {
  return studio.rounds.attempt(roundId, () => attempt(studio, roundId, profile, true));
}

/** Makes a later attempt, with earlier calls possibly received. */
function settleAgain(studio: StudioContext, roundId: string): Promise<RoundRow> {
  return studio.rounds.attempt(roundId, () => attempt(studio, roundId, NO_FAULTS, false));
}

/** Attempts all due rounds. After a restart every open round is due. */
export async function settleDue(studio: StudioContext): Promise<void> {
  const due = store.listDue(studio.store, Date.now(), DUE_AT_ONCE_MAX);
  await Promise.all(due.map((roundId) => settleAgain(studio, roundId)));
}

/** Due time of a new round, in case the process dies before it stores a response. */
export function firstRetryAtMs(nowMs: number): number {
  return nowMs + RETRY_DELAYS.longestMs;
}

async function attempt(
  studio: StudioContext,
  roundId: string,
  profile: FaultProfile,
  isFirst: boolean,
): Promise<RoundRow> {
  let round = readRound(studio, roundId);
  if (awaitsChoice(round)) round = chooseForAbsent(studio, round);
  if (!isOpen(round) || awaitsChoice(round)) return round;

  if (profile.isOutOfOrder && round.settleMode === 'separate' && round.awaitsDecision === 0n) {
    await sendCall(studio, round, 'win', profile);
  }
  if (round.state !== 'staked') {
    const found = await requestStake(studio, round, profile, isFirst);
    round = record(studio, round, found);
  }
  if (round.state === 'staked' && !awaitsChoice(round)) {
    round = record(studio, round, await requestPayout(studio, round, profile));
  }
  return round;
}

function chooseForAbsent(studio: StudioContext, round: RoundRow): RoundRow {
  if (Date.now() < choiceEndsAtMs(round)) return round;
  chooseBest(studio, round, firstRetryAtMs(Date.now()));
  return readRound(studio, round.roundId);
}

function chooseBest(studio: StudioContext, round: RoundRow, nextAttemptAtMs: number): void {
  const choice = findGame(round.gameCode)?.choice;
  if (!choice) return;
  const draws = (JSON.parse(round.draws) as unknown[]).map(Number);
  const decision = choice.bestOf(draws);
  const payoutE4 = choice.payoutOf(money(round.stakeE4), draws, decision);
  store.recordDecision(studio.store, round.roundId, { decision, payoutE4, nextAttemptAtMs });
}

/** Settles rounds of a kicked player with the best choice. */
export function decideOpenChoices(studio: StudioContext, operator: string, playerId: string): void {
  for (const roundId of store.listOpenChoices(studio.store, operator, playerId)) {
    chooseBest(studio, readRound(studio, roundId), Date.now());
  }
  studio.rounds.wake();
}

function choiceEndsAtMs(round: RoundRow): number {
  return Number(round.createdAtMs) + CHOICE_MS;
}

/** Sends betwin or bet and evaluates the response. */
async function requestStake(
  studio: StudioContext,
  round: RoundRow,
  profile: FaultProfile,
  isFirst: boolean,
): Promise<Found> {
  const answer = await sendCall(studio, round, round.settleMode === 'betwin' ? 'betwin' : 'bet', profile);
  if (!answer) return { state: 'unknown' };
  if (answer.code === 'OK') {
    return { state: round.settleMode === 'betwin' ? 'settled' : 'staked', balance: answer.balance };
  }
  if (isFirst && profile.copies === 0) return { state: 'refused', code: answer.code };
  return confirmRefusal(studio, round, answer.code);
}

async function confirmRefusal(studio: StudioContext, round: RoundRow, code: string): Promise<Found> {
  const answer = await sendCall(studio, round, 'rollback', NO_FAULTS);
  if (answer?.code === 'OK') return { state: 'refused', code, balance: answer.balance };
  if (answer?.code === 'BET_SETTLED') {
    recordAcceptedCall(studio.store, round.operator, 'betwin', contentOf(round, 'betwin'));
    return { state: 'settled', balance: answer.balance };
  }
  return { state: 'unknown', code };
}

async function requestPayout(studio: StudioContext, round: RoundRow, profile: FaultProfile): Promise<Found> {
  const answer = await sendCall(studio, round, 'win', profile);
  if (answer?.code === 'OK') return { state: 'settled', balance: answer.balance };
  // The operator cancelled the bet and returned its stake, so there is nothing to pay.
  if (answer?.code === 'TX_ROLLED_BACK') {
    cancelCall(studio.store, round.operator, transactionIds(round.roundId).bet);
    return { state: 'voided', code: answer.code, balance: answer.balance };
  }
  return answer ? { state: 'staked', code: answer.code } : { state: 'staked' };
}

function sendCall(
  studio: StudioContext,
  round: RoundRow,
  operation: StudioWalletOperation,
  profile: FaultProfile,
): Promise<StudioWalletResponse | undefined> {
  return moveMoney(studio, round.operator, operation, contentOf(round, operation), profile);
}

function contentOf(round: RoundRow, operation: StudioWalletOperation) {
  const ids = transactionIds(round.roundId);
  const stake = formatProviderAmount(money(round.stakeE4));
  const payout = formatProviderAmount(money(round.payoutE4));
  const common = {
    playerId: round.playerId,
    token: round.walletToken,
    gameCode: round.gameCode,
    roundId: walletRoundId(round),
    currency: 'THB',
    occurredAt: new Date(Number(round.createdAtMs)).toISOString(),
  };
  const granted = round.isFree === 1n ? { isFree: true } : {};
  const ending = endingOf(round);
  if (operation === 'bet') return { ...common, ...granted, txId: ids.bet, amount: stake };
  if (operation === 'win') {
    return { ...common, txId: ids.win, refTxId: ids.bet, amount: payout, ...ending };
  }
  if (operation === 'rollback') return { ...common, txId: ids.rollback, refTxId: ids.bet, amount: stake };
  return {
    ...common,
    transactions: [
      { operation: 'bet', ...granted, txId: ids.bet, amount: stake },
      { operation: 'win', txId: ids.win, refTxId: ids.bet, amount: payout },
    ],
    ...ending,
  };
}

/** The round at the wallet: a free round is played in the one that granted it. */
export function walletRoundId({ roundId, grantedBy }: RoundRow): string {
  return grantedBy ?? roundId;
}

/** How a result leaves the round at the wallet: open while free rounds wait, else closed. */
export function endingOf(round: RoundRow): { readonly freeSpins?: number; readonly roundClosed?: true } {
  const waiting = Number(round.freeWaiting ?? 0n);
  // A free round whose granting round was ended by an older version is a round of its own.
  if (round.isFree === 1n && round.grantedBy === null) return { roundClosed: true };
  return waiting === 0 ? { roundClosed: true } : { freeSpins: waiting };
}

function record(studio: StudioContext, round: RoundRow, found: Found): RoundRow {
  const nowMs = Date.now();
  const isClosed = found.state === 'settled' || found.state === 'refused' || found.state === 'voided';
  const waits = found.state === 'staked' && round.awaitsDecision === 1n;
  const pauseMs = computeRetryDelayMs(Number(round.attempts), RETRY_DELAYS);
  store.recordAttempt(studio.store, round.roundId, {
    state: found.state,
    code: found.code ?? null,
    balanceAfterE4: found.balance ?? null,
    nextAttemptAtMs: isClosed ? null : waits ? choiceEndsAtMs(round) : nowMs + pauseMs,
    closedAtMs: isClosed ? nowMs : null,
  });
  if (found.state === 'refused' && found.code === 'BET_SETTLED' && round.grantedBy !== null) {
    store.endFeature(studio.store, round.grantedBy);
  }
  if (!isClosed) studio.rounds.wake();
  return readRound(studio, round.roundId);
}

function readRound(studio: StudioContext, roundId: string): RoundRow {
  const round = store.findRound(studio.store, roundId);
  if (!round) throw new Error(`round ${roundId} does not exist`);
  return round;
}
