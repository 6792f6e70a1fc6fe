// Friend referral: a friend registers through the link, deposits and plays. The income is calculated, is released after
// three days, and is withdrawn once.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import type { Page } from 'playwright-core';

import { releaseDue } from '#server/modules/affiliates/affiliates';

import { openMobilePage } from '#testing/product/browser';
import {
  createAccountNumber,
  closeAlert,
  fillLogin,
  freePhone,
  join,
  PASSWORD,
  completeRegistration,
} from './members.ts';
import { credit, type JourneyMember, makeMember, openAs, operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen, failOnceAndRetry } from './screens.ts';
import { pollUntil } from '#testing/product/until';
import { playRound, authenticateSession } from './wallet.ts';
import { testInFull } from '#testing/extent';

const product = await startProduct();

const PATH = '/user/affiliate';
const WITHDRAW = /\/users\/affiliate\/vertify$/;

/** Returns the idempotency keys of all withdrawal requests of the page. */
function recordRequests(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (WITHDRAW.test(request.url())) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** Registers through the link. */
async function registerThroughLink(link: string, browser?: Page): Promise<JourneyMember> {
  const page = browser ?? (await openMobilePage());
  const [phone, account] = [freePhone(), createAccountNumber('8')];
  await page.goto(link);
  if (link.includes('/user/home/')) {
    await page.waitForURL(`${product.url}/`);
    await page.goto(`${product.url}/register`);
  }
  await completeRegistration(page, product.url, phone, account);
  // After the sign-in the visit continues at its first address.
  await page.waitForURL(/\/user\/home(\/|$)/);
  const [token, info] = await page.evaluate(() => [
    localStorage.getItem('AccessToken') ?? '',
    localStorage.getItem('UserInfo') ?? 'null',
  ]);
  await page.context().close();
  return { token: token ?? '', info: JSON.parse(info ?? 'null') as unknown, account };
}

async function loseAs(friend: JourneyMember, amount: string, roundId: string): Promise<void> {
  await credit(product, friend, 50_000);
  const gameSession = await authenticateSession(product, friend.token);
  await playRound(product, gameSession, { roundId, stake: amount, payout: '0' });
}

/** Releases income before its three days are over, as the timed job does after them. */
async function releaseIncome(): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  try {
    await database.execute(sql`update affiliate_result set releases_at = now() where state = 'pending'`);
    const sites = await database.rows<{ siteId: number }>(sql`select site_id as "siteId" from site`);
    for (const { siteId } of sites) await releaseDue(database, siteId);
    assert.deepEqual(await audit(database), [], 'the ledger audit has no finding');
  } finally {
    await database.close();
  }
}

async function setAutomaticMaximum(baht: number): Promise<void> {
  const database = openDatabase({ url: product.ownerUrl, poolSize: 1 });
  try {
    await database.execute(sql`update site set affiliate_automatic_max_e4 = ${BigInt(baht) * 10_000n}`);
  } finally {
    await database.close();
  }
}

test('shows the link to a member without friends, copies it, shares it and shows it as a code', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ permissions: ['clipboard-read', 'clipboard-write'] });
  const requests = recordRequests(page);
  await openAs(page, product, member, PATH);
  await page.getByText('ยังไม่มีเพื่อนที่สมัครผ่านลิงก์ของคุณ').waitFor();
  await checkScreen(page);

  const link = await readLink(page);
  await page.getByRole('button', { name: /คัดลอกลิงก์แนะนำของคุณ/ }).click();
  await page.getByText('คัดลอกแล้ว').first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);

  const shared = await page.evaluate(() => {
    const sharedData: ShareData[] = [];
    Object.assign(navigator, { canShare: () => true, share: async (data: ShareData) => void sharedData.push(data) });
    Object.assign(globalThis, { sharedData });
    return sharedData.length;
  });
  assert.equal(shared, 0);
  await page.getByRole('button', { name: 'แชร์ลิงก์' }).click();
  const sharing = await page.waitForFunction(() => {
    const { sharedData } = globalThis as unknown as { sharedData: ShareData[] };
    return sharedData.length > 0 && sharedData;
  });
  assert.deepEqual(await sharing.jsonValue(), [{ title: 'ชบา', text: 'มาเล่นด้วยกัน สมัครผ่านลิงก์นี้', url: link }]);

  await page.getByRole('button', { name: 'แสดง QR' }).click();
  const sheet = page.getByRole('dialog', { name: 'QR ลิงก์แนะนำ' });
  await sheet.getByRole('img', { name: /คิวอาร์โค้ด/ }).waitFor();
  await checkScreen(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'บันทึกรูป QR' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.png$/);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'ถอนรายได้' }).click();
  assert.match(await closeAlert(page), /คุณไม่มีรายได้ให้ถอน/);
  assert.deepEqual(requests, []);
});

async function readLink(page: Page): Promise<string> {
  const key = await page.evaluate(() => {
    const info = JSON.parse(localStorage.getItem('UserInfo') ?? '{}') as { affiliateKey: string };
    return info.affiliateKey;
  });
  await page.getByText(`/register/${key}`).first().waitFor();
  return `${product.url}/register/${key}`;
}

testInFull('shows the link before the income and keeps its code open when that loads', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage();
  const { promise: held, resolve: letIncomeIn } = Promise.withResolvers<void>();
  await page.route('**/users/affiliate', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await openAs(page, product, member, PATH);
  await page.getByRole('button', { name: 'แสดง QR' }).click();
  const sheet = page.getByRole('dialog', { name: 'QR ลิงก์แนะนำ' });
  await sheet.getByRole('img', { name: /คิวอาร์โค้ด/ }).waitFor();
  letIncomeIn();
  await page.getByText('ยังไม่มีเพื่อนที่สมัครผ่านลิงก์ของคุณ').waitFor({ state: 'attached' });
  assert.ok(await sheet.isVisible());
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  assert.ok(
    await page.getByRole('button', { name: 'แสดง QR' }).evaluate((button) => button === document.activeElement),
  );
});

test('calculates income on two levels, releases it and withdraws it once', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage();
  const requests = recordRequests(page);
  await openAs(page, product, member, PATH);
  const friend = await registerThroughLink(await readLink(page));
  const { affiliateKey } = friend.info as { affiliateKey: string };
  // The other referral address: a member's home with a key, which leads a visitor to the landing page.
  const friendOfFriend = await registerThroughLink(`${product.url}/user/home/${affiliateKey}`);
  await loseAs(friend, '10000', 'affiliate-a');
  await loseAs(friendOfFriend, '4000', 'affiliate-b');
  await operator(product, 'calculate');

  await page.reload();
  await page.getByText('2 คน').waitFor();
  await page.getByText('รอปล่อยรายได้').waitFor();
  await page.getByText('+30.00').waitFor();
  await page.getByText('+4.00').waitFor();
  assert.equal(await page.getByText(/^09x-xxx-xx\d{2}$/).count(), 2, 'phones are masked');
  await page.getByRole('tab', { name: 'ประวัติรายได้' }).click();
  await page.getByText('รอปล่อย', { exact: true }).first().waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'ถอนรายได้' }).click();
  assert.match(await closeAlert(page), /คุณไม่มีรายได้ให้ถอน/);
  assert.deepEqual(requests, []);

  await releaseIncome();
  await page.reload();
  await page.getByRole('tab', { name: 'ประวัติรายได้' }).click();
  await page.getByText('ปล่อยแล้ว').first().waitFor();
  const { promise: held, resolve: letRefetchIn } = Promise.withResolvers<void>();
  await page.route('**/users/affiliate', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'ถอนรายได้' }).dblclick();
  assert.match(await closeAlert(page), /ถอนรายได้เรียบร้อยแล้ว/);
  assert.equal(requests.length, 1, 'a double click sends one request');
  assert.notEqual(requests[0], '');
  await page.getByRole('button', { name: 'ถอนรายได้' }).click();
  assert.match(await closeAlert(page), /คุณไม่มีรายได้ให้ถอน/);
  assert.equal(requests.length, 1, 'a press before the refetch completes sends no request');
  letRefetchIn();
  await page.getByRole('banner').getByText('34.00').waitFor();
  await page.getByRole('tab', { name: 'การถอน' }).click();
  await page.getByText('อนุมัติแล้ว').waitFor();
  await checkScreen(page);
  // Spec §7: the income is recorded as a deposit of its own kind.
  await page.goto(`${product.url}/user/transactions-deposit`);
  await page.getByText('รายได้แนะนำเพื่อน').and(page.locator(':not(option)')).first().waitFor();
});

testInFull(
  'holds income above the automatic limit for an operator and repeats the same request after a lost response',
  async () => {
    const member = await makeMember(product);
    const page = await openMobilePage({ expected: /ERR_FAILED/ });
    const requests = recordRequests(page);
    await openAs(page, product, member, PATH);
    const { affiliateKey } = member.info as { affiliateKey: string };
    const friend = await registerThroughLink(`${product.url}/register/${affiliateKey}`);
    await setAutomaticMaximum(50);
    await loseAs(friend, '20000', 'affiliate-c');
    await operator(product, 'calculate');
    await releaseIncome();
    // The server reloads its sites every few seconds.
    await pollUntil(async () => {
      const response = await fetch(`${product.url}/v2/prefix`, { headers: { 'api-key': 'chaba-sandbox' } });
      const { data } = (await response.json()) as {
        data: { Affiliate: { autoWithdraw: { maxautoWithdraw: number } } };
      };
      return data.Affiliate.autoWithdraw.maxautoWithdraw === 50;
    });
    await page.reload();
    const limit = page.getByText('ไม่เกิน 50.00 บาท เข้าทันที มากกว่านั้นรอแอดมินตรวจสอบ');
    await limit.waitFor();
    let isLost = true;
    await page.route(WITHDRAW, async (route) => {
      if (!isLost) return route.continue();
      isLost = false;
      return route.abort();
    });
    await page.getByRole('button', { name: 'ถอนรายได้' }).click();
    assert.match(await closeAlert(page), /ยังไม่ทราบผลรายการ/);
    await page.getByRole('button', { name: 'ถอนรายได้' }).click();
    assert.match(await closeAlert(page), /คำขอถอนรายได้ 60\.00 บาท รอแอดมินตรวจสอบ/);
    assert.equal(requests.length, 2);
    assert.equal(requests[0], requests[1]);
    await page.getByRole('tab', { name: 'การถอน' }).click();
    await page.getByText('รอดำเนินการ').waitFor();
    await checkScreen(page);
  },
);

testInFull("holds the income of a friend who registers in the referrer's browser, with the reason", async () => {
  const { phone } = await join(product.url);
  const page = await openMobilePage();
  await page.goto(`${product.url}/login`);
  await fillLogin(page, phone, PASSWORD);
  await page.waitForURL(/\/user\/home$/);
  const affiliateKey = await page.evaluate(() => {
    const { affiliateKey: key } = JSON.parse(localStorage.getItem('UserInfo') ?? '{}') as { affiliateKey: string };
    // The session ends; the browser's device data stays.
    for (const name of ['AccessToken', 'UserInfo']) localStorage.removeItem(name);
    return key;
  });
  const friend = await registerThroughLink(`${product.url}/register/${affiliateKey}`, page);
  await loseAs(friend, '20000', 'affiliate-d');
  await operator(product, 'calculate');
  await releaseIncome();
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  try {
    const read = () =>
      database.one<{ day: string; state: string; suspicions: string[] }>(sql`
        select result.day, state, fraud_signals as suspicions from affiliate_result as result
        join affiliate_income as income using (site_id, member_id, day)
        join member using (site_id, member_id) where phone = ${phone}`);
    const { day, ...held } = await read();
    assert.deepEqual(held, { state: 'held', suspicions: ['device'] });
    await operator(product, 'release', phone, day, '--reason', 'one household');
    assert.equal((await read()).state, 'released');
    assert.deepEqual(await audit(database), []);
  } finally {
    await database.close();
  }
});

testInFull('reports an unreadable page with a retry, and a site without referral', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ expected: /status of 503/ });
  await failOnceAndRetry(page, '**/users/affiliate', () => openAs(page, product, member, PATH));
  await page.getByRole('button', { name: 'ถอนรายได้' }).waitFor();

  await operator(product, 'set', 'useAffiliate', 'off', '--reason', 'a journey');
  await page.reload();
  await page.getByText('ปิดระบบแนะนำเพื่อนชั่วคราว').waitFor();
  await checkScreen(page);
});
