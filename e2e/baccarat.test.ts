// A member at the live table: bets in a round, one taken back, a reload in the middle, the cards, the money and the history.

import { test } from 'node:test';

import type { FrameLocator, Page } from 'playwright-core';

import { openPhone } from './browser.ts';
import { signIn } from './members.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct({ environment: { STUDIO_ROUND_MS: '9000' } });

for (const [name, width, height] of [
  ['a small phone', 360, 800],
  ['a desk', 1280, 800],
] as const) {
  test(`on ${name} a round of the live table is bet on, survives a reload and settles`, async () => {
    const page = await openPhone({ viewport: { width, height } });
    await signIn(page, product.url);
    await page.goto(`${product.url}/user/play/phat-thong/baccarat`);
    await page.frameLocator('iframe').locator('body:is([data-phase=open], [data-phase=shut])').waitFor();
    await checkScreen(page);

    const game = await untilBetting(page);
    await game.getByRole('button', { name: /^ผู้เล่น 1:1/ }).click();
    await game.getByRole('button', { name: 'ผู้เล่น 1:1 10.00 บาท' }).waitFor();
    await game.getByRole('button', { name: /^เสมอ 8:1/ }).click();
    await game.getByRole('button', { name: 'เสมอ 8:1 10.00 บาท' }).waitFor();
    await game.getByRole('button', { name: 'ถอนเดิมพันล่าสุด' }).click();
    await game.getByRole('button', { name: 'เสมอ 8:1', exact: true }).waitFor();

    await page.reload();
    const again = page.frameLocator('iframe');
    await again.getByText(/^(ได้รับ (20|10).00 บาท|รอบนี้ไม่ได้รางวัล)$/).waitFor();
    await checkScreen(page);
    await again.getByRole('button', { name: 'ประวัติ' }).click();
    await again
      .getByText(/เดิมพัน 10.00 ได้ (20.00|10.00|0.00)/)
      .first()
      .waitFor();
    await again.getByText('คืนเดิมพันแล้ว').first().waitFor();
    await page.goto(`${product.url}/user/history?tab=bets`);
    await page.getByText('บาคาร่าชบา').first().waitFor();
  });
}

async function untilBetting(page: Page): Promise<FrameLocator> {
  const game = page.frameLocator('iframe');
  await game.locator('body[data-phase=shut]').waitFor();
  await game.locator('body[data-phase=open]').waitFor();
  return game;
}
