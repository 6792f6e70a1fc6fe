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
import { addSums, balanceDays, recountDays } from '#server/modules/reports/reports';
import { buildTestOffice } from '#server/testing/build-back-office';
import { createMember } from '#server/testing/factories';
import { openMobilePage } from '#testing/product/browser';

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

await createMember(database, chaba, { money: baht(1_250) });
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
  await page.context().close();
});

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
