// Slots in a real browser, with the studio as a separate process and a wallet with faults.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import { baht, formatBaht, formatProviderAmount } from '@chaba/money';
import type { Page } from 'playwright-core';

import { Board } from '#studio/games/slots/board';
import { compile } from '#studio/games/slots/compile';
import { play, replay } from '#studio/games/slots/play';
import { mechanicOf } from '#studio/games/slots/title';
import { chabaBlossom } from '#studio/games/slots/titles/chaba-blossom';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { startFakeWallet } from '#studio/testing/fake-wallet';
import { buildPages } from '#ops/start/page-builds';
import { startStudio } from '#testing/product/studio-process';
import { openProcessLog } from '#server/testing/process-log';
import type { Service } from '#ops/start/services';

import { findViolations } from '#e2e/axe';
import { openMobilePage, type PhoneOptions } from '#testing/product/browser';
import { isVerifying, variants, testInFull } from '#testing/extent';
import { pollUntil } from '#testing/product/until';
import { grantFreeSpins } from '#testing/product/determinism';
import { checkFitsWindow } from './games.ts';

const SECRET = 'sandbox-secret';
const PLAYER = 'p-journey';
const START = baht(1_000);
/** Longer than the interval of paid spins in this file. */
const HELD_MS = 400;

await buildPages(() => undefined, 'studio');
const wallet = await startFakeWallet(SECRET);
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const memberSite = await startFramer();
const foreignSite = await startFramer();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chaba-slot-'));
const output = openProcessLog('sandbox');
let sandbox = await startSandbox();
after(async () => {
  await sandbox.stop();
  await Promise.all([wallet.close(), memberSite.close(), foreignSite.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  wallet.setBalance(PLAYER, START);
  wallet.faults.length = 0;
  wallet.calls.length = 0;
  grantFreeSpins(dataDir, 0);
});

for (const [name, width, height] of variants([
  ['a phone', 360, 800],
  ['a short phone', 360, 640],
  ['a phone in landscape', 844, 390],
  ['a desktop', 1280, 800],
] as const)) {
  test(`moves exactly stake and payout for a spin and shows every sheet on ${name}`, async () => {
    const page = await openSlot({ viewport: { width, height } });
    await checkScreen(page);
    await page.getByText('20 ไลน์ · RTP 96.00%').waitFor();
    await page.getByText('เครดิตทดลอง ไม่มีมูลค่าเป็นเงินจริง').waitFor();

    await page.getByRole('button', { name: 'เพิ่มเดิมพัน' }).click();
    await page.getByText('10.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'หมุน', exact: true }).tap();
    await untilReady(page);
    assert.equal(wallet.calls.filter((call) => call.operation === 'betwin').length, 1);
    await untilBalance(page);
    await checkScreen(page);

    for (const sheet of ['ตารางจ่าย', 'ประวัติ', 'ความโปร่งใส']) {
      await page.getByRole('button', { name: sheet }).click();
      await page.getByRole('dialog', { name: sheet }).waitFor();
      await checkScreen(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    // On a tablet neither the panel nor the reels are wider than the window.
    await page.setViewportSize({ width: 768, height: 1024 });
    for (const part of [page.getByRole('button', { name: 'เพิ่มเดิมพัน' }), page.locator('.cabinet')]) {
      assert.ok((await part.evaluate((element) => element.getBoundingClientRect().right)) <= 768);
    }
  });
}

testInFull('replaces paying symbols of naga-river until none pays, and shows rules, rounds and seeds', async () => {
  const page = await openSlot({ viewport: { width: 360, height: 800 } }, 'naga-river');
  await page.getByText('243 ทาง · RTP 95.99%').waitFor();
  // As tall as the frame of the game page.
  await checkFitsWindow(page, page, [
    [360, 668],
    [360, 728],
    [390, 748],
    [360, 748],
  ]);
  await page.getByRole('button', { name: 'หมุน', exact: true }).tap();
  await untilReady(page);
  await untilBalance(page);
  await checkScreen(page);
  for (const sheet of ['ตารางจ่าย', 'ความโปร่งใส']) {
    await page.getByRole('button', { name: sheet }).click();
    await page.getByRole('dialog', { name: sheet }).waitFor();
    await checkScreen(page);
    if (sheet === 'ความโปร่งใส') {
      await page.getByRole('button', { name: 'เปลี่ยนซีดและเปิดเผยซีดเดิม' }).click();
      await page.getByText('ซีดเซิร์ฟเวอร์ที่เปิดเผยแล้ว').waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'ประวัติ' }).click();
  await page.locator('summary').first().click();
  await checkScreen(page);
  const summary = await page.locator('summary strong').first().textContent();
  await page.getByRole('link', { name: 'ตรวจสอบรอบนี้' }).click();
  await page.getByText('ตรงกับรหัสยืนยันที่ประกาศไว้').waitFor();
  await page.getByText(`ได้ ${/ได้ ([\d,.]+)/.exec(summary ?? '')?.[1]} บาท`, { exact: true }).waitFor();
  await checkScreen(page);
});

for (const gameCode of variants(['chaba-blossom', 'naga-river'])) {
  test(`resumes interrupted free spins of ${gameCode} on a tap, free of charge, to the end`, async () => {
    const page = await openSlot({}, gameCode);
    grantFreeSpins(dataDir, 2);
    await page.keyboard.press('Space');
    await page.getByText('ฟรีสปิน เหลือ 2 รอบ').waitFor();
    grantFreeSpins(dataDir, 0);
    await page.reload();
    await page.getByText('แตะเพื่อเล่นฟรีสปิน').waitFor();
    await checkScreen(page);
    await page.getByRole('button', { name: 'ฟรีสปิน', exact: true }).click();
    await page.getByText(/^ฟรีสปินจบแล้ว ได้รวม/).waitFor();
    await untilReady(page);
    await untilBalance(page);
    const bets = wallet.calls.filter((call) => call.operation === 'betwin').map((call) => call.body['transactions']);
    const granted = bets.filter((parts) => JSON.stringify(parts).includes('isFree'));
    assert.ok(granted.length >= 2);
    assert.equal(bets.length - granted.length, 1, 'only the first round was paid for');
  });
}

/** The last title of each mechanic; slot-titles.heavy.test.ts plays all of them. */
const oneOfEach = [...new Map(slotTitles.map((title) => [mechanicOf(title), title.gameCode])).values()];

for (const gameCode of isVerifying ? [] : oneOfEach.slice(0, 1)) {
  test(`opens ${gameCode}, plays a spin of it and shows its rules without overflow`, async () => {
    const page = await openSlot({ viewport: { width: 360, height: 800 } }, gameCode);
    await page.keyboard.press('Space');
    await untilReady(page);
    if (!(await page.evaluate("document.body.classList.contains('free')"))) await untilBalance(page);
    await page.getByRole('button', { name: 'ตารางจ่าย' }).click();
    await page.getByRole('dialog', { name: 'ตารางจ่าย' }).waitFor();
    await checkScreen(page);
  });
}

testInFull('spins with space and enter and chooses the stake with arrows', async () => {
  const page = await openSlot();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowDown');
  await page.getByText('1.00', { exact: true }).waitFor();
  for (const key of ['Space', 'Enter']) {
    await page.keyboard.press(key);
    await untilReady(page);
  }
  assert.equal(wallet.calls.filter((call) => call.operation === 'betwin').length, 2);
  assert.match(await readAnnouncement(page), /เครดิตคงเหลือ [\d,.]+ บาท$/);
});

testInFull('spins once for a held key, on the page and on the focused button', async () => {
  const page = await openSlot();
  const spins = (): number => wallet.calls.filter((call) => call.operation === 'betwin').length;
  for (const [key, hasFocus, expected] of [
    ['Space', false, 1],
    ['Enter', false, 2],
    ['Enter', true, 3],
  ] as const) {
    if (hasFocus) await page.getByRole('button', { name: 'หมุน', exact: true }).focus();
    await page.keyboard.down(key);
    await pollUntil(() => spins() === expected);
    await untilReady(page);
    // Repetitions of the same press, after the round.
    for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down(key);
    await page.waitForTimeout(HELD_MS);
    assert.equal(spins(), expected, `${key} ${hasFocus}`);
    await page.keyboard.up(key);
  }
});

testInFull("stops the reels on the studio's response", async () => {
  const page = await openSlot({ reducedMotion: 'no-preference' });
  const answered = page.waitForResponse(/studio\/v1\/spin/);
  await page.keyboard.press('Space');
  const { round } = (await (await answered).json()) as { round: { draws: number[] } };
  await untilReady(page);
  assert.equal(round.draws.length, 5);
  const pictures = await page.locator('.reel').evaluateAll((reels) =>
    reels.map((reel) => {
      const { top, bottom } = reel.getBoundingClientRect();
      const isWhole = (cell: DOMRect): boolean => cell.top > top - 1 && cell.bottom < bottom + 1;
      return [...reel.querySelectorAll('img')]
        .filter((cell) => isWhole(cell.getBoundingClientRect()))
        .map(({ src }) => src);
    }),
  );
  // Each symbol has exactly one picture.
  const [first] = play(new Board(compile(chabaBlossom)), false, undefined, replay(round.draws)).scenes;
  const symbols = first?.kind === 'window' ? first.cells : [];
  assert.deepEqual(
    pictures.map(({ length }) => length),
    symbols.map(({ length }) => length),
  );
  const pairs = new Set(pictures.flatMap((reel, index) => reel.map((src, row) => `${symbols[index]?.[row]} ${src}`)));
  assert.deepEqual([pairs.size, pairs.size], [new Set(pictures.flat()).size, new Set(symbols.flat()).size]);
});

test('resumes the same round after a reload with an unknown result and shows its end', async () => {
  const page = await openSlot({ expected: /503|ERR_/ });
  // The retries follow after half a second, one, two and four; the page is reloaded before the last.
  wallet.faults.push('lost', 'down', 'down', 'down');
  await page.keyboard.press('Space');
  await page.getByText('กำลังตรวจสอบผล…').first().waitFor();
  await page.reload();
  await page.getByText('กำลังตรวจสอบผล…').first().waitFor();
  await untilReady(page);
  await untilBalance(page);
  assert.match(await readAnnouncement(page), /เครดิตคงเหลือ/);
  const ids = wallet.calls.filter((call) => call.operation === 'betwin').map((call) => call.body['roundId']);
  assert.equal(new Set(ids).size, 1);
});

testInFull('settles the round once after a studio crash between bet and response', async () => {
  const page = await openSlot({ expected: /ERR_|fetch/ });
  // The studio is killed before it receives the response, also on a slow machine.
  const held = Promise.withResolvers<void>();
  wallet.faults.push({ heldUntil: held.promise });
  await page.keyboard.press('Space');
  await pollUntil(() => wallet.calls.some((call) => call.operation === 'betwin'));
  await sandbox.stop('SIGKILL');
  held.resolve();
  await page.getByText('กำลังตรวจสอบผล…').first().waitFor();
  sandbox = await startSandbox();

  await untilReady(page);
  const calls = wallet.calls.filter((call) => call.operation === 'betwin');
  assert.equal(new Set(calls.map((call) => call.body['roundId'])).size, 1);
  assert.equal(calls.at(-1)?.answer['duplicate'], true);
  await untilBalance(page);
});

testInFull('reports in Thai: too little money, a replaced game session, no game session', async () => {
  const page = await openSlot();
  wallet.setBalance(PLAYER, baht(3));
  await page.keyboard.press('Space');
  await page.getByText('ยอดเงินไม่เพียงพอ').first().waitFor();
  await untilReady(page);

  await openSlot();
  await page.keyboard.press('Space');
  await page.getByRole('alert').getByText('การเล่นนี้สิ้นสุดแล้ว กรุณาเปิดเกมใหม่จากหน้าสมาชิก').waitFor();
  await checkScreen(page);

  const stranger = await openMobilePage();
  await stranger.goto(`${address}/games/chaba-blossom`);
  await stranger.getByRole('alert').getByText('กรุณาเปิดเกมนี้จากหน้าสมาชิก').waitFor();
});

test('verifies a revealed round on the verifier page and detects a wrong seed', async () => {
  const page = await openSlot();
  await page.keyboard.press('Space');
  await untilReady(page);
  await page.getByRole('button', { name: 'ความโปร่งใส' }).click();
  await page.getByRole('button', { name: 'เปลี่ยนซีดและเปิดเผยซีดเดิม' }).click();
  await page.getByText('ซีดเซิร์ฟเวอร์ที่เปิดเผยแล้ว').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'ประวัติ' }).click();
  await page.locator('summary').first().click();
  const summary = await page.locator('summary strong').first().textContent();
  await page.getByRole('link', { name: 'ตรวจสอบรอบนี้' }).click();
  await page.getByText('ตรงกับรหัสยืนยันที่ประกาศไว้').waitFor();
  const paid = /ได้ ([\d,.]+)/.exec(summary ?? '')?.[1];
  await page.getByText(`ได้ ${paid} บาท`, { exact: true }).waitFor();
  await checkScreen(page);

  await page.getByLabel('ซีดเซิร์ฟเวอร์').fill('0'.repeat(64));
  await page.getByRole('button', { name: 'คำนวณผล' }).click();
  await page.getByText('ไม่ตรงกับรหัสยืนยัน').waitFor();
});

test('loads at most three code files per game', async () => {
  for (const gameCode of ['chaba-blossom', 'naga-river', 'card-garden', 'baccarat', 'trading']) {
    const page = await (await fetch(`${address}/games/${gameCode}`)).text();
    const files = page.match(/[\w-]+\.js(?=")/g) ?? [];
    assert.ok(files.length > 0 && files.length <= 3, `${gameCode}: ${files.join(', ')}`);
  }
});

test('allows framing by the member site only and runs no third-party script', async () => {
  const page = await fetch(`${address}/games/chaba-blossom`);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /script-src 'self';/);
  assert.match(policy, new RegExp(`frame-ancestors 'self' ${wallet.url.replaceAll('.', '\\.')}`));
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.equal((await fetch(`${address}/games/no-such-game`)).status, 404);
});

test('plays in a frame of the member site with balance messages, and in no frame of a foreign site', async () => {
  const page = await openMobilePage({ viewport: { width: 390, height: 700 }, expected: /frame-ancestors|ancestor/ });
  await page.goto(memberSite.framing(launchAddress(`${memberSite.url}/user/slot`)));
  const game = page.frameLocator('iframe');
  await game.locator('body[data-phase=ready]').waitFor();
  await game.getByRole('button', { name: 'หมุน', exact: true }).click();
  await pollUntil(() => wallet.calls.some((call) => call.operation === 'betwin'));
  await game.locator('body[data-phase=ready]').waitFor();
  await page.waitForFunction(
    (balance) => (window as unknown as { messages: { balance: string }[] }).messages.at(-1)?.balance === balance,
    formatProviderAmount(wallet.balanceOf(PLAYER)),
  );

  const foreign = await openMobilePage({ expected: /frame-ancestors|ancestor/ });
  const rejected = foreign.waitForEvent('console', (message) => /frame-ancestors|ancestor/.test(message.text()));
  await foreign.goto(foreignSite.framing(launchAddress(`${memberSite.url}/user/slot`)));
  await rejected;
  assert.equal(await foreign.frameLocator('iframe').locator('body[data-phase]').count(), 0);
});

function launchAddress(returnUrl: string, gameCode = 'chaba-blossom'): string {
  const launch = { operator: 'chaba', token: wallet.launch(PLAYER), lang: 'th', return: returnUrl };
  return `${address}/games/${gameCode}?${new URLSearchParams(launch)}`;
}

async function openSlot(options?: PhoneOptions, gameCode?: string): Promise<Page> {
  const page = await openMobilePage(options);
  await page.goto(launchAddress(`${memberSite.url}/user/slot`, gameCode));
  await untilReady(page);
  assert.equal(new URL(page.url()).search, '', 'the spent launch token leaves the address');
  return page;
}

async function untilReady(page: Page): Promise<void> {
  await page.locator('body[data-phase=ready]').waitFor();
}

/** Waits until the shown balance is the wallet's; it changes by an animation unless motion is reduced. */
async function untilBalance(page: Page): Promise<void> {
  await page
    .locator('.balance .amount')
    .getByText(formatBaht(wallet.balanceOf(PLAYER)), { exact: true })
    .waitFor();
}

async function readAnnouncement(page: Page): Promise<string> {
  return (await page.locator('.result [aria-live]').textContent()) ?? '';
}

async function checkScreen(page: Page): Promise<void> {
  const violations = await findViolations(page);
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  );
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
}

function startSandbox(): Promise<Service> {
  return startStudio({ port, dataDir, walletUrl: wallet.url, secret: SECRET, webOrigins: memberSite.url, output });
}

/** A site that frames an address and records the frame's messages. */
async function startFramer(): Promise<{ url: string; framing(inner: string): string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const inner = new URL(request.url ?? '', 'http://framer').searchParams.get('inner') ?? '';
    response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="th"><link rel="icon" href="data:,">
      <title>frame</title><script>window.messages=[];addEventListener('message',(e)=>messages.push(e.data))</script>
      <iframe title="game" width="380" height="660" src="${inner.replaceAll('&', '&amp;')}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    framing: (inner) => `${url}/?inner=${encodeURIComponent(inner)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
