// A member at the live table: from the page of live casinos, bets in a round, one taken back, a reload in the middle, the cards,
// the money, the turnover and the history.

import { test } from 'node:test';

import { baht, formatBaht } from '@chaba/money';

import { openMobilePage } from './browser.ts';
import { checkLeftBehind, enterGame } from './games.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

// Bets are taken for 12 seconds. What is done in one round begins with eight of them left, so that a slow machine has time for
// it; a quick one bets in the round that it finds.
const product = await startProduct({ environment: { STUDIO_ROUND_MS: '20000' } });
const TIME_ENOUGH = /^วางเดิมพันได้อีก (?:8|9|1\d) วินาที$/;

test('a round of the live table is bet on, survives a reload, settles and counts, on a small phone and on a desk', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 640 } });
  await enterGame(page, product, { category: '/user/baccarat', provider: 'พัดทอง', amount: 500 });
  const game = page.frameLocator('iframe');
  // The table rests until somebody looks, so a round opens now; it is not looked at before it is bet on: on a busy machine
  // looking takes as long as bets are taken.
  await game.locator('.phase').getByText(TIME_ENOUGH).waitFor();

  for (const spot of [/^ผู้เล่น 1:1/, /^เสมอ 8:1/]) await game.getByRole('button', { name: spot }).click();
  await game.getByRole('button', { name: 'ผู้เล่น 1:1 10.00 บาท' }).waitFor();
  await game.getByRole('button', { name: 'เสมอ 8:1 10.00 บาท' }).waitFor();
  // The last one is taken back: it is placed when the others lie.
  await game.getByRole('button', { name: /^ผู้เล่นคู่ 11:1/ }).click();
  await game.getByRole('button', { name: 'ผู้เล่นคู่ 11:1 10.00 บาท' }).waitFor();
  await game.getByRole('button', { name: 'ถอนเดิมพันล่าสุด' }).click();
  await game.getByRole('button', { name: 'ผู้เล่นคู่ 11:1', exact: true }).waitFor();

  await page.reload();
  // Both bets of the round are told as one: a player's win beside a lost tie gives the stakes back, and is no win.
  const told = game.getByText(/^(ได้รับ 100.00 บาท|ได้คืน 20.00 บาท|รอบนี้ไม่ได้รางวัล)$/);
  const words = (await told.textContent()) ?? '';
  const payout = Number(/[\d.]+/.exec(words)?.[0] ?? 0);
  await game
    .locator('.amount')
    .getByText(formatBaht(baht(480 + payout)), { exact: true })
    .waitFor();
  await checkScreen(page);

  for (const sheet of ['กติกา', 'ประวัติ']) {
    await game.getByRole('button', { name: sheet, exact: true }).click();
    await game.getByRole('dialog', { name: sheet }).waitFor();
    if (sheet === 'ประวัติ') {
      const onPlayer = payout === 100 ? 10 : payout;
      for (const paid of [onPlayer, payout - onPlayer]) {
        await game
          .getByText(`เดิมพัน 10.00 ได้ ${formatBaht(baht(paid))}`)
          .first()
          .waitFor();
      }
      await game.getByText('คืนเดิมพันแล้ว').first().waitFor();
    }
    await checkScreen(page);
    await page.keyboard.press('Escape');
  }
  await game.locator('body[data-phase=open]').waitFor();
  await checkScreen(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await checkScreen(page);
  // What a tie gave back was not played for.
  const counted = payout === 100 ? 10 : 20;
  await checkLeftBehind(page, product, { game: 'บาคาร่าชบา', stake: 20, payout, counted });
});
