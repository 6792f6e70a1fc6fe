// Routes of friend referral: the commission, and its withdrawal by GET as the specification defines it and by POST.

import * as contract from '@chaba/contract/affiliates';
import { messageText } from '@chaba/contract/messages.text';
import { APPROVED, FAILED, PENDING } from '@chaba/contract/codes';
import { maskPhone } from '@chaba/contract/phones';
import { toPercent, toBaht } from '@chaba/money';

import { formatReference } from '#core/references';
import { getReplicaReads } from '#core/replica';
import type { RouteContext } from '#http/route-context';
import { respondWith } from '#http/register-route';

import { type AffiliateState, loadAffiliate, type CommissionWithdrawal, withdrawIncome } from './affiliates.ts';

const STATUSES = { paid: APPROVED, requested: PENDING, rejected: FAILED } as const;

export function affiliateRoutes(context: RouteContext): void {
  const { registerRoute, database } = context;
  registerRoute(contract.getAffiliate, async ({ site, member }) =>
    toWire(await loadAffiliate(database, site.id, member.id, getReplicaReads(context))),
  );

  // Both calls withdraw once regardless of repetition; responses are never cached (http/headers.ts).
  for (const call of [contract.withdrawAffiliate, contract.postAffiliateWithdrawal]) {
    registerRoute(call, async ({ site, member, idempotencyKey }) => {
      const { amount, state } = await withdrawIncome(database, {
        siteId: site.id,
        memberId: member.id,
        idempotencyKey,
      });
      // A repeated call returns the first result; a later rejection appears in the history.
      const Status = state === 'paid' ? APPROVED : PENDING;
      return respondWith({ Amount: toBaht(amount), Status }, { message: messageText.affiliateWithdrawn });
    });
  }
}

function toWire({ terms, balance, waiting, withdrawals, friends, incomes }: AffiliateState) {
  const level = ({ isOn, percentBp }: AffiliateState['terms']['level1']) => ({
    enable: isOn,
    percent: toPercent(percentBp),
  });
  return {
    balance: toBaht(balance),
    waiting: toBaht(waiting),
    transaction: withdrawals.map(toTransaction),
    Users: friends.map((friend) => ({
      phoneNumber: maskPhone(friend.phone),
      level: friend.level,
      createdAt: friend.registeredAt.toISOString(),
      isActive: friend.isActive,
      Amount: toBaht(friend.brought),
    })),
    transaction_incomes: incomes.map((income) => ({
      day: income.day,
      level: income.level,
      phoneNumber: maskPhone(income.phone),
      Amount: toBaht(income.amount),
      isReleased: income.isReleased,
    })),
    setting: {
      useAffiliate: terms.isOn,
      minWithdraw: toBaht(terms.minimum),
      turnover: terms.turnoverTimes,
      percent: { level1: level(terms.level1), level2: level(terms.level2) },
    },
  };
}

function toTransaction(withdrawal: CommissionWithdrawal) {
  return {
    id: formatReference('deposit', withdrawal.movementId),
    Amount: toBaht(withdrawal.amount),
    createdAt: withdrawal.createdAt.toISOString(),
    Status: STATUSES[withdrawal.state],
  };
}
