// The bet history: a round played while the page is open appears without a reload, with its receipt, the total of its
// day, and the table of twelve months. A live table without positions states why half of the stake counts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { openMobilePage } from '#testing/product/browser';
import { credit, makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { playRound, authenticateSession } from './wallet.ts';

const product = await startProduct();

test('shows a new bet without a reload, and its counted turnover on the receipt', async () => {
  const member = await makeMember(product);
  await credit(product, member, 1_000);
  const page = await openMobilePage();
  await openAs(page, product, member, '/user/history?tab=bets');
  await page.getByText('เดิมพันของคุณจะแสดงที่นี่').waitFor();
  await page.getByText('ผลได้เสียสุทธิ').waitFor();

  const gameSession = await authenticateSession(product, member.token);
  await playRound(product, gameSession, { roundId: 'r1', stake: '100.0000', payout: '250.5000' });
  const row = page.getByRole('button', { name: /ออกผลแล้ว/ });
  await row.waitFor();
  await page.getByText('+150.50 บาท').waitFor();
  await checkScreen(page);
  await row.click();
  const receipt = page.getByRole('dialog', { name: 'รายละเอียดเดิมพัน' });
  await receipt.getByText('250.50 บาท').waitFor();
  await receipt.getByText('100.00 บาท').nth(1).waitFor();
  assert.equal(await receipt.getByText('100.00 บาท').count(), 2, 'the stake and the counted turnover');
  await checkScreen(page);
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });

  await playRound(product, gameSession, { roundId: '=r2', stake: '50.0000', payout: '0.0000', validBet: '0.0000' });
  await page.getByText('ไม่นับเทิร์น').waitFor();
  await page.getByText('+100.50 บาท').waitFor();
  await page.getByRole('button', { name: /ไม่นับเทิร์น/ }).click();
  await receipt.getByText('ค่ายเกมแจ้งว่าไม่นับ').waitFor();
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'ดาวน์โหลดเดิมพัน 12 เดือน (CSV)' }).click();
  await page.getByText('บันทึกไฟล์แล้ว').waitFor();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(lines[0] ?? '', /^\ufeffวันเวลา,ค่ายเกม,/);
  assert.match(lines[1] ?? '', /,'=r2,50\.00,0\.00,-50\.00,0\.00,ออกผลแล้ว,ค่ายเกมไม่นับ,/);

  const atTable = { ...gameSession, gameCode: 'test-table' };
  await playRound(product, atTable, { roundId: 'r3', stake: '80.0000', payout: '160.0000' });
  await page.getByRole('button', { name: /นับเทิร์นบางส่วน/ }).click();
  await receipt.getByText('โต๊ะสดนี้ ค่ายเกมไม่บอกว่าเดิมพันฝั่งไหน จึงนับ 50%').waitFor();
  await receipt.getByText('40.00 บาท').waitFor();
  await checkScreen(page);
});
