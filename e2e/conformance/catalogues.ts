// Both catalogues (§3): every provider has its tile, and every open provider opens a game. Tiles are pressed in a
// browser, one of each category, and all of them in npm run verify.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { createStandardCatalogue } from '#server/modules/catalogue/catalogue';
import type { CatalogueName } from '#server/modules/catalogue/standard';

import { openMobilePage, untilHydrated } from '#testing/product/browser';
import { type Client, createClient, signUp } from './client.ts';
import type { Report } from './report.ts';
import { openAs } from '#e2e/money';
import { isVerifying } from '#testing/extent';
import type { Product } from '#e2e/product';

const CLOSED = 'ปิดปรับปรุงชั่วคราว';
const CATEGORIES = ['LIVECASINO', 'EGAMES', 'POKER', 'TRADING'] as const;

type Listed = {
  readonly ch: string;
  readonly name: string;
  readonly category: string;
  readonly isOpen: boolean;
};

type Lobby = {
  readonly page: Page;
  readonly url: string;
  readonly client: Client;
  readonly token: string;
  readonly products: readonly Listed[];
};

export function requireCatalogues(report: Report, product: Product): void {
  for (const [name, catalogue, key, host] of [
    ['default catalogue', 'default', 'chaba-sandbox', '127.0.0.1'],
    ['catalogue of the partner', 'partner', 'lanna-sandbox', 'lanna.localhost'],
  ] as const) {
    test(`opens the ${name}`, async () => {
      const lobby = await enterLobby(product, key, host);
      const checkRow = (statement: string, check: string, run: () => Promise<string>) =>
        report.checkRow('3', `${name}: ${statement}`, check, run);
      await checkRow('a closed provider is marked', 'reads the tiles', () => checkClosed(lobby));
      await checkRow('every provider is in the lobby and in its category', 'scrolls to each tile', () =>
        checkAll(lobby),
      );
      await checkRow('a game of every open provider starts', 'requests each game and opens its address', () =>
        checkLaunches(lobby, product, catalogue),
      );
      const check = 'presses a tile of each category until the game is in its frame';
      await checkRow('a tile opens its game', check, () => pressTiles(lobby, product));
    });
  }
}

async function checkClosed({ page, products }: Lobby): Promise<string> {
  const closed = products.filter(({ isOpen }) => !isOpen);
  await page.getByText(`${products.length} รายการ`, { exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const tiles = page.getByRole('main').getByRole('listitem').filter({ hasText: CLOSED });
  if (closed.length > 0) await tiles.nth(closed.length - 1).waitFor();
  const read = await tiles.evaluateAll((all) =>
    all.map((one) => ({ text: one.textContent, links: one.querySelectorAll('a').length })),
  );
  assert.equal(read.length, closed.length);
  for (const { text, links } of read) {
    assert.ok(closed.some(({ name }) => text.includes(name)) && links === 0, text);
  }
  return `${closed.length} providers`;
}

async function checkAll({ page, url, products }: Lobby): Promise<string> {
  await checkTiles(page, products);
  const counts = [];
  for (const category of CATEGORIES) {
    const wanted = products.filter((one) => one.category === category);
    counts.push(`${wanted.length} ${category}`);
    await page.goto(`${url}/user/game/${category}`);
    if (wanted.length > 0) await checkTiles(page, wanted);
    else await page.getByText(/ยังไม่มี/).first().waitFor();
  }
  return counts.join(', ');
}

/** Starts the first game of every open provider, as the page of a game does, and reads its page. */
async function checkLaunches({ client, token, products }: Lobby, product: Product, name: CatalogueName) {
  const providers = createStandardCatalogue(name).lobby;
  assert.deepEqual(
    providers.map(({ ch }) => ch),
    products.filter(({ isOpen }) => isOpen).map(({ ch }) => ch),
  );
  for (const { ch, gameType, games } of providers) {
    const payload = { ch, gameCode: games[0]?.gameCode, gameType };
    const { status, body } = await client('POST /game-composite/v1/launch', { payload, token });
    assert.equal(status, 200, `${ch}: ${String(body['message'])}`);
    const { url } = body['data'] as { url: string };
    assert.equal(new URL(url).port, new URL(product.sandboxUrl).port, ch);
    const game = await fetch(url);
    assert.equal(game.status, 200, ch);
    assert.match(await game.text(), /<script type="module"/, ch);
  }
  return providers.map(({ ch }) => ch).join(', ');
}

/** Presses one tile of each category, in `npm run verify` every tile. */
async function pressTiles({ page, url, products }: Lobby, { sandboxUrl }: Product): Promise<string> {
  const firsts = CATEGORIES.map((category) => products.find((one) => one.category === category && one.isOpen));
  const named = firsts.filter((one) => one !== undefined);
  const open = isVerifying ? products.filter(({ isOpen }) => isOpen) : named;
  for (const { ch, name } of open) {
    await page.goto(`${url}/user/game`);
    await untilHydrated(page);
    const frame = page.locator('iframe[src]').first();
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await page.waitForURL(/\/user\/play\/|[?&]ch=/);
    // A provider with several games shows them first.
    if (!page.url().includes('/user/play/')) await page.locator(`main a[href^="/user/play/${ch}/"]`).first().click();
    await frame.waitFor();
    assert.equal(new URL((await frame.getAttribute('src')) ?? '', url).port, new URL(sandboxUrl).port, ch);
    await frame.contentFrame().locator('body :visible').first().waitFor();
  }
  return named.map(({ ch }) => ch).join(', ');
}

async function enterLobby({ url: own }: Product, key: string, host: string): Promise<Lobby> {
  const url = Object.assign(new URL(own), { hostname: host }).origin;
  const client = createClient(own, key);
  const { token, account } = await signUp(client);
  const { body } = await client('GET /auth-service/v1/refresh', { token });
  const configuration = await client('GET /v2/prefix');
  const page = await openMobilePage();
  await openAs(page, { url }, { token, info: body['data'], account }, '/user/game');
  const { ProductList: products } = configuration.body['data'] as { ProductList: Listed[] };
  return { page, url, client, token, products };
}

async function checkTiles(page: Page, products: readonly Listed[]): Promise<void> {
  await untilHydrated(page);
  await page.getByText(`${products.length} รายการ`, { exact: true }).waitFor();
  const names = products.map(({ name }) => name);
  const reached = await page.evaluate(async (wanted) => {
    const found: string[] = [];
    const reach = async (name: string): Promise<boolean> => {
      const tile = [...document.querySelectorAll('main li')].find((one) =>
        [...one.querySelectorAll('*')].some((part) => part.textContent === name),
      );
      // More tiles are rendered when the last ones are scrolled into view.
      if (tile === undefined) scrollTo(0, document.body.scrollHeight);
      tile?.scrollIntoView({ behavior: 'instant', block: 'center' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const picture = tile?.querySelector('img');
      const { top, bottom } = tile?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return top >= 0 && bottom <= innerHeight && picture?.complete === true && picture.naturalWidth > 0;
    };
    for (const name of wanted) {
      for (const end = performance.now() + 10_000; performance.now() < end; ) {
        if (!(await reach(name))) continue;
        found.push(name);
        break;
      }
    }
    return found;
  }, names);
  assert.deepEqual(reached, names);
}
