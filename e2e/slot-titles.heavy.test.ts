// Every slot provider of the default catalogue opens its title from the slot page. A spin is paid for, shown, found in
// the history of the game and checked by the verifier, on a small phone and on a desktop.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';

import { ROOT } from '#scripts/settings';
import { getCatalogue } from '#server/modules/site/catalogue';

import { openMobilePage } from './browser.ts';
import { enterGame } from './games.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
/** Pictures for a person to look at. */
const PICTURES = path.join(ROOT, 'out', 'slot-titles');

const tiles = getCatalogue('default')
  .filter(({ category }) => category === 'EGAMES')
  .flatMap((provider) => provider.games.map((game) => ({ provider, game })));

for (const { provider, game } of tiles) {
  test(`plays a spin of ${game.gameCode} at ${provider.ch}`, async () => {
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    const isOneOfMany = provider.games.length > 1;
    const entry = {
      category: '/user/slot',
      provider: provider.name,
      amount: 500,
      ...(isOneOfMany && { game: game.name }),
    };
    await enterGame(page, product, entry);
    const frame = page.frameLocator('iframe');
    await frame.locator('body[data-phase=ready]').waitFor();
    await page.screenshot({ path: path.join(PICTURES, `${game.gameCode}-open.png`) });
    await frame.getByRole('button', { name: 'หมุน', exact: true }).click();
    await frame
      .getByText(/^(ชนะ [\d,.]+ บาท|ได้คืน [\d,.]+ บาท|รอบนี้ไม่ได้รางวัล)/)
      .first()
      .waitFor();
    await frame.locator('body[data-phase=ready]').waitFor();
    await page.screenshot({ path: path.join(PICTURES, `${game.gameCode}-shown.png`) });
    await checkScreen(page);
    await frame.getByRole('button', { name: 'ความโปร่งใส' }).click();
    await frame.getByRole('button', { name: 'เปลี่ยนซีดและเปิดเผยซีดเดิม' }).click();
    await frame.getByText('ซีดเซิร์ฟเวอร์ที่เปิดเผยแล้ว').waitFor();
    await page.keyboard.press('Escape');
    await frame.getByRole('button', { name: 'ประวัติ' }).click();
    await frame.locator('summary').last().click();
    const summary = await frame.locator('summary strong').last().textContent();
    const address = await frame.getByRole('link', { name: 'ตรวจสอบรอบนี้' }).last().getAttribute('href');
    assert.ok(address);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await page.screenshot({ path: path.join(PICTURES, `${game.gameCode}-wide.png`) });
    await checkScreen(page);
    await page.goto(new URL(address, product.sandboxUrl).href);
    await page.getByText('ตรงกับรหัสยืนยันที่ประกาศไว้').waitFor();
    const paid = /ได้ ([\d,.]+)/.exec(summary ?? '')?.[1];
    await page.getByText(`ได้ ${paid} บาท`, { exact: true }).waitFor();
  });
}
