// Bonds: the amount that a bonus or a capped code allows to leave. Pure arithmetic on one bonus.
//
// A member's money is own money or bonus money. Own money is the balance at the grant, own money that arrives later,
// and results of stakes placed before the bonus or after its end. All other money is bonus money: the gift, and
// winnings of stakes, free rounds and prizes during the bonus.
//
// Always true: `own` is an upper bound. Losses of play under the bonus reduce it only after a forfeit, because own
// money is then lost first.
//
// Elsewhere: how facts change a bound bonus (member-leaks.ts).

import { max, min } from '#testing/oracle/arithmetic';
import type { FindingKind, RequirementFact } from '#testing/oracle/facts';

/** The start of a round relative to a bond. */
export type BetTiming = 'before' | 'under' | 'after';

export type BoundBonus = {
  readonly requirementNo: number;
  readonly isCode: boolean;
  readonly startedAt: number;
  /** The maximum of the bonus that may leave; undefined: no limit, once the turnover is complete. */
  readonly cap: bigint | undefined;
  readonly gift: bigint;
  /**
   * The deposit that brought the bonus. After a forfeit it is the member's own money; until then it is under the cap.
   */
  deposit: bigint;
  /** The transfer of the deposit, where a report of it caused the bonus. */
  readonly transfer: string | undefined;
  /** Own money at the start, in all places. */
  readonly ownAtStart: bigint;
  /** Money that had left by then; with the bonus's own deposit once it was sent back. */
  leftAtStart: bigint;
  /** Payouts that had left by then. */
  readonly paidAtStart: bigint;
  /** Payouts of before that left since, own money that could not be played; below zero where they came back. */
  leftEarlier: bigint;
  /** Own money that arrived later, less losses from it. */
  laterOwn: bigint;
  /** Payouts less stakes of play under the bonus. */
  playNet: bigint;
  /**
   * Stakes under the bonus that joined rounds of before, less what these rounds paid since. Own money contains them,
   * but money of the bonus may have been lost instead.
   */
  joined: bigint;
  /** The part of `playNet` that is held for an operator. */
  heldPending: bigint;
  /** Result of play under the bonus that arrived after the forfeit. */
  playAfterGivingUp: bigint;
  /** Excess of losses over playable own money and deposit when own money arrived, which is not lost for it. */
  forgivenLoss: bigint;
  /** The part of own money and deposit that could be played until the end: losses take no more, also later ones. */
  atRisk: bigint | undefined;
  /** Own money and deposit that were lost when own money arrived: later results do not restore them. */
  sunk: bigint;
  /**
   * Time of the first payout submission under the bond: the cap was applied then, and again at each later one, and
   * losses of rounds begun later are the member's.
   */
  submittedAt: number | undefined;
  playNetSinceSubmission: bigint;
  /** Losses between submissions, and stakes since in rounds of before. */
  lostBetween: bigint;
  /** Own stakes after the end in rounds of the bonus, whose results are under its terms (decision 0069). */
  stakedAfter: bigint;
  /** Went with older bonuses while this one ran; some of it was its own money. */
  takenBeside: bigint;
  /**
   * Left above the maximum: paid by the bank after it had reported a failure, or the rest of a position that counted as
   * spent.
   */
  conceded: bigint;
  isMet: boolean;
  /** Undoing a result may become a debt: all money was lost, or the deposit was sent back. */
  mayOwe: boolean;
  endedAt: number | undefined;
  /** `debt`: own money and deposit below zero; the bonus paid for what was undone of them, so it is owed. */
  givenUp:
    | { readonly left: bigint; readonly own: bigint; readonly debt: bigint; readonly isByExclusion: boolean }
    | undefined;
};

export function beginBond(
  { no, source, cap, need, now }: RequirementFact,
  at: Pick<BoundBonus, 'startedAt' | 'gift' | 'deposit' | 'transfer' | 'ownAtStart' | 'leftAtStart' | 'paidAtStart'>,
): BoundBonus {
  return {
    ...at,
    requirementNo: no,
    isCode: source === 'ITEMCODE',
    cap,
    leftEarlier: 0n,
    laterOwn: 0n,
    playNet: 0n,
    joined: 0n,
    heldPending: 0n,
    playAfterGivingUp: 0n,
    forgivenLoss: 0n,
    atRisk: undefined,
    sunk: 0n,
    submittedAt: undefined,
    playNetSinceSubmission: 0n,
    lostBetween: 0n,
    stakedAfter: 0n,
    takenBeside: 0n,
    conceded: 0n,
    isMet: now >= need,
    mayOwe: false,
    endedAt: undefined,
    givenUp: undefined,
  };
}

export function colourOf(bond: BoundBonus, roundBegan: number): BetTiming {
  if (roundBegan < bond.startedAt) return 'before';
  return bond.endedAt !== undefined && roundBegan > bond.endedAt ? 'after' : 'under';
}

/** Whether both bonds were in force at one moment; true for a bond and itself. */
export function isBeside(one: BoundBonus, other: BoundBonus): boolean {
  return (one.endedAt ?? Infinity) >= other.startedAt && (other.endedAt ?? Infinity) >= one.startedAt;
}

/**
 * Maximum own money, including amounts that already left; below zero where own money was undone that other money paid:
 * it uses the cap as a payout does.
 */
export const ownOf = (bond: BoundBonus): bigint => bond.ownAtStart + bond.laterOwn;

/** Minimum loss of play under the bonus: open stakes count as not lost, held wins as won. */
const leastLossOf = (bond: BoundBonus, openStakes: bigint): bigint => max(0n, -(bond.playNet + openStakes));

/** Maximum loss: open stakes count as lost, held wins as not won. */
export const mostLossOf = (bond: BoundBonus): bigint => max(0n, bond.sunk, -(bond.playNet - bond.heldPending));

/** Called before own money arrives; `left`: what already left, `apart`: own money that could not be played. */
export function recordExcessLoss(bond: BoundBonus, left: bigint, apart: bigint): void {
  const own = ownOf(bond) + bond.deposit - (left - bond.leftAtStart);
  const loss = mostLossOf(bond);
  bond.forgivenLoss = max(bond.forgivenLoss, loss - max(0n, own - apart));
  if (loss > max(0n, own)) bond.sunk = max(bond.sunk, own - apart);
}

export function forfeit(bond: BoundBonus, at: number, left: bigint, isByExclusion: boolean): void {
  const debt = min(0n, ownOf(bond) + bond.deposit - bond.leftEarlier);
  bond.givenUp = { left, own: ownOf(bond) - (left - bond.leftAtStart), debt, isByExclusion };
  bond.laterOwn = 0n;
  bond.endedAt = at;
}

/**
 * The bonus ended while `apart` of own money was where it could not be played: in rounds of before the bonus that are
 * open for more than a day, parked, or held for a withdrawal of before it. Play under the bonus lost none of that
 * money, and a result that is undone later loses none of it either.
 */
export function excludeApart(bond: BoundBonus, apart: bigint): void {
  if (apart === 0n) return;
  bond.atRisk = max(0n, (bond.givenUp?.own ?? 0n) + bond.laterOwn + bond.deposit - apart);
}

/** Maximum own money that remains after a forfeit. */
function mostKept(bond: BoundBonus, leastLoss: bigint): bigint {
  // A code is forfeited by an exclusion only, and no rule assigns earlier losses to it.
  if (bond.isCode) return leastKept(bond, 0n);
  const loss = max(0n, leastLoss - bond.forgivenLoss);
  return leastKept(bond, bond.atRisk === undefined ? loss : min(loss, bond.atRisk));
}

/** Minimum own money that remains after a forfeit. */
export function leastKept(bond: BoundBonus, mostLoss: bigint): bigint {
  return max(0n, (bond.givenUp?.own ?? 0n) + bond.deposit - mostLoss);
}

/**
 * The money is lost, before `arrived`; `rest` is the amount below the limit at which a position counts as spent. Own
 * money below zero is owed where the turnover was not met. Returns the most that may be charged for it.
 */
export function lose(
  bond: BoundBonus,
  at: number,
  { left, rest, arrived }: { readonly left: bigint; readonly rest: bigint; readonly arrived: bigint },
): bigint {
  bond.mayOwe = true;
  if (bond.isMet) {
    bond.endedAt = at;
    concedeRest(bond, left, rest - arrived);
    return 0n;
  }
  const own = ownOf(bond) + bond.deposit - bond.leftEarlier - arrived;
  forfeit(bond, at, left, false);
  if (bond.givenUp) bond.givenUp = { ...bond.givenUp, debt: min(0n, own) };
  bond.laterOwn = rest;
  return max(0n, bond.sunk + bond.takenBeside - own);
}

/**
 * The rest of a position that counts as spent stays with the member, also above the maximum, and beside what later
 * results bring up to it.
 */
export function concedeRest(bond: BoundBonus, left: bigint, rest: bigint): void {
  const most = mostToLeave(bond, 0n);
  if (most !== undefined) bond.conceded += max(rest, left + rest - most);
}

/** The deposit of the bonus was sent back, and the bonus ends with it. */
export function withdrawDeposit(
  bond: BoundBonus,
  at: number,
  { left, sentBack }: { readonly left: bigint; readonly sentBack: bigint },
): void {
  // The bonus ended before.
  bond.leftAtStart += sentBack;
  bond.mayOwe = true;
  forfeit(bond, at, left, false);
  bond.deposit = 0n;
}

export const lossSinceSubmission = ({ lostBetween, playNetSinceSubmission }: BoundBonus): bigint =>
  lostBetween + max(0n, -playNetSinceSubmission);

/** A payout is submitted: what was won since the last one is under the cap, what was lost stays lost. */
export function recordSubmission(bond: BoundBonus, at: number): void {
  bond.submittedAt ??= at;
  bond.lostBetween = lossSinceSubmission(bond);
  bond.playNetSinceSubmission = 0n;
}

/**
 * Minimum amount that the member must have, including amounts that left since the start, after a result under an ended
 * bond changed.
 */
export function leastOwned(bond: BoundBonus): bigint {
  const { givenUp, cap, gift, deposit, playNet, heldPending, laterOwn, takenBeside, stakedAfter, sunk } = bond;
  if (givenUp) {
    // A loss of more than there was is of winnings that were undone since: it is owed.
    const missing = min(0n, givenUp.own + deposit + gift - mostLossOf(bond));
    const kept = leastKept(bond, mostLossOf(bond)) + givenUp.debt + missing;
    return givenUp.left - bond.leftAtStart + kept + laterOwn - takenBeside - stakedAfter;
  }
  const lost = lossSinceSubmission(bond);
  const all = gift + deposit + playNet + lost - heldPending;
  return ownOf(bond) - takenBeside - sunk + (cap === undefined || all < cap ? all : cap) - lost - stakedAfter;
}

/** Maximum total that may have left under this bond; undefined: no limit. */
export function mostToLeave(bond: BoundBonus, openStakes: bigint): bigint | undefined {
  if (bond.givenUp) {
    const kept = mostKept(bond, leastLossOf(bond, openStakes)) + bond.givenUp.debt + bond.laterOwn;
    return bond.givenUp.left + max(0n, kept) + bond.conceded;
  }
  if (bond.cap === undefined) return undefined;
  // Own money below zero is a debt that money under the cap paid: it used the cap.
  return bond.leftAtStart + bond.cap + ownOf(bond) + max(0n, bond.joined) + bond.conceded;
}

/** The finding kind for money that a forfeited bonus left to the member. */
export const keptKind = ({ givenUp }: BoundBonus): FindingKind =>
  givenUp?.isByExclusion ? 'bonus-kept-by-exclusion' : 'bonus-kept';
