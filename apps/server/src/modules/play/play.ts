// Playing: launching a game, rounds that are open, and the member's bets.
//
// Always true: a launch URL is valid once and for 60 seconds and reveals nothing of the member. A locked member, a
// member with debt or without time left, and a game that a running bonus excludes are rejected. A game with an open
// round launches even without time left, so that the round can end.
//
// Elsewhere: the catalogue (modules/catalogue), requests of the game (providers, wallet).

import type { Queryable } from '@chaba/database';
import { zeroMoney } from '@chaba/money';

import type { Context } from '#core/context';
import { fail } from '#core/domain-error';
import { loadOpenRequirements } from '#modules/requirements';
import { checkBetTerms } from '#modules/turnover';
import { loadTimeLimit } from '#modules/limits';
import { requireNoPlayBreak } from '#modules/play-breaks';
import { requireOpenSession } from '#modules/sessions';
import { loadPosition } from '#modules/position';
import type { Site } from '#modules/site';
import { fillLaunchUrl, type LaunchValues } from '#core/provider-addresses';
import { isProviderOpen, TEST_PROVIDER } from '#modules/providers';
import { createLaunchToken } from '#modules/game-sessions';

import { recordLaunch } from './lobby.store.ts';
import { notCountedBecause, type NotCountedBecause } from './bet-statement.ts';
import * as store from './play.store.ts';

export { recordLaunch } from './lobby.store.ts';
export type { PastRound } from './play.store.ts';
export { startPlayBreak } from './play-break.ts';

type LaunchRequest = {
  readonly ch: string;
  readonly gameCode: string | undefined;
  readonly returnTo: string;
  /** The session that launches: when it ends, no launch of it is left. */
  readonly sessionId: string;
};
type Launch = { readonly url: string; readonly launchToken: string; readonly isTimed: boolean };

/** Names of games in the terms of a promotion: a category, a provider, or provider/game. */
export function gameNamesOf(site: Site): string[] {
  const { lobby } = site.catalogue;
  const test = site.catalogue.findProvider(TEST_PROVIDER);
  const providers = test === undefined || lobby.includes(test) ? lobby : [...lobby, test];
  return [
    ...new Set(
      providers.flatMap(({ ch, category, games }) => [
        category,
        ch,
        ...games.map(({ gameCode }) => `${ch}/${gameCode}`),
      ]),
    ),
  ];
}

/** The displayed name of a provider, or of a game as provider/game; a category keeps its code. */
export function gameNameOf(site: Site, code: string): string {
  const [ch = '', gameCode] = code.split('/');
  const { catalogue } = site;
  const named = gameCode === undefined ? catalogue.findProvider(ch) : catalogue.findGame(ch, gameCode);
  return named?.name ?? code;
}

const OPEN_ROUNDS_MAX = 20;

/** Opens a game for a member: the address to show it at. */
export async function launchGame(
  { database, config }: Context,
  site: Site,
  memberId: bigint,
  request: LaunchRequest,
): Promise<Launch> {
  await requireNoPlayBreak(database, site.id, memberId);
  const provider = site.catalogue.findProvider(request.ch);
  if (!provider) fail('GAME_PROVIDER_UNKNOWN');
  if (!isProviderOpen(provider)) fail('GAME_IN_MAINTENANCE');
  const gameCode = request.gameCode ?? provider.games[0]?.gameCode;
  const game = provider.games.find((each) => each.gameCode === gameCode);
  if (!game) fail('GAME_UNKNOWN');
  const { debt, inPlay } = await loadPosition(database, site.id, memberId);
  if (debt > 0n) fail('PLAY_FROZEN');
  const played = { provider: provider.ch, gameCode: game.gameCode, category: game.category };
  // Free spins were granted before a bonus excluded their game; paid stakes in it are rejected.
  const hasSpins = inPlay.freeSpins.some((spins) => spins.provider === provider.ch && spins.gameCode === game.gameCode);
  if (!hasSpins) {
    const requirements = await loadOpenRequirements(database, site.id, [memberId]);
    if (checkBetTerms(requirements, played, zeroMoney) === 'GAME_EXCLUDED') fail('GAME_EXCLUDED_BY_BONUS');
  }

  const time = await loadTimeLimit(database, { siteId: site.id, memberId });
  const isTimeUp = time.leftMs !== null && time.leftMs <= 0;
  if (isTimeUp && !(await store.hasOpenRound(database, site.id, { memberId, ...played }))) fail('TIME_LIMIT_REACHED');

  const launchToken = await database.transaction(async (tx) => {
    await requireOpenSession(tx, site.id, memberId, request.sessionId);
    await recordLaunch(tx, site.id, { memberId, provider: provider.ch, gameCode: game.gameCode });
    return createLaunchToken(tx, site.id, { memberId, provider: provider.ch, gameCode: game.gameCode });
  });
  const values = {
    game: game.gameCode,
    token: launchToken,
    site: site.code,
    lang: LANGUAGE,
    return: request.returnTo,
  };
  const url =
    provider.launchUrl === undefined
      ? buildStudioUrl(config.studioUrl, values)
      : fillLaunchUrl(provider.launchUrl, values);
  return { url, launchToken, isTimed: time.leftMs !== null };
}

const LANGUAGE = 'th';

function buildStudioUrl(studioUrl: string, { game, site, token, lang, return: returnTo }: LaunchValues): string {
  const url = new URL(`/games/${encodeURIComponent(game)}`, studioUrl);
  url.search = new URLSearchParams({ operator: site, token, lang, return: returnTo }).toString();
  return url.href;
}

/** Rounds that a member can go back to, newest first. */
export function openRoundsOf(database: Queryable, siteId: number, memberId: bigint): Promise<store.OpenRoundRow[]> {
  return store.openRounds(database, siteId, memberId, OPEN_ROUNDS_MAX);
}

type BetPage = { readonly bets: readonly store.PastRound[]; readonly nextCursor: string | null };

const PAGE_LENGTH = 20;
const MONTHS_SHOWN = 3;
const SEPARATOR = '\n';

/**
 * The member's bets of the last months, a round each, newest first. Older ones are in the statement (bet-statement.ts).
 */
export async function betHistory(
  database: Queryable,
  siteId: number,
  of: {
    readonly memberId: bigint;
    readonly cursor: string | undefined;
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
): Promise<BetPage> {
  const { memberId, from, to } = of;
  const after = of.cursor === undefined ? undefined : readCursor(of.cursor);
  const within = { months: MONTHS_SHOWN, from, to };
  const found = await store.pastRounds(database, siteId, { memberId, within, after, limit: PAGE_LENGTH + 1 });
  const bets = found.slice(0, PAGE_LENGTH);
  const last = bets.at(-1);
  const nextCursor =
    last && found.length > PAGE_LENGTH ? pack(String(last.openedMicros), last.provider, last.roundId) : null;
  return { bets, nextCursor };
}

const EXPLAINED_READ = 500;
const EXPLAINED_SHOWN = 50;

type ExplainedBet = { readonly round: store.PastRound; readonly reason: NotCountedBecause };

/** The newest rounds that counted no turnover or less than their stake, among the last ones, each with its reason. */
export async function explainBets(database: Queryable, siteId: number, memberId: bigint): Promise<ExplainedBet[]> {
  const within = { months: MONTHS_SHOWN };
  const rounds = await store.pastRounds(database, siteId, {
    memberId,
    within,
    after: undefined,
    limit: EXPLAINED_READ,
  });
  return rounds
    .flatMap((round) => {
      const reason = notCountedBecause(round);
      return reason === null ? [] : [{ round, reason }];
    })
    .slice(0, EXPLAINED_SHOWN);
}

/** One bet of the member. */
export async function betById(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly betId: string },
): Promise<store.PastRound> {
  const [provider = '', roundId = ''] = unpack(of.betId);
  const round = await store.roundByName(database, siteId, { memberId: of.memberId, provider, roundId });
  return round ?? fail('BET_UNKNOWN');
}

/** A round in letters that an address takes. */
export function betIdOf(round: Pick<store.PastRound, 'provider' | 'roundId'>): string {
  return pack(round.provider, round.roundId);
}

function readCursor(cursor: string): store.RoundPosition {
  const [micros = '', provider = '', roundId = ''] = unpack(cursor);
  if (!/^\d{1,17}$/.test(micros) || provider === '') fail('INVALID_REQUEST');
  return { openedMicros: BigInt(micros), provider, roundId };
}

const pack = (...parts: readonly string[]): string =>
  Buffer.from(parts.join(SEPARATOR), 'latin1').toString('base64url');
/** The parts of a packed name; none for a text that no name packs to, because PostgreSQL holds no NUL. */
const unpack = (text: string): string[] => {
  const whole = Buffer.from(text, 'base64url').toString('latin1');
  return whole.includes('\0') ? [] : whole.split(SEPARATOR);
};
