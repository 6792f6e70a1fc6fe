// Screens of the back office in a browser: Lighthouse, paints over a slow line, presses on a slowed processor.
//
// Always true: the pages are the built ones, from the measured process. Withdrawals of the queue were requested through
// the product.
//
// Elsewhere: sizes of the files (tools/check/byte-budget.test.ts), axe on every screen (e2e).

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { findChromium } from '#testing/product/chromium';

import { listFaults, openLighthouse } from '#bench/pages/lighthouse-run';
import { getObserved, median, resetObserved, SLOW_LINE, SLOWER, WATCH } from '#bench/pages/observed';

import { requestWithdrawals } from './actions.ts';
import type { Bench } from './parts.ts';
import { type FigureTable, formatFigure } from './table.ts';

const VIEWPORT = { width: 1280, height: 800 };
const OPTIONS = { viewport: VIEWPORT, locale: 'th-TH', timezoneId: 'Asia/Bangkok', bypassCSP: true };
/** Of a computer: the pages are those of people at work. */
const DESKTOP = {
  formFactor: 'desktop',
  screenEmulation: { mobile: false, ...VIEWPORT, deviceScaleFactor: 1, disabled: false },
  throttlingMethod: 'provided',
  onlyCategories: ['accessibility', 'best-practices'],
};
const SIGNED_IN = ['/chaba/withdrawals', '/chaba/members', '/chaba/dashboard'];
const QUEUE = '/chaba/withdrawals';
const WITHDRAWALS = 30;
const VISITS = 5;
const STEPS = 8;
const ROWS = 200;
const GOALS = { lighthouse: 100, cold: 2_500, warm: 800, press: 150, next: 100, rows: 50 } as const;

/** Runs in the page before its scripts: when the first rows of a list were painted. */
const WATCH_ROWS = `(() => {
  window.rowsAt = 0;
  const look = () => {
    // The frame with the rows is in preparation: the task runs right after it, before other tasks.
    if (document.querySelector('main tr[data-key]') !== null)
      scheduler.postTask(() => (window.rowsAt = performance.now()), { priority: 'user-blocking' });
    else requestAnimationFrame(look);
  };
  look();
})()`;

export async function measureScreens(bench: Bench): Promise<void> {
  const url = `http://localhost:${bench.office.port}`;
  await requestWithdrawals(bench, WITHDRAWALS);
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args], env, headless: true });
  try {
    await measurePaints(bench.table, browser, url);
    await measurePresses(bench.table, browser, url);
    await measureRows(bench.table, browser, url);
  } finally {
    await browser.close();
  }
  await measureLighthouse(bench.table, url);
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('ชื่อผู้ใช้').fill('demo-risk');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('demo1234');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
}

async function measureLighthouse(table: FigureTable, url: string): Promise<void> {
  const lighthouse = await openLighthouse(OPTIONS);
  const check = async (name: string, path: string): Promise<void> => {
    const result = await lighthouse.run(url + path, DESKTOP);
    for (const category of DESKTOP.onlyCategories) {
      const score = Math.round(100 * (result.categories[category]?.score ?? 0));
      const faults = listFaults(result, category);
      table.addFigure(`Lighthouse, ${name}: ${category}`, {
        figure: [String(score), ...faults].join(' '),
        goal: String(GOALS.lighthouse),
        isMet: score === GOALS.lighthouse,
      });
    }
  };
  try {
    await check('sign-in', '/');
    const page = await lighthouse.context.newPage();
    await signIn(page, url);
    await page.close();
    for (const path of SIGNED_IN) await check(path, path);
  } finally {
    await lighthouse.close();
  }
}

/** A browser that has nothing stored but the session. */
async function openSignedIn(on: Browser, url: string): Promise<BrowserContext> {
  const first = await on.newContext(OPTIONS);
  await signIn(await first.newPage(), url);
  const storageState = await first.storageState();
  await first.close();
  const context = await on.newContext({ ...OPTIONS, storageState });
  await context.addInitScript(WATCH);
  await context.addInitScript(WATCH_ROWS);
  return context;
}

async function measurePaints(table: FigureTable, on: Browser, url: string): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await openSignedIn(on, url);
    cold.push(await visitQueue(context, url));
    warm.push(await visitQueue(context, url));
    await context.close();
  }
  addMedian(table, 'queue painted over a slow line: nothing stored', cold, GOALS.cold);
  addMedian(table, 'queue painted over a slow line: files stored', warm, GOALS.warm);
}

function addMedian(table: FigureTable, name: string, times: readonly number[], goalMs: number): void {
  const figure = median(times);
  table.addFigure(name, { figure: `${formatFigure(figure)} ms`, goal: `≤ ${goalMs} ms`, isMet: figure <= goalMs });
}

async function visitQueue(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await page.goto(url + QUEUE);
  await page.waitForFunction('window.rowsAt > 0');
  const ms = await page.evaluate<number>('window.rowsAt');
  await page.close();
  return ms;
}

/** Steps through the queue, then rejects an item, on a slowed processor; and the next item at full speed. */
async function measurePresses(table: FigureTable, on: Browser, url: string): Promise<void> {
  const context = await openSignedIn(on, url);
  const page = await context.newPage();
  await page.goto(url + QUEUE);
  await page.waitForFunction('window.rowsAt > 0');
  const references = await page
    .locator('main tr[data-key]')
    .evaluateAll((rows) => rows.map(({ dataset }) => dataset['key']));
  const next: number[] = [];
  for (const reference of references.slice(0, STEPS)) next.push(await stepTo(page, reference ?? ''));
  // The first step loads the code of the panel.
  addMedian(table, 'key to the next item painted', next.slice(1), GOALS.next);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await resetObserved(page);
  for (const reference of references.slice(STEPS, 2 * STEPS)) await stepTo(page, reference ?? '');
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('1');
  await page.keyboard.type('ok', { delay: 100 });
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Presses are reported with the frame after them.
  await page.waitForTimeout(500);
  const { longestPress } = await getObserved(page);
  table.addFigure(`longest press, processor slowed ${SLOWER} times`, {
    figure: `${formatFigure(longestPress)} ms`,
    goal: `≤ ${GOALS.press} ms`,
    isMet: longestPress <= GOALS.press,
  });
  await context.close();
}

/** Milliseconds from the key to the painted panel of the row with its buttons. */
async function stepTo(page: Page, reference: string): Promise<number> {
  await page.evaluate(`(() => {
    window.step = { from: 0, to: 0 };
    addEventListener('keydown', () => (window.step.from = performance.now()), { capture: true, once: true });
    const look = () => {
      const heading = [...document.querySelectorAll('h2')].some((each) => each.textContent === '${reference}');
      if (window.step.from > 0 && heading)
        scheduler.postTask(() => (window.step.to = performance.now()), { priority: 'user-blocking' });
      else requestAnimationFrame(look);
    };
    look();
  })()`);
  await page.keyboard.press('j');
  await page.waitForFunction('window.step.to > 0');
  const ms = await page.evaluate<number>('window.step.to - window.step.from');
  // The item after it is fetched ahead while a person reads.
  await page.waitForTimeout(300);
  return ms;
}

/** The longest task while a list grows to its last page. */
async function measureRows(table: FigureTable, on: Browser, url: string): Promise<void> {
  const context = await openSignedIn(on, url);
  const page = await context.newPage();
  await page.goto(`${url}/chaba/members`);
  const rows = page.locator('main tr[data-key]');
  for (let count = await waitForRows(page, 1); count < ROWS; ) {
    await resetObserved(page);
    await page.getByRole('button', { name: 'ดูเพิ่ม' }).click();
    count = await waitForRows(page, count + 1);
  }
  await page.waitForTimeout(500);
  const { longest } = await getObserved(page);
  table.addFigure(`longest task of a list that grows to ${await rows.count()} rows`, {
    figure: `${formatFigure(longest)} ms`,
    goal: `≤ ${GOALS.rows} ms`,
    isMet: longest <= GOALS.rows,
  });
  await context.close();
}

async function waitForRows(page: Page, atLeast: number): Promise<number> {
  await page.waitForFunction(`document.querySelectorAll('main tr[data-key]').length >= ${atLeast}`);
  return page.locator('main tr[data-key]').count();
}
