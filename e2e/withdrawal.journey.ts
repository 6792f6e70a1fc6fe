// The withdraw page: a withdrawal that cannot succeed is reported without a request, and a request is shown until it is
// paid or returned.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { APPROVED } from '@chaba/contract/codes';
import { withdrawHistory } from '@chaba/contract/history';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { closeAlert } from './members.ts';
import { credit, type JourneyMember, makeMember, openAs, operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen, failOnceAndRetry } from './screens.ts';
import { pollUntil } from '#testing/product/until';
import { closeRound, openRound, playRound, authenticateSession } from './wallet.ts';
import { testInFull } from '#testing/extent';

const product = await startProduct();

const PATH = '/user/withdraw';

async function openWithdraw(member: JourneyMember, options: Parameters<typeof openMobilePage>[0] = {}): Promise<Page> {
  const page = await openMobilePage(options);
  await openAs(page, product, member, PATH);
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').waitFor();
  return page;
}

/** Returns the idempotency keys of all withdrawal requests of the page. */
function recordRequests(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/withdrawal')) {
      keys.push(request.headers()['idempotency-key'] ?? '');
    }
  });
  return keys;
}

async function fillAndSubmit(page: Page, amount: string): Promise<void> {
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill(amount);
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
}

async function confirm(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'ยืนยันถอนเงิน' });
  await sheet.getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
}

/** Redeems the free code and returns the headers of the member's requests. */
async function redeem(member: JourneyMember): Promise<Readonly<Record<string, string>>> {
  const headers = { 'api-key': 'chaba-sandbox', 'api-auth': member.token, 'content-type': 'application/json' };
  const redeemed = await fetch(`${product.url}/user-profile-composite/v1/topup/itemcode/redeem`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ redeem_code: 'WELCOME50' }),
  });
  assert.ok(redeemed.ok);
  return headers;
}

/** Returns the reference of the member's latest withdrawal. */
async function findLatestWithdrawal(member: JourneyMember): Promise<string> {
  const headers = { 'api-key': 'chaba-sandbox', 'api-auth': member.token };
  const response = await fetch(product.url + withdrawHistory.path, { headers });
  const { data } = (await response.json()) as { data: { Transaction: readonly { id: string }[] } };
  return data.Transaction[0]?.id ?? '';
}

/** Sets the sandbox bank's status of the member's latest payout, also after an earlier status. */
async function reportPayout(member: JourneyMember, status: 'paid' | 'failed' | 'returned'): Promise<void> {
  const payoutId = `P1-${Number((await findLatestWithdrawal(member)).slice(1))}`;
  const response = await fetch(`${product.sandboxUrl}/bank/payouts/${payoutId}/result`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  });
  assert.ok(response.ok, `${payoutId} ${status}`);
}

test('shows missing turnover and sends no request', async () => {
  const member = await makeMember(product);
  await credit(product, member, 1_000);
  const page = await openWithdraw(member);
  const requests = recordRequests(page);
  await page.getByText('ยังขาดยอดเทิร์นโอเวอร์อีก 1,000.00 บาท').waitFor();
  await checkScreen(page);
  await fillAndSubmit(page, '500');
  assert.match(await closeAlert(page), /ยังขาดยอดเทิร์นโอเวอร์อีก 1,000\.00 บาท/);
  assert.deepEqual(requests, []);
});

test('switches the turnover requirement of deposits off for the following tests', async () => {
  await operator(product, 'set', 'depositTurnover', '0', '--reason', 'journeys without play');
});

test('rejects an amount below the minimum without a request', async () => {
  const member = await makeMember(product);
  await credit(product, member, 1_000);
  const page = await openWithdraw(member);
  const requests = recordRequests(page);
  await fillAndSubmit(page, '99.99');
  assert.match(await closeAlert(page), /ถอนเงินขั้นต่ำ 100 บาท/);
  await fillAndSubmit(page, '');
  assert.match(await closeAlert(page), /กรุณากรอกจำนวนเงินให้ถูกต้อง/);
  await fillAndSubmit(page, '1000.01');
  assert.match(await closeAlert(page), /ยอดเงินไม่เพียงพอ/);
  assert.equal(await page.getByLabel('จำนวนเงินที่ต้องการถอน').getAttribute('maxlength'), '8');
  assert.deepEqual(requests, []);
});

testInFull('shows that withdrawals are closed instead of a form that cannot succeed', async () => {
  await operator(product, 'set', 'canWithdraw', 'off', '--reason', 'the bank is closed');
  try {
    const member = await makeMember(product);
    await credit(product, member, 500);
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    await openAs(page, product, member, PATH);
    const title = page.getByText('ปิดให้บริการถอนเงินชั่วคราว');
    await title.waitFor();
    const figure = page.getByRole('main').getByText('500.00').first();
    await figure.waitFor();
    // Above the card: below it, the bar of a small phone covers the sentence.
    const [closedBox, figureBox] = [await title.boundingBox(), await figure.boundingBox()];
    assert.ok(closedBox && figureBox && closedBox.y + closedBox.height < figureBox.y);
    assert.equal(await page.getByLabel('จำนวนเงินที่ต้องการถอน').count(), 0);
    assert.equal(await page.getByText('ปิดให้บริการถอนเงินชั่วคราว').count(), 1);
    await checkScreen(page);
  } finally {
    await operator(product, 'set', 'canWithdraw', 'on', '--reason', 'the bank is open');
  }
});

test('confirms, holds, lists and pays a withdrawal while the page is open', async () => {
  const member = await makeMember(product, '0005');
  await credit(product, member, 1_284.5);
  const page = await openWithdraw(member);
  const requests = recordRequests(page);
  await page.getByText('ไม่มียอดเทิร์นที่ต้องทำ').waitFor();
  await page.getByRole('button', { name: '500' }).click();
  assert.equal(await page.getByLabel('จำนวนเงินที่ต้องการถอน').inputValue(), '500');
  await page.getByRole('button', { name: /^ถอนทั้งหมด/ }).click();
  assert.equal(await page.getByLabel('จำนวนเงินที่ต้องการถอน').inputValue(), '1284.50');

  await fillAndSubmit(page, '500');
  const sheet = page.getByRole('dialog', { name: 'ยืนยันถอนเงิน' });
  await sheet.getByText('784.50 บาท').waitFor();
  await sheet.getByText('0.00 บาท', { exact: true }).waitFor();
  await checkScreen(page);
  await sheet.getByRole('button', { name: 'ยืนยันถอนเงิน' }).dblclick();
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ\s+รอโอนเข้าบัญชีของคุณ/);
  assert.equal(requests.length, 1, 'a double click sends one request');
  assert.notEqual(requests[0], '');
  await page.getByRole('banner').getByText('784.50').waitFor();

  // The bank delays this payout; only one request can be open.
  await page.getByRole('heading', { name: 'รายการถอนล่าสุด' }).waitFor();
  await page.getByText('รอดำเนินการ').waitFor();
  await checkScreen(page);
  await fillAndSubmit(page, '100');
  assert.match(await closeAlert(page), /มีรายการถอนที่กำลังดำเนินการอยู่/);
  assert.equal(requests.length, 1);
});

testInFull('reports a paid withdrawal without a reload', async () => {
  const member = await makeMember(product);
  await credit(product, member, 400);
  const page = await openWithdraw(member);
  await fillAndSubmit(page, '300');
  await confirm(page);
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ/);
  await page.getByText('โอนเงินเข้าบัญชีของคุณแล้ว').waitFor();
  await page.getByText('อนุมัติแล้ว').waitFor();
  await page.getByRole('banner').getByText('100.00').waitFor();
});

testInFull('reports a withdrawal that was paid before the page could load it', async () => {
  const member = await makeMember(product);
  await credit(product, member, 400);
  const page = await openWithdraw(member);
  const paid = Promise.withResolvers<void>();
  await page.route(`**${withdrawHistory.path}*`, async (route) => {
    await paid.promise;
    await route.continue();
  });
  await fillAndSubmit(page, '300');
  await confirm(page);
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ/);
  await pollUntil(async () => {
    const headers = { 'api-key': 'chaba-sandbox', 'api-auth': member.token };
    const response = await fetch(product.url + withdrawHistory.path, { headers });
    const { data } = (await response.json()) as { data: { Transaction: readonly { Status: number }[] } };
    return data.Transaction[0]?.Status === APPROVED;
  });
  paid.resolve();
  await page.getByText('โอนเงินเข้าบัญชีของคุณแล้ว').waitFor();
});

testInFull('returns the money of a failed payout, and the member moves it to the game wallet', async () => {
  const member = await makeMember(product, '0004');
  await credit(product, member, 400);
  const page = await openWithdraw(member);
  await fillAndSubmit(page, '400');
  await confirm(page);
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ/);
  await page.getByText('ธนาคารโอนไม่สำเร็จ เงินกลับเข้ากระเป๋าหลักแล้ว').waitFor();
  await page.getByText('ล้มเหลว').waitFor();
  await page.getByRole('heading', { name: 'เงินพักในกระเป๋าหลัก' }).waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'ย้ายเข้ากระเป๋าเกม' }).click();
  assert.match(await closeAlert(page), /ย้ายเงิน 400\.00 บาท เข้ากระเป๋าเกมแล้ว/);
  await page.getByRole('banner').getByText('400.00').waitFor();
});

test('reports an unknown result after a lost response and repeats the same request after a reload', async () => {
  const member = await makeMember(product);
  await credit(product, member, 600);
  const page = await openWithdraw(member, { expected: /ERR_FAILED/ });
  const requests = recordRequests(page);
  let isLost = true;
  await page.route('**/v1/withdrawal', async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    return route.abort();
  });
  await fillAndSubmit(page, '600');
  await confirm(page);
  assert.match(await closeAlert(page), /ยังไม่ทราบผลรายการ กรุณาตรวจสอบในประวัติก่อนทำซ้ำ/);
  await page.reload();
  await fillAndSubmit(page, '600');
  await confirm(page);
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ/);
  assert.equal(requests.length, 2);
  assert.equal(requests[0], requests[1]);
});

test('shows the removal by a cap before the confirmation and moves it to the residual wallet', async () => {
  const member = await makeMember(product);
  await credit(product, member, 300);
  const headers = await redeem(member);
  // The code requires a turnover of 250 and allows 200 to leave in addition to the previous 300.
  await playRound(product, await authenticateSession(product, member.token), {
    roundId: `cap-${member.account}`,
    stake: '300',
    payout: '600',
  });
  const page = await openMobilePage();
  await openAs(page, product, member, PATH);
  await page.getByText('ถอนได้สูงสุด').waitFor();
  await fillAndSubmit(page, '600');
  assert.match(await closeAlert(page), /โบนัสนี้ถอนได้สูงสุด 500\.00 บาท/);
  await fillAndSubmit(page, '500');
  const sheet = page.getByRole('dialog', { name: 'ยืนยันถอนเงิน' });
  await sheet.getByText('-150.00 บาท').waitFor();
  await sheet.getByText('โบนัสนี้ถอนได้สูงสุด 500.00 บาท ยอดที่เกิน 150.00 บาทจะถูกหักออกเมื่อจ่ายเงิน').waitFor();
  await checkScreen(page);
  await confirm(page);
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ/);
  const loadWallets = async (): Promise<Readonly<Record<string, number>>> => {
    const response = await fetch(`${product.url}/user-profile-composite/v1/profile/balance`, { headers });
    return ((await response.json()) as { data: { internalWallet: Record<string, number> } }).data.internalWallet;
  };
  await pollUntil(async () => (await loadWallets())['residualWallet'] === 150);
  const { gameWallet, residualWallet } = await loadWallets();
  assert.deepEqual({ gameWallet, residualWallet }, { gameWallet: 0, residualWallet: 150 });
});

testInFull('names an open round under a cap as the reason until it has its result', async () => {
  const member = await makeMember(product);
  await credit(product, member, 300);
  await redeem(member);
  const gameSession = await authenticateSession(product, member.token);
  await playRound(product, gameSession, { roundId: `first-${member.account}`, stake: '300', payout: '300' });
  const open = `open-${member.account}`;
  await openRound(product, gameSession, { roundId: open, stake: '100' });
  const page = await openWithdraw(member);
  const requests = recordRequests(page);
  const reason = page.getByRole('main').getByText(/^ยังมีรอบเกมที่รอผลอยู่ขณะใช้โบนัสที่จำกัดยอดถอน/);
  await reason.waitFor();
  await checkScreen(page);
  await fillAndSubmit(page, '200');
  assert.match(await closeAlert(page), /กรุณาเล่นให้จบรอบหรือรอผลก่อน แล้วจึงถอนเงิน/);
  assert.deepEqual(requests, []);
  await closeRound(product, gameSession, { roundId: open, payout: '0' });
  await reason.waitFor({ state: 'detached' });
  await fillAndSubmit(page, '200');
  await confirm(page);
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ/);
});

testInFull('shows in dialog, page and list that an operator decides the request', async () => {
  const member = await makeMember(product);
  await credit(product, member, 6_000);
  const page = await openWithdraw(member);
  await fillAndSubmit(page, '5500');
  await confirm(page);
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ\s+รายการนี้รอเจ้าหน้าที่ตรวจสอบก่อนโอนเงิน/);
  await page.getByRole('main').getByText('รอเจ้าหน้าที่ตรวจสอบ', { exact: true }).waitFor();
  await checkScreen(page);
  await page.getByRole('link', { name: 'ดูในประวัติ' }).click();
  await page.getByRole('listitem').getByText('รอเจ้าหน้าที่ตรวจสอบ', { exact: true }).waitFor();
  await checkScreen(page);
});

testInFull('returns a payout days later and holds one with contradicting bank reports', async () => {
  const member = await makeMember(product);
  await credit(product, member, 700);
  const page = await openWithdraw(member);
  await fillAndSubmit(page, '300');
  await confirm(page);
  await closeAlert(page);
  await page.getByText('โอนเงินเข้าบัญชีของคุณแล้ว').waitFor();
  await reportPayout(member, 'returned');
  await page.getByText('ธนาคารปลายทางส่งเงินคืน เงินกลับเข้ากระเป๋าหลักแล้ว').waitFor();
  await page.getByRole('heading', { name: 'เงินพักในกระเป๋าหลัก' }).waitFor();

  const failing = await makeMember(product, '0004');
  await credit(product, failing, 400);
  const other = await openWithdraw(failing);
  await fillAndSubmit(other, '400');
  await confirm(other);
  await closeAlert(other);
  await other.getByText('ธนาคารโอนไม่สำเร็จ เงินกลับเข้ากระเป๋าหลักแล้ว').waitFor();
  await reportPayout(failing, 'paid');
  await other.getByText(/^กำลังตรวจสอบผลการโอนกับธนาคาร/).waitFor();
  await other.getByText(/^รายการถอนก่อนหน้านี้กำลังรอตรวจสอบกับธนาคาร/).waitFor();
  await other.getByRole('heading', { name: 'เงินพักในกระเป๋าหลัก' }).waitFor({ state: 'detached' });
  await checkScreen(other);
  await operator(product, 'confirm-failed', await findLatestWithdrawal(failing), '--reason', 'the bank apologised');
  await other.getByText('ธนาคารโอนไม่สำเร็จ เงินกลับเข้ากระเป๋าหลักแล้ว').waitFor();
  await other.getByRole('heading', { name: 'เงินพักในกระเป๋าหลัก' }).waitFor();
});

testInFull('shows the balance before the condition loads, as long as it is current', async () => {
  const member = await makeMember(product);
  await credit(product, member, 400);
  const page = await openMobilePage({ expected: /ERR_INTERNET_DISCONNECTED/ });
  // The request gets no response.
  await page.route('**/withdrawal/condition', () => undefined);
  await openAs(page, product, member, PATH);
  const amount = page.getByRole('main').getByText('400.00');
  await amount.waitFor();
  await page.context().setOffline(true);
  await page
    .getByRole('banner')
    .getByText(/^ยอดเงิน ณ/)
    .waitFor();
  assert.equal(await amount.count(), 0);
});

testInFull('reports an unreadable condition with a retry', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ expected: /status of 503/ });
  await failOnceAndRetry(page, '**/withdrawal/condition', () => openAs(page, product, member, PATH));
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').waitFor();
});

test('counts a failed payout under the cap of a code until it is moved to the game wallet', async () => {
  const member = await makeMember(product, '0004');
  await redeem(member);
  const game = await authenticateSession(product, member.token);
  await playRound(product, game, { roundId: 'returned-1', stake: '50.00', payout: '600.00' });
  await playRound(product, game, { roundId: 'returned-2', stake: '250.00', payout: '250.00' });
  const page = await openWithdraw(member, { viewport: { width: 360, height: 800 } });
  await fillAndSubmit(page, '200');
  await confirm(page);
  await closeAlert(page);
  await page.getByText('เงินพักในกระเป๋าหลัก').waitFor();
  await page.getByText('เงินถอนที่โอนไม่สำเร็จ 200.00 บาท อยู่ในกระเป๋าหลัก').waitFor();
  await page.getByText('ถอนได้สูงสุด 0.00 บาท').waitFor();
  await page.getByRole('button', { name: 'ถอนทั้งหมด 0.00 บาท' }).waitFor();
  await fillAndSubmit(page, '200');
  assert.match(await closeAlert(page), /กรุณาย้ายเข้ากระเป๋าเกมก่อน/);
  // A full meter promises no withdrawal that would be rejected.
  await page.goto(`${product.url}/user/home`);
  await page.getByText('ทำเทิร์นครบแล้ว', { exact: true }).waitFor();
  await page.goto(`${product.url}${PATH}`);
  await page.getByRole('button', { name: 'ย้ายเข้ากระเป๋าเกม' }).click();
  await page.getByText('ยังนับรวมในยอดถอนสูงสุด 200.00 บาทของโบนัส').waitFor();
  await page.getByRole('button', { name: 'ย้ายเงิน', exact: true }).click();
  await closeAlert(page);
  await page.getByText('เงินพักในกระเป๋าหลัก').waitFor({ state: 'detached' });
  await page.getByText('ถอนได้สูงสุด 200.00 บาท').waitFor();
  await page.getByText('ขั้นต่ำ 100.00 บาท / สูงสุด 200.00 บาท').waitFor();
});
