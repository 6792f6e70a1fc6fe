// The page of the sandbox bank: from an empty form to a saved picture of the slip.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import type { Page } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

import { startService } from '#ops/start/services';
import { openProcessLog } from '#server/testing/process-log';

import { findViolations } from './axe.ts';
import { openMobilePage } from '#testing/product/browser';
import { variants } from '#testing/extent';

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chaba-bank-'));
const sandbox = await startService({
  name: 'sandbox',
  script: 'apps/sandbox/src/main.ts',
  address,
  environment: {
    SANDBOX_PORT: String(port),
    SANDBOX_URL: address,
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    DATA_DIR: dataDir,
  },
  output: openProcessLog('sandbox'),
  restarts: 0,
});
after(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

for (const [name, width, height] of variants([
  ['a small phone', 360, 800],
  ['a desktop', 1280, 800],
] as const)) {
  test(`reports a missing amount, transfers, and saves a scannable slip on ${name}`, async () => {
    const page = await openMobilePage({ viewport: { width, height } });
    await page.goto(`${address}/bank`);
    await page.evaluate(async () => document.fonts.load('16px Anuphan', 'ก'));
    assert.ok(await page.evaluate(() => document.fonts.check('16px Anuphan', 'ก')));
    await checkScreen(page);

    await page.getByLabel('ธนาคาร', { exact: true }).first().selectOption({ label: 'ธนาคารไทยพาณิชย์' });
    await page.getByLabel('เลขบัญชี').first().fill('111-2-22333-4');
    await page.getByText('นางสาว สมหญิง ใจดี').waitFor();
    await page.getByRole('button', { name: 'ชบา · KBANK' }).click();
    await page.getByText('บริษัท ชบา เกมส์ จำกัด').waitFor();
    await page.getByRole('button', { name: 'โอนเงิน', exact: true }).click();
    await page.getByRole('alert').getByText('กรุณาใส่จำนวนเงิน').waitFor();
    await checkScreen(page);

    await page.getByLabel('จำนวนเงิน (บาท)').fill('1,234.50');
    await page.getByRole('button', { name: 'โอนเงิน', exact: true }).click();
    await page.waitForURL(/\/bank\/done\//);
    const picture = page.getByRole('img', { name: 'สลิปโอนเงิน 1,234.50 บาท' });
    await page.waitForFunction(() => (document.querySelector('img.slip') as HTMLImageElement).naturalWidth === 1080);
    assert.ok(await picture.isVisible());
    await checkScreen(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'บันทึกสลิป (PNG)' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^slip-[A-Za-z0-9]+\.png$/);
    const saved = readFileSync(await download.path());
    assert.equal(await readCode(saved), await page.locator('code').nth(1).textContent());

    await page.getByRole('link', { name: 'โอนอีกครั้ง' }).click();
    await page.getByText('บริษัท ชบา เกมส์ จำกัด').waitFor();
    await page.getByRole('button', { name: 'KBANK …7776' }).waitFor();
  });
}

async function checkScreen(page: Page): Promise<void> {
  const violations = await findViolations(page);
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
    [],
  );
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
}

async function readCode(picture: Buffer): Promise<string | undefined> {
  const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const [code] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  return code?.text;
}
