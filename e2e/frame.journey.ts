// The frame around every page: unknown addresses, hidden parts, scroll positions, the site's announcement, pull to
// refresh, and one session check per change of address.
//
// Elsewhere: the addresses of the specification (demo.heavy.test.ts).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { liveStream } from '@chaba/contract/live';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { demo, fillLogin, signIn } from './members.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { testInFull } from '#testing/extent';

const { url } = await startProduct();
const REFRESH = '/auth-service/v1/refresh';

testInFull('leads an unknown address of a visitor to the landing page, and one of a member home', async () => {
  const page = await openMobilePage();
  for (const unknown of ['/nothing', '/register/a/b', '/Login/x', '/user', '/user/', '/user/nothing']) {
    await page.goto(url + unknown, { waitUntil: 'commit' });
    await page.waitForURL(`${url}/`);
  }
  await signIn(page, url);
  for (const unknown of ['/user', '/user/', '/user/nothing', '/user/deposit/x']) {
    await page.goto(url + unknown, { waitUntil: 'commit' });
    await page.waitForURL(`${url}/user/home`);
  }
});

testInFull('hides bar, menu and register link on login, registration and profile', async () => {
  const page = await openMobilePage();
  const bar = page.getByRole('navigation', { name: 'เมนูหลัก' });
  const registerLink = page.getByRole('banner').getByRole('link', { name: 'สมัครสมาชิก' });
  await page.goto(url);
  await bar.waitFor();
  await registerLink.waitFor();
  for (const address of ['/login', '/register', '/user/login']) {
    await page.goto(url + address);
    await page.getByRole('button', { name: 'ย้อนกลับ' }).waitFor();
    assert.deepEqual([await bar.count(), await registerLink.count()], [0, 0], address);
    assert.equal(await page.getByRole('button', { name: 'เปิดเมนู' }).count(), 0, address);
  }
  await fillLogin(page, demo.phone, demo.password);
  await page.waitForURL(`${url}/user/home`);
  await bar.first().waitFor();
  await page.goto(`${url}/user/profile`);
  await page.getByRole('heading', { name: 'ข้อมูลสมาชิก' }).waitFor();
  assert.equal(await bar.count(), 0);
});

test('shows a visitor the six links of the bar, the chat at the site’s contact', async () => {
  const page = await openMobilePage();
  await page.goto(url);
  const bar = page.getByRole('navigation', { name: 'เมนูหลัก' });
  await bar.getByRole('link').nth(4).waitFor();
  const places = await bar
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
  assert.deepEqual(places, [
    ['เข้าสู่ระบบ', '/login'],
    ['สมัคร', '/register'],
    ['เล่นเกม', '/login'],
    ['เครดิตฟรี', '/login'],
    ['โปรโมชั่น', '/promotion'],
    ['แชท', 'https://line.me/R/ti/p/%40chaba'],
  ]);
});

testInFull('shows the chat on pages without a bar: registration, maintenance and a disabled site', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/register`);
  const chat = page.getByRole('link', { name: /^แชท/ }).and(page.locator(':visible'));
  await chat.getByText('แชท').waitFor();
  for (const [flag, title] of [
    ['Maintenance', 'ปิดปรับปรุงระบบ'],
    ['Disabled', 'เว็บไซต์ปิดให้บริการชั่วคราว'],
  ] as const) {
    await page.route('**/v2/*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: { Prefix?: Record<string, unknown> } & Record<string, unknown> };
      const configuration = json.data.Prefix ?? json.data;
      configuration[flag] = true;
      await route.fulfill({ response, json });
    });
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}/promotion`);
    await page.getByRole('heading', { name: title }).waitFor();
    await chat.getByText('แชทกับแอดมิน').waitFor();
    assert.equal(await chat.getAttribute('href'), 'https://line.me/R/ti/p/%40chaba');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

testInFull('restores the scroll position on back and reload and starts a new page at its top', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  await page.getByRole('link', { name: 'เล่นเกม' }).last().click();
  // Home has a heading with the same words.
  await page.getByRole('heading', { name: 'ค่ายเกม', level: 1 }).waitFor();
  // Rows that arrive above the position move it.
  await page.getByRole('heading', { name: 'เกมใหม่' }).waitFor();
  await scrollDown(page, 700);
  const left = await page.evaluate(() => scrollY);
  await page.getByRole('link', { name: 'หน้าแรก' }).click();
  await page.getByText('รหัสสมาชิก').waitFor();
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await page.waitForFunction((position) => Math.abs(scrollY - position) < 40, left);
  await page.reload();
  await page.waitForFunction((position) => Math.abs(scrollY - position) < 40, left);
  await scrollDown(page, 1_000);
  await page.getByRole('button', { name: 'กลับขึ้นด้านบน' }).click();
  await page.waitForFunction(() => scrollY === 0);

  await page.goto(`${url}/user/home/A7K2M9`);
  await page.locator('nav a[aria-current="page"]', { hasText: 'หน้าแรก' }).filter({ visible: true }).waitFor();
});

test('closes an overlay on back without its action and leaves no history entry', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  const question = page.getByRole('alertdialog');
  const opt = page.getByRole('switch');
  const promotions = page.getByRole('link', { name: 'โปรโมชั่น', exact: true }).filter({ visible: true }).first();
  await promotions.click();
  await opt.click();
  await untilOverlayInHistory(page);
  await page.goBack();
  await question.waitFor({ state: 'detached' });
  assert.equal(page.url(), `${url}/user/promotion`);
  // After a manual close one press of back leaves the page.
  await opt.click();
  await question.getByRole('button', { name: 'ไม่ใช่', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL(`${url}/user/home`);
  // The entry of a dialog that a reload closed is used by the next dialog.
  await promotions.click();
  await opt.click();
  await untilOverlayInHistory(page);
  await page.reload();
  await opt.click();
  await question.waitFor();
  await page.goBack();
  await question.waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL(`${url}/user/home`);
  assert.deepEqual(posts, []);

  await page.goto(`${url}/user/withdraw`);
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill('150');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).last().click();
  const open = page.getByRole('dialog').or(question);
  await open.waitFor();
  // One step for the overlay, one for the page.
  await page.goBack();
  await open.waitFor({ state: 'detached' });
  assert.equal(page.url(), `${url}/user/withdraw`);
  assert.equal(await page.getByLabel('จำนวนเงินที่ต้องการถอน').inputValue(), '150');
  await page.goBack();
  await page.waitForURL(`${url}/user/home`);
  assert.deepEqual(posts, []);
});

testInFull('keeps overlays open on back during a money request and closes its result afterwards', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  await page.route('**/withdrawal/condition', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    const data = { ...body.data, canWithdraw: true, reasons: [] };
    await route.fulfill({ response: response, json: { ...body, data } });
  });
  const requested = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/fund-composite/v1/withdrawal', async (route) => {
    requested.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: 'ถอนเงิน' }).click();
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill('150');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).last().click();
  const sheet = page.getByRole('dialog', { name: 'ยืนยันถอนเงิน' });
  // Two presses in the same task.
  await sheet.getByRole('button', { name: 'ยืนยันถอนเงิน' }).evaluate((button) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    addEventListener('popstate', () => resolve(), { once: true });
    (button as HTMLElement).click();
    history.back();
    return promise;
  });
  await requested.promise;
  await untilOverlayInHistory(page);
  assert.equal(await sheet.count(), 1);
  answered.resolve();
  const result = page.getByRole('alertdialog');
  await result.waitFor();
  await page.goBack();
  await result.waitFor({ state: 'detached' });
  assert.equal(page.url(), `${url}/user/withdraw`);
  await page.goBack();
  await page.waitForURL(`${url}/user/home`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

testInFull('opens a typed address at its top, independent of the scroll position of the previous page', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  await page.goto(`${url}/user/game`);
  await page.getByRole('heading', { name: 'ค่ายเกม', level: 1 }).waitFor();
  await scrollDown(page, 300);
  await page.goto(`${url}/user/promotion`);
  await page.waitForFunction(() => document.documentElement.scrollHeight >= 300 + innerHeight);
  // Two frames later a stored scroll position would have been applied.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await page.evaluate(() => scrollY), 0);
});

testInFull('checks the session once per change of address', async () => {
  const page = await openMobilePage();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(REFRESH)) requests.push(page.url());
  });
  // A request in flight is shared, so each address waits until the page has read the response of the previous one.
  const answered = (count: number) =>
    page.waitForFunction(
      ([path, wanted]) => {
        const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path));
        return loaded.length === wanted;
      },
      [REFRESH, count] as const,
    );
  await signIn(page, url);
  await answered(1);
  await page.getByRole('main').getByRole('link', { name: 'ฝากเงิน' }).click();
  await page.getByText('เงื่อนไขการฝากเงิน').waitFor();
  await answered(2);
  await page.goBack();
  await page.getByText('รหัสสมาชิก').waitFor();
  await answered(3);
  assert.equal(requests.length, 3);
});

testInFull('closes the announcement by Escape, its button or back, and hides it for the day', async () => {
  const page = await openMobilePage();
  const alert = { alertyMessage: 'ฝากครั้งแรกวันนี้\nรับโบนัสเพิ่ม', alertyImage: '/icons/gold-512.png' };
  await page.route('**/v2/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { Prefix?: object } };
    const { Prefix } = body.data;
    const data = Prefix ? { ...body.data, Prefix: { ...Prefix, ...alert } } : { ...body.data, ...alert };
    await route.fulfill({ response: response, json: { ...body, data } });
  });
  const dialog = page.getByRole('dialog', { name: 'แจ้งเตือน' });
  await page.goto(url);
  await dialog.getByText('รับโบนัสเพิ่ม').waitFor();
  await checkScreen(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${url}/login`);
  await fillLogin(page, demo.phone, demo.password);
  await page.waitForURL(`${url}/user/home`);

  // Signing in clears the flag, so the announcement is shown again; back closes it and stays on the page.
  await dialog.waitFor();
  await untilOverlayInHistory(page);
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(page.url(), `${url}/user/home`);

  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await dialog.getByRole('checkbox', { name: 'ไม่ต้องแสดงอีกในวันนี้' }).check();
  await dialog.getByRole('button', { name: 'ปิด' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  const flag = await page.evaluate(() => localStorage.getItem('ModalAlert'));
  assert.match(flag ?? '', /"day":"\d{4}-\d\d-\d\d"/);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByText('รหัสสมาชิก').waitFor();
  await page.waitForLoadState('load');
  await assert.rejects(dialog.waitFor({ timeout: 1_500 }));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

testInFull('shows an announcement below the header from its begin to its end', async () => {
  const page = await openMobilePage();
  const at = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
  const line = { id: '1', place: 'banner', audience: 'everyone', text: 'ปิดรับฝากตีสองถึงตีสาม', image: '' };
  const announcements = [
    { ...line, startsAt: at(6), endsAt: at(14) },
    { ...line, id: '2', audience: 'members', text: 'สำหรับสมาชิก', endsAt: at(600) },
  ];
  await page.route('**/v2/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { Prefix?: object } };
    const { Prefix } = body.data;
    const data = Prefix ? { ...body.data, Prefix: { ...Prefix, announcements } } : { ...body.data, announcements };
    await route.fulfill({ response, json: { ...body, data } });
  });
  await page.goto(url);
  const shown = page.getByText(line.text);
  await shown.waitFor();
  await checkScreen(page);
  await shown.waitFor({ state: 'detached' });
  assert.equal(await page.getByText('สำหรับสมาชิก').count(), 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

testInFull('refreshes the balance on pull and shows the duration of the stay in the menu', async () => {
  const page = await openMobilePage();
  // The touch listener loads together with the live stream.
  const live = page.waitForRequest((request) => request.url().endsWith(liveStream.path));
  await signIn(page, url);
  await live;
  // A request in flight is shared; its response is shown with its time.
  await page.locator('dl time').first().waitFor();
  const balanceRequest = page.waitForRequest((request) => request.url().endsWith('/profile/balance'));
  await pull(page, 220);
  await balanceRequest;
  await page.getByRole('button', { name: 'เปิดเมนู' }).click();
  await page
    .getByText(/^คุณใช้งานมาแล้ว 0 ชั่วโมง \d+ นาที/)
    .filter({ visible: true })
    .waitFor();
});

/** A row that arrives above the first visible tile moves the position by its height. */
async function scrollDown(page: Page, top: number): Promise<void> {
  await page.waitForFunction((wanted) => document.documentElement.scrollHeight >= wanted + innerHeight, top);
  await page.waitForFunction((wanted) => {
    if (Math.abs(scrollY - wanted) >= 40) globalThis.scrollTo({ top: wanted, behavior: 'instant' });
    return Math.abs(scrollY - wanted) < 40;
  }, top);
}

/** Sends the touch events of a moving finger. */
async function pull(page: Page, distance: number): Promise<void> {
  await page.evaluate((px) => {
    const at = (y: number) => new Touch({ identifier: 1, target: document.body, clientX: 180, clientY: y });
    const dispatch = (name: 'touchstart' | 'touchmove' | 'touchend', touches: Touch[]) =>
      document.body.dispatchEvent(new TouchEvent(name, { touches, bubbles: true, cancelable: true }));
    dispatch('touchstart', [at(200)]);
    dispatch('touchmove', [at(200 + px / 2)]);
    dispatch('touchmove', [at(200 + px)]);
    dispatch('touchend', []);
  }, distance);
}

/** Waits until the overlay has its entry in the browser's history. */
async function untilOverlayInHistory(page: Page): Promise<void> {
  await page.waitForFunction(() => Array.isArray((history.state as { openedOver?: unknown } | null)?.openedOver));
}
