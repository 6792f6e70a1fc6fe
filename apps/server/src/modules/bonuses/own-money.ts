// Own money beside bonuses and codes: the part of a member's money that a bonus does not bind, stored in its turnover
// requirement.
//
//     a requirement begins:        own = playable money before its credit (computePlayFunds), less a bonus's deposit
//     own money arrives:           own + its playable part, in every open requirement of a bonus or code
//     an earlier bet is settled:   own + payout − stake (modules/wallet/wallet-state.ts)
//     the bonus is forfeited:      own and deposit less net losses stay
//
// Always true: everything that credits the game wallet outside play goes through this file (creditOwnMoney,
// returnOwnMoney, releaseOwnMoney), under the member's lane lock. Parked and leaving money is in no requirement's own
// money until it is playable. Requirements are forfeited when the whole position is spent: checked after play, after a
// rejected held win, and before new money arrives.
//
// Elsewhere: the part kept at a forfeit (terms.ts), the cap (computeWithdrawLimit in position.ts), debts
// (position/debt.ts).

import type { Transaction } from '@chaba/database';
import { add, baht, max, min, type Money, subtract, zeroMoney } from '@chaba/money';

import {
  computePlayFunds,
  computeUnsent,
  computeWorth,
  isUnsettled,
  loadPosition,
  loadPositions,
  type Position,
  type GameCredit,
  repayDebt,
} from '#modules/position';

import * as store from './bonuses.store.ts';
import { isBonusLine, type TurnoverRequirement } from './turnover.ts';

/** Total worth below which the open requirements are forfeited. */
const SPENT_BELOW = baht(5);

/** Handles new money on the game wallet: repays the member's debt and returns the playable part. */
export async function creditOwnMoney(tx: Transaction, siteId: number, credit: GameCredit): Promise<Money> {
  const { memberId, amount } = credit;
  const playable = await repayDebt(tx, siteId, credit);
  const lines = await store.listOpenRequirements(tx, siteId, [memberId]);
  if (lines.length === 0) return playable;
  const position = await loadPosition(tx, siteId, memberId);
  if (isSpent(position, playable)) await store.closeLines(tx, siteId, [memberId], 'lost');
  else await addToLines(tx, siteId, lines, (line) => addOwn(line, position, { arrived: amount, own: playable }));
  return playable;
}

/**
 * Handles a withdrawal returned to the game wallet. Requirements open at its request contain it; to later ones it
 * arrives as own money.
 */
export async function returnOwnMoney(
  tx: Transaction,
  siteId: number,
  credit: GameCredit & { readonly requestedAt: Date },
): Promise<Money> {
  const { memberId, amount, requestedAt } = credit;
  const playable = await repayDebt(tx, siteId, credit);
  const lines = (await store.listOpenRequirements(tx, siteId, [memberId])).filter(
    ({ createdAt }) => createdAt > requestedAt,
  );
  if (lines.some(isBonusLine)) {
    const position = await loadPosition(tx, siteId, memberId);
    await addToLines(tx, siteId, lines, (line) => addOwn(line, position, { arrived: amount, own: playable }));
  }
  return playable;
}

/**
 * Handles a release of the main wallet: `amount` left it, `parked` of it from deposits, the other part from returned
 * withdrawals. Withdrawals requested under a requirement are contained in its own money; everything else arrives.
 * Called after the debt was repaid.
 */
export async function releaseOwnMoney(
  tx: Transaction,
  siteId: number,
  released: { readonly memberId: bigint; readonly amount: Money; readonly playable: Money; readonly parked: Money },
): Promise<void> {
  const { memberId, amount, playable, parked } = released;
  const lines = await store.listOpenRequirements(tx, siteId, [memberId]);
  if (!lines.some(isBonusLine)) return;
  const position = await loadPosition(tx, siteId, memberId);
  const returned = await store.returnedSince(tx, siteId, memberId);
  await addToLines(tx, siteId, lines, (line) => {
    const contained = min(returned.get(line.lineNo) ?? zeroMoney, max(zeroMoney, subtract(amount, parked)));
    const own = max(zeroMoney, subtract(playable, contained));
    return addOwn(line, position, { arrived: amount, own, apart: amount });
  });
}

/** Forfeits the requirements of members whose whole position is spent, so that the next deposit starts without them. */
export async function forfeitSpentRequirements(
  tx: Transaction,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<void> {
  if (memberIds.length === 0) return;
  const positions = await loadPositions(tx, siteId, memberIds);
  const spent = memberIds.filter((memberId) => {
    const position = positions.get(memberId);
    return position !== undefined && position.lines.length > 0 && isSpent(position);
  });
  if (spent.length > 0) await store.closeLines(tx, siteId, spent, 'lost');
}

/** Own money of a new requirement, before its own credit is posted. */
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
  /** The credited amount, including the part that repaid debts. */
  readonly arrived: Money;
  /** The part that is own money of the requirement. */
  readonly own: Money;
  /** The part that was parked in the main wallet until now. */
  readonly apart?: Money;
};

/**
 * Bound money of a requirement after an arrival. If less than the bonus was left, only bonus money was left: deposit
 * and earlier own money are lost, and later results must not restore them from the arriving money.
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
