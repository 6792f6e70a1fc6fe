// A member at the market: a guess, a reload while it waits, how it ended, and the history.

import { test } from 'node:test';

import { openPhone } from './browser.ts';
import { signIn } from './members.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct({ environment: { STUDIO_TICK_MS: '300' } });

for (const [name, width, height] of [
  ['a small phone', 360, 800],
  ['a desk', 1280, 800],
] as const) {
  test(`on ${name} a guess survives a reload and ends in the history`, async () => {
    const page = await openPhone({ viewport: { width, height } });
    await signIn(page, product.url);
    await page.goto(`${product.url}/user/play/sen-chao/trading`);
    const game = page.frameLocator('iframe');
    await game.locator('body[data-phase=open]').waitFor();
    await checkScreen(page);
    await game.getByRole('button', { name: 'ขึ้น', exact: true }).click();
    await game.getByText(/^ขึ้น 10.00 บาท ที่ราคา/).waitFor();

    await page.reload();
    await game.getByText(/^ขึ้น 10.00 บาท ที่ราคา/).waitFor();
    await game.getByText(/^(ได้รับ (19|10).00 บาท|รอบนี้ไม่ได้รางวัล)$/).waitFor();
    await checkScreen(page);
    await game.getByRole('button', { name: 'ประวัติ' }).click();
    await game
      .getByText(/เดิมพัน 10.00 ได้ (19.00|10.00|0.00)/)
      .first()
      .waitFor();
    await page.goto(`${product.url}/user/history?tab=bets`);
    await page.getByText('เส้นทางว่าว').first().waitFor();
  });
}
