// Deposit-auto and deposit-wallet, public pages for a signed-in member, and the header's parts in a wide window.
//
// Elsewhere: every modal screen opened from the menu (modals.ts).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMobilePage } from '#testing/product/browser';
import { createAccountNumber, demo, fillBankStep, fillDetails, freePhone, passPhoneStep, signIn } from './members.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { testInFull } from '#testing/extent';

const { url } = await startProduct();

test('shows accounts of one kind, the chat bot and the rules in deposit-auto and deposit-wallet', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  for (const [name, title, kind] of [
    ['deposit-auto', 'ฝากเงินอัตโนมัติ', /ธนาคาร/],
    ['deposit-wallet', 'ฝากเงินผ่านวอลเล็ท', /วอลเล็ท/],
  ] as const) {
    await page.goto(`${url}/user/home?screen=${name}`);
    const screen = page.getByRole('dialog', { name: title });
    await screen.getByRole('button', { name: /คัดลอก/ }).first().waitFor();
    await screen.getByText(kind).first().waitFor();
    await screen.getByRole('link', { name: 'แจ้งฝากผ่านแชทบอท' }).waitFor();
    await screen.getByText('เงื่อนไขการฝากเงิน').waitFor();
    // Only the sheet of a bank restricts the transfer to banking apps.
    assert.equal(await screen.getByText('โอนเงินผ่านแอปธนาคารเท่านั้น').count(), name === 'deposit-auto' ? 1 : 0);
    assert.equal(await screen.getByText('โอนผ่านแอปวอลเล็ทหรือแอปธนาคารเท่านั้น').count(), name === 'deposit-auto' ? 0 : 1);
    await checkScreen(page);
  }
  await page.goto(`${url}/user/deposit-auto`);
  await page.waitForURL(`${url}/user/home`);
});

testInFull('shows a signed-in member a link to the member area on a public page', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  await page.goto(`${url}/promotion`);
  await page.getByRole('link', { name: 'เข้าสู่หน้าสมาชิก' }).waitFor();
  assert.equal(await page.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' }).count(), 0);
  await checkScreen(page);
});

testInFull('shows a visitor play, free credit, chat and the menu with the theme in a wide window', async () => {
  const page = await openMobilePage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  const header = page.getByRole('banner');
  for (const name of ['เล่นเกม', 'เครดิตฟรี', 'โปรโมชั่น', 'แชท', 'เข้าสู่ระบบ', 'สมัครสมาชิก']) {
    await header.getByRole('link', { name, exact: true }).waitFor();
  }
  await header.getByRole('button', { name: 'เปิดเมนู' }).click();
  await page.getByRole('dialog', { name: 'เมนู' }).getByText('ธีม').waitFor();
});

testInFull('ends a registration in the dialog of the header at the login page', async () => {
  const page = await openMobilePage();
  await page.goto(url);
  await page.getByRole('banner').getByRole('link', { name: 'สมัครสมาชิก' }).click();
  const phone = freePhone();
  await passPhoneStep(page, phone);
  await fillBankStep(page, createAccountNumber('8'));
  await fillDetails(page);
  await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
  await page.getByText('ลงทะเบียนเรียบร้อยแล้ว').waitFor();
  await page.getByRole('button', { name: /เข้าสู่ระบบ/ }).click();
  await page.waitForURL(`${url}/login`);
  assert.equal((await page.getByLabel('เบอร์โทรศัพท์').inputValue()).replaceAll(/\D/g, ''), phone);
});

testInFull('leads a member with a valid session to the member area after maintenance', async () => {
  const page = await openMobilePage();
  await signIn(page, url);
  let isClosed = true;
  await page.route('**/v2/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { Prefix?: object } };
    const { Prefix } = body.data;
    const state = { Maintenance: isClosed };
    const data = Prefix ? { ...body.data, Prefix: { ...Prefix, ...state } } : { ...body.data, ...state };
    await route.fulfill({ response: response, json: { ...body, data } });
  });
  await page.goto(url);
  await page.getByText('ปิดปรับปรุงระบบ').waitFor();
  // The page also reads the state by itself, so the press follows at once.
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).hover();
  isClosed = false;
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForURL(`${url}/user/home`);
  await page.getByText(demo.phone.slice(-4)).first().waitFor();
});
