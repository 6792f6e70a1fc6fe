// How a changed result of a round is shared: with the own money of bonuses and codes, and with removals of ended ones.
// Pure.
//
// Own money. The own money of a requirement contains the stakes that were open when it began. A bet from before the
// requirement adds payout − stake when it settles, and the opposite when its result is reversed; a bet under the
// requirement adds nothing. Bets that settle together share by their stakes, rounded down. A payout that settles no
// stake (a free spin, or no bet at all) belongs to the paid bets of the round, a free spin to those that were placed
// before it, and in a round without a stake to the requirement under which the round began.
//
// Removals. Only results of bets under the requirement change its removal: wins paid before the removal, and later
// results of rounds that were open at the removal or whose result was cancelled since. Removals change in the order in
// which they were made; the amount that an earlier removal leaves reaches the later one.
//
// Elsewhere: own money (own-money/own-money.ts), the arithmetic of one removal (removals/removals.ts), transfers
// (wallet-rules.ts), rejected held wins (reconciliation/held-wins.ts).

import { add, money, type Money, subtract, zeroMoney } from '@chaba/money';

import { changeRemoval, computeRemoved, listRequirementNos, type Removal } from '#modules/removals';

import type { Bet, Round, WalletTransaction } from './rounds.ts';

export type ResultChange = {
  /** The payout before and after. */
  readonly from: Money;
  readonly to: Money;
  /** Of the bets: settled now (1), open again (-1), or as they were (0). */
  readonly settles: 1n | 0n | -1n;
};

export function computeOwnChange(
  round: Pick<Round, 'bets' | 'newestRequirementNo'>,
  bets: readonly Bet[],
  { requirementNo, from, to, settles }: ResultChange & { readonly requirementNo: number },
): Money {
  const sharing = listSharing(round, bets);
  const listBefore = (of: readonly Bet[]) =>
    of.filter((bet) => (bet.line ?? round.newestRequirementNo) < requirementNo);
  const before = listBefore(sharing);
  const [own, all] = [stakesOf(before), stakesOf(sharing)];
  const isOwn = sharing.length === 0 ? round.newestRequirementNo < requirementNo : before.length === sharing.length;
  const share = (amount: Money): bigint => {
    if (all === 0n) return isOwn ? amount : 0n;
    return (amount * own) / all;
  };
  return money(share(to) - share(from) - settles * stakesOf(listBefore(bets)));
}

/**
 * The part of a removal's share that a later requirement counts as own money: of bets between the two. One whose cap
 * makes the removal too counts nothing of it, as it counted nothing when it was made. `madeBy`: oldest first.
 */
export function computeOwnShare(
  round: Round,
  bets: readonly Bet[],
  { madeBy, share, of }: { readonly madeBy: readonly number[]; readonly share: Money; readonly of: number },
): Money {
  const [requirementNo = 0] = madeBy;
  if (of <= requirementNo || madeBy.includes(of)) return zeroMoney;
  const isUnder = ({ line = round.newestRequirementNo }: Bet): boolean => line >= requirementNo;
  const under = { ...round, bets: round.bets.filter(isUnder) };
  return computeOwnChange(under, bets.filter(isUnder), { requirementNo: of, from: zeroMoney, to: share, settles: 0n });
}

/**
 * The bets that share a result: those that it settles, or where they have no stake the paid bets of the round. A paid
 * bet that joined the round after a free spin has no part of it, whenever the spin gets its result or loses it.
 */
function listSharing(round: Pick<Round, 'bets'>, bets: readonly Bet[]): readonly Bet[] {
  if (bets.some(({ stake }) => stake > 0n)) return bets;
  const last = round.bets.findLastIndex(({ txId }) => bets.some((bet) => bet.txId === txId));
  const earlier = last === -1 ? round.bets : round.bets.slice(0, last);
  const paid = earlier.filter(({ stake, state }) => stake > 0n && state !== 'void');
  if (paid.length > 0) return paid;
  return bets.length > 0 ? bets : round.bets;
}

export type RemovalChange = {
  readonly removal: Removal;
  /** Above zero: more is removed from the game wallet; below: less. */
  readonly share: Money;
};

/**
 * The changed removals of a corrected win, and the rest for the member. `change`: the added payout, below zero for
 * less.
 */
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
  return share(removals, round, change, (removal, requirementNo, left) => {
    const isContained = paidAt !== undefined && paidAt <= removal.removedAt;
    return isContained || undoneOf(removal, round) !== undefined
      ? ofRequirement(round, bets, requirementNo, left)
      : undefined;
  });
}

/**
 * The changed removals of a new result, and the rest for the member: after a cancelled result, and in a round that was
 * open when the requirement ended.
 */
export function shareNewResult(
  removals: readonly Removal[],
  {
    round,
    bets,
    amount,
    isOpen,
  }: {
    readonly round: Round;
    readonly bets: readonly Bet[];
    readonly amount: Money;
    readonly isOpen: (requirementNo: number) => boolean;
  },
): SharedChange {
  return share(removals, round, amount, (removal, requirementNo, left) => {
    const undone = undoneOf(removal, round);
    if (undone === undefined) return undefined;
    if (undone > 0n) {
      return requirementNo === removal.requirementNo ? left : ofRequirement(round, bets, requirementNo, left);
    }
    return isOpen(requirementNo) ? undefined : ofRequirement(round, bets, requirementNo, left);
  });
}

type RoundKey = Pick<Round, 'provider' | 'roundId'>;
type SharedChange = { readonly changes: readonly RemovalChange[]; readonly left: Money };

/**
 * `partOf`: the part of the change that concerns the removal of this requirement; undefined: its results are no part of
 * the removal. A result of zero is recorded, because its bets can be open again.
 */
function share(
  removals: readonly Removal[],
  round: RoundKey,
  change: Money,
  partOf: (removal: Removal, requirementNo: number, left: Money) => Money | undefined,
): SharedChange {
  const changes: RemovalChange[] = [];
  let left = change;
  for (const removal of removals) {
    const rest = left;
    const parts = listRequirementNos(removal).map((requirementNo) => partOf(removal, requirementNo, rest));
    if (parts.every((part) => part === undefined)) continue;
    const changed = changeRemoval(
      removal,
      round,
      parts.map((part) => part ?? zeroMoney),
    );
    const shared = subtract(computeRemoved(changed), computeRemoved(removal));
    changes.push({ removal: changed, share: shared });
    left = subtract(left, shared);
  }
  return { changes, left };
}

function undoneOf({ rounds }: Removal, { provider, roundId }: RoundKey): Money | undefined {
  return rounds.find((each) => each.provider === provider && each.roundId === roundId)?.undone;
}

/**
 * The part of an amount that belongs to bets placed under this line; bets share by their stakes. Undefined: no bet is
 * under it.
 */
function ofRequirement(round: Round, bets: readonly Bet[], requirementNo: number, amount: Money): Money | undefined {
  const sharing = listSharing(round, bets);
  const under = sharing.filter((bet) => (bet.line ?? round.newestRequirementNo) >= requirementNo);
  if (under.length === 0 && (sharing.length > 0 || round.newestRequirementNo < requirementNo)) return undefined;
  if (under.length === sharing.length) return amount;
  const all = stakesOf(sharing);
  return all === 0n ? zeroMoney : money((amount * stakesOf(under)) / all);
}

const stakesOf = (bets: readonly Bet[]): Money => add(zeroMoney, ...bets.map(({ stake }) => stake));
