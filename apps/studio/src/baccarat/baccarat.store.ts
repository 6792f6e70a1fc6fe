// SQL of the baccarat table: its shoes and its rounds.

import type { Store } from '@chaba/sandbox-kit/store';

export type ShoeRow = {
  readonly shoeNo: bigint;
  readonly serverSeed: string;
  readonly commitment: string;
  readonly state: 'next' | 'active' | 'spent';
};

export type RoundRow = {
  readonly roundId: string;
  readonly shoeNo: bigint;
  readonly handNo: bigint;
  /** Index of its first card in the shoe. */
  readonly position: bigint;
  readonly opensAtMs: bigint;
  readonly closesAtMs: bigint;
  readonly endsAtMs: bigint;
  readonly isDealt: bigint;
};

const TABLES = [
  `create table baccarat_shoe (
    shoe_no integer primary key,
    server_seed text not null,
    commitment text not null,
    state text not null check (state in ('next', 'active', 'spent'))
  ) strict;
  create unique index baccarat_shoe_current on baccarat_shoe (state) where state in ('next', 'active');
  create table baccarat_round (
    round_id text primary key,
    shoe_no integer not null references baccarat_shoe (shoe_no),
    hand_no integer not null,
    position integer not null,
    opens_at_ms integer not null,
    closes_at_ms integer not null,
    ends_at_ms integer not null,
    is_dealt integer not null default 0 check (is_dealt in (0, 1)),
    unique (shoe_no, hand_no),
    unique (shoe_no, position)
  ) strict, without rowid;`,
];

const SELECT = `select round_id as roundId, shoe_no as shoeNo, hand_no as handNo, position, opens_at_ms as opensAtMs,
    closes_at_ms as closesAtMs, ends_at_ms as endsAtMs, is_dealt as isDealt from baccarat_round`;
const SELECT_SHOE = `select shoe_no as shoeNo, server_seed as serverSeed, commitment, state from baccarat_shoe`;

export function applyBaccarat(store: Store): void {
  store.apply('baccarat', TABLES);
}

export function findShoe(store: Store, state: 'next' | 'active'): ShoeRow | undefined {
  return store.maybe<ShoeRow>(`${SELECT_SHOE} where state = ?`, state);
}

export function shoeNumbered(store: Store, shoeNo: bigint): ShoeRow | undefined {
  return store.maybe<ShoeRow>(`${SELECT_SHOE} where shoe_no = ?`, shoeNo);
}

export function insertShoe(store: Store, shoe: { readonly serverSeed: string; readonly commitment: string }): void {
  store.execute(
    `insert into baccarat_shoe (server_seed, commitment, state) values (?, ?, 'next')`,
    shoe.serverSeed,
    shoe.commitment,
  );
}

/** Marks the active shoe as spent and activates the next one. */
export function changeShoe(store: Store): void {
  store.execute(`update baccarat_shoe set state = 'spent' where state = 'active'`);
  store.execute(`update baccarat_shoe set state = 'active' where state = 'next'`);
}

export function lastRound(store: Store): RoundRow | undefined {
  return store.maybe<RoundRow>(`${SELECT} order by opens_at_ms desc, hand_no desc limit 1`);
}

export function findRound(store: Store, roundId: string): RoundRow | undefined {
  return store.maybe<RoundRow>(`${SELECT} where round_id = ?`, roundId);
}

/** The dealt rounds of a shoe, in their order. */
export function dealtRounds(store: Store, shoeNo: bigint): RoundRow[] {
  return store.rows<RoundRow>(`${SELECT} where shoe_no = ? and is_dealt = 1 order by hand_no`, shoeNo);
}

export function insertRound(store: Store, round: Omit<RoundRow, 'isDealt'>): void {
  store.execute(
    `insert into baccarat_round (round_id, shoe_no, hand_no, position, opens_at_ms, closes_at_ms, ends_at_ms)
     values (?, ?, ?, ?, ?, ?, ?)`,
    round.roundId,
    round.shoeNo,
    round.handNo,
    round.position,
    round.opensAtMs,
    round.closesAtMs,
    round.endsAtMs,
  );
}

/** Marks every round with a closed betting window as dealt and returns their number. */
export function dealDue(store: Store, nowMs: number): number {
  return store.execute('update baccarat_round set is_dealt = 1 where is_dealt = 0 and closes_at_ms <= ?', nowMs);
}
