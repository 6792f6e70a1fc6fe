// Prerendered pages: visible without scripts, in the site's colours, hydrated by React without a layout shift, with
// early presses and typing kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getPrefix } from '@chaba/contract/site';
import type { Page } from 'playwright-core';

import { fakeSite } from '#web/testing/fake-data';

import { openMobilePage } from './browser.ts';
import { signedIn, startFakeSite } from './fake-site.ts';
import { closeNotice, waitForHydration } from './members.ts';

const SHIFT_MAX = 0.05;
const CODE = /\/assets\/.+\.js$/;

const server = await startFakeSite();

/** Blocks the code of the page until it is released. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CODE, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

test('shows every prerendered page before its code and shifts nothing afterwards', async () => {
  for (const [address, sees] of [
    ['/', 'ค่ายเกม'],
    ['/login', 'ยินดีต้อนรับกลับ'],
    ['/register/K9Z3', 'ใช้เบอร์นี้ในการเข้าสู่ระบบ'],
    ['/promotion', 'สมาชิกใหม่ ฝากครั้งแรก'],
    ['/user/home', 'ยอดเงินในกระเป๋าเกม'],
    ['/user/game', 'ดอกชบา'],
  ] as const) {
    const page = await openMobilePage({ expected: /404/ });
    if (address.startsWith('/user/')) await signedIn(page);
    await page.addInitScript(() => {
      Object.assign(globalThis, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (globalThis as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const letCodeIn = await holdCode(page);
    await page.goto(server.address + address);
    await page.locator('#root[data-drawn]').getByText(sees, { exact: true }).first().waitFor();
    // Terms of promotions are figures of the site, not of a member.
    const ofMember = address.startsWith('/user/') ? /\d\.\d\d(?! ?%)|081/ : /฿ ?\d|081/;
    assert.doesNotMatch(await page.locator('#root').innerText(), ofMember, 'nothing of a member is drawn');
    letCodeIn();
    await waitForHydration(page);
    await page.getByText(sees, { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
    assert.ok(shifted <= SHIFT_MAX, `${address} moved by ${shifted}`);
  }
});

test('keeps typing, choices and presses from before the code', async () => {
  const page = await openMobilePage({ expected: /404/ });
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/login`);
  await page.getByRole('checkbox').first().check();
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill('0812345678');
  await page.getByLabel('รหัสผ่าน', { exact: true }).pressSequentially('secret-1');
  letCodeIn();
  await waitForHydration(page);
  assert.equal(await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).inputValue(), '081-234-5678');
  const password = page.getByLabel('รหัสผ่าน', { exact: true });
  assert.equal(await password.inputValue(), 'secret-1');
  assert.ok(await password.evaluate((field) => field === document.activeElement), 'the focus stays where it was');
  assert.ok(await page.getByRole('checkbox').first().isChecked());

  const again = await openMobilePage({ expected: /404/ });
  const letIn = await holdCode(again);
  await again.goto(`${server.address}/login`);
  await again.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill('0812345678');
  await again.getByLabel('รหัสผ่าน', { exact: true }).fill('secret-1');
  await again.keyboard.press('Enter');
  letIn();
  await again.waitForURL(`${server.address}/user/home`);
  const logins = server.asked.filter(({ call }) => call.endsWith('/login'));
  assert.deepEqual(
    logins.map(({ body }) => (body as { phoneNumber: string }).phoneNumber),
    ['0812345678'],
  );
});

test('submits a form without a button after its code arrived and follows a pressed link', async () => {
  const page = await openMobilePage({ expected: /404/, viewport: { width: 1280, height: 800 } });
  await signedIn(page);
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/home`);
  await page.getByRole('searchbox').fill('พัด');
  await page.keyboard.press('Enter');
  letCodeIn();
  await page.waitForURL(/\/user\/game\?q=/);

  const other = await openMobilePage({ expected: /404/ });
  const letIn = await holdCode(other);
  await other.goto(`${server.address}/login`);
  await other.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  letIn();
  await other.waitForURL(`${server.address}/register`);
});

test('keeps a filter and an opened line chosen before the code', async () => {
  const page = await openMobilePage({ expected: /404/ });
  await signedIn(page);
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/history`);
  const filter = page.locator('select').last();
  await page.locator('#root[data-drawn] select').last().selectOption({ index: 1 });
  const chosen = await filter.inputValue();
  letCodeIn();
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  assert.equal(await filter.inputValue(), chosen);

  const other = await openMobilePage({ expected: /404/ });
  const letIn = await holdCode(other);
  await other.goto(server.address);
  await other.locator('#root[data-drawn] summary').click();
  letIn();
  await waitForHydration(other);
  await other.locator('details[open]').waitFor();
});

test('reads a picture chosen before the code', async () => {
  const page = await openMobilePage({ expected: /404/ });
  await signedIn(page);
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/deposit`);
  const noPicture = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await page.locator('#root[data-drawn] input[type=file]').setInputFiles(noPicture);
  letCodeIn();
  assert.match(await closeNotice(page), /รองรับเฉพาะไฟล์รูปภาพ JPG, PNG หรือ WebP/);
});

test('matches an early press to its link after an amount joined its words, and a held mouse to its target', async () => {
  const page = await openMobilePage({ expected: /404/ });
  await signedIn(page);
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/home`);
  await page.getByRole('banner').getByRole('link', { name: 'ฝากเงิน' }).click();
  letCodeIn();
  await page.waitForURL(`${server.address}/user/deposit`);

  const other = await openMobilePage({ expected: /404/, hasTouch: false });
  const letIn = await holdCode(other);
  await other.goto(`${server.address}/login`);
  await other.getByRole('link', { name: 'สมัครสมาชิก' }).hover();
  await other.mouse.down();
  letIn();
  await waitForHydration(other);
  await other.mouse.up();
  await other.waitForURL(`${server.address}/register`);
});

test('follows links without code and puts no typed text into an address', async () => {
  const page = await openMobilePage({ expected: /Failed to (load resource|fetch)/ });
  await page.route(CODE, (route) => route.abort());
  await page.goto(`${server.address}/login`);
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill('0812345678');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('secret-1');
  await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
  assert.equal(page.url(), `${server.address}/login`);
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await page.waitForURL(`${server.address}/register`);

  const bare = await openMobilePage({ javaScriptEnabled: false, expected: /404/ });
  await bare.goto(`${server.address}/login`);
  await bare.getByLabel('รหัสผ่าน', { exact: true }).fill('secret-1');
  await Promise.all([bare.waitForEvent('framenavigated'), bare.keyboard.press('Enter')]);
  assert.doesNotMatch(bare.url(), /secret/);
});

test('hides the prerendered member frame from visitors', async () => {
  const page = await openMobilePage({ expected: /404/ });
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/home`);
  assert.equal(await page.getByText('ยอดเงินในกระเป๋าเกม').first().isVisible(), false);
  letCodeIn();
  await page.waitForURL(`${server.address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test("hides the stranger's form from a member remembered on the device", async () => {
  const page = await openMobilePage({ expected: /404/ });
  await page.addInitScript(() => {
    localStorage.setItem('Remembered', JSON.stringify({ phoneNumber: '0812345678', deviceToken: 'x'.repeat(43) }));
  });
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/login`);
  assert.equal(await page.getByText('ยินดีต้อนรับกลับ').isVisible(), false);
  letCodeIn();
  await waitForHydration(page);
  assert.ok(await page.getByRole('checkbox').isChecked());
});

test("paints a site's colours first in both modes and escapes a name", async () => {
  const name = '<b>"ชบา"</b></script>$&';
  const theme = { preset: 'ruby', brand: '#8844ee', mode: 'light', radius: 'sharp', font: 'noto' } as const;
  server.answer(getPrefix, { ...fakeSite, appName: name, theme });
  const seen: string[] = [];
  for (const mode of ['', 'dark']) {
    const page = await openMobilePage({ expected: /404/ });
    const letCodeIn = await holdCode(page);
    await page.addInitScript((choice) => choice && localStorage.setItem('Mode', choice), mode);
    await page.goto(`${server.address}/promotion`);
    const root = page.locator('html');
    const look = () =>
      root.evaluate(({ dataset, style }) => [dataset['mode'], dataset['preset'], dataset['letters'], style.cssText]);
    const drawn = await look();
    assert.deepEqual(drawn.slice(0, 3), [mode || 'light', 'ruby', 'noto']);
    assert.match(String(drawn[3]), /--brand: ?#/);
    await page.locator('#root[data-drawn]').getByText(name).first().waitFor();
    letCodeIn();
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    const sorted = (look: unknown[]) => [...look.slice(0, 3), String(look[3]).split('; ').toSorted().join()];
    assert.deepEqual(sorted(await look()).slice(0, 3), sorted(drawn).slice(0, 3));
    assert.equal(
      await root.evaluate((html) => html.style.getPropertyValue('--brand').trim()),
      /--brand: ?(#\w+)/.exec(String(drawn[3]))?.[1],
    );
    seen.push(String(drawn[3]));
  }
  assert.notEqual(seen[0], seen[1], 'each mode has its own');
  server.answer(getPrefix, fakeSite);
});
