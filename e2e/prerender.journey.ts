// Pages that the server renders: visible without a script, in the colours of the site, and hydrated by React without a
// layout shift. Before hydration they do what HTML does: links navigate, fields keep typed text. A press during
// hydration is not lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getPrefix } from '@chaba/contract/site';
import type { Page } from 'playwright-core';

import { fakeSite } from '#web/testing/fake-data';

import { openMobilePage, type PhoneOptions } from './browser.ts';
import { testInFull } from './extent.ts';
import { signedIn, startFakeSite } from './fake-site.ts';
import { closeNotice, untilHydrated } from './members.ts';

const SHIFT_MAX = 0.05;
const CODE = /\/assets\/.+\.js$/;
const LOST_CODE = /Failed to (load resource|fetch)/;

const server = await startFakeSite();

const openEarly = (options: PhoneOptions = {}): Promise<Page> =>
  openMobilePage({ expected: /404/, isEarly: true, ...options });

/** The code of the page does not come before the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CODE, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

/** A phone on slow 4G whose processor is so much slower. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

test('every rendered page shows its content before any code has come, and stands still when it has', async () => {
  for (const [address, sees] of [
    ['/', 'ค่ายเกม'],
    ['/login', 'ยินดีต้อนรับกลับ'],
    ['/register/K9Z3', 'ใช้เบอร์นี้ในการเข้าสู่ระบบ'],
    ['/promotion', 'สมาชิกใหม่ ฝากครั้งแรก'],
    ['/user/home', 'ยอดเงินในกระเป๋าเกม'],
    ['/user/game', 'ดอกชบา'],
  ] as const) {
    const page = await openEarly();
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
    await page.goto(server.address + address, { waitUntil: 'commit' });
    const seen = page.locator('#root').getByText(sees, { exact: true }).first();
    await seen.waitFor();
    // The terms of promotions are figures of the site, not of a member.
    const ofMember = address.startsWith('/user/') ? /\d\.\d\d(?! ?%)|081/ : /฿ ?\d|081/;
    assert.doesNotMatch(await page.locator('#root').innerText(), ofMember, 'nothing of a member is rendered');
    const element = await seen.elementHandle();
    letCodeIn();
    await untilHydrated(page);
    assert.ok(await element?.evaluate((part) => part.isConnected), 'React keeps the elements of the HTML');
    await page.waitForLoadState('networkidle');
    const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
    assert.ok(shifted <= SHIFT_MAX, `${address} moved by ${shifted}`);
  }
});

test('a form keeps what was typed and chosen before its code has come, and is not sent until then', async () => {
  const page = await openEarly();
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/login`, { waitUntil: 'commit' });
  await page.getByRole('checkbox').first().check();
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill('0812345678');
  await page.getByLabel('รหัสผ่าน', { exact: true }).pressSequentially('secret-1');
  await page.keyboard.press('Enter');
  letCodeIn();
  await untilHydrated(page);
  assert.equal(await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).inputValue(), '081-234-5678');
  const password = page.getByLabel('รหัสผ่าน', { exact: true });
  assert.equal(await password.inputValue(), 'secret-1');
  assert.ok(await password.evaluate((field) => field === document.activeElement), 'the focus stays where it was');
  assert.ok(await page.getByRole('checkbox').first().isChecked());
  assert.deepEqual(
    server.requests.filter(({ call }) => call.endsWith('/login')),
    [],
  );
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.address}/user/home`);
  const logins = server.requests.filter(({ call }) => call.endsWith('/login'));
  assert.deepEqual(
    logins.map(({ body }) => (body as { phoneNumber: string }).phoneNumber),
    ['0812345678'],
  );
});

test('the search and the links lead on before the code has come', async () => {
  const page = await openEarly({ viewport: { width: 1280, height: 800 } });
  await signedIn(page);
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/home`, { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('พัด');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/user\/game\?q=/, { waitUntil: 'commit' });
  letCodeIn();

  const other = await openEarly();
  await holdCode(other);
  await other.goto(`${server.address}/login`, { waitUntil: 'commit' });
  await other.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await other.waitForURL(`${server.address}/register`, { waitUntil: 'commit' });
});

test('a filter that is chosen and a line that is opened before the code has come stay so', async () => {
  const page = await openEarly();
  await signedIn(page);
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/history`, { waitUntil: 'commit' });
  const filter = page.locator('select').last();
  await filter.selectOption({ index: 1 });
  const chosen = await filter.inputValue();
  letCodeIn();
  await untilHydrated(page);
  await page.waitForLoadState('networkidle');
  assert.equal(await filter.inputValue(), chosen);
  const label = await filter.locator(`option[value="${chosen}"]`).innerText();
  assert.ok(await page.locator('span[aria-hidden]').getByText(label, { exact: true }).isVisible());

  const other = await openEarly();
  const letIn = await holdCode(other);
  await other.goto(server.address, { waitUntil: 'commit' });
  await other.locator('summary').click();
  letIn();
  await untilHydrated(other);
  await other.locator('details[open]').waitFor();
});

test('a picture that is chosen before the code has come is read when it has', async () => {
  const page = await openEarly();
  await signedIn(page);
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/deposit`, { waitUntil: 'commit' });
  const noPicture = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await page.locator('input[type=file]').setInputFiles(noPicture);
  letCodeIn();
  assert.match(await closeNotice(page), /รองรับเฉพาะไฟล์รูปภาพ JPG, PNG หรือ WebP/);
});

testInFull(
  'on a throttled phone fields keep what was typed, links lead on, and a press while React hydrates is not lost',
  async () => {
    const page = await openEarly();
    await slowDown(page, 4);
    await page.goto(`${server.address}/login`, { waitUntil: 'commit' });
    const phone = page.getByLabel('เบอร์โทรศัพท์', { exact: true });
    await phone.fill('0812345678');
    await page.locator('#root[data-page]').waitFor({ state: 'attached' });
    await untilHydrated(page);
    assert.equal(await phone.inputValue(), '081-234-5678');
    // A throttled page uses the processor as long as it is open.
    await page.close();

    const other = await openEarly();
    await slowDown(other, 8);
    // React has begun when it has marked its root; between two of its steps the button is pressed once.
    await other.addInitScript(() => {
      const press = (): void => {
        const root = document.querySelector<HTMLElement>('#root');
        const hasBegun = root && Object.keys(root).some((name) => name.startsWith('__reactContainer'));
        if (!hasBegun) return void setTimeout(press);
        Object.assign(globalThis, { wasHydrating: root.dataset['page'] !== undefined });
        return root.querySelector<HTMLElement>('header button')?.click();
      };
      press();
    });
    await other.goto(server.address, { waitUntil: 'commit' });
    await other.getByRole('dialog', { name: 'เมนู' }).waitFor();
    assert.ok(await other.evaluate(() => (globalThis as unknown as { wasHydrating: boolean }).wasHydrating));
    await other.close();

    const third = await openEarly();
    await slowDown(third, 4);
    await third.goto(`${server.address}/login`, { waitUntil: 'commit' });
    await third.getByRole('link', { name: 'สมัครสมาชิก' }).click();
    await third.waitForURL(`${server.address}/register`, { waitUntil: 'commit' });
  },
);

test('when the code does not come links lead on, and nothing that was typed gets into an address', async () => {
  const page = await openEarly({ expected: LOST_CODE });
  await page.route(CODE, (route) => route.abort());
  await page.goto(`${server.address}/login`);
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill('0812345678');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('secret-1');
  await page.keyboard.press('Enter');
  assert.equal(page.url(), `${server.address}/login`);
  assert.equal(await page.getByLabel('รหัสผ่าน', { exact: true }).inputValue(), 'secret-1');
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await page.waitForURL(`${server.address}/register`);

  const bare = await openMobilePage({ javaScriptEnabled: false, expected: /404/ });
  await bare.goto(`${server.address}/login`);
  await bare.getByLabel('รหัสผ่าน', { exact: true }).fill('secret-1');
  await Promise.all([bare.waitForEvent('framenavigated'), bare.keyboard.press('Enter')]);
  assert.doesNotMatch(bare.url(), /secret/);
});

test('a visitor sees nothing of the frame that is rendered for members', async () => {
  const page = await openEarly();
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/user/home`, { waitUntil: 'commit' });
  await page.getByText('ยอดเงินในกระเป๋าเกม').first().waitFor({ state: 'attached' });
  assert.equal(await page.getByText('ยอดเงินในกระเป๋าเกม').first().isVisible(), false);
  letCodeIn();
  await page.waitForURL(`${server.address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('a member whom the device remembers is not shown the form of a stranger first', async () => {
  const page = await openEarly();
  await page.addInitScript(() => {
    localStorage.setItem('Remembered', JSON.stringify({ phoneNumber: '0812345678', deviceToken: 'x'.repeat(43) }));
  });
  const letCodeIn = await holdCode(page);
  await page.goto(`${server.address}/login`, { waitUntil: 'commit' });
  await page.getByText('ยินดีต้อนรับกลับ').waitFor({ state: 'attached' });
  assert.equal(await page.getByText('ยินดีต้อนรับกลับ').isVisible(), false);
  letCodeIn();
  await untilHydrated(page);
  await page.getByRole('checkbox').waitFor();
  assert.ok(await page.getByRole('checkbox').isChecked());
});

test("paints a site's colours first in both modes and escapes a name", async () => {
  const name = '<b>"ชบา"</b></script>$&';
  const theme = { preset: 'ruby', brand: '#8844ee', mode: 'light', radius: 'sharp', font: 'noto' } as const;
  server.answer(getPrefix, { ...fakeSite, appName: name, theme });
  const seen: string[] = [];
  for (const mode of ['', 'dark']) {
    const page = await openEarly();
    const letCodeIn = await holdCode(page);
    await page.addInitScript((choice) => choice && localStorage.setItem('Mode', choice), mode);
    await page.goto(`${server.address}/promotion`, { waitUntil: 'commit' });
    await page.locator('#root[data-page]').getByText(name).first().waitFor();
    const root = page.locator('html');
    const look = () =>
      root.evaluate(({ dataset, style }) => [dataset['mode'], dataset['preset'], dataset['letters'], style.cssText]);
    const first = await look();
    assert.deepEqual(first.slice(0, 3), [mode || 'light', 'ruby', 'noto']);
    assert.match(String(first[3]), /--brand: ?#/);
    letCodeIn();
    await untilHydrated(page);
    await page.waitForLoadState('networkidle');
    assert.deepEqual((await look()).slice(0, 3), first.slice(0, 3));
    assert.equal(
      await root.evaluate((html) => html.style.getPropertyValue('--brand').trim()),
      /--brand: ?(#\w+)/.exec(String(first[3]))?.[1],
    );
    seen.push(String(first[3]));
  }
  assert.notEqual(seen[0], seen[1], 'each mode has its own');
  server.answer(getPrefix, fakeSite);
});
