// Life of a ticket, which is a stake at a shared table.
//
//     placing ──bet OK──▶ staked ──result──▶ paying ──win OK──▶ settled
//        │ └─no─▶ refused    └─cancelled──┐
//        └──no response at the window's end──▶ cancelling ──rollback OK──▶ cancelled
//
// Always true: each step is stored before its wallet call, and transaction ids are derived from the ticket id, so money
// moves once. A bet that is unconfirmed when the betting window closes is cancelled regardless of the result. Tickets
// of a player in a round are paid in sequence, and the last one closes the round. One attempt of a ticket at a time.
//
// Elsewhere: results (paymentOf of each game), the transport (wallet.ts), the loop (tables.ts).

import { createHash, randomBytes } from 'node:crypto';

import { add, type Money, money, parseProviderAmount, formatProviderAmount } from '@chaba/money';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import { computeRetryDelayMs, type RetryLoop } from '@chaba/sandbox-kit/reliable-call';
import type { Store } from '@chaba/sandbox-kit/store';

import { type FaultProfile, NO_FAULTS } from '#studio/server/fault-injection';
import { listRoundCalls } from '#studio/server/calls';
import { cancelCall } from '#studio/server/calls.store';
import { factsOfTickets } from '#studio/server/round-facts';
import type { Session } from '#studio/server/sessions';
import type { StudioContext } from '#studio/server/studio-context';
import { errorMessages } from '#studio/server/studio.text';
import { moveMoney, RETRY_DELAYS, type StudioWalletResponse, type StudioWalletOperation } from '#studio/server/wallet';

import { parsePositions, type TableGame } from './table-game.ts';
import type { PositionOnWire, TicketOnWire, TicketsOnWire } from '#studio/wire/table-wire';
import * as store from './tickets.store.ts';
import type { TicketChange, TicketRow, TicketState } from './tickets.store.ts';

const OWN_PAGE = 20;

export type TicketRequest = { readonly clientTicketId: string; readonly positions: readonly PositionOnWire[] };

/** Settles open tickets, one attempt of a ticket at a time. */
export type TicketAttempts = RetryLoop<void>;

function ticketTransactions(ticketId: string): { bet: string; win: string; rollback: string } {
  return { bet: `${ticketId}-bet`, win: `${ticketId}-win`, rollback: `${ticketId}-rollback` };
}

/** Stores a ticket and sends its bet. The same client id is the same ticket. */
export async function placeTicket(
  studio: StudioContext,
  attempts: TicketAttempts,
  { game, session }: { readonly game: TableGame; readonly session: Session },
  request: TicketRequest,
): Promise<TicketRow> {
  const known = store.findByClientId(studio.store, session, request.clientTicketId);
  if (known) {
    await attempts.getRunning(known.ticketId);
    return read(studio, known.ticketId);
  }
  const positions = request.positions.map(({ type, stake }) => ({ type, stake: parseStake(game, stake) }));
  const place = game.placeOf(positions, session);
  const nowMs = Date.now();
  const ticketId = `tk${nowMs.toString(36)}${randomBytes(8).toString('hex')}`;
  const profile = studio.behaviour.consumeProfile();
  store.insertTicket(studio.store, {
    ...session,
    ...place,
    ticketId,
    clientTicketId: request.clientTicketId,
    positions: JSON.stringify(positions.map(({ type, stake }) => ({ type, stake: String(stake) }))),
    stakeE4: add(...positions.map(({ stake }) => stake)),
    isBetDelayed: profile.isOutOfOrder,
    nowMs,
    nextAttemptAtMs: profile.isOutOfOrder
      ? place.decidesAtMs
      : Math.min(place.closesAtMs, nowMs + RETRY_DELAYS.longestMs),
  });
  if (!profile.isOutOfOrder) await attempts.attempt(ticketId, () => requestStake(studio, ticketId, profile));
  return read(studio, ticketId);
}

/** Rejects an amount that the table does not take. */
function parseStake({ stakeMin, stakeMax }: TableGame, text: string): Money {
  const stake = parseProviderAmount(text);
  if (stake !== undefined && stake >= stakeMin && stake <= stakeMax) return stake;
  failRequest(422, 'STAKE_NOT_OFFERED', errorMessages('STAKE_NOT_OFFERED'));
}

/** Cancels a ticket while its betting window is open. */
export async function cancelTicket(
  studio: StudioContext,
  attempts: TicketAttempts,
  { ticketId, closesAtMs }: TicketRow,
): Promise<TicketRow> {
  await attempts.getRunning(ticketId);
  if (Date.now() >= Number(closesAtMs)) failRequest(409, 'WINDOW_SHUT', errorMessages('WINDOW_SHUT'));
  const isTaken = startCancelling(studio, ticketId, ['placing', 'staked']);
  if (isTaken) await attempts.attempt(ticketId, () => returnStake(studio, ticketId));
  return read(studio, ticketId);
}

/** Makes the due attempt of a ticket: bet, payment or rollback. */
export async function attemptTicket(
  studio: StudioContext,
  attempts: TicketAttempts,
  game: TableGame,
  { ticketId }: TicketRow,
): Promise<void> {
  await attempts.attempt(ticketId, async () => {
    const ticket = read(studio, ticketId);
    if (ticket.state === 'placing' && Date.now() < Number(ticket.closesAtMs)) {
      await requestStake(studio, ticketId, NO_FAULTS, true);
    } else if (ticket.state === 'placing' || ticket.state === 'cancelling') {
      startCancelling(studio, ticketId, ['placing']);
      await returnStake(studio, ticketId);
    } else if (ticket.state === 'staked' || ticket.state === 'paying') {
      await pay(studio, game, ticket);
    }
  });
}

async function requestStake(
  studio: StudioContext,
  ticketId: string,
  profile: FaultProfile,
  isAgain = false,
): Promise<void> {
  const ticket = read(studio, ticketId);
  const answer = await sendCall(studio, ticket, 'bet', profile);
  const move = (to: TicketState, change: TicketChange): boolean =>
    store.moveTicket(studio.store, ticketId, ['placing'], to, change);
  if (!answer) {
    move('placing', { nextAttemptAtMs: Math.min(Date.now() + pauseMs(ticket), Number(ticket.closesAtMs)) });
  } else if (answer.code === 'OK') {
    move('staked', { balance: answer.balance, nextAttemptAtMs: Number(ticket.decidesAtMs) });
  } else if (!isAgain && profile.copies === 0) {
    move('refused', { code: answer.code });
  } else {
    // After a lost response a rejection is ambiguous, so the rollback decides.
    move('cancelling', { code: answer.code, nextAttemptAtMs: Date.now() });
    await returnStake(studio, ticketId);
  }
}

/** Leaves time for the rollback that the caller sends; returns whether the ticket was in one of these states. */
function startCancelling(studio: StudioContext, ticketId: string, from: readonly TicketState[]): boolean {
  const nextAttemptAtMs = Date.now() + RETRY_DELAYS.longestMs;
  return store.moveTicket(studio.store, ticketId, from, 'cancelling', { nextAttemptAtMs });
}

async function returnStake(studio: StudioContext, ticketId: string): Promise<void> {
  const ticket = read(studio, ticketId);
  const answer = await sendCall(studio, ticket, 'rollback', NO_FAULTS);
  if (answer?.code !== 'OK') return postpone(studio, ticket, pauseMs(ticket));
  const to = ticket.code === null ? 'cancelled' : 'refused';
  store.moveTicket(studio.store, ticketId, ['cancelling'], to, { balance: answer.balance });
}

async function pay(studio: StudioContext, game: TableGame, ticket: TicketRow): Promise<void> {
  const others = store.listRoundTickets(studio.store, ticket);
  // Unconfirmed tickets are cancelled now, so that the round is final.
  for (const { ticketId, state } of others) if (state === 'placing') startCancelling(studio, ticketId, ['placing']);
  const before = others.slice(
    0,
    others.findIndex(({ ticketId }) => ticketId === ticket.ticketId),
  );
  if (before.some(({ state }) => state === 'staked' || state === 'paying')) {
    return postpone(studio, ticket, RETRY_DELAYS.firstMs / 10);
  }
  if (ticket.state === 'staked') {
    const payment = game.paymentOf(ticket, others);
    if (!payment) return postpone(studio, ticket, RETRY_DELAYS.firstMs);
    const result = JSON.stringify(payment.positions.map(textsOf));
    const nextAttemptAtMs = Date.now() + RETRY_DELAYS.longestMs;
    store.recordPayment(studio.store, ticket.ticketId, payment, result, nextAttemptAtMs);
  }
  await requestPayout(studio, read(studio, ticket.ticketId));
}

async function requestPayout(studio: StudioContext, ticket: TicketRow): Promise<void> {
  if (ticket.isBetDelayed === 1n && (await sendCall(studio, ticket, 'win', NO_FAULTS))?.code !== 'OK') {
    const bet = await sendCall(studio, ticket, 'bet', NO_FAULTS);
    if (bet && bet.code !== 'OK') return end(studio, ticket, 'refused', bet);
  }
  const answer = await sendCall(studio, ticket, 'win', NO_FAULTS);
  if (answer?.code === 'OK') return end(studio, ticket, 'settled', answer);
  // The operator cancelled the bet and returned its stake, so there is nothing to pay.
  if (answer?.code === 'TX_ROLLED_BACK') {
    cancelCall(studio.store, ticket.operator, ticketTransactions(ticket.ticketId).bet);
    return end(studio, ticket, 'cancelled', answer);
  }
  postpone(studio, ticket, pauseMs(ticket), answer?.code);
}

function end(
  studio: StudioContext,
  { ticketId }: TicketRow,
  to: 'settled' | 'cancelled' | 'refused',
  { code, balance }: StudioWalletResponse,
): void {
  store.moveTicket(studio.store, ticketId, ['paying'], to, { balance, ...(code !== 'OK' && { code }) });
}

/** Another attempt after a pause, in the state that the ticket has now. */
function postpone(studio: StudioContext, { ticketId }: TicketRow, byMs: number, code?: string): void {
  const { state } = read(studio, ticketId);
  const change = { nextAttemptAtMs: Date.now() + byMs, ...(code !== undefined && { code }) };
  store.moveTicket(studio.store, ticketId, [state], state, change);
}

function sendCall(
  studio: StudioContext,
  ticket: TicketRow,
  operation: StudioWalletOperation,
  profile: FaultProfile,
): Promise<StudioWalletResponse | undefined> {
  return moveMoney(studio, ticket.operator, operation, contentOf(ticket, operation), profile);
}

function contentOf(ticket: TicketRow, operation: StudioWalletOperation) {
  const ids = ticketTransactions(ticket.ticketId);
  const stake = formatProviderAmount(money(ticket.stakeE4));
  const common = {
    playerId: ticket.playerId,
    token: ticket.walletToken,
    gameCode: ticket.gameCode,
    roundId: toWalletRoundId(ticket),
    currency: 'THB',
    occurredAt: new Date(Number(ticket.createdAtMs)).toISOString(),
  };
  if (operation === 'bet') {
    return { ...common, txId: ids.bet, amount: stake, positions: parsePositions(ticket).map(textsOf) };
  }
  if (operation === 'rollback') return { ...common, txId: ids.rollback, refTxId: ids.bet, amount: stake };
  return {
    ...common,
    txId: ids.win,
    refTxId: ids.bet,
    amount: formatProviderAmount(money(ticket.payoutE4 ?? 0n)),
    validBet: formatProviderAmount(money(ticket.countedE4 ?? 0n)),
    positions: JSON.parse(ticket.result ?? '[]') as unknown,
    roundClosed: ticket.closesRound === 1n,
  };
}

function textsOf(position: { type: string; stake: Money; pushed?: Money }): Record<string, string> {
  const { type, stake, pushed } = position;
  return {
    type,
    stake: formatProviderAmount(stake),
    ...(pushed !== undefined && { pushed: formatProviderAmount(pushed) }),
  };
}

function pauseMs(ticket: TicketRow): number {
  return computeRetryDelayMs(Number(ticket.attempts), RETRY_DELAYS);
}

function read(studio: StudioContext, ticketId: string): TicketRow {
  return store.findTicket(studio.store, ticketId) ?? failRequest(404, 'NO_SUCH_ROUND', errorMessages('NO_SUCH_ROUND'));
}

/** Id of a table's round for the wallet, which is different for each player. */
function toWalletRoundId({ roundId, playerId }: Pick<TicketRow, 'roundId' | 'playerId'>): string {
  return `${roundId}.${createHash('sha256').update(playerId).digest('hex').slice(0, 12)}`;
}

export function listOwnTickets(
  studio: StudioContext,
  game: TableGame,
  session: Session,
  cursor: string | undefined,
): TicketsOnWire {
  const before = /^(\d{1,15})\.(\w{1,64})$/.exec(cursor ?? '');
  const from = before ? { createdAtMs: BigInt(before[1] ?? 0), ticketId: before[2] ?? '' } : undefined;
  const rows = store.listOwn(studio.store, session, from, OWN_PAGE + 1);
  const shown = rows.slice(0, OWN_PAGE);
  const last = shown.at(-1);
  const tickets = shown.map((row) => toTicketOnWire(game, row));
  return rows.length > shown.length && last ? { tickets, cursor: `${last.createdAtMs}.${last.ticketId}` } : { tickets };
}

/** Player view of a ticket: no payment before the wallet has accepted it. */
export function toTicketOnWire(game: TableGame, ticket: TicketRow): TicketOnWire {
  const { state, code, balanceAfterE4, payoutE4 } = ticket;
  return {
    ticketId: ticket.ticketId,
    clientTicketId: ticket.clientTicketId,
    roundId: ticket.roundId,
    state: state === 'paying' ? 'deciding' : state,
    positions: parsePositions(ticket).map(({ type, stake }) => ({ type, stake: formatProviderAmount(stake) })),
    stake: formatProviderAmount(money(ticket.stakeE4)),
    at: new Date(Number(ticket.createdAtMs)).toISOString(),
    round: game.roundOf(ticket),
    ...(state === 'settled' && { payout: formatProviderAmount(money(payoutE4 ?? 0n)) }),
    ...(balanceAfterE4 !== null && { balance: formatProviderAmount(money(balanceAfterE4)) }),
    ...(code !== null && { code, message: errorMessages(code) }),
  };
}

/** Operator view of a player's round at a table, found by its wallet id. */
export function ticketRound(memory: Store, operator: string, roundId: string): Record<string, unknown> | undefined {
  const [tableRound = ''] = roundId.split('.');
  const ofTable = store.listTicketsOfAllPlayers(memory, operator, tableRound);
  const tickets = ofTable.filter((ticket) => toWalletRoundId(ticket) === roundId);
  const [first] = tickets;
  if (!first) return undefined;
  const isOpen = tickets.some(({ closedAtMs }) => closedAtMs === null);
  const isSettled = tickets.some(({ state }) => state === 'settled');
  return {
    roundId,
    // Equal for all players of a round, so that bets on both sides are detectable.
    tableRound,
    playerId: first.playerId,
    gameCode: first.gameCode,
    state: isOpen ? 'staked' : isSettled ? 'settled' : 'voided',
    facts: factsOfTickets(tickets),
    transactions: listRoundCalls(memory, operator, roundId),
  };
}
