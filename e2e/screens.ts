// What every screen of the member site must be: accessible by axe in its words, colours and names, no wider than
// the window, with the Thai font there. Asked in dark and in light.

import assert from 'node:assert/strict';

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Mode = 'dark' | 'light';

/** Looks at the screen as it stands now, in both modes; leaves it dark. */
export async function checkScreen(page: Page): Promise<void> {
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((wanted) => {
      document.documentElement.dataset['mode'] = wanted;
    }, mode);
    // Colours cross-fade; axe must not read one on its way.
    await page.waitForTimeout(350);
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id} (${mode}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      [],
    );
  }
  const { sideways, font } = await page.evaluate(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    font: document.fonts.check("16px 'Anuphan Variable'", 'ก'),
  }));
  assert.equal(sideways, 0, 'nothing is wider than the window');
  assert.ok(font, 'the Thai font has come');
}
