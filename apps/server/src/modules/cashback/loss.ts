// The loss of a period. Pure.
//
//     base = stakes − payouts + winnings taken with a bonus + corrections of earlier periods
//     loss = base − gifts, at most the member's own money, less its part that is postponed
//
// Always true: a gift is subtracted from losses once, in the period in which it is played; the unused part is carried
// while it is in the member's balance, or played again where the round that had used it is corrected. A correction of a
// round of an earlier period changes the loss by the difference it would have made to that period's loss, so no loss
// counts twice and winnings without effect there never count as a loss later. As much of a loss is postponed as open
// rounds have paid above their stakes: it counts in the period in which these have their result.
//
// Elsewhere: source of the figures (the view cashback_flow), cashback of a loss (cashback.ts).

import { add, max, type Money, min, subtract, zeroMoney } from '@chaba/money';

import type { BaseCorrection, Inputs, MemberInputs } from './cashback.store.ts';

/** The stored inputs of a period, with the amounts carried to the next. */
export type Loss = Inputs & {
  readonly loss: Money;
  readonly giftsLeft: Money;
  /** Zero or negative: the reduction that exceeds this period's losses. */
  readonly correctionsLeft: Money;
  /** The postponed part of the loss. */
  readonly openLeft: Money;
};

type Outcome = Pick<Loss, 'loss' | 'giftsLeft' | 'correctionsLeft'>;
type RoundInputs = Omit<Inputs, 'openBefore'>;

/** Stakes less payouts less gifts, at most the member's own money. Negative: the member won. */
export function computeNetLoss(inputs: RoundInputs): Money {
  return computeOutcome(inputs, zeroMoney).loss;
}

/** Computes a member's period from its sums. */
export function computeLoss(of: MemberInputs): Loss {
  const changes = of.corrected.map(computeChange);
  const corrections = add(of.correctionsBefore, ...changes.map(({ loss }) => loss));
  const unplayed = add(of.giftsUnplayed, ...changes.map(({ gifts }) => min(zeroMoney, gifts)));
  // A corrected round counts in this period with its whole stake, so a gift that the stake had used is played here.
  const replayed = add(zeroMoney, ...changes.map(({ gifts }) => max(zeroMoney, gifts)));
  const giftsBefore = add(max(zeroMoney, min(unplayed, of.openingBalance)), replayed);
  const { stakes, payouts, taken, gifts, deposits, withdrawals, openingBalance, openBefore } = of;
  const inputs = { stakes, payouts, taken, gifts, deposits, withdrawals, openingBalance, giftsBefore, corrections };
  const outcome = computeOutcome(inputs, zeroMoney);
  const lost = add(outcome.loss, openBefore);
  const openLeft = max(zeroMoney, min(lost, of.openWinnings));
  return { ...inputs, ...outcome, openBefore, openLeft, loss: subtract(lost, openLeft) };
}

/** Stakes less the payouts that were not taken. */
const computePlayed = ({ stakes, payouts, taken }: Pick<Inputs, 'stakes' | 'payouts' | 'taken'>): Money =>
  add(subtract(stakes, payouts), taken);

/** Loss, and what is carried, of a period whose rounds lost `more`. */
function computeOutcome(inputs: RoundInputs, more: Money): Outcome {
  const played = add(computePlayed(inputs), more);
  const base = add(played, inputs.corrections);
  const gifts = add(inputs.giftsBefore, inputs.gifts);
  // Earlier gifts are part of the opening balance but not the member's own money.
  const broughtIn = subtract(inputs.deposits, inputs.withdrawals);
  const ownMoney = add(broughtIn, subtract(inputs.openingBalance, inputs.giftsBefore));
  return {
    loss: min(subtract(base, gifts), max(ownMoney, zeroMoney)),
    giftsLeft: max(zeroMoney, subtract(gifts, max(zeroMoney, base))),
    correctionsLeft: min(zeroMoney, add(inputs.corrections, max(zeroMoney, played))),
  };
}

/**
 * Difference that a correction makes to an earlier period: to its loss and the reduction that it carried, and to its
 * remaining gifts.
 */
function computeChange({ before, now, ...inputs }: BaseCorrection): { readonly loss: Money; readonly gifts: Money } {
  const was = computeOutcome(inputs, before);
  const is = computeOutcome(inputs, add(before, now));
  return {
    loss: subtract(
      add(max(is.loss, zeroMoney), is.correctionsLeft),
      add(max(was.loss, zeroMoney), was.correctionsLeft),
    ),
    gifts: subtract(is.giftsLeft, was.giftsLeft),
  };
}
