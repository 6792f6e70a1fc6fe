// Endpoints of the lobby: the game catalogue, launches, open rounds, play breaks.
//
// Elsewhere: the provider wallet (seamless), past bets (history).

import * as z from 'zod/mini';

import { bahtSchema, daySchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { gameCategories, gameMechanics, providerClosers } from './codes.ts';
import { playBreakLengths } from './constraints.ts';
import { gameProvider, gameTypes } from './site.ts';

/** `ch/gameCode`, or `ch` for a provider as a whole. */
const gameKeySchema = z.string();
const mechanicSchema = z.enum(gameMechanics);
const volatilitySchema = z.literal([1, 2, 3, 4, 5]);

export const game = z.object({
  ch: z.string(),
  gameCode: z.string(),
  name: z.string(),
  img: z.string(),
  gameType: z.enum(gameTypes),
  category: z.enum(gameCategories),
  isOpen: z.boolean(),
  /** Less than 30 days old. */
  isNew: z.boolean(),
  /** Words that find it, besides its names: Thai, English, common misspellings. `kindWords` has those of its kind. */
  words: z.array(z.string()),
  /** Absent where the provider does not state them. The return of the best play or place, in percent. */
  since: z.optional(daySchema),
  mechanic: z.optional(mechanicSchema),
  returnPercent: z.optional(z.string()),
  volatility: z.optional(volatilitySchema),
});

export type Game = z.output<typeof game>;

export const listGames = defineEndpoint({
  method: 'GET',
  path: '/game-composite/v1/games',
  auth: 'none',
  summary: 'The catalogue of the site: providers, and the games of those that list them.',
  data: z.object({
    providers: z.array(gameProvider),
    games: z.array(game),
    /** Words that find the games of a category or a mechanic, by its name. */
    kindWords: z.record(z.string(), z.array(z.string())),
    /** Keys of games by distinct players of the last seven days, most first; only games with five players or more. */
    popular: z.array(gameKeySchema),
  }),
  errorCodes: [],
  isExtension: true,
});

const codeSchema = z.string().check(z.regex(/^[\w.-]{1,64}$/));

/** The figures and rules of a game; fields are absent where the provider does not state them. */
export const getGameSheet = defineEndpoint({
  method: 'GET',
  path: '/game-composite/v1/sheet',
  auth: 'none',
  summary: 'Figures, rules and certified report of a game; without a game code, of the first game of the provider.',
  query: z.object({ ch: codeSchema, gameCode: z.optional(codeSchema) }),
  data: z.object({
    ch: z.string(),
    providerName: z.string(),
    isOpen: z.boolean(),
    closedBy: z.optional(z.enum(providerClosers)),
    closedReason: z.optional(z.string()),
    /** All games of the provider. */
    games: z.array(z.object({ gameCode: z.string(), name: z.string() })),
    gameCode: z.string(),
    name: z.string(),
    img: z.string(),
    category: z.enum(gameCategories),
    mechanic: z.optional(mechanicSchema),
    /** True: return, volatility and wins are those of the best place of a table. */
    isOfBestPlace: z.boolean(),
    returnPercent: z.optional(z.string()),
    volatility: z.optional(volatilitySchema),
    payingPercent: z.optional(z.string()),
    /** Share of rounds that pay more than their stake. */
    gainingPercent: z.optional(z.string()),
    /** In stakes, with its odds, or with the number of simulated rounds in which it was the largest. */
    largest: z.optional(
      z.object({ times: z.number(), oneIn: z.optional(z.number()), simulatedRounds: z.optional(z.number()) }),
    ),
    /** Baht; of a table the smallest and the largest of a place. */
    stakes: z.array(bahtSchema),
    sections: z.array(z.object({ heading: z.string(), body: z.array(z.string()) })),
    fairness: z.optional(z.string()),
    reportUrl: z.optional(z.string()),
    verifyUrl: z.optional(z.string()),
  }),
  errorCodes: ['GAME_UNKNOWN', 'GAME_PROVIDER_UNKNOWN'],
  isExtension: true,
});

export type GameSheet = z.output<typeof getGameSheet.data>;

const memberGames = z.object({
  /** Launched games, the last one first. */
  recent: z.array(gameKeySchema),
  /** The newest first. */
  favourites: z.array(gameKeySchema),
});

export const listMemberGames = defineEndpoint({
  method: 'GET',
  path: '/game-composite/v1/my-games',
  auth: 'member',
  summary: 'The games that the member played last, and the favourites.',
  data: memberGames,
  errorCodes: [],
  isExtension: true,
});

export const setFavourite = defineEndpoint({
  method: 'POST',
  path: '/game-composite/v1/favourites',
  auth: 'member',
  summary: 'Adds a game, or a whole provider, to the favourites, or removes it. The oldest beyond 200 are dropped.',
  body: z.strictObject({ ch: codeSchema, gameCode: z.optional(codeSchema), isFavourite: z.boolean() }),
  data: memberGames,
  errorCodes: ['GAME_UNKNOWN', 'GAME_PROVIDER_UNKNOWN'],
  isExtension: true,
});

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
        /** Free spins of the round that wait to be played. */
        freeSpins: z.optional(z.int()),
      }),
    ),
  }),
  errorCodes: [],
  isExtension: true,
});
