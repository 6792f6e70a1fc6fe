// Sign-in and sign-out: by password, as a remembered device, from a deep link, and after the session ended; the number
// for a lost password.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { variants, testInFull } from '#testing/extent';
import { closeAlert, demo, fillLogin, join, register, signIn, untilDialogsLoaded } from './members.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';

const product = await startProduct();
const url = product.url;
const INVALID = 'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง';

function readStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${url}/user/account`);
  await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ออกจากระบบ' }).click();
  await page.waitForURL(`${url}/`);
}

/** Clears the stored session without a sign-out request. */
async function clearSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ['AccessToken', 'UserInfo']) localStorage.removeItem(key);
  });
}

for (const [name, width, height] of variants([
  ['a small phone', 360, 800],
  ['a desktop', 1280, 800],
] as const)) {
  test(`signs the demo member in and leads home on ${name}`, async () => {
    const page = await openMobilePage({ viewport: { width, height } });
    await page.goto(`${url}/login`);
    await page.getByRole('heading', { name: 'ยินดีต้อนรับกลับ' }).waitFor();
    await checkScreen(page);
    await fillLogin(page, demo.phone, demo.password);
    await page.waitForURL(`${url}/user/home`);
    await page.getByRole('heading', { level: 1, name: 'สวัสดี คุณสมหญิง' }).waitFor();
    await page.getByRole('heading', { name: 'ค่ายเกม' }).waitFor();
    await checkScreen(page);
  });
}

test('gives a number for a lost password, keeps it over a reload, and rejects a wrong code', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'ตั้งรหัสผ่านใหม่ด้วยรหัสจากแอดมิน' }).click();
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill(demo.phone);
  await page.getByRole('button', { name: 'ขอเลขคำขอ' }).click();
  const number = page.getByText(/^\d{3} \d{3}$/);
  const given = await number.textContent();
  await checkScreen(page);
  await page.reload();
  assert.equal(await number.textContent(), given);
  await page.getByLabel('รหัสจากแอดมิน').fill('0000-0000-0000-0000');
  await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill('chang-noi-9');
  await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill('chang-noi-9');
  await page.getByRole('button', { name: 'ตั้งรหัสผ่านใหม่' }).click();
  await page.getByText('รหัสไม่ถูกต้องหรือหมดอายุ').waitFor();
});

testInFull('leaves the button uncovered and help one tap away on the smallest phone', async () => {
  const page = await openMobilePage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${url}/login`);
  await page.getByRole('link', { name: 'แชทกับแอดมิน' }).and(page.locator(':visible')).waitFor();
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click({ position: { x: 280, y: 26 } });
  await page.getByText(INVALID).waitFor();
  await checkScreen(page);
});

testInFull('applies the bounds of the specification to the fields before sending', async () => {
  const page = await openMobilePage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${url}/user/login`);
  for (const label of ['เบอร์โทรศัพท์', 'รหัสผ่าน']) {
    const field = page.getByLabel(label, { exact: true });
    assert.equal(await field.getAttribute('minlength'), '6');
    assert.equal(await field.getAttribute('maxlength'), null);
  }
  for (const [phone, password] of [
    ['', ''],
    ['081234567', 'demo1234'],
    [demo.phone, ''],
  ] as const) {
    await fillLogin(page, phone, password);
    await page.getByText(INVALID).waitFor();
    assert.equal(await page.getByText(INVALID).count(), 1);
  }
  await checkScreen(page);
  assert.ok(!requests.some((address) => address.endsWith('/login') && address.includes('auth-service')));
  const help = page.getByRole('link', { name: 'ลืมรหัสผ่าน ติดต่อแอดมิน' });
  assert.match((await help.getAttribute('href')) ?? '', /^https:\/\/line\.me\/R\/ti\/p\//);
});

test('reports a wrong password in a dialog and keeps the phone number', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/login`);
  await fillLogin(page, demo.phone, 'wrong-one');
  await page.getByRole('alertdialog').waitFor();
  await checkScreen(page);
  const text = await closeAlert(page);
  assert.ok(text.includes('เข้าสู่ระบบไม่สำเร็จ') && text.includes(INVALID), text);
  assert.equal(await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).inputValue(), '081-234-5678');
  assert.equal((await readStorage(page))['AccessToken'], undefined);
});

test('stores a phone number and a device token with remember-me, never a password, and signs in by one press', async () => {
  const page = await openMobilePage();
  const member = await register(page, url);
  await page.evaluate(() => localStorage.setItem('ModalAlert', 'seen'));
  await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).check();
  await fillLogin(page, member.phone, member.password);
  await page.waitForURL(`${url}/user/home`);
  const stored = await readStorage(page);
  assert.deepEqual(Object.keys(JSON.parse(stored['Remembered'] ?? '{}')).toSorted(), ['deviceToken', 'phoneNumber']);
  assert.ok(!JSON.stringify(stored).includes(member.password));
  assert.equal(stored['ModalAlert'], undefined, 'a sign-in clears the alert flag');

  await signOut(page);
  assert.equal((await readStorage(page))['AccessToken'], undefined);
  await page.goto(`${url}/login`);
  const shown = `${member.phone.slice(0, 3)}-${member.phone.slice(3, 6)}-${member.phone.slice(6)}`;
  const deviceButton = page.getByRole('button', { name: `เข้าสู่ระบบด้วย ${shown}` });
  await deviceButton.waitFor();
  await checkScreen(page);
  await deviceButton.click();
  await page.waitForURL(`${url}/user/home`);
  const { Remembered: next } = await readStorage(page);
  assert.notEqual(next, stored['Remembered'], 'the device token changes each time');

  await signOut(page);
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'เลิกจดจำเครื่องนี้' }).click();
  await deviceButton.waitFor({ state: 'detached' });
  assert.equal((await readStorage(page))['Remembered'], undefined);
  assert.equal(await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).isChecked(), false);
});

testInFull('deletes a remembered device on a sign-in without remember-me', async () => {
  const page = await openMobilePage();
  const member = await register(page, url);
  await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).check();
  await fillLogin(page, member.phone, member.password);
  await page.waitForURL(`${url}/user/home`);
  await signOut(page);
  await page.goto(`${url}/login`);
  await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).uncheck();
  await fillLogin(page, member.phone, member.password);
  await page.waitForURL(`${url}/user/home`);
  assert.equal((await readStorage(page))['Remembered'], undefined);
});

testInFull('requires the password for a device that the server does not recognise', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/login`);
  await page.evaluate((phoneNumber) => {
    localStorage.setItem('Remembered', JSON.stringify({ phoneNumber, deviceToken: 'x'.repeat(43) }));
  }, demo.phone);
  await page.reload();
  await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย 081-234-5678' }).click();
  assert.match(await closeAlert(page), /กรุณาเข้าสู่ระบบด้วยรหัสผ่านอีกครั้ง/);
  assert.equal((await readStorage(page))['Remembered'], undefined);
  await page.getByLabel('รหัสผ่าน', { exact: true }).and(page.locator(':focus')).waitFor();
});

testInFull('follows a deep link after the sign-in and ignores a foreign one', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/user/profile`);
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/login`);
  await fillLogin(page, demo.phone, demo.password);
  await page.waitForURL(`${url}/user/profile`);
  await clearSession(page);

  await page.goto(`${url}/login?next=${encodeURIComponent('/user/account')}`);
  await fillLogin(page, demo.phone, demo.password);
  await page.waitForURL(`${url}/user/account`);
  await clearSession(page);

  for (const foreign of ['//evil.example/user/home', 'https://evil.example/user/', '/\\evil.example/user/']) {
    await page.goto(`${url}/login?next=${encodeURIComponent(foreign)}`);
    await fillLogin(page, demo.phone, demo.password);
    await page.waitForURL(`${url}/user/home`);
    await clearSession(page);
  }
});

test('leads to the landing page after the end of a session, with the reason', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  await page.evaluate(() => localStorage.setItem('AccessToken', 'A'.repeat(43)));
  await page.goto(`${url}/user/account`);
  await page.waitForURL(`${url}/`);
  await page.getByText('หมดเวลาการใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง').waitFor();
  const stored = await readStorage(page);
  assert.equal(stored['AccessToken'], undefined);
  assert.equal(stored['UserInfo'], undefined);
});

testInFull('closes an open alert when the session ends', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  await page.locator('a[href="/user/deposit"]:visible').first().click();
  await page.getByRole('button', { name: 'ส่งสลิป', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await page.route('**/auth-service/v1/refresh', (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, code: 'SESSION_EXPIRED', message: 'หมดเวลาการใช้งาน', requestId: 'r' },
    }),
  );
  // One step back would only close the alert; this leaves the page as well.
  await page.evaluate(() => history.go(-2));
  await page.waitForURL(`${url}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
});

testInFull('signs out every tab, and a new member in one tab restarts the other', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  await page.goto(`${url}/user/account`);
  await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).waitFor();
  const other = await page.context().newPage();
  const otherMember = await join(url);
  await signIn(other, url, otherMember);
  await page.waitForURL(`${url}/user/home`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Identified by the number, because the bank may return the same name for both.
  await page.getByText(otherMember.phone.replace(/(...)(...)/, '$1-$2-')).waitFor();
  assert.equal(await page.getByText('081-234-5678').count(), 0);

  await signOut(other);
  await page.waitForURL(`${url}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

testInFull(
  'leads a signed-in member from the landing page home and hides member addresses without a session',
  async () => {
    const page = await openMobilePage();
    await signIn(page, url);
    await page.goto(url);
    await page.waitForURL(`${url}/user/home`);
    await page.goto(`${url}/user/nowhere`);
    await page.waitForURL(`${url}/user/home`);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}/user/home`);
    await page.waitForURL(`${url}/`);
    assert.equal(await page.getByText('รหัสสมาชิก').count(), 0);
  },
);

test('signs in through the header dialog, and Escape closes it', async () => {
  const page = await openMobilePage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  const opener = page.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('รหัสผ่าน', { exact: true }).waitFor();
  await checkScreen(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await opener.click();
  await dialog.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await dialog.getByRole('link', { name: 'เข้าสู่ระบบ' }).click();
  await dialog.getByLabel('รหัสผ่าน', { exact: true }).waitFor();
  await fillLogin(page, demo.phone, demo.password);
  await page.waitForURL(`${url}/user/home`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  assert.equal(page.url(), 'about:blank', 'back opens neither the page of a visitor nor its dialog');
});

testInFull('leads home when the dialog is closed during its sign-in', async () => {
  const page = await openMobilePage({ viewport: { width: 1280, height: 800 } });
  const slow = Promise.withResolvers<void>();
  await page.route('**/auth-service/v1/login', async (route) => {
    await slow.promise;
    await route.continue();
  });
  await page.goto(url);
  await page.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('รหัสผ่าน', { exact: true }).waitFor();
  await fillLogin(page, demo.phone, demo.password);
  await page.getByRole('button', { name: 'กำลังเข้าสู่ระบบ…' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  slow.resolve();
  await page.waitForURL(`${url}/user/home`);
  await page.locator('a[href="/user/promotion"]').filter({ visible: true }).first().click();
  await page.waitForURL(`${url}/user/promotion`);
});

testInFull('signs in once on a double press and a slow network, and reports a lost network', async () => {
  const page = await openMobilePage({ expected: /ERR_INTERNET_DISCONNECTED/ });
  let requests = 0;
  const slow = Promise.withResolvers<void>();
  await page.route('**/auth-service/v1/login', async (route) => {
    requests += 1;
    await slow.promise;
    await route.continue();
  });
  await page.goto(`${url}/login`);
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill(demo.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).dblclick();
  await page.getByRole('button', { name: 'กำลังเข้าสู่ระบบ…' }).waitFor();
  slow.resolve();
  await page.waitForURL(`${url}/user/home`);
  assert.equal(requests, 1);
  await signOut(page);

  await page.unroute('**/auth-service/v1/login');
  await page.goto(`${url}/login`);
  await untilDialogsLoaded(page);
  await page.context().setOffline(true);
  await fillLogin(page, demo.phone, demo.password);
  assert.match(await closeAlert(page), /ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้/);
  assert.equal(await page.getByLabel('รหัสผ่าน', { exact: true }).inputValue(), demo.password);
});
