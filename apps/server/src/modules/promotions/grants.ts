// Deposit bonuses: selection, grant and end.
//
//     granted = active ──turnover done──▶ complete ──withdrawal paid, or the next bonus──▶ closed
//                  ├── balance gone ──▶ lost
//                  ├── 30 days ──▶ expired        own money stays, the bonus and its winnings are removed
//                  ├── member ──▶ cancelled       the same, without a fee; so does an exclusion
//                  └── operator ──▶ revoked       the same, with a recorded reason
//
// A bonus is forfeited only when no round may still pay and no win is held; until then a request is rejected and the
// job waits.
//
// Always true: one deposit bonus is open at a time, and one deposit brings at most one (unique keys). Accounts that an
// operator found to be of one person have one bonus of a first deposit together. A grant never changes: its state is
// that of its turnover requirement, and the database writes the history of every change. The bonus and its requirement
// are written in the transaction that credits the deposit, under the member's lane lock.
//
// Elsewhere: forfeiting (forfeit.ts), amounts of terms (packages/promotions), requirements and own money
// (modules/requirements), codes (codes.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { max, type Money, subtract, zeroMoney } from '@chaba/money';
import { compareOffers, computeOffer, type Offer } from '@chaba/promotions/offer';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { listSamePerson, lockSamePerson } from '#modules/member-links';
import { loadMember } from '#modules/members';
import { listBindingSpins, loadPosition, type Position } from '#modules/position';
import { closeLine, insertRequirement, loadOpenRequirements, loadTaken } from '#modules/requirements';
import { computeOwnAtStart, isSpent } from '#modules/own-money';
import { loadCapped } from '#modules/removals';
import { serializeBetTerms } from '#modules/turnover';

import { computeForfeit, findObstacle, forfeitBonus, forfeitForExclusion, type BonusForfeit } from './forfeit.ts';
import * as store from './grants.store.ts';
import { computeBudgetLeft, type ListedPromotion, listOfferedPromotions, type Promotion } from './published.ts';
import { addGiven } from './promotions.store.ts';

export type { Grant, GrantEvent, GrantState } from './grants.store.ts';

export type BonusDeposit = {
  readonly depositId: bigint;
  readonly memberId: bigint;
  /** The playable part. */
  readonly amount: Money;
  /** The turnover requirement of the deposit without a bonus. */
  readonly depositRequired: Money;
};

export type BonusOverview = {
  readonly current: (store.Grant & { readonly forfeit: BonusForfeit; readonly bindingSpins: number }) | undefined;
  readonly choice: string | undefined;
  readonly history: readonly (store.Grant & { readonly events: readonly store.GrantEvent[] })[];
};

const DAYS = 30;
const NOTICE_HOURS = [24, 72] as const;
const AT_ONCE_MAX = 200;
const HISTORY_SHOWN = 50;

/**
 * Grants the bonus of a deposit that was just credited and counted, with its turnover requirement. Returns the
 * promotion, or undefined if the deposit brings none; the caller then adds the plain requirement.
 */
export async function grantDepositBonus(
  tx: Transaction,
  siteId: number,
  deposit: BonusDeposit,
): Promise<string | undefined> {
  const { memberId, depositId, amount } = deposit;
  const member = await loadMember(tx, siteId, memberId);
  // The deposit itself is in the position already; requirements of spent money were forfeited before.
  if (findBonusObstacle(await loadPosition(tx, siteId, memberId), member)) return undefined;
  const others = await lockSamePerson(tx, siteId, memberId);
  const firstDeposit = await findFirstDepositAgainst(tx, siteId, { memberId, others, depositId });
  const offers = await listUsableOffers(tx, siteId, memberId, { amount, firstDeposit });
  const chosen = await store.findChosenPromotion(tx, siteId, memberId);
  const offer = await reserveOffer(tx, siteId, orderOffers(offers, chosen));
  if (!offer) return undefined;

  // A completed bonus stays earned, and its requirement closes.
  const open = await store.findOpenGrant(tx, siteId, memberId);
  if (open) await closeLine(tx, siteId, open, 'closed');
  await postGrant(tx, siteId, deposit, offer);
  await store.setChoice(tx, siteId, memberId, undefined);
  return offer.promotion.id;
}

/** The first offer whose promotion still gives its bonus; the bonus is added to its sum. */
async function reserveOffer(
  tx: Transaction,
  siteId: number,
  offers: readonly Offer<Promotion>[],
): Promise<Offer<Promotion> | undefined> {
  for (const offer of offers) {
    // Another deposit may have taken the rest of the budget since the offers were read.
    if (await addGiven(tx, siteId, { id: offer.promotion.id, bonus: offer.bonus })) return offer;
  }
  return undefined;
}

/** The copy of the terms; the sum of the other bonuses is none of them. */
function serializeTerms(promotion: Promotion & Partial<Pick<ListedPromotion, 'given'>>): string {
  const { given: _given, ...terms } = promotion;
  return JSON.stringify(terms, (_name, value) => (typeof value === 'bigint' ? value.toString() : value));
}

async function postGrant(
  tx: Transaction,
  siteId: number,
  deposit: BonusDeposit,
  offer: Offer<Promotion>,
): Promise<void> {
  const { depositId, memberId } = deposit;
  const { promotion, bonus, need, withdrawCap } = offer;
  const causeId = `bonus:${depositId}`;
  // The credited deposit belongs to the bonus, everything else is own money.
  const before = subtract(computeOwnAtStart(await loadPosition(tx, siteId, memberId)), deposit.amount);
  const transfer = {
    ownerId: memberId,
    from: chart.bonusCost,
    to: chart.game,
    amount: bonus,
    reason: 'bonus',
  } as const;
  const [posting] = await ledger.postTransfers(tx, siteId, [{ ...transfer, key: causeId }]);
  assert(posting?.outcome === 'posted', 'a deposit brings its bonus once, in the transaction that credits it');

  const expiresAt = await store.expiryFromNow(tx, DAYS);
  const bets = promotion.bets && serializeBetTerms(promotion.bets);
  const requirementNo = await insertRequirement(tx, siteId, {
    memberId,
    source: 'BONUS',
    required: need,
    causeId,
    expiresAt,
    bound: { own: before, bonus, deposit: deposit.amount },
    ...(withdrawCap === undefined ? {} : { withdrawCap }),
    ...(bets === undefined ? {} : { bets }),
  });
  assert(requirementNo !== undefined, 'a bonus that was just posted has no requirement yet');
  await store.insertGrant(tx, siteId, {
    memberId,
    requirementNo,
    promotionId: promotion.id,
    terms: serializeTerms(promotion),
    depositId,
    deposit: deposit.amount,
    bonus,
    need,
    withdrawCap,
    depositRequired: deposit.depositRequired,
    transferId: posting.transferId,
    expiresAt,
  });
  const state = need === 0n ? 'complete' : 'active';
  await store.insertEvent(tx, siteId, { memberId, requirementNo, state, reason: 'granted' });
}

/** Why a deposit brings no bonus. */
export type BonusObstacle =
  | 'BONUS_OFF'
  /** Money that an operator assigns during a play break brings no bonus. */
  | 'PLAY_BREAK'
  /** A bonus or code with a withdraw cap is open: the deposit is parked. */
  | 'CAP_OPEN'
  | 'BONUS_RUNNING';

/** The same for the offer before a transfer and for the credit; `lines`: the requirements that stay open. */
function findBonusObstacle(
  { playBreak, requirements }: Pick<Position, 'playBreak' | 'requirements'>,
  { acceptsBonus }: { readonly acceptsBonus: boolean },
): BonusObstacle | undefined {
  if (!acceptsBonus) return 'BONUS_OFF';
  if (playBreak) return 'PLAY_BREAK';
  if (requirements.some(({ cap }) => cap !== undefined)) return 'CAP_OPEN';
  const isRunning = requirements.some(({ source, progress, required }) => source === 'BONUS' && progress < required);
  return isRunning ? 'BONUS_RUNNING' : undefined;
}

/** The chosen promotion first. */
const orderOffers = (offers: readonly Offer<Promotion>[], chosen: string | undefined): readonly Offer<Promotion>[] =>
  offers.toSorted((one, other) => Number(other.promotion.id === chosen) - Number(one.promotion.id === chosen));

export type DepositQuote = {
  /** The offer that a deposit of this amount brings now. */
  readonly best: Offer<Promotion> | undefined;
  /** Best first; also while an obstacle stands against them, except during a play break. */
  readonly offers: readonly Offer<Promotion>[];
  readonly obstacle: BonusObstacle | undefined;
  /** The deposit waits in the main wallet and does not use up the first deposit. */
  readonly isParked: boolean;
  readonly isFirst: boolean;
  readonly isOn: boolean;
};

/** The bonus of a deposit of this amount that arrives now; the deposit page shows it before the transfer. */
export async function quoteDeposit(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  amount: Money,
): Promise<DepositQuote> {
  const member = await loadMember(database, siteId, memberId);
  const position = await loadPosition(database, siteId, memberId);
  // The requirements of spent money are forfeited when the deposit arrives.
  const requirements = isSpent(position) ? [] : position.requirements;
  const obstacle = findBonusObstacle({ ...position, requirements }, member);
  const isFirst = await store.isFirstDeposit(database, siteId, { memberId });
  // A debt is repaid first, and that part brings no bonus.
  const playable = max(zeroMoney, subtract(amount, position.debt));
  const firstDeposit = await findFirstDepositAgainst(database, siteId, {
    memberId,
    others: await listSamePerson(database, siteId, memberId),
  });
  const offers =
    obstacle === 'PLAY_BREAK'
      ? []
      : await listUsableOffers(database, siteId, memberId, { amount: playable, firstDeposit });
  const chosen = await store.findChosenPromotion(database, siteId, memberId);
  return {
    best: obstacle === undefined ? orderOffers(offers, chosen)[0] : undefined,
    offers,
    obstacle,
    isParked: requirements.some(({ cap }) => cap !== undefined),
    isFirst,
    isOn: member.acceptsBonus,
  };
}

async function listUsableOffers(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  deposit: { readonly amount: Money; readonly firstDeposit: UnmetTerm | undefined },
): Promise<Offer<Promotion>[]> {
  const used = await store.listUsedToday(database, siteId, memberId);
  const { firstDeposit } = deposit;
  const promotions = await listOfferedPromotions(database, siteId);
  return promotions
    .filter((promotion) => findUseAgainst(promotion, { firstDeposit, used }) === undefined)
    .flatMap((promotion) => computeOffer(promotion, deposit.amount) ?? [])
    .filter(isWithinBudget)
    .toSorted(compareOffers);
}

/** The bonus is given in full or not at all. */
function isWithinBudget({ promotion, bonus }: Offer<ListedPromotion>): boolean {
  const left = computeBudgetLeft(promotion);
  return left === undefined || bonus <= left;
}

/**
 * The first term of a promotion that a deposit does not meet. `SAME_PERSON`: another account of the same person, by the
 * verdict of an operator, has had its bonus of a first deposit.
 */
export type UnmetTerm = 'FIRST_DEPOSIT' | 'SAME_PERSON' | 'DAILY' | 'MINIMUM' | 'NO_BONUS' | 'BUDGET';

/** Why this deposit brings no bonus of a first deposit; undefined: it may. */
async function findFirstDepositAgainst(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly others: readonly bigint[]; readonly depositId?: bigint | undefined },
): Promise<'FIRST_DEPOSIT' | 'SAME_PERSON' | undefined> {
  const { memberId, others, depositId } = of;
  const deposit = { memberId, ...(depositId === undefined ? {} : { depositId }) };
  if (!(await store.isFirstDeposit(database, siteId, deposit))) return 'FIRST_DEPOSIT';
  // A first deposit that was taken back leaves the totals, and its bonus stays used.
  const had = await store.listFirstDepositBonuses(database, siteId, [memberId, ...others]);
  if (had.includes(memberId)) return 'FIRST_DEPOSIT';
  return had.length > 0 ? 'SAME_PERSON' : undefined;
}

function findUseAgainst(
  { id, usable }: Pick<Promotion, 'id' | 'usable'>,
  { firstDeposit, used }: { readonly firstDeposit: UnmetTerm | undefined; readonly used: ReadonlySet<string> },
): UnmetTerm | undefined {
  if (usable === 'first_deposit') return firstDeposit;
  return usable === 'daily' && used.has(id) ? 'DAILY' : undefined;
}

function findAmountAgainst(
  { minimumDeposit }: Promotion,
  { amount, offer }: { readonly amount: Money; readonly offer: Offer<ListedPromotion> | undefined },
): UnmetTerm | undefined {
  if (offer === undefined) return amount < minimumDeposit ? 'MINIMUM' : 'NO_BONUS';
  return isWithinBudget(offer) ? undefined : 'BUDGET';
}

export type ExplainedPromotion = {
  readonly promotion: Promotion;
  /** Undefined: the deposit brings the offer. */
  readonly against: UnmetTerm | undefined;
  readonly offer: Offer<Promotion> | undefined;
};

export type BonusExplanation = {
  /** Stands against every promotion. */
  readonly obstacle: BonusObstacle | undefined;
  /** The promotion that the deposit brought. */
  readonly granted: string | undefined;
  readonly promotions: readonly ExplainedPromotion[];
};

/**
 * Why a deposit brings no bonus: the obstacle of the member now, and for each offered promotion its first term that
 * fails. `depositId`: a deposit that arrived, which does not use up its own right to a first bonus.
 */
export async function explainDepositBonus(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly amount: Money; readonly depositId?: bigint },
): Promise<BonusExplanation> {
  const { memberId, amount, depositId } = of;
  const member = await loadMember(database, siteId, memberId);
  const position = await loadPosition(database, siteId, memberId);
  const requirements = isSpent(position) ? [] : position.requirements;
  const used = await store.listUsedToday(database, siteId, memberId);
  const others = await listSamePerson(database, siteId, memberId);
  const firstDeposit = await findFirstDepositAgainst(database, siteId, { memberId, others, depositId });
  const promotions = await listOfferedPromotions(database, siteId);
  return {
    obstacle: findBonusObstacle({ ...position, requirements }, member),
    granted: depositId === undefined ? undefined : await store.findPromotionOfDeposit(database, siteId, depositId),
    promotions: promotions.map((promotion) => {
      const offer = computeOffer(promotion, amount);
      return {
        promotion,
        offer,
        against: findUseAgainst(promotion, { firstDeposit, used }) ?? findAmountAgainst(promotion, { amount, offer }),
      };
    }),
  };
}

/** Stores the member's choice of a promotion for the next deposit, or resets it to the best offer. */
export async function chooseBonus(
  database: Database,
  siteId: number,
  memberId: bigint,
  promotionId: string | undefined,
): Promise<void> {
  const promotions = await listOfferedPromotions(database, siteId);
  if (promotionId !== undefined && !promotions.some(({ id }) => id === promotionId)) fail('BONUS_NOT_AVAILABLE');
  await store.setChoice(database, siteId, memberId, promotionId);
}

/**
 * Job: expires bonuses, notifies members 72 and 24 hours before, and forfeits bonuses of excluded members that could
 * not be forfeited when the exclusion began. Returns the counts.
 */
export async function expireBonuses(
  database: Database,
  siteId: number,
): Promise<{ readonly expired: number; readonly noticed: number }> {
  let [expired, noticed] = [0, 0];
  const expiring = await store.listExpiring(database, siteId, { withinHours: NOTICE_HOURS[1], limit: AT_ONCE_MAX });
  await forEachConcurrent(expiring, 1, ({ memberId, requirementNo, hoursLeft }) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      const grant = await store.findOpenGrant(tx, siteId, memberId);
      if (grant?.requirementNo !== requirementNo || grant.state !== 'active') return;
      if (hoursLeft > 0) {
        const reason = hoursLeft <= NOTICE_HOURS[0] ? 'expires_in_24h' : 'expires_in_72h';
        if (!(await store.insertEvent(tx, siteId, { memberId, requirementNo, state: 'active', reason }))) return;
        noticed += 1;
        publishAfterCommit(tx, siteId, memberId);
        return;
      }
      // A round may still pay, or a payout has no final result: the next run tries again.
      if (findObstacle(await loadPosition(tx, siteId, memberId), grant)) return;
      await forfeitBonus(tx, siteId, grant, 'expired');
      expired += 1;
    }),
  );
  await forEachConcurrent(await store.listExcludedWithBonus(database, siteId, AT_ONCE_MAX), 1, (memberId) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      await forfeitForExclusion(tx, siteId, memberId);
    }),
  );
  return { expired, noticed };
}

/** The open bonus of a member, complete or not. */
export function findOpenBonus(database: Queryable, siteId: number, memberId: bigint): Promise<store.Grant | undefined> {
  return store.findOpenGrant(database, siteId, memberId);
}

/** Free spins that keep the bonus from being cancelled. */
const countBinding = (position: Position, requirementNo: number): number =>
  listBindingSpins(position, requirementNo).reduce((sum, { count }) => sum + count, 0);

/** The running bonus with the effect of a forfeit, the member's choice, and earlier bonuses. */
export function loadBonusOverview(database: Database, siteId: number, memberId: bigint): Promise<BonusOverview> {
  return database.transaction(async (tx) => {
    const latest = await store.listLatestGrants(tx, siteId, memberId, HISTORY_SHOWN);
    const requirementNos = latest.map(({ requirementNo }) => requirementNo);
    const events = Map.groupBy(
      await store.listEvents(tx, siteId, memberId, requirementNos),
      ({ requirementNo }) => requirementNo,
    );
    const open = await store.findOpenGrant(tx, siteId, memberId);
    const line = (await loadOpenRequirements(tx, siteId, [memberId])).find(
      ({ requirementNo }) => requirementNo === open?.requirementNo,
    );
    const position = await loadPosition(tx, siteId, memberId);
    return {
      current: open &&
        line && {
          ...open,
          forfeit: computeForfeit(position, line, {
            capped: await loadCapped(tx, siteId, line),
            taken: await loadTaken(tx, siteId, line),
          }),
          bindingSpins: countBinding(position, open.requirementNo),
        },
      choice: await store.findChosenPromotion(tx, siteId, memberId),
      history: latest.map((grant) => ({ ...grant, events: events.get(grant.requirementNo) ?? [] })),
    };
  });
}
