// How soon the pages of the studio's games can be played on a slow phone, the first of a visit and a second one; what
// they transfer; their frame times and the work for a frame in the heaviest round of the game; the times of a spin and
// of a tap. `npm run bench -- game-pages [gameCode…]` prints the figures of each game and fails when one is over its
// limit. A time or weight is the median of the visits, work that of the rounds. Frames are evaluated only when the
// machine was idle (frames.ts), the page's own computing time always. The garbage of the opening is collected before a
// round, so that the browser does not collect it in the middle of one.
//
// Elsewhere: the measured rounds (game-rounds.ts), parts of the transfer (game-transfer.ts).

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '@chaba/embedded-postgres';
import { baht } from '@chaba/money';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

import { readTimes, recordTimes } from '#testing/product/slot-times';
import { tableText } from '#studio/page-kit/table.text';
import { startFakeWallet } from '#studio/testing/fake-wallet';
import { findChromium } from '#testing/product/chromium';
import { buildPages } from '#ops/start/page-builds';
import { startStudio } from '#testing/product/studio-process';

import { measureFrames, measureIdleFrames, measureWork, PROCESSOR, type Work } from './frames.ts';
import {
  chooseHeaviest,
  choosePlain,
  GAMES,
  isSlot,
  isTable,
  playRound,
  tap,
  waitForNextRound,
} from './game-rounds.ts';
import {
  CODE_FILES_MAX,
  isBackdropLater,
  type Part,
  PART_KB_MAX,
  startMeter,
  TABLE_PART_KB_MAX,
  type TransferParts,
} from './game-transfer.ts';

const FIRST_MS_MAX = 2_000;
const SECOND_MS_MAX = 1_200;
const FIRST_KB_MAX = 110;
const TABLE_KB_MAX = 115;
const SECOND_KB_MAX = 35;
/** Three refreshes of the screen; read in tenths of a millisecond, three of them last 49.9 to 50.1. */
const FRAME_MS_MAX = 50.1;
const WORK_FOR_FRAME_MS_MAX = 32;
const WORK_AT_ONCE_MS_MAX = 40;
const SPIN_TO_SPIN_MS_MIN = 2_500;
const RESULT_MS_MAX = 2_500;
const PLACED_MS_MAX = 300;
const VISITS = 5;
/** Rounds of which the median work counts: a busy machine slows a thread for a moment too. */
const ROUNDS = 3;
const SPINS = 3;
const TAPS = 24;
const WALLET_MS = 20;
/** The title opened second, and another one for its own measure. */
const [SECOND_TITLE, OTHER_TITLE] = ['yi-peng', 'bua-ban'];
/** Network of the phone: 1.6 Mbps, 150 ms; its processor: frames.ts. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SECRET = 'sandbox-secret';
const PLAYER = 'measure';

await buildPages(console.log, 'studio');
const wallet = await startFakeWallet(SECRET);
wallet.setBalance(PLAYER, baht(100_000));
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
  for (const gameCode of wanted.length > 0 ? wanted : GAMES) await measure(gameCode);
} finally {
  await browser.close();
  await sandbox.stop();
  await wallet.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** One line of figures, and those of them that are over their limits. */
type FigureLine = { readonly line: string; readonly over: readonly (string | false)[] };

async function measure(gameCode: string): Promise<void> {
  console.log(gameCode);
  const print = ({ line, over }: FigureLine): void => {
    console.log(`  ${line}`);
    for (const each of over.filter((words) => words !== false)) {
      console.log(`  OVER: ${each}`);
      process.exitCode = 1;
    }
  };
  for (const each of await measureOpening(gameCode)) print(each);
  const context = await openPhone();
  const opening = await open(context, gameCode);
  print(await measureMotion(gameCode, opening));
  await opening.devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  if (isSlot(gameCode)) print(await measureSpins(gameCode, opening.page));
  if (isTable(gameCode)) print(await measureTaps(gameCode, opening.page));
  await context.close();
}

async function measureOpening(gameCode: string): Promise<FigureLine[]> {
  const openings: { first: Opening; second: Opening | undefined }[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await openPhone();
    const first = await open(context, gameCode);
    await first.page.close();
    const title = gameCode === SECOND_TITLE ? OTHER_TITLE : SECOND_TITLE;
    const second = isTable(gameCode) ? undefined : await open(context, title);
    openings.push({ first, second });
    await context.close();
  }
  const firsts = openings.map((each) => each.first);
  const seconds = openings.flatMap((each) => each.second ?? []);
  const part = (of: keyof TransferParts): number => median(firsts.map(({ transfer }) => transfer[of]));
  const totalMax = isTable(gameCode) ? TABLE_KB_MAX : FIRST_KB_MAX;
  const playable = median(firsts.map(({ playableMs }) => playableMs));
  const files = median(firsts.map(({ scripts }) => scripts));
  const second = median(seconds.map(({ playableMs }) => playableMs));
  const secondKb = median(seconds.map(({ transfer }) => transfer.total));
  const parts = Object.keys(firsts[0]?.transfer ?? {}).filter((name): name is Part => name !== 'total');
  return [
    {
      line: `playable ${playable} ms${seconds.length > 0 ? ` · second title ${second} ms, ${secondKb} KB` : ''}`,
      over: [
        playable > FIRST_MS_MAX && `playable ${playable} of ${FIRST_MS_MAX} ms`,
        second > SECOND_MS_MAX && `second title ${second} of ${SECOND_MS_MAX} ms`,
        secondKb > SECOND_KB_MAX && `second title ${secondKb} of ${SECOND_KB_MAX} KB`,
      ],
    },
    {
      line: `${part('total')} KB: ${parts.map((name) => `${name} ${part(name)}`).join(', ')} · ${files} files of code`,
      over: [
        part('total') > totalMax && `${part('total')} of ${totalMax} KB`,
        files > CODE_FILES_MAX && `${files} of ${CODE_FILES_MAX} files of code`,
        firsts.some(({ isBackdropLater }) => !isBackdropLater) && 'the backdrop delays the first paint',
        ...parts.map((name) => {
          const max = (isTable(gameCode) ? TABLE_PART_KB_MAX : PART_KB_MAX)[name] ?? Number.POSITIVE_INFINITY;
          return part(name) > max && `${name} ${part(name)} of ${max} KB`;
        }),
      ],
    },
  ];
}

/** Frames and work in the heaviest round. */
async function measureMotion(gameCode: string, { page, devtools }: Opening): Promise<FigureLine> {
  const before = await measureIdleFrames(browser);
  await waitForNextRound(page, gameCode);
  chooseHeaviest(dataDir, gameCode);
  await devtools.send('HeapProfiler.collectGarbage');
  const frames = await measureFrames(page, () => playRound(page, gameCode));
  const after = await measureIdleFrames(browser);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const works: Work[] = [];
  while (works.length < ROUNDS) {
    await waitForNextRound(page, gameCode);
    chooseHeaviest(dataDir, gameCode);
    await devtools.send('HeapProfiler.collectGarbage');
    works.push(await measureWork(browser, page, () => playRound(page, gameCode)));
  }
  const [frame, task] = [median(works.map((work) => work.frame)), median(works.map((work) => work.task))];
  const collection = Math.max(...works.map((work) => work.collection));
  const parts = works.find((work) => work.frame === frame)?.parts ?? '';
  const still = Math.max(before.longest, after.longest);
  const isStill = still <= FRAME_MS_MAX;
  return {
    line:
      `frames: 95 % ${frames.most} ms, longest ${frames.longest} ms (still page ${still} ms` +
      `${isStill ? '' : ': the machine was not idle, not checked'})` +
      ` · most work for one ${frame} ms (${parts}), at one go ${task} ms` +
      `, garbage collection ${collection} ms`,
    over: [
      isStill && frames.longest > FRAME_MS_MAX && `frame ${frames.longest} of ${FRAME_MS_MAX} ms`,
      frame > WORK_FOR_FRAME_MS_MAX && `work for a frame ${frame} of ${WORK_FOR_FRAME_MS_MAX} ms`,
      task > WORK_AT_ONCE_MS_MAX && `work at one go ${task} of ${WORK_AT_ONCE_MS_MAX} ms`,
    ],
  };
}

/** Rounds without a feature, with the button pressed all the time. */
async function measureSpins(gameCode: string, page: Page): Promise<FigureLine> {
  const results: number[] = [];
  const nexts: number[] = [];
  for (let spin = 0; spin < SPINS; spin += 1) {
    choosePlain(dataDir, gameCode);
    await recordTimes(page);
    let times = await readTimes(page);
    while (times.ready === undefined) {
      if (times.result === undefined) await page.keyboard.press('Space');
      else await page.waitForTimeout(50);
      times = await readTimes(page);
    }
    const [[, started] = ['', 0]] = times.presses;
    results.push(Math.round((times.result ?? 0) - started));
    nexts.push(Math.round(times.ready - started));
  }
  const [result, next] = [Math.max(...results), Math.min(...nexts)];
  return {
    line: `result without a feature after ${result} ms · from spin to spin ${next} ms`,
    over: [
      result > RESULT_MS_MAX && `result after ${result} of ${RESULT_MS_MAX} ms`,
      next < SPIN_TO_SPIN_MS_MIN && `from spin to spin ${next} ms, at least ${SPIN_TO_SPIN_MS_MIN}`,
    ],
  };
}

/** Taps on a place while bets are accepted, each until the page states that the bet is placed. */
async function measureTaps(gameCode: string, page: Page): Promise<FigureLine> {
  wallet.setDelay(WALLET_MS);
  const [before = '', after = ''] = tableText.placed('#').split('#');
  await page.evaluate(recordTaps, [before, after] as const);
  let placed: readonly number[] = [];
  while (placed.length < TAPS) {
    await page.locator('body[data-phase=open]').waitFor();
    await tap(page, gameCode);
    await page.waitForFunction(
      (known) =>
        (globalThis as unknown as { placed: number[] }).placed.length > known ||
        document.body.dataset['phase'] !== 'open',
      placed.length,
    );
    placed = await page.evaluate(() => (globalThis as unknown as { placed: number[] }).placed);
  }
  wallet.setDelay(0);
  const sorted = placed.toSorted((one, other) => one - other);
  const most = Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN);
  return {
    line: `tap to placed: 95 % of ${placed.length} within ${most} ms, median ${Math.round(median(placed))} ms`,
    over: [most > PLACED_MS_MAX && `tap to placed ${most} of ${PLACED_MS_MAX} ms`],
  };
}

/** In the page: records the time from each tap to the sentence that its bet is placed. */
function recordTaps([before, after]: readonly [string, string]): void {
  const placed: number[] = [];
  Object.assign(globalThis, { placed });
  let tappedAt: number | undefined;
  addEventListener('click', ({ timeStamp }) => (tappedAt = timeStamp), true);
  const line = document.querySelector('.table-line');
  if (!line) throw new Error('the page has no line of its bets');
  new MutationObserver(() => {
    const words = line.textContent ?? '';
    if (tappedAt === undefined || !words.startsWith(before) || !words.endsWith(after)) return;
    placed.push(performance.now() - tappedAt);
    tappedAt = undefined;
  }).observe(line, { childList: true, characterData: true, subtree: true });
}

type Opening = {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly playableMs: number;
  readonly transfer: TransferParts;
  readonly scripts: number;
  readonly isBackdropLater: boolean;
};

function openPhone(): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'th-TH' });
}

/** In the page: reports the time from the navigation to the first frame with the answering button. */
function reportPlayable(): void {
  const report = (globalThis as unknown as { reportPlayable(ms: string): void }).reportPlayable;
  const phases = new MutationObserver(() => {
    if (!['ready', 'open', 'shut'].includes(document.body?.dataset['phase'] ?? '')) return;
    phases.disconnect();
    requestAnimationFrame(() => setTimeout(() => report(String(performance.now()))));
  });
  phases.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-phase'] });
}

/** Opens a game by its launch address, without a script of the driver in the page until it can be played. */
async function open(context: BrowserContext, gameCode: string): Promise<Opening> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const meter = await startMeter(devtools);
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });

  const playable = new Promise<number>((resolve) => {
    devtools.on('Runtime.bindingCalled', ({ payload }) => resolve(Math.round(Number(payload))));
  });
  await devtools.send('Runtime.enable');
  await devtools.send('Runtime.addBinding', { name: 'reportPlayable' });
  await page.addInitScript(reportPlayable);
  const launch = new URLSearchParams({ operator: 'chaba', token: wallet.launch(PLAYER), lang: 'th' });
  const document = await page.goto(`${address}/games/${gameCode}?${launch.toString()}`, { waitUntil: 'commit' });
  if (!document) throw new Error(`${gameCode} has no page`);
  const playableMs = await playable;
  // The event stream of a table never ends, so `networkidle` is not reached.
  if (isTable(gameCode)) await page.locator('body[data-phase=open]').waitFor();
  else await page.waitForLoadState('networkidle');
  // Fonts load last; their bytes count, and a round must not wait for them.
  await page.evaluate('document.fonts.ready');
  return {
    page,
    devtools,
    playableMs,
    transfer: await meter.split(document),
    scripts: meter.countScripts(),
    isBackdropLater: await isBackdropLater(page),
  };
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? Number.NaN;
}
