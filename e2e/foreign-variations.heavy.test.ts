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

import { openMobilePage } from './browser.ts';
import { account, member, startForeignHost, TOKEN } from './spec-only-host.ts';
import { codePicture } from './money.ts';
import { closeNotice, fillBankStep, fillDetails, passPhoneStep } from './members.ts';
import { startProduct } from './product.ts';

const host = await startForeignHost();
after(() => host.close());
const { url } = await startProduct({ environment: { CHABA_API_BASE: host.url } });
beforeEach(() => host.reset());

// The browser logs error responses and missing cross-origin headers of a host.
const expected = /CORS|ERR_|Failed to load resource/;
const TROUBLE = 'ระบบของที่อื่นขัดข้อง';
const AWAY = 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้';

/**
 * The screens that read data by an endpoint of the specification; the others show data of sign-in and configuration.
 */
const reading = [
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
const others = [
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

test('fills in absent values on every screen: minimal configuration, a member with only a phone number, bare lists', async () => {
  const thin = { PhoneNumber: account.phone };
  host.answer('GET /v2/prefix', { body: { success: true, data: { appId: 'other', logoUrl: '/no-logo.png' } } });
  host.answer('GET /auth-service/v1/refresh', { body: { success: true, data: thin } });
  host.answer('GET /user-profile-composite/v1/profile/balance', { body: 5 });
  host.answer('GET /user-profile-composite/v1/info/promotion', { body: { data: [{ _id: 'p', title: 'โปรบาง' }] } });
  host.answer('GET /user-profile-composite/v1/info/deposit', {
    body: [{ phoneNumber: '0811112222', fullName: 'กระเป๋าของที่อื่น' }],
  });
  host.answer('GET /user-profile-composite/v1/history/deposit', {
    body: {
      data: {
        Transaction: [
          { TransType: 'DEPOSIT', Amount: '70' },
          { TransType: 'WITHDRAW', Amount: 30, Status: 1 },
        ],
      },
    },
  });
  host.answer('GET /user-profile-composite/v1/users/affiliate', { body: { data: { balance: '1.5' } } });
  for (const call of ['GET /rolling-composite/v1/get-rolling', 'GET /fund-composite/v1/withdrawal/condition']) {
    host.answer(call, { body: { success: true, data: null } });
  }
  const page = await signedIn(thin);
  const seen: Readonly<Record<string, RegExp>> = {
    '/user/home': /5\.00/,
    '/user/promotion': /โปรบาง/,
    '/user/transactions': /70\.00/,
    '/user/transactions-deposit': /70\.00/,
    '/user/transactions-withdraw': /30\.00/,
    '/user/affiliate': /1\.50/,
  };
  for (const address of [...reading, ...others]) {
    await go(page, address);
    if (seen[address]) await untilSeen(page, address, seen[address]);
    await untilSound(page, address);
  }
  const logo = page.locator('img[src="/no-logo.png"]').filter({ visible: true });
  assert.equal(await logo.count(), 0, 'a picture that does not come');
  await go(page, '/user/transactions');
  await page.getByRole('button', { name: /70\.00/ }).click();
  const receipt = page.getByRole('dialog');
  await receipt.getByText('70.00').waitFor();
  assert.doesNotMatch(await receipt.innerText(), /•••|Invalid|undefined/);
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });
  await go(page, '/user/deposit');
  await page.getByRole('tab', { name: 'วอลเล็ท' }).click();
  await untilSeen(page, 'the wallet', /081-111-2222/);
});

test('reports an error where data is read, by its sentence and with any status, and keeps the other content', async () => {
  const page = await signedIn();
  host.answerReads({ status: 500, body: { message: TROUBLE } });
  for (const address of reading) {
    await go(page, address);
    await untilSeen(page, address, TROUBLE);
  }
  for (const address of others) {
    await go(page, address);
    await untilSound(page, address);
  }
  host.answerReads({ body: { success: false, message: `${TROUBLE} 200` } });
  for (const address of reading) {
    await go(page, address);
    await untilSeen(page, address, `${TROUBLE} 200`);
  }
  for (const [status, body, notice] of [
    [400, { success: false, message: `${TROUBLE} 400` }, `${TROUBLE} 400`],
    [500, {}, 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง'],
  ] as const) {
    host.answerReads({ status, body });
    for (const address of ['/user/deposit', '/user/affiliate']) {
      await go(page, address);
      await untilSeen(page, address, notice);
    }
  }
  assert.equal(await page.evaluate(() => localStorage.getItem('AccessToken')), TOKEN);
});

test('reports an unavailable host on every reading screen and retries with one press, also behind a gateway', async () => {
  // A host without a response counts as unavailable after a quarter of a minute; this case starts before the others.
  const waiting = await openMobilePage({ expected });
  await waiting.route(`${host.url}/**`, () => undefined);
  const waited = joinFromAway(waiting);
  // The first failure is reported first.
  waited.catch(() => undefined);
  // Each read is attempted three times, so three pages wait concurrently.
  const walks = [reading.slice(0, 3), reading.slice(3, 6), reading.slice(6)];
  const pages = await Promise.all(walks.map(() => signedIn()));
  // The menu renders before the configuration, which the lobby needs when the host is unavailable.
  await Promise.all(pages.map((page) => page.waitForFunction(() => localStorage.getItem('GameList') !== null)));
  host.setDown(true);
  const nobody = await openMobilePage({ expected });
  const joining = await openMobilePage({ expected });
  // A member of whom the device stores only the token.
  const unknown = await openMobilePage({ expected });
  await unknown.addInitScript((token) => localStorage.setItem('AccessToken', token), TOKEN);
  await Promise.all([
    ...pages.map(async (page, index) => {
      for (const address of walks[index] ?? []) {
        await go(page, address);
        await untilSeen(page, address, AWAY);
      }
      await go(page, '/user/game');
      await untilSeen(page, '/user/game', /JOKER/);
    }),
    nobody.goto(`${url}/promotion`).then(() => untilSeen(nobody, '/promotion', AWAY)),
    joinFromAway(joining),
    waited,
    unknown.goto(`${url}/user/home`).then(() => untilSeen(unknown, '/user/home', AWAY)),
  ]);
  const [page] = pages;
  assert.ok(page);
  await go(page, '/user/deposit');
  await untilSeen(page, '/user/deposit', AWAY);
  // Stored data is shown with its time or not at all.
  await page
    .getByRole('banner')
    .getByText(/ยอดเงิน ณ|–/)
    .waitFor();
  host.setDown(false);
  await unknown.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await untilSeen(unknown, '/user/home', 'รหัสสมาชิก');
  await page.getByRole('button', { name: 'ลองใหม่อีกครั้ง' }).click();
  await untilSeen(page, '/user/deposit', /บริษัท ที่อื่น จำกัด/);

  host.answerReads({ status: 502, body: '<h1>Bad Gateway</h1>', type: 'text/html' });
  await go(page, '/user/history');
  await untilSeen(page, '/user/history', AWAY);
});

test('accepts success as true or 0 where the specification defines it, and 0 nowhere else', async () => {
  for (const success of [0, true]) {
    host.answer('GET /auth-service/v1/refresh', { body: { success, data: member } });
    host.answer('PUT /auth-service/v1/change-password', { body: { success, message: '' } });
    const page = await signedIn();
    await go(page, '/');
    await page.waitForURL(`${url}/user/home`);
    await go(page, '/user/profile');
    await page.getByLabel('รหัสผ่านเดิม').fill(account.password);
    await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill('Another-2569');
    await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill('Another-2569');
    await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
    assert.match(await closeNotice(page), /เปลี่ยนรหัสผ่านเรียบร้อยแล้ว/, `success ${success}`);
  }
  host.answer('POST /fund-composite/v1/withdrawal', { body: { success: 0, message: 'ยังถอนไม่ได้ที่นี่' } });
  const page = await signedIn();
  await go(page, '/user/withdraw');
  await withdraw(page);
  assert.match(await closeNotice(page), /ยังถอนไม่ได้ที่นี่/);
});

test("shows the host's sentence for each rejected action with any status", async () => {
  const visitor = await openMobilePage({ expected });
  host.answer('POST /auth-service/v1/checkPhone', { status: 409, body: { message: 'เบอร์นี้มีแล้วที่อื่น' } });
  await visitor.goto(`${url}/register`);
  await passPhoneStep(visitor, '0877776666');
  assert.match(await closeNotice(visitor), /เบอร์นี้มีแล้วที่อื่น/);
  host.answer('POST /auth-service/v1/checkPhone', { body: { success: true } });
  host.answer('POST /auth-service/v1/checkBank', { body: { success: false, message: 'ไม่พบบัญชีนี้ที่อื่น' } });
  await passPhoneStep(visitor, '0877776666');
  await fillBankStep(visitor, '1234567890');
  assert.match(await closeNotice(visitor), /ไม่พบบัญชีนี้ที่อื่น/);
  // Without a token and a name the member enters the names.
  host.answer('POST /auth-service/v1/checkBank', { body: { success: true } });
  host.answer('POST /auth-service/v1/signup', { status: 500, body: { message: 'สมัครไม่ได้ที่อื่น' } });
  await visitor.getByRole('button', { name: 'ตรวจสอบบัญชี' }).click();
  await visitor.getByLabel('ชื่อ', { exact: true }).fill('ก้องภพ');
  await visitor.getByLabel('นามสกุล').fill('ณ ที่อื่น');
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
  assert.match(await closeNotice(visitor), /สมัครไม่ได้ที่อื่น/);

  const page = await signedIn();
  for (const { address, call, act } of acts) {
    host.answer(call, { status: 422, body: { success: false, message: `${TROUBLE} ${address}` } });
    await go(page, address);
    await act(page);
    assert.match(await closeNotice(page), new RegExp(`${TROUBLE} ${address}`));
  }
});

test('reports actions without an amount in the response, invents no amount, and mentions no play money', async () => {
  const page = await signedIn();
  for (const { address, call, act } of acts.filter(({ address: at }) => at !== '/user/profile')) {
    host.answer(call, { body: { success: true } });
    await go(page, address);
    await act(page);
    const notice = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'ผลการหมุน' }));
    await notice.waitFor();
    assert.doesNotMatch(await notice.innerText(), /0\.00|undefined|NaN|เครดิตทดลอง/, address);
    await page.keyboard.press('Escape');
    await notice.waitFor({ state: 'detached' });
  }
  await go(page, '/user/promotion');
  await page.getByRole('switch').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ใช่', exact: true }).click();
  await page.getByText('อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว').waitFor();
  assert.deepEqual(host.requests.findLast(({ call }) => call.endsWith('/users/setting'))?.body, { isBonus: false });
});

test('shows no error on a screen of the specification for a host that answers 404 to extensions', async () => {
  host.answerUnknown({ status: 404, body: { message: 'Not Found' } });
  const page = await signedIn();
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
    await untilSound(page, address);
    assert.equal(await page.getByText(/เกิดข้อผิดพลาด|Not Found/).count(), 0, address);
  }
});

test('shows the loaded balance on the cashback page and claims nothing when there is nothing', async () => {
  const before = host.requests.length;
  const { internalWallet } = member;
  const page = await signedIn({ ...member, internalWallet: { ...internalWallet, cashbackWallet: 25.75 } });
  host.answer('GET /auth-service/v1/refresh', {
    body: { success: true, data: { ...member, internalWallet: { ...internalWallet, cashbackWallet: 0 } } },
  });
  await go(page, '/user/cash_back');
  const claim = page.getByRole('button', { name: 'กดรับยอดคืน' });
  await claim.waitFor();
  assert.doesNotMatch(await wordsOf(page), /25\.75/);
  await claim.click();
  assert.match(await closeNotice(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
  assert.ok(!host.requests.slice(before).some(({ call }) => call.endsWith('/cashback/vertify')));
});

const acts: readonly {
  readonly address: string;
  readonly call: string;
  readonly act: (page: Page) => Promise<void>;
}[] = [
  { address: '/user/withdraw', call: 'POST /fund-composite/v1/withdrawal', act: withdraw },
  {
    address: '/user/cash_back',
    call: 'GET /user-profile-composite/v1/users/cashback/vertify',
    act: (page) => page.getByRole('button', { name: 'กดรับยอดคืน' }).click(),
  },
  {
    address: '/user/affiliate',
    call: 'GET /user-profile-composite/v1/users/affiliate/vertify',
    act: (page) => page.getByRole('button', { name: 'ถอนรายได้' }).click(),
  },
  {
    address: '/user/free_credit',
    call: 'POST /user-profile-composite/v1/topup/itemcode/redeem',
    act: async (page) => {
      await page.getByLabel('โค้ด').fill('ABC123');
      await page.getByRole('button', { name: 'รับเครดิต' }).click();
    },
  },
  { address: '/user/deposit', call: 'POST /user-profile-composite/v1/topup-api/pullslip', act: sendSlip },
  {
    address: '/user/spinner',
    call: 'POST /prize-composite/v1/spins',
    act: (page) => page.locator('button:enabled', { hasText: 'หมุนกงล้อ' }).click(),
  },
  {
    address: '/user/profile',
    call: 'PUT /auth-service/v1/change-password',
    act: async (page) => {
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
  const slip = await codePicture(
    encodeSlipQr({ kind: 'BANK_SLIP', sendingBank: '014', transRef: '202611210001foreign1' }),
  );
  await page.locator('input[type=file]').setInputFiles(slip);
}

/** On a screen without requests, with a session from earlier. */
async function signedIn(info: object = member): Promise<Page> {
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

async function joinFromAway(visitor: Page): Promise<void> {
  await visitor.goto(`${url}/register`);
  await passPhoneStep(visitor, '0877776655');
  assert.match(await closeNotice(visitor), new RegExp(AWAY));
  // The second wait is shorter than the first.
  await visitor.getByRole('button', { name: 'ตรวจสอบเบอร์โทรศัพท์' }).click();
  assert.match(await closeNotice(visitor), new RegExp(AWAY));
}

/** Navigates as a link does: the address changes and the page stays. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ key: to, idx: 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
}

async function untilSeen(page: Page, where: string, sees: string | RegExp): Promise<void> {
  const seen = page.getByText(sees).filter({ visible: true }).first();
  await seen.waitFor().catch(async () => assert.fail(`${where} does not show ${sees}: ${await wordsOf(page)}`));
}

/** Waits for the screen and checks that it shows no raw value. */
async function untilSound(page: Page, where: string): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main')?.innerText.trim() && !document.querySelector('main .animate-pulse'),
  );
  assert.doesNotMatch(await wordsOf(page), /undefined|NaN|\bnull\b|Invalid|\[object|Infinity/, where);
}

async function wordsOf(page: Page): Promise<string> {
  return (await page.locator('#root').innerText()).slice(0, 2_000);
}
