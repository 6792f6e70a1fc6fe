// A working day of the back office on the sandbox: twenty deposits, ten withdrawals, a contradicting payout, a
// promotion, a lock, an adjustment, an announcement, a handover and the close of the day, at one phone and two
// computers.
//
// Always true: server and sandbox are processes, members call over HTTP, and every decision of an operator is made in
// its page. The tests are the parts of one day, in their order.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';

import { withdrawHistory } from '@chaba/contract/history';
import { openDatabase, sql } from '@chaba/database';
import { getHouseBalance } from '@chaba/ledger';
import { formatBaht, subtract, zeroMoney } from '@chaba/money';

import { BACK_OFFICE_ROOT } from '#ops/start/page-builds';
import { buildBackOffice } from '#server/back-office';
import { chart } from '#server/core/chart-of-accounts';
import { auditAll } from '#server/modules/audit/audit';
import { balanceDays } from '#server/modules/day-close/day-close';
import { verifyChain } from '#server/modules/operators/operators';
import { addSums, recountDays } from '#server/modules/reports/reports';
import { readTestConfig } from '#server/testing/build-back-office';
import { openMobilePage } from '#testing/product/browser';
import { pollUntil } from '#testing/product/until';

import { join, createSession } from './members.ts';
import { credit, type JourneyMember, openAs, operator, transfer } from './money.ts';
import {
  approveRequest,
  confirmDialog,
  type Device,
  formatMeasured,
  type Measured,
  openDevice,
} from './operator-device.ts';
import { startProduct } from './product.ts';

const product = await startProduct();
// The members of this day do not play.
await operator(product, 'set', 'depositTurnover', '0', '--reason', 'a day without play');

const owner = openDatabase({ url: product.ownerUrl, poolSize: 2 });
const operators = openDatabase({ url: product.operatorUrl, applicationName: 'chaba back office test' });
const config = {
  ...readTestConfig(product.operatorUrl, { SANDBOX_URL: product.sandboxUrl, LOG_LEVEL: 'warn' }),
  port: 0,
  backOfficeRoot: BACK_OFFICE_ROOT,
};
const office = await buildBackOffice({ config, database: operators });
office.lifecycle.markReady();
after(async () => {
  await office.close();
  await operators.close();
  await owner.close();
});
await office.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = office.fastify.server.address() as AddressInfo;
const url = `http://localhost:${port}`;
const { siteId } = await owner.one<{ siteId: number }>(sql`select site_id as "siteId" from site where code = 'chaba'`);

const ON_LINE = 14;
const ON_SLIP = 2;
const WITHDRAWALS = 10;
const DEPOSITED = 9_000;
/** The actions of the day, each with an entry. */
const ACTED = [
  'deposit.attach',
  'deposit.return',
  'withdrawal.approve',
  'withdrawal.reject',
  'payout.confirm-paid',
  'promotion.save-draft',
  'promotion.publish',
  'announcement.create',
  'member.lock',
  'adjustment.credit',
  'shift.hand-over',
  'shift.confirm-read',
  'business-day.explain',
  'business-day.close',
];
/** The account whose payouts the bank reports as failed (docs/sandbox.md). */
const FAILING = '0004';

type DayMember = JourneyMember & { readonly phone: string; readonly password: string };

const measured: Measured[] = [];
const members: DayMember[] = [];
const computer = await openDevice(url, 'computer', measured);
const second = await openDevice(url, 'computer', measured);
const phone = await openDevice(url, 'phone', measured);
const devices: readonly Device[] = [computer, second, phone];

async function makeDayMember(ending?: string): Promise<DayMember> {
  const joined = await join(product.url, ending);
  return { ...joined, ...(await createSession(product.url, joined)) };
}

async function call(member: DayMember, method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
  return fetch(product.url + path, {
    method,
    headers: {
      'api-key': 'chaba-sandbox',
      'api-auth': member.token,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const rowOf = ({ page }: Device, key: string) => page.locator(`tr[data-key="${key}"]`);

async function countMovements(state: string): Promise<number> {
  const { count } = await owner.one<{ count: number }>(sql`
    select count(*)::int as count from bank_movement where site_id = ${siteId} and state = ${state}`);
  return count;
}

async function findState(reference: string): Promise<string> {
  const { state } = await owner.one<{ state: string }>(sql`
    select state from withdrawal where site_id = ${siteId} and withdrawal_id = ${BigInt(reference.slice(1))}`);
  return state;
}

const untilState = (reference: string, state: string): Promise<unknown> =>
  pollUntil(async () => (await findState(reference)) === state, { message: `${reference} is not ${state}` });

test('credits twenty deposits, four of them by the queue', async () => {
  for (let index = 0; index < ON_LINE + ON_SLIP; index += 1) {
    members.push(await makeDayMember(index === ON_LINE ? FAILING : undefined));
  }
  const before = await countMovements('credited');
  for (const member of members.slice(0, ON_LINE)) await transfer(product, member, DEPOSITED, { query: '?feed=on' });
  for (const member of members.slice(ON_LINE)) await credit(product, member, DEPOSITED);
  await pollUntil(async () => (await countMovements('credited')) === before + ON_LINE + ON_SLIP, {
    message: 'a deposit is not credited by its line',
  });

  const [claimant, sought, unknown] = members as [DayMember, DayMember, DayMember];
  const stranger = { ...claimant, account: '5551239876' };
  await transfer(product, sought, 352, { query: '?feed=on&sender=none' });
  await pollUntil(async () => (await countMovements('seen')) === 1, { message: 'no line without a sender' });
  await transfer(product, unknown, 353, { query: '?feed=on&sender=none' });
  await pollUntil(async () => (await countMovements('seen')) === 2, { message: 'no second line without a sender' });
  for (const amount of [351, 354]) await claim(claimant, stranger, amount);

  await computer.signIn('demo-payments');
  const { page, press, type } = computer;
  const amountOf = (amount: string) => page.locator('p.text-title-1', { hasText: amount });
  await page.goto(`${url}/chaba/deposits`);
  await page.locator('tr[data-key]').nth(3).waitFor();
  await press('j');
  await amountOf('352.00').waitFor();
  await press('f');
  await type(sought.phone);
  await press('Enter');
  await page.locator('[data-member]:focus').waitFor();
  await press('Enter');
  await page.getByRole('dialog').getByText('352.00').waitFor();
  await press('Control+Enter');
  await amountOf('353.00').waitFor();
  await press('r');
  await page.getByRole('dialog').getByText('353.00').waitFor();
  await press('1');
  await press('Control+Enter');
  await amountOf('351.00').waitFor();
  const attach = { text: '2 K, 8 s', keysMax: 2 };
  await computer.measure('payments: attach a transfer to the first candidate', attach, async () => {
    await press('1');
    await page.getByRole('dialog').waitFor();
    await press('Control+Enter');
    await amountOf('354.00').waitFor();
  });
  await computer.measure('payments: attach the next one', attach, async () => {
    await press('1');
    await page.getByRole('dialog').waitFor();
    await press('Control+Enter');
    await page.getByText('ไม่มีเงินเข้ารอตรวจ').waitFor();
  });
  assert.equal(await countMovements('returned'), 1);
  assert.equal(await countMovements('credited'), before + ON_LINE + ON_SLIP + 3);
});

/** A slip of a transfer from an account of another name, which no line confirms. */
async function claim(claimant: DayMember, sender: DayMember, amount: number): Promise<void> {
  const response = await fetch(`${product.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fromBankCode: '004',
      fromAccount: sender.account,
      toBankCode: '004',
      toAccount: '9998887776',
      amount,
    }),
  });
  const { slipQr } = (await response.json()) as { slipQr: string };
  const answer = await call(claimant, 'POST', '/user-profile-composite/v1/topup-api/pullslip', { barcode: slipQr });
  assert.match(await answer.text(), /SLIP_SENDER_MISMATCH/);
}

test('decides ten withdrawals, and a payout whose result the bank contradicts', async () => {
  const failing = members[ON_LINE];
  const asking = [...members.slice(1, WITHDRAWALS), failing].filter((member) => member !== undefined);
  assert.equal(asking.length, WITHDRAWALS);
  const references: string[] = [];
  for (const [index, member] of asking.entries()) {
    const path = '/fund-composite/v1/withdrawal';
    const answer = await call(member, 'POST', path, { Amount: 6_000 + index * 100, Channel: 'BANK' });
    assert.ok(answer.ok, await answer.text());
    references.push(await findLatest(member));
  }
  const [first = '', rejected = '', ...others] = references;
  const disputed = references.at(-1) ?? '';
  const { page, press } = computer;
  await page.goto(`${url}/chaba/withdrawals`);
  await rowOf(computer, disputed).waitFor();
  await press('j');
  await page.getByRole('heading', { name: first }).waitFor();
  await page.getByRole('button', { name: 'ปฏิเสธ' }).waitFor();
  await computer.measure('payments: approve a clean withdrawal', { text: '2 K, 5 s', keysMax: 2 }, async () => {
    await press('a');
    await page.getByRole('dialog').waitFor();
    await press('Control+Enter');
    await rowOf(computer, first).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: rejected }).waitFor();
  });
  await page.getByRole('button', { name: 'ปฏิเสธ' }).waitFor();
  await computer.measure('payments: reject a withdrawal', { text: '3 K, 8 s', keysMax: 3 }, async () => {
    await press('r');
    await page.getByRole('dialog').waitFor();
    await press('2');
    await press('Control+Enter');
    await rowOf(computer, rejected).waitFor({ state: 'detached' });
  });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await computer.measure(
    'payments: approve eight clean withdrawals',
    { text: '5 K, 15 s (20)', keysMax: 5 },
    async () => {
      await press('Shift+X');
      await page
        .getByRole('toolbar')
        .getByText(/^เลือก 8 รายการ/)
        .waitFor();
      await press('a');
      await page.getByRole('dialog').waitFor();
      await press('Control+Enter');
      await page.getByText('สำเร็จ 8').waitFor();
      await page.getByText('อนุมัติ 8 รายการ').waitFor();
    },
  );
  await page.keyboard.press('Escape');
  assert.equal(await findState(rejected), 'rejected');
  for (const reference of [first, ...others.slice(0, -1)]) await untilState(reference, 'paid');
  await untilState(disputed, 'failed');

  // The bank reported a failure, and then that it paid.
  const payout = `${product.sandboxUrl}/bank/payouts/P${siteId}-${Number(disputed.slice(1))}/result`;
  const headers = { 'content-type': 'application/json' };
  assert.ok((await fetch(payout, { method: 'POST', headers, body: '{"status":"paid"}' })).ok);
  await page.goto(`${url}/chaba/withdrawals?queue=disputed`);
  await rowOf(computer, disputed).waitFor();
  await computer.measure('payments: request the decision of a payout', { text: '5 K, 20 s', keysMax: 5 }, async () => {
    await press('j');
    await page.getByRole('button', { name: 'ยืนยันว่าจ่ายแล้ว' }).click();
    await page.getByRole('dialog').waitFor();
    await press('Control+Enter');
    await page.getByText(/ส่งคำขอ R\d+/).waitFor();
  });
  await phone.signIn('demo-finance');
  await phone.measure('finance: decide as the second person, on the phone', { text: '2 K, 20 s' }, () =>
    approveRequest(phone, url, phone.page.getByText(disputed).first()),
  );
  await untilState(disputed, 'paid');
});

async function findLatest(member: DayMember): Promise<string> {
  const answer = await call(member, 'GET', withdrawHistory.path);
  const { data } = (await answer.json()) as { data: { Transaction: readonly { id: string }[] } };
  return data.Transaction[0]?.id ?? '';
}

test('changes a promotion, sees its cost, and publishes it by two people', async () => {
  await second.signIn('demo-marketing');
  const { page } = second;
  await page.goto(`${url}/chaba/offers?open=reload`);
  await page.getByRole('link', { name: 'เขียนร่าง' }).waitFor();
  await second.measure('marketing: change a promotion and see its cost', { text: '90 s' }, async () => {
    await page.getByRole('link', { name: 'เขียนร่าง' }).click();
    await page.getByLabel('หัวข้อ').fill('เติมซ้ำรับ 25%');
    await page.getByLabel('โบนัสเป็นเปอร์เซ็นต์ของยอดฝาก').fill('25');
    await page.getByRole('row', { name: /^500\.00 125\.00/ }).waitFor();
    await page.getByRole('button', { name: 'บันทึกร่าง' }).click();
    await confirmDialog(page, 'บันทึกร่าง', 'โปรโมชั่นประจำเดือน');
  });
  await page.getByRole('button', { name: 'เผยแพร่โปรโมชั่น' }).click();
  await confirmDialog(page, 'เผยแพร่โปรโมชั่น', 'โปรโมชั่นประจำเดือน');
  await page.getByRole('link', { name: /^R\d+ รอคนที่สองอนุมัติ/ }).waitFor();
  const request = phone.page.getByText('promotion reload').first();
  await phone.page.goto(`${url}/chaba/requests`);
  await request.click();
  await phone.page.getByText('ทุกยอดฝาก').first().waitFor();
  await approveRequest(phone, url, request);
  await page.getByText('เวอร์ชัน 2').first().waitFor();
  const [member] = members as [DayMember];
  const offered = await call(member, 'GET', '/user-profile-composite/v1/info/promotion');
  assert.match(await offered.text(), /เติมซ้ำรับ 25%/);
});

test('announces, locks a member, credits one by two people, and hands the shift over', async () => {
  const [shown, locked, credited] = members as [DayMember, DayMember, DayMember];
  const { page } = second;
  await page.goto(`${url}/chaba/site/announcements`);
  await page.getByRole('button', { name: 'สร้างประกาศ' }).waitFor();
  const tomorrow = new Date(Date.now() + 31 * 3_600_000).toISOString().slice(0, 16);
  await second.measure('marketing: announcement', { text: '45 s' }, async () => {
    await page.getByRole('button', { name: 'สร้างประกาศ' }).click();
    await page.getByLabel('ข้อความ', { exact: true }).fill('คืนนี้ปรับปรุงระบบ ตีสองถึงตีสาม');
    await page.getByLabel('สิ้นสุด (เวลาไทย)').fill(tomorrow);
    await page.locator('form').getByRole('button', { name: 'สร้างประกาศ' }).click();
    await confirmDialog(page, 'สร้างประกาศ', 'แจ้งสมาชิกล่วงหน้า');
    await page.getByRole('row').getByText('กำลังแสดง').waitFor();
  });
  const site = await openMobilePage();
  await openAs(site, product, shown, '/user/home');
  await site.getByText('คืนนี้ปรับปรุงระบบ').first().waitFor();
  await site.context().close();
  await second.signOut();

  await second.signIn('demo-support');
  await second.measure('support: find the caller', { text: '6 K, 3 s', keysMax: 6 }, async () => {
    await second.press('/');
    await page.getByRole('dialog').locator('input').waitFor();
    await second.type(locked.phone.slice(-4));
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await second.press('Enter');
    await page.getByRole('button', { name: /^ล็อกสมาชิก/ }).waitFor();
  });
  await second.measure('support: lock a member', { text: '3 K + reason, 8 s', keysMax: 3 }, async () => {
    await second.press('l');
    await page.getByRole('dialog').waitFor();
    await second.press('1');
    await second.press('Control+Enter');
    await page.getByRole('button', { name: /^ปลดล็อกสมาชิก/ }).waitFor();
  });
  const refused = await call(locked, 'GET', withdrawHistory.path);
  assert.equal(refused.status, 403);
  assert.match(await refused.text(), /MEMBER_LOCKED/);

  await requestCredit(credited);
  await approveRequest(phone, url, phone.page.getByText('balance of member').first());
  const { amount } = await owner.one<{ amount: string }>(sql`
    select coalesce(sum(amount_e4), 0)::text as amount from ledger_transfer
    where site_id = ${siteId} and key like 'adjust:%'`);
  assert.equal(amount, '1500000');

  await computer.page.goto(`${url}/chaba/handover`);
  await computer.page.getByRole('button', { name: 'เขียนบันทึกส่งกะ' }).click();
  const dialog = computer.page.getByRole('dialog');
  await dialog.getByLabel('บันทึกถึงกะถัดไป').fill('ธนาคารรายงานผลจ่ายกลับไปกลับมาหนึ่งรายการ ปิดแล้ว');
  await dialog.getByRole('button', { name: 'ส่งกะ' }).click();
  await dialog.waitFor({ state: 'detached' });
  await phone.page.goto(`${url}/chaba/queues`);
  const banner = phone.page.getByRole('region', { name: 'บันทึกส่งกะจาก demo-payments' });
  await banner.getByText('ปิดแล้ว').waitFor();
  await banner.getByRole('button', { name: 'ยืนยันว่าอ่านแล้ว' }).click();
  await confirmDialog(phone.page, 'ยืนยันว่าอ่านแล้ว', 'รับกะแล้ว');
  await banner.waitFor({ state: 'detached' });
});

/** Requests a credit of 150 baht at the page of the member. */
async function requestCredit({ phone: number }: DayMember): Promise<void> {
  const { id } = await owner.one<{ id: bigint }>(sql`
    select member_id as id from member where site_id = ${siteId} and phone = ${number}`);
  const { page } = computer;
  await page.goto(`${url}/chaba/members/M${String(id).padStart(8, '0')}`);
  await page.getByRole('button', { name: /^เพิ่มยอดให้สมาชิก/ }).waitFor();
  await computer.press('a');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('จำนวน', { exact: true }).fill('150');
  await dialog.getByLabel('หลักฐานอยู่ที่ไหน').fill('LINE');
  await dialog.getByLabel('ข้อความถึงสมาชิก').fill('ชดเชยเกมขัดข้อง');
  await dialog.getByRole('button', { name: 'เกมขัดข้อง' }).click();
  await dialog.getByLabel('เหตุผล (ภายใน)').press('Control+Enter');
  await page.getByText(/ส่งคำขอ R\d+/).waitFor();
}

test('closes the day after each difference was explained, and finds every action in the audit', async () => {
  assert.deepEqual(await auditAll(owner, { isTest: true }), []);
  await passMidnight();
  await second.signOut();
  await second.signIn('demo-finance');
  const { page } = second;
  await page.goto(`${url}/chaba/days`);
  await second.measure('finance: close the day, every difference explained', { text: '5 min' }, async () => {
    await page
      .getByRole('row', { name: /ยังไม่อธิบาย/ })
      .first()
      .click();
    const explain = page.getByRole('button', { name: 'อธิบาย', exact: true });
    await explain.first().waitFor();
    for (let open = await explain.count(); open > 0; open -= 1) {
      await explain.first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('คำอธิบาย', { exact: true }).fill('ค่าธรรมเนียมของธนาคาร');
      await dialog.getByRole('button', { name: 'อธิบายผลต่าง' }).click();
      await dialog.waitFor({ state: 'detached' });
      await pollUntil(async () => (await explain.count()) < open, { message: 'a difference stays unexplained' });
    }
    await page.getByRole('button', { name: 'ปิดยอดวัน', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'ปิดยอดวัน' }).click();
    await page
      .getByText(/^ปิดโดย demo-finance/)
      .first()
      .waitFor();
  });
  const bank = page.getByRole('rowgroup').filter({ hasText: 'ธนาคารตามสมุดบัญชีของเรา' });
  const received = subtract(zeroMoney, await getHouseBalance(owner, siteId, chart.bank));
  const kept = subtract(received, await getHouseBalance(owner, siteId, chart.payouts));
  const total = await bank.getByRole('row').last().innerText();
  assert.ok(total.endsWith(formatBaht(kept)), total);
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^หัวของบันทึก/).waitFor();
  await page.emulateMedia({ media: 'screen' });

  const done = await owner.rows<{ action: string; count: number }>(sql`
    select action, count(*)::int as count from audit_entry
    where site_id = ${siteId} and outcome <> 'refused' group by action order by action`);
  const counts = Object.fromEntries(done.map(({ action, count }) => [action, count]));
  for (const action of ACTED) assert.ok((counts[action] ?? 0) > 0, action);
  assert.deepEqual((await verifyChain(operators, siteId)).problems, []);
  for (const { page: each, faults } of devices) {
    assert.deepEqual(faults, []);
    await each.context().close();
  }
  console.log(formatMeasured(measured));
});

/** The entries of this day are of yesterday, with a fee that the bank's statement shows; the night counts the day. */
async function passMidnight(): Promise<void> {
  await owner.execute(
    sql`update ledger_transfer set created_at = created_at - interval '24 hours' where site_id = ${siteId}`,
  );
  await owner.execute(
    sql`update member set registered_at = registered_at - interval '24 hours' where site_id = ${siteId}`,
  );
  await owner.execute(sql`
    insert into house_account (site_id, house_account) values (${siteId}, 'paying') on conflict do nothing`);
  await owner.execute(sql`
    insert into statement_line (site_id, house_account, line_id, source, booked_at, amount_e4, balance_after_e4)
    select ${siteId}, 'paying', 'fee', 'statement', now() - interval '24 hours', -150000, 9850000`);
  // The server has counted an hour that ended while the day was played.
  const sums = [sql`report_member_day`, sql`report_money_hour`, sql`report_house_balance`, sql`report_hour`];
  for (const table of [...sums, sql`report_progress`]) {
    await owner.execute(sql`delete from ${table} where site_id = ${siteId}`);
  }
  await addSums(owner, siteId, 0);
  await recountDays(owner, siteId);
  await balanceDays(owner, siteId);
}
