// Routes of the play-time limit.

import { messageText } from '@chaba/contract/messages.text';
import * as contract from '@chaba/contract/time-limit';

import type { RouteContext } from '#http/route-context';
import { respondWith } from '#http/register-route';

import { confirmLimit, loadTimeLimit, setLimit } from './limits.ts';

type TimeLimit = Awaited<ReturnType<typeof loadTimeLimit>>;

export function timeLimitRoutes({ registerRoute, database }: RouteContext): void {
  const answer = async (of: { readonly siteId: number; readonly memberId: bigint }) => ({
    limits: [toWire(await loadTimeLimit(database, of))],
  });

  registerRoute(contract.getTimeLimits, ({ site, member }) => answer({ siteId: site.id, memberId: member.id }));

  registerRoute(contract.setTimeLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    const amount = body.minutes === null ? undefined : BigInt(body.minutes);
    const outcome = await setLimit(database, { ...of, kind: 'time', span: body.span, amount });
    return respondWith(await answer(of), {
      message: outcome === 'asked' ? messageText.limitRequested : messageText.timeLimitSet,
    });
  });

  registerRoute(contract.confirmTimeLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    await confirmLimit(database, { ...of, kind: 'time', span: body.span });
    return respondWith(await answer(of), { message: messageText.timeLimitSet });
  });
}

const toMinutes = (minutes: bigint | null): number | null => (minutes === null ? null : Number(minutes));

function toWire({ amount, playedMs, endsAt, pending: change }: TimeLimit) {
  return {
    span: 'day' as const,
    minutes: toMinutes(amount),
    usedSeconds: playedMs === null ? null : Math.floor(playedMs / 1_000),
    endsAt: endsAt.toISOString(),
    wish: change && {
      minutes: toMinutes(change.amount),
      confirmFrom: change.confirmFrom.toISOString(),
      confirmUntil: change.confirmUntil.toISOString(),
      isConfirmable: change.isConfirmable,
    },
  };
}
