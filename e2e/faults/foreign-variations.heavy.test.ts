// The pages on third-party hosts that differ where the specification leaves a choice (spec-only-host.ts): optional
// fields are absent, errors have a sentence or none, success is true in place of 0, and the host becomes unavailable.
// Each variation is walked through on every screen of the specification; a complete host is covered by
// spec-only-host.heavy.test.ts.
//
// Always true: within a walk the address changes as a link changes it, so a walk starts the page once.

import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';

import { encodeSlipQr } from '@chaba/contract/slip-qr';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { account, member, startForeignHost, TOKEN } from '#e2e/spec-only-host';
import { drawCode } from '#e2e/money';
import { closeAlert, fillBankStep, fillDetails, passPhoneStep } from '#e2e/members';
import { startProduct } from '#e2e/product';

const host = await startForeignHost();
after(() => host.close());
const { url } = await startProduct({ environment: { CHABA_API_BASE: host.url } });
beforeEach(() => host.reset());

// The browser logs error responses and missing cross-origin headers of a host.
const expected = /CORS|ERR_|Failed to load resource/;
const TROUBLE = 'ระบบของที่อื่นขัดข้อง';
const UNREACHABLE = 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้';

/**
 * The screens that read data by an endpoint of the specification; the others show data of sign-in and configuration.
 */
const readingScreens = [
  '/user/deposit',
  '/user/withdraw',
  '/user/promotion',
  '/user/cash_back',
  '/user/affiliate',
  '/user/history',
  '/user/transactions',
  '/user/transactions-deposit',
  '/user/transactions-withdraw',
  '/user/home',
];
const otherScreens = [
  '/user/profile',
  '/user/account',
  '/user/menu',
  '/user/game',
  '/user/game/EGAMES',
  '/user/slot',
  '/user/baccarat',
  '/user/poker',
  '/user/trading',
  '/user/free_credit',
  '/user/spinner',
];

test('fills in absent values of configuration, member and lists on every screen', async () => {
  const minimalMember = { PhoneNumber: account.phone };
  host.setResponse('GET /v2/prefix', { body: { success: true, data: { appId: 'other', logoUrl: '/no-logo.png' } } });
  host.setResponse('GET /auth-service/v1/refresh', { body: { success: true, data: minimalMember } });
  host.setResponse('GET /user-profile-composite/v1/profile/balance', { body: 5 });
  host.setResponse('GET /user-profile-composite/v1/info/promotion', {
    body: { data: [{ _id: 'p', title: 'โปรบาง' }] },
  });
  host.setResponse('GET /user-profile-composite/v1/info/deposit', {
    body: [{ phoneNumber: '0811112222', fullName: 'กระเป๋าของที่อื่น' }],
  });
  host.setResponse('GET /user-profile-composite/v1/history/deposit', {
    body: {
      data: {
        Transaction: [
          { TransType: 'DEPOSIT', Amount: '70' },
          { TransType: 'WITHDRAW', Amount: 30, Status: 1 },
        ],
      },
    },
  });
  host.setResponse('GET /user-profile-composite/v1/users/affiliate', { body: { data: { balance: '1.5' } } });
  for (const call of ['GET /rolling-composite/v1/get-rolling', 'GET /fund-composite/v1/withdrawal/condition']) {
    host.setResponse(call, { body: { success: true, data: null } });
  }
  const page = await openSignedIn(minimalMember);
  const seen: Readonly<Record<string, RegExp>> = {
    '/user/home': /5\.00/,
    '/user/promotion': /โปรบาง/,
    '/user/transactions': /70\.00/,
    '/user/transactions-deposit': /70\.00/,
    '/user/transactions-withdraw': /30\.00/,
    '/user/affiliate': /1\.50/,
  };
  for (const address of [...readingScreens, ...otherScreens]) {
    await navigate(page, address);
    if (seen[address]) await untilShown(page, address, seen[address]);
    await untilValid(page, address);
  }
  const logo = page.locator('img[src="/no-logo.png"]').filter({ visible: true });
  assert.equal(await logo.count(), 0, 'a picture that fails to load is hidden');
  await navigate(page, '/user/transactions');
  await page.getByRole('button', { name: /70\.00/ }).click();
  const receipt = page.getByRole('dialog');
  await receipt.getByText('70.00').waitFor();
  assert.doesNotMatch(await receipt.innerText(), /•••|Invalid|undefined/);
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });
  await navigate(page, '/user/deposit');
  await page.getByRole('tab', { name: 'วอลเล็ท' }).click();
  await untilShown(page, 'the wallet', /081-111-2222/);
});

test('reports an error where data is read, by its sentence and with any status, and keeps the other content', async () => {
  const page = await openSignedIn();
  host.setReadResponse({ status: 500, body: { message: TROUBLE } });
  for (const address of readingScreens) {
    await navigate(page, address);
    await untilShown(page, address, TROUBLE);
  }
  for (const address of otherScreens) {
    await navigate(page, address);
    await untilValid(page, address);
  }
  host.setReadResponse({ body: { success: false, message: `${TROUBLE} 200` } });
  for (const address of readingScreens) {
    await navigate(page, address);
    await untilShown(page, address, `${TROUBLE} 200`);
  }
  for (const [status, body, expectedText] of [
    [400, { success: false, message: `${TROUBLE} 400` }, `${TROUBLE} 400`],
    [500, {}, 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง'],
  ] as const) {
    host.setReadResponse({ status, body });
    for (const address of ['/user/deposit', '/user/affiliate']) {
      await navigate(page, address);
      await untilShown(page, address, expectedText);
    }
  }
  assert.equal(await page.evaluate(() => localStorage.getItem('AccessToken')), TOKEN);
});

test('reports an unavailable host on every reading screen and retries with one press, also behind a gateway', async () => {
  // A host without a response counts as unavailable after a quarter of a minute; this case starts before the others.
  const waiting = await openMobilePage({ expected });
  await waiting.route(`${host.url}/**`, () => undefined);
  const registeredWaiting = registerWhileDown(waiting);
  // The first failure is reported first.
  registeredWaiting.catch(() => undefined);
  // Each read is attempted three times, so three pages wait concurrently.
  const walks = [readingScreens.slice(0, 3), readingScreens.slice(3, 6), readingScreens.slice(6)];
  const pages = await Promise.all(walks.map(() => openSignedIn()));
  // The menu renders before the configuration is loaded, which the lobby needs while the host is unavailable.
  await Promise.all(pages.map((page) => page.waitForFunction(() => localStorage.getItem('GameList') !== null)));
  host.setDown(true);
  const visitorPage = await openMobilePage({ expected });
  const registering = await openMobilePage({ expected });
  // A member of whom the device stores only the token.
  const tokenOnly = await openMobilePage({ expected });
  await tokenOnly.addInitScript((token) => localStorage.setItem('AccessToken', token), TOKEN);
  await Promise.all([
    ...pages.map(async (page, index) => {
      for (const address of walks[index] ?? []) {
        await navigate(page, address);
        await untilShown(page, address, UNREACHABLE);
      }
      await navigate(page, '/user/game');
      await untilShown(page, '/user/game', /JOKER/);
    }),
    visitorPage.goto(`${url}/promotion`).then(() => untilShown(visitorPage, '/promotion', UNREACHABLE)),
    registerWhileDown(registering),
    registeredWaiting,
    tokenOnly.goto(`${url}/user/home`).then(() => untilShown(tokenOnly, '/user/home', UNREACHABLE)),
  ]);
  const [page] = pages;
  assert.ok(page);
  await navigate(page, '/user/deposit');
  await untilShown(page, '/user/deposit', UNREACHABLE);
  // Stored data is shown with its time or not at all.
  await page
    .getByRole('banner')
    .getByText(/ยอดเงิน ณ|–/)
    .waitFor();
  host.setDown(false);
  await tokenOnly.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await untilShown(tokenOnly, '/user/home', 'รหัสสมาชิก');
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await untilShown(page, '/user/deposit', /บริษัท ที่อื่น จำกัด/);

  host.setReadResponse({ status: 502, body: '<h1>Bad Gateway</h1>', type: 'text/html' });
  await navigate(page, '/user/history');
  await untilShown(page, '/user/history', UNREACHABLE);
});

test('accepts success as true or 0 where the specification defines it, and 0 nowhere else', async () => {
  for (const success of [0, true]) {
    host.setResponse('GET /auth-service/v1/refresh', { body: { success, data: member } });
    host.setResponse('PUT /auth-service/v1/change-password', { body: { success, message: '' } });
    const page = await openSignedIn();
    await navigate(page, '/');
    await page.waitForURL(`${url}/user/home`);
    await navigate(page, '/user/profile');
    await page.getByLabel('รหัสผ่านเดิม').fill(account.password);
    await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill('Another-2569');
    await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill('Another-2569');
    await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
    assert.match(await closeAlert(page), /เปลี่ยนรหัสผ่านเรียบร้อยแล้ว/, `success ${success}`);
  }
  host.setResponse('POST /fund-composite/v1/withdrawal', { body: { success: 0, message: 'ยังถอนไม่ได้ที่นี่' } });
  const page = await openSignedIn();
  await navigate(page, '/user/withdraw');
  await withdraw(page);
  assert.match(await closeAlert(page), /ยังถอนไม่ได้ที่นี่/);
});

test("shows the host's sentence for each rejected action with any status", async () => {
  const visitor = await openMobilePage({ expected });
  host.setResponse('POST /auth-service/v1/checkPhone', { status: 409, body: { message: 'เบอร์นี้มีแล้วที่อื่น' } });
  await visitor.goto(`${url}/register`);
  await passPhoneStep(visitor, '0877776666');
  assert.match(await closeAlert(visitor), /เบอร์นี้มีแล้วที่อื่น/);
  host.setResponse('POST /auth-service/v1/checkPhone', { body: { success: true } });
  host.setResponse('POST /auth-service/v1/checkBank', { body: { success: false, message: 'ไม่พบบัญชีนี้ที่อื่น' } });
  await passPhoneStep(visitor, '0877776666');
  await fillBankStep(visitor, '1234567890');
  assert.match(await closeAlert(visitor), /ไม่พบบัญชีนี้ที่อื่น/);
  // Without a token and a name the member enters the names.
  host.setResponse('POST /auth-service/v1/checkBank', { body: { success: true } });
  host.setResponse('POST /auth-service/v1/signup', { status: 500, body: { message: 'สมัครไม่ได้ที่อื่น' } });
  await visitor.getByRole('button', { name: 'ตรวจสอบบัญชี' }).click();
  await visitor.getByLabel('ชื่อ', { exact: true }).fill('ก้องภพ');
  await visitor.getByLabel('นามสกุล').fill('ณ ที่อื่น');
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
  assert.match(await closeAlert(visitor), /สมัครไม่ได้ที่อื่น/);

  const page = await openSignedIn();
  for (const { address, call, run } of actions) {
    host.setResponse(call, { status: 422, body: { success: false, message: `${TROUBLE} ${address}` } });
    await navigate(page, address);
    await run(page);
    assert.match(await closeAlert(page), new RegExp(`${TROUBLE} ${address}`));
  }
});

test('reports actions without an amount in the response, invents no amount, and mentions no play money', async () => {
  const page = await openSignedIn();
  for (const { address, call, run } of actions.filter(({ address: at }) => at !== '/user/profile')) {
    host.setResponse(call, { body: { success: true } });
    await navigate(page, address);
    await run(page);
    const expectedText = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'ผลการหมุน' }));
    await expectedText.waitFor();
    assert.doesNotMatch(await expectedText.innerText(), /0\.00|undefined|NaN|เครดิตทดลอง/, address);
    await page.keyboard.press('Escape');
    await expectedText.waitFor({ state: 'detached' });
  }
  await navigate(page, '/user/promotion');
  await page.getByRole('switch').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ใช่', exact: true }).click();
  await page.getByText('อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว').waitFor();
  assert.deepEqual(host.requests.findLast(({ call }) => call.endsWith('/users/setting'))?.body, { isBonus: false });
});

test('shows no error on a screen of the specification for a host that returns 404 for extensions', async () => {
  host.setUnknownResponse({ status: 404, body: { message: 'Not Found' } });
  const page = await openSignedIn();
  for (const address of [
    'home',
    'cash_back',
    'promotion',
    'deposit',
    'spinner',
    'account',
    'history',
    'free_credit',
    'game',
  ]) {
    await page.goto(`${url}/user/${address}`);
    await untilValid(page, address);
    assert.equal(await page.getByText(/เกิดข้อผิดพลาด|Not Found/).count(), 0, address);
  }
});

test('shows the loaded balance on the cashback page and sends no claim for zero', async () => {
  const before = host.requests.length;
  const { internalWallet } = member;
  const page = await openSignedIn({ ...member, internalWallet: { ...internalWallet, cashbackWallet: 25.75 } });
  host.setResponse('GET /auth-service/v1/refresh', {
    body: { success: true, data: { ...member, internalWallet: { ...internalWallet, cashbackWallet: 0 } } },
  });
  await navigate(page, '/user/cash_back');
  const claim = page.getByRole('button', { name: 'กดรับยอดคืน' });
  await claim.waitFor();
  assert.doesNotMatch(await readText(page), /25\.75/);
  await claim.click();
  assert.match(await closeAlert(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
  assert.ok(!host.requests.slice(before).some(({ call }) => call.endsWith('/cashback/vertify')));
});

const actions: readonly {
  readonly address: string;
  readonly call: string;
  readonly run: (page: Page) => Promise<void>;
}[] = [
  { address: '/user/withdraw', call: 'POST /fund-composite/v1/withdrawal', run: withdraw },
  {
    address: '/user/cash_back',
    call: 'GET /user-profile-composite/v1/users/cashback/vertify',
    run: (page) => page.getByRole('button', { name: 'กดรับยอดคืน' }).click(),
  },
  {
    address: '/user/affiliate',
    call: 'GET /user-profile-composite/v1/users/affiliate/vertify',
    run: (page) => page.getByRole('button', { name: 'ถอนรายได้' }).click(),
  },
  {
    address: '/user/free_credit',
    call: 'POST /user-profile-composite/v1/topup/itemcode/redeem',
    run: async (page) => {
      await page.getByLabel('โค้ด').fill('ABC123');
      await page.getByRole('button', { name: 'รับเครดิต' }).click();
    },
  },
  { address: '/user/deposit', call: 'POST /user-profile-composite/v1/topup-api/pullslip', run: sendSlip },
  {
    address: '/user/spinner',
    call: 'POST /prize-composite/v1/spins',
    run: (page) => page.locator('button:enabled', { hasText: 'หมุนกงล้อ' }).click(),
  },
  {
    address: '/user/profile',
    call: 'PUT /auth-service/v1/change-password',
    run: async (page) => {
      await page.getByLabel('รหัสผ่านเดิม').fill('wrong-one');
      await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill('Another-2569');
      await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill('Another-2569');
      await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
    },
  },
];

async function withdraw(page: Page): Promise<void> {
  await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill('150');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).last().click();
  await page.getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
}

async function sendSlip(page: Page): Promise<void> {
  const slip = await drawCode(
    encodeSlipQr({ kind: 'BANK_SLIP', sendingBank: '014', transRef: '202611210001foreign1' }),
  );
  await page.locator('input[type=file]').setInputFiles(slip);
}

/** Opens a screen without requests, with a stored session. */
async function openSignedIn(info: object = member): Promise<Page> {
  const page = await openMobilePage({ expected });
  await page.addInitScript(
    ([token, user]) => {
      // The wheel's frame has no storage.
      if (globalThis.self !== globalThis.top) return;
      localStorage.setItem('AccessToken', token);
      localStorage.setItem('UserInfo', user);
    },
    [TOKEN, JSON.stringify(info)] as const,
  );
  await page.goto(`${url}/user/menu`);
  await page.getByRole('button', { name: 'ออกจากระบบ' }).waitFor();
  return page;
}

async function registerWhileDown(visitor: Page): Promise<void> {
  await visitor.goto(`${url}/register`);
  await passPhoneStep(visitor, '0877776655');
  assert.match(await closeAlert(visitor), new RegExp(UNREACHABLE));
  // The second timeout is shorter than the first.
  await visitor.getByRole('button', { name: 'ตรวจสอบเบอร์โทรศัพท์' }).click();
  assert.match(await closeAlert(visitor), new RegExp(UNREACHABLE));
}

/** Navigates as a link does: the address changes and the page stays. */
async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ key: to, idx: 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
}

async function untilShown(page: Page, where: string, text: string | RegExp): Promise<void> {
  const seen = page.getByText(text).filter({ visible: true }).first();
  await seen.waitFor().catch(async () => assert.fail(`${where} does not show ${text}: ${await readText(page)}`));
}

/** Waits for the screen and checks that it shows no raw value. */
async function untilValid(page: Page, where: string): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main')?.innerText.trim() && !document.querySelector('main .animate-pulse'),
  );
  assert.doesNotMatch(await readText(page), /undefined|NaN|\bnull\b|Invalid|\[object|Infinity/, where);
}

async function readText(page: Page): Promise<string> {
  return (await page.locator('#root').innerText()).slice(0, 2_000);
}
