// Routes of the wheel: the frame's page and script, the spin, and the data that verifies it.

import { API_KEY_HEADER } from '@chaba/contract/endpoint';
import * as contract from '@chaba/contract/wheel';
import { money, toBaht } from '@chaba/money';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { messages } from '#core/messages.text';
import { fail } from '#core/domain-error';
import type { RouteContext } from '#http/route-context';
import { respondWith } from '#http/register-route';
import { requireSiteOpen, type Site } from '#modules/site';

import { computeCommitment } from './draw.ts';
import { changeSeed, isWheelOpen, loadWheelState, type ShownSpin, spin, type WheelState } from './wheel.ts';
import { composeWheelMarkup, wheelPolicy, wheelScript } from './wheel-frame.ts';
import { wheelText } from './wheel.text.ts';

export function wheelRoutes({ app, registerRoute, config, database, sites, sessions }: RouteContext): void {
  // A frame cannot send an api-key; without one, the host name identifies the site.
  const requireWheelOpen = async (request: FastifyRequest): Promise<Site> => {
    const hasKey = request.headers[API_KEY_HEADER] !== undefined;
    const site = hasKey ? await sessions.requireSite(request) : await sites.byHost(request.headers.host);
    if (!site) fail('WHEEL_CLOSED');
    requireSiteOpen(site);
    if (!(await isWheelOpen(database, site.id))) fail('WHEEL_CLOSED');
    return site;
  };
  app.get(contract.getWheelMarkup.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { wheelScriptUrl } = (await requireWheelOpen(request)).look;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', wheelPolicy(config.webOrigins, wheelScriptUrl))
      .send(composeWheelMarkup(wheelScriptUrl));
  });
  app.get(contract.getWheelScript.path, async (request: FastifyRequest, reply: FastifyReply) => {
    await requireWheelOpen(request);
    return reply.type('text/javascript; charset=utf-8').send(wheelScript);
  });

  registerRoute(contract.spinWheel, async ({ site, member, idempotencyKey }) => {
    const drawn = await spin(database, { siteId: site.id, memberId: member.id, idempotencyKey });
    const prize = toPrize(drawn, drawn.index);
    const message = prize.kind === 'NONE' ? messages.prizeMissed : messages.prizeWon(prize.title);
    return respondWith(
      { prize, prizeWallet: Number(drawn.coinsAfter), spinWallet: Number(drawn.spinsAfter) },
      { message },
    );
  });
  registerRoute(contract.getWheel, async ({ site, member }) =>
    toWheel(await loadWheelState(database, site.id, member.id)),
  );
  registerRoute(contract.changeWheelSeed, async ({ site, member, body }) =>
    toWheel(await changeSeed(database, site.id, member.id, body.clientSeed)),
  );
}

type Won = Pick<ShownSpin, 'kind' | 'amount'>;

function toWheel(state: WheelState) {
  return {
    prizeWallet: Number(state.coins),
    spinWallet: Number(state.spins),
    version: state.wheel.version,
    prizes: state.wheel.segments.map((field, index) => ({ ...toPrize(field, index), weight: field.weight })),
    coinDeposit: state.wheel.coinDeposit === null ? null : toBaht(state.wheel.coinDeposit),
    coinTurnover: state.wheel.coinTurnover === null ? null : toBaht(state.wheel.coinTurnover),
    seedHash: state.seedHash,
    clientSeed: state.clientSeed,
    nonce: state.nextNonce,
    spins: state.spinsMade.map(toSpin),
  };
}

function toSpin(made: ShownSpin) {
  return {
    prize: toPrize(made, made.index),
    createdAt: made.createdAt.toISOString(),
    version: made.version,
    weights: made.segments.map((field) => field.weight),
    seedHash: computeCommitment(made.serverSeed),
    clientSeed: made.clientSeed,
    nonce: made.nonce,
    serverSeed: made.revealedAt === null ? null : made.serverSeed.toString('hex'),
  };
}

function toPrize(won: Won, index: number) {
  return { index, title: getTitle(won), kind: won.kind, Amount: toAmount(won) };
}

function toAmount({ kind, amount }: Won): number {
  return kind === 'BAHT' ? toBaht(money(amount)) : Number(amount);
}

function getTitle({ kind, amount }: Won): string {
  if (kind === 'BAHT') return wheelText.baht(money(amount));
  if (kind === 'COIN') return wheelText.coins(amount);
  return kind === 'SPIN' ? wheelText.spins(amount) : wheelText.nothing;
}
