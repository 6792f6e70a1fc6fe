// Routes of deposit limits.

import { toMoney } from '@chaba/contract/amounts';
import { messageText } from '@chaba/contract/messages.text';
import * as contract from '@chaba/contract/deposit-limits';
import { toBaht } from '@chaba/money';

import type { RouteContext } from '#http/route-context';
import { respondWith } from '#http/register-route';
import { confirmLimit, type DepositLimit, loadDepositLimits, setLimit } from './limits.ts';

export function depositLimitRoutes({ registerRoute, database }: RouteContext): void {
  const answer = async (of: { readonly siteId: number; readonly memberId: bigint }) => ({
    limits: (await loadDepositLimits(database, of)).map(toWire),
  });

  registerRoute(contract.getDepositLimits, ({ site, member }) => answer({ siteId: site.id, memberId: member.id }));

  registerRoute(contract.setDepositLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    const amount = body.Amount === null ? undefined : toMoney(body.Amount);
    const outcome = await setLimit(database, { ...of, kind: 'deposit', span: body.span, amount });
    return respondWith(await answer(of), {
      message: outcome === 'asked' ? messageText.limitRequested : messageText.limitSet,
    });
  });

  registerRoute(contract.confirmDepositLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    await confirmLimit(database, { ...of, kind: 'deposit', span: body.span });
    return respondWith(await answer(of), { message: messageText.limitSet });
  });
}

function toWire({ span, amount, used, endsAt, pending: wish }: DepositLimit) {
  return {
    span,
    Amount: amount === null ? null : toBaht(amount),
    used: toBaht(used),
    endsAt: endsAt.toISOString(),
    wish: wish && {
      Amount: wish.amount === null ? null : toBaht(wish.amount),
      confirmFrom: wish.confirmFrom.toISOString(),
      confirmUntil: wish.confirmUntil.toISOString(),
      isConfirmable: wish.isConfirmable,
    },
  };
}
