// Own money alongside bonuses and codes in the reference model: its arrival, results of bets from before a requirement,
// and its end.
//
// Elsewhere: forfeiting a bonus (rules.ts), rounds (play.ts).

import {
  balance,
  BAHT,
  type ModelBet,
  type ModelRequirement,
  type ModelMember,
  type ModelWithdrawal,
  DAY_MS,
  least,
  leavingOf,
  most,
  move,
  openLines,
  openWithdrawal,
  repayDebt,
  returnedUnder,
} from './member.ts';

export const bonusLines = (member: ModelMember): ModelRequirement[] =>
  openLines(member).filter(({ source, cap }) => source === 'BONUS' || source === 'ITEMCODE' || cap !== undefined);

const openBets = (member: ModelMember): ModelBet[] =>
  member.allRounds
    .filter(({ state }) => state === 'open')
    .flatMap(({ bets }) => bets.filter(({ state }) => state === 'open'));
export const staked = (member: ModelMember): bigint => openBets(member).reduce((sum, { stake }) => sum + stake, 0n);
/** Playable money after all stakes are returned and debt is repaid. */
export const funds = (member: ModelMember): bigint =>
  balance(member, 'game') + staked(member) + balance(member, 'receivable');

/** A round can still pay: a bet is open, or it was opened within a day and never closed. */
export const isUnsettled = (member: ModelMember): boolean =>
  member.allRounds.some(
    ({ state, bets, openedAt }) =>
      state === 'open' && (bets.some((bet) => bet.state === 'open') || openedAt > member.now() - DAY_MS),
  );

/** The same for play under a requirement: after a day an open round binds only the money that it was played with. */
export const isRequirementUnsettled = (member: ModelMember, { no }: ModelRequirement): boolean =>
  member.allRounds.some(
    ({ state, bets, openedAt }) =>
      state === 'open' &&
      (openedAt > member.now() - DAY_MS || bets.some((bet) => bet.state === 'open' && bet.line >= no)),
  );

/** Whether a round has been open for more than a day at this time. */
export const hasOldRound = (member: ModelMember, at: number): boolean =>
  member.allRounds.some(
    ({ state, bets, openedAt }) =>
      state === 'open' && openedAt <= at - DAY_MS && bets.some((bet) => bet.state === 'open'),
  );

function isSpent(member: ModelMember, arrived: bigint): boolean {
  const worth = balance(member, 'game') + staked(member) + leavingOf(member) + balance(member, 'main') - arrived;
  return worth < 5n * BAHT && !isUnsettled(member);
}

/** Own money below zero is owed where its requirement is lost: all of it, or above the cap of a met one. */
function closeLines(member: ModelMember): void {
  const bound = bonusLines(member);
  for (const line of openLines(member)) Object.assign(line, { isOpen: false, hasRemoval: true });
  for (const { bound: money, need, now, cap, paid } of bound) {
    const isMet = now >= need;
    if (isMet && cap === undefined) continue;
    const rest = isMet ? (cap ?? 0n) + money.own - paid : money.own + money.deposit;
    const owed = most(0n, balance(member, 'receivable') - rest);
    move(member, 'receivable', isMet ? 'residual' : 'residualTaken', owed);
  }
}

export function hasOpenPayout(member: ModelMember, { createdAt }: ModelRequirement): boolean {
  const open = openWithdrawal(member);
  return open !== undefined && open.requestedAt > createdAt;
}

/** Money leaves the main wallet, with the payouts under requirements from `fromNo` on; returns the playable part. */
export function leaveMain(member: ModelMember, amount: bigint, fromNo: number): bigint {
  const contained = new Map(bonusLines(member).map((line) => [line, least(amount, returnedUnder(member, line))]));
  move(member, 'main', 'game', amount);
  const playable = repayDebt(member, amount);
  for (const withdrawal of member.withdrawals) if (withdrawal.requirementNo >= fromNo) withdrawal.isInMain = false;
  for (const [line, part] of contained) {
    if (amount > part) addOwn(member, line, { arrived: amount, own: amount - part, apart: amount });
  }
  return playable;
}

/** Called after play: only a member with little money in the game wallet can have spent everything. */
export function closeWhenGone(member: ModelMember): void {
  if (balance(member, 'game') < 5n * BAHT && isSpent(member, 0n)) closeLines(member);
}

/** When less than the bonus remains, the deposit and earlier own money but its open stakes are permanently lost. */
function addOwn(
  member: ModelMember,
  line: ModelRequirement,
  { arrived, own, apart = 0n }: { readonly arrived: bigint; readonly own: bigint; readonly apart?: bigint },
): void {
  const { bound } = line;
  const left = funds(member) - arrived;
  const outside = apart + balance(member, 'main') + leavingOf(member);
  // An amount sent to the bank is counted in the requirement and still open.
  const sent = member.withdrawals.find(({ state }) => state === 'paying')?.amount ?? 0n;
  const isLost = left + outside < bound.bonus;
  const first = bonusLines(member)[0]?.no ?? 0;
  const stakes = openBets(member).reduce((sum, bet) => (bet.line < first ? sum + bet.stake : sum), 0n);
  line.bound = isLost
    ? { own: least(bound.own, line.paid + outside - sent + stakes) + own, bonus: most(0n, left), deposit: 0n }
    : { ...bound, own: bound.own + own };
}

/** A changed result: for requirements that began after the bets it is own money, less their stakes at settlement. */
export function changeOwn(
  member: ModelMember,
  bets: readonly ModelBet[],
  { from, to, settles }: { readonly from: bigint; readonly to: bigint; readonly settles: bigint },
): void {
  const sum = (some: readonly ModelBet[]): bigint => some.reduce((total, { stake }) => total + stake, 0n);
  for (const line of bonusLines(member)) {
    const before = sum(bets.filter((bet) => bet.line < line.no));
    if (before === 0n) continue;
    const share = (amount: bigint): bigint => (amount * before) / sum(bets);
    line.bound = { ...line.bound, own: line.bound.own + share(to) - share(from) - settles * before };
  }
}

/** New money repays debt first, and all of it is own money to the existing requirements; returns the remainder. */
export function credit(member: ModelMember, amount: bigint): bigint {
  if (isSpent(member, amount)) closeLines(member);
  for (const line of bonusLines(member)) addOwn(member, line, { arrived: amount, own: amount });
  return repayDebt(member, amount);
}

/**
 * Returns a withdrawal to the game wallet: own money for requirements that began after its request, as far as they had
 * not won it.
 */
export function returnWithdrawn(
  member: ModelMember,
  amount: bigint,
  { requestedAt, later }: Pick<ModelWithdrawal, 'requestedAt' | 'later'>,
): void {
  repayDebt(member, amount);
  for (const line of bonusLines(member)) {
    const own = least(amount, later?.get(line.no) ?? amount);
    if (line.createdAt > requestedAt) addOwn(member, line, { arrived: amount, own });
  }
}

export function loseSpent(member: ModelMember): void {
  if (isSpent(member, 0n)) closeLines(member);
}
