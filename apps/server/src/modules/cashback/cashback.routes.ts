// Routes of cashback: the calculation, and the claim by GET as the specification defines it and by POST.

import { messageText } from '@chaba/contract/messages.text';
import * as contract from '@chaba/contract/cashback';
import { add, subtract, toBaht, toPercent } from '@chaba/money';

import type { RouteContext } from '#http/route-context';
import { respondWith } from '#http/register-route';

import { claimCashback, type CashbackPeriod, loadCashback } from './cashback.ts';

export function cashbackRoutes({ registerRoute, database, config }: RouteContext): void {
  registerRoute(contract.getCashback, async ({ site, member }) => {
    const isPlayMoney = config.mode === 'play';
    const cashback = await loadCashback(database, site.id, member.id, isPlayMoney);
    return {
      cashbackWallet: toBaht(cashback.balance),
      Payout: toPercent(cashback.site.cashback.percentBp),
      minWithdraw: toBaht(cashback.site.cashback.minimum),
      cycle: isPlayMoney ? ('day' as const) : ('week' as const),
      periods: [...(cashback.today ? [toRunning(cashback.today)] : []), ...cashback.periods.map(toPeriod)],
    };
  });

  // Both calls claim once regardless of repetition; responses are never cached (http/headers.ts).
  for (const call of [contract.claimCashback, contract.postCashbackClaim]) {
    registerRoute(call, async ({ site, member, idempotencyKey }) => {
      const amount = await claimCashback(database, { siteId: site.id, memberId: member.id, idempotencyKey });
      return respondWith({ Amount: toBaht(amount) }, { message: messageText.cashbackClaimed });
    });
  }
}

function toPeriod(period: CashbackPeriod) {
  return {
    ...toFigures(period),
    isRunning: false,
    claimedAt: period.state === 'claimed' ? (period.closedAt?.toISOString() ?? null) : null,
    expiresAt: period.expiresAt?.toISOString() ?? null,
  };
}

const toRunning = (today: Figures) => ({ ...toFigures(today), isRunning: true, claimedAt: null, expiresAt: null });

type Figures = Omit<CashbackPeriod, 'expiresAt' | 'closedAt'>;

function toFigures(period: Figures) {
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    stakes: toBaht(period.stakes),
    // Open rounds count as far as they lower the loss.
    payouts: toBaht(add(period.payouts, subtract(period.openLeft, period.openBefore))),
    // Gifts less the winnings that were taken with a bonus or code.
    gifts: toBaht(subtract(period.gifts, period.taken)),
    giftsBefore: toBaht(period.giftsBefore),
    corrections: toBaht(period.corrections),
    deposits: toBaht(period.deposits),
    withdrawals: toBaht(period.withdrawals),
    openingBalance: toBaht(period.openingBalance),
    loss: toBaht(period.loss),
    Payout: toPercent(period.percentBp),
    carried: toBaht(period.carried),
    Amount: toBaht(period.amount),
  };
}
