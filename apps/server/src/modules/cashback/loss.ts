// What a period's loss is (rules §8). Pure.
//
//     base = stakes − payouts + what corrections of earlier periods change
//     loss = base − gifts, and never more than the member's own money
//
// Always true: a gift is subtracted from losses once, in the period in which it is played: what a period's losses do not use up is
// carried on while it is still in the member's balance. A correction of a round of an earlier period changes the loss by as much as
// that period's loss would have been different, so no loss counts twice, and winnings that made up for nothing are no loss later.
//
// Elsewhere: where the figures come from (the view cashback_flow), what a loss pays (cashback.ts).

import { add, max, type Money, min, subtract, zeroMoney } from '@chaba/money';

import type { Correction, Inputs, MemberInputs } from './cashback.store.ts';

/** The inputs as a period keeps them, with what goes on to the next. */
export type Loss = Inputs & {
  readonly loss: Money;
  readonly giftsLeft: Money;
  /** Zero or less: a reduction that this period's losses could not take. */
  readonly correctionsLeft: Money;
};

/** Stakes less payouts less gifts, and never more than the member's own money. Below zero: the member won. */
export function computeNetLoss(inputs: Inputs): Money {
  return outcomeOf(inputs, zeroMoney).loss;
}

/** A member's period from what was summed up for it. */
export function computeLoss(of: MemberInputs): Loss {
  const changes = of.corrected.map(changeOf);
  const corrections = add(of.correctionsBefore, ...changes.map(({ loss }) => loss));
  const unplayed = add(of.giftsUnplayed, ...changes.map(({ gifts }) => gifts));
  const giftsBefore = max(zeroMoney, min(unplayed, of.openingBalance));
  const { stakes, payouts, gifts, deposits, withdrawals, openingBalance } = of;
  const inputs = { stakes, payouts, gifts, deposits, withdrawals, openingBalance, giftsBefore, corrections };
  const correctionsLeft = min(zeroMoney, add(corrections, max(zeroMoney, subtract(stakes, payouts))));
  return { ...inputs, ...outcomeOf(inputs, zeroMoney), correctionsLeft };
}

/** What a period comes to when its base is this much more or less. */
function outcomeOf(inputs: Inputs, more: Money): { readonly loss: Money; readonly giftsLeft: Money } {
  const base = add(subtract(inputs.stakes, inputs.payouts), inputs.corrections, more);
  const gifts = add(inputs.giftsBefore, inputs.gifts);
  // Gifts of before lie in the opening balance and are nobody's own money.
  const broughtIn = subtract(inputs.deposits, inputs.withdrawals);
  const ownMoney = add(broughtIn, subtract(inputs.openingBalance, inputs.giftsBefore));
  return {
    loss: min(subtract(base, gifts), max(ownMoney, zeroMoney)),
    giftsLeft: max(zeroMoney, subtract(gifts, max(zeroMoney, base))),
  };
}

/** How an earlier period's loss, and the gifts it left, would have been different. */
function changeOf({ before, now, ...inputs }: Correction): { readonly loss: Money; readonly gifts: Money } {
  const was = outcomeOf(inputs, before);
  const is = outcomeOf(inputs, add(before, now));
  return {
    loss: subtract(max(is.loss, zeroMoney), max(was.loss, zeroMoney)),
    gifts: subtract(is.giftsLeft, was.giftsLeft),
  };
}
