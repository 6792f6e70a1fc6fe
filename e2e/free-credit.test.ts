// Free credit: a code pays money or coins once; each invalid input is reported with one message.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase } from '@chaba/database';
import { audit } from '@chaba/ledger';
import type { Page, Route } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { testInFull } from '#testing/extent';
import { closeAlert } from './members.ts';
import { credit, makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

// With rate limits on, because the limit of attempts is part of the journey.
const product = await startProduct({ environment: { CHABA_RATE_LIMITS: 'on' } });
const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
after(() => database.close());

const PATH = '/user/free_credit';
const NO_CONNECTION = 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้';
const REDEEM = /\/itemcode\/redeem$/;

async function redeem(page: Page, code: string): Promise<void> {
  await page.getByLabel('โค้ด', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'รับเครดิต' }).click();
}

test('credits a code with its turnover and cap and lists it in the history as free credit', async () => {
  const page = await openMobilePage();
  const member = await makeMember(product);
  await openAs(page, product, member, PATH);
  await page.getByRole('heading', { name: 'ก่อนใช้โค้ด' }).waitFor();
  await checkScreen(page);
  // Requirement and cap are shown before use, and declining changes nothing.
  await redeem(page, ' welcome50 ');
  const question = page.getByRole('alertdialog');
  await question.getByText('ถอนได้สูงสุด 200.00 บาท', { exact: false }).waitFor();
  await question.getByText('ยอดเทิร์นที่เหลือ จาก 0.00 เป็น 250.00 บาท', { exact: false }).waitFor();
  await checkScreen(page);
  await question.getByRole('button', { name: 'ยังไม่ใช้' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'รับเครดิต' }).click();
  await question.getByRole('button', { name: 'ใช้โค้ด' }).click();
  await page.getByText('รับเครดิตเรียบร้อยแล้ว').waitFor();
  const alertText = await closeAlert(page);
  assert.match(alertText, /เครดิต 50\.00 บาท/);
  assert.match(alertText, /ต้องทำเทิร์นเพิ่ม 250\.00 บาท/);
  assert.match(alertText, /ถอนได้สูงสุด 200\.00 บาท/);
  await page.getByText('ยังขาดยอดเทิร์นโอเวอร์อีก 250.00 บาท').waitFor();
  await page.getByText('200.00', { exact: true }).waitFor();
  await redeem(page, 'WELCOME50');
  await page.getByRole('alert').getByText('ใช้โค้ดไม่สำเร็จ').waitFor();
  assert.equal(await page.getByLabel('โค้ด', { exact: true }).inputValue(), 'WELCOME50');
  await page.getByRole('link', { name: 'ดูในประวัติการฝาก' }).click();
  await page.waitForURL(/transactions-deposit/);
  await page.getByRole('main').getByText('เครดิตฟรี').first().waitFor();
  // Beside the cap no promotion can be chosen, and the promotions page states why.
  await page.goto(`${product.url}/user/promotion`);
  await page.getByText('คุณมีโบนัสหรือโค้ดที่จำกัดยอดถอนอยู่', { exact: false }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'เลือกโปรนี้', exact: false }).count(), 0);
  await checkScreen(page);
  // New money is parked outside the cap until the member moves it; the home page shows it.
  await credit(product, member, 100);
  await page.goto(`${product.url}/user/home`);
  await page.getByRole('heading', { name: 'เงินพักในกระเป๋าหลัก' }).waitFor();
  await checkScreen(page);
  const move = page.getByRole('button', { name: 'ย้ายเข้ากระเป๋าเกม' });
  await move.click();
  await question.getByText('ตอนนี้คุณถอนได้สูงสุด 200.00 บาท', { exact: false }).waitFor();
  await checkScreen(page);
  await question.getByRole('button', { name: 'พักไว้ก่อน' }).click();
  await question.waitFor({ state: 'detached' });
  await move.click();
  await question.getByRole('button', { name: 'ย้ายเงิน' }).click();
  await page.getByText('ย้ายเงิน 100.00 บาท เข้ากระเป๋าเกมแล้ว').waitFor();
  await closeAlert(page);
  await page.getByRole('heading', { name: 'เงินพักในกระเป๋าหลัก' }).waitFor({ state: 'detached' });
  await page.getByRole('banner').getByText('150.00').waitFor();
  assert.deepEqual(await audit(database), []);
  await page.context().close();
});

testInFull('credits coins of a code once for repeated presses and a lost response', async () => {
  const page = await openMobilePage({ viewport: { width: 1280, height: 800 }, expected: /ERR_FAILED/ });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (REDEEM.test(request.url())) requests.push(request.headers()['idempotency-key'] ?? '');
  });
  await openAs(page, product, await makeMember(product), PATH);
  await page.getByRole('heading', { name: 'ก่อนใช้โค้ด' }).waitFor();
  // The first response is lost: the server carried the request out and the page has no result.
  await page.route(REDEEM, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await redeem(page, 'COINS3');
  assert.match(await closeAlert(page), /ยังไม่ทราบผลรายการ/);
  await page.unroute(REDEEM);
  await page.getByRole('button', { name: 'รับเครดิต' }).dblclick();
  assert.match(await closeAlert(page), /เหรียญกงล้อ 3 เหรียญ/);
  assert.equal(new Set(requests).size, 1, 'a repeated request has the same key');
  await page.getByRole('link', { name: 'ไปหมุนกงล้อ' }).waitFor();
  await checkScreen(page);
  await page.context().close();
});

testInFull('reports a lost check of a code and a missing connection as such, not as an unknown result', async () => {
  const page = await openMobilePage({
    viewport: { width: 360, height: 800 },
    expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 50\d/,
  });
  const redeemed: string[] = [];
  page.on('request', (request) => {
    if (REDEEM.test(request.url())) redeemed.push(request.url());
  });
  await openAs(page, product, await makeMember(product), PATH);
  await page.getByRole('heading', { name: 'ก่อนใช้โค้ด' }).waitFor();
  const quote = '**/itemcode/quote';
  for (const fail of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 504, body: '<html></html>' }),
    (route: Route) => route.fulfill({ status: 502, body: '' }),
    (route: Route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
  ]) {
    await page.route(quote, fail);
    await redeem(page, 'WELCOME50');
    const shown = await closeAlert(page);
    assert.ok(shown.includes(NO_CONNECTION) && !shown.includes('ยังไม่ทราบผล') && !shown.includes('ครั้งเดียว'), shown);
    await page.unroute(quote);
  }
  await page.context().setOffline(true);
  await redeem(page, 'WELCOME50');
  assert.match(await closeAlert(page), new RegExp(NO_CONNECTION));
  await page.context().setOffline(false);
  assert.deepEqual(redeemed, []);
  await page.context().close();
});

test('sends nothing for an empty field, rejects unknown codes alike, and blocks a valid one after five attempts', async () => {
  const page = await openMobilePage();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (REDEEM.test(request.url())) requests.push(request.url());
  });
  await openAs(page, product, await makeMember(product), PATH);
  await page.getByRole('button', { name: 'รับเครดิต' }).click();
  await page.getByRole('alert').getByText('กรุณากรอกโค้ด').waitFor();
  assert.equal(requests.length, 0);
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    const answered = page.waitForResponse(/\/itemcode\//);
    await redeem(page, `WRONG${wrong}`);
    assert.equal((await answered).status(), 422);
    await page.getByRole('alert').getByText('ใช้โค้ดไม่สำเร็จ').waitFor();
  }
  await redeem(page, 'WELCOME50');
  await page
    .getByRole('alert')
    .getByText(/กรุณารอ \d+ วินาที/)
    .waitFor();
  assert.equal(await page.getByLabel('โค้ด', { exact: true }).inputValue(), 'WELCOME50');
  await checkScreen(page);
  await page.context().close();
});
