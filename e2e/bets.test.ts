// The history of bets: a round that is played while the page looks on is there without a reload, with its receipt.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openPhone } from './browser.ts';
import { credit, makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { playRound, takeSeat } from './wallet.ts';

const product = await startProduct();

test('a bet appears while the page looks on, and its receipt says what it counted', async () => {
  const member = await makeMember(product);
  await credit(product, member, 1_000);
  const page = await openPhone();
  await openAs(page, product, member, '/user/history?tab=bets');
  await page.getByText('เดิมพันของคุณจะแสดงที่นี่').waitFor();

  const seat = await takeSeat(product, member.token);
  await playRound(product, seat, { roundId: 'r1', stake: '100.0000', payout: '250.5000' });
  const row = page.getByRole('button', { name: /ออกผลแล้ว/ });
  await row.waitFor();
  await checkScreen(page);
  await row.click();
  const receipt = page.getByRole('dialog', { name: 'รายละเอียดเดิมพัน' });
  await receipt.getByText('250.50 บาท').waitFor();
  await receipt.getByText('100.00 บาท').first().waitFor();
  assert.equal(await receipt.getByText('100.00 บาท').count(), 2, 'the stake, and what it counted');
  await checkScreen(page);
});
