// The history of bets: a round that is played while the page looks on is there without a reload, with its receipt.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { openPhone } from './browser.ts';
import { credit, makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();

test('a bet appears while the page looks on, and its receipt says what it counted', async () => {
  const member = await makeMember(product);
  await credit(product, member, 1_000);
  const page = await openPhone();
  await openAs(page, product, member, '/user/history?tab=bets');
  await page.getByText('เดิมพันของคุณจะแสดงที่นี่').waitFor();

  await playRound(member.token, { stake: '100.0000', payout: '250.5000' });
  const row = page.getByRole('button', { name: /ออกผลแล้ว/ });
  await row.waitFor();
  await checkScreen(page);
  await row.click();
  const receipt = page.getByRole('dialog', { name: 'รายละเอียดเดิมพัน' });
  await receipt.getByText('250.50 บาท').waitFor();
  await receipt.getByText('100.00 บาท').first().waitFor();
  assert.equal(await receipt.getByText('100.00 บาท').count(), 2, 'the stake, and what it counted');
  await checkScreen(page);
});

/** One round at the provider `test`, over its own door. */
async function playRound(
  token: string,
  { stake, payout }: { readonly stake: string; readonly payout: string },
): Promise<void> {
  const launched = await fetch(`${product.url}/game-composite/v1/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox', 'api-auth': token },
    body: JSON.stringify({ ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' }),
  });
  const { data } = (await launched.json()) as { data: { launchToken: string } };
  const seat = await callWallet('authenticate', { token: data.launchToken });
  const round = {
    playerId: seat['playerId'],
    token: seat['token'],
    gameCode: 'test-slot',
    currency: 'THB',
    roundId: 'r1',
  };
  assert.equal((await callWallet('bet', { ...round, txId: 'bet-1', amount: stake }))['code'], 'OK');
  const win = { ...round, txId: 'win-1', amount: payout, roundClosed: true };
  assert.equal((await callWallet('win', win))['code'], 'OK');
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
