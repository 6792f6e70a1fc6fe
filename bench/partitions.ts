// npm run bench -- partitions: batches of wallet transactions into one table, as the product has it, and into a table
// with a partition for each of the last 35 days, interleaved; the median of the ratios per turn. --small-memory gives
// PostgreSQL 64 MB and no cache of the operating system, so that the index is larger than memory with few rows.
//
// Each batch looks its keys up and inserts them, as a lane does. A partitioned table has no unique key without its
// time, so the look-up reads the hot partitions: all of them, or two where the round of the call is known and recent.
//
// Always true: each form gets as many keys a batch; the database is in a new folder and is deleted afterwards.

import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';

import { type Database, openDatabase, type Sql, sql } from '@chaba/database';

import { openEmbedded } from './fixture.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000000' },
    turns: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '3' },
    batch: { type: 'string', default: '31' },
    'small-memory': { type: 'boolean', default: false },
  },
});
const [rows, turns, seconds, batch] = [values.rows, values.turns, values.seconds, values.batch].map(Number) as [
  number,
  number,
  number,
  number,
];
const DAYS = 35;
const SMALL_MEMORY = { shared_buffers: '64MB', debug_io_direct: 'data' };
const FORMS = {
  'one table': { table: 'wallet_transaction', days: undefined },
  'partitions, all read': { table: 'partitioned', days: DAYS },
  'partitions, two read': { table: 'partitioned', days: 2 },
} as const;
/** A table's name or a number of this file is part of the statement. */
const plain = (text: string): Sql => ({ strings: [text], values: [] });

type Form = keyof typeof FORMS;
const NAMES = Object.keys(FORMS) as Form[];

/** The table of the product with daily partitions, and `rows` rows of the last 35 days in both. */
async function fill(owner: Database): Promise<void> {
  await owner.execute(sql`create table partitioned (like wallet_transaction including defaults including constraints)
    partition by range (created_at)`);
  for (let day = 0; day < DAYS; day += 1) {
    await owner.execute(
      plain(`create table partitioned_${day} partition of partitioned for values
        from (current_date - ${DAYS - 1 - day}) to (current_date - ${DAYS - 2 - day})`),
    );
  }
  await owner.execute(sql`alter table partitioned add primary key (site_id, tx_hash, created_at)`);
  for (const table of ['wallet_transaction', 'partitioned']) {
    await owner.execute(
      plain(`insert into ${table} (site_id, member_id, amount_e4, balance_before_e4, balance_after_e4, created_at,
          tx_hash, operation, provider, tx_id, round_id, game_code)
        select 1, number % 10000, 10000, 0, 10000, current_date - ${DAYS - 1} + number * interval '${DAYS} days' / ${rows + 1},
          gen_random_uuid(), 'bet', 'test', 'tx-' || number, 'round-' || number / 2, 'test-slot'
        from generate_series(1, ${rows}) as number`),
    );
  }
  await owner.execute(sql`vacuum analyze`);
  await owner.execute(sql`checkpoint`);
}

type Sample = { readonly perSecond: number; readonly walBytes: number };

async function measure(database: Database, { table, days }: (typeof FORMS)[Form]): Promise<Sample> {
  const since = days === undefined ? '' : `and created_at >= current_date - ${days - 1}`;
  const readWal = async (): Promise<bigint> =>
    (await database.one<{ at: bigint }>(sql`select (pg_current_wal_lsn() - '0/0')::bigint as at`)).at;
  const walBefore = await readWal();
  const beganAt = performance.now();
  let written = 0;
  while (performance.now() - beganAt < seconds * 1_000) {
    const hashes = Array.from({ length: batch }, () => randomUUID());
    await database.transaction(async (tx) => {
      const known = await tx.rows(sql`select tx_hash from ${plain(table)}
        where site_id = 1 and tx_hash = any(${hashes}::uuid[]) ${plain(since)}`);
      if (known.length > 0) throw new Error('a new key was known');
      written += await tx.execute(sql`
        insert into ${plain(table)} (site_id, member_id, amount_e4, balance_before_e4, balance_after_e4, tx_hash,
          operation, provider, tx_id, round_id, game_code)
        select 1, 7, 10000, 0, 10000, hash, 'bet', 'test', hash::text, hash::text, 'test-slot'
        from unnest(${hashes}::uuid[]) as hash`);
    });
  }
  const took = (performance.now() - beganAt) / 1_000;
  return { perSecond: written / took, walBytes: Number((await readWal()) - walBefore) / written };
}

const median = (all: readonly number[]): number => all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0;

const { ownerUrl, stop } = await openEmbedded(values['small-memory'] ? SMALL_MEMORY : {});
try {
  const owner = openDatabase({ url: ownerUrl, poolSize: 2, statementTimeoutMs: 3_600_000 });
  await fill(owner);
  const { index, buffers } = await owner.one<{ index: string; buffers: string }>(sql`
    select pg_size_pretty(pg_relation_size('wallet_transaction_pkey')) as index, current_setting('shared_buffers') as buffers`);
  console.log(`${rows} rows, index of one table ${index}, shared buffers ${buffers}\n`);
  const samples = new Map<Form, Sample[]>(NAMES.map((name) => [name, []]));
  // The first turn warms up.
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of NAMES) {
      const sample = await measure(owner, FORMS[name]);
      if (turn > 0) samples.get(name)?.push(sample);
    }
  }
  const base = samples.get('one table') ?? [];
  console.log('| form | rows/s | of one table | bytes of WAL a row |\n|---|---|---|---|');
  for (const [name, all] of samples) {
    const ratios = all.map(({ perSecond }, turn) => perSecond / (base[turn]?.perSecond ?? 1));
    const figures = [median(all.map(({ perSecond }) => perSecond)), median(all.map(({ walBytes }) => walBytes))].map(
      Math.round,
    );
    console.log(`| ${name} | ${figures[0]} | ${Math.round(median(ratios) * 100) / 100} | ${figures[1]} |`);
  }
  await owner.close();
} finally {
  await stop();
}
