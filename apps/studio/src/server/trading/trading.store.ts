// SQL of the seeds of the trading market.

import type { Store } from '@chaba/sandbox-kit/store';

export type EpochRow = {
  readonly epoch: bigint;
  readonly serverSeed: string;
  readonly commitment: string;
  /** The price before its first step, and its last price. */
  readonly fromPrice: bigint;
  readonly endPrice: bigint;
};

const TABLES = [
  `create table trading_epoch (
    epoch integer primary key,
    server_seed text not null,
    commitment text not null,
    from_price integer not null,
    end_price integer not null
  ) strict;`,
];

const SELECT = `select epoch, server_seed as serverSeed, commitment, from_price as fromPrice, end_price as endPrice
  from trading_epoch`;

export function applyTrading(store: Store): void {
  store.apply('trading', TABLES);
}

export function findEpoch(store: Store, epoch: number): EpochRow | undefined {
  return store.maybe<EpochRow>(`${SELECT} where epoch = ?`, epoch);
}

/** The newest epoch before this one. */
export function findEpochBefore(store: Store, epoch: number): EpochRow | undefined {
  return store.maybe<EpochRow>(`${SELECT} where epoch < ? order by epoch desc limit 1`, epoch);
}

export function insertEpoch(store: Store, row: EpochRow): void {
  store.execute(
    `insert into trading_epoch (epoch, server_seed, commitment, from_price, end_price) values (?, ?, ?, ?, ?)`,
    row.epoch,
    row.serverSeed,
    row.commitment,
    row.fromPrice,
    row.endPrice,
  );
}
