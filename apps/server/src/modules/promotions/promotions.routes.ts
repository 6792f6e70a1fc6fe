// Routes of bonuses: promotions, the member's turnover, running and earlier bonuses, codes.

import { messageText } from '@chaba/contract/messages.text';
import { getRolling, listPromotions, type PublishedPromotion as PromotionOnWire } from '@chaba/contract/bonuses';
import * as contract from '@chaba/contract/bonuses';
import { add, parseBaht, toBaht, zeroMoney } from '@chaba/money';
import type { BetTerms, Offer } from '@chaba/promotions/offer';
import { toWireTerms } from '@chaba/promotions/wire';

import { DEMO_CODES } from '#core/demo';
import { messages } from '#core/messages.text';
import { fail } from '#core/domain-error';
import type { RouteContext } from '#http/route-context';
import { respondWith } from '#http/register-route';
import type { Site } from '#modules/site';
import { loadTurnover } from '#modules/requirements';
import { parseStored } from '#modules/turnover';
import { type CodeUse, quoteCode, redeemCode } from '#modules/item-codes';

import { type Promotion, listOfferedPromotions } from './promotions.ts';
import { cancelBonus } from './forfeit.ts';
import { chooseBonus, type Grant, loadBonusOverview, quoteDeposit } from './grants.ts';

/** Display name of a game, provider or category that a promotion excludes. */
export type NameOf = (site: Site, code: string) => string;

export function bonusRoutes(context: RouteContext, nameOf: NameOf): void {
  turnoverRoutes(context, nameOf);
  grantRoutes(context, nameOf);
  const { registerRoute, database, config } = context;
  const closed: ReadonlySet<string> = config.isDemo ? new Set() : DEMO_CODES;
  registerRoute(contract.redeemItemCode, async ({ site, member, body, idempotencyKey }) => {
    const use = await redeemCode(database, {
      siteId: site.id,
      memberId: member.id,
      typed: body.redeem_code,
      idempotencyKey,
      isLimited: config.isRateLimited,
      closed,
    });
    return respondWith(toCode(use), { message: messageText.codeRedeemed });
  });
  registerRoute(contract.quoteItemCode, async ({ site, member, body }) => {
    const { isRateLimited: isLimited } = config;
    const redemption = { siteId: site.id, memberId: member.id, typed: body.redeem_code, isLimited, closed };
    const quote = await quoteCode(database, redemption);
    return { ...toCode(quote), balance: toBaht(quote.balance) };
  });
}

function toCode({ amount, coins, need, withdrawCap, remainingBefore }: CodeUse) {
  return {
    Amount: toBaht(amount),
    coins: Number(coins),
    needTurnover: toBaht(need),
    maxWithdrawAmount: toBaht(withdrawCap ?? zeroMoney),
    remainingBefore: toBaht(remainingBefore),
    remainingAfter: toBaht(add(remainingBefore, need)),
  };
}

function grantRoutes({ registerRoute, database }: RouteContext, nameOf: NameOf): void {
  registerRoute(contract.getBonus, async ({ site, member }) => {
    const { current, choice, history } = await loadBonusOverview(database, site.id, member.id);
    const events = history.find(({ grantNo }) => grantNo === current?.grantNo)?.events ?? [];
    return {
      current: current
        ? {
            ...toGrant(current, (code) => nameOf(site, code)),
            canCancel: current.state === 'active',
            balance: toBaht(current.forfeit.balance),
            recalled: toBaht(current.forfeit.recalled),
            balanceAfterCancel: toBaht(current.forfeit.kept),
            cancelRemoves: toBaht(current.forfeit.removed),
            cancelOwes: toBaht(current.forfeit.debt),
            freeSpins: current.bindingSpins,
            notice: getNotice(events),
          }
        : null,
      bonusId: choice ?? null,
      history: history.map((grant) => ({
        ...toGrant(grant, (code) => nameOf(site, code)),
        events: grant.events.map(({ state, reason, happenedAt }) => ({ state, reason, at: happenedAt.toISOString() })),
      })),
    };
  });
  registerRoute(contract.quoteBonus, async ({ site, member, query }) => {
    const amount = parseBaht(query.amount) ?? fail('INVALID_REQUEST');
    const { best, offers, obstacle, isParked, isFirst, isOn } = await quoteDeposit(
      database,
      site.id,
      member.id,
      amount,
    );
    return {
      best: best ? toOffer(best) : null,
      offers: offers.map(toOffer),
      isBonus: isOn,
      hasActiveBonus: obstacle === 'CAP_OPEN' || obstacle === 'BONUS_RUNNING',
      isParked,
      isFirstDepositKept: isParked && isFirst && offers.some(({ promotion }) => promotion.usable === 'first_deposit'),
    };
  });
  registerRoute(contract.chooseBonus, async ({ site, member, body }) => {
    await chooseBonus(database, site.id, member.id, body.bonusId ?? undefined);
    return { bonusId: body.bonusId };
  });
  registerRoute(contract.cancelBonus, async ({ site, member }) => {
    const { balance, kept, removed } = await cancelBonus(database, site.id, member.id);
    const response = { balanceBefore: toBaht(balance), balance: toBaht(kept), removed: toBaht(removed) };
    return respondWith(response, { message: messageText.bonusCancelled });
  });
}

function toGrant(grant: Grant, nameOf: (code: string) => string) {
  return {
    bonusId: grant.promotionId,
    title: grant.title,
    depositAmount: toBaht(grant.deposit),
    bonusAmount: toBaht(grant.bonus),
    needTurnover: toBaht(grant.need),
    nowTurnover: toBaht(grant.now),
    maxWithdrawAmount: toBaht(grant.withdrawCap ?? zeroMoney),
    state: grant.state,
    grantedAt: grant.grantedAt.toISOString(),
    expiresAt: grant.expiresAt.toISOString(),
    ...toBetTerms(grant.betTerms ? parseStored(grant.betTerms) : undefined, nameOf),
  };
}

function toOffer({ promotion, bonus, need, withdrawCap }: Offer<Promotion>) {
  return {
    bonusId: promotion.id,
    title: promotion.title,
    bonusAmount: toBaht(bonus),
    needTurnover: toBaht(need),
    maxWithdrawAmount: toBaht(withdrawCap ?? zeroMoney),
  };
}

function getNotice(events: readonly { readonly reason: string }[]): 'expires_in_72h' | 'expires_in_24h' | null {
  const has = (reason: string) => events.some((event) => event.reason === reason);
  if (has('expires_in_24h')) return 'expires_in_24h';
  return has('expires_in_72h') ? 'expires_in_72h' : null;
}

function turnoverRoutes({ registerRoute, database }: RouteContext, nameOf: NameOf): void {
  registerRoute(listPromotions, async ({ site }) => {
    const promotions = await listOfferedPromotions(database, site.id);
    return respondWith(
      promotions.map((each) => toPromotion(each, (code) => nameOf(site, code))),
      { message: messages.promotionsListed(promotions.length) },
    );
  });
  registerRoute(getRolling, async ({ site, member }) => {
    const turnover = await loadTurnover(database, site.id, member.id);
    return {
      needTurnover: toBaht(turnover.needTurnover),
      nowTurnover: toBaht(turnover.nowTurnover),
      remaining: toBaht(turnover.remaining),
      lines: turnover.lines.map((line) => ({
        source: line.source,
        needTurnover: toBaht(line.required),
        nowTurnover: toBaht(line.progress),
        createdAt: line.createdAt.toISOString(),
        expiresAt: line.expiresAt?.toISOString() ?? null,
      })),
    };
  });
}

export function toPromotion(promotion: Promotion, nameOf: (code: string) => string): PromotionOnWire {
  // Typed so that every figure of a kind of bonus is a field of the contract.
  const terms: Pick<PromotionOnWire, keyof ReturnType<typeof toWireTerms>> = toWireTerms(promotion);
  return {
    _id: promotion.id,
    title: promotion.title,
    ImageUrl: promotion.imageUrl,
    ...terms,
    ...toBetTerms(promotion.bets, nameOf),
  };
}

function toBetTerms(bets: BetTerms | undefined, nameOf: (code: string) => string) {
  return {
    maxBet: toBaht(bets?.betMax ?? zeroMoney),
    excludedGames: [...(bets?.excluded ?? [])],
    excludedNames: (bets?.excluded ?? []).map(nameOf),
    weights: Object.entries(bets?.weights ?? {})
      .map(([category, percent]) => ({ category, percent }))
      .toSorted((one, other) => one.category.localeCompare(other.category)),
  };
}
