// Free credit, walked: a code brings money or coins once, everything else gets one clear sentence.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase } from '@chaba/database';
import { audit } from '@chaba/ledger';
import type { Page } from 'playwright-core';

import { openPhone } from './browser.ts';
import { closeNotice } from './members.ts';
import { makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
after(() => database.close());

const PATH = '/user/free_credit';
const REDEEM = /\/itemcode\/redeem$/;

async function redeem(page: Page, code: string): Promise<void> {
  await page.getByLabel('โค้ด', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'รับเครดิต' }).click();
}

test('a code brings its credit, its turnover and its cap, and stands in the history as free credit', async () => {
  const page = await openPhone();
  await openAs(page, product, await makeMember(product), PATH);
  await page.getByRole('heading', { name: 'ก่อนใช้โค้ด' }).waitFor();
  await checkScreen(page);
  await redeem(page, ' welcome50 ');
  const said = await closeNotice(page);
  assert.match(said, /รับเครดิตเรียบร้อยแล้ว/);
  assert.match(said, /เครดิต 50\.00 บาท/);
  assert.match(said, /ต้องทำเทิร์นเพิ่ม 250\.00 บาท/);
  await page.getByText('ยังขาดยอดเทิร์นโอเวอร์อีก 250.00 บาท').waitFor();
  await page.getByText('200.00', { exact: true }).waitFor();
  await redeem(page, 'WELCOME50');
  await page.getByRole('alert').getByText('ใช้โค้ดไม่สำเร็จ').waitFor();
  assert.equal(await page.getByLabel('โค้ด', { exact: true }).inputValue(), 'WELCOME50');
  await page.getByRole('link', { name: 'ดูในประวัติการฝาก' }).click();
  await page.waitForURL(/transactions-deposit/);
  await page.getByRole('main').getByText('เครดิตฟรี').first().waitFor();
  assert.deepEqual(await audit(database), []);
  await page.context().close();
});

test('coins of a code are counted, however often the button is pressed and however late the answer comes', async () => {
  const page = await openPhone({ viewport: { width: 1280, height: 800 }, expected: /ERR_FAILED/ });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (REDEEM.test(request.url())) asked.push(request.headers()['idempotency-key'] ?? '');
  });
  await openAs(page, product, await makeMember(product), PATH);
  await page.getByRole('heading', { name: 'ก่อนใช้โค้ด' }).waitFor();
  // The first answer is lost on the way: the server did it, the page cannot know.
  await page.route(REDEEM, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await redeem(page, 'COINS3');
  assert.match(await closeNotice(page), /ยังไม่ทราบผลรายการ/);
  await page.unroute(REDEEM);
  await page.getByRole('button', { name: 'รับเครดิต' }).dblclick();
  assert.match(await closeNotice(page), /เหรียญกงล้อ 3 เหรียญ/);
  assert.equal(new Set(asked).size, 1, 'the same question has the same key');
  await page.getByRole('link', { name: 'ไปหมุนกงล้อ' }).waitFor();
  await checkScreen(page);
  await page.context().close();
});

test('an empty field asks nothing, and words that nobody made all get the same answer', async () => {
  const page = await openPhone();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (REDEEM.test(request.url())) asked.push(request.url());
  });
  await openAs(page, product, await makeMember(product), PATH);
  await page.getByRole('button', { name: 'รับเครดิต' }).click();
  await page.getByRole('alert').getByText('กรุณากรอกโค้ด').waitFor();
  assert.equal(asked.length, 0);
  for (let wrong = 1; wrong <= 3; wrong += 1) {
    await redeem(page, `WRONG${wrong}`);
    await page.getByRole('alert').getByText('ใช้โค้ดไม่สำเร็จ').waitFor();
  }
  await page.context().close();
});
