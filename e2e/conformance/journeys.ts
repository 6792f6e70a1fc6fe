// Rules, sentences and formats of the specification that depend on a member's action (§4, §5, §8, §9), checked in a
// browser on the running product. A response is changed in transit only where the server cannot be made to send it.
//
// Elsewhere: registration and sessions (sessions.ts), screens over a page (modals.ts).

import { untilHydrated } from '#testing/product/browser';
import assert from 'node:assert/strict';

import { createClient, deposit as depositAt, signUp, transferTo } from './client.ts';
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
import { createAccountNumber, closeAlert, fillBankStep, fillDetails, freePhone, passPhoneStep } from '#e2e/members';
import { drawCode } from '#e2e/money';
import type { Product } from '#e2e/product';

export async function withdraw(all: Walk): Promise<void> {
  const { page, checkRow } = all;
  const sent = recordRequests(page, '/v1/withdrawal');
  await openAsMember(all, '/user/withdraw');
  const submit = async (amount: string): Promise<void> => {
    await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill(amount);
    await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  };
  await checkRow('5', 'withdraw: below the minimum', 'enters 99.99', async () => {
    await submit('99.99');
    assert.match(await closeAlert(page), /ถอนเงินขั้นต่ำ 100 บาท/);
    assert.equal(sent.length, 0);
    return '“ถอนเงินขั้นต่ำ 100 บาท”, no request';
  });
  await checkRow(
    '8',
    'withdrawn: message; Amount as a number, Channel BANK, the minimum',
    'withdraws 150',
    async () => {
      await submit('150');
      await page.getByRole('dialog').getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
      assert.match(await closeAlert(page), /ถอนเงินสำเร็จ/);
      assert.deepEqual(sent.map(getPayload), [{ Amount: 150, Channel: 'BANK', minWithdraw: 100 }]);
      return '“ถอนเงินสำเร็จ”';
    },
  );
}

export async function claimCashback(all: Walk): Promise<void> {
  const { page, checkRow } = all;
  const sent = recordRequests(page, '/users/cashback/vertify');
  await navigate(page, '/user/cash_back');
  const claim = page.getByRole('button', { name: 'กดรับยอดคืน' });
  await checkRow('8', 'cashback: message', 'claims', async () => {
    await page.getByText('1.92', { exact: false }).first().waitFor();
    await claim.click();
    assert.match(await closeAlert(page), /Success!/);
    assert.equal(sent.length, 1);
    return '“Success!”';
  });
  await checkRow('5', 'cashback: a balance of 0', 'claims again', async () => {
    await claim.click();
    assert.match(await closeAlert(page), /คุณไม่มียอดเสีย ไม่สามารถกดรับได้/);
    assert.equal(sent.length, 1);
    return '“คุณไม่มียอดเสีย ไม่สามารถกดรับได้”, no request';
  });
}

export async function changePassword(all: Walk): Promise<void> {
  const { page, checkRow, member } = all;
  const sent = recordRequests(page, '/change-password');
  await navigate(page, '/user/profile');
  const press = page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน', exact: true });
  await checkRow('5', 'change password: no field is empty', 'presses with empty fields', async () => {
    await press.click();
    await page.getByText('กรุณากรอกข้อมูลให้ครบ').first().waitFor();
    assert.equal(sent.length, 0);
    return '“กรุณากรอกข้อมูลให้ครบ”, no request';
  });
  await checkRow('8', 'password changed: message', 'fills the fields, presses', async () => {
    await page.getByLabel('รหัสผ่านเดิม').fill(member.password);
    await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill('Moklek-2569');
    await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill('Moklek-2569');
    await press.click();
    assert.match(await closeAlert(page), /เปลี่ยนรหัสผ่านเรียบร้อยแล้ว/);
    member.password = 'Moklek-2569';
    member.token = (await readStored(page))['AccessToken'] ?? '';
    const fields = ['phone_number', 'old_Password', 'Password', 'Confirm_Password'];
    return `“เปลี่ยนรหัสผ่านเรียบร้อยแล้ว”; ${describePayload(sent, fields)}`;
  });
}

export async function deposit(all: Walk, product: Product): Promise<void> {
  const { page, checkRow, member } = all;
  const sent = recordRequests(page, '/pullslip');
  await openAsMember(all, '/user/deposit');
  await checkRow('8', 'copied: message', 'copies an account number', async () => {
    await page.getByRole('button', { name: 'คัดลอก เลขที่บัญชี ธนาคารกสิกรไทย' }).click();
    await page.getByText('คัดลอกแล้ว').first().waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '9998887776');
    return '“คัดลอกแล้ว”';
  });
  await checkRow('5', 'slip upload without a file', 'presses', async () => {
    await page.getByRole('button', { name: 'ส่งสลิป', exact: true }).click();
    assert.match(await closeAlert(page), /^แจ้งเตือน\nno files/);
    assert.equal(sent.length, 0);
    return '“no files”, no request';
  });
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await checkRow(
    '8',
    'slip result: a notice titled แจ้งเตือน with the server’s message',
    'uploads the picture of a slip',
    async () => {
      const text = await transferTo(product, member, 120);
      await page.locator('input[type=file]').setInputFiles(await drawCode(text));
      assert.match(await closeAlert(page), /^แจ้งเตือน\nฝากเงินสำเร็จ/);
      assert.deepEqual(sent.map(getPayload), [{ barcode: text }]);
      return '“แจ้งเตือน”, “ฝากเงินสำเร็จ …”; barcode: the text of the code';
    },
  );
  await checkRow('9', 'the slip scanner uses a static worker file', 'uploads the picture of a slip', async () => {
    const [worker = ''] = workers;
    const { origin, pathname } = new URL(worker);
    assert.equal(origin, new URL(product.url).origin);
    assert.ok((await fetch(worker)).ok, worker);
    assert.match(pathname, /\.js$/);
    return 'a script of the site';
  });
}

export async function choosePromotions(all: Walk): Promise<void> {
  const { page, checkRow } = all;
  const sent = recordRequests(page, '/users/setting');
  await openAsMember(all, '/user/promotion');
  const selector = page.getByRole('switch');
  const chooseAnswer = async (choice: string, answer: string): Promise<void> => {
    await selector.click();
    const question = page.getByRole('alertdialog');
    await question.getByText(`คุณต้องการเปลี่ยนสถานะเป็น ${choice} ใช่หรือไม่`).waitFor();
    await question.getByRole('button', { name: answer, exact: true }).click();
  };
  await checkRow('4', 'promotion opt-in: a question; no changes nothing', 'presses, answers no', async () => {
    assert.equal(await selector.getAttribute('aria-checked'), 'false');
    await chooseAnswer('รับโปรโมชั่น', 'ไม่ใช่');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    assert.equal(await selector.getAttribute('aria-checked'), 'false');
    assert.equal(sent.length, 0);
    return '“คุณต้องการเปลี่ยนสถานะเป็น รับโปรโมชั่น ใช่หรือไม่”, no request';
  });
  for (const [choice, isBonus] of [
    ['รับโปรโมชั่น', true],
    ['ไม่รับโปรโมชั่น', false],
  ] as const) {
    await checkRow(
      '4',
      `promotion opt-in: yes to ${choice} updates, confirms and reloads the page`,
      'presses, answers yes',
      async () => {
        await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
        await chooseAnswer(choice, 'ใช่');
        await page.getByText('อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว').waitFor();
        await closeAlert(page);
        await page.waitForFunction(() => !('isOld' in globalThis));
        await page.locator(`[role=switch][aria-checked=${isBonus}]`).waitFor();
        assert.deepEqual(getPayload(sent.at(-1)), { isBonus });
        return `isBonus ${isBonus}; “อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว”`;
      },
    );
  }
  await checkRow(
    '4',
    'promotion opt-in: the new state shown is the negation of the value sent',
    'sends true and false, reads the switch before and after the reload',
    async () => {
      for (const [choice, isBonus] of [
        ['รับโปรโมชั่น', true],
        ['ไม่รับโปรโมชั่น', false],
      ] as const) {
        await chooseAnswer(choice, 'ใช่');
        await page.getByText('อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว').waitFor();
        assert.equal(await page.locator('[role=switch]').getAttribute('aria-checked'), String(!isBonus));
        await closeAlert(page);
        await page.locator(`[role=switch][aria-checked=${isBonus}]`).waitFor();
      }
      return 'until the reload the negation; on purpose the sent value after it, which the server holds';
    },
  );
  await checkRow('4', 'promotion opt-in: on failure the page reloads', 'returns 500', async () => {
    await page.route('**/users/setting', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: CHANGED_MESSAGE } }),
    );
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await chooseAnswer('รับโปรโมชั่น', 'ใช่');
    await page.waitForFunction(() => !('isOld' in globalThis));
    await page.locator('[role=switch][aria-checked=false]').waitFor();
    await page.unroute('**/users/setting');
    return 'reloaded, state of the server';
  });
}

export async function readHistories(all: Walk): Promise<void> {
  const { page, checkRow } = all;
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
  await openAsMember(all, '/user/history');
  await checkRow('2', 'history: no data when empty', 'returns an empty list, opens both tabs', async () => {
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
    await checkRow('4', `transaction status ${status}`, 'returns an item with it', async () => {
      await row(amount).getByText(word).first().waitFor();
      return `“${word}”`;
    });
  }
  for (const [id, word, amount] of [
    ['ITEMCODE', 'เครดิตฟรี', '1.00'],
    ['null', 'ไม่รับโบนัส', '1,234.50'],
    ['another id', 'รับโบนัส', '2.00'],
  ] as const) {
    await checkRow('4', `deposit type badge: bonus id ${id}`, 'returns an item with it', async () => {
      await row(amount).getByText(word, { exact: true }).first().waitFor();
      return `“${word}”`;
    });
  }
  await checkRow('9', 'numbers in a list as 0,0.00', 'returns the amount 1234.5', async () => {
    await row('1,234.50').first().waitFor();
    return '1,234.50';
  });
  await checkRow(
    '9',
    'dates in a list as day, month name, year, with a 12-hour time',
    'returns 2026-02-03T14:05Z in Bangkok',
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

/** §8: each of these requests is rejected once with a sentence that only this response has. */
export async function showMessages(all: Walk, product: Product): Promise<void> {
  const { page, url, checkRow } = all;
  const client = createClient(url);
  const member = await signUp(client);
  await depositAt(product, client, member, 500);
  const reject = async (path: string, work: () => Promise<void>): Promise<string> => {
    const sentence = `${CHANGED_MESSAGE} ${path}`;
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
  await page.goto(`${url}/register?shareToken=K9Z3AB`);
  await untilHydrated(page);
  await checkRow('8', statement('phone check'), 'rejects checkPhone', () =>
    reject('/checkPhone', () => passPhoneStep(page, freePhone())),
  );
  await passPhoneStep(page, freePhone());
  await checkRow('8', statement('bank check'), 'rejects checkBank', () =>
    reject('/checkBank', () => fillBankStep(page, createAccountNumber('8'))),
  );
  await fillBankStep(page, createAccountNumber('8'));
  await checkRow('5', 'the referral code is filled from the query', 'opens /register?shareToken=K9Z3AB', async () => {
    assert.equal(await page.getByLabel('รหัสผู้แนะนำ').inputValue(), 'K9Z3AB');
    return 'K9Z3AB';
  });
  await checkRow('8', statement('signup'), 'rejects signup', () =>
    reject('/signup', async () => {
      await fillDetails(page);
      await page.getByRole('button', { name: 'ยืนยันการสมัคร' }).click();
    }),
  );
  await openAsMember({ ...all, member }, '/user/withdraw');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await checkRow('8', statement('withdraw'), 'rejects withdrawal', () =>
    reject('/v1/withdrawal', async () => {
      await page.getByLabel('จำนวนเงินที่ต้องการถอน').fill('100');
      await press('ถอนเงิน');
      await page.getByRole('dialog').getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
    }),
  );
  await navigate(page, '/user/free_credit');
  await checkRow('8', statement('item code'), 'rejects itemcode/redeem', () =>
    reject('/itemcode/redeem', async () => {
      await page.getByLabel('โค้ด').fill('COINS3');
      await press('รับเครดิต');
    }),
  );
  const coins = { payload: { redeem_code: 'COINS3' }, token: member.token };
  await client('POST /user-profile-composite/v1/topup/itemcode/redeem', coins);
  await navigate(page, '/user/spinner');
  await checkRow('8', statement('wheel'), 'rejects spins', () =>
    reject('/v1/spins', () => page.locator('button:enabled', { hasText: 'หมุนกงล้อ' }).click()),
  );
  // The first member has income.
  await openAsMember(all, '/user/affiliate');
  await page.getByText('30.00').first().waitFor();
  await checkRow('8', statement('affiliate withdraw'), 'rejects affiliate/vertify', () =>
    reject('/users/affiliate/vertify', () => press('ถอนรายได้')),
  );
}
