// What an operator is told of tickets: a round's state, and the calls of a span of time.

import { money, providerAmount } from '@chaba/money';

import type { Store } from '#core/store';

import { factsOfTickets } from '#studio/round-facts';

import { ticketTransactions, walletRoundOf } from './tickets.ts';
import * as store from './tickets.store.ts';
import type { TicketRow } from './tickets.store.ts';

const FEED_PAGE = 250;

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
    playerId: first.playerId,
    gameCode: first.gameCode,
    state: isOpen ? 'staked' : settled.length > 0 ? 'settled' : 'voided',
    facts: factsOfTickets(tickets),
    transactions: settled.flatMap(transactionsOf),
  };
}

export function ticketFeed(
  memory: Store,
  span: { readonly operator: string; readonly fromMs: number; readonly toMs: number },
  isWanted: (ticket: TicketRow) => boolean,
  cursor: string | undefined,
): { transactions: Record<string, unknown>[]; cursor?: string } {
  const after = /^(\d{1,15})\.(\w{1,64})$/.exec(cursor ?? '');
  const from = after ? { closedAtMs: BigInt(after[1] ?? 0), ticketId: after[2] ?? '' } : undefined;
  const tickets = store.listSettledTickets(memory, span, from, FEED_PAGE + 1);
  const page = tickets.slice(0, FEED_PAGE);
  const last = page.at(-1);
  return {
    transactions: page.filter(isWanted).flatMap(transactionsOf),
    ...(tickets.length > page.length && last && { cursor: `${last.closedAtMs}.${last.ticketId}` }),
  };
}

function transactionsOf(ticket: TicketRow): Record<string, unknown>[] {
  const ids = ticketTransactions(ticket.ticketId);
  const common = {
    roundId: walletRoundOf(ticket),
    playerId: ticket.playerId,
    gameCode: ticket.gameCode,
    currency: 'THB',
    occurredAt: timeText(ticket.createdAtMs),
    settledAt: timeText(ticket.closedAtMs ?? ticket.createdAtMs),
  };
  return [
    { operation: 'bet', txId: ids.bet, amount: providerAmount(money(ticket.stakeE4)), ...common },
    {
      operation: 'win',
      txId: ids.win,
      refTxId: ids.bet,
      amount: providerAmount(money(ticket.payoutE4 ?? 0n)),
      ...common,
    },
  ];
}

function timeText(ms: bigint): string {
  return new Date(Number(ms)).toISOString();
}
