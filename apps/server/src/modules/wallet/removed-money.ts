// Which removals a corrected result changes, and by how much. Pure.
//
//     a win is corrected that was paid before the removal ──▶ the removal changes first, the member's money by the rest
//     a round with such a cancelled result is settled again ──▶ the removal changes back first
//
// Always true: only results of bets that were placed under the line change it: those paid before the removal, and new ones of their rounds. Removals change in the order
// in which they were made: what an earlier one leaves reaches the later one.
//
// Elsewhere: the arithmetic of one removal (bonuses/removals.ts), the transfers (wallet-state.ts).

import { add, money, type Money, subtract, zeroMoney } from '@chaba/money';

import { changeRemoval, type Removal, computeRemovalShare } from '#modules/bonuses';

import type { Bet, WalletTransaction, Round } from './commands.ts';

export type RemovalChange = {
  readonly removal: Removal;
  /** Above zero: more is removed from the game wallet; below: less. */
  readonly share: Money;
};

/** The changes of a corrected win, and what of the correction is left for the member. `change`: what it pays more (less below zero). */
export function shareCorrection(
  removals: readonly Removal[],
  {
    win,
    round,
    bets,
    change,
  }: { readonly win: WalletTransaction; readonly round: Round; readonly bets: readonly Bet[]; readonly change: Money },
): SharedChange {
  const { paidAt } = win;
  return share(removals, round, change, (removal, left) => {
    const isContained = paidAt !== undefined && paidAt <= removal.removedAt;
    return isContained || undoneOf(removal, round) !== undefined
      ? ofLine(round, bets, removal.lineNo, left)
      : zeroMoney;
  });
}

/** The changes of a result of a round whose earlier result was cancelled, and what of it is left for the member. */
export function shareNewResult(removals: readonly Removal[], round: RoundName, amount: Money): SharedChange {
  return share(removals, round, amount, (removal, left) =>
    (undoneOf(removal, round) ?? zeroMoney) > 0n ? left : zeroMoney,
  );
}

type RoundName = Pick<Round, 'provider' | 'roundId'>;
type SharedChange = { readonly changes: readonly RemovalChange[]; readonly left: Money };

/** `partOf`: what of the change the removal is concerned with. */
function share(
  removals: readonly Removal[],
  round: RoundName,
  change: Money,
  partOf: (removal: Removal, left: Money) => Money,
): SharedChange {
  const changes: RemovalChange[] = [];
  let left = change;
  for (const removal of removals) {
    const part = partOf(removal, left);
    if (part === 0n) continue;
    const shared = computeRemovalShare(removal, part);
    changes.push({ removal: changeRemoval(removal, round, part), share: shared });
    left = subtract(left, shared);
  }
  return { changes, left };
}

function undoneOf({ rounds }: Removal, { provider, roundId }: RoundName): Money | undefined {
  return rounds.find((each) => each.provider === provider && each.roundId === roundId)?.undone;
}

/** The part of an amount that belongs to bets placed under this line; bets share by their stakes. */
function ofLine(round: Round, bets: readonly Bet[], lineNo: number, amount: Money): Money {
  const under = bets.filter((bet) => (bet.line ?? round.lineNo) >= lineNo);
  if (under.length === bets.length) return bets.length > 0 || round.lineNo >= lineNo ? amount : zeroMoney;
  const all = stakesOf(bets);
  return all === 0n ? zeroMoney : money((amount * stakesOf(under)) / all);
}

const stakesOf = (bets: readonly Bet[]): Money => add(zeroMoney, ...bets.map(({ stake }) => money(BigInt(stake))));
