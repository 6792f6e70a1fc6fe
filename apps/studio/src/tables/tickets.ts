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

import { add, type Money, money, parseProviderAmount, formatProviderAmount, zeroMoney } from '@chaba/money';
import { refuse } from '@chaba/sandbox-kit/refusal';
import { computeRetryDelayMs, type RetryLoop } from '@chaba/sandbox-kit/reliable-call';

import { type FaultProfile, NO_FAULTS } from '#studio/fault-injection';
import { cancelCall } from '#studio/calls.store';
import type { Session } from '#studio/sessions';
import type { StudioContext } from '#studio/studio-state';
import { errorMessages } from '#studio/studio.text';
import { moveMoney, RETRY_DELAYS, type StudioWalletResponse, type StudioWalletOperation } from '#studio/wallet';

import { parsePositions, type TableGame } from './table-game.ts';
import type { PositionOnWire, TicketOnWire, TicketsOnWire } from './table-wire.ts';
import * as store from './tickets.store.ts';
import type { TicketRow } from './tickets.store.ts';

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
  const stakes = request.positions.map(({ stake }) => parseProviderAmount(stake));
  if (stakes.some((stake) => stake === undefined || stake < game.stakeMin || stake > game.stakeMax)) {
    refuse(422, 'STAKE_NOT_OFFERED', errorMessages('STAKE_NOT_OFFERED'));
  }
  const place = game.placeOf(request.positions, session);
  const nowMs = Date.now();
  const ticketId = `tk${nowMs.toString(36)}${randomBytes(8).toString('hex')}`;
  const profile = studio.behaviour.consumeProfile();
  store.insertTicket(studio.store, {
    ticketId,
    operator: session.operator,
    playerId: session.playerId,
    gameCode: game.gameCode,
    clientTicketId: request.clientTicketId,
    walletToken: session.walletToken,
    roundId: place.roundId,
    positions: JSON.stringify(
      request.positions.map(({ type }, index) => ({ type, stake: String(stakes[index] ?? zeroMoney) })),
    ),
    stakeE4: add(...stakes.map((stake) => stake ?? zeroMoney)),
    closesAtMs: place.closesAtMs,
    decidesAtMs: place.decidesAtMs,
    isBetDelayed: profile.isOutOfOrder,
    nowMs,
    nextAttemptAtMs: profile.isOutOfOrder
      ? place.decidesAtMs
      : Math.min(place.closesAtMs, nowMs + RETRY_DELAYS.longestMs),
  });
  if (!profile.isOutOfOrder) await attempts.attempt(ticketId, () => requestStake(studio, ticketId, profile));
  return read(studio, ticketId);
}

/** Cancels a ticket while its betting window is open. */
export async function cancelTicket(
  studio: StudioContext,
  attempts: TicketAttempts,
  ticket: TicketRow,
): Promise<TicketRow> {
  await attempts.getRunning(ticket.ticketId);
  const nowMs = Date.now();
  if (nowMs >= Number(ticket.closesAtMs)) refuse(409, 'WINDOW_SHUT', errorMessages('WINDOW_SHUT'));
  const isTaken = store.moveTicket(studio.store, ticket.ticketId, {
    from: ['placing', 'staked'],
    to: 'cancelling',
    nextAttemptAtMs: nowMs + RETRY_DELAYS.longestMs,
    nowMs,
  });
  if (isTaken) await attempts.attempt(ticket.ticketId, () => returnStake(studio, ticket.ticketId));
  return read(studio, ticket.ticketId);
}

/** Makes the due attempt of a ticket: bet, payment or rollback. */
export async function attemptTicket(
  studio: StudioContext,
  attempts: TicketAttempts,
  game: TableGame,
  ticket: TicketRow,
): Promise<void> {
  await attempts.attempt(ticket.ticketId, async () => {
    const now = read(studio, ticket.ticketId);
    if (now.state === 'placing' && Date.now() < Number(now.closesAtMs)) {
      await requestStake(studio, now.ticketId, NO_FAULTS, true);
    } else if (now.state === 'placing') {
      dropUnconfirmed(studio, now);
      await returnStake(studio, now.ticketId);
    } else if (now.state === 'cancelling') {
      await returnStake(studio, now.ticketId);
    } else if (now.state === 'staked' || now.state === 'paying') {
      await pay(studio, game, now);
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
  const nowMs = Date.now();
  if (answer?.code === 'OK') {
    store.moveTicket(studio.store, ticketId, {
      from: ['placing'],
      to: 'staked',
      balanceAfterE4: answer.balance ?? null,
      nextAttemptAtMs: Number(ticket.decidesAtMs),
      nowMs,
    });
  } else if (answer && !isAgain && profile.copies === 0) {
    store.moveTicket(studio.store, ticketId, {
      from: ['placing'],
      to: 'refused',
      code: answer.code,
      nextAttemptAtMs: null,
      nowMs,
    });
  } else if (answer) {
    // After a lost response a rejection is ambiguous, so the rollback decides.
    store.moveTicket(studio.store, ticketId, {
      from: ['placing'],
      to: 'cancelling',
      code: answer.code,
      nextAttemptAtMs: nowMs,
      nowMs,
    });
    await returnStake(studio, ticketId);
  } else {
    const nextAttemptAtMs = Math.min(nowMs + pauseMs(ticket), Number(ticket.closesAtMs));
    store.moveTicket(studio.store, ticketId, { from: ['placing'], to: 'placing', nextAttemptAtMs, nowMs });
  }
}

function dropUnconfirmed(studio: StudioContext, ticket: TicketRow): void {
  const nowMs = Date.now();
  const change = { to: 'cancelling', nextAttemptAtMs: nowMs + RETRY_DELAYS.longestMs, nowMs } as const;
  store.moveTicket(studio.store, ticket.ticketId, { from: ['placing'], ...change });
}

async function returnStake(studio: StudioContext, ticketId: string): Promise<void> {
  const ticket = read(studio, ticketId);
  const answer = await sendCall(studio, ticket, 'rollback', NO_FAULTS);
  const nowMs = Date.now();
  const isDone = answer?.code === 'OK';
  store.moveTicket(studio.store, ticketId, {
    from: ['cancelling'],
    to: isDone ? (ticket.code === null ? 'cancelled' : 'refused') : 'cancelling',
    balanceAfterE4: isDone ? (answer.balance ?? null) : null,
    nextAttemptAtMs: isDone ? null : nowMs + pauseMs(ticket),
    nowMs,
  });
}

async function pay(studio: StudioContext, game: TableGame, ticket: TicketRow): Promise<void> {
  const others = store.listRoundTickets(studio.store, ticket);
  // Unconfirmed tickets are cancelled now, so that the round is final.
  for (const other of others) if (other.state === 'placing') dropUnconfirmed(studio, other);
  const before = others.slice(
    0,
    others.findIndex(({ ticketId }) => ticketId === ticket.ticketId),
  );
  if (before.some(({ state }) => state === 'staked' || state === 'paying')) {
    postpone(studio, ticket, undefined, RETRY_DELAYS.firstMs / 10);
    return;
  }
  if (ticket.state === 'staked') {
    const payment = game.paymentOf(ticket, others);
    if (!payment) {
      postpone(studio, ticket, undefined, RETRY_DELAYS.firstMs);
      return;
    }
    store.recordPayment(studio.store, ticket.ticketId, {
      payoutE4: payment.payout,
      countedE4: payment.counted,
      result: JSON.stringify(payment.positions.map(textsOf)),
      closesRound: payment.closesRound,
      nextAttemptAtMs: Date.now() + RETRY_DELAYS.longestMs,
    });
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
  postpone(studio, ticket, answer?.code, pauseMs(ticket));
}

function end(
  studio: StudioContext,
  ticket: TicketRow,
  to: 'settled' | 'cancelled' | 'refused',
  { code, balance }: StudioWalletResponse,
): void {
  store.moveTicket(studio.store, ticket.ticketId, {
    from: ['paying'],
    to,
    code: code === 'OK' ? null : code,
    balanceAfterE4: balance ?? null,
    nextAttemptAtMs: null,
    nowMs: Date.now(),
  });
}

function postpone(studio: StudioContext, ticket: TicketRow, code: string | undefined, byMs: number): void {
  const { ticketId, state } = read(studio, ticket.ticketId);
  const nowMs = Date.now();
  const nextAttemptAtMs = nowMs + byMs;
  store.moveTicket(studio.store, ticketId, { from: [state], to: state, code: code ?? null, nextAttemptAtMs, nowMs });
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
  return store.findTicket(studio.store, ticketId) ?? refuse(404, 'NO_SUCH_ROUND', errorMessages('NO_SUCH_ROUND'));
}

/** Id of a table's round for the wallet, which is different for each player. */
export function toWalletRoundId({ roundId, playerId }: Pick<TicketRow, 'roundId' | 'playerId'>): string {
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
