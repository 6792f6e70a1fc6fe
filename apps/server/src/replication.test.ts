// A database that waits for a synchronous standby which does not answer: nothing is answered as done before it is
// replicated, whether it is sent for the first time or repeated.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, sql } from '@chaba/database';
import { startEmbedded } from '@chaba/embedded-postgres';
import { testDatabase, testSettings } from '@chaba/database/testing';
import { baht } from '@chaba/money';

import { ConfigError } from '#core/config';
import { observePool } from '#core/database-metrics';
import { checkDurability } from '#core/durability';
import { metrics } from '#core/metrics';
import { lineOf, openOurAccount } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { authenticateSession, callWallet } from '#testing/wallet-commands';
import { receiveFeed } from '#modules/deposits';
import { findStatus, formatStatus } from '#modules/operations';
import { requestWithdrawal } from '#modules/withdrawals';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-standby-'));
fs.chmodSync(dataDir, 0o755);
const cluster = await startEmbedded({ dataDir, settings: testSettings() });
// Standbys are named for a whole cluster, so this file has one of its own.
process.env['TEST_DATABASE_URL'] = cluster.ownerUrl('postgres');
const app = await buildTestApp({ database: await testDatabase(observePool('call')) });
const { database, chaba } = app;
const admin = openDatabase({ url: `${cluster.ownerUrl('postgres')}?options=-c%20synchronous_commit%3Dlocal` });
// Hooks run in this order: the server and its database close before the cluster stops.
after(async () => {
  await admin.destroy();
  await cluster.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function nameStandby(name: 'nobody' | ''): Promise<void> {
  await admin.execute(
    name === ''
      ? sql`alter system reset synchronous_standby_names`
      : sql`alter system set synchronous_standby_names = 'nobody'`,
  );
  await admin.rows(sql`select pg_reload_conf()`);
  for (;;) {
    const { names } = await admin.one<{ names: string }>(
      sql`select current_setting('synchronous_standby_names') as names`,
    );
    if (names === name) return;
    await sleep(20);
  }
}

/** Returns the process of a commit that waits for its standby. */
async function findWaitingCommit(): Promise<number> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(10)) {
    const [first] = await admin.rows<{ pid: number }>(
      sql`select pid from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    if (first) return first.pid;
  }
  assert.fail('no commit waits for its standby');
}

/** Cancels the wait of one commit for its standby, as an administrator may. */
async function cancelWait(): Promise<void> {
  const pid = await findWaitingCommit();
  await admin.rows(sql`select pg_cancel_backend(${pid})`);
}

/** Reads the counter as Prometheus does. */
function countUnreplicated(): number {
  const [, value] = /^chaba_database_unreplicated_commits_total (\d+)$/m.exec(metrics.render()) ?? [];
  return Number(value);
}

const isUnknown = (error: unknown): boolean => /outcome unknown/.test(String(error));

/**
 * The first try commits only on the primary and is cancelled, the second finds it there and is cancelled too, the third
 * waits until the standby is back.
 */
async function checkReplay<Result>(work: () => Promise<Result>): Promise<Result> {
  await nameStandby('nobody');
  try {
    return await replay(work);
  } finally {
    // A failed check must not leave the commits of the next test waiting.
    await nameStandby('');
  }
}

async function replay<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const attempt of ['first', 'second']) {
    const counted = countUnreplicated();
    await Promise.all([assert.rejects(work(), isUnknown, `the ${attempt} try is not answered as done`), cancelWait()]);
    assert.ok(countUnreplicated() > counted, `the cancelled wait of the ${attempt} try is counted`);
  }
  let isAnswered = false;
  const third = work().finally(() => (isAnswered = true));
  await findWaitingCommit();
  assert.equal(isAnswered, false, 'a repeated call waits for replication');
  await nameStandby('');
  return third;
}

before(() => openOurAccount(database, chaba));

test('answers a bet with OK only when it is replicated, repeated or not', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const named = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: 'r1', currency: 'THB' };
  const bet = { ...named, txId: 'b1', amount: '10' };
  const checked = await checkReplay(async () => {
    const reply = await callWallet(app, 'bet', bet);
    if (reply.code === 'OK') return reply;
    assert.equal(reply.code, 'TEMPORARY_ERROR');
    const line = app.logLines.findLast((each) => each.includes('wallet request failed'));
    throw new Error(line);
  });
  assert.deepEqual([checked.code, checked['duplicate'], checked['balanceAfter']], ['OK', true, '90.0000']);
});

test('answers a withdrawal and a bank line only when they are replicated, repeated or not', async () => {
  const member = await createMember(database, chaba, { money: baht(1_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount: baht(100), idempotencyKey: randomUUID() };
  const withdrawal = await checkReplay(() => requestWithdrawal(database, request));
  assert.equal(withdrawal.amount, baht(100));
  const transfer = {
    sendingBank: '014',
    transRef: 'Standby1',
    at: new Date(Date.now() - 60_000),
    amount: '77.00',
    senderName: 'สมชาย ใ',
    senderAccount: member.bankAccount,
    toAccount: '9998887776',
    answer: 'OK',
  };
  assert.deepEqual(await checkReplay(() => receiveFeed(database, [lineOf(transfer, 'Standby1')])), ['known']);
});

test('stops money without the synchronous standby and names the reason in the status', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const named = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: 'r1', currency: 'THB' };
  const bet = () => callWallet(app, 'bet', { ...named, txId: 'b1', amount: '10' });
  const readStatus = async (isStandbyRequired: boolean) => {
    const status = await findStatus(database, { isBackupExpected: false, isStandbyRequired });
    const line = /^.*(standby|standbys).*$/m.exec(formatStatus(status, false))?.[0] ?? '';
    return { level: status.level, line };
  };
  await nameStandby('nobody');
  try {
    const [reply, status] = await Promise.all([bet(), readStatus(false)]);
    assert.equal(reply.code, 'TEMPORARY_ERROR');
    assert.match(status.line, /no synchronous standby is seen: commits wait, and money stops/);
    assert.equal(status.level, 'broken');
  } finally {
    await nameStandby('');
  }
  assert.equal((await bet()).code, 'OK');
  assert.match((await readStatus(false)).line, /ok .* none synchronous: commits go on with one copy/);
  assert.match((await readStatus(true)).line, /XX .* none synchronous: commits go on with one copy/);
});

test('requires a synchronous standby where the setting demands one', async () => {
  const required = { ...app.context, config: { ...app.context.config, isSyncRequired: true } };
  await assert.rejects(checkDurability(required), (error) => {
    assert.match(String(error), /no synchronous standby/);
    return error instanceof ConfigError;
  });
  await nameStandby('nobody');
  await checkDurability(required);
  await nameStandby('');
  await checkDurability(app.context);
});
