// Rounds of instant games: drawn and stored first, then settled at the wallet.
//
// Always true: seed, nonce, numbers, stake, payout and ids of a round are committed in one transaction before the first
// wallet call and never change. One client round id is one round. A player has at most one open round of a game, and
// its result is shown only after the wallet has responded. At the wallet free rounds are bets of the round that granted
// them, which stays open until the last one.
//
// Elsewhere: settlement (settlement.ts), the numbers (fairness/seeds.ts).

import { randomBytes } from 'node:crypto';

import { type Money, money, parseProviderAmount, formatProviderAmount } from '@chaba/money';
import { failRequest } from '@chaba/sandbox-kit/http-error';

import { drawRound, type PlayerGame } from '#studio/fairness/seeds';

import { findGame, listSlotCodes } from '#studio/games/games';
import type { InstantGame } from '#studio/games/instant-game';
import { sendPostRoundCalls } from './post-round-calls.ts';
import * as store from './rounds.store.ts';
import type { RoundRow } from './rounds.store.ts';
import type { Session } from './sessions.ts';
import { awaitsChoice, firstRetryAtMs, isOpen, settleFirst } from './settlement.ts';
import type { StudioContext } from './studio-context.ts';
import { errorMessages, text } from './studio.text.ts';
import type { FreeRoundsOnWire, RoundOnWire, RoundsOnWire } from '#studio/wire/wire';

const OWN_ROUNDS_PAGE = 20;
/** A feature ends after this many free rounds. */
const FREE_ROUNDS_MAX = 100;
const PARTS_OF_STAKE = 100n;

export async function playRound(
  studio: StudioContext,
  session: Session,
  game: InstantGame,
  spin: { readonly stake: string; readonly clientRoundId: string },
): Promise<RoundRow> {
  const stake = parseProviderAmount(spin.stake);
  if (stake === undefined || !game.stakes.includes(stake)) {
    failRequest(422, 'STAKE_NOT_OFFERED', errorMessages('STAKE_NOT_OFFERED'));
  }

  const known = store.findByClientRoundId(studio.store, session, spin.clientRoundId);
  if (known) {
    if (known.stakeE4 !== stake && known.isFree === 0n) {
      failRequest(409, 'ROUND_ID_REUSED', errorMessages('ROUND_ID_REUSED'));
    }
    return (await studio.rounds.getRunning(known.roundId)) ?? known;
  }

  // No await between check and insert, so two concurrent spins cannot both pass.
  const roundId = studio.store.transaction(() => {
    const open = store.findOpenRound(studio.store, session);
    if (open) failRequest(409, 'ROUND_OPEN', errorMessages('ROUND_OPEN'));

    const free = findFreeRoundsLeft(studio, session);
    const roundStake = free === undefined ? stake : money(free.stakeE4);
    const nowMs = Date.now();
    if (free === undefined && game.isSlot === true) requireInterval(studio, session, nowMs);
    const before = { isFree: free !== undefined, carry: free?.carry ?? undefined };
    const { seedId, nonce, drawn } = drawRound(studio.store, toPlayerGame(session), (next) => game.draw(next, before));
    const granted = Math.min(drawn.freeRounds, FREE_ROUNDS_MAX - Number(free?.awarded ?? 0n));
    const left = free === undefined ? 0 : Number(free.awarded - free.played) - 1;
    const id = `cb${nowMs.toString(36)}${randomBytes(8).toString('hex')}`;
    store.insertRound(studio.store, {
      ...toPlayerGame(session),
      roundId: id,
      clientRoundId: spin.clientRoundId,
      walletToken: session.walletToken,
      stakeE4: roundStake,
      payoutE4: partOf(roundStake, drawn.pay),
      draws: JSON.stringify(drawn.numbers),
      seedId,
      nonce,
      // With a choice between bet and win, betwin is not possible.
      settleMode: game.choice ? 'separate' : studio.behaviour.settings.settle,
      isFree: free !== undefined,
      freeAwarded: granted,
      grantedBy: free?.grantedBy ?? null,
      freeWaiting: left + granted,
      carry: drawn.carry ?? null,
      awaitsDecision: game.choice !== undefined,
      nowMs,
      nextAttemptAtMs: firstRetryAtMs(nowMs),
    });
    return id;
  });
  return settle(studio, roundId);
}

/** Exact, because every stake is a whole number of its hundredths. */
function partOf(stake: Money, hundredths: number): Money {
  return money((stake / PARTS_OF_STAKE) * BigInt(hundredths));
}

/** Paid spins of a player keep an interval, over all slots. */
function requireInterval(studio: StudioContext, { operator, playerId }: Session, nowMs: number): void {
  const lastMs = store.findLastPaidAtMs(studio.store, { operator, playerId }, listSlotCodes());
  if (nowMs - lastMs < studio.config.spinMs) failRequest(429, 'TOO_SOON', errorMessages('TOO_SOON'));
}

async function settle(studio: StudioContext, roundId: string): Promise<RoundRow> {
  const profile = studio.behaviour.consumeProfile();
  const round = await settleFirst(studio, roundId, profile);
  await sendPostRoundCalls(studio, round, profile.afterwards);
  return round;
}

/** Stores the player's choice in an open round. The first one counts; repetitions return the same response. */
export async function decideRound(
  studio: StudioContext,
  session: Session,
  chosen: { readonly roundId: string; readonly decision: string },
): Promise<RoundRow> {
  const round = requireOwnRound(studio, session, chosen.roundId);
  const choice = findGame(round.gameCode)?.choice;
  if (!choice?.isChoice(chosen.decision)) failRequest(422, 'CHOICE_NOT_OFFERED', errorMessages('CHOICE_NOT_OFFERED'));
  if (!awaitsChoice(round)) {
    if (round.decision !== chosen.decision) failRequest(409, 'CHOICE_MADE', errorMessages('CHOICE_MADE'));
    return (await studio.rounds.getRunning(round.roundId)) ?? round;
  }
  await studio.rounds.getRunning(round.roundId);
  const isFirst = store.recordDecision(studio.store, round.roundId, {
    decision: chosen.decision,
    payoutE4: choice.payoutOf(money(round.stakeE4), parseDraws(round), chosen.decision),
    nextAttemptAtMs: firstRetryAtMs(Date.now()),
  });
  if (!isFirst) return decideRound(studio, session, chosen);
  return settle(studio, round.roundId);
}

/** Remaining free rounds, if any. */
function findFreeRoundsLeft(studio: StudioContext, player: PlayerGame): store.FreeRoundsRow | undefined {
  const free = store.findFreeRounds(studio.store, player);
  return free && free.awarded > free.played ? free : undefined;
}

/** The latest feature as shown to its player, also after its last round. */
export function toFreeRoundsOnWire(studio: StudioContext, player: PlayerGame): FreeRoundsOnWire | undefined {
  const free = store.findFreeRounds(studio.store, player);
  return (
    free && {
      stake: formatProviderAmount(money(free.stakeE4)),
      awarded: Number(free.awarded),
      left: Number(free.awarded - free.played),
      won: formatProviderAmount(money(free.wonE4)),
    }
  );
}

/** The player's open round of this game, or the newest one that ended. */
export function findNewestRound(studio: StudioContext, session: Session): RoundRow | undefined {
  return store.findOpenRound(studio.store, session) ?? store.listOwnRounds(studio.store, session, undefined, 1).at(0);
}

export function requireOwnRound(studio: StudioContext, session: Session, roundId: string): RoundRow {
  const round = store.findRound(studio.store, roundId);
  if (round?.playerId !== session.playerId || round.operator !== session.operator) {
    failRequest(404, 'NO_SUCH_ROUND', errorMessages('NO_SUCH_ROUND'));
  }
  return round;
}

export function listOwnRounds(studio: StudioContext, session: Session, cursor: string | undefined): RoundsOnWire {
  const before = /^(\d{1,15})\.(\w{1,64})$/.exec(cursor ?? '');
  const rows = store.listOwnRounds(
    studio.store,
    session,
    before ? { createdAtMs: BigInt(before[1] ?? 0), roundId: before[2] ?? '' } : undefined,
    OWN_ROUNDS_PAGE + 1,
  );
  const shown = rows.slice(0, OWN_ROUNDS_PAGE);
  const last = shown.at(-1);
  const rounds = shown.map(toRoundOnWire);
  return rows.length > shown.length && last ? { rounds, cursor: `${last.createdAtMs}.${last.roundId}` } : { rounds };
}

/** Player view of a round: no result before the wallet has responded. */
export function toRoundOnWire(round: RoundRow): RoundOnWire {
  const shown = {
    roundId: round.roundId,
    clientRoundId: round.clientRoundId,
    stake: formatProviderAmount(money(round.stakeE4)),
    at: new Date(Number(round.createdAtMs)).toISOString(),
    ...(round.isFree === 1n && { isFree: true }),
    fairness: {
      commitment: round.commitment,
      clientSeed: round.clientSeed,
      nonce: Number(round.nonce),
      ...(round.isRevealed === 1n && { serverSeed: round.serverSeed }),
    },
  };
  if (awaitsChoice(round)) {
    const balance = round.balanceAfterE4 === null ? {} : { balance: formatProviderAmount(money(round.balanceAfterE4)) };
    const seen = findGame(round.gameCode)?.choice?.shown ?? 0;
    return { ...shown, ...balance, state: 'choosing', draws: parseDraws(round).slice(0, seen) };
  }
  if (isOpen(round)) return { ...shown, state: 'checking' };
  if (round.state === 'refused') {
    const code = round.code ?? 'REFUSED';
    return { ...shown, state: 'refused', code, message: errorMessages(code) };
  }
  const balance = round.balanceAfterE4 === null ? {} : { balance: formatProviderAmount(money(round.balanceAfterE4)) };
  if (round.state === 'voided') return { ...shown, ...balance, state: 'voided', message: text.voided };
  return {
    ...shown,
    ...balance,
    state: 'settled',
    payout: formatProviderAmount(money(round.payoutE4)),
    draws: parseDraws(round),
    ...(round.freeAwarded > 0n && { freeAwarded: Number(round.freeAwarded) }),
    ...(round.carry !== null && { carry: round.carry }),
    ...(round.decision !== null && { decision: round.decision }),
  };
}

export function parseDraws(round: RoundRow): readonly number[] {
  const draws: unknown = JSON.parse(round.draws);
  if (!Array.isArray(draws)) throw new Error(`round ${round.roundId} has no draws`);
  return draws.map(Number);
}

function toPlayerGame({ operator, playerId, gameCode }: Session): PlayerGame {
  return { operator, playerId, gameCode };
}
