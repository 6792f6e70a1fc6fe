// Checks of the screens of the member site: no overflow of the window, the Thai font loaded; and axe, with all rules in
// dark mode and the rules about colours in light mode.
//
// Always true: only npm run verify runs axe on every screen, in both modes, because it costs as much as the journey
// itself.

import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { findViolations } from './axe.ts';
import { isVerifying } from '#testing/extent';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A rendered screen has a main area and a heading; a game has its frame. */
const SCREEN = 'html:not(:has(#root[data-page])):is(:has(iframe), :has(main):has(h1))';
/** Storage key of the chosen mode. */
const MODE_KEY = 'Mode';
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

const BUSY = 'ระบบมีผู้ใช้งานจำนวนมาก';

/**
 * Opens a page whose request a busy server rejects, checks the message, and retries with success. All requests before
 * the press are rejected, because the page would otherwise recover or be loading at the press.
 */
export async function failOnceAndRetry(page: Page, call: string, open: () => Promise<void>): Promise<void> {
  await page.route(call, async (route) => {
    const isRequested = await page.evaluate(() => 'pressed' in document.documentElement.dataset).catch(() => false);
    const busy = { status: 503, json: { success: false, code: 'SERVER_BUSY', message: BUSY } };
    // A page that is being closed needs no response.
    await (isRequested ? route.continue() : route.fulfill(busy)).catch(() => undefined);
  });
  await open();
  await page.getByText(BUSY).waitFor();
  await page.evaluate(() => {
    const markRequested = (): void => void (document.documentElement.dataset['pressed'] = '');
    document.addEventListener('click', markRequested, { capture: true, once: true });
  });
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
}

export type Mode = 'dark' | 'light';

/** Checks the current screen. */
export async function checkScreen(page: Page): Promise<void> {
  if (isVerifying) await checkAccessibility(page);
  await page.locator(SCREEN).waitFor({ state: 'attached' });
  const { overflowPx, font } = await page.evaluate(async () => {
    await document.fonts.ready;
    return {
      overflowPx: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      font: document.fonts.check(`16px ${getComputedStyle(document.body).fontFamily.split(',', 1)[0]}`, 'ก'),
    };
  });
  assert.equal(overflowPx, 0, 'nothing is wider than the window');
  assert.ok(font, 'the Thai font is loaded');
}

/**
 * Runs axe on the current screen, in `npm run verify` in both modes; leaves it dark. A page without a usable storage is
 * checked in the mode that it shows, because the mode is a stored choice.
 */
export async function checkAccessibility(page: Page): Promise<void> {
  await page.locator(SCREEN).waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const stored = await readStoredMode(page);
  if (stored === undefined) {
    assert.deepEqual(await findViolationsNow(page, 'dark'), []);
    return;
  }
  const modes = isVerifying ? (['light', 'dark'] as const) : (['dark'] as const);
  for (const mode of modes) {
    await showMode(page, mode);
    assert.deepEqual(await findViolationsNow(page, mode), []);
  }
  await page.evaluate(
    ([key, mode]) => {
      if (mode === null) localStorage.removeItem(key);
      else localStorage.setItem(key, mode);
    },
    [MODE_KEY, stored.mode] as const,
  );
}

/** The chosen mode; undefined where the storage of the page cannot be written. */
async function readStoredMode(page: Page): Promise<{ mode: string | null } | undefined> {
  return page.evaluate((key) => {
    try {
      const mode = localStorage.getItem(key);
      localStorage.setItem(key, mode ?? 'dark');
      return { mode };
    } catch {
      return undefined;
    }
  }, MODE_KEY);
}

async function showMode(page: Page, mode: Mode): Promise<void> {
  await page.evaluate(
    async ([key, wanted]) => {
      // The configuration response repaints the page in the stored mode.
      localStorage.setItem(key, wanted);
      // Colours cross-fade per element; transitions are disabled so that axe reads final colours.
      const atOnce = new CSSStyleSheet();
      atOnce.replaceSync('*, ::before, ::after { transition-property: none !important }');
      document.adoptedStyleSheets.push(atOnce);
      document.documentElement.dataset['mode'] = wanted;
      // Reading the animations computes the styles.
      const fadesNow = (): Animation[] =>
        document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      fadesNow();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== atOnce);
      // A paused animation never ends.
      const deadline = AbortSignal.timeout(1_000);
      const deadlineReached = new Promise((resolve) => deadline.addEventListener('abort', resolve, { once: true }));
      for (let fades = fadesNow(); fades.length > 0 && !deadline.aborted; fades = fadesNow()) {
        await Promise.race([Promise.allSettled(fades.map(({ finished }) => finished)), deadlineReached]);
      }
    },
    [MODE_KEY, mode] as const,
  );
}

async function findViolationsNow(page: Page, mode: Mode): Promise<string[]> {
  // Frames are checked once: their colours do not depend on the mode.
  const violations = await findViolations(page, {
    runOnly: mode === 'dark' ? { type: 'tag', values: TAGS } : { type: 'rule', values: RULES_ABOUT_COLOURS },
    isWithoutFrames: mode === 'light',
  });
  return violations.map(
    ({ id, nodes }) => `${id} (${mode}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
