// Code that comes when it is needed (decision 0044): what is said while it does not come, for want of a connection or because it is
// gone with an older build, and that it comes as soon as it can.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { openMobilePage } from './browser.ts';
import { signedIn, startFakeSite } from './fake-site.ts';
import { fillLogin, waitForHydration } from './members.ts';

const NO_CONNECTION = 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้';

const server = await startFakeSite();

/** Whether the sentence has been on the screen, for however short a time. */
async function hearSentence(page: Page, wanted: string): Promise<() => Promise<boolean>> {
  let isHeard = false;
  await page.exposeFunction('hear', () => {
    isHeard = true;
  });
  await page.addInitScript((sentence) => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes(sentence)) (globalThis as unknown as { hear: () => void }).hear();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, wanted);
  // What the page told before this question has come before its answer.
  return () => page.evaluate(() => undefined).then(() => isHeard);
}

test('what is pressed while the line is lost is said to want one, and is there when the line is', async () => {
  const page = await openMobilePage({ expected: /404|Failed to (load resource|fetch)/ });
  const late = /\/assets\/(?:overlays|visitor-menu|auth-dialog)-[^/]+\.js$/;
  await page.route(late, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed');
  await page.goto(server.address);
  await waitForHydration(page);
  await lost;
  const notice = page.getByRole('alert').getByText(NO_CONNECTION);
  await page.getByRole('button', { name: 'เปิดเมนู' }).click();
  await notice.waitFor();
  await page.unroute(late);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('dialog', { name: 'เมนู' }).waitFor();
  await notice.waitFor({ state: 'detached' });

  // The next press asks again too.
  const other = await openMobilePage({ expected: /404|Failed to (load resource|fetch)/ });
  await other.route(late, (route) => route.abort());
  await other.goto(server.address);
  await waitForHydration(other);
  const login = other.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' });
  await login.click();
  await other.getByRole('alert').waitFor();
  await other.unroute(late);
  await login.click();
  await other.getByRole('dialog').getByLabel('รหัสผ่าน', { exact: true }).waitFor();
});

test('what went with an older build is never said to want a connection, and the page can be loaded anew', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\// });
  const isSaid = await hearSentence(page, NO_CONNECTION);
  const gone = /\/assets\/member-[^/]+\.js$/;
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${server.address}/login`);
  await waitForHydration(page);
  await fillLogin(page, '0812345678', 'secret-1');
  await page.waitForURL(`${server.address}/user/home`);
  const anew = page.getByRole('button', { name: 'โหลดหน้าใหม่' });
  await anew.waitFor();
  assert.equal(await isSaid(), false);
  await page.unroute(gone);
  await anew.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('the frame of a page that went with an older build stays, and leads to those that are there', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\/|module script/ });
  await signedIn(page);
  const isSaid = await hearSentence(page, NO_CONNECTION);
  // Not every host says that it has a file no longer: some answer with the first page.
  await page.route(/\/assets\/deposit-page-[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.goto(`${server.address}/user/home`);
  await waitForHydration(page);
  await page.getByRole('banner').getByRole('link', { name: 'ฝากเงิน' }).click();
  await page.getByRole('button', { name: 'โหลดหน้าใหม่' }).waitFor();
  assert.equal(await isSaid(), false);
  await page.getByRole('link', { name: 'หน้าแรก' }).click();
  await page.getByText('รหัสสมาชิก').waitFor();
});

test('what nobody asked for breaks nothing when it is gone, and says so to who asks', async () => {
  const page = await openMobilePage({ expected: /404|\/assets\// });
  await signedIn(page);
  const late = /\/assets\/beside-page-[^/]+\.js$/;
  await page.route(late, (route) => route.fulfill({ status: 404 }));
  const answered = () => page.waitForResponse(late);
  const first = answered();
  await page.goto(`${server.address}/user/home`);
  await first;
  await answered();
  const anew = page.getByRole('button', { name: 'โหลดหน้าใหม่' });
  // Two drawings later it would be there.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await anew.count(), 0);
  await page.getByRole('button', { name: 'เปิดเมนู' }).click();
  await anew.waitFor();
});

test('a line that says nothing is told like one that is lost', async () => {
  const page = await openMobilePage({ expected: /404|Failed to (load resource|fetch)/ });
  const late = /\/assets\/visitor-menu-[^/]+\.js$/;
  await page.goto(server.address);
  await waitForHydration(page);
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
  await page.unroute(late);
  await menu.click();
  await page.getByRole('dialog', { name: 'เมนู' }).waitFor();
});

test('the file that a page begins with is fetched once, whoever imports it later', async () => {
  const page = await openMobilePage({ expected: /404/ });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/index-[^/]+\.js$/.test(pathname)) asked.push(pathname);
  });
  for (const address of ['/', '/no/such/page']) {
    asked.length = 0;
    await page.goto(server.address + address);
    await waitForHydration(page);
    await page.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' }).click();
    await page.getByRole('dialog').getByLabel('รหัสผ่าน', { exact: true }).waitFor();
    assert.equal(asked.length, 1, address);
  }
});

test('a menu that is asked for three times before its code has come is closed by one press', async () => {
  const page = await openMobilePage({ expected: /404/ });
  const late = /\/assets\/visitor-menu-[^/]+\.js$/;
  const held = Promise.withResolvers<void>();
  await page.route(late, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(server.address);
  await waitForHydration(page);
  const menu = page.getByRole('button', { name: 'เปิดเมนู' });
  await menu.dblclick();
  await menu.click();
  held.resolve();
  const dialog = page.getByRole('dialog', { name: 'เมนู' });
  await dialog.getByRole('button', { name: 'ปิด' }).click();
  await dialog.waitFor({ state: 'detached' });
});
