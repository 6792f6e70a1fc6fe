// The number of rows that a batch reads does not grow with the tables, whatever their statistics at planning time.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase, type Queryable, sql } from '@chaba/database';
import { baht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import type { WalletCommand } from '#modules/wallet-commands';
import { createWalletBatcher } from './batcher.ts';

const { database, chaba } = await buildTestApp();
// One connection, as the lanes have them: it keeps the plans that it made over empty tables.
const lookups = openDatabase({ url: database.url, poolSize: 1, shouldForceIndexPlans: true });
after(() => lookups.close());

type Reads = Readonly<Record<string, number>>;

/** Rows of each table that this connection has read until now. */
async function readsOf(tx: Queryable): Promise<Reads> {
  const rows = await tx.rows<{ table: string; rows: bigint }>(sql`
    select relname as table, idx_tup_fetch + coalesce(seq_tup_read, 0) as rows from pg_stat_xact_user_tables
    where idx_tup_fetch is not null`);
  return Object.fromEntries(rows.map(({ table, rows }) => [table, Number(rows)]));
}

let reads: Reads = {};
const batcher = createWalletBatcher({
  ...lookups,
  transaction: (work) =>
    lookups.transaction(async (tx) => {
      const before = await readsOf(tx);
      const result = await work(tx);
      const more = Object.entries(await readsOf(tx)).map(
        ([table, rows]) => [table, rows - (before[table] ?? 0)] as const,
      );
      reads = Object.fromEntries(more.filter(([, rows]) => rows > 0));
      return result;
    }),
});

type Step = Pick<WalletCommand & { operation: 'play' }, 'roundId' | 'isRoundClosed'> & {
  readonly part: { readonly operation: 'bet' | 'win'; readonly txId: string; readonly refTxId?: string };
};

/** The rows of each table that the call read. */
async function executeBatch(member: TestMember, { part, ...step }: Step): Promise<Reads> {
  const { code } = await batcher.submit(chaba.id, {
    operation: 'play',
    provider: 'test',
    memberId: member.id,
    catalogue: chaba.catalogue,
    stakeError: undefined,
    gameCode: 'test-slot',
    isTable: false,
    parts: [{ refTxId: undefined, validBet: undefined, positions: [], isFree: false, amount: baht(1), ...part }],
    ...step,
  });
  assert.equal(code, 'OK');
  return reads;
}

async function play(member: TestMember, roundId: string): Promise<{ readonly bet: Reads; readonly win: Reads }> {
  const [bet, win] = [`${roundId}-b`, `${roundId}-w`];
  return {
    bet: await executeBatch(member, { roundId, isRoundClosed: false, part: { operation: 'bet', txId: bet } }),
    win: await executeBatch(member, {
      roundId,
      isRoundClosed: true,
      part: { operation: 'win', txId: win, refTxId: bet },
    }),
  };
}

test('reads few rows of any table for a bet and win of a long session', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  for (let round = 0; round < 60; round += 1) await play(member, `round-${round}`);
  const { bet, win } = await play(member, 'last');
  assert.equal(bet['game_round'], undefined, 'a new round has no row to read');
  assert.equal(win['game_round'], 2, 'its round as it is loaded, and as it is written');
  // A recently replaced row may be read in two versions.
  for (const [table, rows] of [...Object.entries(bet), ...Object.entries(win)]) {
    assert.ok(rows <= 4, `${table}: ${rows}`);
  }
});
