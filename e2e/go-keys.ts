// Goes to pages of the back office by keys: `g` and a letter.

import type { Locator, Page } from 'playwright-core';

import { pollUntil } from '#testing/product/until';

const SHOWN_WITHIN_MS = 10_000;

/**
 * Presses `g` and the key until the page shows `there`. The key counts within 1.5 seconds of `g`, which a busy machine
 * can miss.
 */
export async function goByKeys(page: Page, key: string, there: Locator): Promise<void> {
  await pollUntil(
    async () => {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      return there.waitFor({ timeout: SHOWN_WITHIN_MS }).then(
        () => true,
        () => false,
      );
    },
    { message: `the keys g and ${key} lead nowhere` },
  );
}
