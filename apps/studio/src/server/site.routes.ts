// Routes for member sites, signed with the key that identifies the site.
//
// Always true: a key reads rounds and players of its own site only.

import { money, formatProviderAmount } from '@chaba/money';
import { jsonBody, requireSigner } from '@chaba/sandbox-kit/http';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { TableGame } from './tables/table-game.ts';
import { ticketRound } from './tables/tickets.ts';

import { listRoundCalls, listFeedPage } from './calls.ts';
import { listGames } from '#studio/games/games';
import type { InstantGame } from '#studio/games/instant-game';
import { saveKey } from './keys.store.ts';
import { findSiteByKey, getProvider } from './providers.ts';
import { factsOfFeature, factsOfRound } from './round-facts.ts';
import { parseDraws, toRoundOnWire } from './rounds.ts';
import * as store from './rounds.store.ts';
import type { RoundRow } from './rounds.store.ts';
import { kickPlayer } from './sessions.ts';
import { decideOpenChoices, walletRoundId } from './settlement.ts';
import type { StudioContext } from './studio-context.ts';

const FEED_SPAN_MAX_MS = 32 * 24 * 60 * 60 * 1_000;

const roundDetailsBody = z.object({ roundId: z.string().max(96) });
const kickBody = z.object({ playerId: z.string().min(1).max(128) });
const keyBody = z.object({ keyId: z.string().max(100) });
const feedBody = z.object({
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
  cursor: z.string().max(160).optional(),
});

export function siteRoutes(app: FastifyInstance, studio: StudioContext, tables: readonly TableGame[]): void {
  const sandbox: Sandbox = studio;
  app.post('/studio-api/v1/games', (request) => {
    const { ch } = callerOf(sandbox, request);
    const isOurs = ({ gameCode }: { readonly gameCode: string }): boolean => getProvider(gameCode).ch === ch;
    return {
      code: 'OK',
      games: [
        ...listGames()
          .filter(isOurs)
          .map((game) => ({ ...factsOf(ch, game), lines: game.lines, stakes: game.stakes.map(formatProviderAmount) })),
        ...tables.filter(isOurs).map((game) => ({
          ...factsOf(ch, game),
          stakeMin: formatProviderAmount(game.stakeMin),
          stakeMax: formatProviderAmount(game.stakeMax),
        })),
      ],
    };
  });

  app.post('/studio-api/v1/round-details', (request) => {
    const { operator } = callerOf(sandbox, request);
    const { roundId } = jsonBody(roundDetailsBody, request);
    const round = store.findRound(sandbox.store, roundId);
    const table = ticketRound(sandbox.store, operator, roundId);
    if (table) return { code: 'OK', round: table };
    if (round?.operator !== operator) return { code: 'NOT_FOUND' };
    const transactions = listRoundCalls(sandbox.store, operator, walletRoundId(round));
    return { code: 'OK', round: { ...detailsOf(sandbox, round), transactions } };
  });

  app.post('/studio-api/v1/transactions', (request) => {
    const { operator, ch } = callerOf(sandbox, request);
    const { from, to, cursor } = jsonBody(feedBody, request);
    const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
    if (toMs < fromMs || toMs - fromMs > FEED_SPAN_MAX_MS) {
      failRequest(400, 'INVALID_REQUEST', 'to: must be after from, by 32 days at most');
    }
    const { feed } = studio.behaviour.settings;
    if (feed === 'fails') failRequest(503, 'TEMPORARY_ERROR', 'The feed is down.');
    return { code: 'OK', ...listFeedPage(sandbox.store, { operator, ch, fromMs, toMs }, cursor, feed) };
  });

  actRoutes(app, studio);
}

function factsOf(ch: string, game: InstantGame | TableGame): Record<string, unknown> {
  const { gameCode, name, gameType, category, returnPercent } = game;
  return { ch, gameCode, name, gameType, category, returnPercent };
}

function actRoutes(app: FastifyInstance, studio: StudioContext): void {
  // The studio signs with this key of the same site and provider from now on.
  app.post('/studio-api/v1/key', (request) => {
    const { operator, ch } = callerOf(studio, request);
    const { keyId } = jsonBody(keyBody, request);
    const named = findSiteByKey(keyId);
    if (named?.operator !== operator || named.ch !== ch) {
      failRequest(400, 'INVALID_REQUEST', 'keyId: belongs to another site or provider');
    }
    saveKey(studio.store, operator, ch, keyId);
    return { code: 'OK' };
  });

  app.post('/studio-api/v1/kick', (request) => {
    const { operator } = callerOf(studio, request);
    const { playerId } = jsonBody(kickBody, request);
    const ended = kickPlayer(studio, operator, playerId);
    decideOpenChoices(studio, operator, playerId);
    return { code: 'OK', ended };
  });
}

function callerOf(sandbox: Sandbox, request: FastifyRequest): { operator: string; ch: string } {
  const keyId = requireSigner(sandbox, request, (id) => findSiteByKey(id) !== undefined);
  return findSiteByKey(keyId) ?? failRequest(401, 'INVALID_SIGNATURE', 'The key is none of ours.');
}

/** Operator view of a round, with its numbers even while it is open. While free rounds wait it is open. */
function detailsOf({ store: memory }: Sandbox, round: RoundRow): Record<string, unknown> {
  const isGranting = round.state === 'settled' && round.isFree === 0n && round.freeAwarded > 0n;
  const feature = isGranting ? store.findFeature(memory, round.roundId) : undefined;
  const waiting = Number(feature?.waiting ?? 0n);
  return {
    ...toRoundOnWire(round),
    playerId: round.playerId,
    gameCode: round.gameCode,
    state: waiting > 0 ? 'open' : round.state,
    ...(waiting > 0 && { freeSpins: waiting }),
    payout: formatProviderAmount(money(round.payoutE4)),
    draws: parseDraws(round),
    settleMode: round.settleMode,
    attempts: Number(round.attempts),
    ...(round.closedAtMs !== null && { closedAt: timeText(round.closedAtMs) }),
    facts: [...factsOfRound(toRoundOnWire(round)), ...(feature ? factsOfFeature(feature) : [])],
  };
}

function timeText(ms: bigint): string {
  return new Date(Number(ms)).toISOString();
}
