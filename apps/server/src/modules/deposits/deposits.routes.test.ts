import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/deposits';
import { depositHistory } from '@chaba/contract/history';
import { getBalance } from '@chaba/contract/members';
import { encodeSlipQr } from '@chaba/contract/slip-qr';
import { money } from '@chaba/money';

import { openOurAccount, OUR_ACCOUNT, OUR_BANK, OUR_NAME } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { fakeOutside } from '#testing/fake-bank';

import { assignDeposit, receiveFeed, waitingDeposits } from './deposits.ts';
import { ensureReceivingAccount } from '#modules/receiving-accounts';

let slipAnswer: Record<string, unknown> | undefined;
const app = await buildTestApp({ bank: { slips: fakeOutside(() => slipAnswer) } });
await openOurAccount(app.database, app.chaba);
await ensureReceivingAccount(app.database, app.chaba.id, {
  kind: 'wallet',
  bankCode: null,
  account: '0891112222',
  holderName: OUR_NAME,
});

function barcodeOf(transRef: string): string {
  return encodeSlipQr({ kind: 'BANK_SLIP', sendingBank: '014', transRef });
}

function goodSlip(member: TestMember, transRef: string, amount: string): Record<string, unknown> {
  const [date = '', time = ''] = new Date(Date.now() + 7 * 3_600_000 - 60_000).toISOString().split('T');
  const tail = member.bankAccount.slice(-4);
  return {
    code: 'OK',
    slip: {
      transRef,
      sendingBank: '014',
      receivingBank: OUR_BANK,
      transDate: date.replaceAll('-', ''),
      transTime: time.slice(0, 8),
      amount,
      sender: { displayName: 'นาย สมชาย ใ', name: 'SOMCHAI J', account: { type: 'BANKAC', value: `xxxxxx${tail}` } },
      receiver: {
        displayName: OUR_NAME,
        name: 'CHABA',
        account: { type: 'BANKAC', value: `xxxxxx${OUR_ACCOUNT.slice(-4)}` },
      },
    },
  };
}

test('lists the accounts of the site, banks by number and wallets by phone', async () => {
  const member = await createMember(app.database, app.chaba);
  const { body } = await app.send(contract.listDepositAccounts, { as: member });
  assert.deepEqual(body.data, [
    { BankCode: '004', BankAccount: '9998887776', fullName: OUR_NAME, BankName: 'ธนาคารกสิกรไทย' },
    { phoneNumber: '0891112222', fullName: OUR_NAME, BankName: 'ทรูมันนี่ วอลเล็ท' },
  ]);
  const stranger = await createMember(app.database, app.lanna);
  assert.deepEqual((await app.send(contract.listDepositAccounts, { as: stranger })).body.data, []);
});

test('turns a slip into balance, a row of the history and a credited slip', async () => {
  const member = await createMember(app.database, app.chaba);
  slipAnswer = goodSlip(member, 'Door1', '500.25');
  const { status, body } = await app.send(contract.sendSlip, { as: member, body: { barcode: barcodeOf('Door1') } });
  assert.equal(status, 200);
  assert.equal(body.success, true);
  assert.equal(body.message, 'ฝากเงินสำเร็จ 500.25 บาท');
  assert.equal(body.data.Amount, 500.25);
  assert.equal(body.data.wallet, 'gameWallet');

  assert.equal((await app.send(getBalance, { as: member })).body.data.balance, 500.25);
  const [row] = (await app.send(depositHistory, { as: member })).body.data.Transaction;
  assert.equal(row?.id, body.data.depositId);
  assert.deepEqual([row.TransType, row.Amount, row.Status, row.BonusInfo._id], ['DEPOSIT', 500.25, 1, null]);
  const [slip] = (await app.send(contract.listSlips, { as: member })).body.data.slips;
  assert.deepEqual([slip?.state, slip?.code, slip?.Amount], ['credited', null, 500.25]);
});

test('repeats the response to the request that credited a slip, and to no other request', async () => {
  const member = await createMember(app.database, app.chaba);
  slipAnswer = goodSlip(member, 'Door3', '80.00');
  const submit = (idempotencyKey: string, as = member) =>
    app.send(contract.sendSlip, { as, idempotencyKey, body: { barcode: barcodeOf('Door3') } });
  const [one, two] = await Promise.all([submit('first'), submit('first')]);
  assert.deepEqual([one.status, one.body.data, one.body.message], [two.status, two.body.data, two.body.message]);
  assert.equal(one.body.data.Amount, 80);
  assert.deepEqual((await submit('first')).body.data, one.body.data);
  for (const answer of [await submit('second'), await submit('first', await createMember(app.database, app.chaba))]) {
    assert.deepEqual([answer.status, answer.body.code], [409, 'DUPLICATE_SLIP']);
  }
  const other = await app.send(contract.sendSlip, {
    as: member,
    idempotencyKey: 'first',
    body: { barcode: barcodeOf('Door4') },
  });
  assert.deepEqual([other.status, other.body.code], [409, 'IDEMPOTENCY_KEY_REUSED']);
  assert.equal((await app.send(getBalance, { as: member })).body.data.balance, 80);
});

test('shows the amount of a slip whose reference the feed reported', async () => {
  const member = await createMember(app.database, app.chaba);
  const line = {
    bankLineId: 'line-of-Door5',
    amount: money(123_4500n),
    transferredAt: new Date(),
    senderBank: member.bankCode,
    senderTail: member.bankAccount,
    senderName: undefined,
    transRef: 'Door5',
    balanceAfter: undefined,
    receiver: { kind: 'bank', bankCode: OUR_BANK, account: OUR_ACCOUNT },
  } as const;
  assert.deepEqual(await receiveFeed(app.database, [line]), ['credited']);
  const { status, body } = await app.send(contract.sendSlip, {
    as: member,
    body: { barcode: encodeSlipQr({ kind: 'BANK_SLIP', sendingBank: member.bankCode, transRef: 'Door5' }) },
  });
  assert.deepEqual([status, body.code], [409, 'SLIP_ALREADY_CREDITED']);
  const [slip] = (await app.send(contract.listSlips, { as: member })).body.data.slips;
  assert.deepEqual([slip?.state, slip?.code, slip?.Amount], ['credited', null, 123.45]);
});

test("lists the slip of a transfer from another person's account with a reference, and never its amount", async () => {
  const member = await createMember(app.database, app.chaba);
  const other = await createMember(app.database, app.chaba, { firstName: 'มาลี', lastName: 'สุขใจ' });
  slipAnswer = goodSlip(other, 'Door20', '64.00');
  const sent = await app.send(contract.sendSlip, { as: member, body: { barcode: barcodeOf('Door20') } });
  assert.deepEqual([sent.status, sent.body.code], [422, 'SLIP_SENDER_MISMATCH']);

  const [waiting] = (await waitingDeposits(app.database, app.chaba.id)).filter(
    ({ amount }) => amount === money(64_0000n),
  );
  assert.ok(waiting);
  const listed = async () => (await app.send(contract.listSlips, { as: member })).body.data.slips.at(0);
  const open = await listed();
  assert.deepEqual(
    [open?.state, open?.code, open?.Amount, open?.reference],
    ['review', 'SLIP_SENDER_MISMATCH', null, `D${String(waiting.depositId).padStart(8, '0')}`],
  );
  assert.match(open?.message ?? '', /เจ้าหน้าที่จะตรวจสอบ แล้วเติมเครดิตหรือคืนเงิน/);

  const decision = { siteId: app.chaba.id, depositId: waiting.depositId, memberId: member.id, decidedBy: 'test' };
  await app.database.transaction((tx) => assignDeposit(tx, decision));
  const credited = await listed();
  // The deposit history has a row of it.
  assert.deepEqual([credited?.state, credited?.Amount, credited?.reference], ['credited', 64, null]);
});

test('shows a disputed slip to its member, and a debited credit to the other member', async () => {
  const [owner, other] = [await createMember(app.database, app.chaba), await createMember(app.database, app.chaba)];
  const line = {
    bankLineId: 'line-of-Route6',
    amount: money(61_0000n),
    transferredAt: new Date(),
    senderBank: undefined,
    senderTail: undefined,
    senderName: undefined,
    transRef: undefined,
    balanceAfter: undefined,
    receiver: { kind: 'bank', bankCode: OUR_BANK, account: OUR_ACCOUNT },
  } as const;
  assert.deepEqual(await receiveFeed(app.database, [line]), ['unmatched']);
  const waiting = (await waitingDeposits(app.database, app.chaba.id)).find(({ amount }) => amount === line.amount);
  assert.ok(waiting);
  const attach = (memberId: bigint) =>
    app.database.transaction((tx) =>
      assignDeposit(tx, { siteId: app.chaba.id, depositId: waiting.depositId, memberId, decidedBy: 'test' }),
    );
  await attach(other.id);

  slipAnswer = goodSlip(owner, 'Route6', '61.00');
  const submit = () =>
    app.send(contract.sendSlip, { as: owner, idempotencyKey: 'route-6', body: { barcode: barcodeOf('Route6') } });
  const { status, body } = await submit();
  assert.deepEqual([status, body.success, body.code], [409, false, 'SLIP_DISPUTED']);
  assert.match(body.message ?? '', /ไม่ต้องโอนซ้ำ/);
  const [slip] = (await app.send(contract.listSlips, { as: owner })).body.data.slips;
  assert.deepEqual([slip?.state, slip?.message, slip?.Amount], ['disputed', body.message, 61]);

  await attach(owner.id);
  const [credited] = (await app.send(contract.listSlips, { as: owner })).body.data.slips;
  assert.deepEqual([credited?.state, credited?.message, credited?.Amount], ['credited', null, 61]);
  const [back] = (await app.send(depositHistory, { as: other })).body.data.Transaction;
  assert.deepEqual([back?.Status, back?.Amount], [3, 61]);
  assert.match(back?.note ?? '', /ไม่ใช่ยอดโอนของคุณ/);
  assert.deepEqual(
    (await app.send(depositHistory, { as: owner })).body.data.Transaction.map(({ Status }) => Status),
    [1],
  );
});

test('repeats the response to the request that credited a line of the feed', async () => {
  const member = await createMember(app.database, app.chaba);
  const line = {
    bankLineId: 'line-of-Door7',
    amount: money(62_0000n),
    transferredAt: new Date(),
    senderBank: undefined,
    senderTail: undefined,
    senderName: undefined,
    transRef: undefined,
    balanceAfter: undefined,
    receiver: { kind: 'bank', bankCode: OUR_BANK, account: OUR_ACCOUNT },
  } as const;
  assert.deepEqual(await receiveFeed(app.database, [line]), ['unmatched']);
  slipAnswer = goodSlip(member, 'Door7', '62.00');
  const submit = (idempotencyKey: string) =>
    app.send(contract.sendSlip, { as: member, idempotencyKey, body: { barcode: barcodeOf('Door7') } });
  const first = await submit('route-7');
  assert.deepEqual([first.status, (await submit('route-7')).body.data], [200, first.body.data]);
  assert.equal((await submit('another')).body.code, 'SLIP_ALREADY_CREDITED');
});

test('lists a slip that waits for the bank', async () => {
  const member = await createMember(app.database, app.chaba);
  slipAnswer = { code: 'PENDING' };
  const { status, body } = await app.send(contract.sendSlip, { as: member, body: { barcode: barcodeOf('Door2') } });
  assert.deepEqual([status, body.success, body.code], [409, false, 'SLIP_PENDING']);
  const [slip] = (await app.send(contract.listSlips, { as: member })).body.data.slips;
  assert.equal(slip?.state, 'waiting');
  assert.ok(slip.nextTryAt);
  assert.equal(slip.message, body.message);
});

const bad: readonly (readonly [name: string, barcode: unknown, code: string])[] = [
  ['nothing', '', 'SLIP_NO_QR'],
  ['a number', 5, 'SLIP_NO_QR'],
  ['a payment QR', '00020101021129370016A000000677010111011300668123456785802TH53037646304ABCD', 'SLIP_IS_PAYMENT_QR'],
  ['a text', 'https://example.com', 'NOT_A_SLIP'],
  ['a length field that would turn back', '00-40006000001010301402-45102TH9104ABCD12', 'NOT_A_SLIP'],
  ['half a slip', '00460006000001', 'SLIP_UNREADABLE'],
  ['a text far too long', '0'.repeat(10_000), 'NOT_A_SLIP'],
];

for (const [name, barcode, code] of bad) {
  test(`rejects ${name} instead of a slip as ${code}`, async () => {
    const member = await createMember(app.database, app.chaba);
    const { status, body } = await app.send(contract.sendSlip, { as: member, body: { barcode } });
    assert.deepEqual([status, body.success, body.code], [422, false, code]);
    assert.match(body.message ?? '', /[฀-๿]/);
  });
}

test('accepts the feed with the signature of the bank only', async () => {
  const member = await createMember(app.database, app.chaba);
  const line = {
    lineId: 'F1',
    receivingBankCode: '004',
    receivingAccount: OUR_ACCOUNT,
    amount: '120.00',
    at: new Date().toISOString(),
    senderBankCode: '014',
    senderTail: member.bankAccount.slice(-4),
    senderName: 'สมชาย ใ',
    balanceAfter: '99999.00',
  };
  const body = { lines: [line] };
  assert.equal((await app.send(contract.receiveBankFeed, { body })).status, 401);
  assert.equal((await app.send(contract.receiveBankFeed, { body, signedBy: 'studio-chaba' })).status, 401);
  for (let again = 0; again < 2; again += 1) {
    assert.equal((await app.send(contract.receiveBankFeed, { body, signedBy: 'bank' })).status, 200);
  }
  assert.equal((await app.send(getBalance, { as: member })).body.data.balance, 120);
});

test('rejects the release of an empty main wallet', async () => {
  const member = await createMember(app.database, app.chaba);
  const { status, body } = await app.send(contract.releaseParkedDeposit, { as: member, body: {} });
  assert.deepEqual([status, body.code], [422, 'MAIN_WALLET_EMPTY']);
});
