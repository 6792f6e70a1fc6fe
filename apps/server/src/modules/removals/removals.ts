// Removals at the end of a bonus or a withdraw cap, and their change by a later correction of a result.
//
//     kept    = funds − bonus, at least zero and at most the own money
//     removed = funds − kept
//
// A win cancelled after the removal is money that the removal already took. It is taken from the removal as far as the
// removal would have been smaller without the win, and the remaining part from the member's money. An upward correction
// is shared the same way, as is the new result of a bet that a cancelled win reopened.
//
// A removal above a cap is made at the submission of its payout, while its requirement is open: a correction that comes
// before the bank's result changes it at once. It comes back, as far as it is removed by then, when the payout does not
// leave, or when its bonus is forfeited and the end covers it. Funds are below zero where the member owes, so a later
// upward correction repays the debt first.
//
// Where several caps bind the same money, the removal is the largest that one of them alone would make. A result under
// the older ones only is own money to the newer ones, so each has its own sum of what was undone under it.
//
// Takings. What the house takes with a bonus or code, and each change of it by a result, is a taking of its removal:
// cashback subtracts it from the winnings where these counted, and what comes back from the same taking.
// A debt that the end charges is none, although later results change it in the removal: no loss counts it, so takings
// are at most what was lost with the bonus.
//
// Always true: a row is written under the member's lane lock, in the transaction that removes the money. A correction
// moves its share between the game wallet and the account of the removal, in addition to the corrected result itself.
// The takings of a removal sum up to what it removed, less the debt that it charged.
//
// Elsewhere: forfeiting a bonus (promotions/forfeit.ts), caps (withdrawals/caps.ts), corrections of results
// (wallet/result-shares.ts).

import type { Queryable, Transaction } from '@chaba/database';
import { add, max, min, money, type Money, subtract, zeroMoney } from '@chaba/money';

import * as store from './removals.store.ts';
import type { NewRemoval, Removal, Taking, UndoneOfRound } from './removals.store.ts';

export type { NewRemoval, Removal } from './removals.store.ts';

/** Records a removal. `taken`: the amount taken with a bonus or code. The caller holds the member's lane. */
export function recordRemoval(
  tx: Transaction,
  siteId: number,
  { taken = zeroMoney, ...removal }: Omit<NewRemoval, 'taken'> & { readonly taken?: Money },
): Promise<void> {
  return store.insertRemoval(tx, siteId, {
    ...removal,
    taken: { amount: taken, gift: computeGiftTaken(removal, taken) },
  });
}

/** The removals of these members, oldest first within each. */
export function loadRemovals(database: Queryable, siteId: number, memberIds: readonly bigint[]): Promise<Removal[]> {
  return store.listRemovals(database, siteId, memberIds);
}

/** Stores corrections of results before these removals. */
export function writeRemovals(tx: Transaction, siteId: number, removals: readonly Removal[]): Promise<void> {
  return store.updateRemovals(tx, siteId, removals);
}

/** Whether the removal of this payout was made. */
export function isRemovalMade(
  tx: Transaction,
  siteId: number,
  payout: { readonly memberId: bigint; readonly withdrawalId: bigint },
): Promise<boolean> {
  return store.hasRemoval(tx, siteId, payout);
}

/** Money of a removal that comes back, with the part of it that is own money of requirements that began meanwhile. */
export type RemovalBack = { readonly amount: Money; readonly later: readonly store.OtherOwn[] };

/**
 * Ends the removal of a payout that did not leave. Returns the amount that is removed now and comes back; undefined:
 * the payout has no removal.
 */
export async function endRemoval(
  tx: Transaction,
  siteId: number,
  payout: { readonly memberId: bigint; readonly withdrawalId: bigint },
): Promise<RemovalBack | undefined> {
  const removal = await store.endRemoval(tx, siteId, payout);
  return removal && { amount: computeRemoved(removal), later: removal.later };
}

/** The amount above the cap of an open requirement that submitted payouts removed, as it is now. */
export async function loadCapped(
  database: Queryable,
  siteId: number,
  { memberId, requirementNo }: { readonly memberId: bigint; readonly requirementNo: number },
): Promise<Money> {
  const removals = await store.listRemovals(database, siteId, [memberId]);
  const ofRequirement = removals.filter((removal) => listRequirementNos(removal).includes(requirementNo));
  return add(zeroMoney, ...ofRequirement.map(computeRemoved));
}

/** Ends the removals of paid payouts under an open requirement. Returns the amount of each that comes back. */
export async function endCapped(
  tx: Transaction,
  siteId: number,
  line: { readonly memberId: bigint; readonly requirementNo: number },
): Promise<{ readonly withdrawalId: bigint; readonly amount: Money }[]> {
  const removals = await store.endRemovalsOf(tx, siteId, line);
  return removals.map(({ withdrawalId, ...removal }) => ({ withdrawalId, amount: computeRemoved(removal) }));
}

/** The requirements whose caps or bonuses made the removal, oldest first. */
export const listRequirementNos = ({ requirementNo, others }: Pick<Removal, 'requirementNo' | 'others'>): number[] => [
  requirementNo,
  ...others.map((other) => other.requirementNo),
];

/** The amount removed after the results that were undone. */
export function computeRemoved({ funds, own, bonus, undone, others }: store.RemovedFigures): Money {
  const amounts = [{ own, bonus, undone }, ...others.map((other) => ({ ...other, bonus: zeroMoney }))].map((bound) => {
    const left = max(zeroMoney, subtract(funds, bound.undone));
    return subtract(left, min(bound.own, max(zeroMoney, subtract(left, bound.bonus))));
  });
  return amounts.reduce((most, amount) => max(most, amount));
}

/**
 * The removal after results of a round changed. `change` and `changes`: the parts under its requirements, in the order
 * of `listRequirementNos`.
 */
export function changeRemoval(
  removal: Removal,
  round: { readonly provider: string; readonly roundId: string },
  [change = zeroMoney, ...changes]: readonly Money[],
): Removal {
  const { provider, roundId } = round;
  const isRound = (each: UndoneOfRound) => each.provider === provider && each.roundId === roundId;
  const before = removal.rounds.find(isRound)?.undone ?? zeroMoney;
  const rest = removal.rounds.filter((each) => !isRound(each));
  const changed = {
    ...removal,
    undone: money(removal.undone - change),
    others: removal.others.map((other, index) => ({
      ...other,
      undone: money(other.undone - (changes[index] ?? zeroMoney)),
    })),
    rounds: [...rest, { provider, roundId, undone: money(before - change) }],
  };
  const share = subtract(computeRemoved(changed), computeRemoved(removal));
  return share === 0n || removal.account === 'residual'
    ? changed
    : { ...changed, takings: addTakings(removal, { provider, roundId }, share) };
}

/**
 * The takings of a removal after a result changed it by `share`. What comes back was taken last of the same round, or
 * else first at the end of the bonus; the bonus itself comes back after all winnings.
 */
function addTakings(removal: Removal, round: NonNullable<Taking['round']>, share: Money): readonly Taking[] {
  const { takings } = removal;
  const total = add(zeroMoney, ...takings.map(({ amount }) => amount));
  const gift = subtract(computeGiftTaken(removal, add(total, share)), computeGiftTaken(removal, total));
  const added: Taking[] = [];
  const append = (part: Pick<Taking, 'amount' | 'gift'>, sourceNo?: number): void => {
    const takingNo = takings.length + added.length + 1;
    if (part.amount !== 0n) added.push({ ...part, takingNo, sourceNo: sourceNo ?? takingNo, round, isNew: true });
  };
  let won = max(zeroMoney, subtract(gift, share));
  for (const { sourceNo, rest } of share > 0n ? [] : listSources(takings, round)) {
    const part = min(won, rest);
    append({ amount: money(-part), gift: zeroMoney }, sourceNo);
    won = subtract(won, part);
  }
  append({ amount: share > 0n ? share : subtract(gift, won), gift });
  return [...takings, ...added];
}

/** Takings of which winnings can come back, in their order. */
function listSources(
  takings: readonly Taking[],
  round: NonNullable<Taking['round']>,
): { readonly sourceNo: number; readonly rest: Money }[] {
  const sources = takings
    .filter(({ takingNo, sourceNo }) => takingNo === sourceNo)
    .map((source) => {
      const parts = takings.filter(({ sourceNo }) => sourceNo === source.takingNo);
      const rest = add(zeroMoney, ...parts.map(({ amount, gift }) => subtract(amount, gift)));
      const isOfRound = source.round?.provider === round.provider && source.round.roundId === round.roundId;
      return { sourceNo: source.takingNo, rest, isOfRound };
    })
    .filter(({ rest }) => rest > 0n);
  const ofRound = sources.filter(({ isOfRound }) => isOfRound).toReversed();
  return [...ofRound, ...sources.filter(({ isOfRound }) => !isOfRound)];
}

/** The part of the taken amount that is the bonus or code itself, as far as it was not lost before the end. */
const computeGiftTaken = ({ bonus }: Pick<NewRemoval, 'bonus'>, taken: Money): Money =>
  min(max(zeroMoney, taken), bonus);
