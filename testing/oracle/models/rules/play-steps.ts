// Play steps: rounds, results, corrections and prizes of game providers.
//
// Elsewhere: how a step compares (model-command.ts), the model's rules (play.ts).

import assert from 'node:assert/strict';

import { money } from '@chaba/money';

import { part, playing } from '@chaba/server/testing/time-simulation';
import type { WalletCommand } from '@chaba/server/modules/wallet-commands';
import type { TestMember } from '@chaba/server/testing/factories';

import { balance, type ModelMember, type ModelRound, least, openLines } from './member.ts';
import { type Both, ModelCommand, nameIn, type Real, type ModelStep } from './model-command.ts';
import { adjustWin, cancelBet, cancelWin, payTip, placeBet, settleRound, applyAward } from './play.ts';

const toRequest = (real: Real, person: TestMember, round: ModelRound) =>
  playing(person, round.id, real.simulation.site, round.gameCode);

async function sendRequest(real: Real, index: number, request: WalletCommand): Promise<string> {
  const result = await real.simulation.decide(request);
  if (result === 'OK') real.lastRequests.set(index, request);
  return result;
}

type BetOptions = {
  readonly slot: number;
  readonly amount: bigint;
  readonly isAll: boolean;
  readonly isFresh: boolean;
};

export const bet = (index: number, { slot, amount, isAll, isFresh }: BetOptions): ModelStep =>
  new ModelCommand(`bet ${isAll ? 'all' : amount} in ${slot}${isFresh ? ' anew' : ''}`, index, async (both) => {
    const { model, real, member, person } = both;
    const stake = isAll ? balance(member, 'game') || 1n : amount;
    const known = isFresh ? undefined : member.rounds.get(slot);
    const round = known ?? newRound(nameIn(real), slot);
    const txId = nameIn(real);
    const request = {
      ...toRequest(real, person, round),
      parts: [part('bet', txId, money(stake))],
      isRoundClosed: false,
    };
    const place = (): string => {
      if (known) return placeBet(model, member, { round, txId, amount: stake });
      round.openedAt = model.now;
      member.allRounds.push(round);
      const expected = placeBet(model, member, { round, txId, amount: stake });
      if (expected === 'OK') member.rounds.set(slot, round);
      else member.allRounds.pop();
      return expected;
    };
    return [await sendRequest(real, index, request), place];
  });

function newRound(id: string, slot: number): ModelRound {
  const gameCode = slot % 2 === 0 ? 'test-slot' : 'test-table';
  const empty = { bets: [], payout: 0n, turnover: 0n, wins: [], countedUntil: [], settledAt: undefined };
  return { id, gameCode, openedAt: 0, state: 'open', ...empty };
}

const hasRound =
  (slot: number) =>
  ({ rounds }: ModelMember): boolean =>
    rounds.has(slot);

function roundAt(member: ModelMember, slot: number): ModelRound {
  const round = member.rounds.get(slot);
  assert.ok(round, 'a step about a round is possible when there is one');
  return round;
}

type WinOptions = { readonly slot: number; readonly tenths: bigint; readonly isClosed: boolean };

export const win = (index: number, { slot, tenths, isClosed }: WinOptions): ModelStep =>
  new ModelCommand(
    `win ${tenths} tenths in ${slot}${isClosed ? ', closed' : ''}`,
    index,
    async ({ model, real, member, person }) => {
      const round = roundAt(member, slot);
      const open = round.bets.filter(({ state }) => state === 'open');
      const payout = (open.reduce((sum, { stake }) => sum + stake, 0n) * tenths) / 10n;
      const txId = nameIn(real);
      const parts = [part('win', txId, money(payout))];
      return [
        await sendRequest(real, index, { ...toRequest(real, person, round), parts, isRoundClosed: isClosed }),
        () => settleRound(model, member, { round, txId, payout, isClosed }),
      ];
    },
    hasRound(slot),
  );

type SpinOptions = { readonly stake: bigint; readonly tenths: bigint; readonly isTable: boolean };

/**
 * A round that returns its stake and fills the missing turnover as far as money allows, so that a withdrawal becomes
 * possible.
 */
export const playThrough = (index: number): ModelStep =>
  new ModelCommand(
    'play through',
    index,
    async (both) => {
      const missing = openLines(both.member).reduce((sum, { need, now }) => sum + need - now, 0n);
      return spinning(both, index, {
        stake: least(missing, balance(both.member, 'game')),
        tenths: 10n,
        isTable: false,
      });
    },
    (member) => balance(member, 'game') > 0n && openLines(member).some(({ need, now }) => now < need),
  );

/** A round with stake and payout in one request. */
export const spin = (index: number, options: SpinOptions): ModelStep =>
  new ModelCommand(`spin ${options.stake} for ${options.tenths} tenths`, index, (both) =>
    spinning(both, index, options),
  );

async function spinning(
  { model, real, member, person }: Both,
  index: number,
  { stake, tenths, isTable }: SpinOptions,
): Promise<readonly [string, () => string]> {
  const round = newRound(nameIn(real), isTable ? 1 : 0);
  const payout = (stake * tenths) / 10n;
  const [betId, winId] = [`${round.id}-bet`, `${round.id}-win`];
  const parts = [part('bet', betId, money(stake)), part('win', winId, money(payout))];
  const place = (): string => {
    round.openedAt = model.now;
    member.allRounds.push(round);
    const expected = placeBet(model, member, { round, txId: betId, amount: stake });
    if (expected === 'OK') return settleRound(model, member, { round, txId: winId, payout, isClosed: true });
    member.allRounds.pop();
    return expected;
  };
  return [await sendRequest(real, index, { ...toRequest(real, person, round), parts, isRoundClosed: true }), place];
}

/** Corrections of results of an ended bonus have their own test (removals/removals.test.ts). */
const hasRemoval = (member: ModelMember, round: ModelRound | undefined): boolean =>
  round?.bets.some(({ line }) => member.lines.some((each) => each.hasRemoval === true && each.no <= line)) ?? false;

/** Rolls back the bet or win of the round that `pick` selects. */
export const rollback = (index: number, slot: number, of: 'bet' | 'win', pick: number): ModelStep => {
  const targets = (member: ModelMember) => {
    const round = member.rounds.get(slot);
    return (of === 'bet' ? round?.bets : round?.wins) ?? [];
  };
  return new ModelCommand(
    `take back ${of} ${pick} in ${slot}`,
    index,
    async ({ model, real, member, person }) => {
      const round = roundAt(member, slot);
      const all = targets(member);
      const { txId: refTxId } = all[pick % all.length] ?? { txId: '' };
      const call = callOf(real, person, round);
      const result = await sendRequest(real, index, { ...call, operation: 'rollback', txId: nameIn(real), refTxId });
      const undo = of === 'bet' ? cancelBet : cancelWin;
      return [result, () => undo(model, member, round, refTxId)];
    },
    (member) => targets(member).length > 0 && !hasRemoval(member, member.rounds.get(slot)),
  );
};

type WinPick = { readonly slot: number; readonly pick: number; readonly amount: bigint };

/** Corrects a result to this final amount. */
export const adjust = (index: number, { slot, pick, amount }: WinPick): ModelStep =>
  new ModelCommand(
    `adjust to ${amount} win ${pick} in ${slot}`,
    index,
    async ({ model, real, member, person }) => {
      const round = roundAt(member, slot);
      const { txId: refTxId } = round.wins[pick % round.wins.length] ?? { txId: '' };
      const result = await sendRequest(real, index, {
        ...callOf(real, person, round),
        operation: 'adjust',
        txId: nameIn(real),
        refTxId,
        amount: money(amount),
      });
      return [result, () => adjustWin(model, member, round, { txId: refTxId, amount })];
    },
    (member) => (member.rounds.get(slot)?.wins.length ?? 0) > 0 && !hasRemoval(member, member.rounds.get(slot)),
  );

/** An award without a bet, and a tip to the dealer. */
export const besides = (index: number, operation: 'award' | 'tip', amount: bigint): ModelStep =>
  new ModelCommand(`${operation} ${amount}`, index, async ({ model, real, member, person }) => {
    const txId = nameIn(real);
    const call = { ...callOf(real, person, newRound('', 0)), operation, txId, amount: money(amount) };
    const does = operation === 'award' ? applyAward : payTip;
    return [await sendRequest(real, index, call), () => does(model, member, amount)];
  });

function callOf(real: Real, person: TestMember, round: ModelRound) {
  const { provider, catalogue, memberId, stakeError, roundId, gameCode } = toRequest(real, person, round);
  return { provider, catalogue, memberId, stakeError, roundId, gameCode };
}

/** Repeats the provider's last request: the response is the same and nothing moves. */
export const again = (index: number): ModelStep =>
  new ModelCommand('again', index, async ({ real }) => {
    const request = real.lastRequests.get(index);
    return [request === undefined ? 'OK' : await real.simulation.decide(request), () => 'OK'];
  });
