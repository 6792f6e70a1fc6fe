// Support in a browser: a complaint opened on the page of a member, answered with a canned reply and closed; a contact
// and a code for a lost password; a risk alert decided beside its group; blocks by hand, by file and from a cell.
//
// Always true: the process runs in this test on a database of its own.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import type { Page } from 'playwright-core';

import { BACK_OFFICE_ROOT, buildPages } from '#ops/start/page-builds';
import { createImportRunner } from '#server/back-office/import-run';
import { recordRiskSignals } from '#server/modules/risk-signals/risk-signals';
import { startRecovery } from '#server/modules/members/password-recovery';
import { runRiskRules } from '#server/modules/risk/risk';
import { buildTestOffice } from '#server/testing/build-back-office';
import { createMember } from '#server/testing/factories';
import { openMobilePage } from '#testing/product/browser';

import { findViolations } from './axe.ts';
import { goByKeys } from './go-keys.ts';

await buildPages(() => undefined, 'back office');
const { office, database, chaba, config } = await buildTestOffice({
  config: { port: 0, backOfficeRoot: BACK_OFFICE_ROOT },
});
await office.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = office.fastify.server.address() as AddressInfo;
const url = `http://localhost:${port}`;

const WIDE = { viewport: { width: 1280, height: 800 }, hasTouch: false };
/** The browser reports the answer 401 of the first call. */
const EXPECTED = /401/;

const member = await createMember(database, chaba);
const reference = `M${String(member.id).padStart(8, '0')}`;
await database.owner.execute(sql`
  insert into canned_reply (site_id, name, topic, text_th, text_en, changed_by)
  values (${chaba.id}, 'รอตรวจ', 'withdrawal', 'เรียน คุณ{name} เรื่อง {complaint} กำลังตรวจสอบ', '', 'test')`);

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

test('opens a complaint on the page of a member, answers it with a canned reply, and closes it', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-support');
  await page.goto(`${url}/chaba/members/${reference}`);
  await page.getByRole('button', { name: 'เปิดเรื่องร้องเรียน' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('สมาชิกร้องเรียนว่า').fill('ถอนเงินแล้วยังไม่ได้รับ');
  await dialog.getByRole('button', { name: 'เปิดเรื่องร้องเรียน' }).click();
  await dialog.waitFor({ state: 'detached' });

  const row = page.locator('tr[data-key="C00000001"]');
  await goByKeys(page, 'h', row);
  await assertAccessible(page, 'complaints');
  await row.click();
  await page.getByRole('heading', { name: 'C00000001' }).waitFor();
  await assertAccessible(page, 'complaint');
  await page.getByRole('button', { name: 'ตอบ', exact: true }).click();
  await dialog.getByLabel('ใช้ข้อความสำเร็จรูป').selectOption({ label: 'รอตรวจ' });
  const answer = dialog.getByLabel('คำตอบ', { exact: true });
  assert.equal(await answer.inputValue(), 'เรียน คุณสมชาย เรื่อง C00000001 กำลังตรวจสอบ');
  await dialog.getByRole('button', { name: 'ตอบ', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('เรียน คุณสมชาย เรื่อง C00000001 กำลังตรวจสอบ').waitFor();
  await page.getByRole('button', { name: 'ปิดเรื่อง' }).click();
  await dialog.getByRole('button', { name: 'ปิดเรื่อง' }).click();
  await page.getByRole('button', { name: 'เปิดเรื่องใหม่' }).waitFor();
  await recordContactByKeys(page);
  await givePasswordCode(page);
  await page.context().close();
});

/** A contact with a canned reply: three keys. */
async function recordContactByKeys(page: Page): Promise<void> {
  await page.goto(`${url}/chaba/members/${reference}`);
  await page.getByRole('button', { name: /^บันทึกการติดต่อ/ }).waitFor();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: /ตอบด้วย รอตรวจ/ }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { summary } = await database.owner.one<{ summary: string }>(sql`select summary from contact`);
  assert.equal(summary, 'ตอบด้วย รอตรวจ');
}

/** The code of a lost password, for the number that the person reads out; it is shown once. */
async function givePasswordCode(page: Page): Promise<void> {
  const given = { phone: member.phone, address: '10.0.0.1', userAgent: '' };
  const { number } = await startRecovery(
    { ...office.context, database, config: { ...config, isRateLimited: false } },
    chaba.id,
    given,
  );
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('p');
  await dialog.getByLabel('เลขคำขอ').fill(number);
  await assertAccessible(page, 'password code');
  await dialog.getByLabel('เหตุผล (ภายใน)').fill('โทรกลับเบอร์ที่สมัครไว้แล้ว');
  await dialog.getByRole('button', { name: 'ออกรหัสตั้งรหัสผ่านใหม่' }).click();
  await dialog.waitFor({ state: 'detached' });
  const code = await page.getByText(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/).textContent();
  assert.equal(code?.length, 19);
  await page.reload();
  await page.getByRole('button', { name: /^บันทึกการติดต่อ/ }).waitFor();
  assert.equal(await page.getByText(code ?? '').count(), 0, 'a code is shown once');
}

test('decides a risk alert beside its group, and blocks a phone', async () => {
  const other = await createMember(database, chaba);
  await runRiskRules(database, chaba.id);
  for (const { id } of [member, other]) {
    await database.transaction((tx) =>
      recordRiskSignals({ tx, config }, chaba.id, id, { address: '10.0.0.1', deviceMark: 'a'.repeat(32) }),
    );
  }
  assert.equal(await runRiskRules(database, chaba.id), 1);
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-risk');
  await page.goto(`${url}/chaba/queues/alerts?open=first`);
  await page.getByText('อุปกรณ์เดียวกัน A').waitFor();
  const devices = page.getByRole('row', { name: /อุปกรณ์ร่วม/ });
  assert.equal(await devices.getByText('A', { exact: true }).count(), 2);
  await assertAccessible(page, 'group');
  await page.getByRole('button', { name: 'คนละคน' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'คนละคน' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  const { verdict } = await database.owner.one<{ verdict: string }>(sql`select verdict from member_link`);
  assert.equal(verdict, 'different');

  const add = page.getByRole('button', { name: 'เพิ่มรายการบล็อก' });
  await goByKeys(page, 'k', add);
  await add.click();
  await dialog.getByLabel('ค่า', { exact: true }).fill('0812345678');
  await dialog.getByRole('button', { name: 'บล็อก', exact: true }).click();
  await page.getByText('08x-xxx-5678').waitFor();
  await assertAccessible(page, 'blocks');
  await importBlocks(page);
  await blockByKeys(page);
  await page.context().close();
});

/** A file with a bad row, which is named before; a job runs the others. */
async function importBlocks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'นำเข้า', exact: true }).click();
  await page.getByRole('button', { name: 'นำเข้าจากไฟล์' }).click();
  const dialog = page.getByRole('dialog');
  const file = dialog.getByLabel('ไฟล์รายการบล็อก');
  await file.setInputFiles({ name: 'list.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK') });
  await dialog.getByText('ไฟล์ต้องเป็น .csv').waitFor();
  const rows = 'kind,value\nphone,0812345001\nphone,12\nphone,0812345002';
  await file.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  await dialog.getByText('แถว 3: ไม่ใช่เบอร์ บัญชี IP หรือสมาชิกที่ใช้ได้').waitFor();
  await dialog.getByRole('button', { name: 'นำเข้ารายการบล็อก' }).and(page.locator(':enabled')).waitFor();
  await assertAccessible(page, 'import');
  await dialog.getByRole('button', { name: 'นำเข้ารายการบล็อก' }).click();
  await dialog.getByLabel('เหตุผล (ภายใน)').fill('รายชื่อจากธนาคาร');
  await dialog.getByRole('button', { name: 'นำเข้ารายการบล็อก' }).click();
  await dialog.waitFor({ state: 'detached' });
  await createImportRunner(office.context).run();
  await page.getByRole('cell', { name: 'เสร็จ', exact: true }).waitFor();
  await page.getByRole('cell', { name: '3 / 3' }).waitFor();
  await assertAccessible(page, 'imports');
}

/** The account of a member, from its cell: three keys. */
async function blockByKeys(page: Page): Promise<void> {
  await page.goto(`${url}/chaba/members/${reference}`);
  await page.locator('[data-block="account"]').focus();
  await page.keyboard.press('k');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /สงสัยทุจริต/ })
    .waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { count } = await database.owner.one<{ count: number }>(sql`
    select count(*)::int as count from block_entry where kind = 'account' and member_id = ${member.id}`);
  assert.equal(count, 1);
}
