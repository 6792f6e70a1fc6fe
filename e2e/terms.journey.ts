// The terms of use: public, accepted at sign-up, and accepted again after a newer version.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { variants, testInFull } from '#testing/extent';
import { createAccountNumber, fillBankStep, fillLogin, freePhone, join, passPhoneStep } from './members.ts';
import { operator } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
const { url } = product;
const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'journey' });
after(() => database.close());

const question = { name: 'ข้อกำหนดการใช้งานฉบับใหม่' } as const;

async function listAcceptedVersions(phone: string): Promise<number[]> {
  const rows = await database.rows<{ version: number }>(
    sql`select version from terms_acceptance join member using (site_id, member_id) where phone = ${phone} order by version`,
  );
  return rows.map(({ version }) => version);
}

/** Opens a page, and lets the dialogs of its deferred parts open, by the page's clock. */
async function openWithDialogs(page: Page, open: () => Promise<unknown>): Promise<void> {
  const deferred = page.waitForResponse(/\/deferred-shell-/);
  await open();
  await (await deferred).finished();
  await page.clock.runFor(2_000);
}

async function publish(content: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'chaba-terms-'));
  const file = path.join(folder, 'terms.txt');
  fs.writeFileSync(file, content);
  await operator(product, 'terms', 'publish', file, '--reason', 'a journey');
  fs.rmSync(folder, { recursive: true });
}

for (const viewport of variants([
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
])) {
  test(`shows the terms to a visitor at ${viewport.width} px, from the page and from the registration`, async () => {
    const html = await (await fetch(`${url}/terms`)).text();
    const rendered = html.slice(html.indexOf('id="root"'), html.indexOf('<noscript>'));
    assert.match(rendered, /<h1[^>]*>ข้อกำหนดการใช้งาน<[^]*ซึ่งไม่มีมูลค่าเป็นเงินจริง/);
    const page = await openMobilePage({ viewport });
    await page.goto(`${url}/terms`);
    await page.getByRole('heading', { level: 2, name: '2. เครดิตทดลอง' }).waitFor();
    await checkScreen(page);

    await page.goto(`${url}/register`);
    await passPhoneStep(page, freePhone());
    await fillBankStep(page, createAccountNumber('8'));
    const [terms] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'อ่านข้อกำหนดการใช้งาน' }).click(),
    ]);
    await terms.getByRole('heading', { level: 1, name: 'ข้อกำหนดการใช้งาน' }).waitFor();
    assert.equal(new URL(terms.url()).pathname, '/terms');
    await terms.close();
    await checkScreen(page);
  });
}

testInFull(
  'requests acceptance of a newer version after sign-in until it is given, except on the withdrawal page',
  async () => {
    const member = await join(url);
    assert.deepEqual(await listAcceptedVersions(member.phone), [1]);
    await publish('# 1. ฉบับที่สอง\nข้อความใหม่');

    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    const signIn = async () => {
      await page.goto(`${url}/login`);
      await fillLogin(page, member.phone, member.password);
      await page.waitForURL(`${url}/user/home`);
    };
    const dialog = page.getByRole('dialog', question);
    await page.clock.install();
    await openWithDialogs(page, signIn);
    assert.equal(await dialog.count(), 1);
    await dialog.waitFor();
    await checkScreen(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await checkScreen(page);

    // On a direct visit the withdrawal page shows no dialog; other pages still show it.
    await openWithDialogs(page, () => page.goto(`${url}/user/withdraw`));
    assert.equal(await dialog.count(), 0);
    await page.goto(`${url}/user/home`);
    await dialog.getByRole('button', { name: 'ไว้ครั้งหน้า' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await listAcceptedVersions(member.phone), [1]);

    await page.evaluate(() => localStorage.clear());
    await signIn();
    const [terms] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('link', { name: 'อ่านข้อกำหนดการใช้งาน' }).click(),
    ]);
    await terms.getByRole('heading', { level: 2, name: '1. ฉบับที่สอง' }).waitFor();
    await terms.close();
    await dialog.getByRole('button', { name: 'ยอมรับข้อกำหนด' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await listAcceptedVersions(member.phone), [1, 2]);

    await page.evaluate(() => localStorage.clear());
    await openWithDialogs(page, signIn);
    await page.getByRole('heading', { level: 1, name: /^สวัสดี คุณ/ }).waitFor();
    assert.equal(await dialog.count(), 0);
  },
);
