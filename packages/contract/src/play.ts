// Endpoints of the lobby: the game catalogue, launches, open rounds, play breaks.
//
// Elsewhere: the provider wallet (seamless), past bets (history).

import * as z from 'zod/mini';

import { bahtSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { gameCategories } from './codes.ts';
import { playBreakLengths } from './constraints.ts';
import { gameProvider, gameTypes } from './site.ts';

export const game = z.object({
  ch: z.string(),
  gameCode: z.string(),
  name: z.string(),
  img: z.string(),
  gameType: z.enum(gameTypes),
  category: z.enum(gameCategories),
  isOpen: z.boolean(),
});

export type Game = z.output<typeof game>;

export const listGames = defineEndpoint({
  method: 'GET',
  path: '/game-composite/v1/games',
  auth: 'none',
  summary: 'The catalogue of the site: providers, and the games of those that list them.',
  data: z.object({ providers: z.array(gameProvider), games: z.array(game) }),
  errorCodes: [],
  isExtension: true,
});

const codeSchema = z.string().check(z.regex(/^[\w.-]{1,64}$/));

export const launchGame = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/launch',
  auth: 'member',
  summary: 'A one-time URL that opens a game, valid for 60 seconds.',
  body: z.strictObject({
    ch: codeSchema,
    gameType: z.enum(gameTypes),
    gameCode: z.optional(codeSchema),
  }),
  data: z.object({
    url: z.string(),
    launchToken: z.string(),
    /** The member has a time limit: the client polls the remaining time during play. */
    isTimed: z.boolean(),
  }),
  errorCodes: [
    'GAME_UNKNOWN',
    'GAME_PROVIDER_UNKNOWN',
    'GAME_IN_MAINTENANCE',
    'GAME_EXCLUDED_BY_BONUS',
    'PLAY_FROZEN',
    'PLAY_BREAK_ACTIVE',
    'TIME_LIMIT_REACHED',
  ],
  isExtension: true,
});

const playBreakLengthSchema = z.enum(playBreakLengths);

const playBreak = z.object({
  /** A play break is active: no stakes, no deposits, no gifts. */
  isPaused: z.boolean(),
  /** Null while paused: permanent. */
  until: z.nullable(timestampSchema),
});

export const getPlayBreak = defineEndpoint({
  method: 'GET',
  path: '/game-composite/v1/pause',
  auth: 'member',
  summary: 'The active play break of the member.',
  data: playBreak,
  errorCodes: [],
  isExtension: true,
});

export const startPlayBreak = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/pause',
  auth: 'member',
  summary: 'Starts a play break at once. It cannot be shortened; all sessions end, withdrawals stay possible.',
  body: z.strictObject({ length: playBreakLengthSchema }),
  data: playBreak,
  errorCodes: [],
  isExtension: true,
});

export const listOpenRounds = defineEndpoint({
  method: 'GET',
  path: '/game-composite/v1/rounds',
  auth: 'member',
  summary: 'Rounds that are open and can be resumed.',
  data: z.object({
    rounds: z.array(
      z.object({
        roundId: z.string(),
        ch: z.string(),
        gameCode: z.string(),
        gameName: z.string(),
        gameType: z.enum(gameTypes),
        /** Sum of the stakes. */
        Amount: bahtSchema,
        createdAt: timestampSchema,
      }),
    ),
  }),
  errorCodes: [],
  isExtension: true,
});
