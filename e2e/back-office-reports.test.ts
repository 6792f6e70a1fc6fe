// Dashboard and reports in a browser: today's figures with a chart and its table, from a figure to its transfers in
// three clicks, the file, the bar of a phone.
//
// Always true: the process runs in this test on a database of its own.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';
import type { Page } from 'playwright-core';

import { BACK_OFFICE_ROOT, buildPages } from '#ops/start/page-builds';
import { createExportRunner } from '#server/back-office/export-run';
import { addSums, recountDays } from '#server/modules/reports/reports';
import { balanceDays } from '#server/modules/day-close/day-close';
import { buildTestOffice } from '#server/testing/build-back-office';
import { createMember } from '#server/testing/factories';
import { openMobilePage } from '#testing/product/browser';
import { pollUntil } from '#testing/product/until';

import { findViolations } from './axe.ts';
import { goByKeys } from './go-keys.ts';

await buildPages(() => undefined, 'back office');
const { office, database, chaba } = await buildTestOffice({ config: { port: 0, backOfficeRoot: BACK_OFFICE_ROOT } });
await office.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = office.fastify.server.address() as AddressInfo;
const url = `http://localhost:${port}`;
const WIDE = { viewport: { width: 1280, height: 800 }, hasTouch: false };
/** The browser reports the answer 401 of the first call. */
const EXPECTED = /401/;
const MEMBERS = 30;

const { id: memberId } = await createMember(database, chaba, { money: baht(1_250) });
// Yesterday, so that its hour is over at any time of the day.
await database.owner.execute(sql`update ledger_transfer set created_at = created_at - interval '24 hours'`);
await database.owner.execute(sql`insert into house_account (site_id, house_account) values (${chaba.id}, 'paying')`);
await database.owner.execute(sql`
  insert into statement_line (site_id, house_account, line_id, source, booked_at, amount_e4, balance_after_e4)
  select ${chaba.id}, 'paying', 'fee', 'statement', now() - interval '24 hours', -150000, 9850000`);
await database.owner.execute(sql`update member set registered_at = registered_at - interval '24 hours'`);
await addSums(database, chaba.id, 0);
await recountDays(database, chaba.id);
await balanceDays(database, chaba.id);

async function signInDemo(page: Page, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('ชื่อผู้ใช้').fill(name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await page.getByRole('navigation').waitFor();
}

async function assertAccessible(page: Page, place: string): Promise<void> {
  const violations = await findViolations(page);
  const found = violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => String(target)).join(' ')}`);
  assert.deepEqual(found, [], place);
}

test('shows the figures of today, leads to the transfers of a figure in three clicks, and saves a file', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-finance');
  const figures = page.getByRole('table', { name: 'ภาพรวม' });
  await goByKeys(page, 'b', figures.getByRole('rowheader', { name: /^ยอดฝาก/ }));
  const chart = page.getByRole('figure', { name: /^ยอดฝาก/ });
  await chart.getByText('ดูเป็นตาราง').click();
  await chart.getByRole('table').waitFor();
  assert.equal(await chart.getByRole('row').count(), 25);
  await assertAccessible(page, 'dashboard');

  await goByKeys(page, 'p', page.getByRole('heading', { name: 'เงินเข้าออก' }));
  await assertAccessible(page, 'report');
  await page
    .getByRole('row', { name: /1,250\.00/ })
    .first()
    .getByRole('link')
    .click();
  await page.getByRole('heading', { name: 'รายการตามบัญชี' }).waitFor();
  await page.getByRole('link', { name: 'ธนาคารรับเงิน' }).click();
  await page.getByRole('heading', { name: 'รายการโอน' }).waitFor();
  await page.getByRole('cell', { name: '1,250.00' }).waitFor();
  await assertAccessible(page, 'transfers');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'ไฟล์ CSV' }).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /^transfers-.*-play\.csv$/);
  const file = fs.readFileSync(await download.path(), 'utf8');
  assert.match(file, /^\uFEFFat,member,key,amount\r\n/);
  assert.match(file, /,1250\.00\r\n/);
  await page.context().close();
});

test('closes a day after its difference was explained, and keeps it for paper', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-finance');
  await goByKeys(page, 'c', page.getByRole('heading', { name: 'ปิดยอดรายวัน' }));
  await page.getByRole('row', { name: /ยังไม่อธิบาย 1/ }).click();
  const close = page.getByRole('button', { name: 'ปิดยอดวัน', exact: true });
  await page.getByText('บัญชีจ่าย').first().waitFor();
  assert.ok(await close.isDisabled());
  await assertAccessible(page, 'business day');
  await page.getByRole('button', { name: 'อธิบาย', exact: true }).click();
  await page.getByRole('dialog').getByLabel('คำอธิบาย', { exact: true }).fill('ค่าธรรมเนียมของธนาคาร');
  await page.getByRole('dialog').getByRole('button', { name: 'อธิบายผลต่าง' }).click();
  await page.getByText('ค่าธรรมเนียมของธนาคาร').waitFor();
  await close.click();
  await page.getByRole('dialog').getByRole('button', { name: 'ปิดยอดวัน' }).click();
  await page
    .getByText(/^ปิดโดย demo-finance/)
    .first()
    .waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^หัวของบันทึก/).waitFor();
  await assertPrintsOnA4(page);

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${url}/chaba/members/M${memberId}`);
  await page.getByRole('link', { name: 'รายการเดินบัญชี' }).click();
  await page.getByLabel('ตั้งแต่').fill(toBangkokDay(Date.now() - 86_400_000));
  const total = page.getByRole('row', { name: /^รวม 1,250\.00 0\.00 1,250\.00$/ });
  await total.waitFor();
  await assertAccessible(page, 'statement');
  await page.emulateMedia({ media: 'print' });
  await total.waitFor();
  await page.getByText(/หัวของบันทึก \d+:/).waitFor();
  await assertPrintsOnA4(page);
  await page.context().close();
});

const toBangkokDay = (ms: number): string => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10);

/** Prints the page as the browser saves it as PDF, with the size of the stylesheet. */
async function assertPrintsOnA4(page: Page): Promise<void> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...size]) => size.map(Number));
  assert.ok(sizes.length > 0);
  for (const [width = 0, height = 0] of sizes) {
    assert.ok(Math.abs(width - 595) < 1 && Math.abs(height - 842) < 1, `${width} x ${height}`);
  }
}

test('exports a list by a job and saves its file', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-finance');
  await goByKeys(page, 'm', page.getByRole('heading', { name: 'สมาชิก', exact: true }));
  await page.getByRole('button', { name: 'ส่งออกทั้งหมด' }).click();
  await page.getByText('รอเริ่ม', { exact: true }).waitFor();
  await createExportRunner(office.context).run();
  await page.getByText('พร้อม', { exact: true }).waitFor();
  await assertAccessible(page, 'exports');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'ดาวน์โหลด' }).click();
  const file = fs.readFileSync(await (await downloading).path(), 'utf8');
  assert.match(file, /^\uFEFFreference,name,phone/);
  await page.context().close();
});

test('keeps filter, order, columns and row over panel, back, reload, a link and a second tab, and saves them as a view', async () => {
  for (let made = 0; made < MEMBERS; made += 1) await createMember(database, chaba);
  await database.owner.execute(sql`
    update member set is_locked = true where site_id = ${chaba.id} and member_id = (select max(member_id) from member)`);
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-payments');
  await goByKeys(page, 'm', page.getByRole('heading', { name: 'สมาชิก', exact: true }));
  await page.getByLabel('เรียงตาม').selectOption('deposits');
  await page.getByRole('button', { name: 'คอลัมน์' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'บัญชี' }).check();
  await dialog.getByRole('checkbox', { name: 'เบอร์โทร' }).uncheck();
  await dialog.getByRole('button', { name: 'เลื่อน บัญชี ขึ้น' }).click();
  await assertAccessible(page, 'choice of columns');
  await dialog.getByRole('button', { name: 'แสดง', exact: true }).click();
  const heads = (of: Page) => of.locator('thead th').allTextContents();
  await page.getByRole('columnheader', { name: 'บัญชี', exact: true }).waitFor();
  const chosen = await heads(page);
  assert.ok(!chosen.includes('เบอร์โทร'), chosen.join());
  const waitForHeads = (of: Page, titles: readonly string[]): Promise<unknown> =>
    pollUntil(async () => (await heads(of)).join() === titles.join(), { message: `not the columns ${titles.join()}` });

  const row = page.locator('tr[data-key]').nth(20);
  const reference = (await row.getAttribute('data-key')) ?? '';
  await row.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  assert.ok(scrolled > 0);
  await row.click();
  await page.waitForURL(`**open=${reference}**`);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  const link = page.url();
  await page.goBack();
  await page.waitForURL((address) => !address.searchParams.has('open'));
  await waitForHeads(page, chosen);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  const second = await page.context().newPage();
  for (const tab of [page, second]) {
    await tab.goto(link);
    await tab.locator(`tr[data-key="${reference}"][aria-selected="true"]`).waitFor();
    await waitForHeads(tab, chosen);
    assert.equal(await tab.getByLabel('เรียงตาม').inputValue(), 'deposits');
  }
  await second.close();

  // An answer of the filter before arrives after the one of the filter that is shown.
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/lists\/members\?.*state=locked/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.getByLabel('สถานะ', { exact: true }).selectOption('locked');
  await page.getByLabel('สถานะ', { exact: true }).selectOption('break');
  await page.getByText('ไม่พบสมาชิก').waitFor();
  const response = page.waitForResponse(/state=locked/);
  release();
  await response;
  await page.getByText('ไม่พบสมาชิก').waitFor();
  assert.equal(await page.locator('tr[data-key]').count(), 0);
  await page.getByLabel('สถานะ', { exact: true }).selectOption('');

  await page.getByRole('button', { name: 'บันทึกมุมมอง' }).click();
  await dialog.getByLabel('ชื่อมุมมอง').fill('บัญชีรายใหญ่');
  await assertAccessible(page, 'view');
  await dialog.getByRole('button', { name: 'บันทึก', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await database.owner.execute(sql`
    update operator_role set role = 'marketing' where role = 'payments'
      and operator_id = (select operator_id from operator where name = 'demo-payments')`);
  await page.goto(`${url}/chaba/members`);
  await page.getByLabel('มุมมอง', { exact: true }).selectOption({ label: 'บัญชีรายใหญ่' });
  await page.waitForURL((address) => address.searchParams.get('sort') === 'deposits');
  await page.locator('tr[data-key]').first().waitFor();
  await waitForHeads(
    page,
    chosen.filter((title) => title !== 'บัญชี'),
  );
  await page.context().close();
});

test('schedules a list, ends it, and requests a file in full', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-finance');
  await goByKeys(page, 'm', page.getByRole('heading', { name: 'สมาชิก', exact: true }));
  await page.getByRole('button', { name: 'ส่งออกแบบอื่น' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('ทุก').selectOption('week');
  await assertAccessible(page, 'other exports');
  await dialog.getByRole('button', { name: 'ตั้งเวลาส่งออก' }).click();
  const schedules = page.getByRole('region', { name: 'ไฟล์ที่ตั้งเวลาไว้' });
  await schedules.getByText(/ทุกวันจันทร์/).waitFor();
  await assertAccessible(page, 'schedules');
  await schedules.getByRole('button', { name: 'หยุด' }).click();
  await schedules.waitFor({ state: 'detached' });

  await goByKeys(page, 'm', page.getByRole('heading', { name: 'สมาชิก', exact: true }));
  await page.getByRole('button', { name: 'ส่งออกแบบอื่น' }).click();
  await dialog.getByRole('button', { name: 'ส่งออกแบบไม่ปิดบัง' }).click();
  await dialog.getByLabel('เหตุผล (ภายใน)').fill('ส่งให้ผู้ตรวจสอบบัญชี');
  await dialog.getByRole('button', { name: 'ส่งออกแบบไม่ปิดบัง', exact: true }).click();
  await dialog.getByText(/^ส่งคำขอ R\d+/).waitFor();
  await page.context().close();
});

test('holds four entries on the bar of a phone and all other pages in a sheet', async () => {
  const phone = await openMobilePage({ expected: EXPECTED });
  await signInDemo(phone, 'demo-finance');
  const bar = phone.getByRole('navigation');
  assert.equal(await bar.locator(':scope > a:visible, :scope > button:visible').count(), 4);
  await phone.getByRole('button', { name: 'อื่น ๆ' }).click();
  await assertAccessible(phone, 'sheet');
  await phone.getByRole('dialog').getByRole('link', { name: 'รายงาน' }).click();
  await phone.getByRole('heading', { name: 'เงินเข้าออก' }).waitFor();
  await phone.getByText('1,250.00').first().waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
  await assertAccessible(phone, 'report on a phone');
  assert.deepEqual(await audit(database), []);
  await phone.context().close();
});
