// Bonds: what a bonus or a capped code allows to leave, as a sum of colours. Pure arithmetic on one bonus.
//
// Money of a member is own or belongs to the bonus. Own is everything that was there when the bonus was granted, whatever own
// money came later, and the results of stakes placed before the bonus or after its end. The rest is the bonus: the gift itself and
// everything won on stakes, free rounds and prizes while it ran.
//
// Always true: `own` is an upper bound. Losses of play under the bonus reduce it only where the bonus was given up, because
// then own money is lost first.
//
// Elsewhere: how facts change a bond (member-book.ts).

import { max } from './arithmetic.ts';
import type { FindingKind, LineFact } from './facts.ts';

/** When a round was begun, seen from a bond. */
export type Colour = 'before' | 'under' | 'after';

export type Bond = {
  readonly lineNo: number;
  readonly isCode: boolean;
  readonly startedAt: number;
  /** The most of the bonus that may leave; undefined: everything, once the turnover is done. */
  readonly cap: bigint | undefined;
  readonly gift: bigint;
  /** The deposit that brought the bonus. It is the member's own when the bonus is given up, and under the cap until then. */
  readonly deposit: bigint;
  /** The own money at the start, everywhere. */
  readonly ownAtStart: bigint;
  readonly leftAtStart: bigint;
  /** Own money that came later, less what was lost of it. */
  laterOwn: bigint;
  /** Payouts less stakes of play under the bonus. */
  playNet: bigint;
  /** What of it waits for a person. */
  heldPending: bigint;
  /** What play under the bonus still brought after it was given up. */
  playAfterGivingUp: bigint;
  /** By how much losses exceeded own money and deposit when own money came: what comes later is not lost for them. */
  forgivenLoss: bigint;
  /** When a payout under it was first submitted: a cap was applied then, and what rounds begun later lose is the member's loss. */
  submittedAt: number | undefined;
  playNetSinceSubmission: bigint;
  isMet: boolean;
  endedAt: number | undefined;
  givenUp: { readonly left: bigint; readonly own: bigint; readonly isByExclusion: boolean } | undefined;
};

export function beginBond(
  { no, source, cap, need, now }: LineFact,
  at: Pick<Bond, 'startedAt' | 'gift' | 'deposit' | 'ownAtStart' | 'leftAtStart'>,
): Bond {
  return {
    ...at,
    lineNo: no,
    isCode: source === 'ITEMCODE',
    cap,
    laterOwn: 0n,
    playNet: 0n,
    heldPending: 0n,
    playAfterGivingUp: 0n,
    forgivenLoss: 0n,
    submittedAt: undefined,
    playNetSinceSubmission: 0n,
    isMet: now >= need,
    endedAt: undefined,
    givenUp: undefined,
  };
}

export function colourOf(bond: Bond, roundBegan: number): Colour {
  if (roundBegan < bond.startedAt) return 'before';
  return bond.endedAt !== undefined && roundBegan > bond.endedAt ? 'after' : 'under';
}

/** Own money at most, what left already included. */
export const ownOf = (bond: Bond): bigint => bond.ownAtStart + bond.laterOwn;

/** The least that play under the bonus may be said to have lost: open stakes are not lost, held wins are won. */
const leastLossOf = (bond: Bond, openStakes: bigint): bigint => max(0n, -(bond.playNet + openStakes));

/** The most: open stakes are lost, held wins are not won. */
export const mostLossOf = (bond: Bond): bigint => max(0n, -(bond.playNet - bond.heldPending));

/** Own money is about to arrive, after so much has left. */
export function forgiveLoss(bond: Bond, left: bigint): void {
  const own = ownOf(bond) + bond.deposit - (left - bond.leftAtStart);
  bond.forgivenLoss = max(bond.forgivenLoss, mostLossOf(bond) - max(0n, own));
}

export function giveUp(bond: Bond, at: number, left: bigint, isByExclusion: boolean): void {
  bond.givenUp = { left, own: ownOf(bond) - (left - bond.leftAtStart), isByExclusion };
  bond.laterOwn = 0n;
  bond.endedAt = at;
}

/** What of the own money is left at most when the bonus is given up. */
function mostKept(bond: Bond, leastLoss: bigint): bigint {
  // A code is given up by an exclusion alone, and what was lost of it first is nobody's rule.
  return leastKept(bond, bond.isCode ? 0n : max(0n, leastLoss - bond.forgivenLoss));
}

/** … and at least. */
export function leastKept(bond: Bond, mostLoss: bigint): bigint {
  return max(0n, (bond.givenUp?.own ?? 0n) + bond.deposit - mostLoss);
}

export const lossSinceSubmission = ({ playNetSinceSubmission }: Bond): bigint => max(0n, -playNetSinceSubmission);

/** What the member must have at least, what left since the start included, after a result of play under an ended bond was undone. */
export function leastOwned(bond: Bond): bigint {
  const { givenUp, cap, gift, deposit, playNet, heldPending, laterOwn } = bond;
  if (givenUp) return givenUp.left - bond.leftAtStart + leastKept(bond, mostLossOf(bond)) + laterOwn;
  const lost = lossSinceSubmission(bond);
  const all = gift + deposit + playNet + lost - heldPending;
  return ownOf(bond) + (cap === undefined || all < cap ? all : cap) - lost;
}

/** The most that may have left in all, as far as this bond is concerned; undefined: no limit. */
export function mostToLeave(bond: Bond, openStakes: bigint): bigint | undefined {
  if (bond.givenUp) {
    return bond.givenUp.left + max(0n, mostKept(bond, leastLossOf(bond, openStakes)) + bond.laterOwn);
  }
  return bond.cap === undefined ? undefined : bond.leftAtStart + bond.cap + ownOf(bond);
}

/** How money is named that a given-up bonus let the member keep. */
export const keptKind = ({ givenUp }: Bond): FindingKind =>
  givenUp?.isByExclusion ? 'bonus-kept-by-exclusion' : 'bonus-kept';
