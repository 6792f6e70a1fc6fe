// Money of a withdrawal: the held amount, the part above a withdraw cap, and the removal when a requirement with a cap
// closes.
//
// Always true: until its submission a withdrawal has one open hold for its amount and one for a removal above zero. A
// hold is placed once (the ledger's rule), so a changed removal has a new hold. The submission posts the removal, so a
// result that is corrected before the bank answers changes it as any other removal; it comes back if the payout does
// not leave. Callers hold the member's lane.
//
// Elsewhere: amount of a removal (withdrawal-rules.ts), closing of requirements (requirements/withdrawn-lines.ts).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add, max, min, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import {
  closeUsedCaps,
  closeMetRequirements,
  countTaken,
  listMembersWithServedLines,
  listServedRequirementNos,
  markCapsUsed,
} from '#modules/requirements';
import { endRemoval, isRemovalMade, recordRemoval, type RemovalBack } from '#modules/removals';
import { recallReturned, returnOwnMoney } from '#modules/own-money';
import {
  computeCapRest,
  isRequirementUnsettled,
  listCapRests,
  loadPosition,
  type Position,
  type PositionRequirement,
} from '#modules/position';

import { computeExcess } from './withdrawal-rules.ts';
import * as store from './withdrawals.store.ts';

type Held = Pick<
  store.Withdrawal,
  'withdrawalId' | 'memberId' | 'amount' | 'removed' | 'capHoldNo' | 'newestRequirementNo'
>;

const AT_ONCE_MAX = 200;
const REMOVED = 'above the withdraw cap';
const REMOVED_AT_CLOSING = 'above the cap of a closed line';
const OWED_AT_CLOSING = 'above the cap owed';
const RETURNED = 'above the cap returned';

function getHolds({ withdrawalId, memberId: ownerId, capHoldNo }: Held) {
  const name = `withdrawal:${withdrawalId}`;
  const cap = capHoldNo === 0 ? `${name}:cap` : `${name}:cap:${capHoldNo}`;
  return { amount: { ownerId, holdId: name }, removed: { ownerId, holdId: cap } } as const;
}

export async function placeHolds(tx: Transaction, siteId: number, withdrawal: Held): Promise<void> {
  const held = await ledger.placeHold(tx, siteId, {
    ...getHolds(withdrawal).amount,
    from: chart.game,
    held: chart.withdrawalHeld,
    to: chart.payouts,
    amount: withdrawal.amount,
    reason: 'withdrawal',
  });
  if (held === 'insufficient_funds') fail('INSUFFICIENT_FUNDS');
  assert(held === 'placed', 'a withdrawal inserted just now has no hold yet');
  await placeRemoved(tx, siteId, withdrawal);
}

async function placeRemoved(tx: Transaction, siteId: number, withdrawal: Held): Promise<void> {
  if (withdrawal.removed === 0n) return;
  const placed = await ledger.placeHold(tx, siteId, {
    ...getHolds(withdrawal).removed,
    from: chart.game,
    held: chart.withdrawalHeld,
    to: chart.residual,
    amount: withdrawal.removed,
    reason: REMOVED,
  });
  assert(placed === 'placed', 'the part above a cap is in the game wallet');
}

/** Adjusts the held removal to the present computation. Also returns the removal as later requirements count it. */
export async function adjustRemoved(
  tx: Transaction,
  siteId: number,
  withdrawal: store.Withdrawal,
  removed: Money,
): Promise<{ readonly adjusted: store.Withdrawal; readonly later: RemovalBack['later'] }> {
  if (removed === withdrawal.removed) return { adjusted: withdrawal, later: [] };
  const { withdrawalId, memberId, newestRequirementNo, createdAt: requestedAt } = withdrawal;
  await voidRemoved(tx, siteId, withdrawal);
  const adjusted = { ...withdrawal, removed, capHoldNo: withdrawal.capHoldNo + 1 };
  await placeRemoved(tx, siteId, adjusted);
  await store.setRemoved(tx, siteId, withdrawal, adjusted);
  // In requirements that began after the request the difference arrives as own money, or is subtracted.
  const more = subtract(removed, withdrawal.removed);
  if (more > 0n) {
    const taken = await countRemoved(tx, siteId, await loadPosition(tx, siteId, memberId), more, newestRequirementNo);
    // The part held at the request left the game wallet before they began.
    const later = taken.map((each) => ({ ...each, own: add(withdrawal.removed, each.own) }));
    return { adjusted, later };
  }
  const key = `withdrawal:${withdrawalId}:adjusted`;
  const less = subtract(withdrawal.removed, removed);
  await returnOwnMoney(tx, siteId, { memberId, amount: less, removed: less, key, requestedAt });
  return { adjusted, later: [] };
}

/**
 * Counts a removal in requirements that do not make it, as far as it was their own money: of what stays playable, all
 * but their gift may be own money, and what exceeds that was taken. Their winnings do not use their caps. Returns the
 * amount of each.
 */
async function countRemoved(
  tx: Transaction,
  siteId: number,
  { memberId, playable, requirements }: Pick<Position, 'memberId' | 'playable' | 'requirements'>,
  removed: Money,
  afterRequirementNo: number,
): Promise<RemovalBack['later']> {
  const counted = requirements
    .filter(({ requirementNo }) => requirementNo > afterRequirementNo)
    .map(({ requirementNo, source, bonus, own, sent }) => {
      const stays = max(zeroMoney, subtract(playable, source === 'ITEMCODE' ? bonus : zeroMoney));
      return { requirementNo, own: min(removed, max(zeroMoney, subtract(own, add(sent, stays)))) };
    });
  for (const { requirementNo, own: amount } of counted) {
    await countTaken(tx, siteId, {
      memberId,
      amount,
      afterRequirementNo: requirementNo - 1,
      upToRequirementNo: requirementNo,
    });
  }
  return counted;
}

async function voidRemoved(tx: Transaction, siteId: number, withdrawal: Held): Promise<void> {
  if (withdrawal.removed === 0n) return;
  const voided = await ledger.voidHold(tx, siteId, getHolds(withdrawal).removed);
  assert(voided === 'voided', 'the removal of a cap has its own hold');
}

/** Posts the amount to the bank, and the removal of a payout that was never submitted here. */
export async function postHolds(tx: Transaction, siteId: number, withdrawal: Held): Promise<void> {
  const posted = await ledger.postHold(tx, siteId, getHolds(withdrawal).amount);
  assert(posted === 'posted', 'an open withdrawal has an open hold');
  await removeAboveCap(tx, siteId, withdrawal);
}

/** Posts the removal of the cap to the residual wallet, once: at the submission. */
export async function removeAboveCap(
  tx: Transaction,
  siteId: number,
  withdrawal: Held,
  later: RemovalBack['later'] = [],
): Promise<void> {
  const { withdrawalId, memberId, amount, removed, newestRequirementNo: newest } = withdrawal;
  if (removed === 0n || (await isRemovalMade(tx, siteId, withdrawal))) return;
  const posted = await ledger.postHold(tx, siteId, getHolds(withdrawal).removed);
  assert(posted === 'posted', 'the removal of a cap has its own hold');
  const { requirements } = await loadPosition(tx, siteId, memberId);
  const bounds = toBounds(
    requirements.filter(({ requirementNo, hasOldRound }) => requirementNo <= newest && !hasOldRound),
    amount,
  );
  // Without its row the removal could not come back.
  assert(bounds, 'a requirement stays open while a payout under it has no final result');
  const funds = add(amount, removed);
  const common = { memberId, account: 'residual', funds, bonus: zeroMoney } as const;
  await recordRemoval(tx, siteId, { ...common, ...bounds, later, withdrawalId });
}

/**
 * The maximum that stays under each cap where `kept` stays under the lowest one, for the row of a removal: a result
 * that is own money under a newer cap and not under an older one can change which is the lowest. Undefined: no cap.
 */
function toBounds(
  requirements: readonly PositionRequirement[],
  kept: Money,
): Pick<Parameters<typeof recordRemoval>[2], 'requirementNo' | 'own' | 'others'> | undefined {
  const least = computeCapRest({ requirements });
  if (least === undefined) return undefined;
  const [first, ...others] = listCapRests({ requirements }).map(({ requirementNo, rest }) => ({
    requirementNo,
    own: add(kept, subtract(rest, least)),
  }));
  return first && { ...first, others };
}

/**
 * Returns the amount to this wallet, and the removal of the cap to the game wallet: as it was held, or after the
 * submission as it is now. Returns the removal that came back.
 */
export async function voidHolds(
  tx: Transaction,
  siteId: number,
  withdrawal: Held,
  returnTo: typeof chart.game,
): Promise<RemovalBack> {
  const voided = await ledger.voidHold(tx, siteId, { ...getHolds(withdrawal).amount, returnTo });
  assert(voided === 'voided', 'an open withdrawal has an open hold');
  const ended = await endRemoval(tx, siteId, withdrawal);
  if (ended === undefined) {
    await voidRemoved(tx, siteId, withdrawal);
    return { amount: withdrawal.removed, later: [] };
  }
  const { amount } = ended;
  if (amount === 0n) return ended;
  const { withdrawalId, memberId: ownerId } = withdrawal;
  const key = `withdrawal:${withdrawalId}:uncapped`;
  const back = { ownerId, from: chart.residual, to: chart.game, amount, reason: RETURNED, key };
  const [posting] = await ledger.postTransfers(tx, siteId, [back]);
  assert(posting?.outcome === 'posted', 'a removal comes back once, and its money is in the residual wallet');
  return ended;
}

/**
 * Closes the requirements that a paid withdrawal has served, and removes the money above their caps. While the play is
 * unsettled or another payout has no final result, requirements with a cap stay open with the remaining limit.
 */
export async function closeRequirements(tx: Transaction, siteId: number, withdrawal: store.Withdrawal): Promise<void> {
  const { memberId, newestRequirementNo } = withdrawal;
  const position = await loadPosition(tx, siteId, memberId);
  const served = position.requirements.filter(
    (line) => line.requirementNo <= newestRequirementNo && line.progress >= line.required,
  );
  if (served.some(({ cap }) => cap !== undefined) && !canClose(position, served)) {
    await markCapsUsed(tx, siteId, withdrawal);
    return;
  }
  await removeAboveCaps(tx, siteId, position, served);
  await closeMetRequirements(tx, siteId, memberId, withdrawal.createdAt);
}

/** Job: closes requirements with a cap that were served during unsettled play, and are settled and met now. */
export async function closeSettledCaps(database: Database, siteId: number): Promise<void> {
  const members = await listMembersWithServedLines(database, siteId, AT_ONCE_MAX);
  await forEachConcurrent(members, 1, (memberId) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      await closeMemberCaps(tx, siteId, memberId);
    }),
  );
}

/** The same for one member, under the member's lane. */
export async function closeMemberCaps(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  const served = await listServedRequirementNos(tx, siteId, memberId);
  if (served.length === 0) return;
  const position = await loadPosition(tx, siteId, memberId);
  const lines = position.requirements.filter(({ requirementNo }) => served.includes(requirementNo));
  // Turnover that was undone since the payment is needed again.
  if (lines.some(({ progress, required }) => progress < required) || !canClose(position, lines)) return;
  await removeAboveCaps(tx, siteId, position, lines);
  await closeUsedCaps(tx, siteId, memberId);
  publishAfterCommit(tx, siteId, memberId);
}

const canClose = (position: Position, lines: readonly PositionRequirement[]): boolean =>
  position.leaving === undefined &&
  position.disputed.count === 0 &&
  !lines.some(({ requirementNo }) => isRequirementUnsettled(position, requirementNo));

/**
 * Removes what is above the caps of closing requirements. Where more left than they allow, because own money was undone
 * and other money paid for it, the member owes the difference.
 */
async function removeAboveCaps(
  tx: Transaction,
  siteId: number,
  position: Position,
  served: readonly PositionRequirement[],
): Promise<void> {
  const { memberId, playable, debt, requirements } = await recallExcess(tx, siteId, position, served);
  const amount = computeExcess(requirements, playable);
  const rest = computeCapRest({ requirements });
  if (rest === undefined) return;
  const own = max(zeroMoney, rest);
  const bounds = toBounds(requirements, own);
  assert(bounds, 'the rest is of a cap');
  const { requirementNo } = bounds;
  const funds = subtract(add(playable, own), add(debt, rest));
  await recordRemoval(tx, siteId, { memberId, ...bounds, account: 'residual', funds, bonus: zeroMoney });
  const missing = max(zeroMoney, subtract(funds, add(own, amount)));
  const common = { ownerId: memberId, to: chart.residual };
  const name = `cap:${memberId}:${requirementNo}`;
  const transfers = [
    { ...common, from: chart.game, amount, reason: REMOVED_AT_CLOSING, key: `${name}:closed` },
    { ...common, from: chart.receivable, amount: missing, reason: OWED_AT_CLOSING, key: `${name}:owed` },
  ].filter((each) => each.amount > 0n);
  const postings = await ledger.postTransfers(tx, siteId, transfers);
  assert(
    postings.every(({ outcome }) => outcome === 'posted'),
    'a requirement closes once, and the money above its cap is in the game wallet',
  );
  const newest = Math.max(...requirements.map(({ requirementNo }) => requirementNo));
  const stays = { memberId, playable: subtract(playable, amount), requirements: position.requirements };
  await countRemoved(tx, siteId, stays, amount, newest);
  // Own money repays the debt.
  await countTaken(tx, siteId, { memberId, amount: missing, afterRequirementNo: newest });
}

/** Returned payouts above the caps leave the main wallet, where own money was lost after their request. */
async function recallExcess(
  tx: Transaction,
  siteId: number,
  position: Position,
  served: readonly PositionRequirement[],
): Promise<Pick<Position, 'memberId' | 'playable' | 'debt' | 'requirements'>> {
  const rest = computeCapRest({ requirements: served });
  const line = served.find(({ cap }) => cap !== undefined);
  if (line === undefined || rest === undefined || rest >= 0n) return { ...position, requirements: served };
  const { memberId } = position;
  await recallReturned(tx, siteId, { memberId, requirementNo: line.requirementNo });
  const { playable, debt, requirements } = await loadPosition(tx, siteId, memberId);
  return {
    memberId,
    playable,
    debt,
    requirements: requirements.filter(({ requirementNo }) =>
      served.some((each) => each.requirementNo === requirementNo),
    ),
  };
}
