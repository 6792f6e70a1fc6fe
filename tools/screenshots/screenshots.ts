// npm run tool -- screenshots: photographs every screen of the member site in every state.
//
//     npm run tool -- screenshots                                of the running npm start, into out/gallery
//     npm run tool -- screenshots http://lanna.localhost:3000   of another address, such as the second site
//     npm run tool -- screenshots --states error,offline --frames phone-dark --screens user-deposit
//     npm run tool -- screenshots --frames zoomed-dark --window --folder out/zoomed    the visible window only
//
// Always true: no picture is taken before the Thai font is loaded, because the text would be blank without it. An
// address that redirects elsewhere gives no picture. The script requests hundreds of pages at once: start the product
// with CHABA_RATE_LIMITS=off.
//
// Limit: Chromium leaves small texts out of some pictures of whole pages, such as the satang of a large amount, and of
// no picture of the window: compare with `--window` before a text counts as missing.
//
// Elsewhere: the states (states.ts), the members (testing/product/sign-in.ts).

import * as fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { findChromium } from '#testing/product/chromium';
import { writeIndex } from './index-page.ts';
import { type GallerySession, signInDemo, signInNewcomer } from '#testing/product/sign-in';
import { chooseNamed, type State, states } from './states.ts';
import { runCommand } from '#ops/core/command';
import { ROOT } from '#ops/core/root';

type Frame = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly mode: 'dark' | 'light';
};
type ScreenshotOptions = {
  readonly site: string;
  readonly screens: readonly string[] | undefined;
  readonly folder: string;
  /** Photographs the visible window only, with fixed elements in place. */
  readonly isWindowOnly: boolean;
};

const SIZES = [
  { name: 'small', width: 360, height: 640 },
  { name: '360x800', width: 360, height: 800 },
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desk', width: 1280, height: 800 },
  // A 1280-pixel window at 200 % zoom, as CSS pixels.
  { name: 'zoomed', width: 640, height: 400 },
] as const;
const FRAMES: readonly Frame[] = SIZES.flatMap(({ name, ...size }) =>
  (['dark', 'light'] as const).map((mode) => ({ name: `${name}-${mode}`, ...size, mode })),
);
const PATIENCE_MS = 6_000;
const SETTLE_MS = 300;
/** Number of pages photographed concurrently. */
const AT_ONCE = 2;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      states: { type: 'string' },
      frames: { type: 'string' },
      screens: { type: 'string' },
      folder: { type: 'string', default: path.join('out', 'gallery') },
      window: { type: 'boolean', default: false },
    },
  });
  const site = positionals[0] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
  const folder = path.resolve(ROOT, values.folder);
  const options = { site, screens: values.screens?.split(','), folder, isWindowOnly: values.window };
  const frames = chooseNamed('--frames', values.frames, FRAMES);
  const wanted = chooseNamed('--states', values.states, states);
  const known = new Set(states.flatMap(({ addresses }) => addresses.map(nameOf))).values();
  chooseNamed(
    '--screens',
    values.screens,
    Array.from(known, (name) => ({ name })),
  );
  const people = { visitor: undefined, demo: await signInDemo(site), newcomer: await signInNewcomer(site) };
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args], env, headless: true });
  try {
    fs.rmSync(folder, { recursive: true, force: true });
    let count = 0;
    const rest = frames.flatMap((frame) => wanted.map((state) => ({ frame, state })));
    const work = async (): Promise<void> => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const taken = await photographState(browser, options, next.frame, next.state, people[next.state.who]);
        count += taken;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    writeIndex(
      folder,
      frames.map(({ name }) => name),
    );
    console.log(`${count} pictures in ${path.relative(process.cwd(), folder)}`);
    return 0;
  } finally {
    await browser.close();
  }
});

async function photographState(
  browser: Browser,
  { site, screens, folder, isWindowOnly }: ScreenshotOptions,
  frame: Frame,
  state: State,
  session: GallerySession | undefined,
): Promise<number> {
  const addresses = state.addresses.filter((address) => screens?.includes(nameOf(address)) ?? true);
  if (addresses.length === 0) return 0;
  const context = await openContext(browser, frame, session);
  await state.arrange?.(context);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  let count = 0;
  for (const address of addresses) {
    const file = path.join(folder, frame.name, `${nameOf(address)}--${state.name}.png`);
    try {
      const isTaken = await photograph(page, site + address, state, { file, isWindowOnly });
      if (isTaken) count += 1;
    } catch (error) {
      console.log(`${frame.name} ${address} ${state.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await context.close();
  return count;
}

async function openContext(
  browser: Browser,
  frame: Frame,
  session: GallerySession | undefined,
): Promise<BrowserContext> {
  const { width, height, mode } = frame;
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width, height },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    colorScheme: mode,
    reducedMotion: 'reduce',
  });
  const stored = {
    Mode: mode,
    ...(session === undefined ? {} : { AccessToken: session.token, UserInfo: JSON.stringify(session.member) }),
  };
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) globalThis.localStorage.setItem(key, value);
  }, stored);
  return context;
}

async function photograph(
  page: Page,
  address: string,
  state: State,
  { file, isWindowOnly }: { readonly file: string; readonly isWindowOnly: boolean },
): Promise<boolean> {
  await page.context().setOffline(false);
  await page.goto(address);
  // \u0e01 is the first Thai letter. The live stream keeps the network busy, so the page gets a fixed delay instead of
  // network idle.
  await page.evaluate(`document.fonts.load("16px 'Anuphan Variable'", '\u0e01')`);
  await page.locator('#root header, #root h1').first().waitFor();
  await (state.isBusy === true ? untilItLoads(page) : loadWithRetry(page));
  await state.act?.(page);
  await page.waitForTimeout(SETTLE_MS);
  if (new URL(page.url()).pathname !== new URL(address).pathname) return false;
  // A dialog is fixed to the window; a full-page picture would only add the covered page behind it.
  const isCovered = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0;
  await page.screenshot({ path: file, fullPage: !isCovered && !isWindowOnly });
  return true;
}

/** Waits for loading placeholders; a screen that has all its data shows none. */
async function untilItLoads(page: Page): Promise<void> {
  await page
    .locator('.animate-pulse')
    .first()
    .waitFor({ timeout: PATIENCE_MS / 2 })
    .catch(() => undefined);
}

/** Waits until the page shows no loading indicator. */
async function loadWithRetry(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  await page
    .waitForFunction("document.querySelector('.animate-pulse') === null", undefined, { timeout: PATIENCE_MS / 2 })
    .catch(() => undefined);
}

function nameOf(address: string): string {
  return address === '/' ? 'landing' : address.slice(1).replaceAll(/[/?=]/g, '-');
}
