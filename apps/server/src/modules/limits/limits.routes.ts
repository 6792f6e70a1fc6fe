// Routes of the limits that a member sets: deposits, losses and stakes, and play time per day.

import { toMoney } from '@chaba/contract/amounts';
import * as contract from '@chaba/contract/limits';
import { messageText } from '@chaba/contract/messages.text';
import { max, type Money, toBaht, zeroMoney } from '@chaba/money';

import { respondWith } from '#http/register-route';
import type { RouteContext } from '#http/route-context';

import {
  confirmLimit,
  type DepositLimit,
  type LimitSpan,
  loadDepositLimits,
  loadPlayLimits,
  loadTimeLimit,
  type PendingLimitChange,
  setLimit,
} from './limits.ts';

type Owner = { readonly siteId: number; readonly memberId: bigint };
type LoadedPlayLimit = Awaited<ReturnType<typeof loadPlayLimits>>[number];
type TimeLimit = Awaited<ReturnType<typeof loadTimeLimit>>;

export function limitRoutes(context: RouteContext): void {
  registerDepositLimits(context);
  registerPlayLimits(context);
  registerTimeLimits(context);
}

function registerDepositLimits({ registerRoute, database }: RouteContext): void {
  const load = async (owner: Owner) => ({ limits: (await loadDepositLimits(database, owner)).map(toDepositLimit) });

  registerRoute(contract.getDepositLimits, ({ site, member }) => load({ siteId: site.id, memberId: member.id }));

  registerRoute(contract.setDepositLimit, async ({ site, member, body }) => {
    const owner = { siteId: site.id, memberId: member.id };
    const outcome = await setLimit(database, {
      ...owner,
      kind: 'deposit',
      span: body.span,
      amount: toAmount(body.Amount),
    });
    return respondWith(await load(owner), {
      message: outcome === 'requested' ? messageText.limitRequested : messageText.limitSet,
    });
  });

  registerRoute(contract.confirmDepositLimit, async ({ site, member, body }) => {
    const owner = { siteId: site.id, memberId: member.id };
    await confirmLimit(database, { ...owner, kind: 'deposit', span: body.span });
    return respondWith(await load(owner), { message: messageText.limitSet });
  });
}

function registerPlayLimits({ registerRoute, database }: RouteContext): void {
  const load = async (owner: Owner) => ({ limits: (await loadPlayLimits(database, owner)).map(toPlayLimit) });

  registerRoute(contract.getPlayLimits, ({ site, member }) => load({ siteId: site.id, memberId: member.id }));

  registerRoute(contract.setPlayLimit, async ({ site, member, body }) => {
    const owner = { siteId: site.id, memberId: member.id };
    const outcome = await setLimit(database, {
      ...owner,
      ...toPlayLimitKey(body.span),
      amount: toAmount(body.Amount),
    });
    return respondWith(await load(owner), {
      message: outcome === 'requested' ? messageText.limitRequested : messageText.playLimitSet,
    });
  });

  registerRoute(contract.confirmPlayLimit, async ({ site, member, body }) => {
    const owner = { siteId: site.id, memberId: member.id };
    await confirmLimit(database, { ...owner, ...toPlayLimitKey(body.span) });
    return respondWith(await load(owner), { message: messageText.playLimitSet });
  });
}

function registerTimeLimits({ registerRoute, database }: RouteContext): void {
  const load = async (owner: Owner) => ({ limits: [toTimeLimit(await loadTimeLimit(database, owner))] });

  registerRoute(contract.getTimeLimits, ({ site, member }) => load({ siteId: site.id, memberId: member.id }));

  registerRoute(contract.setTimeLimit, async ({ site, member, body }) => {
    const owner = { siteId: site.id, memberId: member.id };
    const amount = body.minutes === null ? undefined : BigInt(body.minutes);
    const outcome = await setLimit(database, { ...owner, kind: 'time', span: body.span, amount });
    return respondWith(await load(owner), {
      message: outcome === 'requested' ? messageText.limitRequested : messageText.timeLimitSet,
    });
  });

  registerRoute(contract.confirmTimeLimit, async ({ site, member, body }) => {
    const owner = { siteId: site.id, memberId: member.id };
    await confirmLimit(database, { ...owner, kind: 'time', span: body.span });
    return respondWith(await load(owner), { message: messageText.timeLimitSet });
  });
}

const toAmount = (amount: number | null): Money | undefined => (amount === null ? undefined : toMoney(amount));
const toPlayLimitKey = (span: LimitSpan) => ({ kind: span === 'bet' ? 'stake' : 'loss', span }) as const;
const toMinutes = (minutes: bigint | null): number | null => (minutes === null ? null : Number(minutes));
const toNullableBaht = (amount: Money | null) => (amount === null ? null : toBaht(amount));

function toDepositLimit({ span, amount, used, endsAt, pending }: DepositLimit) {
  return {
    span,
    Amount: toNullableBaht(amount),
    used: toBaht(used),
    endsAt: endsAt.toISOString(),
    wish: pending && { Amount: toNullableBaht(pending.amount), ...toConfirmation(pending) },
  };
}

function toPlayLimit({ span, amount, lost, endsAt, pending }: LoadedPlayLimit) {
  return {
    span,
    Amount: toNullableBaht(amount),
    used: lost === null ? null : toBaht(max(lost, zeroMoney)),
    endsAt: endsAt?.toISOString() ?? null,
    wish: pending && { Amount: toNullableBaht(pending.amount), ...toConfirmation(pending) },
  };
}

function toTimeLimit({ amount, playedMs, endsAt, pending }: TimeLimit) {
  return {
    span: 'day' as const,
    minutes: toMinutes(amount),
    usedSeconds: playedMs === null ? null : Math.floor(playedMs / 1_000),
    endsAt: endsAt.toISOString(),
    wish: pending && { minutes: toMinutes(pending.amount), ...toConfirmation(pending) },
  };
}

function toConfirmation({ confirmFrom, confirmUntil, isConfirmable }: PendingLimitChange<unknown>) {
  return { confirmFrom: confirmFrom.toISOString(), confirmUntil: confirmUntil.toISOString(), isConfirmable };
}
