// The main journey: a visitor registers, signs in, deposits with the picture of a slip, plays and withdraws; turnover,
// balance and history show every movement.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { audit } from '@chaba/ledger';
import { openDatabase } from '@chaba/database';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { variants } from '#testing/extent';
import { createAccountNumber, freePhone, completeRegistration } from './members.ts';
import { startProduct } from './product.ts';
import { playRound, authenticateSession } from './wallet.ts';

const product = await startProduct();

for (const [name, width, height, isOld] of variants([
  ['a small phone', 360, 800, false],
  ['a desktop', 1280, 800, false],
  ['an old phone', 390, 844, true],
] as const)) {
  test(`takes a visitor from registration over deposit and play to a withdrawal on ${name}`, async () => {
    const page = await openMobilePage({ viewport: { width, height }, isOld });
    const account = createAccountNumber('8');
    await becomeMember(page, account);

    await page.goto(`${product.url}/user/deposit`);
    const slip = await transfer(account, 1_000);
    await page.locator('input[type=file]').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip });
    await page.getByText('ตรวจสลิปเรียบร้อยแล้ว').waitFor();
    await page.getByText('1,000.00').first().waitFor();

    await page.goto(`${product.url}/user/withdraw`);
    await page.getByText('ยังขาดยอดเทิร์นโอเวอร์อีก 1,000.00 บาท').first().waitFor();

    await page.goto(`${product.url}/user/game`);
    await page.getByRole('link', { name: /ชบาสตูดิโอ/ }).click();
    await page.getByRole('link', { name: /ตลาดโคมชบา/ }).click();
    const game = page.frameLocator('iframe');
    await game.locator('body[data-phase=ready]').waitFor();
    await game.getByRole('button', { name: 'หมุน', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('iframe') !== null);
    await game.locator('body[data-phase=ready]').waitFor();
    await page.goto(`${product.url}/user/home`);
    await page
      .getByText(/^ทำได้ (?!0\.00|1,000\.00)/)
      .first()
      .waitFor();

    await playTheRest(page, '1000');
    await page.getByText('ทำเทิร์นครบแล้ว ถอนเงินได้').first().waitFor();

    await page.goto(`${product.url}/user/withdraw`);
    await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill('300');
    await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
    await page.getByText('ถอนเงินสำเร็จ').waitFor();
    await page.getByRole('button', { name: 'ตกลง' }).click();
    // The bank pays within seconds, and the live stream updates the page.
    await page.getByText('โอนเงินเข้าบัญชีของคุณแล้ว').waitFor();

    await page.goto(`${product.url}/user/history`);
    await page.getByText('1,000.00').first().waitFor();
    await untilApproved(page);
    await page.getByRole('tab', { name: 'ประวัติถอน' }).click();
    await page.getByText('300.00').first().waitFor();
    await untilApproved(page);

    const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
    try {
      assert.deepEqual(await audit(database), [], 'the ledger audit has no finding');
    } finally {
      await database.close();
    }
  });
}

/** Waits for a row with the status; the filter above the rows has an option with the same text. */
async function untilApproved(page: Page): Promise<void> {
  await page.getByText('อนุมัติแล้ว').and(page.locator(':not(option)')).first().waitFor();
}

async function becomeMember(page: Page, account: string): Promise<void> {
  await page.goto(`${product.url}/register`);
  await completeRegistration(page, product.url, freePhone(), account);
  await page.waitForURL(`${product.url}/user/home`);
}

/** Transfers at the sandbox's bank from the member's account to the site's and downloads the picture of the slip. */
async function transfer(account: string, amount: number): Promise<Buffer> {
  const response = await fetch(`${product.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fromBankCode: '004',
      fromAccount: account,
      toBankCode: '004',
      toAccount: '9998887776',
      amount,
    }),
  });
  assert.ok(response.ok, `the bank returned ${response.status}`);
  const { slipImageUrl } = (await response.json()) as { slipImageUrl: string };
  const picture = await fetch(new URL(slipImageUrl, product.sandboxUrl));
  return Buffer.from(await picture.arrayBuffer());
}

/** Plays the remaining turnover at the provider `test` with bets that return their stake. */
async function playTheRest(page: Page, turnover: string): Promise<void> {
  const gameSession = await authenticateSession(
    product,
    await page.evaluate(() => localStorage.getItem('AccessToken') ?? ''),
  );
  // In four parts, so that the balance after a lost spin covers each stake.
  const stake = String(Number(turnover) / 4);
  for (const roundId of ['road-a', 'road-b', 'road-c', 'road-d']) {
    await playRound(product, gameSession, { roundId, stake, payout: stake });
  }
}
