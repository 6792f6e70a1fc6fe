// Routes of play limits. The routes of deposit limits are in the deposits module.

import { toMoney } from '@chaba/contract/amounts';
import { messageText } from '@chaba/contract/messages.text';
import * as contract from '@chaba/contract/play-limits';
import { max, toBaht, zeroMoney } from '@chaba/money';

import type { RouteContext } from '#http/route-context';
import { respondWith } from '#http/register-route';

import { confirmLimit, type LimitSpan, loadPlayLimits, setLimit } from './limits.ts';

type PlayLimit = Awaited<ReturnType<typeof loadPlayLimits>>[number];

export function playLimitRoutes({ registerRoute, database }: RouteContext): void {
  const answer = async (of: { readonly siteId: number; readonly memberId: bigint }) => ({
    limits: (await loadPlayLimits(database, of)).map(toWire),
  });

  registerRoute(contract.getPlayLimits, ({ site, member }) => answer({ siteId: site.id, memberId: member.id }));

  registerRoute(contract.setPlayLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    const amount = body.Amount === null ? undefined : toMoney(body.Amount);
    const outcome = await setLimit(database, { ...of, ...toLimitKey(body.span), amount });
    return respondWith(await answer(of), {
      message: outcome === 'asked' ? messageText.limitRequested : messageText.playLimitSet,
    });
  });

  registerRoute(contract.confirmPlayLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    await confirmLimit(database, { ...of, ...toLimitKey(body.span) });
    return respondWith(await answer(of), { message: messageText.playLimitSet });
  });
}

const toLimitKey = (span: LimitSpan) => ({ kind: span === 'bet' ? 'stake' : 'loss', span }) as const;

function toWire({ span, amount, lost, endsAt, pending: change }: PlayLimit) {
  return {
    span,
    Amount: amount === null ? null : toBaht(amount),
    used: lost === null ? null : toBaht(max(lost, zeroMoney)),
    endsAt: endsAt?.toISOString() ?? null,
    wish: change && {
      Amount: change.amount === null ? null : toBaht(change.amount),
      confirmFrom: change.confirmFrom.toISOString(),
      confirmUntil: change.confirmUntil.toISOString(),
      isConfirmable: change.isConfirmable,
    },
  };
}
