// Members in a browser: registering one, signing one in, as a person would.

import type { Page } from 'playwright-core';

export const demo = { phone: '0812345678', password: 'demo1234' } as const;

export const PASSWORD = 'Chaba-2569';

let nextNumber = Math.floor(Math.random() * 9_000_000);

/** A phone number that nobody has yet. */
export function freePhone(): string {
  nextNumber += 1;
  return `09${String(nextNumber).padStart(8, '5')}`;
}

/** An account that the sandbox bank knows a person for; the ending says how it behaves. */
export function accountEnding(ending: string): string {
  nextNumber += 1;
  return `77${String(nextNumber).padStart(7, '3')}${ending}`.slice(-10);
}

export async function passPhoneStep(page: Page, phone: string): Promise<void> {
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

/** From the register address to the login page. */
export async function register(page: Page, url: string): Promise<{ phone: string; password: string }> {
  const phone = freePhone();
  await page.goto(`${url}/register`);
  await passPhoneStep(page, phone);
  await fillBankStep(page, accountEnding('8'));
  await fillDetails(page);
  await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
  await page.waitForURL(`${url}/login`);
  return { phone, password: PASSWORD };
}

export async function signIn(
  page: Page,
  url: string,
  { phone, password }: { readonly phone: string; readonly password: string } = demo,
): Promise<void> {
  await page.goto(`${url}/login`);
  await fillLogin(page, phone, password);
  await page.waitForURL(`${url}/user/home`);
}

export async function fillLogin(page: Page, phone: string, password: string): Promise<void> {
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).fill(phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
}

/** Reads the one dialog that is open and closes it. */
export async function closeNotice(page: Page): Promise<string> {
  const notice = page.getByRole('alertdialog');
  await notice.waitFor();
  const words = await notice.innerText();
  await notice.getByRole('button', { name: 'ตกลง' }).click();
  await notice.waitFor({ state: 'detached' });
  return words;
}
