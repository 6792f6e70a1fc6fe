// Operator view of a player's round at a table.

import type { Store } from '@chaba/sandbox-kit/store';

import { callsOfRound } from '#studio/calls';
import { factsOfTickets } from '#studio/round-facts';

import { walletRoundOf } from './tickets.ts';
import * as store from './tickets.store.ts';

/** A player's round on a table; undefined when there is none of this name. */
export function ticketRound(memory: Store, operator: string, roundId: string): Record<string, unknown> | undefined {
  const [tableRound = ''] = roundId.split('.');
  const tickets = store.allInRound(memory, operator, tableRound).filter((ticket) => walletRoundOf(ticket) === roundId);
  const [first] = tickets;
  if (!first) return undefined;
  const isOpen = tickets.some(({ closedAtMs }) => closedAtMs === null);
  const settled = tickets.filter(({ state }) => state === 'settled');
  return {
    roundId,
    // The same for all players of a round, so that bets on both sides can be found.
    tableRound,
    playerId: first.playerId,
    gameCode: first.gameCode,
    state: isOpen ? 'staked' : settled.length > 0 ? 'settled' : 'voided',
    facts: factsOfTickets(tickets),
    transactions: callsOfRound(memory, operator, roundId),
  };
}
