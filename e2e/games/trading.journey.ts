// The market game: a guess from the trading page, a reload while it is open, its result, the turnover and the history.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, formatBaht } from '@chaba/money';

import { openMobilePage } from '#testing/product/browser';
import { checkBetEffects, enterGame, quickGames } from './games.ts';
import { startProduct } from '#e2e/product';
import { checkScreen } from '#e2e/screens';

// A guess is decided after fifteen ticks, which gives a slow machine ten seconds for the reload.
const product = await startProduct(quickGames);

test('keeps a guess over a reload, lists its result and counts it, on a small phone and on a desktop', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 640 } });
  await enterGame(page, product, { category: '/user/trading', provider: 'เส้นเช้า', amount: 500 });
  const game = page.frameLocator('iframe');
  await game.locator('body[data-phase=open]').waitFor();
  await checkScreen(page);
  await game.getByRole('button', { name: /^ขึ้น/ }).click();
  await game.getByText(/^ขึ้น 10.00 บาท ที่ราคา/).waitFor();

  await page.reload();
  const message = game.getByText(/^(ได้รับ [\d.]+ บาท|ได้คืน [\d.]+ บาท|รอบนี้ไม่ได้รางวัล)$/);
  const text = (await message.textContent()) ?? '';
  const payout = Number(/[\d.]+/.exec(text)?.[0] ?? 0);
  assert.ok([0, 10, 19].includes(payout), text);
  await game
    .locator('.amount')
    .getByText(formatBaht(baht(490 + payout)), { exact: true })
    .waitFor();
  await checkScreen(page);

  for (const sheet of ['กติกา', 'ประวัติ']) {
    await game.getByRole('button', { name: sheet, exact: true }).click();
    await game.getByRole('dialog', { name: sheet }).waitFor();
    await checkScreen(page);
    if (sheet === 'ประวัติ') {
      await game
        .getByText(`เดิมพัน 10.00 ได้ ${formatBaht(baht(payout))}`)
        .first()
        .waitFor();
    }
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await checkScreen(page);
  const counted = payout === 10 ? 0 : 10;
  await checkBetEffects(page, product, { game: 'เส้นทางว่าว', stake: 10, payout, counted });
});
