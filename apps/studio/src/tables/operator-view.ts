// Operator view of a player's round at a table.

import type { Store } from '@chaba/sandbox-kit/store';

import { listRoundCalls } from '#studio/calls';
import { factsOfTickets } from '#studio/round-facts';

import { toWalletRoundId } from './tickets.ts';
import * as store from './tickets.store.ts';

/** Finds a player's round on a table by its id. */
export function ticketRound(memory: Store, operator: string, roundId: string): Record<string, unknown> | undefined {
  const [tableRound = ''] = roundId.split('.');
  const tickets = store
    .listTicketsOfAllPlayers(memory, operator, tableRound)
    .filter((ticket) => toWalletRoundId(ticket) === roundId);
  const [first] = tickets;
  if (!first) return undefined;
  const isOpen = tickets.some(({ closedAtMs }) => closedAtMs === null);
  const settled = tickets.filter(({ state }) => state === 'settled');
  return {
    roundId,
    // Equal for all players of a round, so that bets on both sides are detectable.
    tableRound,
    playerId: first.playerId,
    gameCode: first.gameCode,
    state: isOpen ? 'staked' : settled.length > 0 ? 'settled' : 'voided',
    facts: factsOfTickets(tickets),
    transactions: listRoundCalls(memory, operator, roundId),
  };
}
