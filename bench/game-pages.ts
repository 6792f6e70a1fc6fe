// How soon the pages of the studio's games can be played on a slow phone, the first of a visit and a second one; their
// bytes; and their frame times. `npm run bench -- game-pages [gameCode…]` prints a line a game and fails when one is
// over its limit. A time or weight is the median of the visits. Frames are evaluated only when the machine was idle
// (frames.ts), the page's own computing time always.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '@chaba/database/embedded';
import { baht } from '@chaba/money';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

import { tableRules } from '#studio/tables/rules/all';
import { startFakeWallet, type FakeWallet } from '#studio/testing/fake-wallet';
import { findChromium } from '#scripts/chromium';
import { buildPages } from '#scripts/page-builds';
import { startStudio } from '#scripts/studio-process';

import { measureFrames, measureWork, PROCESSOR, measureIdleFrames } from './frames.ts';

/** One slot title of each mechanic, and the other games. */
const GAMES: readonly string[] = [
  'chaba-blossom',
  'naga-river',
  'yi-peng',
  'duean-phan-thang',
  'suan-mamuang',
  'bua-ban',
  'chan-tamra',
  'sam-lo-sam-khan',
  'card-garden',
  ...tableRules.map(({ gameCode }) => gameCode),
  'trading',
];
type Table = { readonly tap: string; readonly begun: string; readonly over: string };
/** Shared tables: the element to tap, the element that confirms it, and the element at the end of the round. */
const TABLES: Readonly<Record<string, Table>> = {
  ...Object.fromEntries(
    tableRules.map(({ gameCode }) => [gameCode, { tap: '.spot', begun: '.small-chip', over: '.phase.told' }]),
  ),
  trading: { tap: '.way.up', begun: '.trades .up', over: '.trades li:not(.up)' },
};
type Limits = { readonly playableMs: number; readonly kilobytes: number };
const FIRST: Limits = { playableMs: 2_000, kilobytes: 110 };
const FIRST_TABLE: Limits = { playableMs: 2_000, kilobytes: 115 };
const SECOND: Limits = { playableMs: 1_200, kilobytes: 35 };
const FRAME_MS_MAX = 50;
const WORK_FOR_FRAME_MS_MAX = 32;
const WORK_AT_ONCE_MS_MAX = 40;
const VISITS = 5;
/** The title opened second, and another one for its own measure. */
const [SECOND_TITLE, OTHER_TITLE] = ['yi-peng', 'bua-ban'];
/** Duration of the result's animation. */
const SHOWN_MS = 1_500;
/** Network of the phone: 1.6 Mbps, 150 ms; its processor: frames.ts. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SECRET = 'sandbox-secret';

await buildPages(console.log, 'studio');
const wallet = await startFakeWallet(SECRET);
wallet.setBalance('measure', baht(100_000));
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chaba-pages-'));
const sandbox = await startStudio({
  port,
  dataDir,
  walletUrl: wallet.url,
  secret: SECRET,
  settings: { STUDIO_ROUND_MS: '8000', STUDIO_TICK_MS: '200' },
});
const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args: [...args], env });
try {
  const wanted = process.argv.slice(2);
  for (const gameCode of wanted.length > 0 ? wanted : GAMES) await measure(browser, wallet, gameCode);
} finally {
  await browser.close();
  await sandbox.stop();
  await wallet.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(on: Browser, from: FakeWallet, gameCode: string): Promise<void> {
  const isTable = gameCode in TABLES;
  const openings: { first: Opening; second: Opening | undefined }[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await openPhone(on);
    const first = await open(context, from, gameCode);
    await first.page.close();
    const title = gameCode === SECOND_TITLE ? OTHER_TITLE : SECOND_TITLE;
    const second = isTable ? undefined : await open(context, from, title);
    openings.push({ first, second });
    await context.close();
  }
  const first = medianOf(openings.map((each) => each.first));
  const second = medianOf(openings.flatMap((each) => each.second ?? []));

  const context = await openPhone(on);
  const { page, devtools } = await open(context, from, gameCode);
  const still = await measureIdleFrames(on);
  const frames = await measureFrames(page, () => playRound(page, gameCode));
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await waitForNextRound(page, gameCode);
  const work = await measureWork(on, page, () => playRound(page, gameCode));
  console.log(
    `${gameCode.padEnd(22)} playable ${first.playableMs} ms · ${first.kilobytes} KB, ${first.scripts} files of code` +
      (isTable ? '' : ` · second title ${second.playableMs} ms, ${second.kilobytes} KB`) +
      ` · frames: 95 % ${frames.most} ms, longest ${frames.longest} ms (still page ${still.longest} ms)` +
      ` · most work for one ${work.frame} ms, at one go ${work.task} ms`,
  );
  const isStill = still.longest <= FRAME_MS_MAX;
  if (!isStill) console.log(`${''.padEnd(22)} the machine was not idle: frame times not checked`);
  const isUneven = isStill && frames.longest > FRAME_MS_MAX;
  const isHeavy = work.frame > WORK_FOR_FRAME_MS_MAX || work.task > WORK_AT_ONCE_MS_MAX;
  const isOverLimits = isOver(first, isTable ? FIRST_TABLE : FIRST) || (!isTable && isOver(second, SECOND));
  if (isOverLimits || isUneven || isHeavy) process.exitCode = 1;
  await context.close();
}

type PageFigures = Limits & { readonly scripts: number };
type Opening = PageFigures & { readonly page: Page; readonly devtools: CDPSession };

function openPhone(on: Browser): Promise<BrowserContext> {
  return on.newContext({ viewport: { width: 390, height: 844 }, locale: 'th-TH' });
}

/** Opens a game by its launch address; times run from the navigation to the answering button. */
async function open(context: BrowserContext, from: FakeWallet, gameCode: string): Promise<Opening> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  let scripts = 0;
  devtools.on('Network.responseReceived', ({ type }) => (scripts += type === 'Script' ? 1 : 0));
  await devtools.send('Network.enable');
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });

  const startedAt = performance.now();
  const launch = new URLSearchParams({ operator: 'chaba', token: from.launch('measure'), lang: 'th' });
  await page.goto(`${address}/games/${gameCode}?${launch.toString()}`, { waitUntil: 'commit' });
  await page.locator('body[data-phase=ready], body[data-phase=open], body[data-phase=shut]').waitFor();
  const playableMs = Math.round(performance.now() - startedAt);
  // The event stream of a table never ends, so `networkidle` is not reached.
  if (!(gameCode in TABLES)) await page.waitForLoadState('networkidle');
  else await page.locator('body[data-phase=open]').waitFor();
  // Fonts load last; their bytes count, and a round must not wait for them.
  await page.evaluate('document.fonts.ready');
  return { page, devtools, playableMs, kilobytes: Math.round(bytes / 1_000), scripts };
}

/** The median of each figure. */
function medianOf(openings: readonly PageFigures[]): PageFigures {
  const median = (of: (each: PageFigures) => number): number =>
    openings.map(of).toSorted((one, other) => one - other)[openings.length >> 1] ?? Number.NaN;
  return {
    playableMs: median(({ playableMs }) => playableMs),
    kilobytes: median(({ kilobytes }) => kilobytes),
    scripts: median(({ scripts }) => scripts),
  };
}

function isOver(figures: PageFigures, limits: Limits): boolean {
  return figures.playableMs > limits.playableMs || figures.kilobytes > limits.kilobytes;
}

/** One round, from the tap to the end of the result's animation. */
async function playRound(page: Page, gameCode: string): Promise<void> {
  const table = TABLES[gameCode];
  if (table) {
    await page.locator(table.tap).first().click();
    await page.locator(table.begun).first().waitFor();
    await page.locator(table.over).waitFor();
  } else {
    await page.keyboard.press('Space');
    await page.locator('body[data-phase=playing]').waitFor();
    await page.locator('body[data-phase=ready], body[data-phase=choosing]').waitFor();
  }
  await page.waitForTimeout(SHOWN_MS);
}

async function waitForNextRound(page: Page, gameCode: string): Promise<void> {
  if (gameCode in TABLES) await page.locator('body[data-phase=open]').waitFor();
}
