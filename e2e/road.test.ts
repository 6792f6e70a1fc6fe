// The main road, whole: a visitor registers, signs in, deposits with the picture of a real slip, plays, sees turnover and
// balance move, withdraws, and finds all of it in the history.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { audit } from '@chaba/ledger';
import { openDatabase } from '@chaba/database';
import type { Page } from 'playwright-core';

import { openPhone } from './browser.ts';
import { accountEnding, fillBankStep, fillDetails, fillLogin, freePhone, PASSWORD, passPhoneStep } from './members.ts';
import { startProduct } from './product.ts';

const product = await startProduct();

for (const [name, width, height] of [
  ['a small phone', 360, 800],
  ['a desk', 1280, 800],
] as const) {
  test(`on ${name} a visitor becomes a member, deposits, plays, withdraws and sees it all`, async () => {
    const page = await openPhone({ viewport: { width, height } });
    const account = accountEnding('8');
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
    const game = page.frameLocator('iframe');
    await game.locator('body[data-phase=ready]').waitFor();
    await game.getByRole('button', { name: 'หมุน', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('iframe') !== null);
    await game.locator('body[data-phase=ready]').waitFor();
    await page.goto(`${product.url}/user/home`);
    await page
      .getByText(/^ทำได้ (?!0\.00)/)
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
    // The bank pays within seconds and the page hears of it by itself.
    await page.getByText('โอนเงินเข้าบัญชีของคุณแล้ว').waitFor();

    await page.goto(`${product.url}/user/history`);
    await page.getByText('1,000.00').first().waitFor();
    await approved(page);
    await page.getByRole('tab', { name: 'ประวัติถอน' }).click();
    await page.getByText('300.00').first().waitFor();
    await approved(page);

    const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
    try {
      assert.deepEqual(await audit(database), [], 'the books are clean');
    } finally {
      await database.close();
    }
  });
}

/** A row says so; the filter above has an option of the same word. */
async function approved(page: Page): Promise<void> {
  await page.getByText('อนุมัติแล้ว').and(page.locator(':not(option)')).first().waitFor();
}

async function becomeMember(page: Page, account: string): Promise<void> {
  const phone = freePhone();
  await page.goto(`${product.url}/register`);
  await passPhoneStep(page, phone);
  await fillBankStep(page, account);
  await fillDetails(page);
  await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
  await page.waitForURL(`${product.url}/login`);
  await fillLogin(page, phone, PASSWORD);
  await page.waitForURL(`${product.url}/user/home`);
}

/** Transfers at the sandbox's bank from the member's account to the brand's, and picks the picture of the slip up. */
async function transfer(account: string, amount: number): Promise<Buffer> {
  const answer = await fetch(`${product.sandboxUrl}/bank/transfers`, {
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
  assert.ok(answer.ok, `the bank answered ${answer.status}`);
  const { slipImageUrl } = (await answer.json()) as { slipImageUrl: string };
  const picture = await fetch(new URL(slipImageUrl, product.sandboxUrl));
  return Buffer.from(await picture.arrayBuffer());
}

/** The rest of the turnover at the provider `test`: a bet that pays its stake back. */
async function playTheRest(page: Page, turnover: string): Promise<void> {
  const launchToken = await page.evaluate(async () => {
    const answer = await fetch('/game-composite/v1/launch', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'api-key': 'chaba-sandbox',
        'api-auth': localStorage.getItem('AccessToken') ?? '',
      },
      body: JSON.stringify({ ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' }),
    });
    return ((await answer.json()) as { data: { launchToken: string } }).data.launchToken;
  });
  const seat = await callWallet('authenticate', { token: launchToken });
  const common = { playerId: seat['playerId'], token: seat['token'], gameCode: 'test-slot', currency: 'THB' };
  // In four parts, so that a spin that lost does not leave too little for one stake.
  const stake = String(Number(turnover) / 4);
  for (const part of ['a', 'b', 'c', 'd']) {
    const round = { ...common, roundId: `road-${part}`, amount: stake };
    assert.equal((await callWallet('bet', { ...round, txId: `bet-${part}` }))['code'], 'OK');
    assert.equal((await callWallet('win', { ...round, txId: `win-${part}`, roundClosed: true }))['code'], 'OK');
  }
}

async function callWallet(
  operation: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const target = `/seamless/v1/${operation}`;
  const raw = JSON.stringify(body);
  const timestamp = String(Date.now());
  const signed = `${timestamp}\nPOST\n${target}\n${raw}`;
  const answer = await fetch(`${product.url}${target}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-key-id': 'test-key',
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', 'test-secret').update(signed).digest('base64'),
    },
    body: raw,
  });
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}
