// The wheel: a coin pays one spin, the result opens after the delays of the specification, a repeated request returns
// the same prize, and every spin can be recomputed in the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase, type Sql, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { testInFull } from '#testing/extent';
import { closeAlert } from './members.ts';
import { type JourneyMember, makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();

const PATH = '/user/spinner';
const SPINS = '**/prize-composite/v1/spins';
const CALL_DELAY_MS = 1_000;
const RESULT_DELAY_MS = 1_500;
/** The maximum difference between the page's clock and the browser's request times. */
const CLOCKS_MS = 100;

type Call = { readonly key: string };
type Times = { tappedAtMs: number; openedAtMs: number };

/** Returns all spin requests of the page. */
function recordCalls(page: Page): Call[] {
  const calls: Call[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/spins')) {
      calls.push({ key: request.headers()['idempotency-key'] ?? '' });
    }
  });
  return calls;
}

/** The page records the times of the tap and of the result, because an observer is delayed on a busy machine. */
async function recordTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: Times = { tappedAtMs: 0, openedAtMs: 0 };
    Object.assign(globalThis, { times });
    addEventListener('click', () => (times.tappedAtMs ||= Date.now()), { capture: true });
    new MutationObserver(() => {
      if (document.querySelector('[role=dialog]') !== null) times.openedAtMs ||= Date.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
}

const readTimes = (page: Page): Promise<Times> =>
  page.evaluate(() => (globalThis as unknown as { times: Times }).times);

/** Waits until the frame is loaded and the wheel can be spun. */
async function untilWheelReady(page: Page): Promise<void> {
  await page.locator('button:enabled', { hasText: 'หมุนกงล้อ' }).waitFor();
}

/** Credits three coins by the code of play mode. */
async function creditCoins(member: JourneyMember): Promise<void> {
  const redeemed = await fetch(`${product.url}/user-profile-composite/v1/topup/itemcode/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox', 'api-auth': member.token },
    body: JSON.stringify({ redeem_code: 'COINS3' }),
  });
  assert.ok(redeemed.ok);
}

const spinButton = (page: Page) => page.getByRole('button', { name: 'หมุนกงล้อ' });

async function inDatabase<Result>(
  work: (database: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url: product.ownerUrl, poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Writes the next version of each site's wheel. */
function changeWheel(database: ReturnType<typeof openDatabase>, isOn: Sql, segments: Sql): Promise<number> {
  return database.execute(sql`
    insert into wheel (site_id, version, is_on, turnover_times, coin_deposit_e4, coin_turnover_e4, segments)
    select distinct on (site_id) site_id, version + 1, ${isOn}, turnover_times, coin_deposit_e4, coin_turnover_e4,
      ${segments}
    from wheel order by site_id, version desc`);
}

test('sends one request a second after the tap, opens the result one and a half seconds later, and verifies the spin', async () => {
  const member = await makeMember(product);
  await creditCoins(member);
  const page = await openMobilePage();
  await openAs(page, product, member, PATH);
  const calls = recordCalls(page);
  await untilWheelReady(page);
  await page.getByText(/^เหรียญของคุณ 3/).waitFor();
  const frame = page.locator('iframe');
  assert.equal(await frame.getAttribute('sandbox'), 'allow-scripts');
  const wheel = page.frameLocator('iframe');
  assert.equal(await wheel.locator('svg text', { hasText: 'รางวัล' }).count(), 1);
  assert.equal(
    await frame.evaluate((element: HTMLIFrameElement) => element.contentDocument),
    null,
    'the frame is of another origin',
  );
  await page.getByRole('cell', { name: '53.75%' }).waitFor();
  await checkScreen(page);

  await recordTimes(page);
  const [response] = await Promise.all([
    page.waitForResponse(SPINS),
    spinButton(page).dblclick(),
    page.getByRole('button', { name: /กำลังหมุน/ }).waitFor(),
  ]);
  const { data } = (await response.json()) as { data: { prize: { title: string; kind: string; index: number } } };
  const dialog = page.getByRole('dialog', { name: 'ผลการหมุน' });
  await dialog.waitFor();
  await response.finished();
  const { startTime: calledAtMs, responseEnd } = response.request().timing();
  const { tappedAtMs, openedAtMs } = await readTimes(page);
  assert.ok(calledAtMs - tappedAtMs >= CALL_DELAY_MS - CLOCKS_MS, 'the request is sent a second after the tap');
  assert.ok(
    openedAtMs - calledAtMs - responseEnd >= RESULT_DELAY_MS - CLOCKS_MS,
    'the result opens a second and a half after the response',
  );
  await dialog.getByText(data.prize.kind === 'NONE' ? 'ครั้งนี้ยังไม่ได้รางวัล' : data.prize.title).waitFor();
  await checkScreen(page);
  await dialog.getByRole('button', { name: 'ตกลง' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(calls.length, 1, 'a double click sends one request');
  assert.notEqual(calls[0]?.key, '');
  // The disc stops with the drawn field at the top.
  const turned = await wheel.locator('svg > g').first().getAttribute('transform');
  assert.equal((Number(/-?[\d.]+/.exec(turned ?? '')?.[0]) + data.prize.index * 45) % 360, 0);

  await page.getByLabel('รหัสใหม่').fill('ไม่ได้');
  await page.getByRole('button', { name: 'เปลี่ยนรหัสและเปิดเผยเลขลับ' }).click();
  await page.getByText('ใช้ได้เฉพาะตัวอักษรอังกฤษ ตัวเลข ขีดกลาง หรือขีดล่าง 1 ถึง 64 ตัว').waitFor();
  await page.getByLabel('รหัสใหม่').fill('my-own_seed');
  await page.getByRole('button', { name: 'เปลี่ยนรหัสและเปิดเผยเลขลับ' }).click();
  await page.getByRole('region', { name: 'ตรวจสอบความยุติธรรม' }).getByText('my-own_seed').waitFor();
  await page
    .getByRole('button', { name: /^ตรวจสอบ รอบที่/ })
    .first()
    .click();
  const check = page.getByRole('dialog', { name: 'ตรวจสอบรอบนี้' });
  await check.getByText('แฮชตรงกับที่ผูกมัดไว้ก่อนหมุน').waitFor();
  await check.getByText(`คำนวณได้ช่องที่ ${data.prize.index + 1} ตรงกับรางวัลที่จ่าย`).waitFor();
  await checkScreen(page);
});

test('shows satang of a prize, and fits a long amount into its field', async () => {
  const member = await makeMember(product);
  const amounts = ['12.50', '1,234.50', '99,999.99'];
  await inDatabase(async (database) => {
    const { segments } = await database.one<{ segments: { kind: string; amount: string }[] }>(
      sql`select segments from wheel order by site_id, version desc limit 1`,
    );
    const changed = segments.map((segment, index) => {
      const amount = amounts[index]?.replace(',', '');
      return amount === undefined ? segment : { ...segment, kind: 'BAHT', amount: String(Number(amount) * 10_000) };
    });
    await changeWheel(database, sql`true`, sql`${JSON.stringify(changed)}::jsonb`);
  });
  const page = await openMobilePage();
  await openAs(page, product, member, PATH);
  await untilWheelReady(page);
  const wheel = page.frameLocator('iframe');
  const widths = await wheel.locator('svg text').evaluateAll((texts) =>
    texts.map((node) => {
      const text = node as SVGTextElement;
      const sector = Math.abs(Number(text.getAttribute('y'))) * 2 * Math.tan(Math.PI / (texts.length / 2));
      return { shown: text.textContent, isFitting: text.getComputedTextLength() <= sector };
    }),
  );
  const shown = new Set(widths.map((width) => width.shown));
  assert.deepEqual(
    amounts.filter((amount) => !shown.has(amount)),
    [],
  );
  assert.deepEqual(
    widths.filter(({ isFitting }) => !isFitting),
    [],
  );
  await checkScreen(page);
});

testInFull('repeats a lost request and shows the prize that was drawn, for one coin', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ expected: /ERR_FAILED/, reducedMotion: 'no-preference' });
  await openAs(page, product, member, PATH);
  const calls = recordCalls(page);
  await untilWheelReady(page);
  await spinButton(page).click();
  assert.match(await closeAlert(page), /เหรียญไม่พอ/);
  assert.equal(calls.length, 0);

  await creditCoins(member);
  // The live stream updates the coins.
  await page.getByText(/^เหรียญของคุณ 3/).waitFor();

  let drawn: unknown;
  let isLost = true;
  await page.route(SPINS, async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    drawn = ((await (await route.fetch()).json()) as { data: unknown }).data;
    return route.abort();
  });
  await spinButton(page).click();
  const alertDialog = page.getByRole('alertdialog');
  await alertDialog.getByText(/ไม่เสียเหรียญเพิ่ม/).waitFor();
  const [response] = await Promise.all([
    page.waitForResponse(SPINS),
    alertDialog.getByRole('button', { name: 'ตรวจสอบผล' }).click(),
  ]);
  assert.deepEqual(((await response.json()) as { data: unknown }).data, drawn, 'the same prize');
  await page.getByRole('dialog', { name: 'ผลการหมุน' }).getByRole('button', { name: 'ตกลง' }).click();
  assert.equal(calls.length, 2);
  assert.equal(calls[0]?.key, calls[1]?.key);
  const spins = await inDatabase((database) =>
    database.rows<{ count: bigint }>(
      sql`select count(*) as count from wheel_spin where idempotency_key = ${calls[0]?.key ?? ''}`,
    ),
  );
  assert.equal(spins[0]?.count, 1n);
  await inDatabase(async (database) => assert.deepEqual(await audit(database), [], 'the ledger audit has no finding'));
});

testInFull('reports a wheel that does not load with a retry, and a closed one', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ expected: /ERR_FAILED|status of 403/ });
  await page.clock.install();
  let isDown = true;
  await page.route('**/wheel-script/script', (route) => (isDown ? route.abort() : route.continue()));
  await openAs(page, product, member, PATH);
  await page.locator('iframe').waitFor();
  await page.clock.fastForward(10_000);
  await page.getByText('กงล้อยังไม่พร้อมใช้งาน กรุณาลองใหม่ภายหลัง').waitFor();
  isDown = false;
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await untilWheelReady(page);

  await inDatabase((database) => changeWheel(database, sql`false`, sql`segments`));
  await page.reload();
  await page.getByText('กงล้อยังไม่พร้อมใช้งาน กรุณาลองใหม่ภายหลัง').waitFor();
  await page.getByRole('link', { name: 'กลับหน้าแรก' }).waitFor();
  await checkScreen(page);
});
