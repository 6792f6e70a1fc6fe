// SQL of tables with rounds: the sources of their numbers (shoes and chains) and their rounds.

import type { Store } from '@chaba/sandbox-kit/store';

/** A round with the source of its numbers. */
export type TableRoundRow = {
  readonly roundId: string;
  readonly sourceNo: bigint;
  readonly roundNo: bigint;
  /** Index of its first card in a shoe. */
  readonly position: bigint;
  readonly opensAtMs: bigint;
  readonly closesAtMs: bigint;
  readonly shownAtMs: bigint;
  readonly endsAtMs: bigint;
  readonly isDealt: bigint;
  /** The seed of a shoe, or the last link of a chain. */
  readonly secret: string;
  readonly commitment: string;
  readonly sourceState: 'active' | 'spent';
};

const TABLES = [
  `create table table_source (
    game_code text not null,
    source_no integer not null,
    secret text not null,
    commitment text not null,
    state text not null check (state in ('next', 'active', 'spent')),
    primary key (game_code, source_no)
  ) strict, without rowid;
  create unique index table_source_current on table_source (game_code, state) where state in ('next', 'active');
  create table table_round (
    round_id text primary key,
    game_code text not null,
    source_no integer not null,
    round_no integer not null,
    position integer not null,
    opens_at_ms integer not null,
    closes_at_ms integer not null,
    shown_at_ms integer not null,
    ends_at_ms integer not null,
    is_dealt integer not null default 0 check (is_dealt in (0, 1)),
    unique (game_code, source_no, round_no),
    foreign key (game_code, source_no) references table_source (game_code, source_no)
  ) strict, without rowid;
  create index table_round_time on table_round (game_code, opens_at_ms desc);`,
];

const SELECT = `select round_id as roundId, source_no as sourceNo, round_no as roundNo, position,
    opens_at_ms as opensAtMs, closes_at_ms as closesAtMs, shown_at_ms as shownAtMs, ends_at_ms as endsAtMs,
    is_dealt as isDealt, secret, commitment, state as sourceState
  from table_round join table_source using (game_code, source_no)`;

export function applyTableRounds(store: Store): void {
  store.apply('table-rounds', TABLES);
}

/** The commitment of the source after the active one. */
export function findNextCommitment(store: Store, gameCode: string): string | undefined {
  const next = `select commitment from table_source where game_code = ? and state = 'next'`;
  return store.maybe<{ readonly commitment: string }>(next, gameCode)?.commitment;
}

export function insertSource(
  store: Store,
  gameCode: string,
  source: { readonly secret: string; readonly commitment: string },
): void {
  store.execute(
    `insert into table_source (game_code, source_no, secret, commitment, state)
     select ?, coalesce(max(source_no), 0) + 1, ?, ?, 'next' from table_source where game_code = ?`,
    gameCode,
    source.secret,
    source.commitment,
    gameCode,
  );
}

/** Marks the active source as spent and activates the next one. */
export function changeSource(store: Store, gameCode: string): void {
  store.execute(`update table_source set state = 'spent' where game_code = ? and state = 'active'`, gameCode);
  store.execute(`update table_source set state = 'active' where game_code = ? and state = 'next'`, gameCode);
}

export function findLastRound(store: Store, gameCode: string): TableRoundRow | undefined {
  return store.maybe<TableRoundRow>(
    `${SELECT} where game_code = ? order by opens_at_ms desc, source_no desc, round_no desc limit 1`,
    gameCode,
  );
}

export function findRound(store: Store, roundId: string): TableRoundRow | undefined {
  return store.maybe<TableRoundRow>(`${SELECT} where round_id = ?`, roundId);
}

/** The newest dealt rounds of a table, oldest first. */
export function listDealtRounds(store: Store, gameCode: string, limit: number): TableRoundRow[] {
  return store
    .rows<TableRoundRow>(
      `${SELECT} where game_code = ? and is_dealt = 1 order by opens_at_ms desc limit ?`,
      gameCode,
      limit,
    )
    .toReversed();
}

/** Stores a round of the active source. */
export function insertRound(
  store: Store,
  gameCode: string,
  round: Omit<TableRoundRow, 'sourceNo' | 'isDealt' | 'secret' | 'commitment' | 'sourceState'>,
): void {
  store.execute(
    `insert into table_round (round_id, game_code, source_no, round_no, position, opens_at_ms, closes_at_ms,
        shown_at_ms, ends_at_ms)
     select ?, game_code, source_no, ?, ?, ?, ?, ?, ? from table_source where game_code = ? and state = 'active'`,
    round.roundId,
    round.roundNo,
    round.position,
    round.opensAtMs,
    round.closesAtMs,
    round.shownAtMs,
    round.endsAtMs,
    gameCode,
  );
}

/** Marks the rounds with a closed betting window as dealt and returns them, oldest first. */
export function dealDue(store: Store, gameCode: string, nowMs: number): TableRoundRow[] {
  const due = store.rows<TableRoundRow>(
    `${SELECT} where game_code = ? and is_dealt = 0 and closes_at_ms <= ? order by opens_at_ms`,
    gameCode,
    nowMs,
  );
  if (due.length > 0) {
    store.execute(
      'update table_round set is_dealt = 1 where game_code = ? and is_dealt = 0 and closes_at_ms <= ?',
      gameCode,
      nowMs,
    );
  }
  return due;
}
