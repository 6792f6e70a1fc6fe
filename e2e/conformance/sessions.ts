// Registration, sign-in and the session rules of the specification (§3, §4, §5, §8) in a browser.
//
// Elsewhere: actions of a signed-in member (journeys.ts).

import { untilHydrated } from '#testing/product/browser';
import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import {
  CHANGED_MESSAGE,
  describePayload,
  openAsMember,
  navigate,
  getPayload,
  readStored,
  type Walk,
  recordRequests,
} from './walk.ts';
import {
  createAccountNumber,
  closeAlert,
  fillBankStep,
  fillDetails,
  fillLogin,
  freePhone,
  passPhoneStep,
  PASSWORD,
} from '#e2e/members';
import { pollUntil } from '#testing/product/until';

const UNREACHABLE = 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้';
const SIGNUP_FIELDS =
  'phoneNumber Password Confirm_Password BankAccount BankCode firstName lastName affiliateKey isBonus WalletId'.split(
    ' ',
  );
const WRONG_LOGIN = 'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง';

export async function register({ page, url, checkRow }: Walk): Promise<void> {
  const phone = freePhone();
  const checks = recordRequests(page, '/checkPhone');
  const banks = recordRequests(page, '/checkBank');
  const signups = recordRequests(page, '/signup');
  await page.goto(`${url}/register/A7K2M9`);
  await page.waitForFunction(() => localStorage.getItem('shareToken') === 'A7K2M9');
  await page.goto(`${url}/register`);
  await untilHydrated(page);
  await checkRow('5', 'registration phone: exactly 10 characters', 'enters 9, then 11, presses', async () => {
    for (const typed of [phone.slice(1), `${phone}9`]) {
      await passPhoneStep(page, typed);
      await page.getByText('หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่').waitFor();
      const held = await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).inputValue();
      assert.equal(held.replaceAll('-', ''), typed);
    }
    assert.equal(checks.length, 0);
    return '“หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่”, no request; on purpose all 11 digits stay in the field';
  });
  await checkRow('4', 'step 2 follows the phone check', 'enters 10 characters, presses', async () => {
    await passPhoneStep(page, phone);
    await page.getByRole('radio').first().waitFor();
    assert.equal(getPayload(checks[0])['phoneNumber'], phone);
    return `checkPhone with ${describePayload(checks, ['phoneNumber'])}; then the banks`;
  });
  await checkRow(
    '5',
    'registration bank step: a bank must be chosen; 10 or 12 characters',
    'presses without, with 11, 13 and 16',
    async () => {
      const press = page.getByRole('button', { name: 'ตรวจสอบบัญชี' });
      const sentence = page.getByText('กรุณากรอกข้อมูลก่อนยืนยัน');
      await page.getByLabel('เลขที่บัญชี').fill(createAccountNumber('8'));
      await press.click();
      await sentence.first().waitFor();
      await page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' }).check();
      for (const account of ['12345678901', '1234567890123', '1234567890123456']) {
        await page.getByLabel('เลขที่บัญชี').fill(account);
        await press.click();
        await sentence.first().waitFor();
        const held = await page.getByLabel('เลขที่บัญชี').inputValue();
        assert.equal(held.replaceAll('-', ''), account);
      }
      assert.equal(banks.length, 0);
      return '“กรุณากรอกข้อมูลก่อนยืนยัน”, no request; on purpose all 16 digits stay in the field';
    },
  );
  await checkRow('7', 'without a stored token no api-auth is sent', 'reads the request of a visitor', async () => {
    const headers = (await checks[0]?.allHeaders()) ?? {};
    assert.deepEqual([headers['content-type'], headers['accept-language']], ['application/json', 'th']);
    assert.ok(headers['api-key'] && !('api-auth' in headers));
    return 'content-type application/json, accept-language th, api-key';
  });
  await checkRow('4', 'step 3 follows the bank check', 'chooses a bank, enters an account, presses', async () => {
    await fillBankStep(page, createAccountNumber('8'));
    await page.getByLabel('ตั้งรหัสผ่าน').waitFor();
    return `checkBank with ${describePayload(banks, ['BankAccount', 'BankCode'])}; then the details`;
  });
  await checkRow(
    '5',
    'the referral code is filled from the stored value',
    'opens it in a path before /register',
    async () => {
      const field = page.getByLabel('รหัสผู้แนะนำ');
      assert.deepEqual([await field.inputValue(), await field.getAttribute('readonly')], ['A7K2M9', '']);
      return 'A7K2M9';
    },
  );
  await checkRow('4', 'registered: message, then /login', 'fills the details, presses', async () => {
    await fillDetails(page);
    await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
    await page.getByText('ลงทะเบียนเรียบร้อยแล้ว').waitFor();
    await page.waitForURL(`${url}/login`);
    return '“ลงทะเบียนเรียบร้อยแล้ว”, /login';
  });
  await checkRow('3', 'signup payload and the header tokenBank', 'reads the request of the page', async () => {
    const payload = getPayload(signups[0]);
    assert.equal(payload['affiliateKey'], 'A7K2M9');
    assert.equal(typeof payload['isBonus'], 'boolean');
    assert.ok(signups[0]?.headers()['tokenbank']);
    return describePayload(signups, SIGNUP_FIELDS);
  });
}

export async function signInAndOut({ page, url, checkRow, member }: Walk): Promise<void> {
  const logins = recordRequests(page, '/v1/login');
  await page.goto(`${url}/login`);
  await untilHydrated(page);
  await checkRow(
    '5',
    'login: non-empty, phone exactly 10 characters',
    'presses with empty fields, 9 and 11 characters, no password, 21 characters',
    async () => {
      for (const [phone, password] of [
        ['', ''],
        [member.phone.slice(1), PASSWORD],
        [`${member.phone}9`, PASSWORD],
        [member.phone, ''],
        [member.phone, 'x'.repeat(21)],
      ] as const) {
        await page
          .getByText(WRONG_LOGIN)
          .waitFor({ state: 'detached' })
          .catch(() => undefined);
        await fillLogin(page, phone, password);
        await page.getByText(WRONG_LOGIN).waitFor();
        await page.reload();
        await untilHydrated(page);
      }
      assert.equal(logins.length, 0);
      return `“${WRONG_LOGIN}”, no request`;
    },
  );
  await checkRow('4', 'login error: the error text in an error dialog', 'enters a wrong password', async () => {
    await fillLogin(page, member.phone, 'not-the-password');
    assert.match(await closeAlert(page), new RegExp(WRONG_LOGIN));
    assert.equal((await readStored(page))['AccessToken'], undefined);
    return `“${WRONG_LOGIN}”, no token stored`;
  });
  await checkRow('8', 'cannot reach the server', 'cuts the connection, presses', async () => {
    await page.route('**/auth-service/v1/login', (route) => route.abort());
    await fillLogin(page, member.phone, member.password);
    assert.match(await closeAlert(page), new RegExp(UNREACHABLE));
    await page.unroute('**/auth-service/v1/login');
    return `“${UNREACHABLE}”`;
  });
  await checkRow(
    '4',
    'login stores token and user, remembers, clears the modal-alert flag, goes to /user/home',
    'signs in with remember-me',
    async () => {
      await page.evaluate(() => localStorage.setItem('ModalAlert', '{}'));
      await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).check();
      await fillLogin(page, member.phone, member.password);
      await page.waitForURL(`${url}/user/home`);
      const stored = await readStored(page);
      assert.equal((JSON.parse(stored['UserInfo'] ?? '{}') as { PhoneNumber?: string }).PhoneNumber, member.phone);
      assert.match(stored['Remembered'] ?? '', new RegExp(member.phone));
      assert.ok(stored['AccessToken'] && stored['ModalAlert'] === undefined);
      assert.ok(!JSON.stringify(stored).includes(member.password));
      return 'AccessToken, UserInfo, Remembered; no ModalAlert; no password';
    },
  );
  await checkRow('4', 'sign-out clears token and user and goes to /', 'signs out', async () => {
    await signOut(page, url);
    const stored = await readStored(page);
    assert.deepEqual([stored['AccessToken'], stored['UserInfo']], [undefined, undefined]);
    return 'neither is stored; /';
  });
  await checkRow('4', 'login without remember-me stores no phone and device', 'unchecks it, signs in', async () => {
    await page.goto(`${url}/login`);
    await untilHydrated(page);
    await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).uncheck();
    await fillLogin(page, member.phone, member.password);
    await page.waitForURL(`${url}/user/home`);
    assert.equal((await readStored(page))['Remembered'], undefined);
    return 'no Remembered';
  });
}

async function signOut(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/user/account`);
  await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ออกจากระบบ' }).click();
  await page.waitForURL(`${url}/`);
}

export async function keepSession(all: Walk): Promise<void> {
  const { page, url, checkRow } = all;
  let refreshed = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/v1/refresh')) refreshed += 1;
  });
  await openAsMember(all, '/user/menu');
  await checkRow('4', 'each route change refreshes the session', 'loads a page, presses three links', async () => {
    await pollUntil(() => refreshed === 1);
    for (const [index, address] of ['deposit', 'history', 'home'].entries()) {
      await navigate(page, `/user/${address}`);
      await pollUntil(() => refreshed === index + 2);
    }
    return '4 requests';
  });
  await checkRow('4', 'public area: a valid session on Index leads to /user/home', 'opens /', async () => {
    await page.goto(url);
    await page.waitForURL(`${url}/user/home`);
    return '/user/home';
  });
  await checkRow('4', 'a 401 of any call leads to home', 'returns 401 for info/deposit on /user/deposit', async () => {
    await page.route('**/info/deposit', (route) =>
      route.fulfill({ status: 401, json: { success: false, message: CHANGED_MESSAGE } }),
    );
    await navigate(page, '/user/deposit');
    await page.waitForURL(`${url}/user/home`);
    await page.unroute('**/info/deposit');
    return '/user/home, signed in';
  });
  await checkRow('4', 'a 401 on home does not navigate', 'returns 401 for profile/balance on /user/home', async () => {
    const before = refreshed;
    await page.route('**/profile/balance', (route) =>
      route.fulfill({ status: 401, json: { success: false, message: CHANGED_MESSAGE } }),
    );
    // A refresh of the navigation to home can still be open, so its response does not prove that of the 401.
    const answered = page.waitForResponse((one) => one.url().endsWith('/profile/balance') && one.status() === 401);
    await page.locator('[aria-label="รีเฟรชยอดเงิน"][aria-busy="false"]').click();
    await answered;
    await page.unroute('**/profile/balance');
    await pollUntil(() => refreshed > before);
    await page.getByText(CHANGED_MESSAGE).first().waitFor();
    assert.equal(page.url(), `${url}/user/home`);
    return '/user/home; the session is refreshed';
  });
  await checkRow('4', 'refresh returns success 0: the member is set', 'returns success 0 on /', async () => {
    await page.route('**/v1/refresh', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), success: 0 } });
    });
    await page.goto(url);
    await page.waitForURL(`${url}/user/home`);
    await page.unroute('**/v1/refresh');
    return '/user/home';
  });
  await refuseSessions(all);
  for (const [area, address] of [
    ['public', '/login'],
    ['member', '/user/menu'],
  ] as const) {
    await checkRow(
      '4',
      `${area} area: a rejected token is cleared; back to /`,
      `opens ${address} with an ended token`,
      async () => {
        await openAsMember(all, '/user/menu');
        await page.evaluate(() => localStorage.setItem('AccessToken', 'an-ended-token'));
        await page.goto(url + address);
        await page.waitForURL(`${url}/`);
        await page.waitForFunction(() => localStorage.getItem('AccessToken') === null);
        return '/, no AccessToken';
      },
    );
  }
}

/** Responses of the refresh other than success and 401. */
async function refuseSessions(all: Walk): Promise<void> {
  const { page, url, checkRow } = all;
  const refusal = { success: false, message: CHANGED_MESSAGE, requestId: 'r' };
  for (const [name, status] of [
    ['200 with success false', 200],
    ['400', 400],
    ['403', 403],
  ] as const) {
    await checkRow(
      '4',
      `refresh returns ${name}: token and user are cleared; back to /`,
      'opens two areas',
      async () => {
        for (const address of ['/user/menu', '/promotion']) {
          await openAsMember(all, '/user/menu');
          await page.route('**/v1/refresh', (route) => route.fulfill({ status, json: refusal }));
          await page.goto(url + address);
          await page.waitForURL(`${url}/`);
          await page.waitForFunction(() => !('AccessToken' in localStorage) && !('UserInfo' in localStorage));
          await page.unroute('**/v1/refresh');
        }
        return '/user/menu and /promotion: /, no AccessToken, no UserInfo';
      },
    );
  }
  await checkRow('4', 'refresh fails: 500, 503, no answer', 'opens /user/menu with each', async () => {
    for (const status of [500, 503, undefined]) {
      await openAsMember(all, '/user/menu');
      await page.route('**/v1/refresh', (route) =>
        status === undefined ? route.abort() : route.fulfill({ status, json: refusal }),
      );
      let ended = 0;
      const count = (request: { url: () => string }) => void (ended += request.url().endsWith('/v1/refresh') ? 1 : 0);
      page.on('requestfinished', count).on('requestfailed', count);
      await page.goto(`${url}/user/menu`);
      await pollUntil(() => ended > 0);
      await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).waitFor();
      assert.equal(page.url(), `${url}/user/menu`);
      assert.ok(await page.evaluate(() => 'AccessToken' in localStorage));
      await page.unroute('**/v1/refresh');
      page.off('requestfinished', count).off('requestfailed', count);
    }
    return 'on purpose the member stays signed in: the server refused no session';
  });
}
