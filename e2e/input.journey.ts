// Input as phones, chats and password managers deliver it: too long, with other characters, or without an event. What
// the limits of the specification reject is kept and explained, never cut into another number or password; browsers
// whose storage is closed sign in for the visit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Locator, Page } from 'playwright-core';

import { openMobilePage, untilHydrated } from '#testing/product/browser';
import {
  closeAlert,
  createAccountNumber,
  demo,
  fillLogin,
  freePhone,
  join,
  passPhoneStep,
  register,
} from './members.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { testInFull, variants } from '#testing/extent';

const { url } = await startProduct();

const PHONE_INVALID = 'หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่';
const LOGIN_INVALID = 'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง';
const BANK_INCOMPLETE = 'กรุณากรอกข้อมูลก่อนยืนยัน';
const GENERATED = 'vaxko7-Rinbyq-tumhaz';
const PASTING = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Enters a text as a paste does, or as a keyboard's suggestion does, which sends no paste event. */
async function enter(field: Locator, text: string, how: 'paste' | 'suggestion' | 'typing'): Promise<void> {
  const page = field.page();
  await field.fill('');
  await field.focus();
  if (how === 'typing') return field.pressSequentially(text);
  if (how === 'suggestion') return page.keyboard.insertText(text);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  return page.keyboard.press('ControlOrMeta+V');
}

function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  return calls;
}

testInFull('rejects a phone number of more than ten digits at sign-up and keeps what was entered', async () => {
  const page = await openMobilePage({ ...PASTING, viewport: { width: 360, height: 800 } });
  const calls = recordCalls(page);
  await page.goto(`${url}/register`);
  const field = page.getByLabel('เบอร์โทรศัพท์', { exact: true });
  assert.equal(await field.getAttribute('maxlength'), null);
  for (const [text, shown, how] of [
    ['08123456789', '081-234-56789', 'paste'],
    ['08123456789', '081-234-56789', 'typing'],
    ['081-234-5678-9', '081-234-56789', 'suggestion'],
    ['๐๘๑๒๓๔๕๖๗๘๙', '081-234-56789', 'paste'],
    ['+66 81 234 56789', '081-234-56789', 'paste'],
    ['081-234-5678 ต่อ 12', '081-234-567812', 'paste'],
    ['0812345678, 0898765432', '081-234-56780898765432', 'suggestion'],
  ] as const) {
    await enter(field, text, how);
    assert.equal(await field.inputValue(), shown, text);
    await page.getByText(`เบอร์โทรศัพท์มี 10 หลัก กรอกไว้ ${shown.replace(/\D/g, '').length} หลัก`).waitFor();
    await page.getByRole('button', { name: 'ตรวจสอบเบอร์โทรศัพท์' }).click();
    await page.getByText(PHONE_INVALID).waitFor();
    await page.getByText(`เบอร์โทรศัพท์มี 10 หลัก`).waitFor();
    assert.equal(await field.inputValue(), shown, text);
  }
  await checkScreen(page);
  assert.deepEqual(calls, []);
  for (const text of [
    '+66812345678',
    'tel:+66-81-234-5678',
    '(081) 234 5678',
    '๐๘๑-๒๓๔-๕๖๗๘',
    '\u2066081 234 5678\u2069',
  ]) {
    await enter(field, text, 'paste');
    assert.equal(await field.inputValue(), '081-234-5678', text);
  }
});

test('rejects an account number that is too long and looks up no other one', async () => {
  const page = await openMobilePage({ ...PASTING, viewport: { width: 360, height: 800 } });
  await page.goto(`${url}/register`);
  await passPhoneStep(page, freePhone());
  await page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' }).check();
  const calls = recordCalls(page);
  const field = page.getByLabel('เลขที่บัญชี');
  assert.equal(await field.getAttribute('maxlength'), null);
  for (const [text, digits, how] of [
    ['1234567890123', 13, 'paste'],
    ['123-4-56789-0123', 13, 'typing'],
    ['12345678901234', 14, 'suggestion'],
    ['123-4-56789-01234-5', 15, 'paste'],
    ['๑๒๓๔๕๖๗๘๙๐๑๒๓๔๕๖', 16, 'paste'],
    ['12345678901', 11, 'typing'],
    ['123-4-56789-0 / 098-7-65432-1', 20, 'paste'],
  ] as const) {
    await enter(field, text, how);
    await page.getByRole('button', { name: 'ตรวจสอบบัญชี' }).click();
    await page.getByText(BANK_INCOMPLETE).waitFor();
    await page.getByText(`เลขที่บัญชีมี 10 หรือ 12 หลัก กรอกไว้ ${digits} หลัก`).waitFor();
    assert.equal((await field.inputValue()).replaceAll('-', '').length, digits, text);
  }
  await checkScreen(page);
  assert.deepEqual(calls, []);
  // The one complete number among the words of a chat.
  for (const text of [
    'กสิกร 123-4-56789-0 สาขา 12',
    'KBANK: 1234567890',
    '123–4–56789–0',
    'เลขที่ 123 4 56789 0 (นายเอ 3)',
  ]) {
    await enter(field, text, 'paste');
    assert.equal(await field.inputValue(), '123-4-56789-0', text);
  }
  await enter(field, '123456789a012', 'typing');
  assert.equal((await field.inputValue()).replaceAll('-', ''), '123456789012');
});

test('keeps a generated password whole at sign-in, and says the limit before anything is sent', async () => {
  const page = await openMobilePage(PASTING);
  const calls = recordCalls(page);
  await page.goto(`${url}/login`);
  const password = page.getByLabel('รหัสผ่าน', { exact: true });
  for (const [text, isTooLong] of [
    [GENERATED, false],
    [`${GENERATED}x`, true],
    ['ก'.repeat(21), true],
  ] as const) {
    await enter(password, text, 'paste');
    assert.equal(await password.inputValue(), text);
    const hint = page.getByText(`รหัสผ่านมีได้ไม่เกิน 20 ตัวอักษร กรอกไว้ ${text.length} ตัวอักษร`);
    await hint.waitFor({ state: isTooLong ? 'visible' : 'detached' });
  }
  await fillLogin(page, '08123456789', demo.password);
  await page.getByText(LOGIN_INVALID).waitFor();
  await fillLogin(page, demo.phone, `${GENERATED}x`);
  await page.getByText(LOGIN_INVALID).waitFor();
  await checkScreen(page);
  assert.deepEqual(calls, []);
});

testInFull('rejects a password above the limit at sign-up and at the change without cutting it', async () => {
  const page = await openMobilePage(PASTING);
  await page.goto(`${url}/register`);
  await passPhoneStep(page, freePhone());
  await page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' }).check();
  await page.getByLabel('เลขที่บัญชี').fill(createAccountNumber('8'));
  await page.getByRole('button', { name: 'ตรวจสอบบัญชี' }).click();
  const chosen = page.getByLabel('ตั้งรหัสผ่าน');
  assert.equal(await chosen.getAttribute('maxlength'), null);
  await enter(chosen, GENERATED, 'paste');
  await enter(page.getByLabel('ยืนยันรหัสผ่าน'), GENERATED, 'paste');
  await page.getByText('รหัสผ่านมีได้ไม่เกิน 15 ตัวอักษร กรอกไว้ 20 ตัวอักษร').first().waitFor();
  await page.getByRole('checkbox', { name: /อายุครบ 20 ปี/ }).check();
  const calls = recordCalls(page);
  await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
  await page.getByText('รหัสผ่านต้องมี 8 ถึง 15 ตัวอักษร').waitFor();
  assert.equal(await chosen.inputValue(), GENERATED);
  await checkScreen(page);

  const member = await register(page, url);
  await fillLogin(page, member.phone, member.password);
  await page.waitForURL(`${url}/user/home`);
  await page.goto(`${url}/user/profile`);
  await page.getByLabel('รหัสผ่านเดิม').fill(member.password);
  await enter(page.getByLabel('รหัสผ่านใหม่', { exact: true }), GENERATED, 'paste');
  await enter(page.getByLabel('ยืนยันรหัสผ่านใหม่'), GENERATED, 'paste');
  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
  await page.getByText('รหัสผ่านต้องมี 8 ถึง 15 ตัวอักษร').waitFor();
  assert.equal(await page.getByLabel('รหัสผ่านใหม่', { exact: true }).inputValue(), GENERATED);
  await checkScreen(page);
  assert.ok(!calls.includes('signup') && !calls.includes('change-password'), calls.join());
});

testInFull('reads fields that a password manager filled without an event when the form is submitted', async () => {
  const member = await join(url);
  const page = await openMobilePage();
  await page.goto(`${url}/login`);
  for (const [label, value] of [
    ['เบอร์โทรศัพท์', member.phone],
    ['รหัสผ่าน', member.password],
  ] as const) {
    await page.getByLabel(label, { exact: true }).evaluate((field, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    }, value);
  }
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await page.waitForURL(`${url}/user/home`);
});

const CLOSED_STORAGES: readonly (readonly [name: string, close: () => void])[] = [
  [
    'throws',
    () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      }
    },
  ],
  [
    'is null',
    () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, name, { get: () => null });
      }
    },
  ],
  [
    'is full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
];
for (const [name, close] of variants(CLOSED_STORAGES)) {
  test(`signs in for the visit where the storage ${name}, and says so`, async () => {
    const member = await join(url);
    const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
    await page.addInitScript(close);
    await page.goto(`${url}/login`);
    await fillLogin(page, member.phone, member.password);
    await page.waitForURL(`${url}/user/home`);
    await page.getByText('เบราว์เซอร์นี้ไม่อนุญาตให้บันทึกข้อมูล').waitFor();
    await page.getByRole('heading', { level: 1, name: /^สวัสดี คุณ/ }).waitFor();
    await checkScreen(page);
    await page.getByRole('link', { name: 'ถอนเงิน' }).first().click();
    await page.getByLabel('จำนวนเงินที่ต้องการถอน').waitFor();
    await page.goBack();
    await page.waitForURL(`${url}/user/home`);
    // The token was in memory only.
    await page.reload();
    await page.waitForURL(`${url}/`);
    await untilHydrated(page);
  });
}

testInFull('reads amounts as they are pasted, and explains what it cannot read', async () => {
  const member = await join(url);
  const page = await openMobilePage({ ...PASTING, viewport: { width: 360, height: 800 } });
  await page.goto(`${url}/login`);
  await fillLogin(page, member.phone, member.password);
  await page.waitForURL(`${url}/user/home`);
  await page.goto(`${url}/user/withdraw`);
  const field = page.getByLabel('จำนวนเงินที่ต้องการถอน');
  const rejected = page.getByText('อ่านจำนวนเงินที่วางไม่ได้');
  for (const [text, value, how] of [
    ['500.-', '500', 'paste'],
    ['500.00 THB', '500.00', 'paste'],
    ['฿1,500', '1500', 'suggestion'],
    ['500,50', '500.50', 'paste'],
    ['๕๐๐ บาท', '500', 'suggestion'],
    ['500', '500', 'typing'],
    ['500,5', '500,5', 'typing'],
  ] as const) {
    await enter(field, text, how);
    assert.equal(await field.inputValue(), value, text);
    assert.equal(await rejected.count(), 0, text);
  }
  for (const [text, how] of [
    ['123456789', 'paste'],
    ['12345678.90', 'paste'],
    ['1e3', 'suggestion'],
    ['โอน 500', 'paste'],
  ] as const) {
    await enter(field, text, how);
    await rejected.waitFor();
    assert.equal(await field.inputValue(), '', text);
  }
  await checkScreen(page);
  // A decimal comma is satang: 99 baht and a half is below the minimum.
  await enter(field, '99,50', 'typing');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  assert.match(await closeAlert(page), /ถอนเงินขั้นต่ำ 100 บาท/);
});
