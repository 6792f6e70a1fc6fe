// Pages that the server renders: visible without a script, in the colours of the site, and hydrated by React without a
// layout shift. Before hydration links navigate and fields keep typed text. A press during hydration takes effect.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getPrefix } from '@chaba/contract/site';
import type { Page } from 'playwright-core';

import { fakeSite } from '#web/testing/fake-data';

import { openMobilePage, type PhoneOptions, untilHydrated } from '#testing/product/browser';
import { testInFull } from '#testing/extent';
import { storeSession, startFakeSite } from './fake-site.ts';
import { closeAlert } from './members.ts';

const SHIFT_MAX = 0.05;
const CODE = /\/assets\/.+\.js$/;
const LOST_CODE = /Failed to (load resource|fetch)/;

const server = await startFakeSite();

const openEarly = (options: PhoneOptions = {}): Promise<Page> =>
  openMobilePage({ expected: /404/, isEarly: true, ...options });

/** Delays the code of the page until the returned function is called. */
async function delayCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CODE, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

/** Simulates slow 4G and a processor slower by this factor. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

testInFull('fetches the code of a rendered page after its first paint', async () => {
  const page = await openEarly();
  await page.goto(server.address);
  await untilHydrated(page);
  const { painted, fetched } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-paint')[0]?.startTime,
    fetched: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.+\.js$/.test(name))
      .map(({ startTime }) => startTime),
  }));
  assert.ok(painted !== undefined && fetched.length > 0);
  assert.ok(
    Math.min(...fetched) >= painted,
    `the first code was requested at ${Math.min(...fetched)} ms of ${painted}`,
  );
});

testInFull(
  'requests the data of deposit, withdrawal and referral once, before the code of the page loads',
  async () => {
    for (const [address, data, shown] of [
      ['/user/deposit', '/user-profile-composite/v1/info/deposit', 'เลือกบัญชีที่ต้องการโอน'],
      ['/user/withdraw', '/fund-composite/v1/withdrawal/condition', 'จำนวนเงินที่ต้องการถอน'],
      ['/user/affiliate', '/user-profile-composite/v1/users/affiliate', 'รายได้คงเหลือ'],
    ] as const) {
      const page = await openEarly();
      await storeSession(page);
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      const releaseCode = await delayCode(page);
      const response = page.waitForResponse((each) => new URL(each.url()).pathname === data);
      await page.goto(server.address + address, { waitUntil: 'commit' });
      assert.equal((await (await response).request().allHeaders())['api-auth'] !== undefined, true);
      releaseCode();
      await untilHydrated(page);
      await page.locator('#root').getByText(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      const early = requested.slice(
        0,
        requested.findIndex((path) => CODE.test(path)),
      );
      assert.equal(early.filter((path) => path === data).length, 1, address);
      assert.equal(
        requested.filter((path) => path === '/user-profile-composite/v1/profile/balance').length,
        1,
        address,
      );
    }
  },
);

testInFull('requests no data of a member for a visitor', async () => {
  const page = await openEarly();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${server.address}/user/deposit`, { waitUntil: 'commit' });
  await page.waitForURL(`${server.address}/`);
  assert.deepEqual(
    requested.filter((path) => path.endsWith('/info/deposit') || path.endsWith('/balance')),
    [],
  );
});

testInFull(
  'shows the content of each rendered page before its code loads, and hydrates it without a layout shift',
  async () => {
    for (const [address, text] of [
      ['/', 'ค่ายเกม'],
      ['/login', 'ยินดีต้อนรับกลับ'],
      ['/register/K9Z3', 'ใช้เบอร์นี้ในการเข้าสู่ระบบ'],
      ['/promotion', 'สมาชิกใหม่ ฝากครั้งแรก'],
      ['/user/home', 'ยอดเงินในกระเป๋าเกม'],
      ['/user/game', 'ดอกชบา'],
    ] as const) {
      const page = await openEarly();
      if (address.startsWith('/user/')) await storeSession(page);
      await page.addInitScript(() => {
        Object.assign(globalThis, { shifted: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            (globalThis as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const releaseCode = await delayCode(page);
      await page.goto(server.address + address, { waitUntil: 'commit' });
      const shown = page.locator('#root').getByText(text, { exact: true }).first();
      await shown.waitFor();
      // The terms of promotions are figures of the site, not of a member.
      const ofMember = address.startsWith('/user/') ? /\d\.\d\d(?! ?%)|081/ : /฿ ?\d|081/;
      assert.doesNotMatch(await page.locator('#root').innerText(), ofMember, 'nothing of a member is rendered');
      const element = await shown.elementHandle();
      releaseCode();
      await untilHydrated(page);
      assert.ok(await element?.evaluate((part) => part.isConnected), 'React keeps the elements of the HTML');
      await page.waitForLoadState('networkidle');
      const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
      assert.ok(shifted <= SHIFT_MAX, `${address} moved by ${shifted}`);
    }
  },
);

test('keeps the input of a form made before its code loads, and submits nothing until then', async () => {
  const page = await openEarly();
  const releaseCode = await delayCode(page);
  await page.goto(`${server.address}/login`, { waitUntil: 'commit' });
  await page.getByRole('checkbox').first().check();
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill('0812345678');
  await page.getByLabel('รหัสผ่าน', { exact: true }).pressSequentially('secret-1');
  await page.keyboard.press('Enter');
  releaseCode();
  await untilHydrated(page);
  assert.equal(await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).inputValue(), '081-234-5678');
  const password = page.getByLabel('รหัสผ่าน', { exact: true });
  assert.equal(await password.inputValue(), 'secret-1');
  assert.ok(await password.evaluate((field) => field === document.activeElement), 'the field keeps the focus');
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

testInFull('navigates by search and links before the code loads', async () => {
  const page = await openEarly({ viewport: { width: 1280, height: 800 } });
  await storeSession(page);
  const releaseCode = await delayCode(page);
  await page.goto(`${server.address}/user/home`, { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('พัด');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/user\/game\?q=/, { waitUntil: 'commit' });
  releaseCode();

  const other = await openEarly();
  await delayCode(other);
  await other.goto(`${server.address}/login`, { waitUntil: 'commit' });
  await other.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await other.waitForURL(`${server.address}/register`, { waitUntil: 'commit' });
});

testInFull('keeps a filter chosen and a row opened before the code loads', async () => {
  const page = await openEarly();
  await storeSession(page);
  const releaseCode = await delayCode(page);
  await page.goto(`${server.address}/user/history`, { waitUntil: 'commit' });
  const filter = page.locator('select').last();
  await filter.selectOption({ index: 1 });
  const chosen = await filter.inputValue();
  releaseCode();
  await untilHydrated(page);
  await page.waitForLoadState('networkidle');
  assert.equal(await filter.inputValue(), chosen);
  const label = await filter.locator(`option[value="${chosen}"]`).innerText();
  assert.ok(await page.locator('span[aria-hidden]').getByText(label, { exact: true }).isVisible());

  const other = await openEarly();
  const releaseOther = await delayCode(other);
  await other.goto(server.address, { waitUntil: 'commit' });
  await other.locator('summary').click();
  releaseOther();
  await untilHydrated(other);
  await other.locator('details[open]').waitFor();
});

testInFull('reads a file chosen before the code loads as soon as it is loaded', async () => {
  const page = await openEarly();
  await storeSession(page);
  const releaseCode = await delayCode(page);
  await page.goto(`${server.address}/user/deposit`, { waitUntil: 'commit' });
  const document = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await page.locator('input[type=file]').setInputFiles(document);
  releaseCode();
  assert.match(await closeAlert(page), /รองรับเฉพาะไฟล์รูปภาพ JPG, PNG หรือ WebP/);
});

testInFull('keeps typed text, follows links and handles a press during hydration on a throttled phone', async () => {
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
  // React marks its root when it begins; between two of its steps the button is pressed once.
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
});

testInFull('navigates by links without code, and puts no typed text into an address', async () => {
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

test('hides the rendered frame of a member page from a visitor', async () => {
  const page = await openEarly();
  const releaseCode = await delayCode(page);
  await page.goto(`${server.address}/user/home`, { waitUntil: 'commit' });
  await page.getByText('ยอดเงินในกระเป๋าเกม').first().waitFor({ state: 'attached' });
  assert.equal(await page.getByText('ยอดเงินในกระเป๋าเกม').first().isVisible(), false);
  releaseCode();
  await page.waitForURL(`${server.address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

testInFull('hides the rendered login form from a remembered member until hydration', async () => {
  const page = await openEarly();
  await page.addInitScript(() => {
    localStorage.setItem('Remembered', JSON.stringify({ phoneNumber: '0812345678', deviceToken: 'x'.repeat(43) }));
  });
  const releaseCode = await delayCode(page);
  await page.goto(`${server.address}/login`, { waitUntil: 'commit' });
  await page.getByText('ยินดีต้อนรับกลับ').waitFor({ state: 'attached' });
  assert.equal(await page.getByText('ยินดีต้อนรับกลับ').isVisible(), false);
  releaseCode();
  await untilHydrated(page);
  await page.getByRole('checkbox').waitFor();
  assert.ok(await page.getByRole('checkbox').isChecked());
});

test("paints a site's colours first in both modes and escapes a name", async () => {
  const name = '<b>"ชบา"</b></script>$&';
  const theme = { preset: 'ruby', brand: '#8844ee', mode: 'light', radius: 'sharp', font: 'noto' } as const;
  server.answer(getPrefix, { ...fakeSite, appName: name, theme });
  const styles: string[] = [];
  for (const mode of ['', 'dark']) {
    const page = await openEarly();
    const releaseCode = await delayCode(page);
    await page.addInitScript((choice) => choice && localStorage.setItem('Mode', choice), mode);
    await page.goto(`${server.address}/promotion`, { waitUntil: 'commit' });
    await page.locator('#root[data-page]').getByText(name).first().waitFor();
    const root = page.locator('html');
    const readAppearance = () =>
      root.evaluate(({ dataset, style }) => [dataset['mode'], dataset['preset'], dataset['letters'], style.cssText]);
    const first = await readAppearance();
    assert.deepEqual(first.slice(0, 3), [mode || 'light', 'ruby', 'noto']);
    assert.match(String(first[3]), /--brand: ?#/);
    releaseCode();
    await untilHydrated(page);
    await page.waitForLoadState('networkidle');
    assert.deepEqual((await readAppearance()).slice(0, 3), first.slice(0, 3));
    assert.equal(
      await root.evaluate((html) => html.style.getPropertyValue('--brand').trim()),
      /--brand: ?(#\w+)/.exec(String(first[3]))?.[1],
    );
    styles.push(String(first[3]));
  }
  assert.notEqual(styles[0], styles[1], 'each mode has its own colours');
  server.answer(getPrefix, fakeSite);
});
