// After a recovery of the database no earlier access is valid, and no payout is sent that the bank may have.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import * as members from '@chaba/contract/members';
import { type Database, openDatabase, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { getBalances, getHouseBalance } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSites } from '#testing/factories';
import { fakeOutside } from '#testing/fake-bank';
import { checkStory } from '#testing/story';
import { authenticateSession, callWallet } from '#testing/wallet-commands';
import { openPayoutTestBank, withdrawalCommands } from '#testing/withdrawal-commands';
import { auditAll, recordFindings } from '#modules/audit';
import { closeReconciledDay } from '#modules/reconciliation';
import { payouts } from '#modules/withdrawals';

import { beginRecovery, compareRecovery, releaseRecovery } from './recovery.ts';
import { findOpenRecovery as findRecovery } from './recovery.store.ts';

const releasePayouts = (operator: Database, siteId: number): Promise<string> =>
  operator.transaction((tx) => releaseRecovery(tx, siteId, 'test'));

test('ends sessions, devices, launches, game sessions and seeds, and skips assigned numbers', async () => {
  const app = await buildTestApp();
  const { database, chaba } = app;
  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const bet = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: 'r', currency: 'THB', amount: '1' };
  assert.equal((await callWallet(app, 'bet', { ...bet, txId: 'b1' })).code, 'OK');
  await database.execute(sql`
    insert into game_launch (site_id, token_hash, member_id, provider, game_code, expires_at)
    values (${chaba.id}, ${randomBytes(32)}, ${member.id}, 'test', 'test-slot', now() + interval '1 minute')`);
  await database.execute(sql`
    insert into wheel_seed (site_id, member_id, seed_no, server_seed, client_seed)
    values (${chaba.id}, ${member.id}, 1, ${randomBytes(32)}, 'mine')`);
  await database.owner.execute(sql`
    with made as (insert into operator (name, display_name) values ('malee', 'Malee') returning operator_id)
    insert into operator_session (token_hash, operator_id, factor, network, device_name)
    select sha256('token'), operator_id, 'totp', 'n', 'a' from made`);
  await database.owner.execute(sql`
    insert into queue_claim (site_id, item, operator_id)
    select ${chaba.id}, 'withdrawals W00000001', operator_id from operator where name = 'malee'`);
  await database.owner.execute(sql`
    insert into export_job (site_id, requested_by, request_key, kind, name, params, columns, file_name)
    select ${chaba.id}, operator_id, 'key-of-export', 'list', 'members', '{}', '{name}', 'members.csv' from operator where name = 'malee'`);
  const nextNumber = sql`select nextval('movement_number') as number`;
  const before = await database.one<{ number: bigint }>(nextNumber);

  await app.app.close();
  const ended = await beginRecovery(owner);
  await owner.close();
  assert.ok(ended !== 'running');
  assert.deepEqual([ended.sessions > 0, ended.games > 1, ended.seeds], [true, true, 1]);
  assert.ok((await database.one<{ number: bigint }>(nextNumber)).number > before.number + 999_999n);
  assert.deepEqual(await database.owner.rows(sql`select from operator_session`), []);
  assert.deepEqual(await database.owner.rows(sql`select from queue_claim`), []);
  assert.deepEqual(await database.owner.rows(sql`select state from export_job`), [{ state: 'cancelled' }]);

  // A new process, because the caches of this one are from before the recovery.
  const started = await buildTestApp({ database });
  assert.equal((await started.send(members.refresh, { as: member })).status, 401);
  const reply = await callWallet(started, 'bet', { ...bet, txId: 'b2' });
  assert.equal(reply.code, 'INVALID_TOKEN');
  const win = { ...bet, txId: 'w1', refTxId: 'b1', amount: '5' };
  assert.equal((await callWallet(started, 'win', win)).code, 'OK', 'a win of a round from before is credited');
});

test('changes nothing while a server is connected', async () => {
  const database = await testDatabase();
  const { chaba } = await createSites(database);
  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  const server = openDatabase({ url: database.url, poolSize: 1, applicationName: 'chaba server' });
  await server.rows(sql`select 1`);
  assert.equal(await beginRecovery(owner), 'running');
  assert.equal(await findRecovery(database, chaba.id), undefined);
  await Promise.all([owner.close(), server.close()]);
});

test('submits no payout during a recovery and finds those that the bank has', async () => {
  const database = await testDatabase();
  const { chaba: site } = await createSites(database);
  const bank = openPayoutTestBank();
  const left = await getHouseBalance(database, site.id, chart.payouts);
  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  const operator = openDatabase({ url: database.operatorUrl, poolSize: 1 });
  const commands = {
    ...withdrawalCommands(bank, left),
    recover: async () => ((await beginRecovery(owner)) === 'running' ? 'running' : 'held'),
    query: async () =>
      (await payouts.queryRecovered(database, bank.payouts, site.id))
        .map(({ answer, settlement, isCertain }) => `${answer}/${settlement ?? 'none'}/${isCertain}`)
        .join('+'),
    end: async () => {
      await database.execute(sql`update recovery set compared_at = now()`);
      return releasePayouts(operator, site.id);
    },
  };
  await checkStory(
    { database, site, commands },
    `
    give      M1  800.00            given
    give      M2  800.00            given
    give      M3  800.00            given
    withdraw  M1  300.00  key=K1    approved
    withdraw  M2  200.00  key=K2    approved
    lock      M3  on                set
    lock      M3  off               set
    withdraw  M3  100.00  key=K3    approved
    recover   held
    job       0
    bank      K1  paid              done         // paid after the moment of the recovery
    bank      K2  NOT_FOUND         done
    bank      K3  accepted          done         // in transit
    query     paid/settled/true+unknown/none/true+accepted/none/false
    state     K1  paid
    state     K2  approved
    job       0
    bank      K3  paid              done
    query     unknown/none/true+paid/settled/true
    house     400.00                left
    bank      K2  paid              done
    end       released
    job       1
    state     K2  paid
    house     600.00                left
  `,
  );
  const posted = bank.outside.requests.filter((line) => line.startsWith('POST'));
  assert.equal(posted.length, 1, 'the bank received the one order that it did not have');
  await Promise.all([owner.close(), operator.close()]);
});

test('opens a dispute for a withdrawal that waits here and is paid at the bank', async () => {
  const database = await testDatabase();
  const { chaba: site } = await createSites(database);
  await database.owner.execute(sql`update site set is_withdraw_automatic = false where site_id = ${site.id}`);
  const bank = openPayoutTestBank();
  const commands = {
    ...withdrawalCommands(bank),
    query: async () =>
      (await payouts.queryRecovered(database, bank.payouts, site.id)).map(({ settlement }) => settlement).join('+'),
  };
  await checkStory(
    { database, site, commands },
    `
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    requested
    bank      K1  paid              done
    query     contradicted
    confirm   K1  paid              paid
    balance   M1  game=500.00  withdrawalHeld=0.00
  `,
  );
});

test('records a paid withdrawal that the recovery lost once, with the amount of the statement', async () => {
  const database = await testDatabase();
  const { chaba: site } = await createSites(database);
  const bank = openPayoutTestBank();
  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  const operator = openDatabase({ url: database.operatorUrl, poolSize: 1 });
  const members = await Promise.all([500, 60].map((money) => createMember(database, site, { money: baht(money) })));
  const record = (payoutId: string, index: number) =>
    operator.transaction((tx) =>
      payouts.recordLost(tx, { siteId: site.id, payoutId, memberId: members[index]?.id ?? 0n, decidedBy: 'test' }),
    );
  const statement = async (payoutId: string, amount: number) => {
    await database.execute(
      sql`insert into house_account (site_id, house_account) values (${site.id}, 'paying') on conflict do nothing`,
    );
    await database.execute(sql`
      insert into statement_line (site_id, house_account, line_id, source, booked_at, amount_e4, balance_after_e4, payout_id)
      values (${site.id}, 'paying', ${`${payoutId} ${amount}`}, 'statement', now(), ${BigInt(amount) * 10_000n}, 0, ${payoutId})`);
  };
  const [first, second, returned] = [`P${site.id}-9001`, `P${site.id}-9002`, `P${site.id}-9003`];
  await statement(first, -200);
  assert.equal(await record(first, 0), 'not_waiting', 'without a recovery nothing is lost');
  await beginRecovery(owner);
  await statement(second, -100);
  await statement(returned, -50);
  await statement(returned, 50);
  assert.equal(await record(`P${site.id}-9004`, 0), 'not_waiting', 'no statement shows it');
  assert.equal(await record(returned, 0), 'not_waiting', 'it was returned');
  assert.equal(await record('P999-9001', 0), 'not_waiting', 'it is of another site');
  assert.deepEqual(await Promise.all([record(first, 0), record(second, 1)]), ['paid', 'paid']);
  assert.deepEqual([await record(first, 0), await record(first, 1)], ['exists', 'exists']);

  const balances = await Promise.all(
    members.map(({ id }) => getBalances(database, site.id, id, { game: chart.game, owed: chart.receivable })),
  );
  assert.deepEqual(balances, [
    { game: baht(300), owed: 0n },
    { game: 0n, owed: -baht(40) },
  ]);
  const withdrawals = await database.rows(sql`
    select withdrawal_id as id, state, amount_e4 as amount, decided_by as by from withdrawal order by withdrawal_id`);
  assert.deepEqual(withdrawals, [
    { id: 9001n, state: 'paid', amount: baht(200), by: 'test' },
    { id: 9002n, state: 'paid', amount: baht(100), by: 'test' },
  ]);
  assert.deepEqual(await auditAll(database, { isTest: true }), []);
  assert.equal((await payouts.queryRecovered(database, bank.payouts, site.id)).length, 0);

  await database.owner.execute(sql`update payout_dispute set recorded_state = 'failed' where withdrawal_id = 9001`);
  const findings = await auditAll(database, { isTest: true });
  assert.ok(
    findings.some(({ detail }) => detail.includes('withdrawal 9001')),
    JSON.stringify(findings),
  );
  await Promise.all([owner.close(), operator.close()]);
});

test('is compared when bank and providers answered, and released when no finding is open', async () => {
  const page = { code: 'OK', openingBalance: '0.00', closingBalance: '0.00', cursor: '0', isLast: true, lines: [] };
  let isAnswering = false;
  const statements = fakeOutside(() => (isAnswering ? page : undefined));
  const app = await buildTestApp({ bank: { statements } });
  const { database, chaba } = app;
  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  const operator = openDatabase({ url: database.operatorUrl, poolSize: 1 });
  assert.deepEqual(await compareRecovery(app.context), []);
  await app.app.close();
  await beginRecovery(owner);
  const closeDay = (provider: string): Promise<string> =>
    operator.transaction((tx) => closeReconciledDay(tx, chaba.id, { provider, day, closedBy: 'test' }));
  assert.equal(await releasePayouts(operator, chaba.id), 'blocked');
  const [silent] = await compareRecovery(app.context);
  assert.ok(silent?.unanswered.some((what) => what.startsWith('statement of')));
  assert.equal(await releasePayouts(operator, chaba.id), 'blocked');
  isAnswering = true;
  const [answered] = await compareRecovery(app.context);
  assert.deepEqual(
    answered?.unanswered.filter((what) => what.startsWith('statement')),
    [],
  );
  await database.execute(sql`update recovery set compared_at = now()`);
  await recordFindings(database, chaba.id, [{ rule: 'a rule', site: chaba.id, detail: 'a detail' }]);
  assert.equal(await releasePayouts(operator, chaba.id), 'blocked');
  await database.execute(sql`update audit_finding set closed_at = now(), closed_by = 'test'`);
  await database.execute(sql`
    insert into reconciliation (site_id, provider, day, discrepancy_count) values
      (${chaba.id}, 'hub88', (now() at time zone 'Asia/Bangkok')::date, 2),
      (${chaba.id}, 'hub88', (now() at time zone 'Asia/Bangkok')::date - 40, 1)`);
  assert.equal(await releasePayouts(operator, chaba.id), 'blocked', 'a day of a provider is open');
  const { day } = await database.one<{ day: string }>(sql`select max(day)::text as day from reconciliation`);
  assert.equal(await closeDay('amb'), 'not_waiting');
  assert.equal(await closeDay('hub88'), 'closed');
  assert.equal(await closeDay('hub88'), 'not_waiting');
  assert.equal(await releasePayouts(operator, chaba.id), 'released');
  assert.equal(await releasePayouts(operator, chaba.id), 'not_waiting');
  await Promise.all([owner.close(), operator.close()]);
});
