// Code that a page loads when it is first used (decision 0033). When the connection is down or the build is older, the
// page shows the failure and offers a reload.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { openMobilePage, untilHydrated } from '#testing/product/browser';
import { storeSession, startFakeSite } from './fake-site.ts';
import { fillLogin } from './members.ts';

const NO_CONNECTION = 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้';

const server = await startFakeSite();

/** Observes the page; the returned function resolves with whether the sentence was shown at any time. */
async function observeSentence(page: Page, wanted: string): Promise<() => Promise<boolean>> {
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

test('reports code that does not load after a press, keeps the page and offers a reload', async () => {
  const page = await openMobilePage({ expected: /404|Failed to (load resource|fetch)|CodeUnavailable/ });
  const lazyChunk = /\/assets\/(?:overlays|visitor-menu)-[^/]+\.js$/;
  await page.route(lazyChunk, (route) => route.abort());
  await page.goto(server.address);
  await page.getByRole('button', { name: 'เปิดเมนู' }).click();
  const alertDialog = page.getByRole('alert');
  await alertDialog.getByText('หน้านี้มีปัญหา').waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.unroute(lazyChunk);
  await alertDialog.getByRole('button', { name: 'โหลดหน้าใหม่' }).click();
  await untilHydrated(page);
  await page.getByRole('dialog', { name: 'เมนู' }).waitFor();

  // Without a connection the alert states that.
  const other = await openMobilePage({ expected: /404|Failed to (load resource|fetch)|ERR_|CodeUnavailable/ });
  await other.route(/\/assets\/(?:overlays|auth-dialog)-[^/]+\.js$/, (route) => route.abort());
  await other.goto(server.address);
  await other.context().setOffline(true);
  await other.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' }).click();
  await other.getByRole('alert').getByText(NO_CONNECTION).waitFor();
  await other.getByRole('heading', { level: 1 }).waitFor();
});

test('offers a reload for code of a removed build and never reports a missing connection', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\// });
  const isShown = await observeSentence(page, NO_CONNECTION);
  const removedChunk = /\/assets\/member-[\w-]{8}\.js$/;
  await page.route(removedChunk, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${server.address}/login`);
  await untilHydrated(page);
  await fillLogin(page, '0812345678', 'secret-1');
  await page.waitForURL(`${server.address}/user/home`);
  const reloadButton = page.getByRole('button', { name: 'โหลดหน้าใหม่' });
  await reloadButton.waitFor();
  assert.equal(await isShown(), false);
  await page.unroute(removedChunk);
  await reloadButton.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('keeps the frame of a page of a removed build with its links', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\/|module script/ });
  await storeSession(page);
  const isShown = await observeSentence(page, NO_CONNECTION);
  // Some hosts return the first page instead of 404 for a missing file.
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

test('reports missing code that the idle page requested only when a press needs it', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\// });
  await storeSession(page);
  const lazyChunk = /\/assets\/deferred-shell-[^/]+\.js$/;
  await page.route(lazyChunk, (route) => route.fulfill({ status: 404 }));
  const answered = page.waitForResponse(lazyChunk);
  await page.goto(`${server.address}/user/home`);
  await answered;
  const reloadButton = page.getByRole('button', { name: 'โหลดหน้าใหม่' });
  // Two frames later it would be visible.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await reloadButton.count(), 0);
  await page.getByRole('button', { name: 'เปิดเมนู' }).click();
  await reloadButton.waitFor();
  await page.getByText('รหัสสมาชิก').waitFor();
});

test('reports a missing connection when a request has no response within the timeout', async () => {
  const page = await openMobilePage({ expected: /404/ });
  await page.clock.install();
  await page.route(/\/assets\/visitor-menu-[^/]+\.js$/, () => undefined);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'เปิดเมนู' }).click();
  const alertDialog = page.getByRole('alert').getByText(NO_CONNECTION);
  assert.equal(await alertDialog.count(), 0);
  await page.clock.fastForward(15_000);
  await alertDialog.waitFor();
});

test("loads the file of a page's start once for all importers", async () => {
  const page = await openMobilePage({ expected: /404/ });
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(?:index|start|react)-[^/]+\.js$/.test(pathname)) requests.push(pathname);
  });
  for (const address of ['/', '/no/such/page']) {
    requests.length = 0;
    await page.goto(server.address + address);
    await untilHydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' }).click();
    await page.getByRole('dialog').getByLabel('รหัสผ่าน', { exact: true }).waitFor();
    assert.ok(requests.length > 0, address);
    assert.equal(new Set(requests).size, requests.length, address);
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
