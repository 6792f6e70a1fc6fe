// npm run gallery: every screen of the member site photographed, to look at the whole product at once.
//
//     npm run gallery                         of the running npm start, into out/gallery, with index.html
//     npm run gallery -- http://host:3000     of another one
//
// Always true: no picture is taken before the Thai font is there, for without it the text would be blank; an address that
// leads elsewhere (a page that does not exist yet) gives no picture.

import * as fs from 'node:fs';
import path from 'node:path';

import { type Browser, chromium, type Page } from 'playwright-core';

import { paths } from '#web/lib/paths';

import { findChromium } from './chromium.ts';
import { ROOT, runCommand, Sentence } from './settings.ts';

type Session = { readonly token: string; readonly member: unknown };
type Frame = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly mode: 'dark' | 'light';
};

const FOLDER = path.join(ROOT, 'out', 'gallery');
const SIZES = [
  { name: 'small', width: 360, height: 640 },
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desk', width: 1280, height: 800 },
  // 1280 at 200 %: what is left of the window for the page.
  { name: 'zoomed', width: 640, height: 400 },
] as const;
const FRAMES: readonly Frame[] = SIZES.flatMap(({ name, ...size }) =>
  (['dark', 'light'] as const).map((mode) => ({ name: `${name}-${mode}`, ...size, mode })),
);
const SETTLE_MS = 700;

await runCommand(async () => {
  const site = process.argv[2] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
  const session = await signIn(site);
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args], headless: true });
  try {
    fs.rmSync(FOLDER, { recursive: true, force: true });
    let count = 0;
    for (const frame of FRAMES) {
      count += await photographAll(browser, site, frame, publicAddresses(), undefined);
      count += await photographAll(browser, site, frame, memberAddresses(), session);
    }
    writeIndex();
    console.log(`${count} pictures in ${path.relative(process.cwd(), FOLDER)}`);
    return 0;
  } finally {
    await browser.close();
  }
});

/** One page with every picture: a row for a screen, a column for a frame. */
function writeIndex(): void {
  const names = FRAMES.map(({ name }) => name);
  const screens = [...new Set(names.flatMap((name) => filesIn(path.join(FOLDER, name))))].toSorted();
  const cell = (frame: string, screen: string) =>
    fs.existsSync(path.join(FOLDER, frame, screen))
      ? `<td><a href="${frame}/${screen}"><img loading="lazy" height="360" src="${frame}/${screen}"></a></td>`
      : '<td></td>';
  const rows = screens.map(
    (screen) => `<tr><th>${screen.replace('.png', '')}</th>${names.map((name) => cell(name, screen)).join('')}</tr>`,
  );
  const head = `<tr><th></th>${names.map((name) => `<th>${name}</th>`).join('')}</tr>`;
  fs.writeFileSync(
    path.join(FOLDER, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Gallery</title><table>${head}${rows.join('')}</table>`,
  );
}

function filesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.png')) : [];
}

function publicAddresses(): string[] {
  return [paths.landing, paths.login, paths.register, paths.promotion];
}

function memberAddresses(): string[] {
  return Object.values(paths.member).filter((address) => typeof address === 'string');
}

async function photographAll(
  browser: Browser,
  site: string,
  { name, width, height, mode }: Frame,
  addresses: readonly string[],
  session: Session | undefined,
): Promise<number> {
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
  const page = await context.newPage();
  let count = 0;
  for (const address of addresses) {
    if (await photograph(page, site, address, path.join(FOLDER, name))) count += 1;
  }
  await context.close();
  return count;
}

async function photograph(page: Page, site: string, address: string, folder: string): Promise<boolean> {
  await page.goto(`${site}${address}`);
  // \u0e01 is the first Thai letter; the live stream never lets the network rest, so the page is given a moment instead.
  await page.evaluate(`document.fonts.load("16px 'Anuphan Variable'", '\u0e01')`);
  await page.waitForTimeout(SETTLE_MS);
  if (new URL(page.url()).pathname !== address) return false;
  const file = address === '/' ? 'landing' : address.slice(1).replaceAll('/', '-');
  await page.screenshot({ path: path.join(folder, `${file}.png`), fullPage: true });
  return true;
}

async function signIn(site: string): Promise<Session> {
  const answer = await fetch(`${site}/auth-service/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox' },
    body: JSON.stringify({ phoneNumber: '0812345678', Password: 'demo1234' }),
  }).catch(() => {
    throw new Sentence(`Nothing answers at ${site}: start the product first (npm start).`);
  });
  const { authToken, data } = (await answer.json()) as { readonly authToken?: string; readonly data?: unknown };
  if (authToken === undefined) {
    throw new Sentence(`The demo member cannot sign in at ${site} (status ${answer.status}).`);
  }
  return { token: authToken, member: data };
}
