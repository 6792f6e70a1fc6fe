// The pages on a host of somebody else (foreign-host.ts), which knows the specification's calls and nothing of ours: every
// screen that the specification names works there, what needs an addition is not shown, and no header or field of ours
// is sent.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { openPhone } from './browser.ts';
import { account, calls, startForeignHost } from './foreign-host.ts';
import { closeNotice, fillBankStep, fillDetails, fillLogin, passPhoneStep } from './members.ts';
import { startProduct } from './product.ts';

const host = await startForeignHost();
after(() => host.close());
const { url } = await startProduct({ environment: { CHABA_API_BASE: host.url } });
// The browser says so itself when the host does not answer an addition across origins.
const expected = /CORS|ERR_FAILED|Failed to load resource/;

test('a visitor sees the other brand, registers there, and is signed in by its words', async () => {
  const page = await openPhone({ expected });
  await page.goto(`${url}/promotion`);
  await page.getByText('โบนัสต้อนรับของที่อื่น').first().waitFor();
  assert.equal(await page.locator('html').getAttribute('data-preset'), 'sapphire');

  await page.goto(`${url}/register/K9Z3`);
  await passPhoneStep(page, '0877776666');
  await fillBankStep(page, '1234567890');
  assert.equal(await page.getByLabel('นามสกุล').inputValue(), account.lastName);
  await fillDetails(page);
  await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
  await page.waitForURL(`${url}/login`);
  const signup = sent('POST /auth-service/v1/signup');
  assert.equal(signup.headers['tokenbank'], 'bank-token');
  assert.deepEqual(Object.keys(signup.body).toSorted(), [
    'BankAccount',
    'BankCode',
    'Confirm_Password',
    'Password',
    'WalletId',
    'affiliateKey',
    'firstName',
    'isBonus',
    'lastName',
    'phoneNumber',
  ]);

  await fillLogin(page, account.phone, 'wrong-one');
  assert.match(await closeNotice(page), /เบอร์หรือรหัสไม่ตรงกับที่มีในระบบของเรา/);
  await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).check();
  await fillLogin(page, account.phone, account.password);
  await page.waitForURL(`${url}/user/home`);
  assert.deepEqual(Object.keys(sent('POST /auth-service/v1/login').body).toSorted(), ['Password', 'phoneNumber']);
  await page.getByRole('heading', { name: `สวัสดี คุณ${account.firstName}` }).waitFor();
  await page.getByText('512.25').first().waitFor();
});

test('every member screen of the specification opens there and shows what the host told', async () => {
  const page = await signedIn();
  const screens: readonly (readonly [address: string, sees: RegExp])[] = [
    ['/user/home', /512\.25/],
    ['/user/profile', /กัญญารัตน์ ศิริวัฒนพงษ์ไพบูลย์/],
    ['/user/account', /ข้อมูลสมาชิก|เปลี่ยนรหัสผ่าน/],
    ['/user/deposit', /บริษัท ที่อื่น จำกัด/],
    ['/user/withdraw', /กระเป๋าเกม|ยอดที่ถอนได้/],
    ['/user/menu', /ออกจากระบบ/],
    ['/user/game', /SEXY/],
    ['/user/game/EGAMES', /JOKER/],
    ['/user/slot', /JOKER/],
    ['/user/baccarat', /SEXY/],
    ['/user/trading', /ยังไม่มีเกมเทรดดิ้ง/],
    ['/user/promotion', /โบนัสต้อนรับของที่อื่น/],
    ['/user/cash_back', /40\.00/],
    ['/user/affiliate', /88\.50/],
    ['/user/free_credit', /โค้ด/],
    ['/user/spinner', /เหรียญ/],
    ['/user/history', /500\.00/],
    ['/user/transactions', /300\.00/],
    ['/user/transactions-deposit', /25\.50/],
    ['/user/transactions-withdraw', /ล้มเหลว/],
  ];
  for (const [address, sees] of screens) {
    await page.goto(url + address);
    await page
      .getByText(sees)
      .filter({ visible: true })
      .first()
      .waitFor()
      .catch(async () => {
        assert.fail(`${address} does not show ${sees}: ${(await page.locator('#root').innerText()).slice(0, 600)}`);
      });
    const words = await page.locator('#root').innerText();
    assert.doesNotMatch(words, /เกิดข้อผิดพลาด|undefined|NaN|null/, address);
  }
});

test('games are listed, and nothing leads to one that the host has no call to open', async () => {
  const page = await signedIn();
  await page.getByText('SEXY').waitFor();
  await page.goto(`${url}/user/game`);
  await page.getByText('เว็บไซต์นี้ยังเปิดเกมจากหน้านี้ไม่ได้ กรุณาติดต่อแอดมิน').waitFor();
  await page.getByText('JOKER').waitFor();
  for (const address of ['/user/home', '/user/game', '/user/slot']) {
    await page.goto(url + address);
    await page.getByText('JOKER').waitFor();
    // What such a host cannot do is known a moment after the page is there.
    await page.waitForFunction(
      () => document.querySelector('main a:is([href*="/user/play/"], [href*="ch="])') === null,
    );
  }
});

test('what the member does is sent in the specification’s words, and the host’s sentences are shown', async () => {
  const page = await signedIn();
  await page.goto(`${url}/user/withdraw`);
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill('150');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).last().click();
  await page.getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
  assert.match(await closeNotice(page), /ถอนเงินสำเร็จ/);
  assert.deepEqual(sent('POST /fund-composite/v1/withdrawal').body, { Amount: 150, Channel: 'BANK', minWithdraw: 100 });

  await page.goto(`${url}/user/free_credit`);
  await page.getByLabel('โค้ด').fill('ABC123');
  await page.getByRole('button', { name: 'รับเครดิต' }).click();
  assert.match(await closeNotice(page), /โค้ดนี้ถูกใช้ไปแล้วที่อื่น/);
  assert.deepEqual(sent('POST /user-profile-composite/v1/topup/itemcode/redeem').body, { redeem_code: 'ABC123' });

  await page.goto(`${url}/user/cash_back`);
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeNotice(page), /Success!/);

  await page.goto(`${url}/user/spinner`);
  await page.locator('button:enabled', { hasText: 'หมุนกงล้อ' }).click();
  await page.getByRole('dialog', { name: 'ผลการหมุน' }).getByText('ได้รับ 20 บาท').waitFor();
  assert.deepEqual(sent('POST /prize-composite/v1/spins').body, { OpenBox: 1 });

  const strange = host.asked.filter(({ call, headers }) => calls.includes(call) && 'idempotency-key' in headers);
  assert.deepEqual(strange, [], 'a header that such a host may not know was sent');
});

test('a refused session leads out, a host in trouble is told of, and one that is down keeps the last configuration', async () => {
  const page = await signedIn();
  host.answer('GET /user-profile-composite/v1/info/deposit', { status: 500, body: { message: 'ระบบของที่อื่นขัดข้อง' } });
  await page.goto(`${url}/user/deposit`);
  await page.getByText('ระบบของที่อื่นขัดข้อง').waitFor();
  host.answer('GET /auth-service/v1/refresh', { status: 401, body: { success: false, message: 'หมดอายุ' } });
  await page.goto(`${url}/user/menu`);
  await page.waitForURL(`${url}/`);
  assert.equal(await page.evaluate(() => localStorage.getItem('AccessToken')), null);

  await host.close();
  await page.goto(`${url}/login`);
  assert.equal(await page.locator('html').getAttribute('data-preset'), 'sapphire');
  await fillLogin(page, account.phone, account.password);
  assert.match(await closeNotice(page), /ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้/);
});

async function signedIn(): Promise<Page> {
  const page = await openPhone({ expected });
  await page.goto(`${url}/login`);
  await fillLogin(page, account.phone, account.password);
  await page.waitForURL(`${url}/user/home`);
  return page;
}

function sent(call: string) {
  const last = host.asked.findLast((question) => question.call === call);
  assert.ok(last, `${call} was never asked`);
  return last;
}
