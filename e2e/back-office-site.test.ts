// The site in a browser: a setting with before, after and preview, an announcement, terms compared by two people, a
// provider.
//
// Always true: the process runs in this test on a database of its own.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { BACK_OFFICE_ROOT, buildPages, WEB_ROOT } from '#ops/start/page-builds';
import { listShownAnnouncements } from '#server/modules/announcements/announcements';
import { loadSite } from '#server/modules/site/site';
import { findTermsInForce } from '#server/modules/terms/terms';
import { buildTestOffice } from '#server/testing/build-back-office';
import { openMobilePage } from '#testing/product/browser';

import { findViolations } from './axe.ts';
import { goByKeys } from './go-keys.ts';

await Promise.all([buildPages(() => undefined, 'back office'), buildPages(() => undefined, 'member site')]);
const { office, database, chaba } = await buildTestOffice({
  config: { port: 0, backOfficeRoot: BACK_OFFICE_ROOT, webRoot: WEB_ROOT },
});
await office.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = office.fastify.server.address() as AddressInfo;
const url = `http://localhost:${port}`;
const WIDE = { viewport: { width: 1280, height: 800 }, hasTouch: false };
/** The browser reports the answer 401 of the first call. */
const EXPECTED = /401/;

async function signInDemo(page: Page, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('ชื่อผู้ใช้').fill(name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
}

async function assertAccessible(page: Page, place: string): Promise<void> {
  // The preview is a page of the member site, whose landmarks repeat those around it.
  const violations = await findViolations(page, { isWithoutFrames: true });
  const found = violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => String(target)).join(' ')}`);
  assert.deepEqual(found, [], place);
}

async function confirm(page: Page, place: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('dl').waitFor();
  await assertAccessible(page, place);
  await page.getByLabel('เหตุผล (ภายใน)').fill('ทดสอบระบบ');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('changes a setting, announces, and publishes terms that a second person compares', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-marketing');
  const name = page.locator('tr[data-key=appName]');
  await goByKeys(page, 's', name);
  await assertAccessible(page, 'settings');
  await name.click();
  await page.getByLabel('ค่าใหม่').fill(' ชบา');
  await page.getByRole('alert').getByText('กรอก 1 ถึง 60 ตัวอักษร').waitFor();
  await page.getByLabel('ค่าใหม่').fill('ชบา โกลด์');
  const preview = page.frameLocator('iframe[title="ตัวอย่างหน้าเว็บ"]');
  await preview
    .getByRole('link', { name: /ชบา โกลด์/ })
    .first()
    .waitFor();
  // Only the script of the colours runs, without an origin.
  const frame = page.frames().find((each) => each.url().includes('/preview/'));
  const inside = await frame?.evaluate(() => [
    origin,
    document.scripts.length,
    document.documentElement.dataset['preset'],
  ]);
  assert.deepEqual(inside, ['null', 1, 'gold']);
  await page.getByRole('button', { name: 'เปลี่ยน', exact: true }).click();
  await confirm(page, 'setting');
  await name.getByText('ชบา โกลด์').waitFor();
  await name.getByText('demo-marketing').waitFor();
  assert.equal((await database.transaction((tx) => loadSite(tx, chaba.id))).name, 'ชบา โกลด์');

  await page.getByRole('link', { name: 'ประกาศ', exact: true }).click();
  await page.getByRole('button', { name: 'สร้างประกาศ' }).click();
  await page.getByLabel('ข้อความ', { exact: true }).fill('ปรับปรุงระบบคืนนี้ ตั้งแต่ตีสองถึงตีสาม');
  await page.getByLabel('สิ้นสุด (เวลาไทย)').fill('2026-01-01T00:00');
  const create = page.locator('form').getByRole('button', { name: 'สร้างประกาศ' });
  await create.click();
  await page.getByRole('alert').getByText('เวลาสิ้นสุดต้องอยู่หลัง').waitFor();
  const tomorrow = new Date(Date.now() + 31 * 3_600_000).toISOString().slice(0, 16);
  await page.getByLabel('สิ้นสุด (เวลาไทย)').fill(tomorrow);
  await create.click();
  await confirm(page, 'announcement');
  await page.getByRole('row').getByText('กำลังแสดง').waitFor();
  await assertAccessible(page, 'announcements');
  assert.equal((await listShownAnnouncements(database, chaba.id)).length, 1);

  await page.getByRole('link', { name: 'ข้อตกลง', exact: true }).click();
  await page.getByLabel('ข้อความข้อตกลง').fill('# ข้อตกลง\n\nผู้เล่นต้องมีอายุ 20 ปีขึ้นไป');
  await page.getByRole('region', { name: 'เทียบกับฉบับที่ใช้อยู่' }).waitFor();
  await page.getByRole('button', { name: 'ขอเผยแพร่ฉบับใหม่' }).click();
  await confirm(page, 'terms dialog');
  await page.getByRole('link', { name: /มีคำขอ R\d+ รออนุมัติ/ }).waitFor();
  await page.context().close();

  const phone = await openMobilePage({ expected: EXPECTED });
  await signInDemo(phone, 'demo-admin');
  await phone.getByRole('link', { name: /คำขออนุมัติ/ }).click();
  await phone.getByText('เผยแพร่ข้อตกลง').first().click();
  await phone.getByRole('region', { name: 'เทียบกับฉบับที่ใช้อยู่' }).getByText('อายุ 20 ปี').waitFor();
  await assertAccessible(phone, 'request of terms');
  await phone.getByRole('button', { name: 'อนุมัติคำขอ' }).click();
  await phone.getByLabel('เหตุผล (ภายใน)').fill('ตรวจซ้ำแล้ว');
  await phone.getByLabel('รหัสผ่านตัวอย่าง').fill('demo1234');
  await phone.getByRole('dialog').getByRole('button', { name: 'อนุมัติคำขอ' }).click();
  await phone.getByText('โดย demo-marketing').or(phone.getByText('โดย demo-admin')).first().waitFor();
  assert.match((await findTermsInForce(database, chaba.id))?.content ?? '', /อายุ 20 ปี/);
  await phone.context().close();
});

test('closes the site and a provider alone, and lists the games of the provider', async () => {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-risk');
  await page.goto(`${url}/chaba/site?group=switches&open=Maintenance`);
  await page.getByLabel('ข้อความถึงสมาชิก (เว้นว่างได้)').fill('ปรับปรุงฐานข้อมูล');
  await page.getByRole('button', { name: 'ปิดปรับปรุง', exact: true }).click();
  await confirm(page, 'maintenance');
  await page.getByRole('button', { name: /^เปิดเว็บไซต์/ }).waitFor();
  const site = await database.transaction((tx) => loadSite(tx, chaba.id));
  assert.deepEqual([site.isInMaintenance, site.maintenanceMessage], [true, 'ปรับปรุงฐานข้อมูล']);

  const first = page.locator('tbody tr').first();
  await goByKeys(page, 'e', page.getByRole('table', { name: 'เกม' }));
  await first.click();
  await page.getByRole('button', { name: 'ปิดค่ายเกม' }).click();
  await confirm(page, 'provider');
  await page.getByRole('button', { name: 'เปิดค่ายเกม' }).waitFor();
  await page.getByRole('button', { name: 'ตั้งเพดานเงินชนะ' }).click();
  await page.getByLabel('จำนวนเงิน (บาท)').fill('สิบ');
  await page.getByLabel('เหตุผล (ภายใน)').fill('ตามสัญญา');
  await page.keyboard.press('Control+Enter');
  // A rejected input keeps its text.
  await page.getByRole('alert').first().waitFor();
  await page.getByLabel('จำนวนเงิน (บาท)').fill('50000');
  await assertAccessible(page, 'win cap');
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(/คำขอ R\d+|R\d+/)
    .first()
    .waitFor();
  await assertAccessible(page, 'games');
  await page.context().close();
});
