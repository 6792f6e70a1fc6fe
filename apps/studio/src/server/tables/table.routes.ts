// Player routes of the tables.

import { type Money, formatProviderAmount } from '@chaba/money';
import { fitting, jsonBody } from '@chaba/sandbox-kit/http';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { launchBody, loadBalance, openSession, requireSession, type Session } from '#studio/server/sessions';
import type { StudioContext } from '#studio/server/studio-context';
import { errorMessages } from '#studio/server/studio.text';

import type { Stream } from './stream.ts';
import type { TableGame } from './table-game.ts';
import type { TableSessionOnWire, TableStateOnWire, TicketOnWire } from '#studio/wire/table-wire';
import { cancelTicket, listOwnTickets, placeTicket, type TicketAttempts, toTicketOnWire } from './tickets.ts';
import * as store from './tickets.store.ts';

export type Table = { readonly game: TableGame; readonly stream: Stream };

export type Tables = {
  readonly byCode: ReadonlyMap<string, Table>;
  readonly attempts: TicketAttempts;
};

const POSITIONS_MAX = 40;
/** Open streams of all tables, and of one address other than an edge's on this machine. */
const STREAMS_MAX = 4_000;
const STREAMS_OF_ADDRESS_MAX = 100;

const ticketBody = z.object({
  clientTicketId: z.string().regex(/^[\w-]{8,64}$/),
  positions: z
    .array(z.object({ type: z.string().max(32), stake: z.string().max(32) }))
    .min(1)
    .max(POSITIONS_MAX),
});
const cancelBody = z.object({ ticketId: z.string().max(96) });
const ticketsQuery = z.object({ cursor: z.string().max(96).optional() });
const codeParams = z.object({ gameCode: z.string().max(64) });

export function tableRoutes(app: FastifyInstance, studio: StudioContext, tables: Tables): void {
  const tableNamed = (gameCode: string): Table =>
    tables.byCode.get(gameCode) ?? failRequest(404, 'NO_SUCH_GAME', errorMessages('NO_SUCH_GAME'));
  const requirePlayerTable = (request: FastifyRequest): PlayerTable => {
    const session = requireSession(studio, request.headers.authorization);
    return { session, game: tableNamed(session.gameCode).game };
  };

  app.get('/studio/v1/tables/:gameCode/events', (request, reply) => {
    const { game, stream } = tableNamed(fitting(codeParams, request.params).gameCode);
    requirePlaceForStream(tables, request.ip);
    stream.open(request, reply, game.snapshot(), () => game.wake());
    game.wake(true);
  });

  app.post('/studio/v1/tables/session', (request) => {
    const launch = jsonBody(launchBody, request);
    return authenticateSession(studio, tableNamed(launch.gameCode).game, launch);
  });

  app.get('/studio/v1/tables/state', (request) => currentState(studio, requirePlayerTable(request)));

  app.get('/studio/v1/tables/tickets', (request) => {
    const { session, game } = requirePlayerTable(request);
    return listOwnTickets(studio, game, session, fitting(ticketsQuery, request.query).cursor);
  });

  app.post('/studio/v1/tables/tickets', async (request, reply) => {
    const { session, game } = requirePlayerTable(request);
    const ticket = await placeTicket(studio, tables.attempts, { game, session }, jsonBody(ticketBody, request));
    tables.attempts.wake();
    game.wake(true);
    if (ticket.state === 'refused') reply.code(422);
    return { ticket: toTicketOnWire(game, ticket) };
  });

  app.post('/studio/v1/tables/cancel', (request) =>
    cancelOwnTicket(studio, tables, requirePlayerTable(request), jsonBody(cancelBody, request).ticketId),
  );
}

function requirePlaceForStream({ byCode }: Tables, address: string): void {
  const streams = [...byCode.values()].map(({ stream }) => stream);
  const sum = (count: (stream: Stream) => number): number => streams.reduce((total, each) => total + count(each), 0);
  const isFull = sum((stream) => stream.listeners) >= STREAMS_MAX;
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(address);
  if (isFull || (!isLocal && sum((stream) => stream.countOf(address)) >= STREAMS_OF_ADDRESS_MAX)) {
    failRequest(503, 'TOO_MANY_STREAMS', errorMessages('TOO_MANY_STREAMS'));
  }
}

type PlayerTable = { readonly session: Session; readonly game: TableGame };

async function authenticateSession(
  studio: StudioContext,
  game: TableGame,
  launch: z.output<typeof launchBody>,
): Promise<TableSessionOnWire> {
  const { session, bearer, balance } = await openSession(studio, launch);
  return { ...stateOf(studio, { session, game }, balance), sessionToken: bearer };
}

async function currentState(studio: StudioContext, player: PlayerTable): Promise<TableStateOnWire> {
  const balance = await loadBalance(studio, player.session);
  player.game.wake(true);
  return stateOf(studio, player, balance);
}

async function cancelOwnTicket(
  studio: StudioContext,
  tables: Tables,
  { session, game }: PlayerTable,
  ticketId: string,
): Promise<{ ticket: TicketOnWire }> {
  const ticket = store.findTicket(studio.store, ticketId);
  if (ticket?.playerId !== session.playerId || ticket.operator !== session.operator || !game.isCancellable) {
    failRequest(404, 'NO_SUCH_ROUND', errorMessages('NO_SUCH_ROUND'));
  }
  const cancelled = await cancelTicket(studio, tables.attempts, ticket);
  tables.attempts.wake();
  return { ticket: toTicketOnWire(game, cancelled) };
}

function stateOf(studio: StudioContext, { session, game }: PlayerTable, balance: Money | undefined): TableStateOnWire {
  return {
    gameCode: game.gameCode,
    returnPercent: game.returnPercent,
    stakeMin: formatProviderAmount(game.stakeMin),
    stakeMax: formatProviderAmount(game.stakeMax),
    ...game.window(),
    ...(game.stated && { stated: game.stated() }),
    tickets: listOwnTickets(studio, game, session, undefined).tickets,
    ...(balance !== undefined && { balance: formatProviderAmount(balance) }),
    ...(session.returnUrl !== null && { returnUrl: session.returnUrl }),
  };
}
