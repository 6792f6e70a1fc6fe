// The pages on a third-party host (spec-only-host.ts) that implements only the specification: every screen of the
// specification works, extensions are hidden, and no extension header or field is sent. A part of docs/conformance.md.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { encodeSlipQr } from '@chaba/contract/slip-qr';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { specifiedCalls } from './conformance/endpoints.ts';
import { openReport } from './conformance/report.ts';
import { account, startForeignHost, TOKEN } from './spec-only-host.ts';
import { closeAlert, fillBankStep, fillDetails, fillLogin, passPhoneStep } from './members.ts';
import { drawCode } from './money.ts';
import { startProduct } from './product.ts';

const host = await startForeignHost();
after(() => host.close());
const { url } = await startProduct({ environment: { CHABA_API_BASE: host.url } });
// The browser logs extension requests without cross-origin headers.
const expected = /CORS|ERR_FAILED|Failed to load resource/;
const report = openReport('host');
/** The headers of §7, and those of every browser. */
const KNOWN_HEADERS =
  /^(content-type|accept-language|api-key|api-auth|tokenbank|accept|accept-encoding|connection|content-length|host|origin|referer|user-agent|sec-.*|cache-control|pragma|if-none-match)$/;

test("registers and signs in a visitor at a host, with the host's messages", async () => {
  const page = await openMobilePage({ expected });
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
  await report.checkRow('7', 'signup sends the payload of §3 and the header tokenBank', 'registers', () => {
    const { headers, body } = findLastRequest('POST /auth-service/v1/signup');
    assert.equal(headers['tokenbank'], 'bank-token');
    const fields = Object.keys(body).toSorted().join(' ');
    const wanted =
      'BankAccount BankCode Confirm_Password Password WalletId affiliateKey firstName isBonus lastName phoneNumber';
    assert.equal(fields, wanted);
    return fields;
  });

  await fillLogin(page, account.phone, 'wrong-one');
  assert.match(await closeAlert(page), /เบอร์หรือรหัสไม่ตรงกับที่มีในระบบของเรา/);
  await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).check();
  await fillLogin(page, account.phone, account.password);
  await page.waitForURL(`${url}/user/home`);
  await report.checkRow('7', 'login sends phoneNumber and Password alone', 'signs in', () => {
    const fields = Object.keys(findLastRequest('POST /auth-service/v1/login').body).toSorted().join(' ');
    assert.equal(fields, 'Password phoneNumber');
    return fields;
  });
  await page.getByRole('heading', { name: `สวัสดี คุณ${account.firstName}` }).waitFor();
  await page.getByText('512.25').first().waitFor();
});

test("shows the host's data on every member screen of the specification", async () => {
  const page = await openSignedIn();
  const screens: readonly (readonly [address: string, pattern: RegExp])[] = [
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
  for (const [address, pattern] of screens) {
    await page.goto(url + address);
    await page
      .getByText(pattern)
      .filter({ visible: true })
      .first()
      .waitFor()
      .catch(async () => {
        assert.fail(`${address} does not show ${pattern}: ${(await page.locator('#root').innerText()).slice(0, 600)}`);
      });
    await report.checkRow('2', `${address} shows the data of the host`, 'opens the screen', async () => {
      const text = await page.locator('#root').innerText();
      assert.match(text, pattern);
      assert.doesNotMatch(text, /เกิดข้อผิดพลาด|undefined|NaN|null/, address);
      return `“${pattern.source.replaceAll('\\', '')}”`;
    });
  }
});

test('lists games without links, because the host has no endpoint to open one', async () => {
  const page = await openSignedIn();
  await page.getByText('SEXY').waitFor();
  await page.goto(`${url}/user/game`);
  await page.getByText('เว็บไซต์นี้ยังเปิดเกมจากหน้านี้ไม่ได้ กรุณาติดต่อแอดมิน').waitFor();
  await page.getByText('JOKER').waitFor();
  for (const address of ['/user/home', '/user/game', '/user/slot']) {
    await page.goto(url + address);
    await page.getByText('JOKER').waitFor();
    // The page detects missing extensions shortly after it loads.
    await page.waitForFunction(
      () => document.querySelector('main a:is([href*="/user/play/"], [href*="ch="])') === null,
    );
  }
});

test("sends a member's actions in the specification’s format and shows the host’s sentences", async () => {
  const page = await openSignedIn();
  await page.goto(`${url}/user/withdraw`);
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill('150');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).last().click();
  await page.getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
  assert.match(await closeAlert(page), /ถอนเงินสำเร็จ/);
  assert.deepEqual(findLastRequest('POST /fund-composite/v1/withdrawal').body, {
    Amount: 150,
    Channel: 'BANK',
    minWithdraw: 100,
  });

  await page.goto(`${url}/user/free_credit`);
  await page.getByLabel('โค้ด').fill('ABC123');
  await page.getByRole('button', { name: 'รับเครดิต' }).click();
  assert.match(await closeAlert(page), /โค้ดนี้ถูกใช้ไปแล้วที่อื่น/);
  assert.deepEqual(findLastRequest('POST /user-profile-composite/v1/topup/itemcode/redeem').body, {
    redeem_code: 'ABC123',
  });

  await page.goto(`${url}/user/cash_back`);
  await page.getByRole('button', { name: 'กดรับยอดคืน' }).click();
  assert.match(await closeAlert(page), /Success!/);

  await page.goto(`${url}/user/spinner`);
  await page.locator('button:enabled', { hasText: 'หมุนกงล้อ' }).click();
  await page.getByRole('dialog', { name: 'ผลการหมุน' }).getByText('ได้รับ 20 บาท').waitFor();
  assert.deepEqual(findLastRequest('POST /prize-composite/v1/spins').body, { OpenBox: 1 });

  await page.goto(`${url}/user/affiliate`);
  await page.getByRole('button', { name: 'ถอนรายได้' }).click();
  await closeAlert(page);

  await page.goto(`${url}/user/promotion`);
  await page.getByRole('switch').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ใช่', exact: true }).click();
  await page.getByText('อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว').waitFor();

  await page.goto(`${url}/user/deposit`);
  const slip = encodeSlipQr({ kind: 'BANK_SLIP', sendingBank: '014', transRef: '202611210001foreign1' });
  await page.locator('input[type=file]').setInputFiles(await drawCode(slip));
  assert.match(await closeAlert(page), /แจ้งเตือน\nรับสลิปแล้ว/);

  await page.goto(`${url}/user/profile`);
  await page.getByLabel('รหัสผ่านเดิม').fill(account.password);
  await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill('Another-2569');
  await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill('Another-2569');
  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
  assert.match(await closeAlert(page), /เปลี่ยนรหัสผ่านเรียบร้อยแล้ว/);
});

test('sends every call of the specification with its headers and its payload alone', async () => {
  for (const { call, payload = {}, header, isPublic = false } of specifiedCalls) {
    await report.checkRow('7', `the web app sends \`${call}\``, 'reads the requests that the host received', () => {
      const requests = host.requests.filter((request) => request.call === call);
      assert.ok(requests.length > 0, 'no request was sent');
      // The wheel is a page of the host in a frame of an opaque origin, whose requests cannot have extra headers.
      if (call.includes('/wheel-script/')) return 'loaded by the frame of the wheel, without headers of its own';
      const wanted = Object.keys(payload);
      // The withdrawal also sends the minimum amount, whose name the specification does not show.
      if (call.endsWith('/withdrawal')) wanted.push('minWithdraw');
      for (const { headers, body } of requests) {
        assert.deepEqual(Object.keys(body).toSorted(), wanted.toSorted());
        const common = [headers['content-type'], headers['accept-language'], typeof headers['api-key']];
        assert.deepEqual(common, ['application/json', 'th', 'string']);
        if (!isPublic) assert.equal(headers['api-auth'], TOKEN);
        if (header) assert.ok(headers[header.toLowerCase()]);
        assert.deepEqual(
          Object.keys(headers).filter((name) => !KNOWN_HEADERS.test(name)),
          [],
        );
      }
      const sends = wanted.length > 0 ? `with ${wanted.join(', ')}` : 'without a payload';
      return `${sends}${header ? `, ${header}` : ''}${isPublic ? '' : ', api-auth'}`;
    });
  }
});

test('leads to the landing page on a rejected session, reports host errors, and keeps the configuration while the host is down', async () => {
  const page = await openSignedIn();
  host.setResponse('GET /user-profile-composite/v1/info/deposit', {
    status: 500,
    body: { message: 'ระบบของที่อื่นขัดข้อง' },
  });
  await page.goto(`${url}/user/deposit`);
  await page.getByText('ระบบของที่อื่นขัดข้อง').waitFor();
  host.setResponse('GET /auth-service/v1/refresh', { status: 401, body: { success: false, message: 'หมดอายุ' } });
  await page.goto(`${url}/user/menu`);
  await page.waitForURL(`${url}/`);
  assert.equal(await page.evaluate(() => localStorage.getItem('AccessToken')), null);

  await host.close();
  await page.goto(`${url}/login`);
  assert.equal(await page.locator('html').getAttribute('data-preset'), 'sapphire');
  await fillLogin(page, account.phone, account.password);
  assert.match(await closeAlert(page), /ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้/);
});

report.close();

async function openSignedIn(): Promise<Page> {
  const page = await openMobilePage({ expected });
  await page.goto(`${url}/login`);
  await fillLogin(page, account.phone, account.password);
  await page.waitForURL(`${url}/user/home`);
  return page;
}

function findLastRequest(call: string) {
  const last = host.requests.findLast((request) => request.call === call);
  assert.ok(last, `${call} was never requested`);
  return last;
}
