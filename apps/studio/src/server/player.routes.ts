// Routes for game pages.

import { type Money, formatProviderAmount } from '@chaba/money';
import { fitting, jsonBody } from '@chaba/sandbox-kit/http';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import { TESTERS_ONLY } from '@chaba/sandbox-kit/testers';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { CLIENT_SEED_PATTERN } from '#studio/fairness/draw';
import { loadPublicSeeds, rotateSeeds } from '#studio/fairness/seeds';

import { behaviourBody } from './fault-injection.ts';
import { findGame, listSlotCodes } from '#studio/games/games';
import type { InstantGame } from '#studio/games/instant-game';
import {
  decideRound,
  toFreeRoundsOnWire,
  findNewestRound,
  requireOwnRound,
  listOwnRounds,
  playRound,
  toRoundOnWire,
} from './rounds.ts';
import type { RoundRow } from './rounds.store.ts';
import { launchBody, loadBalance, openSession, type Session, requireSession } from './sessions.ts';
import type { StudioContext } from './studio-context.ts';
import { errorMessages } from './studio.text.ts';
import type { RevealOnWire, SessionOnWire, SpinOnWire, StateOnWire } from '#studio/wire/wire';

const spinBody = z.object({
  stake: z.string().max(32),
  clientRoundId: z.string().regex(/^[\w-]{8,64}$/),
});

const decisionBody = z.object({ roundId: z.string().max(96), decision: z.string().max(16) });

const seedBody = z.object({ clientSeed: z.string().max(256) });

const roundsQuery = z.object({ cursor: z.string().max(96).optional() });
const roundParams = z.object({ roundId: z.string().max(96) });

export function playerRoutes(app: FastifyInstance, studio: StudioContext): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/studio/v1/')) reply.header('cache-control', 'no-store');
  });

  app.post('/studio/v1/session', (request) => authenticateSession(studio, jsonBody(launchBody, request)));

  app.get('/studio/v1/state', (request) => currentState(studio, requireSession(studio, request.headers.authorization)));

  app.post('/studio/v1/spin', async (request, reply): Promise<SpinOnWire> => {
    const session = requireSession(studio, request.headers.authorization);
    const round = await playRound(studio, session, gameNamed(session.gameCode), jsonBody(spinBody, request));
    if (round.state === 'refused') reply.code(422);
    return playedOnWire(studio, session, round);
  });

  app.post('/studio/v1/decide', (request) => {
    const session = requireSession(studio, request.headers.authorization);
    return decided(studio, session, jsonBody(decisionBody, request));
  });

  app.get('/studio/v1/rounds', (request) => {
    const session = requireSession(studio, request.headers.authorization);
    return listOwnRounds(studio, session, fitting(roundsQuery, request.query).cursor);
  });

  app.get('/studio/v1/rounds/:roundId', (request) => {
    const session = requireSession(studio, request.headers.authorization);
    return toRoundOnWire(requireOwnRound(studio, session, fitting(roundParams, request.params).roundId));
  });

  app.post('/studio/v1/seed', (request): RevealOnWire => {
    const session = requireSession(studio, request.headers.authorization);
    const { clientSeed } = jsonBody(seedBody, request);
    if (!CLIENT_SEED_PATTERN.test(clientSeed)) {
      failRequest(422, 'CLIENT_SEED_INVALID', errorMessages('CLIENT_SEED_INVALID'));
    }
    const revealed = rotateSeeds(studio.store, session, clientSeed);
    return { seeds: loadPublicSeeds(studio.store, session), ...(revealed && { revealed }) };
  });

  app.post('/studio/behaviour', TESTERS_ONLY, (request) => {
    studio.behaviour.set(jsonBody(behaviourBody, request));
    return { code: 'OK', ...studio.behaviour.settings };
  });
}

async function authenticateSession(studio: StudioContext, launch: z.output<typeof launchBody>): Promise<SessionOnWire> {
  const game = gameNamed(launch.gameCode);
  const { session, bearer, balance } = await openSession(studio, launch, listSlotCodes());
  return { ...stateOf(studio, session, game, balance), sessionToken: bearer };
}

async function currentState(studio: StudioContext, session: Session): Promise<StateOnWire> {
  const balance = await loadBalance(studio, session);
  return stateOf(studio, session, gameNamed(session.gameCode), balance);
}

function stateOf(studio: StudioContext, session: Session, game: InstantGame, balance: Money | undefined): StateOnWire {
  const newest = findNewestRound(studio, session);
  const free = toFreeRoundsOnWire(studio, session);
  return {
    gameCode: game.gameCode,
    returnPercent: game.returnPercent,
    lines: game.lines,
    stakes: game.stakes.map(formatProviderAmount),
    seeds: loadPublicSeeds(studio.store, session),
    ...(balance !== undefined && { balance: formatProviderAmount(balance) }),
    ...(session.returnUrl !== null && { returnUrl: session.returnUrl }),
    ...(newest && { round: toRoundOnWire(newest) }),
    ...(free && { free }),
  };
}

async function decided(
  studio: StudioContext,
  session: Session,
  chosen: z.output<typeof decisionBody>,
): Promise<SpinOnWire> {
  return playedOnWire(studio, session, await decideRound(studio, session, chosen));
}

function playedOnWire(studio: StudioContext, session: Session, round: RoundRow): SpinOnWire {
  const free = toFreeRoundsOnWire(studio, session);
  return { round: toRoundOnWire(round), seeds: loadPublicSeeds(studio.store, session), ...(free && { free }) };
}

function gameNamed(gameCode: string): InstantGame {
  return findGame(gameCode) ?? failRequest(404, 'NO_SUCH_GAME', errorMessages('NO_SUCH_GAME'));
}
