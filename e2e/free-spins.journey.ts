// Waiting free spins: a reason against a withdrawal and against cancelling a bonus, with a way to play them.

import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { grantFreeSpins } from '#testing/product/determinism';
import { variants, testInFull } from '#testing/extent';
import { credit, makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
const GAME = '/user/play/chaba-studio/chaba-blossom';

for (const [name, width, height] of variants([
  ['a small phone', 360, 800],
  ['a desktop', 1280, 800],
] as const)) {
  test(`names waiting free spins as a reason and opens their game on ${name}`, async () => {
    const page = await openMobilePage({ viewport: { width, height } });
    const member = await makeMember(product);
    await credit(product, member, 100);
    await openAs(page, product, member, '/user/free_credit');
    await page.getByLabel('โค้ด', { exact: true }).fill('WELCOME50');
    await page.getByRole('button', { name: 'รับเครดิต' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ใช้โค้ด' }).click();
    await page.getByText('รับเครดิตเรียบร้อยแล้ว').waitFor();

    await winFreeSpins(page, 3);
    await page.goto(`${product.url}/user/withdraw`);
    await page.getByText(/มีฟรีสปินค้าง \d รอบ ในเกม ตลาดโคมชบา ขณะใช้โบนัสที่จำกัดยอดถอน/).waitFor();
    await checkScreen(page);
    await page.goto(`${product.url}/user/home`);
    await page.getByText(/^มีฟรีสปินค้าง \d รอบ$/).waitFor();
    await page.goto(`${product.url}/user/withdraw`);
    await page.getByRole('link', { name: 'เล่นฟรีสปิน ตลาดโคมชบา' }).click();
    await untilPlayed(page);
    await page.goto(`${product.url}/user/withdraw`);
    await page.getByText('ยอดเทิร์น', { exact: false }).first().waitFor();
    await page.getByText(/มีฟรีสปินค้าง/).waitFor({ state: 'detached' });
  });
}

testInFull('asks to play waiting free spins before a bonus is cancelled', async () => {
  const page = await openMobilePage();
  const member = await makeMember(product);
  await acceptBonuses(member.token);
  await credit(product, member, 100);
  await openAs(page, product, member, '/user/home');
  await winFreeSpins(page, 3);
  await page.goto(`${product.url}/user/promotion`);
  await page.getByText(/มีฟรีสปินค้าง \d รอบ เล่นให้ครบก่อน จึงยกเลิกโบนัสได้/).waitFor();
  await checkScreen(page);
  await page.getByRole('link', { name: 'เล่นฟรีสปิน ตลาดโคมชบา' }).click();
  await untilPlayed(page);
  await page.goto(`${product.url}/user/promotion`);
  await page.getByRole('button', { name: 'ยกเลิกโบนัส' }).waitFor();
});

async function acceptBonuses(token: string): Promise<void> {
  await fetch(`${product.url}/user-profile-composite/v1/users/setting`, {
    method: 'POST',
    headers: { 'api-key': 'chaba-sandbox', 'api-auth': token, 'content-type': 'application/json' },
    body: JSON.stringify({ isBonus: true }),
  });
}

async function winFreeSpins(page: Page, count: number): Promise<void> {
  grantFreeSpins(product.dataDir, count);
  await page.goto(product.url + GAME);
  const game = page.frameLocator('iframe');
  await game.locator('body[data-phase=ready]').waitFor();
  const settled = page.waitForResponse((response) => response.url().endsWith('/studio/v1/spin'));
  await game.getByRole('button', { name: 'หมุน', exact: true }).tap();
  await settled;
  grantFreeSpins(product.dataDir, 0);
}

/** Starts the waiting free spins, which the page plays one after another. */
async function untilPlayed(page: Page): Promise<void> {
  const game = page.frameLocator('iframe');
  await game.getByRole('button', { name: 'ฟรีสปิน', exact: true }).tap();
  await game.getByRole('button', { name: 'หมุน', exact: true }).waitFor();
}
