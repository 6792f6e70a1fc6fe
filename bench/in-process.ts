// Measurements without HTTP: the one-row UPDATE that every figure is compared with, and the ledger alone with full
// lanes.

import { type Database, sql } from '@chaba/database';
import { type AccountKind, installChart, loadLaneBatch, writeBatch } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '#server/core/chart-of-accounts';

import { LANES, LEDGER_SITE } from './fixture.ts';

const OWNERS = 10_000;

/** One-row UPDATEs per second, one transaction each. */
export async function measureRowUpdates(database: Database, clients: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < until) {
      const row = 1 + Math.floor(Math.random() * 10_000);
      await database.execute(sql`update plain_row set value = value + 1 where row_id = ${row}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return done / seconds;
}

const houses: readonly AccountKind[] = Array.from({ length: 20 }, (_, place) => ({
  kind: 200 + place,
  name: `house${place}`,
  currency: 'THB',
}));

let runs = 0;

/**
 * Ledger transfers per second: each lane writes its share of `inFlight` as one batch and starts the next after the
 * commit. The house side is one account, or spread over twenty.
 */
export async function measureLedger(
  database: Database,
  options: { readonly inFlight: number; readonly seconds: number; readonly isSpread: boolean },
): Promise<number> {
  runs += 1;
  const run = runs;
  await installChart(database, Object.fromEntries(houses.map((house) => [house.name, house])));
  const until = performance.now() + options.seconds * 1_000;
  const batch = options.inFlight / LANES;
  let done = 0;
  const runLane = async (lane: number): Promise<void> => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const owners = Array.from({ length: batch }, () => pickOwner(lane));
      await database.transaction(async (tx) => {
        const ledgerBatch = await loadLaneBatch(tx, LEDGER_SITE, lane, [...new Set(owners)]);
        for (const [place, ownerId] of owners.entries()) {
          const house = options.isSpread ? (houses[place % houses.length] ?? chart.games) : chart.games;
          const isOut = (turn + place) % 2 === 0;
          const [from, to] = isOut ? [chart.game, house] : [house, chart.game];
          // Keys like the wallet's, but indexed: no other row enforces uniqueness here.
          const key = `test:${run}-${lane}-${turn}-${place}`;
          ledgerBatch.transfer({ ownerId, from, to, amount: baht(1), reason: 'bet', key });
        }
        await writeBatch(tx, ledgerBatch);
      });
      done += batch;
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
  return done / options.seconds;
}

const pickOwner = (lane: number): bigint => {
  const place = 1 + Math.floor(Math.random() * (OWNERS / LANES - 1));
  return BigInt(place * LANES + lane);
};

/** Bytes of the journal with its indexes, and its rows. */
export async function getJournalSize(database: Database): Promise<{ bytes: number; rows: number }> {
  const row = await database.one<{ bytes: bigint; rows: bigint }>(sql`
    select pg_total_relation_size('ledger_transfer') as bytes, (select count(*) from ledger_transfer) as rows`);
  return { bytes: Number(row.bytes), rows: Number(row.rows) };
}
