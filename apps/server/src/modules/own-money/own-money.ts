// Own money beside bonuses and codes: the part of a member's money that a bonus does not bind, stored in its turnover
// requirement.
//
//     a requirement begins:        own = playable money before its credit (computePlayFunds), less a bonus's deposit
//     own money arrives:           own + the amount, in every open requirement of a bonus or code
//     an earlier bet is settled:   own + payout − stake (modules/wallet/wallet-rules.ts)
//     the bonus is forfeited:      own and deposit less net losses stay
//
// It is below zero after a debt, and after a result of own money was undone that other money paid: own money that
// arrives makes up for it. Until then it uses the cap as a payout does, because money under the cap pays for it. Where
// the bonus is forfeited or lost before its turnover was met, all of it is owed.
//
// Always true: everything that credits the game wallet outside play goes through this file (creditOwnMoney,
// returnOwnMoney, releaseOwnMoney, recallReturned, recallCapped), under the member's lane lock. Parked and leaving
// money is in no requirement's own money until it is playable. Requirements are forfeited when the whole position is
// spent: checked after play, after a rejected held win, and before new money arrives.
//
// Elsewhere: the part kept at a forfeit (promotions/forfeit.ts), the cap (computeWithdrawCap in position.ts), debts
// (debt/debt.ts).

import type { Transaction } from '@chaba/database';
import { postTransfers } from '@chaba/ledger';
import { add, baht, max, min, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { assert } from '#core/domain-error';
import {
  computePlayFunds,
  computeUnsent,
  computeWorth,
  isUnsettled,
  loadPosition,
  loadPositions,
  type Position,
  markReleased,
  sumStakesBefore,
} from '#modules/position';
import { type GameCredit, repayDebt } from '#modules/debt';
import { closeRequirements, loadOpenRequirements, saveOwnMoney } from '#modules/requirements';
import { endCapped, loadCapped, type NewRemoval, recordRemoval, type RemovalBack } from '#modules/removals';
import { isBonusRequirement, type TurnoverRequirement } from '#modules/turnover';

/** Total worth below which the open requirements are forfeited. */
const SPENT_BELOW = baht(5);

/** Handles new money on the game wallet: repays the member's debt and returns the playable part. */
export async function creditOwnMoney(tx: Transaction, siteId: number, credit: GameCredit): Promise<Money> {
  const { memberId, amount } = credit;
  // Coins alone are no money that arrives.
  if (amount === 0n) return zeroMoney;
  const lines = await loadOpenRequirements(tx, siteId, [memberId]);
  if (lines.length > 0) {
    const position = await loadPosition(tx, siteId, memberId);
    if (isSpent(position, amount)) await loseRequirements(tx, siteId, lines, position);
    else await addToLines(tx, siteId, lines, (line) => addOwn(line, position, { arrived: amount, own: amount }));
  }
  // Also what the loss left owed.
  return repayDebt(tx, siteId, credit);
}

/**
 * Handles a withdrawal returned to the game wallet. Requirements open at its request contain it; to later ones it
 * arrives as own money. `removed`: its part that a cap had held or removed. That part is own money of a later
 * requirement only as far as own money is missing from what is playable with it, and as far as the requirement had not
 * won it (`later`): play under both lost the rest of it, and no own money.
 */
export async function returnOwnMoney(
  tx: Transaction,
  siteId: number,
  credit: GameCredit & {
    readonly requestedAt: Date;
    readonly removed?: Money;
    readonly later?: RemovalBack['later'];
  },
): Promise<Money> {
  const { memberId, amount, requestedAt, removed = zeroMoney, later = [] } = credit;
  const playable = await repayDebt(tx, siteId, credit);
  const lines = (await loadOpenRequirements(tx, siteId, [memberId])).filter(({ createdAt }) => createdAt > requestedAt);
  if (lines.some(isBonusRequirement)) {
    const position = await loadPosition(tx, siteId, memberId);
    const arrived = subtract(amount, removed);
    await addToLines(tx, siteId, lines, (line) => {
      const own = later.find(({ requirementNo }) => requirementNo === line.requirementNo)?.own ?? removed;
      const missing = computeOwnMissing({ ...line, own: add(line.own, arrived) }, computePlayFunds(position));
      return addOwn(line, position, { arrived, own: add(arrived, min(min(removed, own), missing)) });
    });
  }
  return playable;
}

/** Funds that could be own money of the requirement, all but a code itself, and are not counted as such. */
function computeOwnMissing({ source, own, bonus, paid }: TurnoverRequirement, funds: Money): Money {
  const stays = max(zeroMoney, subtract(funds, source === 'ITEMCODE' ? bonus : zeroMoney));
  return max(zeroMoney, subtract(add(paid, stays), own));
}

/**
 * Handles an amount that left the main wallet. Returned payouts are contained in the own money of requirements open at
 * their request; everything else arrives. Called after the debt was repaid; `before` is the position of before the
 * movement.
 */
export async function releaseOwnMoney(
  tx: Transaction,
  siteId: number,
  released: { readonly before: Position; readonly amount: Money },
): Promise<void> {
  const { before, amount } = released;
  const { memberId } = before;
  const lines = await loadOpenRequirements(tx, siteId, [memberId]);
  if (!lines.some(isBonusRequirement)) return;
  const position = await loadPosition(tx, siteId, memberId);
  await addToLines(tx, siteId, lines, (line) => {
    const contained = min(amount, findReturned(before, line.requirementNo));
    const own = subtract(amount, contained);
    return own === 0n ? line : addOwn(line, position, { arrived: amount, own, apart: amount });
  });
}

/**
 * Handles a debt that no money of the member covers: it is own money that is lost in open requirements after this one,
 * so what money under their caps repays of it uses the caps.
 */
export async function loseOwnMoney(
  tx: Transaction,
  siteId: number,
  debt: { readonly memberId: bigint; readonly amount: Money; readonly afterRequirementNo: number },
): Promise<void> {
  if (debt.amount === 0n) return;
  const lines = await loadOpenRequirements(tx, siteId, [debt.memberId]);
  const later = lines.filter(({ requirementNo }) => requirementNo > debt.afterRequirementNo);
  await addToLines(tx, siteId, later, (line) => ({ ...line, own: subtract(line.own, debt.amount) }));
}

/**
 * Moves returned payouts under a requirement from the main wallet to the game wallet, so that its end covers them. A
 * debt is repaid first.
 */
export async function recallReturned(
  tx: Transaction,
  siteId: number,
  { memberId, requirementNo }: { readonly memberId: bigint; readonly requirementNo: number },
): Promise<void> {
  const before = await loadPosition(tx, siteId, memberId);
  const amount = findReturned(before, requirementNo);
  if (amount === 0n) return;
  const key = `returned:${memberId}:${requirementNo}`;
  const recall = {
    ownerId: memberId,
    from: chart.main,
    to: chart.game,
    amount,
    reason: 'returned payout recalled',
    key,
  };
  const [posting] = await postTransfers(tx, siteId, [recall]);
  assert(posting?.outcome === 'posted', 'a requirement ends once, and its returned payouts are in the main wallet');
  await markReleased(tx, siteId, { memberId, fromRequirementNo: requirementNo });
  await repayDebt(tx, siteId, { memberId, amount, key });
  await releaseOwnMoney(tx, siteId, { before, amount });
}

/**
 * Moves what caps of paid payouts removed under a requirement back to the game wallet, so that its forfeit covers it. A
 * debt is repaid first.
 */
export async function recallCapped(
  tx: Transaction,
  siteId: number,
  { memberId, requirementNo }: { readonly memberId: bigint; readonly requirementNo: number },
): Promise<void> {
  for (const { withdrawalId, amount } of await endCapped(tx, siteId, { memberId, requirementNo })) {
    if (amount === 0n) continue;
    const name = `withdrawal:${withdrawalId}`;
    const way = { ownerId: memberId, from: chart.residual, to: chart.game } as const;
    const back = { ...way, amount, reason: 'above the cap returned', key: `${name}:uncapped` };
    const [posting] = await postTransfers(tx, siteId, [back]);
    assert(posting?.outcome === 'posted', 'a removal comes back once, and its money is in the residual wallet');
    await repayDebt(tx, siteId, { memberId, amount, key: `${name}:back` });
  }
}

const findReturned = ({ requirements }: Position, requirementNo: number): Money =>
  requirements.find((line) => line.requirementNo === requirementNo)?.returned ?? zeroMoney;

/** Forfeits the requirements of members whose whole position is spent, so that the next deposit starts without them. */
export async function forfeitSpentRequirements(
  tx: Transaction,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<void> {
  if (memberIds.length === 0) return;
  const positions = await loadPositions(tx, siteId, memberIds);
  const spent = [...positions.values()].filter((position) => position.requirements.length > 0 && isSpent(position));
  if (spent.length === 0) return;
  const spentIds = spent.map(({ memberId }) => memberId);
  const lines = await loadOpenRequirements(tx, siteId, spentIds);
  for (const position of spent) {
    const ofMember = lines.filter(({ memberId }) => memberId === position.memberId);
    await loseRequirements(tx, siteId, ofMember, position);
  }
}

/**
 * Closes a member's requirements as lost. A result that is corrected later is under their terms: as after a forfeit
 * before the turnover was met, under the rest of the cap after it. What they paid for own money that was undone is owed
 * then, once for all of them.
 */
async function loseRequirements(
  tx: Transaction,
  siteId: number,
  lines: readonly TurnoverRequirement[],
  { memberId, debt: owedBefore }: Pick<Position, 'memberId' | 'debt'>,
): Promise<void> {
  await closeRequirements(tx, siteId, [memberId], 'lost');
  let owed = owedBefore;
  for (const line of lines.filter(isBonusRequirement)) {
    const { requirementNo } = line;
    const loss = computeLoss(line, owed, await loadCapped(tx, siteId, { memberId, requirementNo }));
    if (loss === undefined) continue;
    await recordRemoval(tx, siteId, { memberId, requirementNo, ...loss.removal });
    if (loss.owed === 0n) continue;
    const isCapped = loss.removal.account === 'residual';
    const way = { ownerId: memberId, from: chart.receivable, to: chart[loss.removal.account], amount: loss.owed };
    const cause = isCapped
      ? { reason: 'above the cap owed', key: `cap:${memberId}:${requirementNo}:owed` }
      : { reason: 'requirement lost', key: `lost:${memberId}:${requirementNo}:owed` };
    const [posting] = await postTransfers(tx, siteId, [{ ...way, ...cause }]);
    assert(posting?.outcome === 'posted', 'a requirement is lost once');
    owed = add(owed, loss.owed);
  }
}

/**
 * The removal of a lost requirement, and what the member owes more than `owed` for own money below zero: all of it
 * before the turnover was met, what exceeds the cap after it. `capped`: what paid payouts removed above the cap.
 * Undefined: the turnover was met and there is no cap.
 */
function computeLoss(
  { required, progress, isEnding, own, deposit, paid, bonus, withdrawCap: cap }: TurnoverRequirement,
  owed: Money,
  capped: Money,
): { readonly removal: Pick<NewRemoval, 'account' | 'funds' | 'own' | 'bonus'>; readonly owed: Money } | undefined {
  // An exclusion forfeits what was running when it began, also where its turnover is met since.
  const isMet = progress >= required && !isEnding;
  if (isMet && cap === undefined) return undefined;
  const rest = isMet ? subtract(add(cap ?? zeroMoney, own), paid) : add(own, deposit);
  const left = max(zeroMoney, isMet ? rest : subtract(rest, paid));
  // Nothing is left, but what is owed for money below zero was removed, so results undone later reduce it.
  const funds = subtract(zeroMoney, add(owed, min(rest, zeroMoney)));
  const removal = isMet
    ? ({ account: 'residual', funds, own: left, bonus: zeroMoney } as const)
    : // A removal above its cap contained the bonus.
      ({ account: 'residualTaken', funds, own: left, bonus: max(zeroMoney, subtract(bonus, capped)) } as const);
  return { removal, owed: max(zeroMoney, funds) };
}

/** Own money of a new requirement, before its own credit is posted; below zero for a debt. */
export function computeOwnAtStart(position: Position): Money {
  return computePlayFunds(position);
}

/** Whether the open requirements are forfeited before new money arrives. */
export function isSpent(position: Position, arrived = zeroMoney): boolean {
  return !isUnsettled(position) && subtract(computeWorth(position), arrived) < SPENT_BELOW;
}

async function addToLines(
  tx: Transaction,
  siteId: number,
  lines: readonly TurnoverRequirement[],
  change: (line: TurnoverRequirement) => TurnoverRequirement,
): Promise<void> {
  await saveOwnMoney(tx, siteId, lines.filter(isBonusRequirement).map(change));
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
 * and earlier own money are lost, and later results must not restore them from the arriving money. Stakes of before
 * stay in own money, because their results are subtracted from it.
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
  const staked = sumStakesBefore(line.requirementNo, position.inPlay.stakes);
  const gone = min(line.own, add(line.paid, idle, computeUnsent(position), staked));
  // The deposit has paid for own money below zero: that part is not lost twice, and stays under the cap.
  const paying = min(line.deposit, max(zeroMoney, subtract(zeroMoney, line.own)));
  return { ...line, own: add(gone, own), bonus: max(zeroMoney, left), deposit: paying };
}
