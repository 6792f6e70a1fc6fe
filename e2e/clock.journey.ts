// Features that depend on time: the offer to install the site and the reminder to rest. The page's clock is moved.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { liveStream } from '@chaba/contract/live';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { demo, fillLogin, signIn } from './members.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { testInFull } from '#testing/extent';

const { url } = await startProduct();
const DAY_MS = 86_400_000;
const STEP_MINUTES = 10;
const OFFER = 'เพิ่มไว้บนหน้าจอหลัก';

testInFull('offers installation after the second sign-in, and again a month after it was declined', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/login`);
  await fillLogin(page, demo.phone, demo.password);
  await page.waitForURL(`${url}/user/home`);
  await offerInstall(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.getByText(OFFER).count(), 0, 'not at the first visit');

  await page.evaluate(() => localStorage.removeItem('AccessToken'));
  await page.goto(`${url}/login`);
  await fillLogin(page, demo.phone, demo.password);
  await page.waitForURL(`${url}/user/home`);
  await offerInstall(page);
  await page.getByRole('region', { name: 'ประกาศจากแอป' }).getByText(OFFER).waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'ไว้ภายหลัง' }).click();
  await page.getByText(OFFER).waitFor({ state: 'detached' });

  await page.clock.setSystemTime(Date.now() + 29 * DAY_MS);
  await page.reload();
  await offerInstall(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.getByText(OFFER).count(), 0, 'not within the month');
  await page.clock.setSystemTime(Date.now() + 31 * DAY_MS);
  await page.reload();
  await offerInstall(page);
  await page.getByText(OFFER).waitFor();

  await page.getByRole('button', { name: 'ติดตั้ง' }).click();
  await page.waitForFunction(() => (globalThis as { hasPrompted?: boolean }).hasPrompted === true);
  await page.getByText(OFFER).waitFor({ state: 'detached' });
});

testInFull('explains installation by the share button on an iPhone', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
  const page = await openMobilePage({ userAgent });
  await page.addInitScript(() => {
    if (globalThis.top === globalThis.self) localStorage.setItem('SignIns', '2');
  });
  await signIn(page, url);
  await page.getByText('แตะปุ่มแชร์ แล้วเลือก “เพิ่มไปยังหน้าจอโฮม”').waitFor();
  assert.equal(await page.getByRole('button', { name: 'ติดตั้ง' }).count(), 0);
  await checkScreen(page);
});

test('reminds the member to rest after every hour with an open game, and resting signs out', async () => {
  const page = await openMobilePage();
  await page.clock.install();
  await signIn(page, url);
  // The play-time counter loads together with the live stream.
  const isWatching = page.waitForRequest((request) => request.url().endsWith(liveStream.path));
  await page.goto(`${url}/user/play/chaba-studio/chaba-blossom`);
  await page.frameLocator('iframe').locator('body[data-phase=ready]').waitFor();
  await isWatching;

  await advanceClock(page, 50);
  assert.equal(await page.getByRole('alertdialog').count(), 0, 'not before the hour is full');
  await advanceClock(page, 20);
  const question = page.getByRole('alertdialog');
  await question.getByText('คุณเล่นต่อเนื่องมา 60 นาทีแล้ว ต้องการพักหรือไม่').waitFor();
  await checkScreen(page);
  await question.getByRole('button', { name: 'เล่นต่อ' }).click();
  await question.waitFor({ state: 'detached' });

  await advanceClock(page, 60);
  await question.getByText('คุณเล่นต่อเนื่องมา 120 นาทีแล้ว ต้องการพักหรือไม่').waitFor();
  await question.getByRole('button', { name: 'พักการเล่น' }).click();
  await page.waitForURL(`${url}/`);
  assert.equal(await page.evaluate(() => localStorage.getItem('AccessToken')), null);
});

/** Dispatches Chromium's install event, which a headless window never receives, once the page has a listener. */
async function offerInstall(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const prompt = (): Promise<{ outcome: string }> => {
      Object.assign(globalThis, { hasPrompted: true });
      return Promise.resolve({ outcome: 'accepted' });
    };
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    return !globalThis.dispatchEvent(Object.assign(offer, { prompt }));
  });
}

/** Advances the clock in steps below a quarter of an hour, because a longer gap starts a new stay. */
async function advanceClock(page: Page, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += STEP_MINUTES) {
    await page.clock.fastForward(STEP_MINUTES * 60_000);
  }
}
