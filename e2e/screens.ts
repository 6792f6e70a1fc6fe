// What every screen of the member site must be: accessible by axe in its words, colours and names, no wider than
// the window, with the Thai font there. Asked in dark and in light: everything in dark, and in light again what depends on colours.

import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { violationsOn } from './axe.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

const BUSY = 'ระบบมีผู้ใช้งานจำนวนมาก';

/**
 * Opens a page whose call the server is too busy for, sees that it says so, and asks again with success. What the page asks by
 * itself meanwhile waits for the press: else it would have healed before.
 */
export async function failOnceAndAskAgain(page: Page, call: string, open: () => Promise<void>): Promise<void> {
  const pressed = Promise.withResolvers<void>();
  let isBusy = true;
  await page.route(call, async (route) => {
    if (isBusy) return route.fulfill({ status: 503, json: { success: false, code: 'SERVER_BUSY', message: BUSY } });
    await pressed.promise;
    return route.continue().catch(() => undefined);
  });
  await open();
  await page.getByText(BUSY).waitFor();
  isBusy = false;
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  pressed.resolve();
}

export type Mode = 'dark' | 'light';

/** Looks at the screen as it stands now, in both modes; leaves it dark. */
export async function checkScreen(page: Page): Promise<void> {
  assert.deepEqual([...(await violationsIn(page, 'light')), ...(await violationsIn(page, 'dark'))], []);
  const { sideways, font } = await page.evaluate(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    font: document.fonts.check(`16px ${getComputedStyle(document.body).fontFamily.split(',', 1)[0]}`, 'ก'),
  }));
  assert.equal(sideways, 0, 'nothing is wider than the window');
  assert.ok(font, 'the Thai font has come');
}

async function violationsIn(page: Page, mode: Mode): Promise<string[]> {
  await page.evaluate(async (wanted) => {
    document.documentElement.dataset['mode'] = wanted;
    // Colours cross-fade; axe must not read one on its way. Where one has come to its end, what inherits from it may set out.
    const fadesNow = (): Animation[] =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // One that the page holds back never ends.
    const patience = AbortSignal.timeout(1_000);
    const isLong = new Promise((resolve) => patience.addEventListener('abort', resolve, { once: true }));
    for (let fades = fadesNow(); fades.length > 0 && !patience.aborted; fades = fadesNow()) {
      await Promise.race([Promise.allSettled(fades.map(({ finished }) => finished)), isLong]);
    }
  }, mode);
  // Frames are looked into once: their colours are their own.
  const violations = await violationsOn(page, {
    runOnly: mode === 'dark' ? { type: 'tag', values: TAGS } : { type: 'rule', values: RULES_ABOUT_COLOURS },
    isWithoutFrames: mode === 'light',
  });
  return violations.map(
    ({ id, nodes }) => `${id} (${mode}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
