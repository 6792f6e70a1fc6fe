// Video poker: from the poker lobby to a settled hand, with a reload between deal and draw, and its verification.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, formatBaht, parseProviderAmount, zeroMoney } from '@chaba/money';
import type { FrameLocator, Page } from 'playwright-core';

import { finalHand, computePay } from '#studio/games/card-garden/maths';
import type { SpinOnWire } from '#studio/wire/wire';

import { openMobilePage } from '#testing/product/browser';
import { checkFitsWindow } from './games.ts';
import { makeMember, credit, openAs } from '#e2e/money';
import { startProduct } from '#e2e/product';
import { checkScreen } from '#e2e/screens';

const product = await startProduct();
const DEAL = 'แจกไพ่';
const DRAW = 'เปลี่ยนไพ่';

test('deals a hand, keeps it over a reload, draws, and updates balance, turnover and history by its payout', async () => {
  const member = await makeMember(product);
  await credit(product, member, 500);
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await openAs(page, product, member, '/user/poker');
  await page.getByRole('link', { name: /โพดำ/ }).click();
  const game = page.frameLocator('iframe');
  await untilPhase(game, 'ready');
  await checkScreen(page);
  await checkFitsWindow(page, game, [
    [1280, 800],
    [1280, 720],
    [360, 640],
    [360, 800],
  ]);

  const dealt = await play(page, game, 'spin', DEAL);
  assert.equal(dealt.round.state, 'choosing');
  assert.equal(dealt.round.draws?.length, 5);
  await untilPhase(game, 'choosing');
  await game.getByText(formatBaht(baht(495)), { exact: true }).waitFor();

  await game.getByRole('switch', { name: 'ตัวช่วยคำนวณ' }).click();
  await game.getByText(/^ดีที่สุด เฉลี่ย [\d.]+ เท่า$/).waitFor();
  await checkScreen(page);

  await page.reload();
  await untilPhase(game, 'choosing');
  await game.locator('.hand .card').nth(1).click();
  await game.locator('.hand .card').nth(3).click();
  await game.locator('.hand .card[aria-pressed=true]').nth(1).waitFor();
  const drawn = await play(page, game, 'decide', DRAW);
  const { round } = drawn;
  assert.equal(round.roundId, dealt.round.roundId, 'the same hand as before the reload');
  assert.equal(round.decision, '01010');
  const payout = parseProviderAmount(round.payout ?? '') ?? zeroMoney;
  assert.equal(payout, baht(5 * computePay(finalHand(round.draws ?? [], '01010'))));
  await untilPhase(game, 'ready');
  const left = formatBaht(baht(495 + 5 * computePay(finalHand(round.draws ?? [], '01010'))));
  await game.getByText(left, { exact: true }).waitFor();
  await checkScreen(page);

  await checkRound(page, game, formatBaht(payout));
  await page.goto(`${product.url}/user/home`);
  await page
    .getByText(/^ทำได้ 5\.00/)
    .first()
    .waitFor();
  await page.goto(`${product.url}/user/history?tab=bets`);
  await page.getByText('สวนไพ่ห้าใบ').first().waitFor();
});

/** Reveals the seed and recomputes the newest round in the verifier. */
async function checkRound(page: Page, game: FrameLocator, payout: string): Promise<void> {
  await game.getByRole('button', { name: 'ความโปร่งใส' }).click();
  await game.getByRole('button', { name: 'เปลี่ยนซีดและเปิดเผยซีดเดิม' }).click();
  await game.getByText('ซีดเซิร์ฟเวอร์ที่เปิดเผยแล้ว').waitFor();
  await page.keyboard.press('Escape');
  await game.getByRole('button', { name: 'ตารางจ่าย' }).click();
  await game.getByRole('dialog', { name: 'ตารางจ่าย' }).waitFor();
  await checkScreen(page);
  await page.keyboard.press('Escape');
  await game.getByRole('button', { name: 'ประวัติ' }).click();
  await game.locator('summary').first().click();
  await game.getByRole('link', { name: 'ตรวจสอบรอบนี้' }).click();
  await game.getByText('ตรงกับรหัสยืนยันที่ประกาศไว้').waitFor();
  await game.getByText(`ได้ ${payout} บาท`, { exact: true }).waitFor();
}

async function play(page: Page, game: FrameLocator, call: 'spin' | 'decide', name: string): Promise<SpinOnWire> {
  const answered = page.waitForResponse((response) => response.url().endsWith(`/studio/v1/${call}`));
  await game.getByRole('button', { name, exact: true }).click();
  return (await (await answered).json()) as SpinOnWire;
}

async function untilPhase(game: FrameLocator, phase: string): Promise<void> {
  await game.locator(`body[data-phase=${phase}]`).waitFor();
}
