// Forfeit of a bonus or code: own money less net losses stays, the bonus and its winnings are removed.
//
//     cancelled by the member · revoked by an operator · expired · by an exclusion, with running codes
//
// Always true: no forfeit while a round may still pay, a win is held, or a payout under the requirement has no final
// result. Returned payouts under it, and what its cap removed with paid ones, come back first (recallReturned,
// recallCapped), so that one computation covers all of its money. The removed money moves once, in the transaction that
// closes the requirement, under the member's lane lock, and is recorded as a removal, which a later correction of a
// result changes.
//
// Elsewhere: own money (own-money.ts), removals (removals.ts), grants and their expiry (grants.ts).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add, max, type Money, min, subtract, zeroMoney } from '@chaba/money';

import { describeSpins } from '#core/catalogue';
import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert, fail } from '#core/domain-error';
import {
  computePlayFunds,
  computeUnsent,
  hasOpenPayout,
  isRequirementUnsettled,
  listBindingSpins,
  loadPosition,
  type Position,
} from '#modules/position';
import { loadSite } from '#modules/site';
import {
  bindRoundsBeside,
  closeLine,
  insertRequirement,
  listResultsBeside,
  loadOpenRequirements,
  loadTaken,
  saveOwnMoney,
} from '#modules/requirements';
import { forfeitSpentRequirements, recallCapped, recallReturned } from '#modules/own-money';
import { isBonusRequirement, type TurnoverRequirement } from '#modules/turnover';
import { loadCapped, type NewRemoval, recordRemoval } from '#modules/removals';

import * as store from './grants.store.ts';

/**
 * Effect of a forfeit on the balance, which contains the returned payouts that leave the main wallet for it, and what a
 * cap removed before.
 */
export type BonusForfeit = {
  readonly balance: Money;
  readonly recalled: Money;
  readonly kept: Money;
  readonly removed: Money;
  /** The member's debt afterwards. */
  readonly debt: Money;
};
type Ending = BonusForfeit &
  Pick<NewRemoval, 'funds' | 'own' | 'bonus'> & {
    /** Becomes debt: the part of the bonus that paid for own money which was undone. */
    readonly owed: Money;
    readonly isEnding: boolean;
  };

type RequirementName = Pick<TurnoverRequirement, 'memberId' | 'requirementNo'>;

export type ForfeitObstacle = 'bet_open' | 'payout_open';

/** Why a requirement cannot be forfeited now: money under it is outside the wallets, with an unknown result. */
export function findObstacle(
  position: Position,
  { requirementNo }: Pick<TurnoverRequirement, 'requirementNo'>,
): ForfeitObstacle | undefined {
  if (isRequirementUnsettled(position, requirementNo)) return 'bet_open';
  const line = position.requirements.find((each) => each.requirementNo === requirementNo);
  return line && hasOpenPayout(position, line) ? 'payout_open' : undefined;
}

async function requireSettled(
  tx: Transaction,
  siteId: number,
  position: Position,
  requirementNo: number,
): Promise<void> {
  if (!isRequirementUnsettled(position, requirementNo)) return;
  const waiting = listBindingSpins(position, requirementNo);
  if (waiting.length === 0) fail('BONUS_HAS_OPEN_BET');
  const { catalogue } = await loadSite(tx, siteId);
  fail('BONUS_HAS_FREE_SPINS', describeSpins(catalogue, waiting));
}

/** Cancels the running bonus for the member. */
export function cancelBonus(database: Database, siteId: number, memberId: bigint): Promise<BonusForfeit> {
  return database.transaction(async (tx) => {
    await ledger.lockLanes(tx, siteId, [memberId]);
    const grant = await store.findOpenGrant(tx, siteId, memberId);
    if (grant?.state !== 'active') fail('BONUS_NONE_ACTIVE');
    const position = await loadPosition(tx, siteId, memberId);
    await requireSettled(tx, siteId, position, grant.requirementNo);
    if (findObstacle(position, grant) !== undefined) fail('BONUS_HAS_OPEN_WITHDRAWAL');
    return forfeitBonus(tx, siteId, grant, 'cancelled');
  });
}

/**
 * Revokes the running bonus for an operator, with the effect of a cancellation. The caller records the reason in the
 * same transaction.
 */
export async function revokeBonus(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
): Promise<'revoked' | 'not_waiting' | ForfeitObstacle> {
  await ledger.lockLanes(tx, siteId, [memberId]);
  const grant = await store.findOpenGrant(tx, siteId, memberId);
  return grant?.state === 'active' ? revokeGrant(tx, siteId, grant) : 'not_waiting';
}

/** Revokes the open bonus of a deposit that is debited, also after its turnover was met. */
export async function revokeBonusOf(
  tx: Transaction,
  siteId: number,
  { memberId, depositId }: { readonly memberId: bigint; readonly depositId: bigint },
): Promise<'revoked' | 'not_waiting' | ForfeitObstacle> {
  await ledger.lockLanes(tx, siteId, [memberId]);
  const grant = await store.findOpenGrant(tx, siteId, memberId);
  return grant?.depositId === depositId ? revokeGrant(tx, siteId, grant) : 'not_waiting';
}

async function revokeGrant(tx: Transaction, siteId: number, grant: store.Grant): Promise<'revoked' | ForfeitObstacle> {
  const obstacle = findObstacle(await loadPosition(tx, siteId, grant.memberId), grant);
  if (obstacle) return obstacle;
  await forfeitBonus(tx, siteId, grant, 'revoked');
  return 'revoked';
}

/**
 * Ends what was running when an exclusion began: at once, or as soon as no round may pay and no payout is open, even if
 * the turnover is met or the exclusion is over by then. Nothing that begins meanwhile is play under it. The caller
 * holds the member's lane and has recorded the exclusion; a break of another kind ends nothing.
 */
export async function forfeitAtExclusion(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  const { playBreak } = await loadPosition(tx, siteId, memberId);
  if (playBreak?.isExclusion !== true) return;
  const running = (await loadOpenRequirements(tx, siteId, [memberId])).filter(
    ({ source, progress, required }) => (source === 'BONUS' || source === 'ITEMCODE') && progress < required,
  );
  await store.markEnding(tx, siteId, { memberId, requirementNos: running.map(({ requirementNo }) => requirementNo) });
  await forfeitForExclusion(tx, siteId, memberId);
}

/**
 * Ends bonuses and codes that an exclusion forfeits, newest first: those that were running when it began, and during
 * the exclusion those whose met turnover was undone. Own money stays, bound only by the turnover of deposits.
 * `pending`: a round may still pay, `payout_open`: a payout has no final result. Called under the member's lane lock
 * when an exclusion begins, by the job, and before money leaves.
 */
export async function forfeitForExclusion(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
): Promise<'done' | 'pending' | 'payout_open'> {
  const position = await loadPosition(tx, siteId, memberId);
  const isExcluded = position.playBreak?.isExclusion === true;
  const running = (await loadOpenRequirements(tx, siteId, [memberId])).filter(
    ({ source, progress, required, isEnding }) =>
      (source === 'BONUS' || source === 'ITEMCODE') && (isEnding || (isExcluded && progress < required)),
  );
  if (running.length === 0) return 'done';
  const obstacles = running.map((line) => findObstacle(position, line));
  if (obstacles.includes('bet_open')) return 'pending';
  if (obstacles.includes('payout_open')) return 'payout_open';
  for (const { requirementNo, source } of running.toReversed()) {
    // Lost, because the end of a newer one left nothing.
    if (!(await isOpen(tx, siteId, { memberId, requirementNo }))) continue;
    if (source === 'ITEMCODE') await forfeitCode(tx, siteId, { memberId, requirementNo });
    else {
      const grant = await store.findOpenGrant(tx, siteId, memberId);
      assert(grant?.requirementNo === requirementNo, 'an open requirement of a bonus has its grant');
      await forfeitBonus(tx, siteId, grant, 'cancelled', 'by_exclusion');
    }
  }
  return 'done';
}

async function isOpen(tx: Transaction, siteId: number, line: RequirementName): Promise<boolean> {
  const open = await loadOpenRequirements(tx, siteId, [line.memberId]);
  return open.some(({ requirementNo }) => requirementNo === line.requirementNo);
}

export async function forfeitBonus(
  tx: Transaction,
  siteId: number,
  grant: store.Grant,
  state: 'cancelled' | 'expired' | 'revoked',
  reason?: 'by_exclusion',
): Promise<BonusForfeit> {
  const { memberId, bonus } = grant;
  const outcome = await removeBonusMoney(tx, siteId, grant);
  const ofBonus = min(outcome.removed, bonus);
  const common = { ownerId: memberId, from: chart.game, reason: `bonus ${state}` } as const;
  const key = `bonus:${grant.depositId}`;
  const taken = { ...common, to: chart.residualTaken } as const;
  await post(tx, siteId, [
    { ...common, to: chart.bonusCost, amount: ofBonus, key: `${key}:back` },
    { ...taken, amount: subtract(outcome.removed, ofBonus), key: `${key}:won` },
    { ...taken, from: chart.receivable, amount: outcome.owed, key: `${key}:owed` },
  ]);
  await closeLine(tx, siteId, grant, state, reason);
  await recordEnding(tx, siteId, grant, outcome);
  // The deposit keeps its own turnover requirement; turnover under the bonus counts towards it.
  const required = subtract(grant.depositRequired, min(grant.depositRequired, grant.now));
  if (required > 0n && outcome.kept > 0n) {
    await insertRequirement(tx, siteId, {
      memberId,
      source: 'DEPOSIT',
      required,
      causeId: `deposit:${grant.depositId}`,
    });
  }
  await forfeitSpentRequirements(tx, siteId, [memberId]);
  publishAfterCommit(tx, siteId, memberId);
  return outcome;
}

async function forfeitCode(tx: Transaction, siteId: number, line: RequirementName): Promise<void> {
  const { memberId, requirementNo } = line;
  const outcome = await removeBonusMoney(tx, siteId, line);
  const key = `code:${memberId}:line:${requirementNo}`;
  const common = { ownerId: memberId, to: chart.residualTaken, reason: 'item code cancelled' };
  await post(tx, siteId, [
    { ...common, from: chart.game, amount: outcome.removed, key: `${key}:back` },
    { ...common, from: chart.receivable, amount: outcome.owed, key: `${key}:owed` },
  ]);
  await closeLine(tx, siteId, line, 'cancelled');
  await recordEnding(tx, siteId, line, outcome);
  await forfeitSpentRequirements(tx, siteId, [memberId]);
  publishAfterCommit(tx, siteId, memberId);
}

async function recordEnding(tx: Transaction, siteId: number, line: RequirementName, ending: Ending): Promise<void> {
  const { memberId, requirementNo } = line;
  const { funds, own, bonus, removed: taken, isEnding } = ending;
  await recordRemoval(tx, siteId, { memberId, requirementNo, account: 'residualTaken', funds, own, bonus, taken });
  if (isEnding) await bindRoundsBeside(tx, siteId, line);
}

async function post(tx: Transaction, siteId: number, transfers: readonly ledger.TransferRequest[]): Promise<void> {
  const postings = await ledger.postTransfers(
    tx,
    siteId,
    transfers.filter(({ amount }) => amount > 0n),
  );
  assert(
    postings.every((posting) => posting.outcome === 'posted'),
    'an open bonus is forfeited once, for at most the playable money',
  );
}

/**
 * Recalls returned payouts and computes the effect of a forfeit on the balance; own money of the other requirements is
 * stored without it.
 */
async function removeBonusMoney(
  tx: Transaction,
  siteId: number,
  { memberId, requirementNo }: RequirementName,
): Promise<Ending> {
  const before = await loadPosition(tx, siteId, memberId);
  const capped = await loadCapped(tx, siteId, { memberId, requirementNo });
  await recallReturned(tx, siteId, { memberId, requirementNo });
  await recallCapped(tx, siteId, { memberId, requirementNo });
  const lines = await loadOpenRequirements(tx, siteId, [memberId]);
  const line = lines.find((each) => each.requirementNo === requirementNo);
  assert(line, 'a forfeited bonus has an open requirement');
  const outcome = computeForfeit(before, line, { capped, taken: await loadTaken(tx, siteId, line) });
  const others = lines.filter((each) => each !== line && isBonusRequirement(each));
  const beside = line.isEnding ? await listResultsBeside(tx, siteId, line) : new Map<number, Money>();
  await saveOwnMoney(
    tx,
    siteId,
    others.map((other) => ({ ...other, own: computeOwnWithout(line, other, beside.get(other.requirementNo)) })),
  );
  return outcome;
}

/**
 * Effect of a forfeit on the balance, after returned payouts and `capped`, the amount that paid payouts removed above
 * the cap, came back and repaid the debt. Own money and deposit below the stakes that are out were undone after the
 * money had left or was held for a payout of before; the bonus paid for it, so it is owed as without the bonus. So is
 * `taken`, the amount that left without a withdrawal, as far as the stakes that are out cover it. A stake that returns
 * repays it.
 */
export function computeForfeit(
  position: Position,
  line: TurnoverRequirement,
  { capped, taken }: { readonly capped: Money; readonly taken: Money },
): Ending {
  const { leaving } = position;
  const isUnderLine = leaving !== undefined && leaving.requestedAt > line.createdAt;
  const out = isUnderLine ? add(line.paid, computeUnsent(position)) : line.paid;
  // Rounds that are open for more than a day return their stakes later: own money from before the bonus.
  const staked = add(position.inPlay.own, position.inPlay.bonus);
  // Payouts and these stakes are own money first, then the deposit.
  const gone = add(out, staked);
  const own = max(zeroMoney, subtract(line.own, gone));
  const deposit = max(zeroMoney, subtract(line.deposit, max(zeroMoney, subtract(gone, line.own))));
  const recalled =
    position.requirements.find(({ requirementNo }) => requirementNo === line.requirementNo)?.returned ?? zeroMoney;
  const back = add(recalled, capped);
  const owedNow = subtract(position.debt, min(back, position.debt));
  const playable = subtract(add(position.playable, back), subtract(position.debt, owedNow));
  const funds = subtract(add(computePlayFunds(position), back), staked);
  const kept = computeKept({ own, deposit, bonus: line.bonus, playable, funds });
  const computeMissing = (wanted: Money): Money =>
    max(zeroMoney, subtract(wanted, add(line.own, line.deposit, owedNow)));
  const owed = max(computeMissing(staked), min(min(staked, taken), computeMissing(gone)));
  // The owed amount was removed too, so a result undone later reduces it.
  const { bonus, isEnding } = line;
  const ending = { funds: add(funds, owed), own: add(own, deposit), bonus, owed, isEnding };
  const debt = add(owedNow, owed);
  return { ...ending, balance: playable, recalled, kept, removed: subtract(playable, kept), debt };
}

/**
 * Own money of another requirement without the forfeited bonus. In an older requirement a code had arrived as own
 * money, a deposit's bonus had not. A newer one had counted the present money as own money, the bonus included, which
 * losses may have left alone; at most the forfeited one's own money stays. `beside`: the results of what began while an
 * exclusion was ending the forfeited one, prizes included. They are under the newer one alone, and were own money until
 * now; above zero they may have paid for own money that was undone.
 */
function computeOwnWithout(forfeited: TurnoverRequirement, other: TurnoverRequirement, beside = zeroMoney): Money {
  if (other.requirementNo < forfeited.requirementNo) {
    const without = max(zeroMoney, subtract(other.own, forfeited.bonus));
    return forfeited.source === 'BONUS' ? other.own : min(other.own, without);
  }
  const most = subtract(add(forfeited.own, forfeited.deposit), add(other.bonus, beside));
  const least = min(zeroMoney, subtract(zeroMoney, beside));
  const present = subtract(other.own, beside);
  const own = min(present, max(zeroMoney, subtract(present, forfeited.bonus)));
  return min(own, max(least, most));
}

/**
 * The amount kept when a bonus is forfeited: own money and the deposit less net losses, never the bonus or
 * its winnings. `funds`: playable money after every open bet has returned its stake.
 */
export function computeKept(at: {
  readonly playable: Money;
  readonly funds: Money;
  readonly own: Money;
  readonly deposit: Money;
  readonly bonus: Money;
}): Money {
  const own = add(at.own, at.deposit);
  const netLoss = subtract(add(own, at.bonus), at.funds);
  return min(at.playable, max(zeroMoney, subtract(own, max(zeroMoney, netLoss))));
}
