// Opening a game from its category page, and checks of the effects of its bets at home and in the history.

import assert from 'node:assert/strict';

import { formatBaht, fromBaht } from '@chaba/money';
import type { FrameLocator, Page } from 'playwright-core';

import { credit, type JourneyMember, makeMember, openAs } from '#e2e/money';
import type { Product, ProductOptions } from '#e2e/product';
import { pollUntil } from '#testing/product/until';

/** Shorter rounds than those of npm start, whose lengths the studio's tests check. */
export const quickGames: ProductOptions = {
  environment: { STUDIO_ROUND_MS: '20000', STUDIO_TICK_MS: '700', STUDIO_SPIN_MS: '10' },
};

/** Creates a member with this amount in baht and opens the game of the named provider from its category page. */
export async function enterGame(
  page: Page,
  product: Product,
  {
    category,
    provider,
    amount,
    game,
  }: {
    readonly category: string;
    readonly provider: string;
    readonly amount: number;
    /** Only for a provider with several games. */
    readonly game?: string;
  },
): Promise<JourneyMember> {
  const member = await makeMember(product);
  await credit(product, member, amount);
  await openAs(page, product, member, category);
  await page.getByRole('link', { name: new RegExp(provider) }).click();
  if (game !== undefined) await page.getByRole('link', { name: new RegExp(game) }).click();
  await page.waitForURL(/\/user\/play\//);
  return member;
}

/** Checks the effects of a settled bet: its turnover at home and its receipt in the history. */
export async function checkBetEffects(
  page: Page,
  product: Product,
  bet: { readonly game: string; readonly stake: number; readonly payout: number; readonly counted: number },
): Promise<void> {
  const shown = (amount: number): string => formatBaht(fromBaht(amount) ?? assert.fail(`${amount} baht`));
  await page.goto(`${product.url}/user/home`);
  await page
    .getByText(`ทำได้ ${shown(bet.counted)}`)
    .first()
    .waitFor();

  await page.goto(`${product.url}/user/history?tab=bets`);
  await page
    .getByRole('button', { name: new RegExp(`${bet.game}.*ออกผลแล้ว`) })
    .first()
    .click();
  const receipt = page.getByRole('dialog', { name: 'รายละเอียดเดิมพัน' });
  await receipt.getByText(bet.game).first().waitFor();
  const facts = await receipt
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((part) => part.textContent)));
  const values = new Map(facts.map(([label, value]) => [label, value]));
  assert.equal(values.get('เดิมพัน'), `${shown(bet.stake)} บาท`);
  assert.equal(values.get('ได้รับ'), `${shown(bet.payout)} บาท`);
  assert.equal(values.get('นับเป็นเทิร์นโอเวอร์'), `${shown(bet.counted)} บาท`);
  assert.ok(values.get('รหัสรอบ'), 'the receipt shows the round id');
}

/** Checks that the game fits windows of these sizes. */
export async function checkFitsWindow(
  page: Page,
  game: Page | FrameLocator,
  sizes: readonly (readonly [width: number, height: number])[],
): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await pollUntil(() => game.locator('html').evaluate((html) => html.scrollHeight <= html.clientHeight), {
      message: `${width}×${height} is too small for the game`,
    });
  }
}
