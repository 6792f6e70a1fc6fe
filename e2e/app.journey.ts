// The member site as an installable app: each site installs under its own name, pages open offline, responses are never
// cached, and a press activates a new build.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import { connectOwner, type MoveState, notifySites, writeMove } from '@chaba/database/site-move';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { testInFull } from '#testing/extent';
import { signIn } from './members.ts';
import { startProduct } from './product.ts';

const product = await startProduct();

test('installs each site under its own name with its own icons', async () => {
  const chaba = JSON.parse((await requestPage('/manifest.webmanifest', 'localhost')).text) as Manifest;
  const lanna = JSON.parse((await requestPage('/manifest.webmanifest', 'lanna.localhost')).text) as Manifest;
  assert.deepEqual([chaba.name, lanna.name], ['ชบา', 'ล้านนา']);
  assert.equal(chaba.display, 'standalone');
  assert.notDeepEqual(chaba.icons, lanna.icons);
  for (const { src, sizes } of [...chaba.icons, ...lanna.icons]) {
    const { status, type, bytes } = await requestPage(src, 'localhost');
    assert.deepEqual([status, type], [200, 'image/png'], src);
    // The picture's header states its size.
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
  }
  // A page is sent unrendered while the first render waits for a worker (apps/server/src/http/prerender.ts).
  await requestPage('/promotion', 'lanna.localhost');
  const page = (await requestPage('/', 'lanna.localhost')).text;
  assert.match(page, /<link rel="apple-touch-icon" href="\/icons\/jade-touch-180\.png"/);
  assert.match(page, /<link rel="icon" href="\/icons\/jade-mark\.svg"/);
  assert.match(page, /<title>ล้านนา<\/title>/);
  assert.match(page, /property="og:title" content="ล้านนา"/);
  // The HTML contains the page's content before any script runs, except content that is loaded later.
  assert.match(page, /<img src="\/icons\/jade-mark\.svg"[^>]*><span class="truncate">ล้านนา<\/span>/);
  assert.match(page, /<h1[^>]*>เล่นเกมออนไลน์/);
  assert.match((await requestPage('/login', 'lanna.localhost')).text, /<h2[^>]*>ยินดีต้อนรับกลับ/);
  assert.match((await requestPage('/user/home', 'lanna.localhost')).text, /name="chaba-code" content="[^"]*home-page/);
  assert.match((await requestPage('/user/deposit', 'lanna.localhost')).text, /data-page[^]*<h1[^>]*>ฝากเงิน/);
  assert.match(
    (await requestPage('/user/deposit', 'lanna.localhost')).text,
    /name="chaba-code" content="[^"]*deposit-page/,
  );
  const builtPage = (await requestPage('/index.html', 'lanna.localhost')).text;
  assert.doesNotMatch(builtPage, /<h1|<h2|"appName"|data-page/);
  for (const other of ['/user/game?q=a', '/user/play/chaba-studio', '/no/such/page']) {
    const { text } = await requestPage(other, 'lanna.localhost');
    assert.doesNotMatch(text, /<h1|data-page/, other);
    assert.match(text, /"appName":"ล้านนา"/, other);
  }
});

test('opens pages offline, caches no response, and reports that money needs a connection', async () => {
  const page = await openMobilePage({ serviceWorkers: 'allow', expected: /Failed to load resource|ERR_/ });
  await signIn(page, product.url);
  await untilControlled(page);
  await page.goto(`${product.url}/user/deposit`);
  await page.getByText('เงื่อนไขการฝากเงิน').waitFor();

  const cached = await listCachedPaths(page);
  assert.ok(cached.length > 20, 'the pages are cached');
  assert.deepEqual(
    cached.filter(
      (address) =>
        !/^\/(?:assets\/.+|first-paint\.js|icon\.svg|icons\/\w+-mark\.svg|manifest\.webmanifest|index\.html)$/.test(
          address,
        ),
    ),
    [],
    'only files of the build and the page are cached',
  );

  await product.stopServer();
  await page.context().setOffline(true);
  await page.goto(`${product.url}/user/withdraw`);
  await page.getByText('ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อทำรายการนี้').waitFor();
  await page.goto(`${product.url}/user/home`);
  await page.getByText('ออฟไลน์อยู่ ข้อมูลอาจไม่เป็นปัจจุบัน').waitFor();
  await page.getByRole('heading', { name: 'สวัสดี คุณสมหญิง' }).waitFor();
  assert.doesNotMatch(
    await page.getByRole('main').innerText(),
    /\d\.\d\d\s*บาท/,
    'no earlier amount is shown as current',
  );

  await product.startServer();
  await page.context().setOffline(false);
  await page.getByText('กลับมาออนไลน์แล้ว').waitFor();
  await page.getByRole('main').getByText('฿').first().waitFor();
});

test('shows that it connects while another cell takes over the site, and the same balance afterwards', async () => {
  const owner = await connectOwner(product.ownerUrl);
  const setState = async (state: MoveState): Promise<void> => {
    await writeMove(owner, { moveId: randomUUID(), state, otherCell: 1, sites: [1] });
    await notifySites(owner, [1]);
  };
  try {
    const page = await openMobilePage({ expected: /status of 503/ });
    await signIn(page, product.url);
    const chip = page.getByRole('link', { name: 'ยอดเงินในกระเป๋าเกม' });
    const amounts = (): Promise<string[]> => chip.getByText(/\d\.\d\d/).allInnerTexts();
    const connecting = page.getByText('กำลังเชื่อมต่อ', { exact: true });
    const failed = page.getByText('ระบบมีผู้ใช้งานจำนวนมาก');
    // Until its first response the chip shows the stored balance, which has no time.
    const balance = page.waitForResponse((response) => response.url().endsWith('/profile/balance') && response.ok());
    await page.goto(`${product.url}/user/home`);
    await balance;
    await chip.getByText(/\d\.\d\d/).waitFor();
    const before = await amounts();
    assert.equal(before.length, 1);

    await setState('fenced');
    await chip.click();
    await connecting.waitFor();
    await chip.getByText('ณ').waitFor();
    assert.deepEqual([await amounts(), await failed.count()], [before, 0]);
    // A page that is loaded now has no stored balance, and shows none.
    await page.reload();
    await connecting.waitFor();
    assert.deepEqual([await amounts(), await failed.count()], [[], 0]);
    await setState('served');
    await page.getByText('เงื่อนไขการฝากเงิน').waitFor();
    await connecting.waitFor({ state: 'detached' });
    assert.deepEqual([await amounts(), await failed.count()], [before, 0]);
    assert.equal(new URL(page.url()).pathname, '/user/deposit', 'the member is still signed in');
  } finally {
    await setState('served');
    await owner.end();
  }
});

testInFull('activates a newer build after a press and shows the new page', async () => {
  const page = await openMobilePage({ serviceWorkers: 'allow' });
  await page.goto(product.url);
  await untilControlled(page);
  const first = await readBuild(page);

  renameBuild(first, 'newer-build1');
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByText('มีเวอร์ชันใหม่').waitFor();
  assert.equal(await readBuild(page), first, 'the page does not reload without a press');

  await page.getByRole('button', { name: 'อัพเดทตอนนี้' }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLMetaElement>('meta[name="chaba-build"]')?.content === 'newer-build1',
  );
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).first().waitFor();
  assert.equal(await page.getByText('มีเวอร์ชันใหม่').count(), 0);
});

type Manifest = {
  readonly name: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string }[];
};

/** Requests a page under another host, which fetch cannot do. */
function requestPage(
  place: string,
  host: string,
): Promise<{ status: number; type: string; bytes: Buffer; text: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(`${product.url}${place}`, { headers: { host } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          const type = String(response.headers['content-type']).split(';')[0] ?? '';
          resolve({ status: response.statusCode ?? 0, type, bytes, text: bytes.toString('utf8') });
        });
      })
      .on('error', reject);
  });
}

async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

function listCachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return cached.flat().map(({ url }) => new URL(url).pathname);
  });
}

function readBuild(page: Page): Promise<string> {
  return page.locator('meta[name="chaba-build"]').evaluate((meta) => (meta as HTMLMetaElement).content);
}

/** Copies the build under other file names, as a deployment does. */
function renameBuild(from: string, to: string): void {
  for (const file of ['index.html', 'service-worker.js']) {
    const place = path.join(product.pages, file);
    fs.writeFileSync(place, fs.readFileSync(place, 'utf8').replaceAll(from, to));
    for (const packed of [`${place}.br`, `${place}.gz`]) fs.rmSync(packed, { force: true });
  }
}
