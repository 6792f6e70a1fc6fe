// The QR code of a receiving account, read from the screen by third-party decoders: a PromptPay code with the amount
// for real money, and the sandbox bank at the phone's own address in play mode.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';

import { listDepositAccounts } from '@chaba/contract/deposits';
import { getPrefix } from '@chaba/contract/site';
import type { Locator, Page } from 'playwright-core';
import { parse } from 'promptparse';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

import { answerAsSeeded, fakeMember, fakeSite } from '#web/testing/fake-data';
import { startFakeServer } from '#web/testing/fake-server';

import { openMobilePage, untilHydrated } from '#testing/product/browser';
import { variants, testInFull } from '#testing/extent';
import { makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { pollUntil } from '#testing/product/until';

const product = await startProduct();
const server = await startFakeServer();
after(() => server.close());
const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
const reader = prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });

const named = { fullName: 'บริษัท ชบา เกมส์ จำกัด', BankName: 'ธนาคารกสิกรไทย' };
const withId = { ...named, BankCode: '004', BankAccount: '9998887776', promptPayId: '0891112222' };
const withoutId = { ...named, BankName: 'ธนาคารไทยพาณิชย์', BankCode: '014', BankAccount: '5556667778' };

/** Reads the code on the screen; an animated code, or the previous one (`other`), is read again. */
async function scan(page: Page, other = ''): Promise<string> {
  await reader;
  let text = '';
  await pollUntil(
    async () => {
      const picture = await page.screenshot();
      const [code] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
      text = code?.text ?? '';
      return text !== '' && text !== other;
    },
    { message: 'the screen shows no readable code' },
  );
  return text;
}

async function openSheet(page: Page, bank: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `แสดง QR ของบัญชี ${bank}` }).click();
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.waitFor();
  return sheet;
}

async function openWithRealMoney(page: Page): Promise<void> {
  answerAsSeeded(server);
  const { sandboxBankUrl: _none, ...site } = fakeSite;
  server.answer(getPrefix, { ...site, Mode: 'licensed' });
  server.answer(listDepositAccounts, [withId, withoutId]);
  await page.goto(`${server.address}/healthz`);
  await page.evaluate((info) => {
    localStorage.setItem('AccessToken', 'fake-token-of-the-demo-member-0001');
    localStorage.setItem('UserInfo', info);
  }, JSON.stringify(fakeMember));
  await page.goto(`${server.address}/user/deposit`);
  await untilHydrated(page);
}

for (const viewport of variants([
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
])) {
  test(`shows receiver and amount to a banking app at ${viewport.width} px`, async () => {
    const page = await openMobilePage({ viewport, expected: /404/ });
    await openWithRealMoney(page);
    const sheet = await openSheet(page, 'ธนาคารกสิกรไทย', 'สแกนเพื่อโอน');
    const withoutAmount = await scan(page);
    const reusable = parse(withoutAmount, true);
    assert.deepEqual([reusable?.getTagValue('29', '01'), reusable?.getTagValue('54')], ['0066891112222', undefined]);

    await sheet.getByRole('textbox').fill('1234.5');
    const once = parse(await scan(page, withoutAmount), true);
    assert.deepEqual([once?.getTagValue('29', '01'), once?.getTagValue('54')], ['0066891112222', '1234.50']);
    await checkScreen(page);
  });
}

testInFull('shows the number and a copy button without a code for an account without a PromptPay id', async () => {
  const page = await openMobilePage({ expected: /404/ });
  await openWithRealMoney(page);
  const sheet = await openSheet(page, 'ธนาคารไทยพาณิชย์', 'เลขที่บัญชี ธนาคารไทยพาณิชย์');
  await sheet.getByText('555-6-66777-8').waitFor();
  await sheet.getByRole('button', { name: /คัดลอกเลขที่บัญชี/ }).waitFor();
  await reader;
  assert.deepEqual(await readBarcodes(new Uint8Array(await page.screenshot()), { formats: ['QRCode'] }), []);
  await checkScreen(page);
});

testInFull("opens the sandbox bank by the phone's own address in play mode", async () => {
  const byPhone = new URL(product.url);
  byPhone.hostname = 'chaba.localhost';
  const page = await openMobilePage();
  await openAs(page, { ...product, url: byPhone.origin }, await makeMember(product), '/user/deposit');
  await openSheet(page, 'ธนาคารกสิกรไทย', 'สแกนเพื่อโอน');
  const bank = new URL(await scan(page));
  assert.deepEqual([bank.hostname, bank.port], ['chaba.localhost', new URL(product.sandboxUrl).port]);
  await page.goto(bank.href);
  assert.equal((await page.locator('#toAccount').inputValue()).replaceAll('-', ''), '9998887776');
});
