// A game of the studio opened from the lobby: one settled spin, and its money on every screen.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { baht, formatBaht, parseBaht, subtract } from '@chaba/money';
import type { FrameLocator, Page } from 'playwright-core';

import type { SlotRound } from '#studio/games/slots/play';

import { openMobilePage, type PhoneOptions } from '#testing/product/browser';
import { testInFull, variants } from '#testing/extent';
import { register, signIn } from '#e2e/members';
import { credit, makeMember, openAs } from '#e2e/money';
import { startProduct } from '#e2e/product';
import { checkScreen } from '#e2e/screens';
import { chooseNonce } from '#testing/product/slot-draws';

const product = await startProduct();
const GAME = '/user/play/chaba-studio/chaba-blossom';
/** Less than three windows of a cascade take. */
const CASCADE_MS_MIN = 1_000;
const FRAME_MS = 40;
const BAR_BALANCE = 'header p:has-text("ยอดเงินในกระเป๋าเกม")';

afterEach(() => setFaults({}));

for (const [name, width, height] of variants([
  ['a small phone', 360, 800],
  ['a desktop', 1280, 800],
] as const)) {
  test(`settles a spin from the lobby and updates balance and turnover on every open screen on ${name}`, async () => {
    const page = await openMember({ viewport: { width, height } });
    // A separate device, because a background page of the same one is throttled.
    const home = await openMember();
    const before = await readTurnover(home);

    await page.goto(`${product.url}/user/game`);
    await page.getByRole('link', { name: /ชบาสตูดิโอ/ }).click();
    await page.getByRole('link', { name: /ลำน้ำนาคา/ }).waitFor();
    await page.getByRole('link', { name: /ตลาดโคมชบา/ }).click();
    await page.waitForURL(`${product.url}${GAME}`);
    const game = await untilReady(page);
    await checkScreen(page);
    await spin(page, game);

    const shownBalance = await game.locator('.balance .amount').textContent();
    await page
      .locator(BAR_BALANCE)
      .getByText(shownBalance ?? '')
      .waitFor();
    await home
      .getByText(shownBalance ?? '')
      .first()
      .waitFor();
    await home.getByText(`ทำได้ ${formatBaht(baht(before + 5))}`).waitFor();
    assert.equal(await readTurnover(home), before + 5);

    await page.getByRole('banner').getByRole('button', { name: 'ย้อนกลับ' }).click();
    await page.waitForURL(/\/user\/game\b/);
    await page.getByRole('tab', { name: 'เล่นล่าสุด' }).click();
    await page.getByRole('link', { name: /ตลาดโคมชบา/ }).waitFor();
  });
}

testInFull('shows the time played and the result of today in the bar above a game', async () => {
  const member = await makeMember(product);
  await credit(product, member, 100);
  const page = await openMobilePage();
  await page.clock.install();
  await openAs(page, product, member, GAME);
  const game = await untilReady(page);
  const bar = page.getByRole('banner');
  await bar.getByText('เล่น 0 นาที · วันนี้ 0.00', { exact: true }).waitFor();
  await spin(page, game);
  const shownBalance =
    parseBaht((await game.locator('.balance .amount').textContent()) ?? '') ?? assert.fail('no balance');
  const net = subtract(shownBalance, baht(100));
  const today = `วันนี้ ${net > 0n ? '+' : ''}${formatBaht(net)}`;
  await bar.getByText(`เล่น 0 นาที · ${today}`, { exact: true }).waitFor();
  await page.clock.runFor(2 * 60_000);
  await bar.getByText(`เล่น 2 นาที · ${today}`, { exact: true }).waitFor();
});

testInFull('keeps balance and result of the day above a game until the result of a cascade is shown', async () => {
  const member = await makeMember(product);
  await credit(product, member, 100);
  const page = await openMobilePage({ reducedMotion: 'no-preference' });
  await page.addInitScript(recordTexts);
  await openAs(page, product, member, '/user/play/chaba-studio/naga-river');
  const game = await untilReady(page);
  await page.getByRole('banner').getByText('วันนี้ 0.00').waitFor();
  chooseNonce(product.dataDir, 'naga-river', isLongCascade);
  const pressedAt = await page.evaluate(() => performance.timeOrigin + performance.now());
  await spin(page, game);
  await page.waitForFunction((pressed) => {
    const { texts } = globalThis as unknown as Recorded;
    return texts.some(([at]) => at > pressed);
  }, pressedAt);
  const readTexts = (): Recorded['texts'] => (globalThis as unknown as Recorded).texts;
  const results = await game.locator('body').evaluate(readTexts);
  const [resultAt] = results.findLast(([, text]) => /^(ชนะ|ได้คืน)/.test(text)) ?? assert.fail(JSON.stringify(results));
  const [changedAt] = (await page.evaluate(readTexts)).find(([at]) => at > pressedAt) ?? assert.fail('no change');
  assert.ok(resultAt - pressedAt > CASCADE_MS_MIN, `the result is shown after ${resultAt - pressedAt} ms`);
  assert.ok(changedAt >= resultAt - FRAME_MS, `the bar changes ${resultAt - changedAt} ms before the result`);
});

testInFull('reopens the game after a reload during a round and ends the round once', async () => {
  const page = await openMember();
  const lobby = await openMember();
  await lobby.goto(`${product.url}/user/game`);
  await page.goto(`${product.url}${GAME}`);
  const game = await untilReady(page);
  await setFaults({ settle: 'separate', late: 5_000, rounds: 1 });
  await game.getByRole('button', { name: 'หมุน', exact: true }).click();
  await untilOpenRounds(page, 1);

  const alertDialog = lobby.getByRole('region', { name: 'รอบที่ยังไม่จบ' });
  await alertDialog.getByText('มีรอบที่ยังไม่จบ 1 รอบ').waitFor();
  await page.reload();
  const reopened = await untilReady(page);
  await untilOpenRounds(page, 0);
  await page
    .locator(BAR_BALANCE)
    .getByText((await reopened.locator('.balance .amount').textContent()) ?? '')
    .waitFor();
  await alertDialog.waitFor({ state: 'detached' });
});

testInFull('reports a game that cannot be opened and retries', async () => {
  const page = await openMember();
  await page.route('**/game-composite/v1/launch', (route) => route.abort());
  await page.goto(`${product.url}${GAME}`);
  await page.getByRole('alert').getByText('เปิดเกมไม่สำเร็จ กรุณาลองใหม่อีกครั้ง').waitFor();
  await page.getByText('ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้').waitFor();
  await page.unroute('**/game-composite/v1/launch');
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await untilReady(page);
});

testInFull('opens a game in its own tab', async () => {
  const page = await openMember();
  await page.goto(`${product.url}/user/game`);
  await page.getByRole('link', { name: /ชบาสตูดิโอ/ }).click();
  await page.getByRole('link', { name: /ตลาดโคมชบา/ }).click();
  await untilReady(page);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'เปิดในแท็บใหม่' }).click(),
  ]);
  await tab.locator('body[data-phase=ready]').waitFor();
  assert.equal(new URL(tab.url()).origin, product.sandboxUrl);
  await page.waitForURL(/\/user\/game\b/);
});

testInFull('leaves a member on the chosen page after leaving the game before its tab opened', async () => {
  const page = await openMember();
  await page.goto(`${product.url}/user/home`);
  await page.locator('a[href="/user/game"]').filter({ visible: true }).first().click();
  await page.waitForURL(/\/user\/game\b/);
  await page.getByRole('link', { name: /ชบาสตูดิโอ/ }).click();
  await page.getByRole('link', { name: /ตลาดโคมชบา/ }).click();
  await untilReady(page);
  const slow = Promise.withResolvers<void>();
  await page.route('**/game-composite/v1/launch', async (route) => {
    await slow.promise;
    await route.continue();
  });
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'เปิดในแท็บใหม่' }).click(),
  ]);
  await page.getByRole('banner').getByRole('button', { name: 'ย้อนกลับ' }).click();
  await page.waitForURL(/\/user\/game\b/);
  const lobby = page.url();
  slow.resolve();
  await tab.locator('body[data-phase=ready]').waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(page.url(), lobby);
});

testInFull('offers a tab for a game that rejects framing and hides the offer on request', async () => {
  const page = await openMember({ expected: /frame-ancestors/ });
  await page.route(`${product.sandboxUrl}/games/**`, async (route) => {
    if (route.request().frame() === page.mainFrame()) return route.continue();
    const headers = { 'content-security-policy': "frame-ancestors 'none'" };
    return route.fulfill({ contentType: 'text/html', headers, body: '<p>elsewhere</p>' });
  });
  await page.goto(`${product.url}${GAME}`);
  const hint = page.getByRole('status').filter({ hasText: 'เกมไม่แสดงใช่ไหม' });
  await hint.getByRole('button', { name: 'เปิดในแท็บใหม่' }).waitFor();
  await checkScreen(page);
  await hint.getByRole('button', { name: 'เกมแสดงแล้ว ปิดข้อความนี้' }).click();
  await hint.waitFor({ state: 'detached' });
});

testInFull('shows an outdated balance above a game with its time and hides a stored balance', async () => {
  const page = await openMember({ expected: /ERR_|status of 500/ });
  await page.route('**/v1/live', (route) => route.abort());
  await page.goto(`${product.url}${GAME}`);
  await untilReady(page);
  const [bar, time] = [page.locator(BAR_BALANCE), page.locator(BAR_BALANCE).getByText(/^ณ \d/)];
  await bar.getByText(/\d\.\d\d/).waitFor();
  assert.equal(await time.count(), 0);
  await page.context().setOffline(true);
  await time.waitFor();
  await checkScreen(page);
  await page.context().setOffline(false);
  await time.waitFor({ state: 'detached' });

  await page.route('**/profile/balance', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await bar.getByText('–').waitFor();
  // The repeated request has no response yet.
  await page.route('**/profile/balance', () => undefined);
  const request = page.waitForRequest('**/profile/balance');
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')));
  await request;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.doesNotMatch(await bar.innerText(), /\d/);
});

testInFull('opens the game for a new member without money and explains the missing balance', async () => {
  const page = await openMobilePage();
  await signIn(page, product.url, await register(page, product.url));
  await page.goto(`${product.url}${GAME}`);
  const game = await untilReady(page);
  await game.getByRole('button', { name: 'หมุน', exact: true }).click();
  await game.getByText('ยอดเงินไม่เพียงพอ').first().waitFor();
  await page.locator(BAR_BALANCE).getByText('0.00').waitFor();
});

type Recorded = { readonly texts: [at: number, text: string][] };

/** Runs in page and game: records each text of the bar above the game and of the result, with its time. */
function recordTexts(): void {
  const texts: Recorded['texts'] = [];
  Object.assign(globalThis, { texts });
  new MutationObserver(() => {
    const element = document.querySelector('.result-main') ?? document.querySelector('header');
    const text = element?.textContent.replace(/เล่น \d+ นาที/, '') ?? '';
    if (text !== texts.at(-1)?.[1]) texts.push([performance.timeOrigin + performance.now(), text]);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const isLongCascade = ({ scenes, freeSpins }: SlotRound): boolean =>
  scenes.length === 4 && freeSpins === 0 && scenes.every(({ kind }) => kind === 'window');

async function openMember(options?: PhoneOptions): Promise<Page> {
  const page = await openMobilePage({ expected: /ERR_FAILED/, ...options });
  await signIn(page, product.url);
  return page;
}

async function untilReady(page: Page): Promise<FrameLocator> {
  const game = page.frameLocator('iframe');
  await game.locator('body[data-phase=ready]').waitFor();
  return game;
}

async function spin(page: Page, game: FrameLocator): Promise<void> {
  const answered = page.waitForResponse(/\/studio\/v1\/spin$/);
  await game.getByRole('button', { name: 'หมุน', exact: true }).click();
  await answered;
  await game.locator('body[data-phase=ready]').waitFor();
}

/** The prerendered page shows 1,000 baht until the member's figures load; no test reaches that amount. */
async function readTurnover(home: Page): Promise<number> {
  const turnover =
    (await home
      .getByText(/^ทำได้ (?!1,000\.00)[\d,.]+/)
      .first()
      .textContent()) ?? '';
  return Number(/[\d,.]+/.exec(turnover)?.[0].replaceAll(',', ''));
}

async function untilOpenRounds(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    async ([wanted]) => {
      const response = await fetch('/game-composite/v1/rounds', {
        headers: { 'api-key': 'chaba-sandbox', 'api-auth': localStorage.getItem('AccessToken') ?? '' },
      });
      const { data } = (await response.json()) as { data: { rounds: unknown[] } };
      return data.rounds.length === wanted;
    },
    [count],
    { polling: 250 },
  );
}

async function setFaults(settings: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await fetch(`${product.sandboxUrl}/studio/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rounds: 0, ...settings }),
  });
  assert.ok(response.ok, await response.text());
}
