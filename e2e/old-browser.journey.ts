// The pages in the oldest promised browsers: without the functions that these lack, every screen works.
//
// Elsewhere: the check of uses (tools/check/browser-support.heavy.test.ts), registration to withdrawal
// (first-day.journey.ts).

import assert from 'node:assert/strict';

import { openMobilePage } from '#testing/product/browser';
import { isRepeated, memberAddresses, publicAddresses } from './conformance/conformance.ts';
import { testInFull } from '#testing/extent';
import { enterGame } from './games/games.ts';
import { credit, makeMember, openAs, transfer } from './money.ts';
import { startProduct } from './product.ts';

const product = await startProduct();

testInFull('shows balance, deposit, withdrawal and history on an old phone, and credits a slip', async () => {
  const member = await makeMember(product);
  await credit(product, member, 250);
  const page = await openMobilePage({ isOld: true });
  const hasStream = page.waitForResponse(
    (response) => response.headers()['content-type']?.startsWith('text/event-stream') ?? false,
  );
  await openAs(page, product, member, '/user/home');
  const young = await page.evaluate(() => [
    'any' in AbortSignal,
    'canParse' in URL,
    'size' in URLSearchParams.prototype,
    'withResolvers' in Promise,
    'union' in Set.prototype,
    'map' in [1].values(),
    'requestIdleCallback' in globalThis,
  ]);
  assert.ok(!young.includes(true), JSON.stringify(young));
  await hasStream;
  await page.getByRole('banner').getByText('250.00').waitFor();

  await page.goto(`${product.url}/user/history?tab=deposit`);
  await page.getByText('+250.00').waitFor();
  const ranged = page.waitForRequest(/history\/deposit\?.*from=/);
  await page.getByRole('button', { name: '7 วันล่าสุด' }).click();
  await ranged;
  await page.getByText('+250.00').waitFor();

  await page.goto(`${product.url}/user/withdraw`);
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').waitFor();

  await page.goto(`${product.url}/user/deposit`);
  await page.getByRole('heading', { name: 'เลือกบัญชีที่ต้องการโอน' }).waitFor();
  const { slip } = await transfer(product, member, 100);
  await page.locator('input[type=file]').setInputFiles(slip);
  await page.getByText('ตรวจสลิปเรียบร้อยแล้ว').waitFor();
  await page.getByRole('button', { name: 'ตกลง' }).click();
  await page.getByRole('banner').getByText('350.00').waitFor();
});

testInFull('leads a visitor of a member page to the landing page and back after the sign-in', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ isOld: true });
  await page.goto(`${product.url}/user/deposit`);
  await page.waitForURL(`${product.url}/`);
  await openAs(page, product, member, '/user/deposit');
  await page.getByRole('heading', { name: 'เลือกบัญชีที่ต้องการโอน' }).waitFor();
});

testInFull('shows every screen and the games on an old phone', async () => {
  const member = await makeMember(product);
  await credit(product, member, 500);
  const page = await openMobilePage({ isOld: true });
  for (const [address, title] of publicAddresses) {
    await page.goto(product.url + address);
    await page.waitForFunction((wanted) => document.title === wanted, title);
  }
  await openAs(page, product, member, '/user/home');
  for (const [address, title] of memberAddresses) {
    if (isRepeated(address)) continue;
    await page.goto(product.url + address);
    await page.waitForFunction((wanted) => document.title === wanted, title);
    await page.waitForFunction(() => document.querySelector('.animate-pulse') === null);
    assert.equal(await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).count(), 0, address);
  }
  await page.goto(`${product.url}/user/play/chaba-studio/chaba-blossom`);
  await page.frameLocator('iframe').locator('body[data-phase=ready]').waitFor();
});

testInFull('opens a table and the market on an old phone', async () => {
  for (const [category, provider] of [
    ['/user/baccarat', 'พัดทอง'],
    ['/user/trading', 'เส้นเช้า'],
  ] as const) {
    const page = await openMobilePage({ isOld: true });
    await enterGame(page, product, { category, provider, amount: 500 });
    await page.frameLocator('iframe').getByRole('button').first().waitFor();
  }
});
