// The example of the module's README: its round is played, and the rows are compared with the tables of the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { baht, formatBaht, type Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { authenticateSession, callWallet } from '#testing/wallet-commands';

const page = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');
const app = await buildTestApp();
const { database } = app;

/** The cells of the table behind this text, without its head. */
function readTable(name: string): string[][] {
  const section = page.slice(page.indexOf(name));
  const table = /(?:^\|.*\n)+/m.exec(section)?.[0] ?? '';
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.replaceAll('`', '').trim()),
    );
}

const format = (amount: unknown): string => formatBaht(amount as Money);

async function listRounds(): Promise<string[]> {
  const rows = await database.rows<
    Record<'state' | 'bets', string> & Record<'stake' | 'payout' | 'turnover', Money>
  >(sql`
    select state, stake_e4 as stake, payout_e4 as payout, turnover_e4 as turnover,
      (select string_agg(concat_ws(' ', bet ->> 'txId', bet ->> 'state', 'by ' || (bet ->> 'by')), ', ')
        from jsonb_array_elements(bets) bet) as bets
    from game_round where round_id = 'r1'`);
  return rows.flatMap(({ state, stake, payout, turnover, bets }) => [
    state,
    ...[stake, payout, turnover].map(format),
    bets,
  ]);
}

test('writes the rows of the example in the README', async () => {
  const member = await createMember(database, app.chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const named = { playerId: member.playerId, gameCode: 'test-slot', roundId: 'r1', currency: 'THB' };
  await callWallet(app, 'bet', { ...named, token, txId: 'b1', amount: '20' });
  const afterBet = await listRounds();
  await callWallet(app, 'win', { ...named, txId: 'w1', refTxId: 'b1', amount: '50', roundClosed: true });
  const afterWin = await listRounds();
  assert.deepEqual(
    [afterBet, afterWin],
    readTable('`game_round` after').map(([, ...cells]) => cells),
  );

  const transactions = await database.rows<Record<string, unknown>>(sql`
    select tx_id, operation, coalesce(ref_tx_id, '') as ref, round_id, amount_e4 as amount, balance_before_e4 as before,
      balance_after_e4 as after from wallet_transaction where site_id = ${app.chaba.id} order by created_at, tx_id`);
  assert.deepEqual(
    transactions.map(({ tx_id, operation, ref, round_id, amount, before, after }) => [
      tx_id,
      operation,
      ref,
      round_id,
      ...[amount, before, after].map(format),
    ]),
    readTable('`wallet_transaction` (unique'),
  );

  const names = new Map(Object.entries(chart).map(([name, kind]) => [kind.kind, name]));
  const transfers = await database.rows<{ reason: string; from: number; to: number; amount: Money }>(sql`
    select reason, from_kind::int as "from", to_kind::int as "to", amount_e4 as amount from ledger_transfer
    where site_id = ${app.chaba.id} and owner_id = ${member.id} and reason in ('bet', 'win') order by transfer_id`);
  assert.deepEqual(
    transfers.map(({ reason, from, to, amount }) => [reason, names.get(from), names.get(to), format(amount)]),
    readTable('`ledger_transfer`:'),
  );
});
