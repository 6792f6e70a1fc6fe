// Members: created and signed in over HTTP, or in a browser through the pages.

import { untilHydrated } from '#testing/product/browser';
import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

export const demo = { phone: '0812345678', password: 'demo1234' } as const;

export const PASSWORD = 'Chaba-2569';

let nextNumber = Math.floor(Math.random() * 9_000_000);

/** Returns an unused phone number. */
export function freePhone(): string {
  nextNumber += 1;
  return `09${String(nextNumber).padStart(8, '5')}`;
}

/** Returns the account of a person at the sandbox bank; the ending selects its behaviour. */
export function createAccountNumber(ending: string): string {
  nextNumber += 1;
  return `77${String(nextNumber).padStart(7, '3')}${ending}`.slice(-10);
}

export async function passPhoneStep(page: Page, phone: string): Promise<void> {
  // The previous page also has a phone field; the button belongs to the new page only.
  await page.getByRole('button', { name: 'ตรวจสอบเบอร์โทรศัพท์' }).waitFor();
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill(phone);
  await page.getByRole('button', { name: 'ตรวจสอบเบอร์โทรศัพท์' }).click();
}

export async function fillBankStep(page: Page, account: string, bank = 'ธนาคารกสิกรไทย'): Promise<void> {
  await page.getByRole('radio', { name: bank }).check();
  await page.getByLabel('เลขที่บัญชี').fill(account);
  await page.getByRole('button', { name: 'ตรวจสอบบัญชี' }).click();
}

export async function fillDetails(page: Page, password = PASSWORD, confirmation = password): Promise<void> {
  await page.getByLabel('ตั้งรหัสผ่าน').fill(password);
  await page.getByLabel('ยืนยันรหัสผ่าน').fill(confirmation);
  await page.getByRole('checkbox', { name: /อายุครบ 20 ปี/ }).check();
}

type Joined = { readonly phone: string; readonly password: string; readonly account: string };

const BANK = '004';

/** Creates a member over HTTP whose account has this ending, which selects the bank's behaviour (docs/sandbox.md). */
export async function join(url: string, ending = '8'): Promise<Joined> {
  const joined = { phone: freePhone(), password: PASSWORD, account: createAccountNumber(ending) };
  const account = { BankAccount: joined.account, BankCode: BANK };
  const { data } = await call(url, 'checkBank', account);
  const payload = {
    ...account,
    phoneNumber: joined.phone,
    Password: joined.password,
    Confirm_Password: joined.password,
    firstName: data['firstName'],
    lastName: data['lastName'],
    affiliateKey: '',
    isBonus: false,
    WalletId: '',
  };
  await call(url, 'signup', payload, { tokenBank: data['token'] ?? '' });
  return joined;
}

/** Signs in over HTTP and returns the session with the values that a page stores. */
export async function createSession(
  url: string,
  { phone, password }: { readonly phone: string; readonly password: string } = demo,
): Promise<{ readonly token: string; readonly info: unknown }> {
  const { authToken = '', data } = await call(url, 'login', { phoneNumber: phone, Password: password });
  return { token: authToken, info: data };
}

/** Registers on the open registration page and signs in; account and phone must be unused. */
export async function completeRegistration(page: Page, url: string, phone: string, account: string): Promise<void> {
  await passPhoneStep(page, phone);
  await fillBankStep(page, account);
  await fillDetails(page);
  await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
  await page.waitForURL(`${url}/login`);
  await fillLogin(page, phone, PASSWORD);
}

/** Creates a member over HTTP and opens the login page. */
export async function register(page: Page, url: string): Promise<Joined> {
  const joined = await join(url);
  await page.goto(`${url}/login`);
  return joined;
}

/** Opens home, signed in by the page's own storage keys (spec §3), for journeys that are not about sign-in. */
export async function signIn(
  page: Page,
  url: string,
  member: { readonly phone: string; readonly password: string } = demo,
): Promise<void> {
  const { token, info } = await createSession(url, member);
  // A small response of the same origin gives access to its storage.
  await page.goto(`${url}/healthz`);
  await page.evaluate(
    ([accessToken, userInfo]) => {
      localStorage.setItem('AccessToken', accessToken);
      localStorage.setItem('UserInfo', userInfo);
    },
    [token, JSON.stringify(info)] as const,
  );
  await page.goto(`${url}/user/home`);
  await untilHydrated(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export async function fillLogin(page: Page, phone: string, password: string): Promise<void> {
  await untilHydrated(page);
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill(phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
}

type ApiResponse = { readonly data: Readonly<Record<string, string>>; readonly authToken?: string };

async function call(
  url: string,
  name: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(`${url}/auth-service/v1/${name}`, {
    method: 'POST',
    headers: { 'api-key': 'chaba-sandbox', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const result = (await response.json()) as ApiResponse;
  assert.ok(response.ok, `${name}: ${JSON.stringify(result)}`);
  return result;
}

/** Waits for the code of dialogs, which is loaded when the page is idle and needed without a connection. */
export async function untilDialogsLoaded(page: Page): Promise<void> {
  const file = await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').find(({ name }) => /\/overlays-[^/]+\.js$/.test(name));
    return loaded?.name;
  });
  await file.evaluate((name) => import(String(name)).then(() => undefined));
}

/** Reads the only open dialog and closes it. */
export async function closeAlert(page: Page): Promise<string> {
  const alert = page.getByRole('alertdialog');
  await alert.waitFor();
  const text = await alert.innerText();
  await alert.getByRole('button', { name: 'ตกลง' }).click();
  await alert.waitFor({ state: 'detached' });
  return text;
}
