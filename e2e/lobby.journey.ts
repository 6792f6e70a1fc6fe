// A member in the lobby: browses, searches, stores favourites, and meets closed providers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { openMobilePage, type PhoneOptions } from './browser.ts';
import { variants } from './extent.ts';
import { signIn } from './members.ts';
import { operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
const CLOSED = 'ปิดปรับปรุงชั่วคราว';

for (const [name, width, height] of variants([
  ['a small phone', 360, 800],
  ['a desk', 1280, 800],
] as const)) {
  test(`lists every provider of the site in the lobby without obstacles on ${name}`, async () => {
    const page = await openMember({ viewport: { width, height } });
    await page.goto(`${product.url}/user/game`);
    await page.getByText('27 รายการ').waitFor();
    assert.equal(await page.getByRole('listitem').filter({ hasText: CLOSED }).count(), 27 - (await openProviders()));
    await checkScreen(page);
    await page.getByRole('button', { name: 'กรองค่าย' }).click();
    await page.getByRole('dialog').waitFor();
    await checkScreen(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'รายการโปรด' }).click();
    await page.getByText('ยังไม่มีรายการโปรด').waitFor();
    await checkScreen(page);
  });
}

test('shows only the chosen category by chip or page, with the address to match', async () => {
  const page = await openMember();
  await page.goto(`${product.url}/user/game`);
  for (const [chip, category, count] of [
    ['คาสิโนสด', 'LIVECASINO', 10],
    ['สล็อต', 'EGAMES', 15],
    ['โป๊กเกอร์', 'POKER', 1],
    ['เทรดดิ้ง', 'TRADING', 1],
  ] as const) {
    await page.getByRole('button', { name: chip, exact: true }).click();
    await page.getByText(`${count} รายการ`, { exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/user/game/${category}`);
  }
  for (const [path, title, count] of [
    ['slot', 'สล็อต', 15],
    ['baccarat', 'บาคาร่า', 10],
    ['poker', 'โป๊กเกอร์', 1],
    ['trading', 'เทรดดิ้ง', 1],
  ] as const) {
    await page.goto(`${product.url}/user/${path}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText(`${count} รายการ`, { exact: true }).waitFor();
  }
});

test('finds a game and its provider by search, reports no result, and survives a reload', async () => {
  const page = await openMember();
  await page.goto(`${product.url}/user/game`);
  await page.getByRole('searchbox').fill('ตลาด');
  await page.getByText('1 รายการ', { exact: true }).waitFor();
  await page.getByRole('link', { name: /ตลาดโคมชบา/ }).waitFor();
  await page.getByRole('searchbox').fill('ชบา');
  await page.getByRole('link', { name: /ตลาดโคมชบา/ }).waitFor();
  await page
    .getByRole('link', { name: /ชบาสตูดิโอ/ })
    .first()
    .waitFor();

  await page.getByRole('searchbox').fill('ไม่มีเกมนี้');
  await page.getByText('ไม่พบเกมที่ค้นหา').waitFor();
  await page.getByText('ลองใช้คำอื่น หรือดูเกมทั้งหมด').waitFor();
  await page.reload();
  await page.getByText('ไม่พบเกมที่ค้นหา').waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'ไม่มีเกมนี้');
  await page.getByRole('button', { name: 'ดูเกมทั้งหมด' }).click();
  await page.getByText('27 รายการ').waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), '');
});

test('filters the lobby by the header search on a desktop and leads there from any page', async () => {
  const page = await openMember({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${product.url}/user/home`);
  await page.getByRole('searchbox').fill('พัด');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/user\/game\?q=/);
  const tile = (provider: string) => page.getByRole('link', { name: new RegExp(`^${provider} `) });
  await tile('พัดคราม').waitFor();
  await page.getByRole('searchbox').fill('พัดทอง');
  await tile('พัดคราม').waitFor({ state: 'detached' });
  await tile('พัดทอง').waitFor();
});

test('keeps a favourite on this device until it is removed', async () => {
  const page = await openMember();
  await page.goto(`${product.url}/user/game`);
  await page.getByRole('button', { name: 'เพิ่ม ชบาสตูดิโอ ในรายการโปรด' }).click();
  await page.getByRole('button', { name: 'นำ ชบาสตูดิโอ ออกจากรายการโปรด' }).waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'รายการโปรด' }).click();
  await page.getByText('1 รายการ', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'นำ ชบาสตูดิโอ ออกจากรายการโปรด' }).click();
  await page.getByText('ยังไม่มีรายการโปรด').waitFor();
});

test('keeps the place of a closed provider, explains it, and opens nothing', async (t) => {
  const setState = (state: string) => operator(product, 'provider', 'bua-khram', state, '--reason', 'a journey');
  await setState('closed');
  t.after(() => setState('open'));
  const page = await openMember();
  await page.goto(`${product.url}/user/game`);
  const closed = page.getByRole('listitem').filter({ hasText: 'บัวคราม' });
  await closed.getByText(CLOSED).waitFor();
  assert.equal(await closed.getByRole('link').count(), 0);

  await page.getByRole('button', { name: 'กรองค่าย' }).click();
  await page.getByRole('switch', { name: 'แสดงเฉพาะค่ายที่เปิดให้เล่น' }).click();
  await page.keyboard.press('Escape');
  await page.getByText(`${await openProviders()} รายการ`, { exact: true }).waitFor();

  await page.goto(`${product.url}/user/play/bua-khram`);
  await page.getByText('เปิดเกมไม่สำเร็จ กรุณาลองใหม่อีกครั้ง').waitFor();
  await page.getByText(CLOSED).waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'กลับไปหน้าค่ายเกม' }).click();
  await page.waitForURL(/\/user\/game$/);
});

/** Counts the connected providers of the site. */
async function openProviders(): Promise<number> {
  const answer = await fetch(`${product.url}/game-composite/v1/games`, { headers: { 'api-key': 'chaba-sandbox' } });
  const { data } = (await answer.json()) as { data: { providers: { isOpen: boolean }[] } };
  return data.providers.filter(({ isOpen }) => isOpen).length;
}

async function openMember(options?: PhoneOptions): Promise<Page> {
  const page = await openMobilePage(options);
  await signIn(page, product.url);
  return page;
}
