// A game in its own tab without the frame of the member site: messages of a limit and of a play break, each with a link
// back.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { credit, makeMember, type JourneyMember } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { pollUntil } from '#testing/product/until';
import { testInFull } from '#testing/extent';

const product = await startProduct();
const { url } = product;
const BACK = 'กลับหน้าสมาชิก';

test('explains a stake above a limit in a sheet with a link back and plays a smaller one', async () => {
  const member = await makeMember(product);
  await credit(product, member, 100);
  await sendRequest(member, '/game-composite/v1/limit', { span: 'bet', Amount: 1 });
  const page = await openGame(member, 'chaba-studio', 'chaba-blossom', 'EGAMES');
  await page.getByRole('button', { name: 'หมุน', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('เดิมพันนี้เกินวงเงินหรือเวลาเล่นที่คุณตั้งไว้').waitFor();
  assert.equal(new URL((await sheet.getByRole('link', { name: BACK }).getAttribute('href')) ?? '').origin, url);
  await checkScreen(page);
  await sheet.getByRole('button', { name: 'ตกลง' }).click();
  const less = page.getByRole('button', { name: 'ลดเดิมพัน' });
  while (await less.isEnabled()) await less.click();
  const answered = page.waitForResponse(/\/studio\/v1\/spin$/);
  await page.getByRole('button', { name: 'หมุน', exact: true }).click();
  assert.equal((await answered).status(), 200);
});

testInFull(
  'ends the game on a play break with a message and a link back, also after a reload, and settles the dealt hand',
  async () => {
    const member = await makeMember(product);
    await credit(product, member, 100);
    const page = await openGame(member, 'pho-dam', 'card-garden', 'EGAMES');
    await page.keyboard.press('Enter');
    await page.locator('body[data-phase=choosing]').waitFor();
    await sendRequest(member, '/game-composite/v1/pause', { length: '7d' });
    await untilRoundsClosed(member);
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await sheet.getByText('การเล่นนี้สิ้นสุดแล้ว').waitFor();
    await checkScreen(page);
    await page.reload();
    await sheet.getByText('การเล่นนี้สิ้นสุดแล้ว').waitFor();
    await sheet.getByRole('link', { name: BACK }).click();
    await page.waitForURL((address) => address.origin === url);
  },
);

async function openGame(member: JourneyMember, ch: string, gameCode: string, gameType: string): Promise<Page> {
  const { url: address } = await sendRequest(member, '/game-composite/v1/launch', { ch, gameCode, gameType });
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await page.goto(String(address));
  await page.locator('body[data-phase=ready]').waitFor();
  return page;
}

/** Waits until the member's rounds are closed; queries the database, because a play break ends the session. */
async function untilRoundsClosed({ account }: JourneyMember): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    await pollUntil(async () => {
      const rounds = await database.rows<{ state: string }>(sql`
        select state from game_round join member using (site_id, member_id) where bank_account = ${account}`);
      return rounds.length === 1 && rounds.every(({ state }) => state === 'closed');
    });
  } finally {
    await database.close();
  }
}

async function sendRequest(
  member: JourneyMember,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox', 'api-auth': member.token },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, ...rest } = (await response.json()) as { data?: Readonly<Record<string, unknown>> };
  assert.ok(response.ok, `${path}: ${JSON.stringify(rest)}`);
  return data ?? {};
}
