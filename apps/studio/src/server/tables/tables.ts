// The tables of the studio: their games, their event streams, and the loop that settles tickets.
//
// Always true: a table runs while a client is connected or a ticket is open, and is idle otherwise. After a start open
// tickets of an earlier process are resumed at once.

import { openRetryLoop } from '@chaba/sandbox-kit/reliable-call';
import type { FastifyInstance } from 'fastify';

import type { StudioContext } from '#studio/server/studio-context';
import { tradingTable } from '#studio/server/trading/game';

import { RoundTable } from './round-table.ts';
import { tableRules } from '#studio/games/tables/rules/all';
import { tableWords } from '#studio/games/tables/rules/words.text';
import { Stream } from './stream.ts';
import type { CreateTable, TableGame } from './table-game.ts';
import type { TableRules } from '#studio/games/tables/table-rules';
import { type Table, tableRoutes } from './table.routes.ts';
import { type TicketAttempts, attemptTicket } from './tickets.ts';
import * as store from './tickets.store.ts';

const DUE_AT_ONCE_MAX = 200;
const COUNT_EVERY_MS = 15_000;

/** Opens every table, registers its routes and returns the games. */
export function openTables(app: FastifyInstance, studio: StudioContext): readonly TableGame[] {
  store.makeOpenTicketsDue(studio.store, Date.now());
  const byCode = new Map([...tableRules.map(roundTable), tradingTable].map((create) => tableOf(studio, create)));
  const attempts: TicketAttempts = openRetryLoop({
    name: 'bringing tickets to their end',
    nextDueMs: () => store.nextTicketAtMs(studio.store),
    attemptDue: async () => {
      const due = store.listDueTickets(studio.store, Date.now(), DUE_AT_ONCE_MAX);
      await Promise.all(
        due.map(async (ticket) => {
          const game = byCode.get(ticket.gameCode)?.game;
          if (game) await attemptTicket(studio, attempts, game, ticket);
        }),
      );
    },
  });
  // Counting all outcomes of a table takes up to a second, so it runs in the background, one table at a time.
  const uncounted = [...byCode.values()];
  const counting = setInterval(() => {
    if (uncounted.length === 0) clearInterval(counting);
    uncounted.shift()?.game.stated?.();
  }, COUNT_EVERY_MS).unref();
  app.addHook('preClose', () => {
    clearInterval(counting);
    for (const { game, stream } of byCode.values()) {
      game.stop();
      stream.close();
    }
  });
  app.addHook('onClose', () => attempts.close());
  tableRoutes(app, studio, { byCode, attempts });
  return [...byCode.values()].map(({ game }) => game);
}

function roundTable(rules: TableRules<unknown>): CreateTable {
  const name = tableWords[rules.gameCode]?.name ?? rules.gameCode;
  return (studio, context) => new RoundTable(studio, rules, name, context);
}

function tableOf(studio: StudioContext, create: CreateTable): readonly [string, Table] {
  const stream = new Stream();
  const game: TableGame = create(studio, {
    publish: (state) => stream.publish(state),
    isWanted: () => stream.listeners > 0 || store.hasOpenTickets(studio.store, game.gameCode),
    watchers: () => stream.listeners,
  });
  return [game.gameCode, { game, stream }];
}
