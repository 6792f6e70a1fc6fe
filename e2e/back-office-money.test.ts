// Money by hand in a browser: a credit that another person decides on a phone, receiving accounts with a ceiling, a
// statement whose bad lines are named before it is imported.
//
// Always true: the process runs in this test on a database of its own.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

import { audit, getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';
import type { Page } from 'playwright-core';

import { BACK_OFFICE_ROOT, buildPages } from '#ops/start/page-builds';
import { chart } from '#server/core/chart-of-accounts';
import { ensureReceivingAccount } from '#server/modules/receiving-accounts/receiving-accounts';
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

const payer = { bankCode: '014', bankAccount: '1234569921' };
const member = await createMember(database, chaba, { money: baht(300), ...payer });
const reference = `M${String(member.id).padStart(8, '0')}`;
const account = { kind: 'bank', bankCode: '004', account: '9998887776', holderName: 'บจก. ชบา' } as const;
await ensureReceivingAccount(database, chaba.id, account);

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

const readGame = async () =>
  (await database.transaction((tx) => getBalances(tx, chaba.id, member.id, { game: chart.game }))).game;

test('credits a member after a second person agreed on a phone', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-payments');
  await page.goto(`${url}/chaba/members/${reference}`);
  await page.getByRole('button', { name: /^เพิ่มยอดให้สมาชิก/ }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('จำนวน', { exact: true }).fill('1,250.50');
  await dialog.getByLabel('ทำเทิร์นกี่เท่า').fill('1');
  await dialog.getByLabel('หลักฐานอยู่ที่ไหน').fill('LINE 28 พ.ย.');
  await dialog.getByLabel('ข้อความถึงสมาชิก').fill('ชดเชยเกมขัดข้อง');
  await assertAccessible(page, 'adjustment');
  await dialog.getByRole('button', { name: 'เกมขัดข้อง' }).click();
  await dialog.getByLabel('เหตุผล (ภายใน)').press('Control+Enter');
  await page.getByText(/ส่งคำขอ R\d+/).waitFor();
  assert.equal(await readGame(), baht(300));

  const phone = await openMobilePage({ expected: EXPECTED });
  await signInDemo(phone, 'demo-finance');
  await phone.goto(`${url}/chaba/requests`);
  await phone.getByText(`balance of member ${member.id}`).first().click();
  await phone.getByText('ชดเชยเกมขัดข้อง').first().waitFor();
  await phone.getByRole('button', { name: 'อนุมัติคำขอ' }).click();
  await phone.getByLabel('เหตุผล (ภายใน)').fill('ตรวจแล้ว');
  await phone
    .getByRole('dialog')
    .getByLabel(/รหัสผ่าน/)
    .fill('demo1234');
  await phone.getByRole('dialog').getByRole('button', { name: 'อนุมัติคำขอ' }).click();
  await phone.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await readGame(), 15_505_000n);
  await page.goto(`${url}/chaba/members/${reference}?kind=money`);
  await page.getByText('ชดเชยเกมขัดข้อง').waitFor();
  await phone.context().close();
  await page.context().close();
});

test('sets a ceiling, and imports a statement after its bad line was named', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-finance');
  await goByKeys(page, 'n', page.getByRole('table', { name: 'บัญชีรับเงิน' }).getByText('9998887776'));
  await page.getByRole('table', { name: 'บัญชีรับเงิน' }).getByText('9998887776').click();
  await page.getByRole('button', { name: 'เปลี่ยนลำดับ' }).click();
  await page.getByRole('dialog').getByLabel(/^ลำดับ/).fill('5');
  await page.getByRole('dialog').getByLabel('เหตุผล (ภายใน)').press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await assertAccessible(page, 'accounts');

  await page.getByRole('link', { name: 'นำเข้ารายการเดินบัญชี' }).click();
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Bangkok' }).format(Date.now() - 3_600_000);
  const lines = [
    'วันที่,เวลา,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ,รายละเอียด',
    `${day},00:01,,310.00,"1,310.00",จาก SCB X9921`,
    `${day},25:00,,5.00,"1,315.00",`,
  ];
  const file = page.getByLabel('ไฟล์', { exact: true });
  const toFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer });
  await file.setInputFiles(toFile('statement.pdf', Buffer.from([0, 1, 2, 3, 255])));
  await page.getByRole('alert').getByText('ไม่ใช่ไฟล์ข้อความ').waitFor();
  await file.setInputFiles(toFile('statement.csv', Buffer.from(lines.join('\r\n'))));
  await page.getByRole('table', { name: 'อ่านไม่ได้ 1 บรรทัด' }).getByText('25:00').waitFor();
  assert.match(await file.inputValue(), /statement\.csv$/, 'the field names the file that is shown');
  await assertAccessible(page, 'statement');
  const before = await readGame();
  await page.getByRole('button', { name: 'นำเข้ารายการเดินบัญชี' }).click();
  await page.getByLabel('เหตุผล (ภายใน)').press('Control+Enter');
  await page.getByRole('status').getByText('เครดิตให้สมาชิกแล้ว').waitFor();
  assert.equal(await readGame(), before + baht(310));
  assert.deepEqual(await audit(database), []);
  await page.context().close();

  const admin = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(admin, 'demo-admin');
  await admin.goto(`${url}/chaba/accounts/statement`);
  await admin.getByText('บทบาทของคุณไม่มีสิทธิ์ดูหน้านี้').waitFor();
  await admin.context().close();
});
