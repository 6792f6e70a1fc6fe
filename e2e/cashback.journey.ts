// The cashback page: a share of losses is returned with its calculation, and is claimed once for any number of
// requests.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getCashback } from '@chaba/contract/cashback';
import { openDatabase } from '@chaba/database';
import { audit } from '@chaba/ledger';
import type { Page } from 'playwright-core';

import { calculate } from '#server/modules/cashback/cashback';
import { listSites } from '#server/modules/site/site';

import { openMobilePage } from '#testing/product/browser';
import { closeAlert } from './members.ts';
import { credit, type JourneyMember, makeMember, openAs, operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen, failOnceAndRetry } from './screens.ts';
import { pollUntil } from '#testing/product/until';
import { playRound, authenticateSession } from './wallet.ts';
import { testInFull } from '#testing/extent';

const product = await startProduct();

const PATH = '/user/cash_back';
const AN_HOUR_MS = 3_600_000;
const CLAIM = /\/users\/cashback\/vertify$/;

/** Returns the idempotency keys of all claims of the page. */
function recordClaims(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (CLAIM.test(request.url())) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** Creates a member with a loss. */
async function makeLoser(lost: string, roundId: string): Promise<JourneyMember> {
  const member = await makeMember(product);
  await credit(product, member, 1_000);
  const gameSession = await authenticateSession(product, member.token);
  await playRound(product, gameSession, { roundId, stake: lost, payout: '0' });
  return member;
}

/** Calculates the cashback of the last hour, as the timed job does for a period. */
async function calculateNow(): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  try {
    const [from, to] = [new Date(Date.now() - AN_HOUR_MS), new Date(Date.now() + 1)];
    for (const site of await listSites(database)) await calculate(database, site, { from, to });
  } finally {
    await database.close();
  }
}

test('sends no claim without a loss, shows the calculation of a loss, and pays once on a double click', async () => {
  const member = await makeLoser('480', 'cashback-a');
  const page = await openMobilePage();
  const claims = recordClaims(page);
  await openAs(page, product, member, PATH);
  await page.getByRole('heading', { name: 'คืนยอดเสีย' }).waitFor();
  await page.getByText('อัตราคืนยอดเสีย 0.4%').waitFor();
  await page.getByText('ไม่มีข้อมูล').waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeAlert(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
  assert.deepEqual(claims, []);

  // With play money a day is calculated at its end; until then its figure is shown and cannot be claimed.
  await pollUntil(async () => {
    const headers = { 'api-key': 'chaba-sandbox', 'api-auth': member.token };
    const response = await fetch(product.url + getCashback.path, { headers });
    const { data } = (await response.json()) as {
      data: { periods: readonly { isRunning: boolean; Amount: number }[] };
    };
    return data.periods.some(({ isRunning, Amount }) => isRunning && Amount > 0);
  });
  await page.reload();
  await page.getByText('ยังไม่ปิดยอด').waitFor();
  await page.getByText('วันนี้คิดได้ 1.92 บาท กดรับได้หลังปิดยอด 12:30 am').waitFor();
  await checkScreen(page);

  await calculateNow();
  await page.reload();
  const bill = page.getByRole('region', { name: 'คิดอย่างไร' });
  await bill.getByText('480.00 บาท').first().waitFor();
  await bill.getByText('1.92 บาท').waitFor();
  await bill.getByText('รอกดรับ').waitFor();
  await checkScreen(page);

  const { promise: held, resolve: letRefetchIn } = Promise.withResolvers<void>();
  await page.route('**/users/cashback', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).dblclick();
  assert.match(await closeAlert(page), /Success!/);
  assert.equal(claims.length, 1, 'a double click sends one request');
  assert.notEqual(claims[0], '');
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeAlert(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
  assert.equal(claims.length, 1, 'a press before the refetch completes sends no request');
  letRefetchIn();
  await page.getByRole('banner').getByText('521.92').waitFor();
  await bill.getByText('รับแล้ว').waitFor();
  await page.getByRole('region', { name: 'ประวัติการรับยอดคืน' }).getByText('+1.92').waitFor();
  await page.getByText('อนุมัติแล้ว').waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeAlert(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
  assert.equal(claims.length, 1);
});

testInFull('reports an unknown result after a lost response, repeats the same request, and pays once', async () => {
  const member = await makeLoser('400', 'cashback-b');
  await calculateNow();
  const page = await openMobilePage({ expected: /ERR_FAILED/ });
  const claims = recordClaims(page);
  await openAs(page, product, member, PATH);
  await page.getByText('1.60 บาท', { exact: true }).waitFor();
  let attempts = 0;
  await page.route(CLAIM, async (route) => {
    attempts += 1;
    // First the request is lost, then only the response; the page cannot distinguish them.
    if (attempts === 2) await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeAlert(page), /ยังไม่ทราบผลรายการ/);
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeAlert(page), /ยังไม่ทราบผลรายการ/);
  await page.getByRole('banner').getByText('601.60').waitFor();
  await page.getByText('รับแล้ว').waitFor();
  assert.equal(claims.length, 2);
  assert.equal(claims[0], claims[1]);

  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  try {
    assert.deepEqual(await audit(database), [], 'the ledger audit has no finding');
  } finally {
    await database.close();
  }
});

testInFull('opens the page as a modal at home that a reload keeps and back closes', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage();
  await openAs(page, product, member, '/user/home');
  const modal = page.getByRole('dialog', { name: 'คืนยอดเสีย' });
  await page.getByRole('navigation', { name: 'ทางลัด' }).getByRole('link', { name: 'คืนยอดเสีย' }).click();
  await modal.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeAlert(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
  await page.reload();
  await modal.getByRole('button', { name: 'กดรับยอดคืน' }).waitFor();
  await checkScreen(page);
  await page.goBack();
  await modal.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/user/home');
  await page.goForward();
  await modal.getByRole('button', { name: 'ปิด' }).click();
  await modal.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '');
});

testInFull('reports an unreadable figure with a retry, and a site without cashback', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ expected: /status of 503/ });
  await failOnceAndRetry(page, '**/users/cashback', () => openAs(page, product, member, PATH));
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).waitFor();

  await operator(product, 'set', 'usecashBack', 'off', '--reason', 'a journey');
  await page.reload();
  await page.getByText('ปิดรับยอดคืนชั่วคราว').waitFor();
  await checkScreen(page);
  await page.goto(`${product.url}/user/home`);
  const shortCuts = page.getByRole('navigation', { name: 'ทางลัด' });
  await shortCuts.getByRole('link', { name: 'แนะนำเพื่อน' }).waitFor();
  assert.equal(await shortCuts.getByRole('link', { name: 'คืนยอดเสีย' }).count(), 0, 'no link leads to the page');
});
