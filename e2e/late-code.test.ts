// Deferred code (decision 0044): messages while it cannot load, offline or after its build was removed, and its load as
// soon as it is possible.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { openMobilePage } from './browser.ts';
import { signedIn, startFakeSite } from './fake-site.ts';
import { fillLogin, untilHydrated } from './members.ts';

const NO_CONNECTION = 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้';

const server = await startFakeSite();

/** Returns whether the sentence has been on the screen at any time. */
async function watchSentence(page: Page, wanted: string): Promise<() => Promise<boolean>> {
  let isShown = false;
  await page.exposeFunction('reportShown', () => {
    isShown = true;
  });
  await page.addInitScript((sentence) => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes(sentence)) {
        (globalThis as unknown as { reportShown: () => void }).reportShown();
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, wanted);
  // Messages of the page before this evaluation arrive before its result.
  return () => page.evaluate(() => undefined).then(() => isShown);
}

test('reports a missing connection for deferred code and loads it once online', async () => {
  const page = await openMobilePage({ expected: /404|Failed to (load resource|fetch)/ });
  const deferred = /\/assets\/(?:overlays|visitor-menu|auth-dialog)-[^/]+\.js$/;
  await page.route(deferred, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed');
  await page.goto(server.address);
  await untilHydrated(page);
  await lost;
  const notice = page.getByRole('alert').getByText(NO_CONNECTION);
  await page.getByRole('button', { name: 'เปิดเมนู' }).click();
  await notice.waitFor();
  await page.unroute(deferred);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('dialog', { name: 'เมนู' }).waitFor();
  await notice.waitFor({ state: 'detached' });

  // The next press also retries.
  const other = await openMobilePage({ expected: /404|Failed to (load resource|fetch)/ });
  await other.route(deferred, (route) => route.abort());
  await other.goto(server.address);
  await untilHydrated(other);
  const login = other.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' });
  await login.click();
  await other.getByRole('alert').waitFor();
  await other.unroute(deferred);
  await login.click();
  await other.getByRole('dialog').getByLabel('รหัสผ่าน', { exact: true }).waitFor();
});

test('offers a reload for code of a removed build and never reports a missing connection', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\// });
  const isShown = await watchSentence(page, NO_CONNECTION);
  const gone = /\/assets\/member-[^/]+\.js$/;
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${server.address}/login`);
  await untilHydrated(page);
  await fillLogin(page, '0812345678', 'secret-1');
  await page.waitForURL(`${server.address}/user/home`);
  const anew = page.getByRole('button', { name: 'โหลดหน้าใหม่' });
  await anew.waitFor();
  assert.equal(await isShown(), false);
  await page.unroute(gone);
  await anew.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('keeps the frame of a page of a removed build with its links', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\/|module script/ });
  await signedIn(page);
  const isShown = await watchSentence(page, NO_CONNECTION);
  // Some hosts answer a missing file with the first page in place of 404.
  await page.route(/\/assets\/deposit-page-[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.goto(`${server.address}/user/home`);
  await untilHydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'ฝากเงิน' }).click();
  await page.getByRole('button', { name: 'โหลดหน้าใหม่' }).waitFor();
  assert.equal(await isShown(), false);
  await page.getByRole('link', { name: 'หน้าแรก' }).click();
  await page.getByText('รหัสสมาชิก').waitFor();
});

test('ignores a missing prefetched file and reports it on request', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\// });
  await signedIn(page);
  const deferred = /\/assets\/beside-page-[^/]+\.js$/;
  await page.route(deferred, (route) => route.fulfill({ status: 404 }));
  const answered = () => page.waitForResponse(deferred);
  const first = answered();
  await page.goto(`${server.address}/user/home`);
  await first;
  await answered();
  const anew = page.getByRole('button', { name: 'โหลดหน้าใหม่' });
  // Two frames later it would be visible.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await anew.count(), 0);
  await page.getByRole('button', { name: 'เปิดเมนู' }).click();
  await anew.waitFor();
});

test('treats a connection without a response like a lost one', async () => {
  const page = await openMobilePage({ expected: /404|Failed to (load resource|fetch)/ });
  const deferred = /\/assets\/visitor-menu-[^/]+\.js$/;
  await page.goto(server.address);
  await untilHydrated(page);
  await page.route(late, () => undefined);
  // As if the time that an answer is waited for were over at once.
  const patience = await page.evaluateHandle(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => timeout.call(AbortSignal, 1);
    return timeout;
  });
  const menu = page.getByRole('button', { name: 'เปิดเมนู' });
  await menu.click();
  await page.getByRole('alert').getByText(NO_CONNECTION).waitFor();
  await patience.evaluate((timeout) => {
    AbortSignal.timeout = timeout;
  });
  await page.unroute(deferred);
  await menu.click();
  await page.getByRole('dialog', { name: 'เมนู' }).waitFor();
});

test("loads the file of a page's start once for all importers", async () => {
  const page = await openMobilePage({ expected: /404/ });
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/index-[^/]+\.js$/.test(pathname)) requests.push(pathname);
  });
  for (const address of ['/', '/no/such/page']) {
    requests.length = 0;
    await page.goto(server.address + address);
    await untilHydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' }).click();
    await page.getByRole('dialog').getByLabel('รหัสผ่าน', { exact: true }).waitFor();
    assert.equal(requests.length, 1, address);
  }
});

test('closes a menu with one press after three requests before its code arrived', async () => {
  const page = await openMobilePage({ expected: /404/ });
  const deferred = /\/assets\/visitor-menu-[^/]+\.js$/;
  const held = Promise.withResolvers<void>();
  await page.route(deferred, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(server.address);
  await untilHydrated(page);
  const menu = page.getByRole('button', { name: 'เปิดเมนู' });
  await menu.dblclick();
  await menu.click();
  held.resolve();
  const dialog = page.getByRole('dialog', { name: 'เมนู' });
  await dialog.getByRole('button', { name: 'ปิด' }).click();
  await dialog.waitFor({ state: 'detached' });
});
