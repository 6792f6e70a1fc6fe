// Routes of playing: opening a game, open rounds, bets. The lobby: lobby.routes.ts.

import { Readable } from 'node:stream';

import {
  betHistory as betHistoryCall,
  type BetItem,
  betStatement,
  getBet,
  getBetAtProvider,
} from '@chaba/contract/history';
import {
  startPlayBreak as startPlayBreakCall,
  getPlayBreak,
  launchGame as launchCall,
  listOpenRounds,
} from '@chaba/contract/play';
import { formatBaht, money, toBaht } from '@chaba/money';

import { getReplicaReads } from '#core/replica';
import type { RouteContext } from '#http/route-context';
import { findPlayBreak } from '#modules/play-breaks';
import { requireSiteOpen, type Site } from '#modules/site';
import { createProviderClients } from '#modules/providers';

import { notCountedBecause, shownState, statementOf } from './bet-statement.ts';
import { startPlayBreak } from './play-break.ts';
import { text } from './play.text.ts';
import { lobbyRoutes } from './lobby.routes.ts';
import { roundDetailsOf } from './round-details.ts';
import { betById, betHistory, betIdOf, launchGame, openRoundsOf, type PastRound } from './play.ts';

const LOBBY_PATH = '/user/game';

export function playRoutes(context: RouteContext): void {
  const { registerRoute, database } = context;
  registerRoute(launchCall, async ({ site, member, body, origin }) =>
    launchGame(context, site, member.id, {
      ch: body.ch,
      gameCode: body.gameCode,
      returnTo: returnTo(origin),
      sessionId: member.sessionId,
    }),
  );
  registerRoute(listOpenRounds, async ({ site, member }) => ({
    rounds: (await openRoundsOf(database, site.id, member.id)).map((round) => {
      const game = site.catalogue.findGame(round.provider, round.gameCode);
      return {
        roundId: round.roundId,
        ch: round.provider,
        gameCode: round.gameCode,
        gameName: game?.name ?? round.gameCode,
        gameType: game?.gameType ?? '*',
        Amount: toBaht(round.stake),
        createdAt: round.openedAt.toISOString(),
        freeSpins: round.freeSpins,
      };
    }),
  }));
  registerRoute(betHistoryCall, async ({ site, member, query }) => {
    const { cursor, from, to } = query;
    const page = await betHistory(database, site.id, { memberId: member.id, cursor, from, to });
    return { Transaction: page.bets.map((bet) => toBetItem(site, bet)), nextCursor: page.nextCursor };
  });
  registerRoute(getBet, async ({ site, member, params }) =>
    toBetItem(site, await betById(database, site.id, { memberId: member.id, betId: params.betId })),
  );
  const clients = createProviderClients(database, context.config);
  registerRoute(getBetAtProvider, async ({ site, member, params }) => {
    const { stake, payout, ...details } = await roundDetailsOf({ database, clients, log: context.log }, site, {
      memberId: member.id,
      betId: params.betId,
    });
    return { ...details, facts: [...details.facts], Amount: toBaht(stake), payout: toBaht(payout) };
  });
  lobbyRoutes(context);
  pauseRoutes(context);
  serveStatement(context);
}

function pauseRoutes({ registerRoute, database }: RouteContext): void {
  const stateOf = async (siteId: number, memberId: bigint) => {
    const pause = await findPlayBreak(database, siteId, memberId);
    return { isPaused: pause !== undefined, until: pause?.until?.toISOString() ?? null };
  };
  registerRoute(getPlayBreak, ({ site, member }) => stateOf(site.id, member.id));
  registerRoute(startPlayBreakCall, async ({ site, member, body }) => {
    const wish = { memberId: member.id, length: body.length, requestedBy: 'member' } as const;
    await database.transaction((tx) => startPlayBreak(tx, site.id, wish));
    return stateOf(site.id, member.id);
  });
}

/** Streams one long response: each piece is sent before the next one is read. */
function serveStatement(context: RouteContext): void {
  const { app, sessions } = context;
  app.get(betStatement.path, async (request, reply) => {
    const site = await sessions.requireSite(request);
    requireSiteOpen(site);
    const member = await sessions.requireMember(request, site, 'read');
    const lines = statementOf(getReplicaReads(context), site, member.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${site.code}-bets.csv"`)
      .send(Readable.from(lines));
  });
}

const STATUS = { open: 'OPEN', settled: 'SETTLED', void: 'VOID' } as const;

function toBetItem(site: Site, bet: PastRound): BetItem {
  const status = STATUS[shownState(bet)];
  return {
    betId: betIdOf(bet),
    roundId: bet.roundId,
    ch: bet.provider,
    gameCode: bet.gameCode,
    gameName: site.catalogue.findGame(bet.provider, bet.gameCode)?.name ?? bet.gameCode,
    Amount: toBaht(bet.stake),
    payout: toBaht(bet.payout),
    heldPayout: toBaht(bet.held),
    turnover: toBaht(bet.turnover),
    turnoverReason: notCountedBecause(bet),
    status,
    createdAt: bet.openedAt.toISOString(),
    settledAt: bet.settledAt?.toISOString() ?? null,
    freeSpins: bet.freeSpins,
    ...(bet.spinDecision && { note: spinNote(bet.spinDecision) }),
  };
}

function spinNote({ decision, spins, amount, notice }: NonNullable<PastRound['spinDecision']>): string {
  const paid = formatBaht(money(BigInt(amount)));
  return decision === 'settled' ? text.spinsSettled({ spins, paid, notice }) : text.spinsVoided({ spins, notice });
}

// The lobby's URL at the caller's origin; without a valid origin its path, which the browser resolves.
function returnTo(origin: string): string {
  return URL.canParse(LOBBY_PATH, origin) ? new URL(LOBBY_PATH, origin).href : LOBBY_PATH;
}
