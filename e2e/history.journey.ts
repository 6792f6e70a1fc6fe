// The histories: every movement by day, kind and status, with pages and receipts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { openMobilePage, untilCopied } from '#testing/product/browser';
import { credit, type JourneyMember, makeMember, openAs, operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { testInFull } from '#testing/extent';

const product = await startProduct();
const DEPOSITS = 23;
await operator(product, 'set', 'depositTurnover', '0', '--reason', 'journeys without play');
const member = await makeRichMember();

async function makeRichMember(): Promise<JourneyMember> {
  const richMember = await makeMember(product);
  for (let amount = 101; amount <= 100 + DEPOSITS; amount += 1) await credit(product, richMember, amount);
  const response = await fetch(`${product.url}/fund-composite/v1/withdrawal`, {
    method: 'POST',
    headers: { 'api-key': 'chaba-sandbox', 'api-auth': richMember.token, 'content-type': 'application/json' },
    body: JSON.stringify({ Amount: 250, Channel: 'BANK' }),
  });
  assert.ok(response.ok);
  return richMember;
}

async function open(
  path: string,
  as: JourneyMember = member,
  options: Parameters<typeof openMobilePage>[0] = {},
): Promise<Page> {
  const page = await openMobilePage(options);
  await openAs(page, product, as, path);
  return page;
}

const rows = (page: Page) => page.getByRole('listitem').filter({ has: page.getByText(/ฝากเงิน|ถอนเงิน/) });

test('lists deposits by day, twenty a page, with status, badge and total', async () => {
  const page = await open('/user/history');
  await page.getByText('+123.00').waitFor();
  assert.equal(await rows(page).count(), 20);
  // A history starts without a range; a range has a total.
  await page.getByRole('button', { name: '7 วันล่าสุด' }).click();
  // The total covers the whole range, also before all of it is loaded.
  await page.getByText('รวมที่อนุมัติแล้ว 7 วันล่าสุด').waitFor();
  await page.getByText('2,576.00 บาท').waitFor();
  await page.getByText('ไม่รับโบนัส').first().waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'โหลดเพิ่มเติม' }).click();
  await page.getByText('+101.00').waitFor();
  assert.equal(await rows(page).count(), DEPOSITS);
});

test('opens the receipt of a row and copies its reference', async () => {
  const page = await open('/user/history', member, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page
    .getByRole('button', { name: /ฝากเงิน/ })
    .first()
    .click();
  const receipt = page.getByRole('dialog', { name: 'รายละเอียดรายการ' });
  await receipt.getByText('+123.00').waitFor();
  const reference = await receipt.getByText(/^D\d+$/).innerText();
  await checkScreen(page);
  await receipt.getByRole('button', { name: 'คัดลอกเลขที่อ้างอิง' }).click();
  await untilCopied(page, new RegExp(`^${reference}$`));

  const download = page.waitForEvent('download');
  await receipt.getByRole('button', { name: 'บันทึกรูป' }).click();
  const picture = await download;
  assert.equal(picture.suggestedFilename(), `${reference}.png`);
  await page.getByText('บันทึกรูปแล้ว').waitFor();
});

testInFull('keeps the tab in the address and shows the destination of a withdrawal', async () => {
  const page = await open('/user/history');
  await page.getByRole('tab', { name: 'ประวัติถอน' }).click();
  await page.waitForURL(/tab=withdraw/);
  await page.getByText('อนุมัติแล้ว').last().waitFor();
  await page.getByRole('button', { name: /ถอนเงิน/ }).click();
  const receipt = page.getByRole('dialog', { name: 'รายละเอียดรายการ' });
  await receipt.getByText(/ธนาคารกสิกรไทย ••• \d{4}/).waitFor();
});

testInFull('applies filters and shows ไม่มีข้อมูล without rows', async () => {
  const page = await open('/user/history');
  await page.getByText('+123.00').waitFor();
  await page.getByRole('combobox', { name: 'สถานะ' }).selectOption({ label: 'ล้มเหลว' });
  await page.getByText('ไม่มีข้อมูล').waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'ล้างตัวกรอง' }).click();
  await page.getByText('+123.00').waitFor();
  await page.getByRole('button', { name: 'วันนี้' }).click();
  await page.getByText('+123.00').waitFor();
});

test('shows a new member empty histories with a next step', async () => {
  const page = await open('/user/history', await makeMember(product));
  await page.getByText('ไม่มีข้อมูล').waitFor();
  await page.getByRole('button', { name: '7 วันล่าสุด' }).click();
  await page.getByRole('button', { name: 'ดู 30 วันล่าสุด' }).click();
  await page.getByRole('button', { name: 'ทั้งหมด', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'ฝากเงิน' }).waitFor();
  await page.getByRole('tab', { name: 'เดิมพัน' }).click();
  await page.getByText('เดิมพันของคุณจะแสดงที่นี่').waitFor();
});

testInFull('lists and filters the transaction types of the specification', async () => {
  const page = await open('/user/transactions');
  await page.getByText('-250.00').waitFor();
  await page.getByText('+123.00').waitFor();
  await checkScreen(page);
  await page.getByRole('combobox', { name: 'ประเภท' }).selectOption({ label: 'ถอนเงิน' });
  await page.getByText('+123.00').waitFor({ state: 'detached' });
  await page.getByText('-250.00').waitFor();

  await page.goto(`${product.url}/user/transactions-deposit`);
  await page.getByText('+123.00').waitFor();
  assert.equal(await page.getByText('-250.00').count(), 0);

  await page.goto(`${product.url}/user/transactions-withdraw`);
  await page.getByText('-250.00').waitFor();
  assert.equal(await page.getByText('+123.00').count(), 0);
});

testInFull('reports an unreadable history with a retry', async () => {
  const page = await openMobilePage({ expected: /status of 503/ });
  let isDown = true;
  await page.route('**/history/deposit*', (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { success: false, code: 'SERVER_BUSY', message: 'ระบบมีผู้ใช้งานจำนวนมาก' } })
      : route.continue(),
  );
  await openAs(page, product, member, '/user/history');
  await page.getByText('ระบบมีผู้ใช้งานจำนวนมาก').waitFor();
  isDown = false;
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await page.getByText('+123.00').waitFor();
});

testInFull('reports a further page that fails and loads it on the next request', async () => {
  const page = await openMobilePage({ expected: /status of 500/ });
  let requests = 0;
  await page.route('**/history/deposit*', (route) => {
    if (!route.request().url().includes('cursor=') || requests > 0) return route.continue();
    requests += 1;
    return route.fulfill({
      status: 500,
      json: { success: false, code: 'INTERNAL', message: 'ทำรายการไม่สำเร็จ' },
    });
  });
  await openAs(page, product, member, '/user/transactions-deposit');
  await page.getByText('+123.00').waitFor();
  await page.getByRole('button', { name: 'โหลดเพิ่มเติม' }).click();
  await page.getByText('ทำรายการไม่สำเร็จ').waitFor();
  await page.getByText('+123.00').waitFor();
  await page.getByRole('button', { name: 'โหลดเพิ่มเติม' }).click();
  await page.getByText('+101.00').waitFor();
  await page.getByText('ทำรายการไม่สำเร็จ').waitFor({ state: 'detached' });
});

testInFull('requests one type at the server and reports an empty one', async () => {
  const page = await open('/user/transactions-deposit');
  await page.getByText('+123.00').waitFor();
  const answered = page.waitForResponse(/TransType=CASHBACK/);
  await page.getByRole('combobox', { name: 'ประเภท' }).selectOption({ label: 'คืนยอดเสีย' });
  await page.getByText('ไม่มีข้อมูล').waitFor();
  const { data } = (await (await answered).json()) as { data: { Transaction: unknown[] } };
  assert.deepEqual(data.Transaction, []);
  await page.getByRole('button', { name: 'ล้างตัวกรอง' }).click();
  await page.getByText('+123.00').waitFor();
});
