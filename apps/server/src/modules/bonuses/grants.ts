// Deposit bonuses: which one a deposit brings, and what becomes of it.
//
//     granted = active ──turnover done──▶ complete ──withdrawal paid, or the next bonus──▶ closed
//                  ├── balance gone ──▶ lost
//                  ├── 30 days ──▶ expired        own money stays, the bonus and what was won with it go
//                  ├── member ──▶ cancelled       the same, without a fee; so does an exclusion
//                  └── operator ──▶ revoked       the same, with a reason on record
//
// A bonus is given up when no round may still pay and no win is held; until then the member is refused, and a job waits.
//
// Always true: one deposit bonus is open at a time, and one deposit brings one at most (unique keys). A grant never changes:
// its state is its turnover line's, and the database writes the history of every change. The bonus and its line are written
// in the transaction that credits the deposit, under the member's lane lock.
//
// Elsewhere: giving up (giving-up.ts), what terms come to (terms.ts), lines (bonuses.ts, turnover.ts), own money (own-money.ts), codes (codes.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { max, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/member-events';
import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { memberById, findPlayBreak } from '#modules/members';
import { isUnsettled, loadPosition } from '#modules/position';

import { serializeBetTerms } from './bet-terms.ts';
import { insertLine, openLines } from './bonuses.store.ts';
import { computeGivingUp, giveUp, giveUpForExclusion, type BonusForfeit } from './giving-up.ts';
import * as store from './grants.store.ts';
import { computeOwnAtStart } from './own-money.ts';
import { offeredPromotions } from './promotions.store.ts';
import { compareOffers, type Offer, offerFor } from './terms.ts';

export type { Grant, GrantEvent, GrantState } from './grants.store.ts';

export type CreditedDeposit = {
  readonly depositId: bigint;
  readonly memberId: bigint;
  /** What of it became playable. */
  readonly amount: Money;
  /** What the bank moved. */
  readonly transferred: Money;
  /** The turnover that the deposit asks for without a bonus. */
  readonly plainNeed: Money;
};

export type BonusOverview = {
  readonly current: (store.Grant & { readonly givingUp: BonusForfeit }) | undefined;
  readonly choice: string | undefined;
  readonly history: readonly (store.Grant & { readonly events: readonly store.GrantEvent[] })[];
};

const DAYS = 30;
const NOTICE_HOURS = [24, 72] as const;
const AT_ONCE_MAX = 200;
const HISTORY_SHOWN = 50;

/**
 * Gives the bonus of a deposit that was credited and counted a moment ago, and asks for its turnover. Answers the promotion,
 * or nothing when this deposit brings none: then the caller asks for the plain turnover.
 */
export async function grantDepositBonus(
  tx: Transaction,
  siteId: number,
  deposit: CreditedDeposit,
): Promise<string | undefined> {
  const { memberId, amount, transferred } = deposit;
  const member = await memberById(tx, siteId, memberId);
  if (!member.acceptsBonus) return undefined;
  // A person gave money that came during a break: it stays what it was, and nothing binds it to play.
  if (await findPlayBreak(tx, siteId, memberId)) return undefined;
  const open = await store.openGrant(tx, siteId, memberId);
  if (open && (open.state === 'active' || open.withdrawCap !== null)) return undefined;
  const chosen = await store.chosenPromotion(tx, siteId, memberId);
  const offers = await usableOffers(tx, siteId, memberId, { amount, isFirst: member.totalDeposit === transferred });
  const offer = offers.find(({ promotion }) => promotion.id === chosen) ?? offers[0];
  if (!offer) return undefined;

  // What was earned stays earned; its line has served.
  if (open) await store.closeLine(tx, siteId, open, 'closed');
  await book(tx, siteId, deposit, offer);
  await store.setChoice(tx, siteId, memberId, undefined);
  return offer.promotion.id;
}

async function book(tx: Transaction, siteId: number, deposit: CreditedDeposit, offer: Offer): Promise<void> {
  const { depositId, memberId } = deposit;
  const { promotion, bonus, need, withdrawCap } = offer;
  const causeId = `bonus:${depositId}`;
  // The deposit is credited: it belongs to the bonus, everything else is own money.
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
  const lineNo = await insertLine(tx, siteId, {
    memberId,
    source: 'BONUS',
    needTurnover: need,
    causeId,
    expiresAt,
    bound: { own: max(zeroMoney, before), bonus, deposit: deposit.amount },
    ...(withdrawCap === undefined ? {} : { withdrawCap }),
    ...(bets === undefined ? {} : { bets }),
  });
  assert(lineNo !== undefined, 'a bonus that was booked a moment ago has no line yet');
  await store.insertGrant(tx, siteId, {
    memberId,
    lineNo,
    promotionId: promotion.id,
    terms: JSON.stringify(promotion, (_name, value) => (typeof value === 'bigint' ? value.toString() : value)),
    depositId,
    deposit: deposit.amount,
    bonus,
    need,
    withdrawCap,
    plainNeed: deposit.plainNeed,
    transferId: posting.transferId,
    expiresAt,
  });
  const state = need === 0n ? 'complete' : 'active';
  await store.insertEvent(tx, siteId, { memberId, lineNo, state, reason: 'granted' });
}

/** What a deposit of this amount would bring the member now, best first; the deposit page shows it before the transfer. */
export async function offersFor(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  amount: Money,
): Promise<{ offers: Offer[]; isOpen: boolean; isOn: boolean; choice: string | undefined }> {
  const member = await memberById(database, siteId, memberId);
  const open = await store.openGrant(database, siteId, memberId);
  // What the member owes is paid first, and brings no bonus.
  const { owed, playBreak } = await loadPosition(database, siteId, memberId);
  const playable = max(zeroMoney, subtract(amount, owed));
  const isPaused = playBreak !== undefined;
  const deposit = { amount: playable, isFirst: member.totalDeposit === 0n };
  return {
    // Nobody is offered anything during a break.
    offers: isPaused ? [] : await usableOffers(database, siteId, memberId, deposit),
    isOpen: open !== undefined && (open.state === 'active' || open.withdrawCap !== null),
    isOn: member.acceptsBonus,
    choice: await store.chosenPromotion(database, siteId, memberId),
  };
}

async function usableOffers(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  deposit: { readonly amount: Money; readonly isFirst: boolean },
): Promise<Offer[]> {
  const used = await store.usedToday(database, siteId, memberId);
  const promotions = await offeredPromotions(database, siteId);
  return promotions
    .filter(({ id, usable }) => {
      if (usable === 'first_deposit') return deposit.isFirst;
      return usable === 'always' || !used.has(id);
    })
    .flatMap((promotion) => offerFor(promotion, deposit.amount) ?? [])
    .toSorted(compareOffers);
}

/** The member picks a promotion for the next deposit, or leaves it to us again. */
export async function chooseBonus(
  database: Database,
  siteId: number,
  memberId: bigint,
  promotionId: string | undefined,
): Promise<void> {
  const promotions = await offeredPromotions(database, siteId);
  if (promotionId !== undefined && !promotions.some(({ id }) => id === promotionId)) fail('BONUS_NOT_AVAILABLE');
  await store.setChoice(database, siteId, memberId, promotionId);
}

/**
 * The job: bonuses whose time is over end, members are notified 72 and 24 hours before, and bonuses of excluded members are given up
 * that could not be when the exclusion began. Answers what it did.
 */
export async function expireBonuses(
  database: Database,
  siteId: number,
): Promise<{ readonly expired: number; readonly noticed: number }> {
  let [expired, noticed] = [0, 0];
  const expiring = await store.expiring(database, siteId, { withinHours: NOTICE_HOURS[1], limit: AT_ONCE_MAX });
  await forEachConcurrent(expiring, 1, ({ memberId, lineNo, hoursLeft }) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      const grant = await store.openGrant(tx, siteId, memberId);
      if (grant?.lineNo !== lineNo || grant.state !== 'active') return;
      if (hoursLeft > 0) {
        const reason = hoursLeft <= NOTICE_HOURS[0] ? 'expires_in_24h' : 'expires_in_72h';
        if (!(await store.insertEvent(tx, siteId, { memberId, lineNo, state: 'active', reason }))) return;
        noticed += 1;
        signalAfterCommit(tx, siteId, memberId);
        return;
      }
      // A round that may still pay is not taken away: the next run tries again.
      if (isUnsettled(await loadPosition(tx, siteId, memberId))) return;
      await giveUp(tx, siteId, grant, 'expired');
      expired += 1;
    }),
  );
  await forEachConcurrent(await store.excludedWithBonus(database, siteId, AT_ONCE_MAX), 1, (memberId) =>
    database.transaction(async (tx) => {
      await ledger.lockLanes(tx, siteId, [memberId]);
      await giveUpForExclusion(tx, siteId, memberId);
    }),
  );
  return { expired, noticed };
}

/** The open bonus of a member, complete or not. */
export function openBonusOf(database: Queryable, siteId: number, memberId: bigint): Promise<store.Grant | undefined> {
  return store.openGrant(database, siteId, memberId);
}

/** The running bonus with what giving it up would do, the member's choice, and what became of earlier ones. */
export function readBonuses(database: Database, siteId: number, memberId: bigint): Promise<BonusOverview> {
  return database.transaction(async (tx) => {
    const latest = await store.latestGrants(tx, siteId, memberId, HISTORY_SHOWN);
    const lineNos = latest.map(({ lineNo }) => lineNo);
    const events = Map.groupBy(await store.eventsOf(tx, siteId, memberId, lineNos), ({ lineNo }) => lineNo);
    const open = await store.openGrant(tx, siteId, memberId);
    const line = (await openLines(tx, siteId, [memberId])).find(({ lineNo }) => lineNo === open?.lineNo);
    const position = await loadPosition(tx, siteId, memberId);
    return {
      current: open && line && { ...open, givingUp: computeGivingUp(position, line) },
      choice: await store.chosenPromotion(tx, siteId, memberId),
      history: latest.map((grant) => ({ ...grant, events: events.get(grant.lineNo) ?? [] })),
    };
  });
}
