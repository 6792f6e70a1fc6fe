// After a recovery of the database nothing of the past works, and no payout is sent that the bank may have.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import * as members from '@chaba/contract/members';
import { openDatabase, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { getHouseBalance } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSites } from '#testing/factories';
import { fakeOutside } from '#testing/fake-bank';
import { checkStory } from '#testing/story';
import { authenticateSession, callWallet } from '#testing/wallet-commands';
import { openPayoutTestBank, withdrawalCommands } from '#testing/withdrawal-commands';
import { recordFindings } from '#modules/audit';
import { releasePayouts } from '#modules/operators';
import { queryRecoveredPayouts } from '#modules/withdrawals';

import { beginRecovery, compareRecovery, findRecovery } from './recovery.ts';

test('ends sessions, devices, launches, game sessions and seeds, and skips the numbers that were given', async () => {
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
  const nextNumber = sql`select nextval('movement_number') as number`;
  const before = await database.one<{ number: bigint }>(nextNumber);

  await app.app.close();
  const ended = await beginRecovery(owner);
  await owner.close();
  assert.ok(ended !== 'running');
  assert.deepEqual([ended.sessions > 0, ended.games > 1, ended.seeds], [true, true, 1]);
  assert.ok((await database.one<{ number: bigint }>(nextNumber)).number > before.number + 999_999n);

  // A process that starts afterwards, as the caches of this one are of the past.
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
      (await queryRecoveredPayouts(database, bank.payouts, site.id))
        .map(({ answer, settlement, isCertain }) => `${answer}/${settlement ?? 'none'}/${isCertain}`)
        .join('+'),
    end: async () => {
      await database.execute(sql`update recovery set compared_at = now()`);
      return releasePayouts(operator, { siteId: site.id, operator: 'test', reason: 'compared' });
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
    bank      K1  paid              said         // paid after the moment of the recovery
    bank      K2  NOT_FOUND         said
    bank      K3  accepted          said         // on its way
    query     paid/settled/true+unknown/none/true+accepted/none/false
    state     K1  paid
    state     K2  approved
    job       0
    bank      K3  paid              said
    query     unknown/none/true+paid/settled/true
    house     400.00                left
    bank      K2  paid              said
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
  await database.execute(sql`update site set is_withdraw_automatic = false where site_id = ${site.id}`);
  const bank = openPayoutTestBank();
  const commands = {
    ...withdrawalCommands(bank),
    query: async () =>
      (await queryRecoveredPayouts(database, bank.payouts, site.id)).map(({ settlement }) => settlement).join('+'),
  };
  await checkStory(
    { database, site, commands },
    `
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    requested
    bank      K1  paid              said
    query     contradicted
    confirm   K1  paid              paid
    balance   M1  game=500.00  withdrawalHeld=0.00
  `,
  );
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
  const by = { siteId: chaba.id, operator: 'test', reason: 'after a recovery' };
  assert.equal(await releasePayouts(operator, by), 'blocked');
  const [silent] = await compareRecovery(app.context);
  assert.ok(silent?.unanswered.some((what) => what.startsWith('statement of')));
  assert.equal(await releasePayouts(operator, by), 'blocked');
  isAnswering = true;
  const [answered] = await compareRecovery(app.context);
  assert.deepEqual(
    answered?.unanswered.filter((what) => what.startsWith('statement')),
    [],
  );
  await database.execute(sql`update recovery set compared_at = now()`);
  await recordFindings(database, chaba.id, [{ rule: 'a rule', site: chaba.id, detail: 'a detail' }]);
  assert.equal(await releasePayouts(operator, by), 'blocked');
  await database.execute(sql`update audit_finding set closed_at = now(), closed_by = 'test'`);
  assert.equal(await releasePayouts(operator, by), 'released');
  assert.equal(await releasePayouts(operator, by), 'not_waiting');
  await Promise.all([owner.close(), operator.close()]);
});
