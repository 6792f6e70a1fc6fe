// The live table: from the live casino page through a round with a removed bet and a reload to cards, money, turnover
// and history.

import { test } from 'node:test';

import { baht, formatBaht, toBaht } from '@chaba/money';

import { computeCounted } from '#studio/games/tables/hedge-share';
import { baccarat } from '#studio/games/tables/rules/baccarat';
import { findPlace } from '#studio/games/tables/table-rules';

import { openMobilePage } from '#testing/product/browser';
import { checkBetEffects, enterGame, quickGames } from './games.ts';
import { startProduct } from '#e2e/product';
import { checkScreen } from '#e2e/screens';

// Betting takes 12 seconds. A round's actions begin with at least eight seconds left, for slow machines.
const product = await startProduct(quickGames);
const TIME_ENOUGH = /^วางเดิมพันได้อีก (?:8|9|1\d) วินาที$/;

test('settles a round of the live table after a reload and counts its turnover, on a small phone and on a desktop', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 640 } });
  await enterGame(page, product, { category: '/user/baccarat', provider: 'พัดทอง', amount: 500 });
  const game = page.frameLocator('iframe');
  // The table is idle without a viewer, so a round opens now. Checks come after the bet, because on a busy machine they
  // take as long as the betting time.
  await game.locator('.phase').getByText(TIME_ENOUGH).waitFor();

  for (const spot of [/^ผู้เล่น 1:1/, /^เสมอ 8:1/]) await game.getByRole('button', { name: spot }).click();
  await game.getByRole('button', { name: 'ผู้เล่น 10.00 บาท 1:1' }).waitFor();
  await game.getByRole('button', { name: 'เสมอ 10.00 บาท 8:1' }).waitFor();
  // The newest bet is removed again, so it is placed last.
  await game.getByRole('button', { name: /^ผู้เล่นคู่ 11:1/ }).click();
  await game.getByRole('button', { name: 'ผู้เล่นคู่ 10.00 บาท 11:1' }).waitFor();
  await game.getByRole('button', { name: 'ถอนเดิมพันล่าสุด' }).click();
  await game.getByRole('button', { name: 'ผู้เล่นคู่ 11:1', exact: true }).waitFor();

  await page.reload();
  // Both bets of the round give one message: a player's win with a lost tie returns the stakes and is no win.
  const message = game.getByText(/^(ได้รับ 100.00 บาท|ได้คืน 20.00 บาท|รอบนี้ไม่ได้รางวัล)$/);
  const text = (await message.textContent()) ?? '';
  const payout = Number(/[\d.]+/.exec(text)?.[0] ?? 0);
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
  // A returned stake of a tie counts no turnover, and the tie covers a part of the player's side.
  const bets = new Map(['player', 'tie'].map((type) => [type, baht(10)]));
  const outcome = {
    winner: payout === 100 ? ('tie' as const) : ('player' as const),
    isSix: false,
    isPlayerPair: false,
    isBankerPair: false,
  };
  const counted = toBaht(
    computeCounted(baccarat, bets, (type) => findPlace(baccarat, type)?.returned(outcome) ?? { perMille: 0 }),
  );
  await checkBetEffects(page, product, { game: 'บาคาร่าชบา', stake: 20, payout, counted });
});
