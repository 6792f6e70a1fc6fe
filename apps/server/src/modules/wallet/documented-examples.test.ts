// The documented examples: the round of the module's README, whose rows are compared with the tables of the page, and
// the requests of the wallet's document, which return its fields and figures.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { endpoints } from '@chaba/contract/endpoints';
import { responseExamples, requestExamples } from '@chaba/contract/wallet-docs';
import { sql } from '@chaba/database';
import { baht, formatBaht, type Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { authenticateSession, callWallet } from '#testing/wallet-commands';

const app = await buildTestApp();
const { database } = app;
const page = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');

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

const documented = await createMember(database, app.chaba, { money: baht(120) });

async function launchToken(): Promise<string> {
  const { body } = await app.send(
    { method: 'POST', path: '/game-composite/v1/launch' },
    { as: documented, body: { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' } },
  );
  return (body.data as { launchToken: string }).launchToken;
}

test('responds to the documented examples as documented', async () => {
  let session = '';
  for (const name of ['authenticate', 'walletBalance', 'bet', 'win', 'betwin', 'adjust', 'award', 'tip', 'endRound']) {
    const operation =
      endpoints
        .find((each) => each.name === name)
        ?.endpoint.path.split('/')
        .at(-1) ?? name;
    const example = requestExamples[name] ?? {};
    const body = {
      ...example,
      ...('playerId' in example ? { playerId: documented.playerId } : {}),
      ...('token' in example ? { token: name === 'authenticate' ? await launchToken() : session } : {}),
    };
    const answer = await callWallet(app, operation, body);
    if (name === 'authenticate') session = String(answer['token']);
    const own = (field: string, value: unknown) =>
      field === 'token' || field === 'serverTime' ? typeof value : String(value).replace(documented.playerId, 'PLAYER');
    const shown = { ...responseExamples[name] };
    const player = String(requestExamples['walletBalance']?.['playerId']);
    assert.deepEqual(
      Object.fromEntries(Object.entries(answer).map(([field, value]) => [field, own(field, value)])),
      Object.fromEntries(
        Object.entries(shown).map(([field, value]) => [field, own(field, String(value).replace(player, 'PLAYER'))]),
      ),
      name,
    );
  }
});

test('refunds the example bet by the example rollback', async () => {
  const other = await createMember(database, app.chaba, { money: baht(120) });
  const { body } = await app.send(
    { method: 'POST', path: '/game-composite/v1/launch' },
    { as: other, body: { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' } },
  );
  const { launchToken: token } = body.data as { launchToken: string };
  const gameSession = await callWallet(app, 'authenticate', { token });
  const own = { playerId: other.playerId, token: gameSession['token'] };
  assert.equal((await callWallet(app, 'bet', { ...requestExamples['bet'], ...own })).code, 'OK');
  const answer = await callWallet(app, 'rollback', { ...requestExamples['rollback'], ...own });
  assert.deepEqual(figuresOf(answer), figuresOf({ ...responseExamples['rollback'] }));
});

const figuresOf = ({ code, txId, balanceBefore, balanceAfter, duplicate }: Readonly<Record<string, unknown>>) => ({
  code,
  txId,
  balanceBefore,
  balanceAfter,
  duplicate,
});
