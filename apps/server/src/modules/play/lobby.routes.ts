// Routes of the lobby: the catalogue, the games of a member, sheets.

import { getGameSheet, listGames, listMemberGames, setFavourite as setFavouriteCall } from '@chaba/contract/play';

import type { RouteContext } from '#http/route-context';

import { createLobby, loadMemberGames, loadSheet, setFavourite } from './lobby.ts';

export function lobbyRoutes({ registerRoute, database, config }: RouteContext): void {
  const lobby = createLobby(database);
  registerRoute(listGames, ({ site }) => lobby.list(site));
  registerRoute(getGameSheet, ({ site, query }) =>
    loadSheet(database, config, site, { ch: query.ch, gameCode: query.gameCode }),
  );
  registerRoute(listMemberGames, ({ site, member }) => loadMemberGames(database, site.id, member.id));
  registerRoute(setFavouriteCall, ({ site, member, body }) =>
    setFavourite(database, site, member.id, { ch: body.ch, gameCode: body.gameCode, isFavourite: body.isFavourite }),
  );
}
