// The lobby of a member: lists, search, sheets, favourites and closed providers; the sheet of a visitor; 500 games.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Locator, Page } from 'playwright-core';

import { openMobilePage, type PhoneOptions } from '#testing/product/browser';
import { testInFull, variants } from '#testing/extent';
import { join, signIn } from './members.ts';
import { operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
const CLOSED = 'ปิดปรับปรุงชั่วคราว';
/** For a busy machine; 17 ms on an idle one. */
const FRAME_MS_MAX = 150;
/** Longer than the time that opens a sheet (long-press.ts). */
const LONG_PRESS_MS = 700;
const SCROLL_LOOK_MS = 150;

for (const [name, width, height] of variants([
  ['a small phone', 360, 800],
  ['a desktop', 1280, 800],
] as const)) {
  test(`lists every provider of the site, with filters and a sheet, on ${name}`, async () => {
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

    const info = page.getByRole('button', { name: 'ข้อมูลเกม พัดทอง' });
    await info.focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'บาคาร่าชบา' });
    await sheet.getByText('98.94%', { exact: true }).waitFor();
    await sheet.getByText('กติกาและตารางจ่าย').click();
    await sheet.getByText('เสมอ · จ่าย 8:1').waitFor();
    await checkScreen(page);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    assert.ok(await info.evaluate((button) => button === document.activeElement));

    await page.getByRole('tab', { name: 'รายการโปรด' }).click();
    await page.getByText('ยังไม่มีรายการโปรด').waitFor();
    await checkScreen(page);
  });
}

testInFull('shows only the category chosen by chip or page, with its address', async () => {
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

testInFull('finds games by misspelt words, kind of play and volatility, and opens the page of a provider', async () => {
  const page = await openMember();
  await page.goto(`${product.url}/user/game`);
  const tile = (name: string) => page.getByRole('link', { name: new RegExp(`${name} RTP`) });
  for (const [query, name] of [
    ['bacarat', 'บาคาร่าชบา'],
    ['บาคารา', 'ซูเปอร์ซิกซ์'],
    ['ไฮโร', 'ซิกโบ'],
    ['hilo', 'ไฮโล'],
  ] as const) {
    await page.getByRole('searchbox').fill(query);
    await tile(name).waitFor();
  }
  // Back from the found game returns to the search.
  await tile('ไฮโล').click();
  await page.waitForURL(/\/user\/play\/luktao-thong\/hi-lo$/);
  await page.goBack();
  await tile('ซิกโบ').waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'hilo');

  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'กรองค่าย' }).click();
  await page.getByRole('button', { name: 'ตำราฟรีสปิน' }).click();
  await page.getByRole('group', { name: 'ความผันผวน' }).getByRole('button', { name: 'สูง', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL(/mechanic=book&volatility=4/);
  await page.reload();
  await page.getByText('1 รายการ', { exact: true }).waitFor();
  await tile('ตำราจันทร์').waitFor();

  await page.goto(`${product.url}/user/game?ch=luktao-thong`);
  const head = page.getByRole('region', { name: 'ลูกเต๋าทอง' });
  await head.getByText('คาสิโนสด · 2 เกม').waitFor();
  await page.getByText('2 รายการ', { exact: true }).waitFor();
  await checkScreen(page);
  await head.getByRole('button', { name: 'ทุกค่าย' }).click();
  await page.getByText('27 รายการ').waitFor();
});

testInFull('filters the lobby by the header search on a desktop and leads there from any page', async () => {
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

testInFull('keeps favourites and played games of a member on every device, in rows above all games', async () => {
  const member = await join(product.url);
  const page = await openMember(member);
  await page.goto(`${product.url}/user/game`);
  await page.getByRole('button', { name: 'เพิ่ม ชบาสตูดิโอ ในรายการโปรด' }).click();
  await page.getByRole('button', { name: 'นำ ชบาสตูดิโอ ออกจากรายการโปรด' }).waitFor();
  await page.goto(`${product.url}/user/play/khom-daeng/yi-peng`);
  await page.locator('iframe').waitFor();

  const other = await openMember({ ...member, viewport: { width: 360, height: 800 } });
  await other.goto(`${product.url}/user/game`);
  const row = (name: string) => other.getByRole('region', { name });
  await row('เล่นล่าสุด')
    .getByRole('link', { name: /ยี่เป็งโคมแดง/ })
    .waitFor();
  await row('เกมใหม่').getByRole('link').first().waitFor();
  await row('รายการโปรด').getByText('ชบาสตูดิโอ').waitFor();
  // Three rows leave a row of tiles above the bar.
  const heart = other.getByRole('button', { name: 'นำ ชบาสตูดิโอ ออกจากรายการโปรด' });
  const tile = await other.getByRole('listitem').filter({ has: heart }).boundingBox();
  const bar = await other.getByRole('navigation', { name: 'เมนูหลัก' }).boundingBox();
  assert.ok(tile && bar && tile.y + tile.height <= bar.y, `${JSON.stringify(tile)} above ${JSON.stringify(bar)}`);
  const finger = await openFinger(other);
  await finger.press(row('เล่นล่าสุด').getByRole('link'));
  await other.getByRole('dialog', { name: 'ยี่เป็งโคมแดง' }).waitFor();
  await finger.release();
  await other.keyboard.press('Escape');
  await other.getByRole('dialog').waitFor({ state: 'detached' });
  // Five players make a game popular; one does not.
  assert.equal(await row('ยอดนิยมในสัปดาห์นี้').count(), 0);
  await checkScreen(other);
  await other.getByRole('button', { name: 'ดูทั้งหมด รายการโปรด' }).click();
  await other.getByText('1 รายการ', { exact: true }).waitFor();
  await other.getByRole('button', { name: 'นำ ชบาสตูดิโอ ออกจากรายการโปรด' }).click();
  await other.getByText('ยังไม่มีรายการโปรด').waitFor();
});

testInFull('opens the sheet by a long press; a short one launches the game, a scroll does neither', async () => {
  const page = await openMember({ viewport: { width: 360, height: 800 } });
  await page.clock.install();
  await page.goto(`${product.url}/user/game`);
  const tile = page.getByRole('link', { name: /^ช้างน้อย/ });
  const sheet = page.getByRole('dialog');
  const isPrevented = (type: string) =>
    tile.evaluate((link, name) => !link.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })), type);
  const finger = await openFinger(page);

  await finger.press(tile);
  // A phone opens the menu of a link, or drags it, during a long press; this browser does neither.
  assert.deepEqual([await isPrevented('contextmenu'), await isPrevented('dragstart')], [true, true]);
  await sheet.waitFor();
  await finger.release();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await sheet.getByRole('link').first().waitFor();
  assert.equal(page.url(), `${product.url}/user/game`);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  // After a long press the keyboard follows the link at once.
  await tile.press('Enter');
  await page.waitForURL(/\/user\/play\/chang-noi\//);
  await page.goBack();

  await finger.press(tile);
  await finger.move(0, -120);
  await page.waitForFunction(() => scrollY > 0);
  await page.clock.runFor(LONG_PRESS_MS);
  await finger.release();
  assert.deepEqual([await sheet.count(), page.url()], [0, `${product.url}/user/game`]);

  await finger.tap(tile);
  await page.waitForURL(/\/user\/play\/chang-noi\//);
  await page.goBack();

  // The context menu of a mouse is not prevented.
  const wasPrevented = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('contextmenu', (event) => resolve(event.defaultPrevented), { once: true });
      }),
  );
  await tile.click({ button: 'right' });
  assert.equal(await wasPrevented, false);
});

/** A fast finger leaves the page in motion, and a tap then only stops it. */
async function untilScrollEnds(page: Page): Promise<void> {
  const readPosition = (): Promise<number> => page.evaluate(() => scrollY);
  for (let before = Number.NaN, now = await readPosition(); now !== before; now = await readPosition()) {
    before = now;
    await sleep(SCROLL_LOOK_MS);
  }
}

/** Simulates a finger that presses, moves and leaves the screen. */
async function openFinger(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] });
  async function aim(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    at = { x: x + width / 2, y: y + height / 2 };
  }
  return {
    async press(target: Locator) {
      await aim(target);
      await touch('touchStart');
    },
    /** Sends both events at once, so that a busy machine does not make the press a long one. */
    async tap(target: Locator) {
      await untilScrollEnds(page);
      // After a fling it may be behind the header.
      await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await aim(target);
      await Promise.all([touch('touchStart'), touch('touchEnd')]);
    },
    async move(byX: number, byY: number) {
      const steps = 6;
      for (let step = 0; step < steps; step += 1) {
        at = { x: at.x + byX / steps, y: at.y + byY / steps };
        await touch('touchMove');
      }
    },
    release: () => touch('touchEnd'),
  };
}

testInFull('scrolls a row by its buttons on a desktop', async () => {
  const page = await openMember({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${product.url}/user/game`);
  const row = page.getByRole('region', { name: 'เกมใหม่' });
  const next = (isOver: boolean) => row.getByRole('button', { name: 'เลื่อนเกมใหม่ไปทางขวา', disabled: isOver });
  const previous = (isOver: boolean) => row.getByRole('button', { name: 'เลื่อนเกมใหม่ไปทางซ้าย', disabled: isOver });
  await previous(true).waitFor();
  const last = row.getByRole('link').last();
  const isSeen = () => last.evaluate((card) => card.getBoundingClientRect().right <= innerWidth);
  assert.equal(await isSeen(), false);
  await next(false).click();
  await previous(false).waitFor();
  await next(false).click();
  await next(true).waitFor();
  assert.equal(await isSeen(), true);
  await previous(false).click();
  await next(false).waitFor();
});

test('shows a visitor the sheet of a game, with the return of its certified report', async () => {
  const page = await openMobilePage();
  await page.goto(product.url);
  await page.getByRole('button', { name: 'ข้อมูลเกม ชบาสตูดิโอ' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'ลำน้ำนาคา' }).click();
  await page.getByRole('dialog', { name: 'ลำน้ำนาคา' }).waitFor();
  await sheet.getByText('95.99%').waitFor();
  await sheet.getByRole('link', { name: 'เข้าสู่ระบบเพื่อเล่น' }).waitFor();
  const address = await sheet.getByRole('link', { name: 'รายงานรับรองตัวเลข' }).getAttribute('href');
  await page.goto(address ?? '');
  await page.getByRole('heading', { level: 1, name: /ลำน้ำนาคา/ }).waitFor();
  await page.getByText('95.99%', { exact: true }).waitFor();
});

for (const [count, providers] of [
  [500, 150],
  [60, 20],
] as const) {
  testInFull(
    `lists ${count} games with rows, filters, sheet and search, with short frames while it scrolls`,
    async () => {
      const page = await openMember();
      await routeGames(page, count, providers);
      await page.goto(`${product.url}/user/game`);
      await page.getByText(`${providers} รายการ`, { exact: true }).waitFor();
      // The first scroll loads the pictures.
      await page.evaluate(scrollAndMeasure);
      await page.evaluate(() => scrollTo(0, 0));
      const median = await page.evaluate(scrollAndMeasure);
      assert.ok(median < FRAME_MS_MAX, `median frame ${median} ms`);
      await page.evaluate(() => scrollTo(0, 0));

      const last = `เกม ${count - 1}`;
      assert.equal(await page.getByRole('region', { name: 'เกมใหม่' }).getByRole('link').count(), 12);
      const popular = page.getByRole('region', { name: 'ยอดนิยมในสัปดาห์นี้' }).getByRole('link');
      assert.deepEqual(
        await popular.evaluateAll((cards) => cards.map((card) => card.querySelector('span > span')?.textContent)),
        [last, 'เกม 0'],
      );
      const finger = await openFinger(page);
      await finger.press(popular.first());
      await page.getByRole('dialog', { name: last, exact: true }).waitFor();
      await finger.release();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      // Every third game, and of these every second.
      await page.getByRole('button', { name: 'กรองค่าย' }).click();
      await page.getByRole('button', { name: 'ตำราฟรีสปิน' }).click();
      await page.getByText(`${Math.ceil(count / 3)} รายการ`, { exact: true }).waitFor();
      await page.getByRole('group', { name: 'ความผันผวน' }).getByRole('button', { name: 'สูง', exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByText(`${Math.ceil(count / 6)} รายการ`, { exact: true }).waitFor();
      await page.goto(`${product.url}/user/game?ch=p1`);
      await page.getByText(`${Math.ceil((count - 1) / providers)} รายการ`, { exact: true }).waitFor();
      await page.getByRole('link', { name: /เกม 1 RTP/ }).waitFor();

      await page.goto(`${product.url}/user/game`);
      await page.getByRole('searchbox').fill('slot');
      await page.getByText(`${count} รายการ`, { exact: true }).waitFor();
      await page.getByRole('searchbox').fill(last);
      await page.getByText('1 รายการ', { exact: true }).waitFor();
    },
  );
}

/** Returns this many games; every third is a book, every second of high volatility, the last and first popular. */
async function routeGames(page: Page, count: number, providers: number): Promise<void> {
  await page.route('**/game-composite/v1/games', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { providers: object[]; games: object[]; popular: string[] } };
    const [provider = {}] = body.data.providers;
    const [game = {}] = body.data.games;
    body.data.providers = createList(providers, (index) => ({ ...provider, ch: `p${index}`, name: `ค่าย ${index}` }));
    body.data.games = createList(count, (index) => ({
      ...game,
      ch: `p${index % providers}`,
      gameCode: `g${index}`,
      name: `เกม ${index}`,
      mechanic: index % 3 === 0 ? 'book' : 'lines',
      volatility: index % 2 === 0 ? 4 : 2,
      isNew: true,
    }));
    body.data.popular = [count - 1, 0].map((index) => `p${index % providers}/g${index}`);
    await route.fulfill({ response, json: body });
  });
}

function createList<Item>(count: number, create: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => create(index));
}

/** Scrolls through the page and returns the median time of a frame. */
async function scrollAndMeasure(): Promise<number> {
  const times: number[] = [];
  let last = performance.now();
  for (let step = 0; step < 40; step += 1) {
    scrollBy(0, 200);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times.toSorted((one, other) => one - other)[20] ?? 0;
}

testInFull('lists a closed provider in its place with closer and notice and opens no game of it', async (t) => {
  const setState = (...words: string[]) =>
    operator(product, 'provider', 'bua-khram', ...words, '--reason', 'a journey');
  t.after(() => setState('open'));
  const page = await openMember();
  const closed = page.getByRole('listitem').filter({ hasText: 'บัวคราม' });
  await setState('closed', '--notice', 'ปิดตรวจสอบ');
  await page.goto(`${product.url}/user/game`);
  await closed.getByText('ปิดโดยแอดมิน').waitFor();
  await closed.getByText('ปิดตรวจสอบ').waitFor();
  await setState('closed', 'studio', '--notice', 'ปรับปรุงเกมถึง 18:00 น.');
  await page.goto(`${product.url}/user/game`);
  await closed.getByText('ปิดโดยค่ายเกม').waitFor();
  await closed.getByText('ปรับปรุงเกมถึง 18:00 น.').waitFor();
  assert.equal(await closed.getByRole('link').count(), 0);
  // Before the games arrive the configuration names the closure.
  const early = await openMember();
  await early.route('**/game-composite/v1/games', () => undefined);
  await early.goto(`${product.url}/user/game`);
  const tile = early.getByRole('listitem').filter({ hasText: 'บัวคราม' });
  await tile.getByText('ปรับปรุงเกมถึง 18:00 น.').waitFor();
  assert.equal(await tile.getByRole('link').count(), 0);
  await page.getByRole('button', { name: 'ข้อมูลเกม บัวคราม' }).click();
  await page.getByRole('dialog').getByText('ปิดชั่วคราวโดยค่ายเกม').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

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
  const response = await fetch(`${product.url}/game-composite/v1/games`, { headers: { 'api-key': 'chaba-sandbox' } });
  const { data } = (await response.json()) as { data: { providers: { isOpen: boolean }[] } };
  return data.providers.filter(({ isOpen }) => isOpen).length;
}

async function openMember({
  phone,
  password,
  ...options
}: PhoneOptions & Partial<Awaited<ReturnType<typeof join>>> = {}): Promise<Page> {
  const page = await openMobilePage(options);
  await signIn(page, product.url, ...(phone !== undefined && password !== undefined ? [{ phone, password }] : []));
  return page;
}
