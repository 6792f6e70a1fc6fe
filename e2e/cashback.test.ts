// The cashback page: what was lost comes back in part, its bill says why, and it is claimed once however often it is asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase } from '@chaba/database';
import { audit } from '@chaba/ledger';
import type { Page } from 'playwright-core';

import { calculate } from '#server/modules/cashback/cashback';
import { everySite } from '#server/modules/site/site';

import { openMobilePage } from './browser.ts';
import { closeNotice } from './members.ts';
import { credit, type MadeMember, makeMember, openAs, operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen, failOnceAndAskAgain } from './screens.ts';
import { pollUntil } from './until.ts';
import { playRound, authenticateSession } from './wallet.ts';

const product = await startProduct();

const PATH = '/user/cash_back';
const AN_HOUR_MS = 3_600_000;
const CLAIM = /\/users\/cashback\/vertify$/;

/** Every claim that left the page. */
function claimsOf(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (CLAIM.test(request.url())) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** A member who lost, and whose figure was calculated as the timed run does it. */
async function makeLoser(lost: string, roundId: string): Promise<MadeMember> {
  const member = await makeMember(product);
  await credit(product, member, 1_000);
  const seat = await authenticateSession(product, member.token);
  await playRound(product, seat, { roundId, stake: lost, payout: '0' });
  return member;
}

/** What the timed run does, without the seconds that it leaves to calls that are still on their way. */
async function calculateNow(): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  try {
    const [from, to] = [new Date(Date.now() - AN_HOUR_MS), new Date(Date.now() + 1)];
    for (const site of await everySite(database)) await calculate(database, site, { from, to });
  } finally {
    await database.close();
  }
}

test('without a loss nothing is asked; a loss comes back with its bill, once on a double click', async () => {
  const member = await makeLoser('480', 'cashback-a');
  const page = await openMobilePage();
  const claims = claimsOf(page);
  await openAs(page, product, member, PATH);
  await page.getByRole('heading', { name: 'คืนยอดเสีย' }).waitFor();
  await page.getByText('อัตราคืนยอดเสีย 0.4%').waitFor();
  await page.getByText('ไม่มีข้อมูล').waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeNotice(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
  assert.deepEqual(claims, []);

  // With play money a day is calculated when it is over; until then its figure is shown and nothing can be claimed.
  await pollUntil(async () => {
    await page.reload();
    await page.getByRole('button', { name: 'กดรับยอดคืน' }).waitFor();
    return page.getByText('ยังไม่ปิดยอด').isVisible();
  });
  await page.getByText('วันนี้คิดได้ 1.92 บาท กดรับได้หลังปิดยอด 00:30 น.').waitFor();
  await checkScreen(page);

  await calculateNow();
  await page.reload();
  const bill = page.getByRole('region', { name: 'คิดอย่างไร' });
  await bill.getByText('480.00 บาท').first().waitFor();
  await bill.getByText('1.92 บาท').waitFor();
  await bill.getByText('รอกดรับ').waitFor();
  await checkScreen(page);

  await page.getByRole('button', { name: 'กดรับยอดคืน' }).dblclick();
  assert.match(await closeNotice(page), /Success!/);
  assert.equal(claims.length, 1, 'a double click asks once');
  assert.notEqual(claims[0], '');
  await page.getByRole('banner').getByText('521.92').waitFor();
  await bill.getByText('รับแล้ว').waitFor();
  await page.getByRole('region', { name: 'ประวัติการรับยอดคืน' }).getByText('+1.92').waitFor();
  await page.getByText('อนุมัติแล้ว').waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeNotice(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
  assert.equal(claims.length, 1);
});

test('a lost answer says that nobody knows, the next press asks the same question, and it is paid once', async () => {
  const member = await makeLoser('400', 'cashback-b');
  await calculateNow();
  const page = await openMobilePage({ expected: /ERR_FAILED/ });
  const claims = claimsOf(page);
  await openAs(page, product, member, PATH);
  await page.getByText('1.60 บาท', { exact: true }).waitFor();
  let turn = 0;
  await page.route(CLAIM, async (route) => {
    turn += 1;
    // First the question is lost, then only the answer: the page cannot tell the one from the other.
    if (turn === 2) await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeNotice(page), /ยังไม่ทราบผลรายการ/);
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeNotice(page), /ยังไม่ทราบผลรายการ/);
  await page.getByRole('banner').getByText('601.60').waitFor();
  await page.getByText('รับแล้ว').waitFor();
  assert.equal(claims.length, 2);
  assert.equal(claims[0], claims[1]);

  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  try {
    assert.deepEqual(await audit(database), [], 'the books are clean');
  } finally {
    await database.close();
  }
});

test('home opens the same screens as modals: back closes one, a reload keeps it, notices stand above it', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage();
  await openAs(page, product, member, '/user/home');
  const modal = page.getByRole('dialog', { name: 'คืนยอดเสีย' });
  await page.getByRole('navigation', { name: 'ทางลัด' }).getByRole('link', { name: 'คืนยอดเสีย' }).click();
  await modal.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeNotice(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
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

test('a figure that cannot be read is said and asked again; a brand that has closed cashback says so', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ expected: /status of 503/ });
  await failOnceAndAskAgain(page, '**/users/cashback', () => openAs(page, product, member, PATH));
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).waitFor();

  await operator(product, 'set', 'usecashBack', 'off', '--reason', 'a journey');
  await page.reload();
  await page.getByText('ปิดรับยอดคืนชั่วคราว').waitFor();
  await checkScreen(page);
  await page.goto(`${product.url}/user/home`);
  const shortCuts = page.getByRole('navigation', { name: 'ทางลัด' });
  await shortCuts.getByRole('link', { name: 'แนะนำเพื่อน' }).waitFor();
  assert.equal(await shortCuts.getByRole('link', { name: 'คืนยอดเสีย' }).count(), 0, 'nothing leads there');
});
