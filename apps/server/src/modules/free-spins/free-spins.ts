// Waiting free spins whose game cannot be opened: an operator settles them with an amount, or voids them.
//
//     decision and audit entry ─▶ free_spin_decision ─▶ wallet command: a win that ends the round, or its end
//
// Always true: the decision is written first, once for a round, with the reason that the member reads. The command has
// its own id, so it is applied once; the job applies it again after a crash. The win is a result of the round: the
// requirement, the cap and the win cap of its granting bet apply. The decision stands: spins that a corrected result of
// the round states again end without another payment.
//
// Elsewhere: the action (operators/round-actions.ts), rounds without a result (stuck-rounds.ts), the note of the
// member (play/play.store.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';
import { forEachConcurrent } from '#core/for-each-concurrent';
import type { Site } from '#modules/site';
import { OPERATOR_SPINS_PREFIX, type WalletCommand } from '#modules/wallet-commands';
import { type WalletBatcher } from '#modules/wallet';
import { getWinCap } from '#modules/providers';

import * as store from './free-spins.store.ts';
import type { SpinDecision, WaitingRound } from './free-spins.store.ts';

export type { SpinDecision, WaitingRound } from './free-spins.store.ts';

const SHOWN_MAX = 100;

/** Rounds with free spins that wait for an hour or more. */
export function listWaitingSpins(database: Queryable, siteId: number): Promise<WaitingRound[]> {
  return store.listWaiting(database, siteId, SHOWN_MAX);
}

/** Records the decision about the waiting spins of a round. The caller records the operator in the same transaction. */
export async function recordSpinDecision(
  tx: Transaction,
  siteId: number,
  of: SpinDecision & { readonly provider: string; readonly roundId: string; readonly memberId: bigint | undefined },
): Promise<WaitingRound | 'not_waiting' | 'not_single'> {
  const found = await store.findWaiting(tx, siteId, of);
  const rounds = of.memberId === undefined ? found : found.filter(({ memberId }) => memberId === of.memberId);
  const [round] = rounds;
  if (!round) return 'not_waiting';
  if (rounds.length > 1) return 'not_single';
  await lockLanes(tx, siteId, [round.memberId]);
  return (await store.insertDecision(tx, siteId, round, of)) ? round : 'not_waiting';
}

/** Applies the recorded decisions; returns their number. */
export async function applySpinDecisions(database: Database, site: Site, batcher: WalletBatcher): Promise<number> {
  const decided = await store.listUnapplied(database, site.id, SHOWN_MAX);
  await forEachConcurrent(decided, 1, async (round) => {
    const winCap = getWinCap(site, round.provider);
    const submit = async (command: WalletCommand): Promise<boolean> => {
      const { code, isDuplicate } = await batcher.submit(site.id, command);
      if (code !== 'OK') throw new Error(`free spins of round ${round.roundId} could not be decided: ${code}`);
      return isDuplicate;
    };
    // Paid before: a corrected result of the round stated its spins again.
    if (await submit(toCommand(site, round, winCap))) await submit(toEnd(site, round));
  });
  return decided.length;
}

function toCommand(site: Site, round: WaitingRound & SpinDecision, winCap: WalletCommand['winCap']): WalletCommand {
  const { roundId, decision, amount } = round;
  if (decision === 'voided') return toEnd(site, round);
  const win = { operation: 'win', refTxId: undefined, validBet: undefined, positions: [], isFree: true } as const;
  const parts = [{ ...win, txId: `${OPERATOR_SPINS_PREFIX}${roundId}`, amount }];
  return { ...nameRound(site, round), operation: 'play', isTable: false, parts, isRoundClosed: true, winCap };
}

const toEnd = (site: Site, round: WaitingRound): WalletCommand => ({
  ...nameRound(site, round),
  operation: 'endRound',
});

function nameRound({ catalogue }: Site, { provider, memberId, roundId, gameCode }: WaitingRound) {
  return { provider, memberId, catalogue, stakeError: undefined, roundId, gameCode };
}
