// The landing page and its frame for a visitor: in both modes, at three sizes, by keyboard, with an unavailable server
// and a closed site.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { getPrefix } from '@chaba/contract/site';
import type { Page } from 'playwright-core';

import { buildPages } from '#ops/start/page-builds';
import { answerAsSeeded, fakeSite } from '#web/testing/fake-data';
import { type FakeServer, startFakeServer } from '#web/testing/fake-server';

import { findViolations } from './axe.ts';
import { openMobilePage, untilHydrated } from '#testing/product/browser';
import { variants, testInFull } from '#testing/extent';

const SHIFT_MAX = 0.05;
const sizes = [
  { width: 360, height: 800 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  // 1280 × 800 at 200 %.
  { width: 640, height: 400 },
];

let server: FakeServer;

await buildPages(() => undefined);

after(() => server?.close());

async function visit(
  page: Page,
  path = '/',
  { mode = 'dark' }: { readonly mode?: 'dark' | 'light' } = {},
): Promise<void> {
  server ??= await startFakeServer();
  answerAsSeeded(server);
  await page.addInitScript((choice) => localStorage.setItem('Mode', choice), mode);
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (globalThis as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(server.address + path, { waitUntil: 'networkidle' });
}

for (const mode of variants(['dark', 'light'] as const)) {
  for (const viewport of variants(sizes)) {
    test(`shows the landing page without violations of axe and layout shifts: ${mode}, ${viewport.width} px`, async () => {
      const page = await openMobilePage({ viewport });
      await visit(page, '/', { mode });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'ค่ายเกม' }).waitFor();
      const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      const violations = await findViolations(page, { runOnly: { type: 'tag', values } });
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
        [],
      );
      const { shifted, overflowPx, font } = await page.evaluate(() => ({
        shifted: (globalThis as unknown as { shifted: number }).shifted,
        overflowPx: document.documentElement.scrollWidth - innerWidth,
        font: document.fonts.check("16px 'Anuphan Variable'", 'ก'),
      }));
      assert.ok(shifted <= SHIFT_MAX, `the page moved by ${shifted}`);
      assert.equal(overflowPx, 0);
      assert.ok(font, 'the Thai font is loaded');
    });
  }
}

testInFull('keeps the links of the first section uncovered by the bar in a low window', async () => {
  for (const viewport of [
    { width: 640, height: 400 },
    { width: 568, height: 320 },
  ]) {
    const page = await openMobilePage({ viewport });
    await visit(page);
    await page.getByRole('heading', { name: 'ค่ายเกม' }).waitFor();
    const covered = await page
      .locator('main section')
      .first()
      .getByRole('link')
      .evaluateAll((links) =>
        links.flatMap((link) => {
          const { left, right, top, bottom } = link.getBoundingClientRect();
          const isVisible = [top + 2, bottom - 2].every(
            (y) => document.elementFromPoint((left + right) / 2, y) === link,
          );
          return isVisible ? [] : [link.textContent];
        }),
      );
    assert.deepEqual(covered, [], `${viewport.width} × ${viewport.height}`);
  }
});

test('shows in every header that the credit is play money', async () => {
  const page = await openMobilePage();
  await visit(page);
  await page.getByText('เครดิตทดลอง ไม่มีมูลค่าเป็นเงินจริง').waitFor();
});

testInFull('opens and closes the menu by keyboard and returns the focus', async () => {
  const page = await openMobilePage();
  await visit(page);
  const toggle = page.getByRole('button', { name: 'เปิดเมนู' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'เมนู' });
  await menu.waitFor();
  const violations = await findViolations(page);
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await toggle.and(page.locator(':focus')).waitFor();

  // The phone's back button closes the menu, and a chosen entry leaves no menu in the history.
  await toggle.click();
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: 'hidden' });
  assert.equal(new URL(page.url()).pathname, '/');
  await toggle.click();
  await menu.getByRole('link', { name: 'โปรโมชั่น' }).click();
  await page.waitForURL(/\/promotion$/);
  await menu.waitFor({ state: 'hidden' });
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
  await toggle.waitFor();
  assert.equal(await menu.isVisible(), false);
});

testInFull('leads unknown addresses to the landing page', async () => {
  const page = await openMobilePage();
  await visit(page, '/no/such/page');
  await page.waitForURL((url) => url.pathname === '/');
});

test('leads the member area to the landing page without a session', async () => {
  const page = await openMobilePage();
  await visit(page, '/user/deposit');
  await page.waitForURL((url) => url.pathname === '/');
});

test('reports a site in maintenance and a closed site', async () => {
  const page = await openMobilePage();
  await visit(page);
  server.answer(getPrefix, { ...fakeSite, Maintenance: true });
  await page.reload();
  await page.getByRole('heading', { name: 'ปิดปรับปรุงระบบ' }).waitFor();
  server.answer(getPrefix, { ...fakeSite, Disabled: true });
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await page.getByRole('heading', { name: 'เว็บไซต์ปิดให้บริการชั่วคราว' }).waitFor();
});

testInFull('shows the last configuration while the server is unavailable', async () => {
  const page = await openMobilePage({ expected: /status of 503/ });
  await visit(page);
  await page.waitForFunction(() => localStorage.getItem('Prefix') !== null);
  server.refuse(getPrefix, 'SERVER_BUSY', {});
  await page.reload();
  await page.getByRole('heading', { name: 'โปรโมชั่น' }).waitFor();
});

testInFull('reports a site without games and an unavailable list of games', async () => {
  const page = await openMobilePage({ expected: /status of 503/ });
  await visit(page);
  server.answer(getPrefix, { ...fakeSite, ProductList: [], PromotionList: [] });
  await page.reload();
  await untilHydrated(page);
  await page.getByText('ยังไม่มีเกมให้เล่นในขณะนี้').waitFor();
  await page.getByRole('heading', { name: 'เลือกเล่น' }).waitFor({ state: 'detached' });
  assert.equal(await page.locator('main .animate-pulse').count(), 0);
  assert.deepEqual(await findViolations(page), []);

  server.refuse(getPrefix, 'SERVER_BUSY', {});
  // When the next page begins: nothing that is written until then is left.
  await page.addInitScript(() => localStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).waitFor();
  assert.equal(await page.locator('main .animate-pulse').count(), 0);
  server.answer(getPrefix, fakeSite);
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await page.getByRole('heading', { name: 'ค่ายเกม' }).waitFor();
});

testInFull('applies colours, corners and font of a theme and ignores invalid values', async () => {
  const page = await openMobilePage({
    isEarly: true,
    expected: /status of 503|Failed to (?:load resource|fetch dynamically)/,
  });
  await visit(page);
  for (const [brand, mode] of [
    ['#8844ee', 'dark'],
    ['#fff04d', 'light'],
  ] as const) {
    const theme = { preset: 'ruby', brand, accent: '#333333', mode, radius: 'sharp', font: 'noto' } as const;
    server.answer(getPrefix, { ...fakeSite, theme });
    await page.addInitScript((choice) => localStorage.setItem('Mode', choice), mode);
    await page.reload({ waitUntil: 'networkidle' });
    const root = page.locator('html');
    // Stored colours are applied first, those of the response after them.
    await page.waitForFunction((wanted) => localStorage.getItem('Prefix')?.includes(wanted), brand);
    await root.and(page.locator('[data-letters=noto]')).waitFor({ state: 'attached' });
    assert.equal(await root.evaluate((html) => html.style.getPropertyValue('--radius-scale')), '0.5');
    assert.notEqual(await root.evaluate((html) => html.style.getPropertyValue('--brand')), '');
    const violations = await findViolations(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
    assert.deepEqual(
      violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' '))),
      [],
      `${brand} in ${mode}`,
    );
  }
  const painted = await page.locator('html').getAttribute('style');
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.reload();
  assert.equal(await page.locator('html').getAttribute('style'), painted, 'the colours are set before any script runs');
  await page.unroute('**/assets/index-*.js');
  await page.addInitScript(() => {
    const stored = JSON.parse(localStorage.getItem('Prefix') ?? '{}') as object;
    localStorage.setItem(
      'Prefix',
      JSON.stringify({ ...stored, theme: { brand: 'url(x)', accent: 'red;', font: 'x' } }),
    );
  });
  server.refuse(getPrefix, 'SERVER_BUSY', {});
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-letters'), 'anuphan');
  assert.equal(await page.locator('html').evaluate((html) => html.style.getPropertyValue('--brand')), '');
});

testInFull('works with tampered storage', async () => {
  const page = await openMobilePage();
  await page.addInitScript(() => {
    localStorage.setItem('Prefix', '{"theme":{"preset":"<b>","brand":"url(x)"},"Withdraw":5}');
    localStorage.setItem('UserInfo', '{"PhoneNumber":{}}');
    localStorage.setItem('GameList', 'nonsense');
  });
  await visit(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-preset'), 'gold');
});
