// SQL of the tickets.

import type { Money } from '@chaba/money';
import type { Store } from '@chaba/sandbox-kit/store';

import type { PlayerGame } from '#studio/fairness/seeds';

export type TicketState = 'placing' | 'staked' | 'paying' | 'settled' | 'cancelling' | 'cancelled' | 'refused';

export type TicketRow = PlayerGame & {
  readonly ticketId: string;
  readonly clientTicketId: string;
  readonly walletToken: string;
  readonly roundId: string;
  /** JSON: the positions of the stake. */
  readonly positions: string;
  readonly stakeE4: bigint;
  readonly state: TicketState;
  readonly closesAtMs: bigint;
  readonly decidesAtMs: bigint;
  /** 1: injected fault, the bet is sent after its result. */
  readonly isBetDelayed: bigint;
  readonly payoutE4: bigint | null;
  readonly countedE4: bigint | null;
  /** JSON: the positions with the pushed part of each. */
  readonly result: string | null;
  readonly closesRound: bigint;
  readonly code: string | null;
  readonly attempts: bigint;
  readonly balanceAfterE4: bigint | null;
  readonly createdAtMs: bigint;
  readonly closedAtMs: bigint | null;
};

type NewTicket = PlayerGame &
  Pick<TicketRow, 'ticketId' | 'clientTicketId' | 'walletToken' | 'roundId' | 'positions' | 'stakeE4'> & {
    readonly closesAtMs: number;
    readonly decidesAtMs: number;
    readonly isBetDelayed: boolean;
    readonly nowMs: number;
    readonly nextAttemptAtMs: number;
  };

const TABLES = [
  `create table studio_ticket (
    ticket_id text primary key,
    operator text not null,
    player_id text not null,
    game_code text not null,
    client_ticket_id text not null,
    wallet_token text not null,
    round_id text not null,
    positions text not null,
    stake_e4 integer not null check (stake_e4 > 0),
    state text not null check (state in ('placing', 'staked', 'paying', 'settled', 'cancelling', 'cancelled', 'refused')),
    closes_at_ms integer not null,
    decides_at_ms integer not null,
    is_bet_late integer not null check (is_bet_late in (0, 1)),
    payout_e4 integer check (payout_e4 >= 0),
    counted_e4 integer check (counted_e4 between 0 and stake_e4),
    result text,
    closes_round integer not null default 0 check (closes_round in (0, 1)),
    code text,
    attempts integer not null default 0,
    next_attempt_at_ms integer,
    balance_after_e4 integer,
    created_at_ms integer not null,
    closed_at_ms integer,
    unique (operator, player_id, game_code, client_ticket_id),
    check ((state in ('settled', 'cancelled', 'refused')) = (closed_at_ms is not null)),
    check ((state in ('settled', 'cancelled', 'refused')) = (next_attempt_at_ms is null)),
    check ((state in ('paying', 'settled')) <= (payout_e4 is not null))
  ) strict, without rowid;
  create index studio_ticket_due on studio_ticket (next_attempt_at_ms) where next_attempt_at_ms is not null;
  create index studio_ticket_own on studio_ticket (operator, player_id, game_code, created_at_ms, ticket_id);
  create index studio_ticket_round on studio_ticket (round_id, operator, player_id);
  create index studio_ticket_feed on studio_ticket (operator, closed_at_ms, ticket_id) where state = 'settled';`,
];

const SELECT = `select ticket_id as ticketId, operator, player_id as playerId, game_code as gameCode,
    client_ticket_id as clientTicketId, wallet_token as walletToken, round_id as roundId, positions, stake_e4 as stakeE4,
    state, closes_at_ms as closesAtMs, decides_at_ms as decidesAtMs, is_bet_late as isBetDelayed, payout_e4 as payoutE4,
    counted_e4 as countedE4, result, closes_round as closesRound, code, attempts, balance_after_e4 as balanceAfterE4,
    created_at_ms as createdAtMs, closed_at_ms as closedAtMs
  from studio_ticket`;

const OF_PLAYER = 'operator = ? and player_id = ? and game_code = ?';

function playerValues({ operator, playerId, gameCode }: PlayerGame): [string, string, string] {
  return [operator, playerId, gameCode];
}

export function applyTickets(store: Store): void {
  store.apply('studio-tickets', TABLES);
}

export function insertTicket(store: Store, ticket: NewTicket): void {
  store.execute(
    `insert into studio_ticket
       (ticket_id, operator, player_id, game_code, client_ticket_id, wallet_token, round_id, positions, stake_e4,
        state, closes_at_ms, decides_at_ms, is_bet_late, next_attempt_at_ms, created_at_ms)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ticket.ticketId,
    ...playerValues(ticket),
    ticket.clientTicketId,
    ticket.walletToken,
    ticket.roundId,
    ticket.positions,
    ticket.stakeE4,
    ticket.isBetDelayed ? 'staked' : 'placing',
    ticket.closesAtMs,
    ticket.decidesAtMs,
    Number(ticket.isBetDelayed),
    ticket.nextAttemptAtMs,
    ticket.nowMs,
  );
}

export function findTicket(store: Store, ticketId: string): TicketRow | undefined {
  return store.maybe<TicketRow>(`${SELECT} where ticket_id = ?`, ticketId);
}

export function findByClientId(store: Store, player: PlayerGame, clientTicketId: string): TicketRow | undefined {
  const own = `${SELECT} where ${OF_PLAYER} and client_ticket_id = ?`;
  return store.maybe<TicketRow>(own, ...playerValues(player), clientTicketId);
}

/** A player's tickets in a round, in the order they were placed. */
export function listRoundTickets(store: Store, of: Pick<TicketRow, 'roundId' | 'operator' | 'playerId'>): TicketRow[] {
  return store.rows<TicketRow>(
    `${SELECT} where round_id = ? and operator = ? and player_id = ? order by created_at_ms, ticket_id`,
    of.roundId,
    of.operator,
    of.playerId,
  );
}

/** Open stakes in a round, of all players of all member sites. */
export function listStakedInRound(
  store: Store,
  roundId: string,
): Pick<TicketRow, 'operator' | 'playerId' | 'positions'>[] {
  return store.rows(
    `select operator, player_id as playerId, positions from studio_ticket
      where round_id = ? and state in ('staked', 'paying', 'settled')`,
    roundId,
  );
}

/** All tickets of a round. */
export function listTicketsOfAllPlayers(store: Store, operator: string, roundId: string): TicketRow[] {
  return store.rows<TicketRow>(
    `${SELECT} where operator = ? and round_id = ? order by created_at_ms, ticket_id`,
    operator,
    roundId,
  );
}

/** A player's tickets, newest first, older than the cursor. */
export function listOwn(
  store: Store,
  player: PlayerGame,
  before: { readonly createdAtMs: bigint; readonly ticketId: string } | undefined,
  limit: number,
): TicketRow[] {
  return store.rows<TicketRow>(
    `${SELECT} where ${OF_PLAYER} and (created_at_ms, ticket_id) < (?, ?)
      order by created_at_ms desc, ticket_id desc limit ?`,
    ...playerValues(player),
    before?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
    before?.ticketId ?? '',
    limit,
  );
}

export function listDueTickets(store: Store, nowMs: number, limit: number): TicketRow[] {
  return store.rows<TicketRow>(
    `${SELECT} where next_attempt_at_ms <= ? order by next_attempt_at_ms, created_at_ms limit ?`,
    nowMs,
    limit,
  );
}

export function nextTicketAtMs(store: Store): number | undefined {
  const row = store.maybe<{ at: bigint | null }>('select min(next_attempt_at_ms) as at from studio_ticket');
  return row?.at === null || row === undefined ? undefined : Number(row.at);
}

export function hasOpenTickets(store: Store, gameCode: string): boolean {
  return (
    store.maybe(
      'select 1 from studio_ticket where next_attempt_at_ms is not null and game_code = ? limit 1',
      gameCode,
    ) !== undefined
  );
}

/** Makes all unanswered tickets due now, after a start. */
export function makeOpenTicketsDue(store: Store, nowMs: number): void {
  store.execute(
    `update studio_ticket set next_attempt_at_ms = ? where state in ('placing', 'paying', 'cancelling')`,
    nowMs,
  );
}

export type TicketChange = {
  readonly code?: string;
  readonly balance?: Money | undefined;
  /** Absent for a ticket that ends. */
  readonly nextAttemptAtMs?: number;
};

/** Changes a ticket from one of these states; returns whether it was in one. */
export function moveTicket(
  store: Store,
  ticketId: string,
  from: readonly TicketState[],
  to: TicketState,
  { code, balance, nextAttemptAtMs }: TicketChange,
): boolean {
  const changed = store.execute(
    `update studio_ticket set state = ?, attempts = attempts + 1, code = coalesce(?, code),
        balance_after_e4 = coalesce(?, balance_after_e4), next_attempt_at_ms = ?, closed_at_ms = ?
      where ticket_id = ? and state in (select value from json_each(?))`,
    to,
    code ?? null,
    balance ?? null,
    nextAttemptAtMs ?? null,
    nextAttemptAtMs === undefined ? Date.now() : null,
    ticketId,
    JSON.stringify(from),
  );
  return changed === 1;
}

/** Stores the payment of a staked ticket once, before the wallet call. `result` is JSON. */
export function recordPayment(
  store: Store,
  ticketId: string,
  payment: { readonly payout: Money; readonly counted: Money; readonly closesRound: boolean },
  result: string,
  nextAttemptAtMs: number,
): void {
  store.execute(
    `update studio_ticket set state = 'paying', payout_e4 = ?, counted_e4 = ?, result = ?, closes_round = ?,
        next_attempt_at_ms = ?
      where ticket_id = ? and state = 'staked'`,
    payment.payout,
    payment.counted,
    result,
    Number(payment.closesRound),
    nextAttemptAtMs,
    ticketId,
  );
}
