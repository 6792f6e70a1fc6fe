// A member's own pages: home with the live card, unchangeable data, the password, the devices, the settings.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getTimeLimits } from '@chaba/contract/limits';
import { openDatabase, sql } from '@chaba/database';

import { openMobilePage, untilCopied } from '#testing/product/browser';
import { closeAlert, demo, fillLogin, register, signIn } from './members.ts';
import { credit, makeMember, openAs } from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { playRound, authenticateSession } from './wallet.ts';
import { testInFull } from '#testing/extent';

const product = await startProduct();
const url = product.url;

test('shows member, balance and progress at home, hides the amount on request and copies the link', async () => {
  const page = await openMobilePage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(page, url);
  await page.getByText('ซิลเวอร์ 0.00%').waitFor();
  for (const fact of ['รหัสสมาชิก', 'ยอดเงินในกระเป๋าเกม', 'ยอดเทิร์นโอเวอร์', 'เหรียญรางวัล', 'ถอนได้สูงสุด', 'อัพเดทล่าสุด']) {
    await page.getByText(fact, { exact: true }).first().waitFor();
  }
  await page.getByText(/^\d{1,2}:\d\d [ap]m$/).waitFor();

  await page.getByRole('button', { name: 'ซ่อนยอดเงิน' }).click();
  await page.getByText('ซ่อนยอดเงินอยู่').nth(1).waitFor();
  assert.equal(await page.getByText('ซ่อนยอดเงินอยู่').count(), 2, 'in the card and in the header');
  await page.reload();
  await page.getByRole('button', { name: 'แสดงยอดเงิน' }).click();

  await page.getByRole('button', { name: 'คัดลอกรหัสสมาชิก' }).click();
  await untilCopied(page, /^0812345678$/);
  await page.getByRole('button', { name: /ลิงก์แนะนำเพื่อน/ }).click();
  await untilCopied(page, new RegExp(`^${url}/register/[A-Za-z0-9]{4,32}$`));

  const chip = page.getByRole('button', { name: 'คาสิโนสด' });
  await chip.click();
  await chip.and(page.locator('[aria-pressed=true]')).waitFor();
  await checkScreen(page);
});

testInFull('requests the balance once per refresh press and reports a failure', async () => {
  const page = await openMobilePage({ expected: /Failed to load resource/ });
  // The stream is blocked, because it would update the balance and hide the failed request.
  await page.route('**/v1/live', (route) => route.abort());
  await signIn(page, url);
  // A tap during a request shares it, so each tap follows the end of the previous request.
  const refresh = page.locator('[aria-label="รีเฟรชยอดเงิน"][aria-busy="false"]');
  const answered = page.waitForResponse('**/profile/balance');
  await refresh.click();
  assert.equal((await answered).status(), 200);
  await refresh.waitFor();
  await page.route('**/profile/balance', (route) => route.fulfill({ status: 500, body: '' }));
  await refresh.click();
  await page.getByRole('alert').getByText('ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง').waitFor();
  await checkScreen(page);
});

test('shows phone, name and masked account, and the contact for changes', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await signIn(page, url);
  await page.goto(`${url}/user/profile`);
  for (const text of ['081-234-5678', 'สมหญิง ใจดี', 'ธนาคารไทยพาณิชย์', 'xxx-x-xx333-4']) {
    await page.getByText(text).first().waitFor();
  }
  await page.getByText('หากต้องการแก้ไขข้อมูล กรุณาติดต่อแอดมิน').waitFor();
  await checkScreen(page);

  await page.getByRole('button', { name: 'แสดงเลขที่บัญชี' }).click();
  const sheet = page.getByRole('dialog', { name: 'แสดงเลขที่บัญชี' });
  const show = sheet.getByRole('button', { name: 'แสดงเลขที่บัญชี' });
  await show.click();
  await sheet.getByText('กรุณากรอกข้อมูลให้ครบ').waitFor();
  await sheet.getByLabel('รหัสผ่าน', { exact: true }).fill('wrong-one');
  await show.click();
  await sheet.getByText('รหัสผ่านไม่ถูกต้อง').waitFor();
  await checkScreen(page);
  await sheet.getByLabel('รหัสผ่าน', { exact: true }).fill(demo.password);
  await show.click();
  await page.getByText('111-2-22333-4').waitFor();
  const stored = await page.evaluate(() => [localStorage, sessionStorage].map((store) => Object.entries(store)));
  assert.ok(!JSON.stringify(stored).includes('1112223334'));
  await page.getByRole('button', { name: 'ซ่อนเลขที่บัญชี' }).click();
  await page.getByText('xxx-x-xx333-4').first().waitFor();

  await page.goto(`${url}/user/menu`);
  await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).waitFor();
  await checkScreen(page);
});

test('changes the password after each invalid input was reported and signs other devices out', async () => {
  const page = await openMobilePage();
  const other = await openMobilePage();
  const member = await register(page, url);
  await fillLogin(page, member.phone, member.password);
  await page.waitForURL(`${url}/user/home`);
  await signIn(other, url, member);

  await page.goto(`${url}/user/profile`);
  const before = await page.evaluate(() => localStorage.getItem('AccessToken'));
  const [old, wanted, confirmation] = ['รหัสผ่านเดิม', 'รหัสผ่านใหม่', 'ยืนยันรหัสผ่านใหม่'].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  const submit = page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน', exact: true });
  await submit.click();
  await page.getByText('กรุณากรอกข้อมูลให้ครบ').first().waitFor();
  await checkScreen(page);

  const next = 'Lotus-2570';
  for (const [typed, sentence] of [
    [['wrong-one', next, next], 'รหัสผ่านเดิมไม่ถูกต้อง'],
    [[member.password, '1234567', '1234567'], 'รหัสผ่านต้องมี 8 ถึง 15 ตัวอักษร'],
    [[member.password, member.password, member.password], 'รหัสผ่านใหม่ต้องไม่ซ้ำกับรหัสผ่านเดิม'],
  ] as const) {
    await old?.fill(typed[0]);
    await wanted?.fill(typed[1]);
    await confirmation?.fill(typed[2]);
    await submit.click();
    const text = await closeAlert(page);
    assert.ok(text.includes('เปลี่ยนรหัสผ่านไม่สำเร็จ') && text.includes(sentence), text);
  }
  await old?.fill(member.password);
  await wanted?.fill(next);
  await confirmation?.fill(`${next}!`);
  await submit.click();
  await page.getByText('รหัสผ่านไม่ตรงกัน').waitFor();
  await confirmation?.fill(next);
  await submit.click();
  assert.match(await closeAlert(page), /เปลี่ยนรหัสผ่านเรียบร้อยแล้ว/);
  assert.equal(await old?.inputValue(), '');

  await other.goto(`${url}/user/home`);
  await other.waitForURL(`${url}/`);
  // The page that changed it stays signed in with a new token.
  const token = await page.evaluate(() => localStorage.getItem('AccessToken'));
  assert.notEqual(token, before);
  await page.goto(`${url}/user/account`);
  await page.getByText('เครื่องนี้', { exact: true }).waitFor();
  await other.goto(`${url}/login`);
  await fillLogin(other, member.phone, next);
  await other.waitForURL(`${url}/user/home`);
});

testInFull('lists remembered devices and revokes one, which then needs the password', async () => {
  const page = await openMobilePage();
  const other = await openMobilePage();
  const member = await register(page, url);
  for (const device of [page, other]) {
    await device.goto(`${url}/login`);
    await device.getByRole('checkbox', { name: 'จดจำ' }).check();
    await fillLogin(device, member.phone, member.password);
    await device.waitForURL(`${url}/user/home`);
  }
  await page.goto(`${url}/user/account`);
  await page.getByRole('heading', { name: 'อุปกรณ์ที่จดจำการเข้าสู่ระบบ' }).waitFor();
  const revoke = page.getByRole('button', { name: /^เลิกจดจำ / });
  await revoke.nth(1).waitFor();
  await checkScreen(page);
  await revoke.nth(1).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'เลิกจดจำ' }).click();
  await page.getByText('เลิกจดจำอุปกรณ์แล้ว').waitFor();
  await revoke.nth(1).waitFor({ state: 'detached' });

  await other.goto(`${url}/user/home`);
  await other.waitForURL(`${url}/`);
  assert.match(
    await other.evaluate(async (phoneNumber) => {
      const { deviceToken } = JSON.parse(localStorage.getItem('Remembered') ?? '{}') as { deviceToken?: string };
      const headers = { 'content-type': 'application/json', 'api-key': 'chaba-sandbox' };
      const body = JSON.stringify({ phoneNumber, deviceToken });
      return (await fetch('/auth-service/v1/device-login', { method: 'POST', headers, body })).text();
    }, member.phone),
    /DEVICE_TOKEN_INVALID/,
  );

  await revoke.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'เลิกจดจำ' }).click();
  await revoke.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => localStorage.getItem('Remembered')), null);
  await page.reload();
  await page.getByText('เครื่องนี้', { exact: true }).waitFor();
});

testInFull('lists devices, signs the others out, and keeps the settings on the account page', async () => {
  const page = await openMobilePage();
  const other = await openMobilePage();
  const member = await register(page, url);
  await fillLogin(page, member.phone, member.password);
  await page.waitForURL(`${url}/user/home`);
  await signIn(other, url, member);

  await page.goto(`${url}/user/account`);
  await page.getByText('เครื่องนี้', { exact: true }).waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'ออกจากระบบในอุปกรณ์อื่น' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ยืนยัน' }).click();
  await page.getByText('ออกจากระบบในอุปกรณ์อื่นแล้ว 1 เครื่อง').waitFor();
  await page.getByText('ไม่มีอุปกรณ์อื่นที่เข้าสู่ระบบอยู่').waitFor();
  await other.goto(`${url}/user/home`);
  await other.waitForURL(`${url}/`);

  await page.getByRole('tab', { name: 'สว่าง' }).click();
  await page.getByRole('switch', { name: 'การสั่นตอบสนอง' }).click();
  assert.equal(
    await page.evaluate(() => document.fonts.check("16px 'Noto Thai Looped'", 'ก')),
    false,
    'not fetched yet',
  );
  await page.getByRole('switch', { name: 'ใช้ตัวอักษรแบบมีหัว' }).click();
  await page.waitForFunction(() => document.fonts.check("16px 'Noto Thai Looped'", 'ก'));
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset['letters']), 'noto-looped');
  assert.equal(await page.evaluate(() => document.documentElement.dataset['mode']), 'light');
  await page.getByRole('switch', { name: 'การสั่นตอบสนอง', checked: false }).waitFor();

  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
  await page.getByRole('dialog').getByLabel('รหัสผ่านเดิม').waitFor();
  await checkScreen(page);
});

testInFull(
  'applies a deposit limit at once, raises it a day later by a confirmation, and shows it before a transfer',
  async () => {
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    const member = await makeMember(product);
    await openAs(page, product, member, '/user/account');
    await page.getByRole('button', { name: 'ตั้งวงเงิน วงเงินฝากต่อวัน' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('ฝากไม่เกิน').press('Enter');
    await dialog.getByText('กรุณากรอกวงเงินให้ถูกต้อง').waitFor();
    await dialog.getByLabel('ฝากไม่เกิน').fill('500');
    await checkScreen(page);
    await dialog.getByRole('button', { name: 'บันทึก' }).dblclick();
    await page.getByText('ฝากแล้ว 0.00 จาก 500.00 บาท').waitFor();
    // The request sent at the credit gets its response after the next change, with the data before it.
    const [requested, changed, released] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    await page.route('**/deposit-limit', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      requested.resolve();
      await changed.promise;
      await route.fulfill({ response }).catch(() => undefined);
      released.resolve();
      return undefined;
    });
    await credit(product, member, 400);
    await requested.promise;

    await page.getByRole('button', { name: 'เปลี่ยน วงเงินฝากต่อวัน' }).click();
    await dialog.getByLabel('ฝากไม่เกิน').fill('2000');
    await dialog.getByRole('button', { name: 'บันทึก' }).click();
    await page.getByText('ขอเพิ่มเป็น 2,000.00 บาท').waitFor();
    changed.resolve();
    await released.promise;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.equal(await page.getByText('ขอเพิ่มเป็น 2,000.00 บาท').count(), 1);
    await page.unroute('**/deposit-limit');
    assert.equal(await page.getByRole('button', { name: 'ยืนยัน วงเงินฝากต่อวัน' }).count(), 0);
    await page.goto(`${url}/user/deposit`);
    await page.getByText('ตามวงเงินที่คุณตั้งไว้ วันนี้ฝากได้อีก 100.00 บาท').waitFor();

    const database = openDatabase({ url: product.ownerUrl, poolSize: 1, applicationName: 'journey' });
    await database.execute(sql`update member_limit set pending_since = pending_since - interval '24 hours'`);
    await database.close();
    await page.goto(`${url}/user/account`);
    await page.getByRole('button', { name: 'ยืนยัน วงเงินฝากต่อวัน' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ใช่', exact: true }).click();
    await page.getByText('ฝากแล้ว 400.00 จาก 2,000.00 บาท').waitFor();
    await checkScreen(page);
  },
);

test('sets play limits at the account, counts losses, and reports a bet above them in the game', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  const member = await makeMember(product);
  await credit(product, member, 100);
  await openAs(page, product, member, '/user/account');
  for (const [name, field, amount, shown] of [
    ['วงเงินยอดเสียต่อวัน', 'เสียไม่เกิน', '50', 'เสียแล้ว 0.00 จาก 50.00 บาท'],
    ['วงเงินเดิมพันต่อครั้ง', 'เดิมพันไม่เกิน', '1', 'ไม่เกิน 1.00 บาท'],
  ] as const) {
    await page.getByRole('button', { name: `ตั้งวงเงิน ${name}` }).click();
    await page.getByRole('dialog').getByLabel(field).fill(amount);
    await page.getByRole('dialog').getByRole('button', { name: 'บันทึก' }).click();
    await page.getByText(shown, { exact: true }).waitFor();
  }
  const gameSession = await authenticateSession(product, member.token);
  await playRound(product, gameSession, { roundId: 'within', stake: '1', payout: '0.25' });
  await page.getByText('เสียแล้ว 0.75 จาก 50.00 บาท').waitFor();
  await checkScreen(page);

  await page.goto(`${url}/user/play/chaba-studio/chaba-blossom`);
  const game = page.frameLocator('iframe');
  await game.locator('body[data-phase=ready]').waitFor();
  await game.getByRole('button', { name: 'หมุน', exact: true }).click();
  await game.getByText('เดิมพันนี้เกินวงเงินหรือเวลาเล่นที่คุณตั้งไว้').first().waitFor();
  await page.locator('header').getByText('99.25').waitFor();
});

testInFull(
  'limits the time of a day at the account, ends it above the game, and opens no game until midnight',
  async () => {
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    const member = await makeMember(product);
    await credit(product, member, 100);
    await openAs(page, product, member, '/user/account');
    await page.getByRole('button', { name: 'ตั้งเวลา เวลาเล่นสูงสุดต่อวัน' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('เล่นไม่เกิน').fill('1440');
    await form.getByLabel('เล่นไม่เกิน').press('Enter');
    await form.getByText('กรุณากรอกเวลาเป็นนาที ตั้งแต่ 1 ถึง 1,439').waitFor();
    await form.getByRole('button', { name: '1 ชั่วโมง' }).click();
    await checkScreen(page);
    await form.getByRole('button', { name: 'บันทึก' }).dblclick();
    await page.getByText('เล่นแล้ว 0 นาที จาก 1 ชั่วโมง').waitFor();

    await playRound(product, await authenticateSession(product, member.token), {
      roundId: 'timed',
      stake: '1',
      payout: '1',
    });
    await setPlayedTime(59);
    await page.goto(`${url}/user/play/chaba-studio/chaba-blossom`);
    await page.frameLocator('iframe').locator('body[data-phase=ready]').waitFor();
    await page.locator('header').getByText('เหลือเวลาเล่น 1 นาที').waitFor();
    await setPlayedTime(60);
    const alertDialog = page.getByRole('alertdialog');
    await alertDialog.getByText('เล่นได้อีกครั้งพรุ่งนี้ตั้งแต่ 12:00 am').waitFor();
    await checkScreen(page);
    await alertDialog.getByRole('button', { name: 'อยู่ต่อ' }).click();
    await page.locator('header').getByText('ครบเวลาเล่นวันนี้แล้ว').waitFor();
    const game = page.frameLocator('iframe');
    await game.getByRole('button', { name: 'หมุน', exact: true }).click();
    await game.getByText('เดิมพันนี้เกินวงเงินหรือเวลาเล่นที่คุณตั้งไว้').first().waitFor();

    await page.reload();
    await page.getByText('วันนี้คุณเล่นครบเวลาที่ตั้งไว้แล้ว').waitFor();
    assert.equal(await page.getByRole('button', { name: 'ลองใหม่' }).count(), 0);
    await checkScreen(page);
    await page.goto(`${url}/user/account`);
    await page.getByText('เล่นแล้ว 1 ชั่วโมง จาก 1 ชั่วโมง').waitFor();

    // Simulates the time after midnight, late on the next day: the account page is outdated, and a game does not end at
    // its start.
    await setPlayedTime(58.5);
    const shown = (address: string) => page.locator(`a[href="${address}"]`).filter({ visible: true }).first();
    await shown('/user/home').click();
    await shown('/user/game').click();
    await page.getByRole('link', { name: /ชบาสตูดิโอ/ }).click();
    const requested = page.waitForResponse((response) => response.url().endsWith(getTimeLimits.path));
    await shown('/user/play/chaba-studio/chaba-blossom').click();
    await page.frameLocator('iframe').locator('body[data-phase=ready]').waitFor();
    assert.equal(await page.locator('header').getByText('ครบเวลาเล่นวันนี้แล้ว').count(), 0);
    await requested;
    assert.equal(await alertDialog.count(), 0);
    await page
      .locator('header')
      .getByText(/เหลือเวลาเล่น [12] นาที/)
      .waitFor();

    // The exit leads to the page on which the game was chosen, and back does not reopen the game.
    await setPlayedTime(60);
    await alertDialog.getByRole('button', { name: 'ออกจากเกม' }).press('Enter');
    await page.waitForURL(/\/user\/game\?.*chaba-studio/);
    await page.goBack();
    await page.waitForURL(`${url}/user/game`);

    // The same for a game that was opened by its address.
    await setPlayedTime(58.5);
    await page.goto(`${url}/user/account`);
    await page.goto(`${url}/user/play/chaba-studio/chaba-blossom`);
    await page.frameLocator('iframe').locator('body[data-phase=ready]').waitFor();
    await setPlayedTime(60);
    await alertDialog.getByRole('button', { name: 'ออกจากเกม' }).press('Enter');
    await page.waitForURL(`${url}/user/game`);
    await page.goBack();
    await page.waitForURL(`${url}/user/account`);
  },
);

/** Simulates this many minutes of play up to a bet now. */
async function setPlayedTime(minutes: number): Promise<void> {
  const database = openDatabase({ url: product.ownerUrl, poolSize: 1, applicationName: 'journey' });
  await database.execute(sql`update member_play_time set played_ms = ${minutes * 60_000}, last_bet_at = now()`);
  await database.close();
}

testInFull('shows the last loaded page without a network, with a note that it may be outdated', async () => {
  const page = await openMobilePage({ expected: /ERR_INTERNET_DISCONNECTED|CodeUnavailable/ });
  await signIn(page, url);
  await page.getByRole('heading', { name: 'ค่ายเกม' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('ออฟไลน์อยู่ ข้อมูลอาจไม่เป็นปัจจุบัน').waitFor();
  await checkScreen(page);
  await page.getByText('รหัสสมาชิก').waitFor();
  await page.context().setOffline(false);
});
