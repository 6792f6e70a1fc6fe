// Every live provider of the default catalogue opens its table from the live casino page. A round is bet on, shown,
// paid and found in the history and by the verifier, on a small phone and on a desktop.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';

import type { Frame, FrameLocator, Page } from 'playwright-core';

import { roundsOfShoe, shuffledShoe } from '#studio/games/tables/cards/shoe';
import { hmacSha256, sha256Hex } from '#studio/fairness/sha256';
import { getLayout } from '#studio/games/tables/page/layouts';
import { findRules } from '#studio/games/tables/rules/all';
import { baccarat } from '#studio/games/tables/rules/baccarat';
import { tableWords } from '#studio/games/tables/rules/words.text';
import { ROOT } from '#ops/core/root';

import { openMobilePage } from '#testing/product/browser';
import { enterGame } from './games.ts';
import { startProduct } from '#e2e/product';
import { checkScreen } from '#e2e/screens';

const product = await startProduct({ environment: { STUDIO_ROUND_MS: '20000' } });
const TIME_ENOUGH = /^วางเดิมพันได้อีก (?:[4-9]|1\d) วินาที$/;
const TIME_FOR_RELOAD = /^วางเดิมพันได้อีก (?:8|9|1\d) วินาที$/;
/** Pictures for manual review. */
const PICTURES = path.join(ROOT, 'out', 'live-tables');

/** Between pages that show the result of one round. */
const SPREAD_MS_MAX = 250;
/** After the end of the betting window. */
const RELOAD_MS = 1_000;
/** Rounds in which a page may be reloaded too slowly to be compared. */
const ROUNDS_MAX = 4;

/** A provider, the place to bet on, and the game where the provider has several. */
const TABLES = [
  ['พัดทอง', /^ผู้เล่น 1:1/],
  ['พัดคราม', /^เจ้ามือ 1 · 0.5:1/],
  ['ไพ่เงิน', /^มังกร 1:1/],
  ['ดาวม่วง', /^แดง 1:1/],
  ['ลูกเต๋าทอง', /^ต่ำ 0.95:1/, 'ไฮโล'],
  ['ลูกเต๋าทอง', /^ใหญ่ 1:1/, 'ซิกโบ'],
  ['ลูกเต๋าแดง', /^เสือ 1–12:1/],
  ['เหรียญกลม', /^คี่ 0.95:1/],
  ['เหรียญคราม', /^คู่ 0.95:1/],
  ['ไพ่หยก', /^ขา 1 0.95:1/],
  ['ดาวกระจาย', /^1 1:1/],
] as const;

const CHIPS = ['10', '50', '100', '500', '1,000'].map((chip) => `ชิป ${chip} บาท`);
/** Names of the controls of every table besides its places: neither autoplay nor a faster round nor double-up. */
const CONTROLS = ['กลับหน้าสมาชิก', 'กติกา', 'ประวัติ', 'เสียง: ปิดอยู่', 'สถิติ', 'ถอนเดิมพันล่าสุด', ...CHIPS, 'วางซ้ำรอบก่อน'];
const CARD_CONTROLS = [
  'กลับหน้าสมาชิก',
  'ความโปร่งใส',
  'เสียง: ปิดอยู่',
  ...Array.from({ length: 5 }, () => 'ไพ่คว่ำ'),
  'ตัวช่วยคำนวณ',
  'ลดเดิมพัน',
  'เพิ่มเดิมพัน',
  'ตารางจ่าย',
  'แจกไพ่',
  'ประวัติ',
];
const MARKET_CONTROLS = [
  'กลับหน้าสมาชิก',
  'กติกา',
  'ประวัติ',
  'เสียง: ปิดอยู่',
  '15 วิ',
  '30 วิ',
  '60 วิ',
  ...CHIPS,
  'ขึ้น ถูกได้ 19.00 บาท',
  'ลง ถูกได้ 19.00 บาท',
];

for (const [provider, place, game] of TABLES) {
  test(`plays a round at ${provider}${game === undefined ? '' : ` ${game}`}`, async () => {
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    await enterGame(page, product, { category: '/user/baccarat', provider, amount: 500, ...(game && { game }) });
    const frame = page.frameLocator('iframe');
    await frame.locator('.phase').getByText(TIME_ENOUGH).waitFor();
    await frame.getByRole('button', { name: place }).click();
    await frame.locator('.spot .small-chip').first().waitFor();
    const name = `${provider}-${game ?? ''}`;
    await page.screenshot({ path: path.join(PICTURES, `${name}-bet.png`) });
    await frame.locator('.phase.told').waitFor();
    await frame.getByText(/^(ได้รับ [\d.]+ บาท|ได้คืน [\d.]+ บาท|รอบนี้ไม่ได้รางวัล)$/).waitFor();
    await page.screenshot({ path: path.join(PICTURES, `${name}-paid.png`) });
    await checkScreen(page);
    for (const sheet of ['กติกา', 'สถิติ', 'ประวัติ']) {
      await frame.getByRole('button', { name: sheet, exact: true }).click();
      await frame.getByRole('dialog', { name: sheet }).waitFor();
      if (sheet === 'สถิติ') {
        await frame.locator('dialog .no-memory').getByText('ทุกรอบออกผลใหม่โดยไม่เกี่ยวกับรอบก่อน').waitFor();
      }
      await checkScreen(page);
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await frame.locator('body[data-phase=open]').waitFor();
    await page.screenshot({ path: path.join(PICTURES, `${name}-wide.png`) });
    await checkScreen(page);
    const code = /\/games\/([\w-]+)/.exec(findGame(page).url())?.[1] ?? '';
    const { gameCode, places } = findRules(code) ?? assert.fail(code);
    const types = places.map(({ type }) => type);
    const shown = await frame
      .locator('.spot')
      .evaluateAll((spots) => spots.map(({ dataset }) => dataset['place'] ?? ''));
    assert.deepEqual([shown.length, new Set(shown)], [types.length, new Set(types)]);
    const { groups } = getLayout(gameCode, types);
    assert.equal(await frame.locator('.spot-tab').count(), groups.length > 1 ? groups.length : 0);
    assert.deepEqual(await listControls(frame, '.spot, .spot-tab'), CONTROLS);
    await page.goto(`${product.sandboxUrl}/games/${gameCode}/report`);
    await checkScreen(page);
  });
}

for (const { name, category, provider, controls, sheets, verifier } of [
  {
    name: 'the cards',
    category: '/user/poker',
    provider: 'โพดำ',
    controls: CARD_CONTROLS,
    sheets: ['ความโปร่งใส', 'ประวัติ'],
    verifier: 'card-garden/verify',
  },
  {
    name: 'the market',
    category: '/user/trading',
    provider: 'เส้นเช้า',
    controls: MARKET_CONTROLS,
    sheets: ['กติกา', 'ประวัติ'],
    verifier: 'trading/verify',
  },
] as const) {
  test(`offers the controls of ${name} and no other`, async () => {
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    await enterGame(page, product, { category, provider, amount: 500 });
    const frame = page.frameLocator('iframe');
    await frame.locator('body:is([data-phase=ready], [data-phase=open])').waitFor();
    assert.deepEqual(await listControls(frame), controls);
  });

  test(`passes axe on the sheets and the verifier of ${name}`, async () => {
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    await enterGame(page, product, { category, provider, amount: 500 });
    const frame = page.frameLocator('iframe');
    await frame.locator('body:is([data-phase=ready], [data-phase=open])').waitFor();
    for (const sheet of sheets) {
      await frame.getByRole('button', { name: sheet, exact: true }).click();
      await frame.getByRole('dialog', { name: sheet }).waitFor();
      await checkScreen(page);
      await page.keyboard.press('Escape');
    }
    await page.goto(`${product.sandboxUrl}/games/${verifier}`);
    await checkScreen(page);
  });
}

test('places no bet in a round without a press, and repeats the bets of an earlier round by one press once', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  const placed: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/tables/tickets')) placed.push(request.postData() ?? '');
  });
  await enterGame(page, product, { category: '/user/baccarat', provider: 'ดาวม่วง', amount: 500 });
  const frame = page.frameLocator('iframe');
  await frame.locator('.phase').getByText(TIME_FOR_RELOAD).waitFor();
  for (const name of ['แดง', 'คี่']) {
    await frame.getByRole('button', { name: new RegExp(`^${name} 1:1`) }).click();
    await frame.getByRole('button', { name: `${name} 10.00 บาท 1:1` }).waitFor();
  }
  for (const round of ['the round of the bets', 'the round without a press']) {
    await frame.locator('.phase.told').waitFor();
    assert.equal(placed.length, 2, round);
    assert.equal(await frame.locator('.small-chip').count(), round === 'the round of the bets' ? 2 : 0, round);
    await frame.locator('body[data-phase=open] .phase:not(.told)').waitFor();
  }
  await frame.locator('.phase').getByText(TIME_ENOUGH).waitFor();
  await page.locator('iframe').focus();
  await page.keyboard.press('KeyZ');
  for (const name of ['แดง', 'คี่']) await frame.getByRole('button', { name: `${name} 10.00 บาท 1:1` }).waitFor();
  await frame.locator('.phase.told').waitFor();
  assert.equal(placed.length, 3);
  const { positions } = JSON.parse(placed[2] ?? '') as { positions: { type: string }[] };
  assert.deepEqual(new Set(positions.map(({ type }) => type)), new Set(['red', 'odd']));
});

for (const provider of ['ดาวม่วง', 'ลูกเต๋าแดง', 'ไพ่หยก']) {
  test(`shows a result of ${provider} at one time with motion, with reduced motion and after a reload`, async () => {
    const frames = await Promise.all(
      (['no-preference', 'reduce', 'no-preference'] as const).map(async (reducedMotion) => {
        const page = await openMobilePage({ viewport: { width: 360, height: 800 }, reducedMotion });
        await page.addInitScript(recordTimes);
        await enterGame(page, product, { category: '/user/baccarat', provider, amount: 10 });
        await page.frameLocator('iframe').locator('body[data-phase=open]').waitFor();
        return findGame(page);
      }),
    );
    const reloaded = frames[2] ?? assert.fail('no page');
    for (let round = 1; ; round += 1) {
      await Promise.all(frames.map((frame) => frame.locator('body[data-phase=open]').waitFor()));
      await reloaded.waitForFunction((afterMs) => {
        const { shutAt = Infinity } = (globalThis as unknown as Recorded).times;
        return performance.timeOrigin + performance.now() > shutAt + afterMs;
      }, RELOAD_MS);
      await reloaded.evaluate(() => location.reload());
      const [moving, still, again] = await Promise.all(frames.map((frame) => untilShown(frame)));
      assert.ok(moving && still && again);
      // A page that is opened after the result shows it at once.
      if (again.openedAt < moving.shownAt) {
        const times = [moving.shownAt, still.shownAt, again.shownAt];
        const spread = Math.max(...times) - Math.min(...times);
        assert.ok(spread <= SPREAD_MS_MAX, `${spread} ms: ${times.join(' ')}`);
        return;
      }
      assert.ok(round < ROUNDS_MAX, 'the page is reloaded too slowly');
    }
  });
}

function findGame(page: Page): Frame {
  return page.frames().find((frame) => frame.url().includes('/games/')) ?? assert.fail('no game');
}

/** Names of all controls of a game, hidden ones too, without these. */
function listControls(frame: FrameLocator, others = ''): Promise<string[]> {
  return frame
    .locator('a, button, input, select, textarea, summary, [role=button], [tabindex]')
    .evaluateAll(
      (elements, left) =>
        elements
          .filter((element) => left === '' || !element.matches(left))
          .map((element) => element.getAttribute('aria-label') ?? element.textContent.trim()),
      others,
    );
}

type Times = { openedAt: number; shutAt: number; shownAt: number };
type Recorded = { readonly times: Partial<Times> };

/** Runs in the page: records when its state arrives, the window closes and the result of the round is shown. */
function recordTimes(): void {
  const times: Partial<Times> = {};
  Object.assign(globalThis, { times });
  new MutationObserver(() => {
    const now = performance.timeOrigin + performance.now();
    const phase = document.querySelector('body[data-phase]')?.getAttribute('data-phase');
    if (phase !== 'open' && phase !== 'shut') return;
    times.openedAt ??= now;
    if (phase === 'open') {
      delete times.shutAt;
      delete times.shownAt;
      return;
    }
    times.shutAt ??= now;
    if (document.querySelector('.phase.told')) times.shownAt ??= now;
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

async function untilShown(frame: Frame): Promise<Times> {
  const recorded = await frame.waitForFunction(() => {
    const { times } = globalThis as unknown as Recorded;
    return times.shownAt !== undefined && times;
  });
  return (await recorded.jsonValue()) as Times;
}

test("shows the player's chips of an open round after a reload", async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await enterGame(page, product, { category: '/user/baccarat', provider: 'ดาวม่วง', amount: 500 });
  const frame = page.frameLocator('iframe');
  await frame.locator('.phase').getByText(TIME_FOR_RELOAD).waitFor();
  await frame.getByRole('button', { name: /^แดง 1:1/ }).click();
  await frame.getByRole('button', { name: 'แดง 10.00 บาท 1:1' }).waitFor();
  await page.reload();
  const open = frame.locator('body[data-phase=open]');
  await open.getByRole('button', { name: 'แดง 10.00 บาท 1:1' }).locator('.small-chip').waitFor();
  assert.equal(await frame.locator('.small-chip').count(), 1);
});

test('verifies a round of a chain by its link, and rejects a changed link and result', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await enterGame(page, product, { category: '/user/baccarat', provider: 'ดาวม่วง', amount: 500 });
  const frame = page.frameLocator('iframe');
  await frame.locator('.phase').getByText(TIME_ENOUGH).waitFor();
  await frame.getByRole('button', { name: /^แดง 1:1/ }).click();
  await frame.getByText(/^(ได้รับ [\d.]+ บาท|ได้คืน [\d.]+ บาท|รอบนี้ไม่ได้รางวัล)$/).waitFor();
  await frame.getByRole('button', { name: 'ประวัติ', exact: true }).click();
  await frame.locator('summary').first().click();
  const address = await frame.getByRole('link', { name: 'ตรวจสอบรอบนี้' }).first().getAttribute('href');
  assert.ok(address);
  await page.goto(new URL(address, product.sandboxUrl).href);
  await page.getByText('รหัสนี้อยู่ในสายที่ประกาศไว้ก่อนรอบแรก').waitFor();
  await checkPublished(page);
  await checkScreen(page);
  const proof = page.getByLabel('รหัสของรอบ');
  const link = await proof.inputValue();
  await proof.fill(`${link.startsWith('0') ? '1' : '0'}${link.slice(1)}`);
  await page.getByRole('button', { name: 'คำนวณผล' }).click();
  await page.getByText('รหัสนี้ไม่อยู่ในสายที่ประกาศไว้').waitFor();
});

test('verifies a round of a shoe by its seed, and rejects a changed seed and result', async () => {
  const seed = sha256Hex('a shoe');
  const shoe = shuffledShoe(hmacSha256, 'baccarat', seed);
  const [first, second] = roundsOfShoe(shoe);
  assert.ok(first && second);
  const from = first.player.length + first.banker.length;
  const cards = shoe.slice(from, from + second.player.length + second.banker.length);
  const claim = { proof: seed, commitment: sha256Hex(seed), roundNo: '2', published: cards.join(' ') };
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await page.goto(`${product.sandboxUrl}/games/baccarat/verify#${new URLSearchParams(claim).toString()}`);
  await page.getByText('ตรงกับรหัสยืนยันที่ประกาศไว้').waitFor();
  const winner = tableWords['baccarat']?.result(baccarat.road.mark(baccarat.outcomeOf(cards)));
  await page
    .locator('.payout')
    .getByText(winner ?? assert.fail('no words'), { exact: true })
    .waitFor();
  await checkPublished(page);
  await checkScreen(page);
  await page.getByLabel('ซีดของขอน').fill(sha256Hex('another shoe'));
  await page.getByRole('button', { name: 'คำนวณผล' }).click();
  await page.getByText('ไม่ตรงกับรหัสยืนยัน').waitFor();
});

/** Checks that the verifier page accepts the published result, and neither another result nor none. */
async function checkPublished(page: Page): Promise<void> {
  await page.getByText('ผลที่ประกาศตรงกับผลที่คำนวณได้').waitFor();
  const result = page.getByLabel('ตัวเลขที่ประกาศเป็นผลของรอบ');
  const published = await result.inputValue();
  for (const [numbers, verdict] of [
    [published.replace(/\d+$/, (last) => String(Number(last) + 1)), 'ผลที่ประกาศไม่ตรงกับผลที่คำนวณได้'],
    ['', 'ไม่ได้ใส่ผลที่ประกาศ จึงยังเทียบผลไม่ได้'],
    [published, 'ผลที่ประกาศตรงกับผลที่คำนวณได้'],
  ] as const) {
    await result.fill(numbers);
    await page.getByRole('button', { name: 'คำนวณผล' }).click();
    await page.getByText(verdict).waitFor();
  }
}
