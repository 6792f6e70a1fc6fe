// Every slot title is opened from its site: those of the default catalogue from the slot page, the further ones of the
// partner's by their address. A spin is paid for and shown, the rules open, axe finds no violation, and the verifier
// computes the same payout, also for free rounds and features.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';

import { baht, formatBaht, money } from '@chaba/money';
import type { FrameLocator, Page } from 'playwright-core';

import { ROOT } from '#ops/core/root';
import { createStandardCatalogue } from '#server/modules/catalogue/catalogue';
import type { Scene } from '#studio/games/slots/play';
import { type FeatureKind, featureOf } from '#studio/games/slots/title';
import { slotTitles } from '#studio/games/slots/titles/titles';

import { openMobilePage } from '#testing/product/browser';
import { grantFreeSpins } from '#testing/product/determinism';
import { enterGame } from './games.ts';
import { openAs } from '#e2e/money';
import { startProduct } from '#e2e/product';
import { checkScreen } from '#e2e/screens';
import { type DrawNext, chooseNonce } from '#testing/product/slot-draws';
import { createRichMember, createStudioClient, SITES } from './studio-client.ts';

const product = await startProduct();
const studio = createStudioClient(product);
/** Pictures for manual review. */
const PICTURES = path.join(ROOT, 'out', 'slot-titles');
const PHONE = { viewport: { width: 360, height: 800 } };
const [SITE, PARTNER] = SITES;
const partner = await createRichMember(product, PARTNER, 500);

function listTiles(catalogue: 'default' | 'partner') {
  return createStandardCatalogue(catalogue)
    .lobby.filter(({ category }) => category === 'EGAMES')
    .flatMap((provider) => provider.games.map((game) => ({ provider, game })));
}

const tiles = listTiles('default');
const codes = new Set(tiles.map(({ game }) => game.gameCode));
const partnerTiles = listTiles('partner').filter(({ game }) => !codes.has(game.gameCode));

test('covers every title', () => {
  const opened = [...tiles, ...partnerTiles].map(({ game }) => game.gameCode);
  assert.deepEqual(opened.toSorted(), slotTitles.map(({ gameCode }) => gameCode).toSorted());
});

for (const { provider, game } of tiles) {
  test(`plays a spin of ${game.gameCode} at ${provider.ch}`, async () => {
    const page = await openMobilePage(PHONE);
    const isOneOfMany = provider.games.length > 1;
    const entry = {
      category: '/user/slot',
      provider: provider.name,
      amount: 500,
      ...(isOneOfMany && { game: game.name }),
    };
    await enterGame(page, product, entry);
    const frame = await playSpin(page, game.gameCode);
    const revealed = await revealRound(page, frame);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await page.screenshot({ path: path.join(PICTURES, `${game.gameCode}-wide.png`) });
    await checkScreen(page);
    await verify(page, revealed);
  });
}

for (const { provider, game } of partnerTiles) {
  test(`plays a spin of ${game.gameCode} at ${provider.ch} of the partner's site`, async () => {
    const page = await openMobilePage(PHONE);
    const { origin } = Object.assign(new URL(product.url), { hostname: 'lanna.localhost' });
    await openAs(page, { url: origin }, partner, `/user/play/${provider.ch}/${game.gameCode}`);
    const frame = await playSpin(page, game.gameCode);
    await verify(page, await revealRound(page, frame));
  });
}

/** Rounds in which a feature decides a part of the payout. */
const FEATURE_ROUNDS: Partial<Record<FeatureKind, (scenes: readonly Scene[]) => boolean>> = {
  holdAndSpin: (scenes) => scenes.some(({ kind }) => kind === 'hold'),
  drops: (scenes) => scenes.some((scene) => scene.kind === 'drops' && scene.times > 1),
  wildTimes: ([window]) => {
    if (window?.kind !== 'window') return false;
    const factors = new Set(window.wildValues?.flatMap(([cell, value]) => (value > 1 ? [String(cell)] : [])));
    return window.wins.some(({ cells }) => cells.some((cell) => factors.has(String(cell))));
  },
};

for (const [kind, hasFeature] of Object.entries(FEATURE_ROUNDS)) {
  const { gameCode, provider: ch } =
    slotTitles.find((title) => codes.has(title.gameCode) && featureOf(title, kind as FeatureKind)) ?? assert.fail(kind);
  test(`verifies a round of ${gameCode} with ${kind}`, async () => {
    const member = await createRichMember(product, SITE, 500);
    const page = await openMobilePage(PHONE);
    await page.goto((await studio.launch(member.token, { ch, gameCode, gameType: 'EGAMES' })).href);
    await page.locator('body[data-phase=ready]').waitFor();
    const { pay } = chooseNonce(product.dataDir, gameCode, ({ freeSpins, scenes }) => {
      return freeSpins === 0 && hasFeature(scenes);
    });
    const answered = page.waitForResponse(/studio\/v1\/spin/);
    await page.keyboard.press('Space');
    await answered;
    await page.locator('body[data-phase=ready]').waitFor();
    const revealed = await revealRound(page, page);
    assert.equal(revealed.paid, `ได้ ${formatBaht(money((baht(5) * BigInt(pay)) / 100n))} บาท`);
    await verify(page, revealed);
  });
}

/** Free rounds that pay, and whose computed payout changes with one fact of the round. */
const FREE_ROUNDS = {
  'naga-river': {
    fact: 'isFree',
    isWanted: (drawNext: DrawNext) => drawNext(true).pay !== drawNext(false).pay,
    change: (page: Page) => page.getByLabel('รอบฟรีสปิน').uncheck(),
  },
  'chan-tamra': {
    fact: 'carry',
    isWanted: (drawNext: DrawNext, carry?: string) => {
      const others = listLetters('chan-tamra').filter((letter) => letter !== carry);
      const { pay } = drawNext(true, carry);
      return carry !== undefined && others.every((letter) => drawNext(true, letter).pay !== pay);
    },
    change: async (page: Page) => {
      const chosen = page.getByLabel('สัญลักษณ์พิเศษของฟรีสปิน');
      const carry = await chosen.inputValue();
      await chosen.selectOption(listLetters('chan-tamra').find((letter) => letter !== carry) ?? assert.fail());
    },
  },
} as const;

for (const [gameCode, { fact, isWanted, change }] of Object.entries(FREE_ROUNDS)) {
  test(`verifies a free round of ${gameCode} by its ${fact}`, async () => {
    const member = await createRichMember(product, SITE, 500);
    const ch = slotTitles.find((title) => title.gameCode === gameCode)?.provider ?? assert.fail();
    const page = await openMobilePage(PHONE);
    await page.goto((await studio.launch(member.token, { ch, gameCode, gameType: 'EGAMES' })).href);
    await page.locator('body[data-phase=ready]').waitFor();
    chooseNonce(product.dataDir, gameCode, ({ freeSpins, carry }, drawNext) => {
      return freeSpins > 0 && drawNext(true, carry).pay > 0 && isWanted(drawNext, carry);
    });
    grantFreeSpins(product.dataDir, 1);
    await page.keyboard.press('Space');
    await page
      .getByText(/^ฟรีสปินจบแล้ว ได้รวม/)
      .first()
      .waitFor();
    grantFreeSpins(product.dataDir, 0);
    await page.locator('body[data-phase=ready]').waitFor();
    const { address, paid } = await revealRound(page, page);
    const facts = new URLSearchParams(address.hash.slice(1));
    assert.ok(facts.get('isFree') === '1' && facts.has(fact), address.hash);
    await verify(page, { address, paid });
    await checkScreen(page);
    await change(page);
    await page.getByRole('button', { name: 'คำนวณผล' }).click();
    await page.getByText(paid, { exact: true }).waitFor({ state: 'detached' });
    await page.getByText(/^ได้ [\d,.]+ บาท$/).waitFor();
  });
}

/** Plays a spin on the open page of a game and shows its rules; each screen passes axe. */
async function playSpin(page: Page, gameCode: string): Promise<FrameLocator> {
  const frame = page.frameLocator('iframe');
  await frame.locator('body[data-phase=ready]').waitFor();
  await page.screenshot({ path: path.join(PICTURES, `${gameCode}-open.png`) });
  await frame.getByRole('button', { name: 'หมุน', exact: true }).click();
  await frame
    .getByText(/^(ชนะ [\d,.]+ บาท|ได้คืน [\d,.]+ บาท|รอบนี้ไม่ได้รางวัล|ได้ฟรีสปิน)/)
    .first()
    .waitFor();
  await frame.locator('body[data-phase=ready]').waitFor();
  await page.screenshot({ path: path.join(PICTURES, `${gameCode}-shown.png`) });
  await checkScreen(page);
  await frame.getByRole('button', { name: 'ตารางจ่าย' }).click();
  await frame.getByRole('dialog', { name: 'ตารางจ่าย' }).waitFor();
  await checkScreen(page);
  await page.keyboard.press('Escape');
  return frame;
}

/** The address of a round at the verifier, and the text of its payout there. */
type RevealedRound = { readonly address: URL; readonly paid: string };

/** Opens the verifier, which computes the commitment and the payout of the round. */
async function verify(page: Page, { address, paid }: RevealedRound): Promise<void> {
  await page.goto(address.href);
  await page.getByText('ตรงกับรหัสยืนยันที่ประกาศไว้').waitFor();
  await page.getByText(paid, { exact: true }).waitFor();
}

/** Reveals the seed of the newest round. */
async function revealRound(page: Page, game: Page | FrameLocator): Promise<RevealedRound> {
  await game.getByRole('button', { name: 'ความโปร่งใส' }).click();
  await game.getByRole('button', { name: 'เปลี่ยนซีดและเปิดเผยซีดเดิม' }).click();
  await game.getByText('ซีดเซิร์ฟเวอร์ที่เปิดเผยแล้ว').waitFor();
  await page.keyboard.press('Escape');
  await game.getByRole('button', { name: 'ประวัติ' }).click();
  await game.locator('summary').first().click();
  const summary = await game.locator('summary strong').first().textContent();
  const href = await game.getByRole('link', { name: 'ตรวจสอบรอบนี้' }).first().getAttribute('href');
  const paid = /ได้ [\d,.]+/.exec(summary ?? '')?.[0] ?? assert.fail(String(summary));
  return { address: new URL(href ?? assert.fail(), product.sandboxUrl), paid: `${paid} บาท` };
}

function listLetters(gameCode: string): string[] {
  const title = slotTitles.find((known) => known.gameCode === gameCode);
  return Object.keys((title && featureOf(title, 'book'))?.special ?? {});
}
