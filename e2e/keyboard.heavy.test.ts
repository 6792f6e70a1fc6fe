// Keyboard only: sign-in, registration, a deposit by slip, a withdrawal, and rounds of a table, the market and video
// poker without a pointer (WCAG 2.2 AA). Each focused element has a visible focus, is uncovered, large enough, and has
// a name.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, formatBaht } from '@chaba/money';
import type { Frame, Locator, Page } from 'playwright-core';

import { openMobilePage, untilHydrated } from '#testing/product/browser';
import { variants } from '#testing/extent';
import { enterGame, quickGames } from './games/games.ts';
import { createAccountNumber, demo, freePhone, PASSWORD } from './members.ts';
import { credit, makeMember, openAs, operator, transfer } from './money.ts';
import { startProduct } from './product.ts';
import { pollUntil } from '#testing/product/until';

const product = await startProduct(quickGames);
const TIME_ENOUGH = /^วางเดิมพันได้อีก (?:[4-9]|1\d) วินาที$/;
const PRESSES_MAX = 60;
const READS_MAX = 20;
const TARGET_PX_MIN = 24;

for (const viewport of variants([
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
])) {
  test(`signs a member in by keyboard and reports errors at the fields at ${viewport.width} px`, async () => {
    const page = await openMobilePage({ viewport });
    await page.goto(`${product.url}/login`);
    const phone = page.getByLabel('เบอร์โทรศัพท์', { exact: true });
    const password = page.getByLabel('รหัสผ่าน', { exact: true });
    await phone.waitFor();
    await tabTo(page, phone);
    await page.keyboard.type('0812');
    await page.keyboard.press('Enter');
    await page.getByText('เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง').first().waitFor();
    await closeAlertByKey(page);
    await untilDescribed(page, 'ไม่ถูกต้อง');

    await retype(page, phone, demo.phone);
    await tabTo(page, password);
    await page.keyboard.type(demo.password);
    await tabTo(page, page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${product.url}/user/home`);

    // The first tab stop skips header and menu.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, page.getByRole('link', { name: 'ข้ามไปยังเนื้อหาหลัก' }));
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
  });
}

test('registers a visitor by keyboard and chooses banks with the arrows', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 640 } });
  await page.goto(`${product.url}/register`);
  const phone = page.getByLabel('เบอร์โทรศัพท์', { exact: true });
  await phone.waitFor();
  await tabTo(page, phone);
  await page.keyboard.press('Enter');
  await page.getByText('หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่').waitFor();
  await untilDescribed(page, 'หมายเลขโทรศัพท์ ไม่ถูกต้อง');
  await page.keyboard.type(freePhone());
  await page.keyboard.press('Enter');

  const banks = page.getByRole('radio');
  await banks.first().waitFor();
  await tabTo(page, banks.first());
  const wanted = page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' });
  for (let presses = 0; presses < 17 && !(await wanted.isChecked()); presses += 1) {
    await page.keyboard.press(presses === 0 ? 'Space' : 'ArrowRight');
  }
  assert.ok(await wanted.isChecked());
  await tabTo(page, page.getByLabel('เลขที่บัญชี'));
  await page.keyboard.type(createAccountNumber('8'));
  await page.keyboard.press('Enter');

  const password = page.getByLabel('ตั้งรหัสผ่าน');
  await password.waitFor();
  await tabTo(page, password);
  await page.keyboard.type(PASSWORD);
  await tabTo(page, page.getByLabel('ยืนยันรหัสผ่าน'));
  await page.keyboard.type(PASSWORD);
  await tabTo(page, page.getByRole('checkbox', { name: /อายุครบ 20 ปี/ }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'ยืนยันการสมัคร' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(`${product.url}/login`);
});

test('chooses an account, copies its number, sends a slip and closes the alert by keyboard', async () => {
  const member = await makeMember(product);
  const { slip } = await transfer(product, member, 250);
  const page = await openMobilePage({ permissions: ['clipboard-read', 'clipboard-write'] });
  // The browser must have a file chooser listener before the key press.
  page.on('filechooser', () => undefined);
  await openAs(page, product, member, '/user/deposit');
  const bankTab = page.getByRole('tab', { name: 'บัญชีธนาคาร' });
  // Arrow keys have no effect before the page's code is loaded.
  await untilHydrated(page);
  await tabTo(page, bankTab);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'วอลเล็ท', selected: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'บัญชีธนาคาร', selected: true }).waitFor();
  const copy = page.getByRole('button', { name: 'คัดลอก เลขที่บัญชี ธนาคารกสิกรไทย' });
  await tabTo(page, copy);
  await page.keyboard.press('Enter');
  const toast = page.getByRole('region', { name: 'แจ้งเตือน' }).getByRole('dialog', { name: 'คัดลอกแล้ว' });
  await toast.waitFor();
  // F6 moves the focus to the toast, Escape closes it and returns the focus.
  await page.keyboard.press('F6');
  await page.keyboard.press('Tab');
  await toast.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await toast.waitFor({ state: 'detached' });
  await copy.and(page.locator(':focus')).waitFor();

  const chooser = page.locator('button', { hasText: 'เลือกรูปสลิป' });
  await tabTo(page, chooser);
  await chooser.and(page.locator(':focus')).waitFor();
  const chooserEvent = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooserEvent).setFiles(slip);
  const alertDialog = page.getByRole('alertdialog');
  await alertDialog.getByText('ฝากเงินสำเร็จ 250.00 บาท').waitFor();
  await closeAlertByKey(page);
  await page.getByText('ตรวจสลิปเรียบร้อยแล้ว').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'ส่งสลิปอื่น' }));
});

test('moves the focus into the withdrawal question, returns it on Escape, and sends on Enter', async () => {
  await operator(product, 'set', 'depositTurnover', '0', '--reason', 'a journey without play');
  const member = await makeMember(product);
  await credit(product, member, 800);
  const page = await openMobilePage({ viewport: { width: 360, height: 640 } });
  await openAs(page, product, member, '/user/withdraw');
  const amount = page.getByLabel('จำนวนเงินที่ต้องการถอน');
  await amount.waitFor();
  await tabTo(page, amount);
  await page.keyboard.type('99');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByText('ถอนเงินขั้นต่ำ 100 บาท').waitFor();
  await closeAlertByKey(page);

  await retype(page, amount, '300');
  await tabTo(page, page.getByRole('button', { name: 'ถอนเงิน', exact: true }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'ยืนยันถอนเงิน' });
  await untilInside(question);
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const outside = await question.evaluate((dialog) => {
      const focused = document.activeElement;
      // Focus guards are at both ends of the dialog.
      const isInside = dialog.contains(focused) || focused?.hasAttribute('data-base-ui-focus-guard');
      return isInside === true ? '' : focused?.outerHTML;
    });
    assert.equal(outside, '', 'the focus stays inside');
  }
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).and(page.locator(':focus')).waitFor();

  await page.keyboard.press('Enter');
  await untilInside(question);
  await tabTo(page, question.getByRole('button', { name: 'ยืนยันถอนเงิน' }));
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByText('ถอนเงินสำเร็จ').waitFor();
  await closeAlertByKey(page);
});

test('plays a round of a table by keyboard, and a held key places one bet', async () => {
  const { page, game } = await openGame('/user/baccarat', 'ดาวม่วง');
  const red = game.getByRole('button', { name: /^แดง .*1:1$/ });
  await tabTo(page, red, game);
  await game.locator('.phase').getByText(TIME_ENOUGH).waitFor();
  for (let repeats = 0; repeats < 3; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await game.getByRole('button', { name: 'แดง 10.00 บาท 1:1' }).waitFor();
  const message = game.getByText(/^(ได้รับ 20.00 บาท|รอบนี้ไม่ได้รางวัล)$/);
  const payout = (await message.textContent())?.startsWith('ได้รับ') === true ? 20 : 0;
  await untilBalance(game, 490 + payout);
});

/** The tables with their providers, and the game where a provider has several. */
const TABLES = [
  ['พัดทอง', 'baccarat'],
  ['พัดคราม', 'baccarat-six'],
  ['ไพ่เงิน', 'suea-mangkon'],
  ['ดาวม่วง', 'roulette'],
  ['ลูกเต๋าทอง', 'hi-lo', 'ไฮโล'],
  ['ลูกเต๋าทอง', 'sic-bo', 'ซิกโบ'],
  ['ลูกเต๋าแดง', 'nam-tao'],
  ['เหรียญกลม', 'kam-thua'],
  ['เหรียญคราม', 'si-rian'],
  ['ไพ่หยก', 'pok-deng'],
  ['ดาวกระจาย', 'wong-lo'],
] as const;

for (const [provider, gameCode, name] of TABLES) {
  test(`places a bet at ${gameCode} and takes it back by keyboard`, async () => {
    const { game, page } = await openGame('/user/baccarat', provider, name);
    const place = game.locator('.spot:visible').last();
    const staked = place.and(game.getByRole('button', { name: / 10\.00 บาท / }));
    await tabTo(page, place, game);
    await game.locator('.phase').getByText(TIME_ENOUGH).waitFor();
    await page.keyboard.press('Enter');
    await staked.waitFor();
    await page.keyboard.press('Backspace');
    await staked.waitFor({ state: 'detached' });
    await untilBalance(game, 500);
  });
}

test('guesses at the market by keyboard', async () => {
  const { page, game } = await openGame('/user/trading', 'เส้นเช้า');
  await game.locator('body[data-phase=open]').waitFor();
  await tabTo(page, game.getByRole('button', { name: 'ชิป 50 บาท' }), game);
  await page.keyboard.press('Space');
  await tabTo(page, game.getByRole('button', { name: /^ขึ้น/ }), game);
  await page.keyboard.press('Enter');
  await game.getByText(/^ขึ้น 50.00 บาท ที่ราคา/).waitFor();
  await untilBalance(game, 450);
});

test('deals, keeps a card and draws at video poker by keyboard', async () => {
  const { page, game } = await openGame('/user/poker', 'โพดำ');
  await game.locator('body[data-phase=ready]').waitFor();
  await tabTo(page, game.getByRole('button', { name: 'แจกไพ่', exact: true }), game);
  await page.keyboard.press('Enter');
  await game.locator('body[data-phase=choosing]').waitFor();
  const card = game.locator('.hand .card').nth(1);
  await tabTo(page, card, game);
  await page.keyboard.press('Space');
  await game.locator('.hand .card[aria-pressed=true]').waitFor();
  await tabTo(page, game.getByRole('button', { name: 'เปลี่ยนไพ่', exact: true }), game);
  const drawn = page.waitForResponse((response) => response.url().endsWith('/studio/v1/decide'));
  await page.keyboard.press('Enter');
  const { round } = (await (await drawn).json()) as { round: { decision: string } };
  assert.equal(round.decision, '01000');
  await game.locator('body[data-phase=ready]').waitFor();
});

/** A new member with 500 baht in the game of a provider. */
async function openGame(
  category: string,
  provider: string,
  name?: string,
): Promise<{ readonly page: Page; readonly game: Frame }> {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await enterGame(page, product, { category, provider, amount: 500, ...(name !== undefined && { game: name }) });
  const find = (): Frame | undefined => page.frames().find((frame) => frame.url().includes('/games/'));
  await pollUntil(() => find() !== undefined, { message: 'the game does not open' });
  return { page, game: find() ?? assert.fail('the game closed') };
}

async function untilBalance(game: Frame, amount: number): Promise<void> {
  await game
    .locator('.table-balance .amount')
    .getByText(formatBaht(baht(amount)), { exact: true })
    .waitFor();
}

/** Presses Tab until the element has the focus, and checks every focused element on the way; `frame`: of a game. */
async function tabTo(page: Page, wanted: Locator, frame: Frame = page.mainFrame()): Promise<void> {
  await wanted.waitFor({ state: 'attached' });
  const visited: string[] = [];
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    // A moving element is read again until it is stable.
    let focus = await readFocus(frame);
    for (let reads = 1; focus.faults.length > 0 && reads < READS_MAX; reads += 1) focus = await readFocus(frame);
    const { name, faults } = focus;
    assert.deepEqual(faults, [], name);
    visited.push(name);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  assert.fail(`${String(wanted)} is not reached by Tab: ${visited.join(' → ')}`);
}

async function readFocus(frame: Frame): Promise<{ readonly name: string; readonly faults: readonly string[] }> {
  return frame.evaluate(async (least) => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return { name: 'the page', faults: [] };
    // Scrolling and the focus style take effect in the next frames.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined;
    const named = focused
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent);
    const text = focused.getAttribute('aria-label') ?? named?.join(' ') ?? label?.textContent ?? focused.textContent;
    const name = `${focused.tagName} “${text.trim()}”`;
    const carriers = [
      focused,
      focused.parentElement,
      label,
      focused.nextElementSibling,
      focused.closest('label, [class*="has-["]'),
    ];
    const hasRing = carriers.some((carrier) => {
      if (!(carrier instanceof Element)) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(carrier);
      const isFrame = carrier !== focused && carrier === focused.parentElement && boxShadow !== 'none';
      return isFrame || (outlineStyle !== 'none' && Number.parseInt(outlineWidth, 10) >= 2);
    });
    // A field that its label covers is as large as the label.
    const boxes = [focused, label].flatMap((element) => (element ? [element.getBoundingClientRect()] : []));
    const { width, height } = boxes.toSorted((one, other) => other.height - one.height)[0] ?? new DOMRect();
    const isLarge = width >= least && height >= least;
    const isInWindow = boxes.some(
      (box) => box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    );
    const isSeen = boxes.some((box) => {
      // Any point along its middle: an overlay may cover a part of it, never all.
      const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
      return [0.1, 0.3, 0.5, 0.7, 0.9].some((part) => {
        const top = document.elementFromPoint(box.left + box.width * part, y);
        return top !== null && (focused.contains(top) || top.contains(focused) || label?.contains(top) === true);
      });
    });
    const faults = [
      ...(text.trim() === '' ? ['has no name'] : []),
      ...(hasRing || focused.tagName === 'MAIN' ? [] : ['has no visible focus']),
      ...(isLarge ? [] : [`is ${Math.round(width)} × ${Math.round(height)} px`]),
      ...(isInWindow ? [] : ['is outside the window']),
      ...(isSeen ? [] : ['is covered']),
    ];
    return { name, faults };
  }, TARGET_PX_MIN);
}

/** Waits until the description of the focused field, which a screen reader announces, contains the text. */
async function untilDescribed(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.some((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent.includes(wanted) === true);
  }, text);
}

/** A dialog receives the focus shortly after it opens. */
async function untilInside(dialog: Locator): Promise<void> {
  await dialog.or(dialog.locator(':focus')).and(dialog.page().locator(':focus')).waitFor();
}

/** Closes an open alert with Enter. */
async function closeAlertByKey(page: Page): Promise<void> {
  const alertDialog = page.getByRole('alertdialog');
  if ((await alertDialog.count()) === 0) return;
  await alertDialog.locator(':focus').waitFor();
  await page.keyboard.press('Enter');
  await alertDialog.waitFor({ state: 'detached' });
}

async function retype(page: Page, field: Locator, text: string): Promise<void> {
  if (!(await field.evaluate((element) => element === document.activeElement))) await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}
