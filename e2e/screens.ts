// What every screen of the member site must be: accessible by axe in its words, colours and names, no wider than
// the window, with the Thai font there. Asked in dark and in light: everything in dark, and in light again what depends on colours.

import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { violationsOn } from './axe.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A screen has come when its code has, with what each has: a place for what matters and its name. A game's are in its frame. */
const SCREEN = 'html:not(:has(#root[data-drawn])):is(:has(iframe), :has(main):has(h1))';
/** Where a page keeps which mode was chosen. */
const MODE_KEY = 'Mode';
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

const BUSY = 'ระบบมีผู้ใช้งานจำนวนมาก';

/**
 * Opens a page whose call the server is too busy for, sees that it says so, and asks again with success. What the page asks by
 * itself before the press is answered as before: else it would have healed, or would be loading when it is to be pressed.
 */
export async function failOnceAndAskAgain(page: Page, call: string, open: () => Promise<void>): Promise<void> {
  await page.route(call, async (route) => {
    const isAsked = await page.evaluate(() => 'asked' in document.documentElement.dataset).catch(() => false);
    const busy = { status: 503, json: { success: false, code: 'SERVER_BUSY', message: BUSY } };
    // A page that is being closed has no need of an answer.
    await (isAsked ? route.continue() : route.fulfill(busy)).catch(() => undefined);
  });
  await open();
  await page.getByText(BUSY).waitFor();
  await page.evaluate(() => {
    const note = (): void => void (document.documentElement.dataset['asked'] = '');
    document.addEventListener('click', note, { capture: true, once: true });
  });
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
}

export type Mode = 'dark' | 'light';

/** Looks at the screen as it stands now, in both modes; leaves it dark. */
export async function checkScreen(page: Page): Promise<void> {
  await page.locator(SCREEN).waitFor({ state: 'attached' });
  const chosen = await page.evaluate(async (key) => {
    await document.fonts.ready;
    return localStorage.getItem(key);
  }, MODE_KEY);
  assert.deepEqual([...(await violationsIn(page, 'light')), ...(await violationsIn(page, 'dark'))], []);
  const { sideways, font } = await page.evaluate(
    ([key, mode]) => {
      if (mode === null) localStorage.removeItem(key);
      else localStorage.setItem(key, mode);
      return {
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        font: document.fonts.check(`16px ${getComputedStyle(document.body).fontFamily.split(',', 1)[0]}`, 'ก'),
      };
    },
    [MODE_KEY, chosen] as const,
  );
  assert.equal(sideways, 0, 'nothing is wider than the window');
  assert.ok(font, 'the Thai font has come');
}

async function violationsIn(page: Page, mode: Mode): Promise<string[]> {
  await page.evaluate(
    async ([key, wanted]) => {
      // The brand's answer paints the page anew, in the mode that is kept.
      localStorage.setItem(key, wanted);
      // Colours cross-fade, each element for itself: axe must not read one on its way, and here they need not set out.
      const atOnce = new CSSStyleSheet();
      atOnce.replaceSync('*, ::before, ::after { transition-property: none !important }');
      document.adoptedStyleSheets.push(atOnce);
      document.documentElement.dataset['mode'] = wanted;
      // To ask is to let the colours be reckoned.
      const fadesNow = (): Animation[] =>
        document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      fadesNow();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== atOnce);
      // One that the page holds back never ends.
      const patience = AbortSignal.timeout(1_000);
      const isLong = new Promise((resolve) => patience.addEventListener('abort', resolve, { once: true }));
      for (let fades = fadesNow(); fades.length > 0 && !patience.aborted; fades = fadesNow()) {
        await Promise.race([Promise.allSettled(fades.map(({ finished }) => finished)), isLong]);
      }
    },
    [MODE_KEY, mode] as const,
  );
  // Frames are looked into once: their colours are their own.
  const violations = await violationsOn(page, {
    runOnly: mode === 'dark' ? { type: 'tag', values: TAGS } : { type: 'rule', values: RULES_ABOUT_COLOURS },
    isWithoutFrames: mode === 'light',
  });
  return violations.map(
    ({ id, nodes }) => `${id} (${mode}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
