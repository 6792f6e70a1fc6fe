// Pages of games in the windows of a phone, of a phone on its side, of a tablet and of a desk, with text of the usual
// size and twice as large: nothing overlaps, no word is cut, every control can be pressed. Text of the usual size fits
// the window; with larger text the page scrolls.
//
// Opened are the title of each mechanic with the longest name, the card garden, the market and every table, with a
// balance of seven figures, the largest stake or chip, and a round.
//
// Elsewhere: pages of the member site (large-text.heavy.test.ts), rounds of every title (slot-titles.heavy.test.ts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import { baht } from '@chaba/money';
import type { Page } from 'playwright-core';

import { mechanicOf } from '#studio/games/slots/title';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { titleNames } from '#studio/games/slots/titles/titles.text';
import { tableRules } from '#studio/games/tables/rules/all';
import { startFakeWallet } from '#studio/testing/fake-wallet';
import { buildPages } from '#ops/start/page-builds';
import { ROOT } from '#ops/core/root';
import { startStudio } from '#testing/product/studio-process';
import { openProcessLog } from '#server/testing/process-log';

import { openMobilePage } from '#testing/product/browser';
import { findLargeTextFaults } from '#e2e/large-text';
import { pollUntil } from '#testing/product/until';

const SECRET = 'sandbox-secret';
const PLAYER = 'p-layouts';
/** Pictures for a person to look at. */
const PICTURES = path.join(ROOT, 'out', 'game-layouts');
const WINDOWS = [
  [360, 640],
  [667, 375],
  [768, 1024],
  [1280, 800],
] as const;
const PHONES = WINDOWS.slice(0, 2);
/** Height of the member site's bar above a game, with text of the usual size. */
const BAR_PX = 52;
const LETTERS_PX = 16;
const ROUND_MS = '20000';
const OPENED_MS = 3_000;
const TIME_ENOUGH = /^วางเดิมพันได้อีก (?:[7-9]|1\d) วินาที$/;
const RESULT = /^(ชนะ|ได้คืน|รอบนี้ไม่ได้รางวัล|ได้ฟรีสปิน|ได้รับ)/;

await buildPages(() => undefined, 'studio');
const wallet = await startFakeWallet(SECRET);
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-layouts-'));
const studio = await startStudio({
  port,
  dataDir,
  walletUrl: wallet.url,
  secret: SECRET,
  settings: { STUDIO_ROUND_MS: ROUND_MS },
  output: openProcessLog('sandbox'),
});
after(async () => {
  await studio.stop();
  await wallet.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const titles = [...Map.groupBy(slotTitles, mechanicOf).values()].map((ofMechanic) => {
  const [longest = assert.fail()] = ofMechanic
    .map(({ gameCode }) => gameCode)
    .toSorted((one, other) => (titleNames[other]?.length ?? 0) - (titleNames[one]?.length ?? 0));
  return longest;
});
const tables = tableRules.map(({ gameCode }) => gameCode);

test('covers eight mechanics and eleven tables', () => {
  assert.deepEqual([titles.length, tables.length], [8, 11]);
});

for (const gameCode of [...titles, 'card-garden', 'trading', ...tables]) {
  for (const scale of [1, 2]) {
    test(`${gameCode} fits every window with text of ${scale * 100} %`, async () => {
      wallet.setBalance(PLAYER, baht(1_234_567));
      const [first] = WINDOWS;
      const page = await openMobilePage({ viewport: { width: first[0], height: first[1] - BAR_PX * scale } });
      const devtools = await page.context().newCDPSession(page);
      const standard = LETTERS_PX * scale;
      await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
      const query = new URLSearchParams({ operator: 'chaba', token: wallet.launch(PLAYER), lang: 'th' });
      await page.goto(`${address}/games/${gameCode}?${query}`);
      const letters = scale === 1 ? ':not(.large-text)' : '.large-text';
      await page.locator(`html${letters} > body[data-phase]:not([data-phase=opening])`).waitFor();

      const found: Record<string, readonly string[]> = {};
      const check = async (state: string, windows: readonly (readonly [number, number])[] = WINDOWS): Promise<void> => {
        for (const [width, height] of windows) {
          await page.setViewportSize({ width, height: height - BAR_PX * scale });
          const picture = path.join(PICTURES, `${gameCode}-${state}-${width}-${scale}.png`);
          if (windows === WINDOWS) await page.screenshot({ path: picture });
          const faults = await findFaults(page, scale === 1);
          if (faults.length > 0) found[`${state} ${width}×${height}`] = faults;
        }
      };
      const isTable = tables.some((table) => table === gameCode);
      await (isTable ? placeLargestChip(page) : chooseLargestStake(page));
      await check('ready');
      if (scale === 1) assert.deepEqual(await page.evaluate(findHiddenParts, isTable), []);
      for (const tab of (await page.locator('.spot-tab').all()).slice(1)) {
        await tab.click();
        await check(`tab ${await tab.textContent()}`, PHONES);
      }
      if (gameCode !== 'trading') {
        await playRound(page, isTable);
        await check('result');
      }
      for (const sheet of ['ตารางจ่าย', 'กติกา', 'สถิติ', 'ความโปร่งใส', 'ประวัติ']) {
        const button = page.getByRole('button', { name: sheet, exact: true });
        if ((await button.count()) === 0) continue;
        const dialog = page.getByRole('dialog', { name: sheet });
        // The next phase of a round may move the button under a press.
        await pollUntil(async () => {
          await button.click();
          return await dialog.waitFor({ timeout: OPENED_MS }).then(
            () => true,
            () => false,
          );
        });
        await check(sheet, PHONES);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      assert.deepEqual(found, {});
    });
  }
}

async function chooseLargestStake(page: Page): Promise<void> {
  const more = page.locator('.step').last();
  while ((await more.count()) > 0 && (await more.getAttribute('aria-disabled')) !== 'true') await more.click();
}

async function placeLargestChip(page: Page): Promise<void> {
  await page.keyboard.press('5');
  await page.locator('.phase').getByText(TIME_ENOUGH).waitFor();
  const place = page.locator('.spot').first();
  await place.click();
  await place.locator('.spot-stake b').waitFor();
}

async function playRound(page: Page, isTable: boolean): Promise<void> {
  if (!isTable) {
    await page.locator('.spin').click();
    await page.locator('body:is([data-phase=choosing], [data-phase=ready])').waitFor();
    if ((await page.locator('body[data-phase=choosing]').count()) > 0) await page.locator('.spin').click();
  }
  await page.getByText(RESULT).first().waitFor();
}

async function findFaults(page: Page, isFitting: boolean): Promise<string[]> {
  const faults = await findLargeTextFaults(page);
  return [...new Set([...faults, ...(await page.evaluate(findUnreachableParts, isFitting))])];
}

/** Covered controls, text that is wider than its part, boxes that overlap, and a page that scrolls but should fit. */
function findUnreachableParts(isFitting: boolean): string[] {
  const ROUNDING_PX = 1;
  const CORNERS = [
    [0.5, 0.5],
    [0.2, 0.2],
    [0.8, 0.2],
    [0.2, 0.8],
    [0.8, 0.8],
  ] as const;
  const root = document.documentElement;
  const screen = document.querySelector('dialog[open]') ?? document.body;
  const isShown = (part: Element): boolean =>
    part.checkVisibility({ visibilityProperty: true }) && part.closest('.for-ears, svg') === null;
  const nameOf = (part: Element): string => (part.ariaLabel ?? part.textContent ?? '').trim();
  const isScrolling = isFitting && root.scrollHeight > root.clientHeight ? ['scrolls'] : [];

  const covered = [...screen.querySelectorAll('a[href], button, input, summary')].filter(isShown).flatMap((part) => {
    part.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = part.getBoundingClientRect();
    const isCovered = CORNERS.some(([across, down]) => {
      const hit = document.elementFromPoint(left + width * across, top + height * down);
      return hit === null || !part.contains(hit);
    });
    const frame = part.closest('.box')?.getBoundingClientRect();
    if (frame && (left < frame.left || left + width > frame.right)) return [`“${nameOf(part)}” leaves its box`];
    return isCovered ? [`“${nameOf(part)}” is covered`] : [];
  });
  const wide = [...screen.querySelectorAll('*')]
    .filter((part) => [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
    .filter((part) => isShown(part) && getComputedStyle(part).display !== 'inline')
    .filter((part) => part.scrollWidth > part.clientWidth + ROUNDING_PX)
    .map((part) => `“${nameOf(part)}” is wider than its part`);
  const boxes = [
    ...document.querySelectorAll('.top, .phase-box, .show-box, .road-box, .places, .chip-row, .table-foot'),
  ];
  const overlapping = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const [above, below] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(above.right, below.right) - Math.max(above.left, below.left);
      const down = Math.min(above.bottom, below.bottom) - Math.max(above.top, below.top);
      const isOverlapping = across > ROUNDING_PX && down > ROUNDING_PX;
      return isOverlapping ? [`${one.className} and ${other.className} overlap by ${down}`] : [];
    }),
  );
  scrollTo(0, 0);
  for (const part of screen.querySelectorAll('*')) part.scrollTop = 0;
  return [...isScrolling, ...covered, ...wide, ...overlapping];
}

/** Parts of the state of a game that are not in view without scrolling. */
function findHiddenParts(isTable: boolean): string[] {
  const parts = isTable
    ? ['.phase', '.bar', '.show-box', '.road-box', '.spot', '.table-line', '.chips', '.table-balance']
    : ['.amount'];
  return parts.filter((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box === undefined || box.top < 0 || box.bottom > innerHeight || box.right > innerWidth;
  });
}
