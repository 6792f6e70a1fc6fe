// Reconciliation of the bank's book with the sandbox bank's own ledger: real transfers, slips, feed lines and payouts
// over signed HTTP. Each entry of one side must be explained by the other side.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import * as contract from '@chaba/contract/deposits';
import { openDatabase, sql } from '@chaba/database';
import { baht } from '@chaba/money';
import { holderOf } from '#sandbox/bank/accounts';
import { openBank as openSandboxBank, SECRETS } from '#sandbox/bank/testing/open-bank';
import { type BankClients, createBankClients } from '#server/core/context';
import type { SignedHttpClient } from '#server/core/signed-http-client';
import { auditAll } from '#server/modules/audit/audit';
import {
  compareBankBook,
  enterBalance,
  findHouseAccount,
  type Patience,
  readBankBook,
} from '#server/modules/audit/bank-book';
import { createStatementBank, type StatementBank } from '#server/modules/audit/statement-bank';
import { ensureReceivingAccount } from '#server/modules/receiving-accounts/receiving-accounts';
import { receiveFeed, returnDeposit } from '#server/modules/deposits/deposits';
import { changeSite } from '#server/modules/site/site';
import { payouts, requestWithdrawal } from '#server/modules/withdrawals/withdrawals';
import { createPayoutClient } from '#server/modules/payout-client/payout-client';
import { OUR_ACCOUNT, OUR_BANK, openOurAccount } from '#server/testing/bank-commands';
import { buildTestApp } from '#server/testing/build-app';
import { createMember, type TestMember } from '#server/testing/factories';

/**
 * The bank needs the address of the server, and the server needs the keys of the bank; the clients are therefore set
 * later.
 */
const parties: { bank?: BankClients } = {};
const later = (name: keyof BankClients): SignedHttpClient => ({
  request: (...given) => (parties.bank ?? assert.fail('the bank is not open yet'))[name].request(...given),
});
const app = await buildTestApp({
  config: { sandboxSecret: [SECRETS.bank], studioSecret: [SECRETS.studio] },
  bank: { names: later('names'), slips: later('slips'), payouts: later('payouts'), statements: later('statements') },
});
const { database, chaba: site, lanna } = app;
const bank = await openSandboxBank({ serverUrl: await app.listen() });
after(() => bank.close());
parties.bank = createBankClients({ ...app.context.config, sandboxUrl: bank.url });
await openOurAccount(database, site);
await database.owner.transaction((tx) => changeSite(tx, site.id, { depositTurnoverTimes: 0 }));

const statements = createStatementBank(parties.bank.statements);
/** Times that the product never changes. */
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
after(() => owner.close());

/** Every entry must be explained immediately, except one that no report names yet. */
const AT_ONCE: Patience = { reportHours: 1, postHours: 0, payHours: 0, returnHours: 0 };

async function compare(patience: Patience = AT_ONCE, read: StatementBank = statements): Promise<string[]> {
  const { findings, unread } = await compareBankBook(database, read, patience);
  assert.deepEqual(unread, []);
  assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
  return findings.map(({ rule, detail }) => `${rule}: ${detail.replace(/\d{4}-\d\d-\d\d \d\d:.*/, '').trim()}`);
}

const known = new Set<string>();
/** Returns the findings that no earlier test caused. */
async function newFindings(read: StatementBank = statements, patience = AT_ONCE): Promise<string[]> {
  const fresh = (await compare(patience, read)).filter((text) => !known.has(text));
  for (const text of fresh) known.add(text);
  return fresh;
}

let accounts = 3_330_000_010;
async function join(ending = ''): Promise<TestMember> {
  accounts += 7;
  // Each account is new; its ending selects the behaviour of the sandbox bank.
  const bankAccount = ending === '' ? String(accounts) : String(accounts).slice(-(10 - ending.length)) + ending;
  const { firstName, lastName } = holderOf('014', bankAccount);
  return createMember(database, site, { bankCode: '014', bankAccount, firstName, lastName });
}

const transfer = (member: TestMember, amount: number, query = '') =>
  bank.transfer(query, {
    fromBankCode: '014',
    fromAccount: member.bankAccount,
    toBankCode: OUR_BANK,
    toAccount: OUR_ACCOUNT,
    amount,
  });

async function sendSlip(member: TestMember, barcode: string): Promise<string> {
  const { body } = await app.send(contract.sendSlip, { as: member, body: { barcode } });
  return body.success === true ? 'credited' : (body.code ?? '');
}

const depositsOf = (member: TestMember) =>
  database.rows<{ state: string }>(
    sql`select state from deposit where site_id = ${site.id} and member_id = ${member.id}`,
  );

async function until(isSo: () => Promise<boolean>, words: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) if (await isSo()) return;
  assert.fail(words);
}

async function payOut(member: TestMember, amount: number): Promise<{ withdrawalId: bigint; state: string }> {
  const request = {
    siteId: site.id,
    memberId: member.id,
    amount: baht(amount),
    idempotencyKey: `${member.id}-${amount}`,
  };
  const { withdrawalId } = await requestWithdrawal(database, request);
  await payouts.submit(database, createPayoutClient(later('payouts')), site.id);
  const stateOf = async () =>
    (
      await database.one<{ state: string }>(sql`
      select state from withdrawal where site_id = ${site.id} and withdrawal_id = ${withdrawalId}`)
    ).state;
  await until(async () => !['approved', 'paying'].includes(await stateOf()), 'the bank reported no payout result');
  return { withdrawalId, state: await stateOf() };
}

test('starts the book with the first statement', async () => {
  await transfer(await join(), 75);
  assert.deepEqual(await compare(), []);
  assert.deepEqual(await compare({ ...AT_ONCE, reportHours: 0 }), [], 'what was there before is not compared');
});

test('matches deposits by slip, by feed and by both, and submitted payouts', async () => {
  const [bySlip, byFeed, byBoth] = [await join(), await join(), await join()];
  assert.equal(await sendSlip(bySlip, (await transfer(bySlip, 500)).slipQr), 'credited');
  await transfer(byFeed, 600.25, '?feed=on');
  const both = await transfer(byBoth, 700, '?feed=late');
  // On a busy machine the delayed feed can arrive before the slip; either report credits the transfer once.
  assert.match(await sendSlip(byBoth, both.slipQr), /^(?:credited|SLIP_ALREADY_CREDITED)$/);
  await until(async () => (await depositsOf(byFeed)).length === 1, 'the feed sent no line');
  assert.deepEqual(await compare(), []);

  assert.equal((await payOut(bySlip, 300)).state, 'paid');
  const failing = await join('0004');
  assert.equal(await sendSlip(failing, (await transfer(failing, 400)).slipQr), 'credited');
  assert.equal((await payOut(failing, 200)).state, 'failed');
  assert.deepEqual(await compare(), []);
  const book = await readBankBook(database);
  assert.deepEqual(
    book.map(({ account, unexplained, unposted }) => [account, unexplained, unposted]),
    [
      [OUR_ACCOUNT, 0n, 0n],
      ['paying', 0n, 0n],
    ],
  );
});

test('follows the bank for a returned payout and for a payout with a changed status', async () => {
  const reportPayout = async (withdrawalId: bigint, status: string) => {
    const response = await bank.ask('POST', `/bank/payouts/P${site.id}-${withdrawalId}/result`, { status });
    assert.equal(response.status, 200);
  };
  const untilState = (withdrawalId: bigint, state: string) =>
    until(async () => {
      const row = await database.one<{ state: string; open: number }>(sql`
        select state, (select count(*)::int from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
          and dispute.withdrawal_id = withdrawal.withdrawal_id and dispute.state = 'open') as open
        from withdrawal where site_id = ${site.id} and withdrawal_id = ${withdrawalId}`);
      return (row.open > 0 ? 'disputed' : row.state) === state;
    }, `the payout is not ${state}`);
  const decide = (withdrawalId: bigint, act: typeof payouts.confirmPaid | typeof payouts.confirmFailed) =>
    database.transaction<string>((tx) => act(tx, { siteId: site.id, withdrawalId, decidedBy: 'test' }));

  const returned = await join();
  assert.equal(await sendSlip(returned, (await transfer(returned, 500)).slipQr), 'credited');
  const { withdrawalId: first } = await payOut(returned, 200);
  assert.deepEqual(await compare(), []);
  await reportPayout(first, 'returned');
  await untilState(first, 'returned');
  assert.deepEqual(await compare(), []);

  const failing = await join('0004');
  assert.equal(await sendSlip(failing, (await transfer(failing, 400)).slipQr), 'credited');
  const { withdrawalId: second } = await payOut(failing, 210);
  await reportPayout(second, 'paid');
  await untilState(second, 'disputed');
  assert.match((await compare()).join(), /money that left the bank was paid out or returned/, 'until it is decided');
  assert.equal(await decide(second, payouts.confirmPaid), 'paid');
  assert.deepEqual(await compare(), []);
  await reportPayout(second, 'failed');
  await untilState(second, 'disputed');
  assert.equal(await decide(second, payouts.confirmFailed), 'failed');
  assert.deepEqual(await compare(), []);
});

test('reports an unreported transfer after the waiting time and explains it when its slip arrives', async () => {
  const member = await join();
  const { slipQr } = await transfer(member, 123.45);
  assert.deepEqual(await compare(), []);
  const [found, ...others] = await compare({ ...AT_ONCE, reportHours: 0 });
  assert.match(found ?? '', /^money that arrived at the bank is reported: receiving:\d+ line FL\S+: 123.45 at/);
  assert.deepEqual(others, []);
  assert.equal((await readBankBook(database))[0]?.unexplained, 1_234_500n);
  assert.equal(await sendSlip(member, slipQr), 'credited');
  assert.deepEqual(await compare({ ...AT_ONCE, reportHours: 0 }), []);
});

test('reports a deposit that never arrived', async () => {
  const member = await join();
  const receiver = { kind: 'bank', bankCode: OUR_BANK, account: OUR_ACCOUNT } as const;
  const forged = {
    bankLineId: 'forged',
    amount: baht(900),
    transferredAt: new Date(),
    receiver,
    transRef: undefined,
    balanceAfter: undefined,
  };
  const sender = { senderBank: '014', senderTail: member.bankAccount, senderName: undefined };
  assert.deepEqual(await receiveFeed(database, [{ ...forged, ...sender }]), ['credited']);
  const [found, ...others] = await newFindings();
  assert.match(found ?? '', /^a deposit arrived at the bank: deposit:1:\d+: 900.00$/);
  assert.deepEqual(others, []);
});

test('reports a payout that never left the bank and an unpaid payout that left it', async () => {
  const member = await join();
  assert.equal(await sendSlip(member, (await transfer(member, 5_000)).slipQr), 'credited');
  const key = { siteId: site.id, memberId: member.id };
  const unsent = await requestWithdrawal(database, { ...key, amount: baht(110), idempotencyKey: 'unsent' });
  await payouts.settle(database, { payoutId: `P1-${unsent.withdrawalId}`, status: 'paid', reason: undefined });
  assert.deepEqual(await newFindings(), [`a paid payout left the bank: payout:1:${unsent.withdrawalId}: -110.00`]);
  const sent = {
    payoutId: `P1-${unsent.withdrawalId}`,
    bankCode: '014',
    account: member.bankAccount,
    name: 'x',
    amount: '110.00',
  };
  await bank.askSigned('POST', '/payout-api/v1/payouts', sent);
  const isPaid = async () =>
    (await bank.askSigned('GET', `/payout-api/v1/payouts/${sent.payoutId}`)).body['status'] === 'paid';
  await until(isPaid, 'the bank paid nothing');
  const before = await compare();
  assert.ok(!before.some((text) => text.startsWith('a paid payout')), 'what was missing is there');

  await bank.askSigned('POST', '/payout-api/v1/payouts', { ...sent, payoutId: 'P1-999999' });
  await until(async () => (await compare()).length > before.length, 'nothing was found');
  const [found] = await newFindings();
  assert.match(found ?? '', /^money that left the bank was paid out or returned: paying line SL\d+: -110.00 at$/);
});

test('reports a returned deposit until it left the bank', async () => {
  const member = await join();
  await transfer(member, 222, '?feed=on&sender=none');
  const rows = () =>
    database.rows<{ depositId: bigint }>(sql`
      select bank_movement_id as "depositId" from bank_movement where site_id = ${site.id} and state = 'seen' and amount_e4 = ${baht(222)}`);
  await until(async () => (await rows()).length === 1, 'the feed sent no line');
  const depositId = (await rows())[0]?.depositId ?? 0n;
  await database.transaction((tx) => returnDeposit(tx, { siteId: site.id, depositId, decidedBy: 'test' }));
  assert.deepEqual(await newFindings(), [`a returned deposit left the bank: return:1:${depositId}: -222.00`]);
  await bank.transfer('', {
    fromBankCode: OUR_BANK,
    fromAccount: OUR_ACCOUNT,
    toBankCode: '014',
    toAccount: member.bankAccount,
    amount: 222,
  });
  assert.ok(!(await compare()).some((text) => text.startsWith('a returned deposit')));
});

test('reports a broken chain of balances when the statement omits or alters a line', async () => {
  const member = await join();
  for (const amount of [11, 12, 13]) await sendSlip(member, (await transfer(member, amount)).slipQr);
  const tampered: StatementBank = {
    async read(account, cursor) {
      const page = await statements.read(account, cursor);
      return typeof page === 'string'
        ? page
        : { ...page, lines: page.lines.filter(({ amount }) => amount !== baht(12)) };
    },
  };
  const found = await newFindings(tampered);
  assert.match(found[0] ?? '', /^the lines of a statement are one chain of balances: receiving:\d+ at line FL/);
  assert.match(found[1] ?? '', /^a deposit arrived at the bank: deposit:1:\d+: 12.00$/);
});

// ── a bank without a statement ──

const OTHER_ACCOUNT = '4443332221';
const withoutStatement: StatementBank = {
  read: async (account, cursor) =>
    account.kind === 'bank' && account.account === OTHER_ACCOUNT ? 'not_offered' : statements.read(account, cursor),
};
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

let feedLines = 0;
/** Sends a feed line that the bank reported a day ago. */
async function feed(amount: number, hours: number, balanceAfter: number | undefined): Promise<void> {
  feedLines += 1;
  const receiver = { kind: 'bank', bankCode: '002', account: OTHER_ACCOUNT } as const;
  const line = { bankLineId: `other-${feedLines}`, amount: baht(amount), transferredAt: hoursAgo(hours), receiver };
  const nobody = { senderBank: undefined, senderTail: undefined, senderName: undefined, transRef: undefined };
  const balance = balanceAfter === undefined ? undefined : baht(balanceAfter);
  assert.deepEqual(await receiveFeed(database, [{ ...line, ...nobody, balanceAfter: balance }]), ['unmatched']);
  await owner.execute(sql`update bank_movement set created_at = transferred_at where site_id = ${lanna.id}`);
  await owner.execute(sql`update feed_line set created_at = transferred_at where site_id = ${lanna.id}`);
}

test('reads balances from the feed when the bank has no statement', async () => {
  await ensureReceivingAccount(database, lanna.id, {
    kind: 'bank',
    bankCode: '002',
    account: OTHER_ACCOUNT,
    holderName: 'x',
  });
  await newFindings(withoutStatement);
  await owner.execute(
    sql`update house_account set compared_from = now() - interval '3 days' where site_id = ${lanna.id}`,
  );
  await feed(100, 40, 5_100);
  assert.deepEqual(await newFindings(withoutStatement), []);
  await feed(200, 30, 5_300);
  await feed(300, 20, 6_000);
  const [found, ...others] = await newFindings(withoutStatement, { ...AT_ONCE, reportHours: 0 });
  assert.match(
    found ?? '',
    /^money that arrived at the bank is reported: receiving:\d+ line before feed:\d+: 400.00 at$/,
  );
  assert.deepEqual(others, []);
});

test("compares an operator's closing balance with the booked amounts when the bank states none", async () => {
  const account = await findHouseAccount(database, OTHER_ACCOUNT);
  assert.ok(account);
  const enter = (balance: number, hours: number) =>
    database.transaction((tx) => enterBalance(tx, account, { balance: baht(balance), at: hoursAgo(hours) }));
  assert.equal(await enter(6_000, 30), 'out_of_order');
  await feed(50, 18, undefined);
  assert.equal(await enter(6_050, 17), 'entered');
  assert.deepEqual(await newFindings(withoutStatement), []);
  await feed(60, 16, undefined);
  assert.equal(await enter(6_100, 15), 'entered');
  const [found, ...others] = await newFindings(withoutStatement);
  assert.match(
    found ?? '',
    /^a line of a statement and its rows are of one amount: receiving:\d+ line balance .*: 50.00, rows 60.00$/,
  );
  assert.deepEqual(others, []);
  const first = await findHouseAccount(database, OUR_ACCOUNT);
  assert.ok(first);
  const entering = { balance: baht(1), at: new Date() };
  assert.equal(await database.transaction((tx) => enterBalance(tx, first, entering)), 'has_statement');
});
