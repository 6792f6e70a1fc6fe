// Registration: from the first field to the login, with every invalid input, against the real server and bank.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMobilePage } from '#testing/product/browser';
import {
  createAccountNumber,
  closeAlert,
  demo,
  fillBankStep,
  fillDetails,
  fillLogin,
  freePhone,
  PASSWORD,
  passPhoneStep,
  untilDialogsLoaded,
} from './members.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { testInFull } from '#testing/extent';

const product = await startProduct();
const url = product.url;
const submit = { name: 'ยืนยันการสมัคร' } as const;

test('registers a visitor in three steps and signs in with the chosen data', async () => {
  const page = await openMobilePage({ viewport: { width: 360, height: 800 } });
  const phone = freePhone();
  await page.goto(`${url}/register`);
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).waitFor();
  await checkScreen(page);
  await passPhoneStep(page, `+66 ${phone.slice(1, 3)}-${phone.slice(3)}`);

  await page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' }).check();
  const account = page.getByLabel('เลขที่บัญชี');
  await account.fill('๑๒๓๔๕๖๗๘๙๘');
  assert.equal(await account.inputValue(), '123-4-56789-8');
  await page.getByText('ครบ 10 หลัก').waitFor();
  await checkScreen(page);
  await page.getByRole('button', { name: 'แสดงอีก 9 ธนาคาร' }).click();
  await page.getByRole('radio').nth(16).waitFor();
  assert.equal(await page.getByRole('radio').count(), 17);
  await checkScreen(page);
  await page.getByRole('button', { name: 'ตรวจสอบบัญชี' }).click();

  await page.getByText(/^ชื่อ-นามสกุลดึงจากข้อมูลธนาคาร ไม่สามารถแก้ไขได้/).waitFor();
  for (const label of ['ชื่อ', 'นามสกุล']) {
    const field = page.getByLabel(label, { exact: true });
    assert.notEqual(await field.inputValue(), '');
    assert.equal(await field.getAttribute('readonly'), '');
    assert.equal(await field.getAttribute('maxlength'), '100');
  }
  // Banks show only the first letter of the surname to others.
  assert.equal([...(await page.getByLabel('นามสกุล', { exact: true }).inputValue())].length, 1);
  await checkScreen(page);
  await fillDetails(page);
  await page.getByRole('button', submit).click();
  await page.getByText('ลงทะเบียนเรียบร้อยแล้ว').waitFor();
  await page.waitForURL(`${url}/login`);
  assert.equal(
    await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).inputValue(),
    `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`,
  );
  await fillLogin(page, phone, PASSWORD);
  await page.waitForURL(`${url}/user/home`);
  await page.getByRole('heading', { level: 1, name: /^สวัสดี คุณ/ }).waitFor();
});

testInFull('reports an invalid phone number at the field and sends nothing', async () => {
  const page = await openMobilePage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${url}/register`);
  await passPhoneStep(page, '0812');
  await page.getByText('หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่').waitFor();
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).and(page.locator(':focus')).waitFor();
  await checkScreen(page);
  assert.ok(!requests.some((address) => address.includes('checkPhone')));
});

test("reports a taken phone number in a dialog with the server's sentence", async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/register`);
  await passPhoneStep(page, demo.phone);
  await page.getByRole('alertdialog').waitFor();
  await checkScreen(page);
  assert.match(await closeAlert(page), /เบอร์โทรศัพท์นี้ถูกใช้งานแล้ว/);
});

testInFull('reports missing input, an unknown account and a closed account in the bank step', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/register`);
  await passPhoneStep(page, freePhone());
  const check = page.getByRole('button', { name: 'ตรวจสอบบัญชี' });
  await check.click();
  await page.getByText('กรุณากรอกข้อมูลก่อนยืนยัน').waitFor();
  await page.getByRole('radio', { name: 'ธนาคารไทยพาณิชย์' }).check();
  await page.getByLabel('เลขที่บัญชี').fill('12345');
  await check.click();
  await page.getByText('กรุณากรอกข้อมูลก่อนยืนยัน').waitFor();
  await checkScreen(page);

  for (const [account, sentence] of [
    [createAccountNumber('0000'), 'ไม่พบบัญชีธนาคารนี้ กรุณาตรวจสอบธนาคารและเลขที่บัญชี'],
    [createAccountNumber('0001'), 'บัญชีธนาคารนี้ปิดแล้วหรือใช้งานไม่ได้ กรุณาใช้บัญชีอื่น'],
    [createAccountNumber('0009'), 'ไม่รองรับบัญชีนิติบุคคล กรุณาใช้บัญชีบุคคลธรรมดา'],
    ['1112223334', 'บัญชีธนาคารนี้ถูกใช้งานแล้ว'],
  ] as const) {
    await fillBankStep(page, account, 'ธนาคารไทยพาณิชย์');
    assert.ok((await closeAlert(page)).includes(sentence), sentence);
  }
});

testInFull('registers the member with typed names while the bank is unavailable', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/register`);
  await passPhoneStep(page, freePhone());
  await fillBankStep(page, createAccountNumber('0002'));
  const firstName = page.getByLabel('ชื่อ', { exact: true });
  await firstName.waitFor();
  assert.equal(await firstName.getAttribute('readonly'), null);
  await fillDetails(page);
  await page.getByRole('button', submit).click();
  await page.getByText('กรุณากรอกชื่อและนามสกุล').first().waitFor();
  await firstName.fill('มาลี');
  await page.getByLabel('นามสกุล', { exact: true }).fill('ศรีสุข');
  await page.getByRole('button', submit).click();
  await page.getByText('ลงทะเบียนเรียบร้อยแล้ว').waitFor();
});

testInFull('waits for a bank that takes five seconds and sends no second request', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/register`);
  await passPhoneStep(page, freePhone());
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/checkBank')) requests += 1;
  });
  await fillBankStep(page, createAccountNumber('0003'));
  const busy = page.getByRole('button', { name: 'กำลังตรวจสอบบัญชี…' });
  await busy.click({ force: true });
  await busy.click({ force: true });
  await page.getByRole('button', submit).waitFor();
  assert.equal(requests, 1);
});

testInFull('reports different, short and guessable passwords and keeps the typed data', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/register/FRIEND01`);
  await passPhoneStep(page, freePhone());
  await fillBankStep(page, createAccountNumber('8'));
  assert.equal(await page.getByLabel('รหัสผู้แนะนำ').inputValue(), 'FRIEND01');
  assert.equal(await page.getByLabel('รหัสผู้แนะนำ').getAttribute('readonly'), '');
  await page.getByRole('button', submit).click();
  await page.getByText('รหัสผ่านต้องมี 8 ถึง 15 ตัวอักษร').waitFor();
  await page.getByText('กรุณายืนยันอายุและยอมรับข้อกำหนดการใช้งาน').waitFor();
  await checkScreen(page);
  await fillDetails(page, PASSWORD, `${PASSWORD}x`);
  await page.getByRole('button', submit).click();
  await page.getByText('รหัสผ่านไม่ตรงกัน').waitFor();

  await page.getByRole('button', { name: 'แสดงรหัสผ่าน' }).first().click();
  assert.equal(await page.getByLabel('ตั้งรหัสผ่าน').getAttribute('type'), 'text');
  await fillDetails(page, 'password');
  await page.getByRole('button', submit).click();
  assert.match(await closeAlert(page), /สมัครสมาชิกไม่สำเร็จ[\s\S]*เดาง่ายเกินไป/);
  assert.equal(await page.getByLabel('ตั้งรหัสผ่าน').inputValue(), 'password');
});

testInFull('goes back one step, survives a reload, and stores no password', async () => {
  const page = await openMobilePage();
  await page.goto(`${url}/login`);
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await page.waitForURL(`${url}/register`);
  const phone = freePhone();
  await passPhoneStep(page, phone);
  await fillBankStep(page, createAccountNumber('8'));
  await fillDetails(page);
  const stored = () =>
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
  assert.ok((await stored()).includes(phone));
  assert.ok(!(await stored()).includes(PASSWORD));

  await page.reload();
  await page.getByRole('button', submit).waitFor();
  assert.equal(await page.getByLabel('ตั้งรหัสผ่าน').inputValue(), '');
  await page.goBack();
  await page.getByRole('button', { name: 'ตรวจสอบบัญชี' }).waitFor();
  assert.ok(await page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' }).isChecked());
  await page.goBack();
  await page.getByRole('button', { name: 'ตรวจสอบเบอร์โทรศัพท์' }).waitFor();
  await page.goBack();
  await page.waitForURL(`${url}/login`);
});

test('reports a missing connection and keeps the typed data', async () => {
  const page = await openMobilePage({ expected: /ERR_INTERNET_DISCONNECTED/ });
  await page.goto(`${url}/register`);
  const phone = page.getByLabel('เบอร์โทรศัพท์', { exact: true });
  await phone.fill(freePhone());
  await untilDialogsLoaded(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'ตรวจสอบเบอร์โทรศัพท์' }).click();
  assert.match(await closeAlert(page), /ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้/);
  assert.notEqual(await phone.inputValue(), '');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'ตรวจสอบเบอร์โทรศัพท์' }).click();
  await page.getByRole('button', { name: 'ตรวจสอบบัญชี' }).waitFor();
});

testInFull('registers in the header dialog and returns to the page', async () => {
  const page = await openMobilePage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.getByRole('banner').getByRole('link', { name: 'สมัครสมาชิก' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('เบอร์โทรศัพท์', { exact: true }).waitFor();
  await checkScreen(page);
  await passPhoneStep(page, freePhone());
  await fillBankStep(page, createAccountNumber('8'));
  await fillDetails(page);
  await checkScreen(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${url}/register`);
  await fillDetails(page);
  await page.getByRole('button', submit).click();
  // Continues automatically after two and a half seconds.
  const isThere = page.waitForURL(`${url}/login`);
  await Promise.race([page.getByRole('button', { name: 'ไปหน้าเข้าสู่ระบบ' }).click(), isThere]);
  await isThere;
});
