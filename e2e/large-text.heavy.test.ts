// Every page of the demo member with text twice as large (large-text.ts).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMobilePage, untilHydrated } from '#testing/product/browser';
import { isRepeated, memberAddresses, publicAddresses } from './conformance/conformance.ts';
import { enlargeText, findLargeTextFaults } from './large-text.ts';
import { signIn } from './members.ts';
import { startProduct } from './product.ts';

const product = await startProduct({ hasDemoHistory: true });

test('cuts and overlaps no text that is twice as large', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await enlargeText(page);
  const found: Record<string, readonly string[]> = {};
  const check = async (address: string) => {
    await page.goto(product.url + address);
    await untilHydrated(page);
    await page.getByRole('main').waitFor();
    await page.waitForFunction(() => document.querySelector('.animate-pulse') === null);
    const faults = await findLargeTextFaults(page);
    if (faults.length > 0) found[address] = faults;
  };
  for (const [address] of publicAddresses) if (!isRepeated(address)) await check(address);
  await signIn(page, product.url);
  for (const [address] of memberAddresses) if (!isRepeated(address)) await check(address);
  for (const tab of ['withdraw', 'bets']) await check(`/user/history?tab=${tab}`);
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('dialog').waitFor();
  const faults = await findLargeTextFaults(page);
  assert.deepEqual({ ...found, ...(faults.length > 0 && { receipt: faults }) }, {});
});
