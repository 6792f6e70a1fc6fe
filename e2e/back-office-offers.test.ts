// Promotions and codes in a browser: a draft with its figures, its publication by two people, a batch with its file.
//
// Always true: the process runs in this test on a database of its own.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

import { audit } from '@chaba/ledger';
import type { Page } from 'playwright-core';

import { BACK_OFFICE_ROOT, buildPages } from '#ops/start/page-builds';
import { buildTestOffice } from '#server/testing/build-back-office';
import { openMobilePage } from '#testing/product/browser';

import { findViolations } from './axe.ts';
import { goByKeys } from './go-keys.ts';

await buildPages(() => undefined, 'back office');
const { office, database } = await buildTestOffice({ config: { port: 0, backOfficeRoot: BACK_OFFICE_ROOT } });
await office.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = office.fastify.server.address() as AddressInfo;
const url = `http://localhost:${port}`;
const WIDE = { viewport: { width: 1280, height: 800 }, hasTouch: false };
/** The first call of a page without a session, and terms while they are typed. */
const EXPECTED = /401|422/;

async function signInDemo(name: string): Promise<Page> {
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await page.goto(url);
  await page.getByLabel('ชื่อผู้ใช้').fill(name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await page.getByRole('navigation', { name: 'ชบา หลังบ้าน' }).waitFor();
  return page;
}

async function assertAccessible(page: Page, place: string): Promise<void> {
  const violations = await findViolations(page);
  const found = violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => String(target)).join(' ')}`);
  assert.deepEqual(found, [], place);
}

/** Gives a reason, and the factor where the sign-in is older than five minutes. */
async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('เหตุผล (ภายใน)').fill('โปรโมชั่นประจำเดือน');
  const factor = dialog.getByLabel('รหัสผ่านตัวอย่าง');
  if (await factor.isVisible()) await factor.fill('demo1234');
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('writes a draft with its figures, publishes it by two people, makes codes, and requests a wheel', async () => {
  const page = await signInDemo('demo-marketing');
  await goByKeys(page, 'f', page.getByRole('heading', { name: 'โปรโมชั่น', level: 1 }));
  await page.getByText('ยังไม่มีโปรโมชั่น').waitFor();
  await page.getByRole('link', { name: 'โปรโมชั่นใหม่' }).click();
  await page.getByLabel(/^ชื่อ/).fill('songkran');
  await page.getByLabel('หัวข้อ').fill('สงกรานต์ชื่นใจ');
  await page.getByLabel('โบนัสเป็นเปอร์เซ็นต์ของยอดฝาก').fill('มาก');
  await page.getByRole('alert').filter({ hasText: 'จำนวนเต็ม' }).waitFor();
  await page.getByLabel('โบนัสเป็นเปอร์เซ็นต์ของยอดฝาก').fill('20');
  await page.getByRole('article').getByText('สงกรานต์ชื่นใจ').waitFor();
  await page.getByRole('article').getByText('โบนัส 20%').waitFor();
  await page.getByRole('row', { name: /^500\.00 100\.00 6,600\.00/ }).waitFor();
  await page.getByText('เกินเกณฑ์').waitFor();
  await assertAccessible(page, 'editor');
  await page.getByRole('button', { name: 'บันทึกร่าง' }).click();
  await confirm(page, 'บันทึกร่าง');

  await page.getByRole('button', { name: 'เผยแพร่โปรโมชั่น' }).click();
  await confirm(page, 'เผยแพร่โปรโมชั่น');
  await page.getByRole('link', { name: /^R\d+ รอคนที่สองอนุมัติ/ }).waitFor();
  await assertAccessible(page, 'promotion');

  const second = await signInDemo('demo-finance');
  await goByKeys(second, 'r', second.getByRole('heading', { name: 'คำขออนุมัติ', level: 1 }));
  await second.getByRole('row', { name: /promotion songkran/ }).click();
  await second.getByRole('button', { name: 'อนุมัติคำขอ' }).click();
  await confirm(second, 'อนุมัติคำขอ');
  await second.context().close();

  await page.getByRole('row', { name: /สงกรานต์ชื่นใจ.*เปิดให้รับ/ }).waitFor();
  await page.getByText('เวอร์ชัน 1').first().waitFor();
  await page.getByRole('region', { name: 'ร่าง', exact: true }).waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'โค้ด', exact: true }).click();
  await page.getByRole('button', { name: 'สร้างชุดโค้ด' }).click();
  await page.getByLabel('คำนำหน้า').fill('WATER');
  await page.getByText('5,000.00').waitFor();
  await confirm(page, 'สร้างชุดโค้ด');
  await page.getByRole('row', { name: /WATER/ }).click();
  await assertAccessible(page, 'codes');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'ไฟล์ CSV' }).click();
  const download = await downloading;
  const file = fs.readFileSync(await download.path(), 'utf8');
  assert.equal(file.match(/^WATER[A-Z2-9]{10},50\.00,/gm)?.length, 100);

  await page.getByRole('link', { name: 'วงล้อ คืนยอดเสีย แนะนำเพื่อน' }).click();
  await page.getByText('เว็บไซต์นี้ไม่มีวงล้อ').waitFor();
  await page.getByRole('button', { name: 'เผยแพร่วงล้อ' }).click();
  await page.getByRole('dialog').getByLabel('เงื่อนไข').fill('on=yes\nfield=NONE 0 7500\nfield=BAHT 5.00 2500');
  await confirm(page, 'เผยแพร่วงล้อ');
  await assertAccessible(page, 'terms of the wheel');
  assert.deepEqual(await audit(database), []);
  await page.context().close();
});
