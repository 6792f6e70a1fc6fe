// Own money beside bonuses and codes: what of a member's money a bonus does not bind, kept in its turnover line.
//
//     a line begins:        own = what can be played with before its credit (computePlayFunds), of a bonus less the deposit under it
//     own money arrives:    own + what of it is playable, in every line of a bonus or code that is open
//     a bet from before it: own + payout − stake, when it is settled (modules/play/wallet-state.ts)
//     the bonus is given up: own and deposit less net losses stay
//
// Always true: everything that credits the game wallet outside play goes through this file (creditOwnMoney, returnOwnMoney,
// releaseOwnMoney), under the member's lane lock. Parked and leaving money is in no line's own money until it is playable. Lines are lost
// when the whole position is spent: considered after play, after a held win is refused, and before new money arrives.
//
// Elsewhere: what giving up keeps (terms.ts), the cap (computeWithdrawLimit in position.ts), debts (core/debt-repayment.ts).

import type { Transaction } from '@chaba/database';
import { add, baht, max, min, type Money, subtract, zeroMoney } from '@chaba/money';

import { type GameCredit, repayDebt } from '#core/debt-repayment';
import {
  computePlayFunds,
  computeUnsent,
  computeWorth,
  isUnsettled,
  loadPosition,
  loadPositions,
  type Position,
} from '#modules/position';

import * as store from './bonuses.store.ts';
import { isBonusLine, type TurnoverRequirement } from './turnover.ts';

/** Below this, everything counted, the open lines are lost (rules §7). */
const SPENT_BELOW = baht(5);

/** New money was credited to the game wallet: pays the member's debt, answers what of it is playable. */
export async function creditOwnMoney(tx: Transaction, siteId: number, credit: GameCredit): Promise<Money> {
  const { memberId, amount } = credit;
  const playable = await repayDebt(tx, siteId, credit);
  const lines = await store.openLines(tx, siteId, [memberId]);
  if (lines.length === 0) return playable;
  const position = await loadPosition(tx, siteId, memberId);
  if (isSpent(position, playable)) await store.closeLines(tx, siteId, [memberId], 'lost');
  else await addToLines(tx, siteId, lines, (line) => addOwn(line, position, { arrived: amount, own: playable }));
  return playable;
}

/**
 * A requested withdrawal was given back to the game wallet. Lines that were open when it was requested contain it; to later lines it
 * arrives.
 */
export async function returnOwnMoney(
  tx: Transaction,
  siteId: number,
  credit: GameCredit & { readonly requestedAt: Date },
): Promise<Money> {
  const { memberId, amount, requestedAt } = credit;
  const playable = await repayDebt(tx, siteId, credit);
  const lines = (await store.openLines(tx, siteId, [memberId])).filter(({ createdAt }) => createdAt > requestedAt);
  if (lines.some(isBonusLine)) {
    const position = await loadPosition(tx, siteId, memberId);
    await addToLines(tx, siteId, lines, (line) => addOwn(line, position, { arrived: amount, own: playable }));
  }
  return playable;
}

/**
 * The main wallet was released: `amount` left it, of which `parked` came from deposits and the rest from withdrawals that came back.
 * Those that were requested under a line are contained in its own money; everything else arrives. Called after the debt was paid.
 */
export async function releaseOwnMoney(
  tx: Transaction,
  siteId: number,
  released: { readonly memberId: bigint; readonly amount: Money; readonly playable: Money; readonly parked: Money },
): Promise<void> {
  const { memberId, amount, playable, parked } = released;
  const lines = await store.openLines(tx, siteId, [memberId]);
  if (!lines.some(isBonusLine)) return;
  const position = await loadPosition(tx, siteId, memberId);
  const returned = await store.returnedSince(tx, siteId, memberId);
  await addToLines(tx, siteId, lines, (line) => {
    const contained = min(returned.get(line.lineNo) ?? zeroMoney, max(zeroMoney, subtract(amount, parked)));
    const own = max(zeroMoney, subtract(playable, contained));
    return addOwn(line, position, { arrived: amount, own, apart: amount });
  });
}

/** Closes the lines of those members whose whole position is spent, so that their next deposit starts afresh. */
export async function loseSpentLines(tx: Transaction, siteId: number, memberIds: readonly bigint[]): Promise<void> {
  if (memberIds.length === 0) return;
  const positions = await loadPositions(tx, siteId, memberIds);
  const spent = memberIds.filter((memberId) => {
    const position = positions.get(memberId);
    return position !== undefined && position.lines.length > 0 && isSpent(position);
  });
  if (spent.length > 0) await store.closeLines(tx, siteId, spent, 'lost');
}

/** Own money of a line that begins now, before its own credit is posted. */
export function computeOwnAtStart(position: Position): Money {
  return max(zeroMoney, computePlayFunds(position));
}

function isSpent(position: Position, arrived = zeroMoney): boolean {
  return !isUnsettled(position) && subtract(computeWorth(position), arrived) < SPENT_BELOW;
}

async function addToLines(
  tx: Transaction,
  siteId: number,
  lines: readonly TurnoverRequirement[],
  change: (line: TurnoverRequirement) => TurnoverRequirement,
): Promise<void> {
  await store.updateBoundMoney(tx, siteId, lines.filter(isBonusLine).map(change));
}

type Arrival = {
  /** What was credited, paid debts included. */
  readonly arrived: Money;
  /** What of it is own money of the line. */
  readonly own: Money;
  /** What of it was counted apart a moment ago: in the main wallet. */
  readonly apart?: Money;
};

/**
 * What a line binds after an arrival. Where less than the bonus was left, only bonus money was left: the deposit and the own money from
 * before are lost by then, and later results must not bring them back out of the money that arrives.
 */
function addOwn(
  line: TurnoverRequirement,
  position: Position,
  { arrived, own, apart = zeroMoney }: Arrival,
): TurnoverRequirement {
  const left = subtract(computePlayFunds(position), arrived);
  const { leaving, disputed, parked } = position;
  const idle = add(apart, parked.main, disputed.frozen);
  const outside = add(idle, leaving ? add(leaving.amount, leaving.removed) : zeroMoney);
  if (add(left, outside) >= line.bonus) return { ...line, own: add(line.own, own) };
  const gone = min(line.own, add(line.paid, idle, computeUnsent(position)));
  return { ...line, own: add(gone, own), bonus: max(zeroMoney, left), deposit: zeroMoney };
}
