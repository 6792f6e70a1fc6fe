// Effects of operators' decisions on the pages of a member (a held win, a changed provider key), and the member's own
// play break.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { liveStream } from '@chaba/contract/live';

import { openMobilePage, untilHydrated } from '#testing/product/browser';
import { testInFull } from '#testing/extent';
import { quickGames } from './games/games.ts';
import { fillLogin, join, createSession } from './members.ts';
import { openAs, operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { playRound, authenticateSession } from './wallet.ts';

const product = await startProduct(quickGames);
const { url, sandboxUrl } = product;
const reason = ['--reason', 'a journey'] as const;

test('shows a win above the cap as held and moves the balance when an operator releases it', async () => {
  await operator(product, 'win-cap', 'test', '1000', ...reason);
  const member = { ...(await createSession(url)), account: '' };
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  // Events before the page subscribes are in its first load.
  const untilSubscribed = () => page.waitForResponse((response) => response.url().endsWith(liveStream.path));
  const subscribed = untilSubscribed();
  await openAs(page, product, member, '/user/home');
  await untilHydrated(page);
  await subscribed;
  const balance = async () => {
    const response = await fetch(`${url}/user-profile-composite/v1/profile/balance`, {
      headers: { 'api-key': 'chaba-sandbox', 'api-auth': member.token },
    });
    return ((await response.json()) as { data: { balance: number } }).data.balance;
  };
  const before = await balance();
  const gameSession = await authenticateSession(product, member.token);
  await playRound(product, gameSession, { roundId: 'held', stake: '10', payout: '2500' });

  const alertDialog = page.getByRole('alertdialog');
  await alertDialog.getByText('เงินรางวัล 2,500.00 บาท กำลังรอการตรวจสอบ').waitFor();
  await alertDialog.getByRole('button').first().click();
  assert.equal(await balance(), before - 10);
  const subscribedAgain = untilSubscribed();
  await page.goto(`${url}/user/history?tab=bet`);
  await page.getByRole('tab', { name: 'เดิมพัน' }).click();
  await page.getByText('รอตรวจสอบเงินรางวัล').waitFor();
  await checkScreen(page);

  await subscribedAgain;
  await operator(product, 'release-win', 'test', 'held-win', ...reason);
  await alertDialog.getByText('ตรวจสอบแล้ว เงินรางวัล 2,500.00 บาทเข้ากระเป๋าเกมแล้ว').waitFor();
  await alertDialog.getByRole('button').first().click();
  await page.getByText('รอตรวจสอบเงินรางวัล').waitFor({ state: 'detached' });
  assert.equal(await balance(), before - 10 + 2_500);
});

testInFull('sends the studio a new key, which replaces a retired one without an effect on players', async () => {
  const { token } = await createSession(url);
  const gameSession = await openSlot(token);
  assert.equal(await spin(gameSession, 'a'), 'settled');
  await operator(product, 'key', 'chaba-studio', ...reason);
  await operator(product, 'retire-key', 'chaba-studio', 'studio-chaba', '--confirm', ...reason);
  assert.equal(await spin(gameSession, 'b'), 'settled');

  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await openAs(page, product, { ...(await createSession(url)), account: '' }, '/user/history');
  await page.getByRole('tab', { name: 'เดิมพัน' }).click();
  await page
    .getByRole('button', { name: /ตลาดโคมชบา/ })
    .first()
    .click();
  const receipt = page.getByRole('dialog');
  await receipt.getByRole('button', { name: 'ดูรายละเอียดจากค่ายเกม' }).click();
  await receipt.getByText('เลขที่ออก').waitFor();
  await checkScreen(page);
});

test('confirms a play break, ends every session, and leaves only withdrawals open', async () => {
  const member = await join(url);
  const page = await openMobilePage({ viewport: { width: 360, height: 800 }, expected: /503/ });
  const other = await openMobilePage();
  const session = { ...(await createSession(url, member)), account: '' };
  await openAs(other, product, { ...(await createSession(url, member)), account: '' }, '/user/home');
  // After a failed request the form of a play break can be loaded again.
  const pauses = /\/game-composite\/v1\/pause$/;
  await page.route(pauses, (route) => route.fulfill({ status: 503, json: { success: false, code: 'SERVER_BUSY' } }));
  await openAs(page, product, session, '/user/account#care');
  const retry = page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' });
  await retry.waitFor();
  await page.unroute(pauses);
  await retry.click();
  await page.getByRole('button', { name: 'พักการเล่น', exact: true }).click();
  const choice = page.getByRole('dialog');
  await choice.getByRole('radio', { name: '7 วัน' }).check();
  await checkScreen(page);
  await choice.getByRole('button', { name: 'ต่อไป' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('เริ่มพักการเล่น 7 วัน ตั้งแต่ตอนนี้ใช่หรือไม่').waitFor();
  await question.getByRole('button', { name: 'เริ่มพักเลย' }).click();
  await page.getByText('เริ่มพักการเล่นแล้ว').waitFor();
  await page.waitForURL(`${url}/`);
  await other.waitForURL(`${url}/`);

  const back = await openMobilePage();
  await back.goto(`${url}/login`);
  await fillLogin(back, member.phone, member.password);
  await back.waitForURL(`${url}/user/home`);
  await back.goto(`${url}/user/account#care`);
  await back.getByText('คุณกำลังพักการเล่นถึง').waitFor();
  await checkScreen(back);
  await back.goto(`${url}/user/deposit`);
  await back.getByText('คุณกำลังพักการเล่นอยู่').waitFor();
  await back.goto(`${url}/user/withdraw`);
  await back.getByRole('button', { name: 'ถอนเงิน', exact: true }).waitFor();
});

async function openSlot(token: string): Promise<string> {
  const launched = await fetch(`${url}/game-composite/v1/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox', 'api-auth': token },
    body: JSON.stringify({ ch: 'chaba-studio', gameType: 'EGAMES', gameCode: 'chaba-blossom' }),
  });
  const { data } = (await launched.json()) as { data: { launchToken: string } };
  const opened = await studio('session', { operator: 'chaba', gameCode: 'chaba-blossom', token: data.launchToken });
  return String(opened['sessionToken']);
}

async function spin(gameSession: string, letter: string): Promise<unknown> {
  const response = await studio('spin', { stake: '1', clientRoundId: letter.repeat(32) }, gameSession);
  return (response['round'] as { state: string } | undefined)?.state ?? response['code'];
}

async function studio(call: string, body: object, gameSession?: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${sandboxUrl}/studio/v1/${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(gameSession === undefined ? {} : { authorization: `Bearer ${gameSession}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Readonly<Record<string, unknown>>;
}
