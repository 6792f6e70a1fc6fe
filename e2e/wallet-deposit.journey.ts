// A self-registered member deposits from the member's own wallet, which has the holder of the bound account in the
// sandbox.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMobilePage } from '#testing/product/browser';
import { variants, testInFull } from '#testing/extent';
import { createAccountNumber, closeAlert, freePhone, completeRegistration } from './members.ts';
import { toPngFile } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
const { url } = product;

for (const viewport of variants([
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
])) {
  test(`credits a self-registered member's wallet transfer by its slip at ${viewport.width} px`, async () => {
    const page = await openMobilePage({ viewport });
    const [phone, account] = [freePhone(), createAccountNumber('8')];
    await page.goto(`${url}/register`);
    await completeRegistration(page, url, phone, account);
    await page.waitForURL(`${url}/user/home`);

    await page.goto(`${url}/user/deposit`);
    await page.getByRole('tab', { name: 'วอลเล็ท' }).click();
    await page.getByText('089-111-2222').waitFor();
    const [bank] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'ไปที่ธนาคารจำลอง' }).click(),
    ]);
    assert.equal(await bank.locator('#fromPhone').inputValue(), phone);
    assert.equal(await bank.locator('#toPhone').inputValue(), '0891112222');
    await bank.locator('#fromAccount').fill(account);
    await bank.locator('#amount').fill('300');
    await checkScreen(bank);
    await bank.getByRole('button', { name: 'โอนเงิน' }).click();
    await bank.waitForURL(/\/bank\/done\//);
    await checkScreen(bank);
    const picture = await bank.request.get(
      await bank.locator('img.slip').evaluate((image) => (image as HTMLImageElement).src),
    );
    const slip = toPngFile(await picture.body());
    await bank.close();

    await page.locator('input[type=file]').setInputFiles(slip);
    assert.match(await closeAlert(page), /ฝากเงินสำเร็จ 300(?:\.00)? บาท/);
    await page.getByRole('banner').getByText('300.00').waitFor();
  });
}

testInFull("holds a transfer from another person's wallet for an operator", async () => {
  const page = await openMobilePage();
  const [phone, account] = [freePhone(), createAccountNumber('8')];
  await page.goto(`${url}/register`);
  await completeRegistration(page, url, phone, account);
  await page.waitForURL(`${url}/user/home`);
  const response = await fetch(`${product.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fromPhone: phone,
      fromBankCode: '014',
      fromAccount: '1112223334',
      toPhone: '0891112222',
      amount: 70,
    }),
  });
  const { slipImageUrl } = (await response.json()) as { slipImageUrl: string };
  const picture = await (await fetch(slipImageUrl)).arrayBuffer();
  await page.goto(`${url}/user/deposit`);
  await page.locator('input[type=file]').setInputFiles(toPngFile(Buffer.from(picture)));
  assert.doesNotMatch(await closeAlert(page), /ฝากเงินสำเร็จ/);
});
