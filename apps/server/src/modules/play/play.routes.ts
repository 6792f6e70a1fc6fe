// The member's door to playing: the catalogue, opening a game, open rounds.

import { betHistory as betHistoryCall, type BetItem, getBet } from '@chaba/contract/history';
import { launchGame as launchCall, listGames, listOpenRounds } from '@chaba/contract/play';
import { toBaht } from '@chaba/money';

import type { Doors } from '#http/doors';

import type { Site } from '#modules/site';

import { findGame, gamesOf, productListOf } from './catalogue.ts';
import { betById, betHistory, betIdOf, launchGame, openRoundsOf, type PastRound } from './play.ts';

const LOBBY_PATH = '/user/game';

export function playRoutes(doors: Doors): void {
  const { serve, database } = doors;
  serve(listGames, async ({ site }) => ({
    providers: productListOf(site.catalogue),
    games: gamesOf(site.catalogue),
  }));
  serve(launchCall, async ({ site, member, body, origin }) =>
    launchGame(doors, site, member.id, {
      ch: body.ch,
      gameCode: body.gameCode,
      returnTo: returnTo(origin),
    }),
  );
  serve(listOpenRounds, async ({ site, member }) => ({
    rounds: (await openRoundsOf(database, site.id, member.id)).map((round) => {
      const game = findGame(site.catalogue, round.provider, round.gameCode);
      return {
        roundId: round.roundId,
        ch: round.provider,
        gameCode: round.gameCode,
        gameName: game?.name ?? round.gameCode,
        gameType: game?.gameType ?? '*',
        Amount: toBaht(round.stake),
        createdAt: round.openedAt.toISOString(),
      };
    }),
  }));
  serve(betHistoryCall, async ({ site, member, query }) => {
    const page = await betHistory(database, site.id, { memberId: member.id, cursor: query.cursor });
    return { Transaction: page.bets.map((bet) => toBetItem(site, bet)), nextCursor: page.nextCursor };
  });
  serve(getBet, async ({ site, member, params }) =>
    toBetItem(site, await betById(database, site.id, { memberId: member.id, betId: params.betId })),
  );
}

const STATUS = { open: 'OPEN', closed: 'SETTLED', void: 'VOID' } as const;

function toBetItem(site: Site, bet: PastRound): BetItem {
  // A round may stay open for more bets when all there are have their result.
  const status = bet.state === 'open' && bet.settledAt !== null ? 'SETTLED' : STATUS[bet.state];
  return {
    betId: betIdOf(bet),
    roundId: bet.roundId,
    ch: bet.provider,
    gameCode: bet.gameCode,
    gameName: findGame(site.catalogue, bet.provider, bet.gameCode)?.name ?? bet.gameCode,
    Amount: toBaht(bet.stake),
    payout: toBaht(bet.payout),
    turnover: toBaht(bet.turnover),
    turnoverReason: bet.turnover > 0n ? null : notCounted(status, bet),
    status,
    createdAt: bet.openedAt.toISOString(),
    settledAt: bet.settledAt?.toISOString() ?? null,
  };
}

const notCounted = (status: BetItem['status'], bet: PastRound): BetItem['turnoverReason'] =>
  status === 'SETTLED' ? bet.notCounted : status;

// A caller who says nothing usable comes back to the lobby of wherever the game is shown.
function returnTo(origin: string): string {
  return URL.canParse(LOBBY_PATH, origin) ? new URL(LOBBY_PATH, origin).href : LOBBY_PATH;
}
