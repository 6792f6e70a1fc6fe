// SQL of the rounds.

import type { Store } from '@chaba/sandbox-kit/store';

import type { PlayerGame } from '#studio/fairness/seeds';

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
  /** 1: a free round, whose stake was not paid. */
  readonly isFree: bigint;
  /** State of the feature that the round grants, or that it belongs to. */
  readonly carry: string | null;
  /** Number of free rounds granted on settlement. */
  readonly freeAwarded: bigint;
  /** Of a free round: the paid round that granted it and whose wallet round it is played in. */
  readonly grantedBy: string | null;
  /** Free rounds that wait after this round; null: stored by a version that ended each round at the wallet. */
  readonly freeWaiting: bigint | null;
  /** Choice of the player between bet and result, if the game requires one. */
  readonly decision: string | null;
  /** 1: the payout depends on a choice that is still open. */
  readonly awaitsDecision: bigint;
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
> & {
  readonly nonce: number;
  readonly nowMs: number;
  readonly nextAttemptAtMs: number;
  readonly isFree: boolean;
  readonly freeAwarded: number;
  readonly grantedBy: string | null;
  readonly freeWaiting: number;
  readonly awaitsDecision: boolean;
  readonly carry: string | null;
};

/** Free rounds granted by a paid round: total, played, and their winnings. */
export type FreeRoundsRow = {
  /** The paid round, if its wallet round stays open for its free rounds. */
  readonly grantedBy: string | null;
  readonly stakeE4: bigint;
  readonly awarded: bigint;
  readonly played: bigint;
  readonly wonE4: bigint;
  readonly carry: string | null;
};

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
  `alter table studio_round add column is_free integer not null default 0 check (is_free in (0, 1));
  alter table studio_round add column free_awarded integer not null default 0 check (free_awarded between 0 and 1000);
  alter table studio_round add column decision text;
  alter table studio_round add column awaits_decision integer not null default 0 check (awaits_decision in (0, 1));
  create index studio_round_free on studio_round (operator, player_id, game_code, created_at_ms)
    where is_free = 1 or free_awarded > 0;`,
  `alter table studio_round add column carry text;`,
  `alter table studio_round add column granted_by text;
  alter table studio_round add column free_waiting integer check (free_waiting >= 0);
  alter table studio_round add column is_feature_over integer not null default 0 check (is_feature_over in (0, 1));`,
];

const SELECT = `select round_id as roundId, r.operator, r.player_id as playerId, r.game_code as gameCode,
    client_round_id as clientRoundId, wallet_token as walletToken, stake_e4 as stakeE4, payout_e4 as payoutE4,
    draws, r.seed_id as seedId, nonce, settle_mode as settleMode, r.state, code, attempts,
    balance_after_e4 as balanceAfterE4, r.created_at_ms as createdAtMs, closed_at_ms as closedAtMs,
    is_free as isFree, carry, free_awarded as freeAwarded, granted_by as grantedBy, free_waiting as freeWaiting, decision, awaits_decision as awaitsDecision,
    s.commitment, s.client_seed as clientSeed, s.server_seed as serverSeed, s.state = 'revealed' as isRevealed
  from studio_round r join studio_seed s on s.seed_id = r.seed_id`;

const OF_PLAYER = 'r.operator = ? and r.player_id = ? and r.game_code = ?';

export function applyRounds(store: Store): void {
  store.apply('studio-rounds', TABLES);
}

export function insertRound(store: Store, round: NewRound): void {
  store.execute(
    `insert into studio_round
       (round_id, operator, player_id, game_code, client_round_id, wallet_token, stake_e4, payout_e4, draws,
        seed_id, nonce, settle_mode, is_free, free_awarded, granted_by, free_waiting, awaits_decision, carry, state, next_attempt_at_ms, created_at_ms)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'drawn', ?, ?)`,
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
    Number(round.isFree),
    round.freeAwarded,
    round.grantedBy,
    round.freeWaiting,
    Number(round.awaitsDecision),
    round.carry,
    round.nextAttemptAtMs,
    round.nowMs,
  );
}

export function findRound(store: Store, roundId: string): RoundRow | undefined {
  return store.maybe<RoundRow>(`${SELECT} where round_id = ?`, roundId);
}

export function findByClientRoundId(store: Store, player: PlayerGame, clientRoundId: string): RoundRow | undefined {
  return store.maybe<RoundRow>(
    `${SELECT} where ${OF_PLAYER} and client_round_id = ?`,
    player.operator,
    player.playerId,
    player.gameCode,
    clientRoundId,
  );
}

export function findOpenRound(store: Store, player: PlayerGame): RoundRow | undefined {
  return store.maybe<RoundRow>(
    `${SELECT} where ${OF_PLAYER} and r.state in ('drawn', 'unknown', 'staked')`,
    player.operator,
    player.playerId,
    player.gameCode,
  );
}

/** Rounds of a session that were not rejected, newest first, after the cursor if given. */
export function listOwnRounds(
  store: Store,
  player: PlayerGame,
  before: { readonly createdAtMs: bigint; readonly roundId: string } | undefined,
  limit: number,
): RoundRow[] {
  return store.rows<RoundRow>(
    `${SELECT} where ${OF_PLAYER} and r.state <> 'refused' and (r.created_at_ms, round_id) < (?, ?)
      order by r.created_at_ms desc, round_id desc limit ?`,
    player.operator,
    player.playerId,
    player.gameCode,
    before?.createdAtMs ?? BigInt(Number.MAX_SAFE_INTEGER),
    before?.roundId ?? '',
    limit,
  );
}

/** Time of the newest paid round of a player in any of these games that was not rejected. */
export function findLastPaidAtMs(
  store: Store,
  player: Omit<PlayerGame, 'gameCode'>,
  gameCodes: readonly string[],
): number {
  const row = store.maybe<{ at: bigint | null }>(
    `select max(created_at_ms) as at from studio_round
      where operator = ? and player_id = ? and game_code in (select value from json_each(?)) and is_free = 0
        and state <> 'refused'`,
    player.operator,
    player.playerId,
    JSON.stringify(gameCodes),
  );
  return Number(row?.at ?? 0n);
}

export function nextAttemptAtMs(store: Store): number | undefined {
  const row = store.maybe<{ due: bigint | null }>('select min(next_attempt_at_ms) as due from studio_round');
  return row && row.due !== null ? Number(row.due) : undefined;
}

/** Makes every open round due now, after a start; a round with an open choice keeps its due time. */
export function makeOpenRoundsDue(store: Store, nowMs: number): number {
  return store.execute(
    `update studio_round set next_attempt_at_ms = ?
      where next_attempt_at_ms is not null and not (state = 'staked' and awaits_decision = 1)`,
    nowMs,
  );
}

/** Free rounds of a granting round: played ones, and those that wait. */
export function findFeature(store: Store, roundId: string): { readonly played: bigint; readonly waiting: bigint } {
  return (
    store.maybe<{ played: bigint; waiting: bigint }>(
      `select count(*) - 1 as played, iif(max(is_feature_over) = 1, 0, coalesce((
            select free_waiting from studio_round where (round_id = ? or granted_by = ?) and state = 'settled'
            order by created_at_ms desc, round_id desc limit 1), 0)) as waiting
        from studio_round where (round_id = ? or granted_by = ?) and state = 'settled'`,
      roundId,
      roundId,
      roundId,
      roundId,
    ) ?? { played: 0n, waiting: 0n }
  );
}

/** Ends a feature: its granting round has ended at the wallet. */
export function endFeature(store: Store, roundId: string): void {
  store.execute('update studio_round set is_feature_over = 1 where round_id = ?', roundId);
}

/**
 * Free rounds of the session's latest feature; rejected and voided rounds do not count as played. A feature that ended
 * at the wallet has no more than the played ones.
 */
export function findFreeRounds(store: Store, player: PlayerGame): FreeRoundsRow | undefined {
  return store.maybe<FreeRoundsRow>(
    `select case when paid.free_waiting is not null then paid.round_id end as grantedBy, paid.stake_e4 as stakeE4, paid.carry,
            case when paid.is_feature_over = 1 then count(r.round_id)
              else paid.free_awarded + coalesce(sum(case r.state when 'settled' then r.free_awarded end), 0) end as awarded,
            count(r.round_id) as played, coalesce(sum(case r.state when 'settled' then r.payout_e4 end), 0) as wonE4
       from (select operator, player_id, game_code, stake_e4, free_awarded, free_waiting, is_feature_over, carry,
                created_at_ms, round_id from studio_round r
              where ${OF_PLAYER} and free_awarded > 0 and is_free = 0 and state = 'settled'
              order by created_at_ms desc, round_id desc limit 1) paid
       left join studio_round r
         on r.operator = paid.operator and r.player_id = paid.player_id and r.game_code = paid.game_code
        and r.is_free = 1 and r.state not in ('refused', 'voided')
        and (r.created_at_ms, r.round_id) > (paid.created_at_ms, paid.round_id)
      group by paid.round_id`,
    player.operator,
    player.playerId,
    player.gameCode,
  );
}

/** Stores the player's choice once; returns whether it was stored. */
export function recordDecision(
  store: Store,
  roundId: string,
  chosen: { readonly decision: string; readonly payoutE4: bigint; readonly nextAttemptAtMs: number },
): boolean {
  const changed = store.execute(
    `update studio_round set decision = ?, payout_e4 = ?, awaits_decision = 0, next_attempt_at_ms = ?
      where round_id = ? and state = 'staked' and awaits_decision = 1`,
    chosen.decision,
    chosen.payoutE4,
    chosen.nextAttemptAtMs,
    roundId,
  );
  return changed === 1;
}

/** A player's rounds with an open choice, in all games. */
export function listOpenChoices(store: Store, operator: string, playerId: string): string[] {
  return store
    .rows<{ roundId: string }>(
      `select round_id as roundId from studio_round
        where operator = ? and player_id = ? and state = 'staked' and awaits_decision = 1`,
      operator,
      playerId,
    )
    .map((row) => row.roundId);
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

/** Stores the result of an attempt. A closed round never changes. */
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
