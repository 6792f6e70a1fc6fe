// A walk over the screens of a running product, as a visitor, in a registration and as the demo member. The table of
// conformance.ts is compared with its result.

import { untilHydrated } from '#testing/product/browser';
import * as fs from 'node:fs';

import { renderQrCodes } from '#web/testing/qr-codes';
import type { Locator, Page } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

import { memberAddresses, publicAddresses, redirects } from './conformance.ts';
import type { ScreenFacts } from './line.ts';
import { readScreens } from './screens.ts';
import { createAccountNumber, freePhone, passPhoneStep, signIn } from '#e2e/members';

export async function collectFacts(url: string, openPage: (expected?: RegExp) => Promise<Page>): Promise<ScreenFacts> {
  const pages = new Map<string, { path: string; title: string }>();
  const fields = new Map<string, Record<string, string>>();
  const screens = new Map<string, string>();
  const visitor = await openPage();
  const { banks, marks } = await readAsVisitor(visitor, url, { pages, fields, screens });
  const fallback = await readFallback(await openPage(/Failed to load resource/), url);
  const member = await openPage();
  const seen = await readAsMember(member, url, { pages, fields, screens });
  return {
    pages,
    fields,
    screens,
    banks,
    marks,
    fallback,
    qrLevels: await readQrLevels(await openPage()),
    ...seen,
  };
}

type Pages = Map<string, { path: string; title: string }>;
type Fields = Map<string, Record<string, string>>;
type Seen = { readonly pages: Pages; readonly fields: Fields; readonly screens: Map<string, string> };

/** The page as its own files show it: built without a configuration, which no request delivers either. */
async function readFallback(page: Page, url: string): Promise<ScreenFacts['fallback']> {
  await page.route('**/v2/**', (route) => route.abort());
  await page.route(`${url}/`, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replace(/<script type="application\/json" id="chaba-site">.*?<\/script>/s, ''),
    });
  });
  await page.goto(url);
  const chat = page.locator('a[href^="https://line.me"]').first();
  await chat.waitFor({ state: 'attached' });
  await untilHydrated(page);
  return { chat: (await chat.getAttribute('href')) ?? '', title: await page.title() };
}

async function readAsVisitor(
  page: Page,
  url: string,
  { pages, fields, screens }: Seen,
): Promise<Pick<ScreenFacts, 'banks' | 'marks'>> {
  await page.goto(url);
  for (const [address, sign] of readScreens.visitor) screens.set(address, await readScreen(page, address, sign));
  for (const [address, title] of publicAddresses) pages.set(address, await walkTo(page, address, title));
  pages.set('/user/login', await walkTo(page, '/user/login', publicAddresses[1]?.[1]));
  await recordField(page, fields, 'login', 'เบอร์โทรศัพท์');
  await recordField(page, fields, 'login', 'รหัสผ่าน');
  for (const address of ['/nothing', '/user/deposit']) {
    pages.set(`visitor ${address}`, await walkTo(page, address, undefined, '/'));
  }
  await page.goto(`${url}/register/A7K2M9`);
  await passPhoneStep(page, freePhone());
  const radios = page.getByRole('radio');
  await radios.first().waitFor();
  await page.getByRole('button', { name: /แสดงอีก \d+ ธนาคาร/ }).click();
  screens.set('bank step', await readPage(page));
  const banks = await radios.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value));
  const marks = await page
    .locator('label span[aria-hidden=true][style*="background"], label span[aria-hidden=true]')
    .evaluateAll((all) =>
      all
        .map((mark) => ({ word: mark.textContent ?? '', colour: getComputedStyle(mark).backgroundColor }))
        .filter(({ word, colour }) => word !== '' && colour !== 'rgba(0, 0, 0, 0)'),
    );
  await page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' }).check();
  await recordField(page, fields, 'bank', 'เลขที่บัญชี');
  await page.getByLabel('เลขที่บัญชี').fill(createAccountNumber('8'));
  await page.getByRole('button', { name: 'ตรวจสอบบัญชี' }).click();
  for (const label of ['ตั้งรหัสผ่าน', 'หมายเลขวอลเล็ท', 'นามสกุล', 'รหัสผู้แนะนำ']) {
    await recordField(page, fields, 'details', label);
  }
  return { banks, marks };
}

async function readAsMember(page: Page, url: string, { pages, fields, screens }: Seen) {
  const requests: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/profile/balance')) requests.push(request.headers());
  });
  await page.goto(`${url}/register/A7K2M9`);
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).waitFor();
  await untilHydrated(page);
  await signIn(page, url);
  const main = page.getByRole('main');
  await main.getByText('รหัสสมาชิก').waitFor();
  await untilLoaded(page);
  const home = await main.innerText();
  for (const [address, title] of memberAddresses) pages.set(address, await walkTo(page, address, title));
  for (const [from, to] of redirects) pages.set(from, await walkTo(page, from, undefined, to));
  const textOf = async (address: string, sign: RegExp): Promise<string> => {
    await walkTo(page, address);
    await main.getByText(sign).first().waitFor();
    await untilLoaded(page);
    return main.innerText();
  };
  const deposit = await textOf('/user/deposit', /เงื่อนไขการฝากเงิน/);
  const history = await textOf('/user/transactions', /\d [ap]m/);
  await walkTo(page, '/user/withdraw');
  await recordField(page, fields, 'withdraw', 'จำนวนเงินที่ต้องการถอน');
  const stored = await page.evaluate(() => Object.keys(localStorage));
  for (const [address, sign] of readScreens.member) screens.set(address, await readScreen(page, address, sign));
  const qr = await readQr(page);
  const spin = await spinOnce(page, url);
  return { home, deposit, history, stored, qr, spin, headers: requests.at(-1) ?? {} };
}

async function readScreen(page: Page, address: string, sign: RegExp): Promise<string> {
  await walkTo(page, address);
  await page.getByRole('main').getByText(sign).filter({ visible: true }).first().waitFor();
  // Links that depend on the configuration appear with it.
  await page.waitForFunction(() => localStorage.getItem('Prefix') !== null);
  await untilLoaded(page);
  return readPage(page);
}

/** Waits until every part of the page is loaded; the first part may appear long before the last. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main')?.innerText.includes('กำลังโหลด…') === false);
}

export function readPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
    const parts = [...document.querySelectorAll<HTMLElement>('nav, a[href], button, [role=switch], iframe')]
      .filter((part) => part.checkVisibility())
      .map((part) => {
        const role = part.getAttribute('role') ?? part.tagName.toLowerCase();
        const name = part.getAttribute('aria-label') ?? part.getAttribute('title') ?? part.innerText;
        return `[${plain(`${role} ${name} ${part.getAttribute('href') ?? ''}`)}]`;
      });
    return `${plain(document.body.innerText)} ${parts.join(' ')}`;
  });
}

/** Decodes the account's QR code from the screen with a reader that reports its encoding. */
async function readQr(page: Page): Promise<ScreenFacts['qr']> {
  await walkTo(page, '/user/deposit');
  await page.getByRole('button', { name: 'แสดง QR ของบัญชี ธนาคารกสิกรไทย' }).click();
  const code = page
    .getByRole('dialog')
    .locator('svg[width]')
    .filter({ has: page.locator('title') });
  const [widthPx, heightPx] = [await code.getAttribute('width'), await code.getAttribute('height')].map(Number);
  const level = await readLevel(code);
  await page.keyboard.press('Escape');
  return { widthPx: widthPx ?? 0, heightPx: heightPx ?? 0, level };
}

/** Shows the widget of the web app with each level; no page uses another one than the default. */
async function readQrLevels(page: Page): Promise<ScreenFacts['qrLevels']> {
  const value = 'https://chaba.example/register/A7K2M9';
  const levels = ['L', 'M', 'Q', 'H', undefined] as const;
  const codes = levels.map((level) => ({ value, name: level ?? '', ...(level === undefined ? {} : { level }) }));
  await page.setContent(await renderQrCodes(codes));
  const shown = page.locator('svg[width]');
  const read = new Map<string, string>();
  for (const [place, level = ''] of levels.entries()) read.set(level, await readLevel(shown.nth(place)));
  return read;
}

async function readLevel(code: Locator): Promise<string> {
  const wasm = fs.readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const [read] = await readBarcodes(new Uint8Array(await code.screenshot()), { formats: ['QRCode'] });
  return read?.ecLevel ?? '';
}

/** The page records its own times, because an observer is delayed on a busy machine. */
async function spinOnce(page: Page, url: string): Promise<ScreenFacts['spin']> {
  const token = await page.evaluate(() => localStorage.getItem('AccessToken') ?? '');
  await fetch(`${url}/user-profile-composite/v1/topup/itemcode/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox', 'api-auth': token },
    body: JSON.stringify({ redeem_code: 'COINS3' }),
  });
  await page.goto(`${url}/user/spinner`);
  const button = page.locator('button:enabled', { hasText: 'หมุนกงล้อ' });
  await button.waitFor();
  await page.evaluate(() => {
    const times = { tappedAt: 0, openedAt: 0 };
    Object.assign(globalThis, { times });
    addEventListener('click', () => (times.tappedAt ||= performance.now()), { capture: true });
    new MutationObserver(() => {
      if (document.querySelector('[role=dialog]') !== null) times.openedAt ||= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await button.click();
  await page.getByRole('dialog', { name: 'ผลการหมุน' }).waitFor();
  return page.evaluate(() => {
    const { times } = globalThis as unknown as { times: { tappedAt: number; openedAt: number } };
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const call = calls.find(({ name }) => name.endsWith('/v1/spins'));
    return { callMs: (call?.startTime ?? 0) - times.tappedAt, resultMs: times.openedAt - (call?.responseEnd ?? 0) };
  });
}

/** Navigates inside the running app, as a link does; returns the final address. */
async function walkTo(page: Page, address: string, title?: string, path?: string) {
  await page.evaluate((to) => {
    history.pushState({ idx: 99 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
  if (path !== undefined) await page.waitForFunction((wanted) => location.pathname === wanted, path);
  if (title !== undefined) {
    await page.waitForFunction((wanted) => document.title === wanted, title).catch(() => undefined);
  }
  return { path: new URL(page.url()).pathname, title: await page.title() };
}

async function recordField(page: Page, fields: Fields, step: string, label: string): Promise<void> {
  const found = page.getByLabel(label, { exact: false }).filter({ visible: true }).first();
  await found.waitFor();
  fields.set(
    `${step}: ${label}`,
    await found.evaluate((input) => ({
      ...Object.fromEntries([...input.attributes].map(({ name, value }) => [name, value])),
      value: (input as HTMLInputElement).value,
    })),
  );
}
