import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withdrawHistory } from '@chaba/contract/history';
import { getBalance } from '@chaba/contract/members';
import * as contract from '@chaba/contract/withdrawals';
import { sql } from '@chaba/database';
import { baht } from '@chaba/money';

import { closeUnreadReport, listUnreadReports } from '#modules/bank-reports';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';

const app = await buildTestApp();

test('holds the requested money at once and finishes it with the bank’s result', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const condition = (await app.send(contract.getWithdrawCondition, { as: member })).body.data;
  assert.deepEqual(
    [condition.canWithdraw, condition.minWithdraw, condition.gameWallet, condition.reasons],
    [true, 100, 1_000, []],
  );

  const body = { Amount: 300.5, Channel: 'BANK' };
  const response = await app.send(contract.requestWithdrawal, { as: member, body, idempotencyKey: 'W1' });
  assert.equal(response.status, 200);
  assert.equal(response.body.message, 'ถอนเงินสำเร็จ');
  assert.deepEqual([response.body.data.Amount, response.body.data.Status], [300.5, 2]);
  const again = await app.send(contract.requestWithdrawal, { as: member, body, idempotencyKey: 'W1' });
  assert.deepEqual(again.body.data, response.body.data);
  assert.equal((await app.send(getBalance, { as: member })).body.data.balance, 699.5);

  const id = Number(response.body.data.withdrawalId.slice(1));
  const word = { payoutId: `P${app.chaba.id}-${id}`, status: 'paid' };
  assert.equal((await app.send(contract.receivePayoutResult, { body: word })).status, 401);
  for (let turn = 0; turn < 2; turn += 1) {
    assert.equal((await app.send(contract.receivePayoutResult, { body: word, signedBy: 'bank' })).status, 200);
  }
  const [row] = (await app.send(withdrawHistory, { as: member })).body.data.Transaction;
  assert.deepEqual(
    [row?.id, row?.Amount, row?.Status, row?.BankAccount],
    [response.body.data.withdrawalId, 300.5, 1, `xxxxxx${member.bankAccount.slice(-4)}`],
  );
});

test('notes the operator’s review in the response and in the history', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(9_000) });
  const body = { Amount: 8_000, Channel: 'BANK' };
  const response = await app.send(contract.requestWithdrawal, { as: member, body });
  assert.equal(response.body.message, 'ถอนเงินสำเร็จ');
  assert.equal(response.body.data.note, 'รายการนี้รอเจ้าหน้าที่ตรวจสอบก่อนโอนเงิน');
  const [row] = (await app.send(withdrawHistory, { as: member })).body.data.Transaction;
  assert.deepEqual([row?.Status, row?.note], [2, 'รอเจ้าหน้าที่ตรวจสอบ']);
  const automatic = await createMember(app.database, app.chaba, { money: baht(900) });
  const quick = await app.send(contract.requestWithdrawal, { as: automatic, body: { Amount: 800, Channel: 'BANK' } });
  assert.equal(quick.body.data.note, undefined);
});

test('shows the member a later return and a contradiction of the bank', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const body = { Amount: 300, Channel: 'BANK' };
  const { withdrawalId } = (await app.send(contract.requestWithdrawal, { as: member, body })).body.data;
  const payoutId = `P${app.chaba.id}-${Number(withdrawalId.slice(1))}`;
  const report = async (status: string) => {
    const result = await app.send(contract.receivePayoutResult, { body: { payoutId, status }, signedBy: 'bank' });
    assert.equal(result.status, 200);
    const [row] = (await app.send(withdrawHistory, { as: member })).body.data.Transaction;
    return [row?.Status, row?.note];
  };
  assert.deepEqual(await report('paid'), [1, undefined]);
  assert.deepEqual(await report('returned'), [3, 'ธนาคารปลายทางส่งเงินคืน เงินกลับเข้ากระเป๋าหลักแล้ว']);
  const { internalWallet } = (await app.send(getBalance, { as: member })).body.data;
  assert.deepEqual([internalWallet.gameWallet, internalWallet.mainWallet], [700, 300]);

  const second = (await app.send(contract.requestWithdrawal, { as: member, body: { ...body, Amount: 200 } })).body.data;
  assert.equal(second.note, 'รายการนี้รอเจ้าหน้าที่ตรวจสอบก่อนโอนเงิน');
  const other = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const third = (await app.send(contract.requestWithdrawal, { as: other, body })).body.data;
  const result = (status: string) =>
    app.send(contract.receivePayoutResult, {
      body: { payoutId: `P${app.chaba.id}-${Number(third.withdrawalId.slice(1))}`, status },
      signedBy: 'bank',
    });
  await result('failed');
  await result('paid');
  assert.ok(app.logLines.some((line) => line.includes('payout result contradicts the posted one')));
  const [row] = (await app.send(withdrawHistory, { as: other })).body.data.Transaction;
  assert.match(row?.note ?? '', /^กำลังตรวจสอบผลการโอนกับธนาคาร/);
  const rejected = await app.send(contract.requestWithdrawal, { as: other, body });
  assert.deepEqual([rejected.status, rejected.body.code], [409, 'WITHDRAW_DISPUTED']);
  const { reasons } = (await app.send(contract.getWithdrawCondition, { as: other })).body.data;
  assert.deepEqual(
    reasons.map(({ code }) => code),
    ['WITHDRAW_DISPUTED'],
  );
});

test('applies a payout result whatever its reason is, and keeps a report that is no result', async () => {
  const reasons: readonly unknown[] = [
    undefined,
    null,
    'x'.repeat(2_000),
    '',
    17,
    1.5,
    {},
    ['a'],
    true,
    'ก'.repeat(300),
  ];
  for (const reason of reasons) {
    const member = await createMember(app.database, app.chaba, { money: baht(500) });
    const body = { Amount: 100, Channel: 'BANK' };
    const { withdrawalId } = (await app.send(contract.requestWithdrawal, { as: member, body })).body.data;
    const word = { payoutId: `P${app.chaba.id}-${Number(withdrawalId.slice(1))}`, status: 'failed', reason };
    const raw = JSON.stringify(word);
    assert.equal(
      (await app.send(contract.receivePayoutResult, { raw, signedBy: 'bank' })).status,
      200,
      raw.slice(0, 90),
    );
    const [row] = (await app.send(withdrawHistory, { as: member })).body.data.Transaction;
    assert.equal(row?.Status, 3, raw.slice(0, 90));
  }
  const unread = [
    '',
    '{',
    'null',
    '[]',
    '{"payoutId":5,"status":"paid"}',
    '{"payoutId":"P1-1"}',
    '{"payoutId":"P1-1","status":"late"}',
  ];
  for (const raw of unread) {
    assert.equal((await app.send(contract.receivePayoutResult, { raw, signedBy: 'bank' })).status, 200, raw);
    const [kept] = await listUnreadReports(app.database, app.chaba.id);
    assert.deepEqual([kept?.kind, kept?.reason, kept?.content], ['payout', 'PAYOUT_UNREADABLE', raw]);
  }
});

test('keeps each result of an unknown payout once, and returns not found so that the bank repeats it', async () => {
  for (const payoutId of [`P${app.chaba.id}-999999`, 'P9-1', 'x', ' ', 'p1-0', `Q${app.chaba.id}-1`]) {
    const raw = JSON.stringify({ payoutId, status: 'paid' });
    for (let times = 1; times <= 2; times += 1) {
      assert.equal((await app.send(contract.receivePayoutResult, { raw, signedBy: 'bank' })).status, 404);
      const [kept] = await listUnreadReports(app.database, app.chaba.id);
      assert.deepEqual(
        [kept?.kind, kept?.reason, kept?.content, kept?.times],
        ['payout', 'PAYOUT_UNKNOWN', raw, times],
      );
    }
  }
  // Repeats for two days leave room for other reports of the day, and leave a closed report closed.
  const count = sql`select reports from unread_report_day where site_id = ${app.chaba.id}`;
  const before = await app.database.owner.rows(count);
  const [closed] = await listUnreadReports(app.database, app.chaba.id);
  const act = { reportId: closed?.reportId ?? 0n, closedBy: 'test' };
  await app.database.transaction((tx) => closeUnreadReport(tx, app.chaba.id, act));
  const again = { raw: closed?.content ?? '', signedBy: 'bank' } as const;
  assert.equal((await app.send(contract.receivePayoutResult, again)).status, 404);
  assert.notEqual((await listUnreadReports(app.database, app.chaba.id))[0]?.reportId, closed?.reportId);
  assert.deepEqual(await app.database.owner.rows(count), before);

  const unsigned = { body: { payoutId: 'P9-2', status: 'paid' } };
  assert.equal((await app.send(contract.receivePayoutResult, unsigned)).status, 401);
  const kept = await listUnreadReports(app.database, app.chaba.id);
  assert.ok(!kept.some(({ content }) => content.includes('P9-2')));
});

test('applies a result once whose id has other letters or spaces around it', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const body = { Amount: 300, Channel: 'BANK' };
  const { withdrawalId } = (await app.send(contract.requestWithdrawal, { as: member, body })).body.data;
  const id = `${app.chaba.id}-${Number(withdrawalId.slice(1))}`;
  for (const payoutId of [`p${id}`, `P${id} `, `\t p${id}\n`]) {
    const result = { body: { payoutId, status: 'failed' }, signedBy: 'bank' } as const;
    assert.equal((await app.send(contract.receivePayoutResult, result)).status, 200);
    const [row] = (await app.send(withdrawHistory, { as: member })).body.data.Transaction;
    assert.equal(row?.Status, 3);
    const { internalWallet } = (await app.send(getBalance, { as: member })).body.data;
    assert.equal(internalWallet.gameWallet + internalWallet.mainWallet, 1_000);
  }
});

const amounts: readonly unknown[] = [
  0,
  -0,
  -1,
  0.001,
  100.123,
  1_234_567_890_123,
  '300',
  null,
  true,
  [300],
  {},
  undefined,
];
for (const amount of amounts) {
  test(`rejects the amount ${JSON.stringify(amount) ?? 'that is missing'} in Thai and moves nothing`, async () => {
    const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
    const { status, body } = await app.send(contract.requestWithdrawal, {
      as: member,
      body: { Amount: amount, Channel: 'BANK' },
    });
    assert.deepEqual([status, body.success, body.code], [422, false, 'WITHDRAW_AMOUNT_INVALID']);
    assert.match(body.message ?? '', /[฀-๿]/);
    assert.equal((await app.send(getBalance, { as: member })).body.data.balance, 1_000);
  });
}

test('applies the server’s minimum regardless of the client', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const { status, body } = await app.send(contract.requestWithdrawal, {
    as: member,
    body: { Amount: 50, Channel: 'BANK', minWithdraw: 1 },
  });
  assert.deepEqual([status, body.code, body.message], [422, 'WITHDRAW_BELOW_MINIMUM', 'ถอนเงินขั้นต่ำ 100 บาท']);
});

test('rejects another channel or a client-defined field', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  for (const extra of [{ Channel: 'WALLET' }, { Channel: 'BANK', BankAccount: '1112223334' }]) {
    const { status } = await app.send(contract.requestWithdrawal, { as: member, body: { Amount: 200, ...extra } });
    assert.equal(status, 400);
  }
});
