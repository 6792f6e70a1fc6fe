// Promotions: their value in baht, opting in, choosing one, the grant with a deposit, the meter, and cancelling it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import type { Page } from 'playwright-core';

import { openMobilePage, untilHydrated } from '#testing/product/browser';
import { testInFull } from '#testing/extent';
import { closeAlert } from './members.ts';
import { credit, type JourneyMember, makeMember, openAs, operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { playRound, authenticateSession } from './wallet.ts';

const product = await startProduct();
const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
after(() => database.close());

const PATH = '/user/promotion';
/** The interval in which a page without a stream reads the balance (apps/web/src/lib/api/live.ts). */
const POLL_MS = 15_000;
const headers = (member: JourneyMember) => ({
  'api-key': 'chaba-sandbox',
  'api-auth': member.token,
  'content-type': 'application/json',
});

async function optIn(member: JourneyMember): Promise<void> {
  const response = await fetch(`${product.url}/user-profile-composite/v1/users/setting`, {
    method: 'POST',
    headers: headers(member),
    body: JSON.stringify({ isBonus: true }),
  });
  assert.ok(response.ok);
}

async function loadQuote(
  member: JourneyMember,
  amount: string,
): Promise<{ offers: { title: string; bonusAmount: number; needTurnover: number }[] }> {
  const path = `/user-profile-composite/v1/users/bonus/quote?amount=${amount}`;
  const response = await fetch(product.url + path, { headers: headers(member) });
  return ((await response.json()) as { data: Awaited<ReturnType<typeof loadQuote>> }).data;
}

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

testInFull("confirms a change of the selector and shows the server's state after a reload", async () => {
  const member = await makeMember(product);
  const page = await openMobilePage();
  await openAs(page, product, member, PATH);
  await card(page, 'เดิมพันฝั่งไหน').first().waitFor();
  const heights = await page
    .locator('article dt')
    .evaluateAll((labels) => labels.map(({ clientHeight }) => clientHeight));
  assert.equal(new Set(heights).size, 1, 'each label of the terms has one line');
  const selector = page.getByRole('switch');
  assert.equal(await selector.getAttribute('aria-checked'), 'false');
  await selector.click();
  const question = page.getByRole('alertdialog');
  await question.getByText('คุณต้องการเปลี่ยนสถานะเป็น รับโปรโมชั่น ใช่หรือไม่').waitFor();
  await question.getByRole('button', { name: 'ไม่ใช่', exact: true }).click();
  assert.equal(await selector.getAttribute('aria-checked'), 'false');
  await selector.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ใช่', exact: true }).click();
  await page.getByText('อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว').waitFor();
  await closeAlert(page);
  await page.locator('[role=switch][aria-checked=true]').waitFor();
  await page.context().close();
});

testInFull('shows known promotions until all responses about the member arrived', async () => {
  const member = await makeMember(product);
  await optIn(member);
  const page = await openMobilePage();
  const delay = async (call: string): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(call, async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    });
    return resolve;
  };
  const letBonusIn = await delay('**/users/bonus');
  const letListIn = await delay('**/info/promotion');
  const request = page.waitForRequest('**/info/promotion');
  await openAs(page, product, member, PATH);
  await untilHydrated(page);
  await card(page, 'ต้อนรับสมาชิกใหม่').waitFor();
  // Before the first response, because two requests in sequence would be visible.
  await request;
  letBonusIn();
  await page.getByRole('switch').waitFor();
  assert.ok(await card(page, 'ต้อนรับสมาชิกใหม่').isVisible());
  letListIn();
  await card(page, 'ต้อนรับสมาชิกใหม่').getByText('ฝาก 500.00 รับ 500.00 ต้องทำเทิร์น 15,000.00 บาท').waitFor();
  await page.context().close();
});

test('shows on each card the bonus for the typed deposit as the server computes it', async () => {
  const member = await makeMember(product);
  await optIn(member);
  const page = await openMobilePage({ viewport: { width: 1280, height: 800 } });
  await openAs(page, product, member, PATH);
  await page.getByRole('button', { name: '100', exact: true }).click();
  await card(page, 'ต้อนรับสมาชิกใหม่').getByText('ฝาก 100.00 รับ 100.00 ต้องทำเทิร์น 3,000.00 บาท').waitFor();
  await card(page, 'ต้อนรับสมาชิกใหม่').getByText('ทำเทิร์น 15 เท่า (100.00 + 100.00) × 15 = 3,000.00 บาท').waitFor();
  await card(page, 'ต้อนรับสมาชิกใหม่').getByText('โต๊ะสดที่ค่ายไม่บอกว่าเดิมพันฝั่งไหน').waitFor();
  // The daily promotion begins at 200.
  await card(page, 'ฝากประจำวัน').getByText('ต้องฝากอย่างน้อย 200.00 บาท จึงจะได้รับโบนัสนี้').waitFor();
  await page.getByLabel('คำนวณเงื่อนไขเมื่อฝาก (บาท)').fill('333.33');
  const baht = (amount: number): string => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
  for (const { title, bonusAmount, needTurnover } of (await loadQuote(member, '333.33')).offers) {
    const sentence = `ฝาก 333.33 รับ ${baht(bonusAmount)} ต้องทำเทิร์น ${baht(needTurnover)} บาท`;
    await card(page, title).getByText(sentence).waitFor();
  }
  // The card lists stakes that count in part.
  await card(page, 'ต้อนรับสมาชิกใหม่').getByText('เทิร์นจากคาสิโนสด').waitFor();
  await card(page, 'ต้อนรับสมาชิกใหม่').getByText('นับ 25%').waitFor();
  await checkScreen(page);
  await page.context().close();
});

test('grants a chosen promotion with the deposit, fills the meter by play, and shows the loss before cancelling', async () => {
  const member = await makeMember(product);
  await optIn(member);
  const page = await openMobilePage();
  await openAs(page, product, member, PATH);
  await card(page, 'ต้อนรับสมาชิกใหม่').getByText('จะได้รับเมื่อฝาก').waitFor();
  await card(page, 'ฝากซ้ำ').getByRole('button', { name: 'เลือกโปรนี้สำหรับการฝากครั้งถัดไป' }).click();
  await card(page, 'ฝากซ้ำ').getByText('เลือกไว้ · จะได้รับเมื่อฝาก').waitFor();

  // The deposit page shows the same before the transfer, and offers the others.
  await page.goto(`${product.url}/user/deposit`);
  await page.getByText('ฝาก 500.00 รับ 100.00 ต้องทำเทิร์น 6,600.00 บาท').waitFor();
  await page.getByRole('button', { name: 'เลือกโปรโมชั่น', exact: true }).click();
  const [reload, best] = [/^ฝากซ้ำ/, /^ให้ระบบเลือกโปรที่คุ้มที่สุด/].map((name) => page.getByRole('radio', { name }));
  assert.ok(reload && best);
  const isChosen = page.locator(':checked, [aria-checked=true]');
  await reload.and(isChosen).waitFor();
  await page.getByText('รับ 500.00 บาท · ทำเทิร์น 15,000.00 บาท · ถอนได้สูงสุด 1,500.00 บาท').waitFor();
  await checkScreen(page);
  await best.click();
  await page.getByText('ฝาก 500.00 รับ 500.00 ต้องทำเทิร์น 15,000.00 บาท').waitFor();
  await best.and(isChosen).waitFor();
  await page.getByRole('radio', { name: /^ฝากประจำวัน/ }).click();
  await page.getByText('จากโปรโมชั่น ฝากประจำวัน', { exact: false }).waitFor();
  // The chosen promotion begins at 200; for less the page names another one.
  await page.getByLabel('จำนวนเงินที่จะฝาก').fill('150');
  await page.getByText('โปรโมชั่นที่คุณเลือกไว้ใช้กับยอดนี้ไม่ได้', { exact: false }).waitFor();
  await page.getByText('จากโปรโมชั่น ต้อนรับสมาชิกใหม่', { exact: false }).waitFor();
  await page.getByRole('radio', { name: /^ฝากซ้ำ/ }).click();
  await page.getByText('ฝาก 150.00 รับ 30.00 ต้องทำเทิร์น 1,980.00 บาท').waitFor();

  await credit(product, member, 500);
  await page.addInitScript((pollMs) => {
    const start = window.setInterval.bind(window);
    window.setInterval = ((run: () => void, ms?: number) =>
      ms === pollMs ? 0 : start(run, ms)) as typeof window.setInterval;
  }, POLL_MS);
  await page.goto(product.url + PATH);
  const meter = page.getByRole('meter').first();
  await page.getByRole('heading', { name: /ฝากซ้ำ/, level: 2 }).waitFor();
  assert.equal(await meter.getAttribute('aria-valuenow'), '0');
  const gameSession = await authenticateSession(product, member.token);
  await playRound(product, gameSession, { roundId: `promo-${member.account}`, stake: '300', payout: '0' });
  // By the stream: the page does not poll.
  await page.getByText('300.00', { exact: true }).first().waitFor();
  await checkScreen(page);

  await page.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('300.00 บาท', { exact: true }).first().waitFor();
  await sheet.getByText('-100.00 บาท').waitFor();
  await sheet.getByText('200.00 บาท', { exact: true }).waitFor();
  await checkScreen(page);
  await sheet.getByRole('button', { name: 'ใช้โบนัสต่อ' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'ยืนยันยกเลิกโบนัส' }).dblclick();
  assert.match(await closeAlert(page), /ยกเลิกโบนัสเรียบร้อยแล้ว/);

  const row = page.locator('details').first();
  await row.getByText('ยกเลิกแล้ว').waitFor();
  await row.locator('summary').click();
  await row.getByText('ได้รับโบนัสจากการฝาก').waitFor();
  await row.getByText('คุณยกเลิกโบนัสนี้').waitFor();
  const { game } = await database.one<{ game: bigint }>(sql`
    select balance_e4 as game from ledger_balance join member on member_id = owner_id and member.site_id = ledger_balance.site_id
    where kind = 1 and bank_account = ${member.account}`);
  assert.equal(game, 2_000_000n);
  assert.deepEqual(await audit(database), []);
  await page.context().close();
});

testInFull(
  'states bet limit and excluded game of a bonus on its page, in the game and at its start, and debits nothing',
  async () => {
    const terms = ['maxbet=20', 'exclude=chaba-studio/naga-river', '--reason', 'a journey'];
    await operator(product, 'promotion', 'daily', ...terms);
    const member = await makeMember(product);
    await optIn(member);
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    await openAs(page, product, member, PATH);
    await card(page, 'ฝากประจำวัน').getByRole('button', { name: 'เลือกโปรนี้สำหรับการฝากครั้งถัดไป' }).click();
    await card(page, 'ฝากประจำวัน').getByText('เลือกไว้ · จะได้รับเมื่อฝาก').waitFor();
    await credit(product, member, 200);
    await page.reload();
    await page.getByText('เดิมพันสูงสุดต่อรอบ').first().waitFor();
    await page.getByText('ลำน้ำนาคา').first().waitFor();

    await page.goto(`${product.url}/user/play/chaba-studio/chaba-blossom`);
    const game = page.frameLocator('iframe');
    await game.locator('body[data-phase=ready]').waitFor();
    const more = game.getByRole('button', { name: 'เพิ่มเดิมพัน' });
    for (const stake of ['10.00', '20.00', '50.00']) {
      await more.click();
      await game.getByText(stake, { exact: true }).waitFor();
    }
    await game.getByRole('button', { name: 'หมุน', exact: true }).click();
    await game.getByText('เดิมพันสูงกว่าที่โบนัสกำหนด กรุณาลดเดิมพัน').first().waitFor();
    await page.getByRole('banner').getByText('260.00').waitFor();
    await checkScreen(page);
    await game.locator('body[data-phase=ready]').waitFor();
    await game.getByRole('button', { name: 'ลดเดิมพัน' }).click();
    const spun = page.waitForResponse(/\/studio\/v1\/spin$/);
    await game.getByRole('button', { name: 'หมุน', exact: true }).click();
    assert.equal((await spun).status(), 200, 'the largest stake that the bonus allows is accepted');

    await page.goto(`${product.url}/user/play/chaba-studio/naga-river`);
    await page.getByText('เกมนี้ไม่ร่วมรายการกับโบนัสที่คุณรับอยู่', { exact: false }).waitFor();
    await checkScreen(page);
    assert.deepEqual(await audit(database), []);
    await page.context().close();
  },
);

testInFull('reports a failed request with a retry and an empty list without promotions', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage({ expected: /status of 503/ });
  const info = '**/info/promotion';
  await page.route(info, (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'ปิดปรับปรุง', code: 'MAINTENANCE' } }),
  );
  await openAs(page, product, member, PATH);
  const retry = page.getByRole('button', { name: 'ลองใหม่' });
  await retry.waitFor();
  await page.unroute(info);
  await page.route(info, (route) => route.fulfill({ json: { success: true, data: [] } }));
  await retry.click();
  await page.getByText('ยังไม่มีโปรโมชั่นในขณะนี้').waitFor();
  await page.context().close();
});
