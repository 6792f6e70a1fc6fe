// SQL of the rounds. Rows in, rows out; nothing is decided here.

import type { Store } from '#core/store';
import type { Seat } from '#studio/fairness/seeds';

export type RoundState = 'drawn' | 'unknown' | 'staked' | 'settled' | 'refused' | 'voided';

export type RoundRow = {
  readonly roundId: string;
  readonly operator: string;
  readonly playerId: string;
  readonly gameCode: string;
  readonly clientRoundId: string;
  readonly walletToken: string;
  readonly stakeE4: bigint;
  readonly payoutE4: bigint;
  /** JSON: the drawn numbers. */
  readonly draws: string;
  readonly seedId: bigint;
  readonly nonce: bigint;
  readonly settleMode: 'betwin' | 'separate';
  readonly state: RoundState;
  readonly code: string | null;
  readonly attempts: bigint;
  readonly balanceAfterE4: bigint | null;
  readonly createdAtMs: bigint;
  readonly closedAtMs: bigint | null;
  /** Of the seed that drew it. */
  readonly commitment: string;
  readonly clientSeed: string;
  readonly serverSeed: string;
  readonly isRevealed: bigint;
};

export type NewRound = Pick<
  RoundRow,
  | 'roundId'
  | 'operator'
  | 'playerId'
  | 'gameCode'
  | 'clientRoundId'
  | 'walletToken'
  | 'stakeE4'
  | 'payoutE4'
  | 'draws'
  | 'seedId'
  | 'settleMode'
> & { readonly nonce: number; readonly nowMs: number; readonly nextAttemptAtMs: number };

const TABLES = [
  `create table studio_round (
    round_id text primary key,
    operator text not null,
    player_id text not null,
    game_code text not null,
    client_round_id text not null,
    wallet_token text not null,
    stake_e4 integer not null check (stake_e4 > 0),
    payout_e4 integer not null check (payout_e4 >= 0),
    draws text not null,
    seed_id integer not null references studio_seed (seed_id),
    nonce integer not null,
    settle_mode text not null check (settle_mode in ('betwin', 'separate')),
    state text not null check (state in ('drawn', 'unknown', 'staked', 'settled', 'refused', 'voided')),
    code text,
    attempts integer not null default 0,
    next_attempt_at_ms integer,
    balance_after_e4 integer,
    created_at_ms integer not null,
    closed_at_ms integer,
    unique (operator, player_id, game_code, client_round_id),
    unique (seed_id, nonce),
    check ((state in ('drawn', 'unknown', 'staked')) = (next_attempt_at_ms is not null)),
    check ((state in ('settled', 'refused', 'voided')) = (closed_at_ms is not null))
  ) strict, without rowid;
  create unique index studio_round_one_open on studio_round (operator, player_id, game_code)
    where state in ('drawn', 'unknown', 'staked');
  create index studio_round_due on studio_round (next_attempt_at_ms) where next_attempt_at_ms is not null;
  create index studio_round_own on studio_round (operator, player_id, game_code, created_at_ms, round_id);
  create index studio_round_feed on studio_round (operator, closed_at_ms, round_id) where state = 'settled';`,
];

const SELECT = `select round_id as roundId, r.operator, r.player_id as playerId, r.game_code as gameCode,
    client_round_id as clientRoundId, wallet_token as walletToken, stake_e4 as stakeE4, payout_e4 as payoutE4,
    draws, r.seed_id as seedId, nonce, settle_mode as settleMode, r.state, code, attempts,
    balance_after_e4 as balanceAfterE4, r.created_at_ms as createdAtMs, closed_at_ms as closedAtMs,
    s.commitment, s.client_seed as clientSeed, s.server_seed as serverSeed, s.state = 'revealed' as isRevealed
  from studio_round r join studio_seed s on s.seed_id = r.seed_id`;

const OF_SEAT = 'r.operator = ? and r.player_id = ? and r.game_code = ?';

export function applyRounds(store: Store): void {
  store.apply('studio-rounds', TABLES);
}

export function insertRound(store: Store, round: NewRound): void {
  store.execute(
    `insert into studio_round
       (round_id, operator, player_id, game_code, client_round_id, wallet_token, stake_e4, payout_e4, draws,
        seed_id, nonce, settle_mode, state, next_attempt_at_ms, created_at_ms)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'drawn', ?, ?)`,
    round.roundId,
    round.operator,
    round.playerId,
    round.gameCode,
    round.clientRoundId,
    round.walletToken,
    round.stakeE4,
    round.payoutE4,
    round.draws,
    round.seedId,
    round.nonce,
    round.settleMode,
    round.nextAttemptAtMs,
    round.nowMs,
  );
}

export function findRound(store: Store, roundId: string): RoundRow | undefined {
  return store.maybe<RoundRow>(`${SELECT} where round_id = ?`, roundId);
}

export function findByClientRoundId(store: Store, seat: Seat, clientRoundId: string): RoundRow | undefined {
  return store.maybe<RoundRow>(
    `${SELECT} where ${OF_SEAT} and client_round_id = ?`,
    seat.operator,
    seat.playerId,
    seat.gameCode,
    clientRoundId,
  );
}

export function findOpenRound(store: Store, seat: Seat): RoundRow | undefined {
  return store.maybe<RoundRow>(
    `${SELECT} where ${OF_SEAT} and r.state in ('drawn', 'unknown', 'staked')`,
    seat.operator,
    seat.playerId,
    seat.gameCode,
  );
}

/** Rounds of a seat that were not refused, newest first, after the cursor when there is one. */
export function listOwnRounds(
  store: Store,
  seat: Seat,
  before: { readonly createdAtMs: bigint; readonly roundId: string } | undefined,
  limit: number,
): RoundRow[] {
  return store.rows<RoundRow>(
    `${SELECT} where ${OF_SEAT} and r.state <> 'refused' and (r.created_at_ms, round_id) < (?, ?)
      order by r.created_at_ms desc, round_id desc limit ?`,
    seat.operator,
    seat.playerId,
    seat.gameCode,
    before?.createdAtMs ?? BigInt(Number.MAX_SAFE_INTEGER),
    before?.roundId ?? '',
    limit,
  );
}

/** Settled rounds of an operator, oldest first: what the reconciliation feed tells. */
export function listSettled(
  store: Store,
  operator: string,
  fromMs: number,
  toMs: number,
  after: { readonly closedAtMs: bigint; readonly roundId: string } | undefined,
  limit: number,
): RoundRow[] {
  return store.rows<RoundRow>(
    `${SELECT} where r.operator = ? and r.state = 'settled' and closed_at_ms >= ? and closed_at_ms < ?
        and (closed_at_ms, round_id) > (?, ?)
      order by closed_at_ms, round_id limit ?`,
    operator,
    fromMs,
    toMs,
    after?.closedAtMs ?? -1n,
    after?.roundId ?? '',
    limit,
  );
}

export function nextAttemptAtMs(store: Store): number | undefined {
  const row = store.maybe<{ due: bigint | null }>('select min(next_attempt_at_ms) as due from studio_round');
  return row && row.due !== null ? Number(row.due) : undefined;
}

/** Makes every open round due now: after a start nobody else is at it. */
export function makeOpenRoundsDue(store: Store, nowMs: number): number {
  return store.execute('update studio_round set next_attempt_at_ms = ? where next_attempt_at_ms is not null', nowMs);
}

export function listDue(store: Store, nowMs: number, limit: number): string[] {
  return store
    .rows<{ roundId: string }>(
      `select round_id as roundId from studio_round where next_attempt_at_ms <= ?
        order by next_attempt_at_ms limit ?`,
      nowMs,
      limit,
    )
    .map((row) => row.roundId);
}

/** Writes what an attempt found out. A closed round is never opened or changed again. */
export function recordAttempt(
  store: Store,
  roundId: string,
  found: {
    readonly state: RoundState;
    readonly code: string | null;
    readonly balanceAfterE4: bigint | null;
    readonly nextAttemptAtMs: number | null;
    readonly closedAtMs: number | null;
  },
): void {
  store.execute(
    `update studio_round
        set state = ?, code = ?, balance_after_e4 = ?, next_attempt_at_ms = ?, closed_at_ms = ?,
            attempts = attempts + 1
      where round_id = ? and state in ('drawn', 'unknown', 'staked')`,
    found.state,
    found.code,
    found.balanceAfterE4,
    found.nextAttemptAtMs,
    found.closedAtMs,
    roundId,
  );
}
