// The member's door to playing: the catalogue, opening a game, open rounds.

import { launchGame as launchCall, listGames, listOpenRounds } from '@chaba/contract/play';
import { toBaht } from '@chaba/money';

import type { Doors } from '#http/doors';

import { findGame, gamesOf, productListOf } from './catalogue.ts';
import { launchGame, openRoundsOf } from './play.ts';

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
}

// A caller who says nothing usable comes back to the lobby of wherever the game is shown.
function returnTo(origin: string): string {
  return URL.canParse(LOBBY_PATH, origin) ? new URL(LOBBY_PATH, origin).href : LOBBY_PATH;
}
