// The demo member of npm start: every address of the specification shows its page with content; deposit, play and
// withdrawal succeed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMobilePage } from '#testing/product/browser';
import { isRepeated, memberAddresses, publicAddresses } from './conformance/conformance.ts';
import { createSession, signIn } from './members.ts';
import { startProduct } from './product.ts';
import { checkAccessibility } from './screens.ts';
import { playRound, authenticateSession } from './wallet.ts';

const product = await startProduct({ hasDemoHistory: true });

/** Texts on the pages of the demo member, in addition to the title of each page. */
const contents: Readonly<Record<string, readonly string[]>> = {
  '/user/promotion': ['โบนัสที่กำลังใช้', 'ฝากประจำวัน รับโบนัส 30%'],
  '/user/cash_back': ['รอกดรับ', 'กดรับยอดคืน'],
  '/user/affiliate': ['08x-xxx-xx01', 'รอปล่อยรายได้'],
  '/user/spinner': ['หมุนฟรี 1 ครั้ง'],
  '/user/game': ['เล่นล่าสุด', 'ยอดนิยมในสัปดาห์นี้'],
  '/user/transactions-deposit': ['รับโบนัส', 'ไม่รับโบนัส'],
};

test('shows title and content at every address without an accessibility violation', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  const main = page.getByRole('main');
  const check = async (address: string, title?: string) => {
    await page.goto(product.url + address);
    if (title !== undefined) await page.waitForFunction((wanted) => document.title === wanted, title);
    assert.equal(page.url(), product.url + address);
    for (const word of contents[address] ?? []) await main.getByText(word).first().waitFor();
    if (isRepeated(address)) return;
    await page.waitForFunction(() => document.querySelector('.animate-pulse') === null);
    await checkAccessibility(page);
  };
  for (const [address, title] of publicAddresses) await check(address, title);
  await check('/user/login', 'เข้าสู่ระบบ · ชบา');
  await signIn(page, product.url);
  await page.getByText(/^ทำได้ 2,[\d,.]+/).waitFor();
  for (const [address, title] of memberAddresses) await check(address, title);
  const row = main.getByRole('listitem');
  await page.getByRole('button', { name: 'ทั้งหมด' }).click();
  for (const word of ['เครดิตฟรี', 'คืนยอดเสีย', 'รายได้แนะนำเพื่อน', 'รอดำเนินการ']) {
    await row.getByText(word).first().waitFor();
  }
  await check('/user/history?tab=withdraw');
  await row.getByText('-150.00').first().waitFor();
  await check('/user/history?tab=bets');
  for (const word of ['ผลได้เสียสุทธิ', 'ออกผลแล้ว']) await main.getByText(word).first().waitFor();
  await row.getByRole('button').first().click();
  await page.getByRole('dialog').waitFor();
  await checkAccessibility(page);
});

test('lets the demo member deposit, play the remaining turnover of the bonus, and withdraw', async () => {
  const { token } = await createSession(product.url);
  const sendRequest = async (path: string, body?: object) => {
    const response = await fetch(product.url + path, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: {
        'api-key': 'chaba-sandbox',
        'api-auth': token,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
    });
    const payload = (await response.json()) as { data: Record<string, number | undefined>; message?: string };
    assert.ok(response.ok, `${path}: ${payload.message}`);
    return payload.data;
  };
  const balance = () => sendRequest('/user-profile-composite/v1/profile/balance');
  const before = (await balance())['balance'] ?? 0;
  const transfer = await fetch(`${product.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fromBankCode: '014',
      fromAccount: '1112223334',
      toBankCode: '004',
      toAccount: '9998887776',
      amount: 200,
    }),
  });
  const { slipQr } = (await transfer.json()) as { slipQr: string };
  const deposited = await sendRequest('/user-profile-composite/v1/topup-api/pullslip', { barcode: slipQr });
  assert.deepEqual(
    [deposited['wallet'] as unknown, deposited['Amount']],
    ['mainWallet', 200],
    'the running bonus has a cap',
  );
  assert.equal((await balance())['balance'], before);

  const { remaining = 0 } = await sendRequest('/fund-composite/v1/withdrawal/condition');
  assert.ok(remaining > 0 && remaining < 450, `${remaining}`);
  const gameSession = await authenticateSession(product, token);
  const stake = `${remaining}.0000`.replace(/(\.\d+)\.0000$/, '$1');
  await playRound(product, gameSession, { roundId: 'demo-journey', stake, payout: stake });
  await sendRequest('/fund-composite/v1/withdrawal', { Amount: 300, Channel: 'BANK' });
  assert.equal((await balance())['balance'], before - 300);
});
