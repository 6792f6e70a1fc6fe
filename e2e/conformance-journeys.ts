// Rules, sentences and timing of the specification that show when somebody does something (§4, §5, §8, §9): each step is
// made in a browser on the running product; an answer is changed on its way only where the server has no reason to give it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page, Request } from 'playwright-core';

import { openPhone } from './browser.ts';
import {
  createClient,
  deposit as depositAt,
  makeMemberWithPast,
  type Member,
  signUp,
  transferTo,
} from './conformance-client.ts';
import type { Report } from './conformance-report.ts';
import {
  accountEnding,
  closeNotice,
  fillBankStep,
  fillDetails,
  fillLogin,
  freePhone,
  passPhoneStep,
  PASSWORD,
  untilAlive,
} from './members.ts';
import { codePicture } from './money.ts';
import type { Product } from './product.ts';
import { until } from './until.ts';

const UNREACHABLE = 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้';
const WRONG_LOGIN = 'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง';
const OTHER = 'ข้อความจากเซิร์ฟเวอร์';

type Hold = (section: string, statement: string, check: string, run: () => Promise<string>) => Promise<void>;
type Walk = { readonly page: Page; readonly url: string; readonly hold: Hold; readonly member: Member };

export function requireJourneys(report: Report, product: Product): void {
  const { url } = product;
  const walk = (name: string, work: (walk: Walk) => Promise<void>): void => {
    test(name, async () => {
      const page = await openPhone({
        expected: /Failed to load resource|ERR_/,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await work({ page, url, hold: report.hold, member: await member });
    });
  };
  const member = makeMemberWithPast(product, createClient(url));
  // A failure is reported by the first walk.
  member.catch(() => undefined);
  walk('registers', registerThere);
  walk('signs in and out', signInAndOut);
  walk('keeps the session rules', keepSession);
  walk('withdraws, claims and changes the password', async (all) => {
    await withdraw(all);
    await claimCashback(all);
    await changePassword(all);
  });
  walk('deposits', (all) => deposit(all, product));
  walk('chooses promotions', choosePromotions);
  walk('reads the histories', readHistories);
  walk('shows the messages of the server', (all) => showMessages(all, product));
}

/** Requests to this path from now on. */
function watch(page: Page, path: string): Request[] {
  const found: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) found.push(request);
  });
  return found;
}

function payloadOf(request: Request | undefined): Readonly<Record<string, unknown>> {
  return (request?.postDataJSON() ?? {}) as Readonly<Record<string, unknown>>;
}

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

async function enter({ page, url, member }: Walk, address: string): Promise<void> {
  const { body } = await createClient(url)('GET /auth-service/v1/refresh', { token: member.token });
  await page.goto(`${url}/healthz`);
  await page.evaluate(
    ([token, info]) => {
      localStorage.setItem('AccessToken', token);
      localStorage.setItem('UserInfo', info);
    },
    [member.token, JSON.stringify(body['data'])] as const,
  );
  await page.goto(url + address);
  await untilAlive(page);
}

async function registerThere({ page, url, hold }: Walk): Promise<void> {
  const phone = freePhone();
  const checks = watch(page, '/checkPhone');
  const banks = watch(page, '/checkBank');
  const signups = watch(page, '/signup');
  await page.goto(`${url}/register/A7K2M9`);
  await untilAlive(page);
  await hold('5', 'registration phone: exactly 10 characters', 'enters 9, presses', async () => {
    await passPhoneStep(page, phone.slice(1));
    await page.getByText('หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่').waitFor();
    assert.equal(checks.length, 0);
    return '“หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่”, no request';
  });
  await hold('4', 'step 2 follows the phone check', 'enters 10 characters, presses', async () => {
    await passPhoneStep(page, phone);
    await page.getByRole('radio').first().waitFor();
    assert.deepEqual(checks.map(payloadOf), [{ phoneNumber: phone }]);
    return 'checkPhone with phoneNumber, then the banks';
  });
  await hold(
    '5',
    'registration bank step: a bank must be chosen; 10 or 12 characters',
    'presses without, with 11',
    async () => {
      const press = page.getByRole('button', { name: 'ตรวจสอบบัญชี' });
      const sentence = page.getByText('กรุณากรอกข้อมูลก่อนยืนยัน');
      await page.getByLabel('เลขที่บัญชี').fill(accountEnding('8'));
      await press.click();
      await sentence.first().waitFor();
      await page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' }).check();
      await page.getByLabel('เลขที่บัญชี').fill('12345678901');
      await press.click();
      await sentence.first().waitFor();
      assert.equal(banks.length, 0);
      return '“กรุณากรอกข้อมูลก่อนยืนยัน”, no request';
    },
  );
  await hold('4', 'step 3 follows the bank check', 'chooses a bank, enters an account, presses', async () => {
    await fillBankStep(page, accountEnding('8'));
    await page.getByLabel('ตั้งรหัสผ่าน').waitFor();
    assert.deepEqual(Object.keys(payloadOf(banks[0])).toSorted(), ['BankAccount', 'BankCode']);
    return 'checkBank with BankAccount and BankCode, then the details';
  });
  await hold('4', 'registered: message, then /login', 'fills the details, presses', async () => {
    await fillDetails(page);
    await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
    await page.getByText('ลงทะเบียนเรียบร้อยแล้ว').waitFor();
    await page.waitForURL(`${url}/login`);
    return '“ลงทะเบียนเรียบร้อยแล้ว”, /login';
  });
  await hold('3', 'signup payload and the header tokenBank', 'reads the request of the page', async () => {
    const fields =
      'BankAccount BankCode Confirm_Password Password WalletId affiliateKey firstName isBonus lastName phoneNumber';
    const payload = payloadOf(signups[0]);
    assert.deepEqual(Object.keys(payload).toSorted(), fields.split(' '));
    assert.equal(payload['affiliateKey'], 'A7K2M9');
    assert.equal(typeof payload['isBonus'], 'boolean');
    assert.ok(signups[0]?.headers()['tokenbank']);
    return fields;
  });
}

async function signInAndOut({ page, url, hold, member }: Walk): Promise<void> {
  const logins = watch(page, '/v1/login');
  await page.goto(`${url}/login`);
  await untilAlive(page);
  await hold(
    '5',
    'login: non-empty, phone exactly 10 characters',
    'presses with empty fields, 9 characters, no password',
    async () => {
      for (const [phone, password] of [
        ['', ''],
        [member.phone.slice(1), PASSWORD],
        [member.phone, ''],
      ] as const) {
        await page
          .getByText(WRONG_LOGIN)
          .waitFor({ state: 'detached' })
          .catch(() => undefined);
        await fillLogin(page, phone, password);
        await page.getByText(WRONG_LOGIN).waitFor();
        await page.reload();
        await untilAlive(page);
      }
      assert.equal(logins.length, 0);
      return `“${WRONG_LOGIN}”, no request`;
    },
  );
  await hold('4', 'login error: the error text in an error dialog', 'enters a wrong password', async () => {
    await fillLogin(page, member.phone, 'not-the-password');
    assert.match(await closeNotice(page), new RegExp(WRONG_LOGIN));
    assert.equal((await stored(page))['AccessToken'], undefined);
    return `“${WRONG_LOGIN}”, no token stored`;
  });
  await hold('8', 'cannot reach the server', 'cuts the connection, presses', async () => {
    await page.route('**/auth-service/v1/login', (route) => route.abort());
    await fillLogin(page, member.phone, member.password);
    assert.match(await closeNotice(page), new RegExp(UNREACHABLE));
    await page.unroute('**/auth-service/v1/login');
    return `“${UNREACHABLE}”`;
  });
  await hold(
    '4',
    'login stores token and user, remembers, clears the modal-alert flag, goes to /user/home',
    'signs in with remember-me',
    async () => {
      await page.evaluate(() => localStorage.setItem('ModalAlert', '{}'));
      await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).check();
      await fillLogin(page, member.phone, member.password);
      await page.waitForURL(`${url}/user/home`);
      const kept = await stored(page);
      assert.equal((JSON.parse(kept['UserInfo'] ?? '{}') as { PhoneNumber?: string }).PhoneNumber, member.phone);
      assert.match(kept['Remembered'] ?? '', new RegExp(member.phone));
      assert.ok(kept['AccessToken'] && kept['ModalAlert'] === undefined);
      assert.ok(!JSON.stringify(kept).includes(member.password));
      return 'AccessToken, UserInfo, Remembered; no ModalAlert; no password';
    },
  );
  await hold('4', 'sign-out clears token and user and goes to /', 'signs out', async () => {
    await signOut(page, url);
    const kept = await stored(page);
    assert.deepEqual([kept['AccessToken'], kept['UserInfo']], [undefined, undefined]);
    return 'neither is stored; /';
  });
  await hold('4', 'login without remember-me forgets', 'unchecks it, signs in', async () => {
    await page.goto(`${url}/login`);
    await untilAlive(page);
    await page.getByRole('checkbox', { name: 'จดจำการเข้าสู่ระบบ' }).uncheck();
    await fillLogin(page, member.phone, member.password);
    await page.waitForURL(`${url}/user/home`);
    assert.equal((await stored(page))['Remembered'], undefined);
    return 'no Remembered';
  });
}

async function signOut(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/user/account`);
  await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ออกจากระบบ' }).click();
  await page.waitForURL(`${url}/`);
}

async function keepSession(all: Walk): Promise<void> {
  const { page, url, hold } = all;
  let refreshed = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/v1/refresh')) refreshed += 1;
  });
  await enter(all, '/user/menu');
  await hold('4', 'each route change refreshes the session', 'loads a page, presses three links', async () => {
    await until(() => refreshed === 1);
    for (const [index, address] of ['deposit', 'history', 'home'].entries()) {
      await goTo(page, `/user/${address}`);
      await until(() => refreshed === index + 2);
    }
    return '4 requests';
  });
  await hold('4', 'public area: a live session on Index leads to /user/home', 'opens /', async () => {
    await page.goto(url);
    await page.waitForURL(`${url}/user/home`);
    return '/user/home';
  });
  await hold('4', 'a 401 of any call leads to home', 'answers 401 to info/deposit on /user/deposit', async () => {
    await page.route('**/info/deposit', (route) =>
      route.fulfill({ status: 401, json: { success: false, message: OTHER } }),
    );
    await goTo(page, '/user/deposit');
    await page.waitForURL(`${url}/user/home`);
    await page.unroute('**/info/deposit');
    return '/user/home, signed in';
  });
  await hold('4', 'refresh answers success 0: the member is set', 'answers success 0 on /', async () => {
    await page.route('**/v1/refresh', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), success: 0 } });
    });
    await page.goto(url);
    await page.waitForURL(`${url}/user/home`);
    await page.unroute('**/v1/refresh');
    return '/user/home';
  });
  for (const [area, address] of [
    ['public', '/login'],
    ['member', '/user/menu'],
  ] as const) {
    await hold(
      '4',
      `${area} area: a refused token is cleared; back to /`,
      `opens ${address} with an ended token`,
      async () => {
        await enter(all, '/user/menu');
        await page.evaluate(() => localStorage.setItem('AccessToken', 'an-ended-token'));
        await page.goto(url + address);
        await page.waitForURL(`${url}/`);
        await page.waitForFunction(() => localStorage.getItem('AccessToken') === null);
        return '/, no AccessToken';
      },
    );
  }
}

/** As a link would. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ key: to, idx: 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
}

async function withdraw(all: Walk): Promise<void> {
  const { page, hold } = all;
  const sent = watch(page, '/v1/withdrawal');
  await enter(all, '/user/withdraw');
  const submit = async (amount: string): Promise<void> => {
    await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill(amount);
    await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  };
  await hold('5', 'withdraw: below the minimum', 'enters 99.99', async () => {
    await submit('99.99');
    assert.match(await closeNotice(page), /ถอนเงินขั้นต่ำ 100 บาท/);
    assert.equal(sent.length, 0);
    return '“ถอนเงินขั้นต่ำ 100 บาท”, no request';
  });
  await hold('8', 'withdrawn: message; Amount as a number, Channel BANK, the minimum', 'withdraws 150', async () => {
    await submit('150');
    await page.getByRole('dialog').getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
    assert.match(await closeNotice(page), /ถอนเงินสำเร็จ/);
    assert.deepEqual(sent.map(payloadOf), [{ Amount: 150, Channel: 'BANK', minWithdraw: 100 }]);
    return '“ถอนเงินสำเร็จ”';
  });
}

async function claimCashback(all: Walk): Promise<void> {
  const { page, hold } = all;
  const sent = watch(page, '/users/cashback/vertify');
  await goTo(page, '/user/cash_back');
  const claim = page.getByRole('button', { name: 'กดรับยอดคืน' });
  await hold('8', 'cashback: message', 'claims', async () => {
    await page.getByText('1.92', { exact: false }).first().waitFor();
    await claim.click();
    assert.match(await closeNotice(page), /Success!/);
    assert.equal(sent.length, 1);
    return '“Success!”';
  });
  await hold('5', 'cashback: a balance of 0', 'claims again', async () => {
    await claim.click();
    assert.match(await closeNotice(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
    assert.equal(sent.length, 1);
    return '“คุณไม่มียอดเสีย ไม่สามารถกดรับได้”, no request';
  });
}

async function changePassword(all: Walk): Promise<void> {
  const { page, hold, member } = all;
  const sent = watch(page, '/change-password');
  await goTo(page, '/user/profile');
  const press = page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน', exact: true });
  await hold('5', 'change password: no field is empty', 'presses with empty fields', async () => {
    await press.click();
    await page.getByText('กรุณากรอกข้อมูลให้ครบ').first().waitFor();
    assert.equal(sent.length, 0);
    return '“กรุณากรอกข้อมูลให้ครบ”, no request';
  });
  await hold('8', 'password changed: message', 'fills the fields, presses', async () => {
    await page.getByLabel('รหัสผ่านเดิม').fill(member.password);
    await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill('Moklek-2569');
    await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill('Moklek-2569');
    await press.click();
    assert.match(await closeNotice(page), /เปลี่ยนรหัสผ่านเรียบร้อยแล้ว/);
    member.password = 'Moklek-2569';
    member.token = (await stored(page))['AccessToken'] ?? '';
    const fields = Object.keys(payloadOf(sent[0])).toSorted();
    assert.deepEqual(fields, ['Confirm_Password', 'Password', 'old_Password', 'phone_number']);
    return '“เปลี่ยนรหัสผ่านเรียบร้อยแล้ว”';
  });
}

async function deposit(all: Walk, product: Product): Promise<void> {
  const { page, hold, member } = all;
  const sent = watch(page, '/pullslip');
  await enter(all, '/user/deposit');
  await hold('8', 'copied: message', 'copies an account number', async () => {
    await page.getByRole('button', { name: 'คัดลอก เลขที่บัญชี ธนาคารกสิกรไทย' }).click();
    await page.getByText('คัดลอกแล้ว').first().waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '9998887776');
    return '“คัดลอกแล้ว”';
  });
  await hold('5', 'slip upload without a file', 'presses', async () => {
    await page.getByRole('button', { name: 'ส่งสลิป', exact: true }).click();
    assert.match(await closeNotice(page), /^แจ้งเตือน\nno files/);
    assert.equal(sent.length, 0);
    return '“no files”, no request';
  });
  await hold(
    '8',
    'slip result: a notice titled แจ้งเตือน with the server’s message',
    'uploads the picture of a slip',
    async () => {
      const text = await transferTo(product, member, 120);
      await page.locator('input[type=file]').setInputFiles(await codePicture(text));
      assert.match(await closeNotice(page), /^แจ้งเตือน\nฝากเงินสำเร็จ/);
      assert.deepEqual(sent.map(payloadOf), [{ barcode: text }]);
      return '“แจ้งเตือน”, “ฝากเงินสำเร็จ …”; barcode: the text of the code';
    },
  );
}

async function choosePromotions(all: Walk): Promise<void> {
  const { page, hold } = all;
  const sent = watch(page, '/users/setting');
  await enter(all, '/user/promotion');
  const selector = page.getByRole('switch');
  const ask = async (choice: string, answer: string): Promise<void> => {
    await selector.click();
    const question = page.getByRole('alertdialog');
    await question.getByText(`คุณต้องการเปลี่ยนสถานะเป็น ${choice} ใช่หรือไม่`).waitFor();
    await question.getByRole('button', { name: answer, exact: true }).click();
  };
  await hold('4', 'promotion opt-in asks; no changes nothing', 'presses, answers no', async () => {
    assert.equal(await selector.getAttribute('aria-checked'), 'false');
    await ask('รับโปรโมชั่น', 'ไม่ใช่');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    assert.equal(await selector.getAttribute('aria-checked'), 'false');
    assert.equal(sent.length, 0);
    return '“คุณต้องการเปลี่ยนสถานะเป็น รับโปรโมชั่น ใช่หรือไม่”, no request';
  });
  for (const [choice, isBonus] of [
    ['รับโปรโมชั่น', true],
    ['ไม่รับโปรโมชั่น', false],
  ] as const) {
    await hold(
      '4',
      `promotion opt-in: yes to ${choice} updates, tells and loads the page again`,
      'presses, answers yes',
      async () => {
        await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
        await ask(choice, 'ใช่');
        await page.getByText('อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว').waitFor();
        await closeNotice(page);
        await page.waitForFunction(() => !('isOld' in globalThis));
        await page.locator(`[role=switch][aria-checked=${isBonus}]`).waitFor();
        assert.deepEqual(payloadOf(sent.at(-1)), { isBonus });
        return `isBonus ${isBonus}; “อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว”`;
      },
    );
  }
  await hold('4', 'promotion opt-in: on failure the page loads again', 'answers 500', async () => {
    await page.route('**/users/setting', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: OTHER } }),
    );
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await ask('รับโปรโมชั่น', 'ใช่');
    await page.waitForFunction(() => !('isOld' in globalThis));
    await page.locator('[role=switch][aria-checked=false]').waitFor();
    await page.unroute('**/users/setting');
    return 'loaded again, state of the server';
  });
}

async function readHistories(all: Walk): Promise<void> {
  const { page, hold } = all;
  const item = (TransType: string, Amount: number, Status: number, _id: string | null = null) => ({
    id: `X${Amount}`,
    TransType,
    Amount,
    createdAt: '2026-02-03T14:05:00.000Z',
    Status,
    BonusInfo: { _id },
  });
  let list: object[] = [];
  await page.route('**/history/*', (route) =>
    route.fulfill({ json: { success: true, data: { Transaction: list, nextCursor: null } } }),
  );
  await enter(all, '/user/history');
  await hold('2', 'history: no data when empty', 'answers an empty list, opens both tabs', async () => {
    for (const tab of ['ประวัติฝาก', 'ประวัติถอน']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText('ไม่มีข้อมูล').filter({ visible: true }).first().waitFor();
    }
    return '“ไม่มีข้อมูล”';
  });
  list = [
    item('DEPOSIT', 1_234.5, 0),
    item('DEPOSIT', 1, 1, 'ITEMCODE'),
    item('DEPOSIT', 2, 2, 'welcome'),
    item('DEPOSIT', 3, 3),
  ];
  await page.goto(`${all.url}/user/history`);
  const row = (amount: string) => page.getByRole('listitem').filter({ hasText: amount });
  for (const [status, word, amount] of [
    [0, 'อนุมัติแล้ว', '1,234.50'],
    [1, 'อนุมัติแล้ว', '1.00'],
    [2, 'รอดำเนินการ', '2.00'],
    [3, 'ล้มเหลว', '3.00'],
  ] as const) {
    await hold('4', `transaction status ${status}`, 'answers an item with it', async () => {
      await row(amount).getByText(word).first().waitFor();
      return `“${word}”`;
    });
  }
  for (const [id, word, amount] of [
    ['ITEMCODE', 'เครดิตฟรี', '1.00'],
    ['null', 'ไม่รับโบนัส', '1,234.50'],
    ['another id', 'รับโบนัส', '2.00'],
  ] as const) {
    await hold('4', `deposit type badge: bonus id ${id}`, 'answers an item with it', async () => {
      await row(amount).getByText(word, { exact: true }).first().waitFor();
      return `“${word}”`;
    });
  }
  await hold('9', 'numbers in a list as 0,0.00', 'answers the amount 1234.5', async () => {
    await row('1,234.50').first().waitFor();
    return '1,234.50';
  });
  await hold(
    '9',
    'dates in a list as day, month name, year, with a 12-hour time',
    'answers 2026-02-03T14:05Z in Bangkok',
    async () => {
      await page
        .getByText(/^3 (กุมภาพันธ์|ก\.พ\.) 2569$/)
        .first()
        .waitFor();
      await row('1,234.50').getByText('9:05 pm').first().waitFor();
      return '3 กุมภาพันธ์ 2569, 9:05 pm';
    },
  );
  await page.unroute('**/history/*');
}

/** §8: each of these calls is refused once with a sentence that only this answer has. */
async function showMessages(all: Walk, product: Product): Promise<void> {
  const { page, url, hold } = all;
  const client = createClient(url);
  const member = await signUp(client);
  await depositAt(product, client, member, 500);
  const refuse = async (path: string, work: () => Promise<void>): Promise<string> => {
    const sentence = `${OTHER} ${path}`;
    await page.route(`**${path}`, (route) =>
      route.fulfill({ status: 422, json: { success: false, message: sentence, code: 'ANY' } }),
    );
    await work();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: sentence });
    await dialog.first().waitFor();
    await page.unroute(`**${path}`);
    await page.keyboard.press('Escape');
    await dialog.first().waitFor({ state: 'detached' });
    return 'the message in an error dialog';
  };
  const statement = (name: string) => `${name}: a failure shows the server’s message in an error dialog`;
  await page.goto(`${url}/register`);
  await untilAlive(page);
  await hold('8', statement('phone check'), 'refuses checkPhone', () =>
    refuse('/checkPhone', () => passPhoneStep(page, freePhone())),
  );
  await passPhoneStep(page, freePhone());
  await hold('8', statement('bank check'), 'refuses checkBank', () =>
    refuse('/checkBank', () => fillBankStep(page, accountEnding('8'))),
  );
  await fillBankStep(page, accountEnding('8'));
  await hold('8', statement('signup'), 'refuses signup', () =>
    refuse('/signup', async () => {
      await fillDetails(page);
      await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
    }),
  );
  await enter({ ...all, member }, '/user/withdraw');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await hold('8', statement('withdraw'), 'refuses withdrawal', () =>
    refuse('/v1/withdrawal', async () => {
      await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill('100');
      await press('ถอนเงิน');
      await page.getByRole('dialog').getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
    }),
  );
  await goTo(page, '/user/free_credit');
  await hold('8', statement('item code'), 'refuses itemcode/redeem', () =>
    refuse('/itemcode/redeem', async () => {
      await page.getByLabel('โค้ด').fill('COINS3');
      await press('รับเครดิต');
    }),
  );
  const coins = { payload: { redeem_code: 'COINS3' }, token: member.token };
  await client('POST /user-profile-composite/v1/topup/itemcode/redeem', coins);
  await goTo(page, '/user/spinner');
  await hold('8', statement('wheel'), 'refuses spins', () =>
    refuse('/v1/spins', () => page.locator('button:enabled', { hasText: 'หมุนกงล้อ' }).click()),
  );
  // The first member has income.
  await enter(all, '/user/affiliate');
  await page.getByText('30.00').first().waitFor();
  await hold('8', statement('affiliate withdraw'), 'refuses affiliate/vertify', () =>
    refuse('/users/affiliate/vertify', () => press('ถอนรายได้')),
  );
}
