// The histories: every movement found again, by day, kind and status, page by page, with its receipt.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import type { Page } from 'playwright-core';

import { openMobilePage, untilCopied } from './browser.ts';
import { credit, type MadeMember, makeMember, openAs, operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
const DEPOSITS = 23;
let member: MadeMember;

before(async () => {
  await operator(product, 'set', 'depositTurnover', '0', '--reason', 'journeys without play');
  member = await makeMember(product);
  for (let amount = 101; amount <= 100 + DEPOSITS; amount += 1) await credit(product, member, amount);
  const response = await fetch(`${product.url}/fund-composite/v1/withdrawal`, {
    method: 'POST',
    headers: { 'api-key': 'chaba-sandbox', 'api-auth': member.token, 'content-type': 'application/json' },
    body: JSON.stringify({ Amount: 250, Channel: 'BANK' }),
  });
  assert.ok(response.ok);
});

async function open(
  path: string,
  as: MadeMember = member,
  options: Parameters<typeof openMobilePage>[0] = {},
): Promise<Page> {
  const page = await openMobilePage(options);
  await openAs(page, product, as, path);
  return page;
}

const rows = (page: Page) => page.getByRole('listitem').filter({ has: page.getByText(/ฝากเงิน|ถอนเงิน/) });

test('deposits stand under their day, twenty a page, with status, badge and total', async () => {
  const page = await open('/user/history');
  await page.getByText('+123.00').waitFor();
  assert.equal(await rows(page).count(), 20);
  // A history begins with everything; a range has a total.
  await page.getByRole('button', { name: '7 วันล่าสุด' }).click();
  // The total is of the whole range, also before all of it is shown.
  await page.getByText('รวมที่อนุมัติแล้ว 7 วันล่าสุด').waitFor();
  await page.getByText('2,576.00 บาท').waitFor();
  await page.getByText('ไม่รับโบนัส').first().waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'โหลดเพิ่มเติม' }).click();
  await page.getByText('+101.00').waitFor();
  assert.equal(await rows(page).count(), DEPOSITS);
});

test('a row opens its receipt, whose reference can be copied', async () => {
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

test('the tab stands in the address, and a withdrawal says where it went', async () => {
  const page = await open('/user/history');
  await page.getByRole('tab', { name: 'ประวัติถอน' }).click();
  await page.waitForURL(/tab=withdraw/);
  await page.getByText('อนุมัติแล้ว').last().waitFor();
  await page.getByRole('button', { name: /ถอนเงิน/ }).click();
  const receipt = page.getByRole('dialog', { name: 'รายละเอียดรายการ' });
  await receipt.getByText(/ธนาคารกสิกรไทย ••• \d{4}/).waitFor();
});

test('filters keep what they say, and a history without rows says ไม่มีข้อมูล', async () => {
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

test('a new member’s histories are empty and lead somewhere', async () => {
  const page = await open('/user/history', await makeMember(product));
  await page.getByText('ไม่มีข้อมูล').waitFor();
  await page.getByRole('button', { name: '7 วันล่าสุด' }).click();
  await page.getByRole('button', { name: 'ดู 30 วันล่าสุด' }).click();
  await page.getByRole('button', { name: 'ทั้งหมด', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'ฝากเงิน' }).waitFor();
  await page.getByRole('tab', { name: 'เดิมพัน' }).click();
  await page.getByText('เดิมพันของคุณจะแสดงที่นี่').waitFor();
});

test('the lists of transactions keep the types of the specification', async () => {
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

test('a history that cannot be read is said and can be asked again', async () => {
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

test('a further page that fails is said, and asked for again when the member asks again', async () => {
  const page = await openMobilePage({ expected: /status of 503/ });
  let asked = 0;
  await page.route('**/history/deposit*', (route) => {
    if (!route.request().url().includes('cursor=') || asked > 0) return route.continue();
    asked += 1;
    return route.fulfill({
      status: 503,
      json: { success: false, code: 'SERVER_BUSY', message: 'ระบบมีผู้ใช้งานจำนวนมาก' },
    });
  });
  await openAs(page, product, member, '/user/transactions-deposit');
  await page.getByText('+123.00').waitFor();
  await page.getByRole('button', { name: 'โหลดเพิ่มเติม' }).click();
  await page.getByText('ระบบมีผู้ใช้งานจำนวนมาก').waitFor();
  await page.getByText('+123.00').waitFor();
  await page.getByRole('button', { name: 'โหลดเพิ่มเติม' }).click();
  await page.getByText('+101.00').waitFor();
  await page.getByText('ระบบมีผู้ใช้งานจำนวนมาก').waitFor({ state: 'detached' });
});

test('one type is asked for at the server, and none of it says so', async () => {
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
