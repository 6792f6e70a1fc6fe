// Playing: the lobby's games, opening one, and the rounds that are still open.
//
// Always true: a game opens by an address that is good once and for 60 seconds; what stands in it says nothing about the
// member. Nobody who is locked, or whose wallet owes something, opens a game.
//
// Elsewhere: the catalogue (catalogue.ts), what happens when the game speaks to us (seamless.ts, desk.ts).

import { balancesOf } from '@chaba/ledger';
import type { Queryable } from '@chaba/database';

import { chart } from '#core/chart-of-accounts';
import type { Context } from '#core/context';
import { refuse } from '#core/refusal';
import type { Site } from '#modules/site';

import { findGame, findProvider } from './catalogue.ts';
import * as store from './launch.store.ts';
import { newToken, tokenHash } from './seamless.ts';

export type { OpenRound } from './launch.store.ts';

export type LaunchWish = { readonly ch: string; readonly gameCode: string | undefined; readonly returnTo: string };
export type Launch = { readonly url: string; readonly launchToken: string };

const LAUNCH_LIVES_SECONDS = 60;
const OPEN_ROUNDS_MAX = 20;

/** Opens a game for a member: the address to show it at. */
export async function launchGame(
  { database, config }: Context,
  site: Site,
  memberId: bigint,
  wish: LaunchWish,
): Promise<Launch> {
  const provider = findProvider(site.catalogue, wish.ch);
  if (!provider) refuse('GAME_PROVIDER_UNKNOWN');
  if (!provider.isOpen) refuse('GAME_IN_MAINTENANCE');
  const gameCode = wish.gameCode ?? provider.games[0]?.gameCode;
  const game = gameCode === undefined ? undefined : findGame(site.catalogue, wish.ch, gameCode);
  if (!game) refuse('GAME_UNKNOWN');
  const { receivable } = await balancesOf(database, site.id, memberId, { receivable: chart.receivable });
  if (receivable < 0n) refuse('PLAY_FROZEN');

  const launchToken = newToken();
  await store.insertLaunch(database, site.id, {
    memberId,
    provider: provider.ch,
    gameCode: game.gameCode,
    tokenHash: tokenHash(launchToken),
    livesSeconds: LAUNCH_LIVES_SECONDS,
  });
  const url = new URL(`/games/${encodeURIComponent(game.gameCode)}`, config.studioUrl);
  url.search = new URLSearchParams({
    operator: site.code,
    token: launchToken,
    lang: 'th',
    return: wish.returnTo,
  }).toString();
  return { url: url.href, launchToken };
}

/** Rounds that a member can go back to, newest first. */
export function openRoundsOf(database: Queryable, siteId: number, memberId: bigint): Promise<store.OpenRound[]> {
  return store.openRounds(database, siteId, memberId, OPEN_ROUNDS_MAX);
}
