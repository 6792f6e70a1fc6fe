// The back office in a browser: an invitation with a passkey, a withdrawal decided by keyboard, the audit entry, a
// session that ends over a typed reason, a decision by a second person on a phone.
//
// Always true: the process runs in this test on a database of its own; the authenticator is Chromium's virtual one.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht, type Money } from '@chaba/money';
import type { Page } from 'playwright-core';

import { BACK_OFFICE_ROOT, buildPages } from '#ops/start/page-builds';
import { host } from '#server/modules/operators/operators';
import { requestWithdrawal } from '#server/modules/withdrawals/withdrawals';
import { buildTestOffice } from '#server/testing/build-back-office';
import { openOurAccount } from '#server/testing/bank-commands';
import { NO_SENDER, openBankWorld } from '#server/testing/bank-world';
import { createMember } from '#server/testing/factories';
import { testInFull } from '#testing/extent';
import { openMobilePage } from '#testing/product/browser';

import { findViolations } from './axe.ts';
import { goByKeys } from './go-keys.ts';

await buildPages(() => undefined, 'back office');
const { office, database, chaba } = await buildTestOffice({ config: { port: 0, backOfficeRoot: BACK_OFFICE_ROOT } });
await office.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = office.fastify.server.address() as AddressInfo;
const url = `http://localhost:${port}`;
const operators = openDatabase({ url: database.operatorUrl, applicationName: 'chaba test host' });
after(() => operators.close());

const WIDE = { viewport: { width: 1280, height: 800 }, hasTouch: false };
/** The browser reports the covered page's answer 401. */
const EXPECTED = /401|403/;

async function createWithdrawal(amount: Money): Promise<string> {
  const member = await createMember(database, chaba, { money: baht(90_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount, idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return `W${String(withdrawalId).padStart(8, '0')}`;
}

async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signInDemo(page: Page, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('ชื่อผู้ใช้').fill(name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await page.getByRole('navigation').waitFor();
}

async function assertAccessible(page: Page, place: string): Promise<void> {
  const violations = await findViolations(page);
  const found = violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => String(target)).join(' ')}`);
  assert.deepEqual(found, [], place);
}

const rowOf = (page: Page, reference: string) => page.locator(`tr[data-key="${reference}"]`);

test('enrols a passkey by an invitation, decides withdrawals by keyboard, and shows the entry', async () => {
  const [first, second] = [await createWithdrawal(baht(7_500)), await createWithdrawal(baht(9_000))];
  const given = { name: 'somchai', roles: ['payments'] as const, by: 'host', reason: 'first operator' };
  const code = await host.invite(operators, chaba.id, given);
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await addAuthenticator(page);
  await page.goto(`${url}/enrolment#${code}`);
  await page.getByText('สวัสดี somchai').waitFor();
  await assertAccessible(page, 'enrolment');
  await page.getByRole('button', { name: 'สร้างพาสคีย์' }).click();
  await page.getByRole('heading', { name: 'รหัสกู้คืน' }).waitFor();
  assert.equal(await page.locator('main li').count(), 10);
  await page.getByRole('button', { name: 'เก็บแล้ว ไปต่อ' }).click();

  await page.getByRole('heading', { name: 'คิวงาน' }).waitFor();
  await goByKeys(page, 'w', rowOf(page, first));
  await assertAccessible(page, 'queue');
  await page.keyboard.press('j');
  await page.getByRole('button', { name: 'ปฏิเสธ' }).waitFor();
  await assertAccessible(page, 'panel');
  await page.keyboard.press('a');
  await page.getByRole('dialog').waitFor();
  await assertAccessible(page, 'dialog');
  await page.keyboard.type('ตรวจแล้ว');
  await page.keyboard.press('Control+Enter');
  await rowOf(page, first).waitFor({ state: 'detached' });
  // The next one opens.
  await page.waitForURL(new RegExp(`open=${second}`));
  await page.getByRole('heading', { name: second }).waitFor();

  // The session ends while a reason is typed: the page is covered, and the text survives the passkey.
  await page.keyboard.press('a');
  await page.getByLabel('เหตุผล (ภายใน)').fill('โทรยืนยันแล้ว');
  await database.owner.execute(sql`update operator_session set acted_at = clock_timestamp() - interval '16 minutes'`);
  await page.getByText('หมดเวลาใช้งาน').waitFor();
  await page.getByRole('button', { name: 'เข้าด้วยพาสคีย์' }).click();
  await page.getByText('หมดเวลาใช้งาน').waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('เหตุผล (ภายใน)').inputValue(), 'โทรยืนยันแล้ว');
  await page.getByLabel('เหตุผล (ภายใน)').press('Control+Enter');
  await rowOf(page, second).waitFor({ state: 'detached' });

  const entries = page.getByRole('table', { name: 'บันทึกการทำงาน' });
  await goByKeys(page, 'a', entries.getByText(second));
  await entries.getByText(first).waitFor();
  await assertAccessible(page, 'audit');
  assert.deepEqual(await audit(database), []);
  await page.context().close();
});

test('decides a request of another person on a phone, and hides what a role lacks', async () => {
  const reference = await createWithdrawal(baht(48_000));
  const wide = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(wide, 'demo-payments');
  await wide.getByRole('link', { name: 'ถอนเงิน', exact: true }).click();
  await rowOf(wide, reference).click();
  await wide.getByRole('button', { name: 'อนุมัติ', exact: true }).click();
  await wide.getByRole('button', { name: 'ตรวจแล้ว ถูกต้อง' }).click();
  await wide.getByLabel('เหตุผล (ภายใน)').press('Control+Enter');
  await wide.getByText('ส่งคำขอ').waitFor();

  const phone = await openMobilePage({ expected: EXPECTED });
  const said: string[] = [];
  phone.on('console', (message) => said.push(message.text()));
  await signInDemo(phone, 'demo-finance');
  assert.deepEqual(said, [], 'the sign-in asks for no session that cannot be there');
  await phone.getByRole('link', { name: /คำขออนุมัติ/ }).click();
  await phone.getByText(reference).click();
  await phone.getByRole('button', { name: 'อนุมัติคำขอ' }).click();
  await assertAccessible(phone, 'decision');
  await phone.getByLabel('เหตุผล (ภายใน)').fill('ตรวจซ้ำแล้ว');
  await phone.getByLabel('รหัสผ่านตัวอย่าง').fill('demo1234');
  await phone.getByRole('dialog').getByRole('button', { name: 'อนุมัติคำขอ' }).click();
  await phone.getByText('โดย demo-finance').waitFor();
  await rowOf(wide, reference).waitFor({ state: 'detached' });

  const marketing = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(marketing, 'demo-marketing');
  assert.equal(await marketing.getByRole('link', { name: 'ถอนเงิน' }).count(), 0);
  await marketing.goto(`${url}/chaba/withdrawals`);
  await marketing.getByText('บทบาทของคุณไม่มีสิทธิ์ดูหน้านี้').waitFor();
  await assertAccessible(marketing, 'no permission');
  assert.deepEqual(await audit(database), []);
  for (const page of [wide, phone, marketing]) await page.context().close();
});

test('opens the oldest free item of a queue, shows who works on it, takes an approval back, approves many by keyboard', async () => {
  const [first, second] = [await createWithdrawal(baht(7_000)), await createWithdrawal(baht(6_000))];
  const one = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(one, 'demo-payments');
  await one.getByText('ถอนเงินรอตรวจ').waitFor();
  await assertAccessible(one, 'queues');
  await rowOf(one, 'withdrawals').press('Enter');
  await one.getByRole('heading', { name: first }).waitFor();

  const two = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(two, 'demo-payments-2');
  await rowOf(two, 'withdrawals').press('Enter');
  await two.getByRole('heading', { name: second }).waitFor();
  await rowOf(two, first).getByText('demo-payments').waitFor();
  await rowOf(two, first).click();
  await two.getByText('demo-payments กำลังทำรายการนี้อยู่').waitFor();
  await assertAccessible(two, 'claim of another person');
  await two.context().close();

  await one.keyboard.press('y');
  await one.getByRole('dialog').getByText('วงเงินอัตโนมัติ').waitFor();
  await assertAccessible(one, 'why');
  await one.keyboard.press('Escape');
  await one.keyboard.press('a');
  await one.keyboard.press('Control+Enter');
  await one.getByRole('button', { name: /เรียกคืน/ }).waitFor();
  await one.keyboard.press('u');
  await one.getByText(`เรียกคืน ${first} แล้ว`).waitFor();
  await rowOf(one, first).waitFor();

  await one.keyboard.press('Escape');
  // A row that arrives stands behind the button, so that no row moves.
  const third = await createWithdrawal(baht(8_000));
  const arrived = one.getByRole('button', { name: 'มาใหม่ 1 รายการ' });
  await arrived.waitFor();
  assert.equal(await rowOf(one, third).count(), 0);
  await assertAccessible(one, 'arrived');
  await one.keyboard.press('.');
  await rowOf(one, third).waitFor();
  assert.equal(await arrived.count(), 0);
  await one.keyboard.press('Shift+X');
  const bar = one.getByRole('toolbar');
  await bar.getByText(/^เลือก 3 รายการ/).waitFor();
  // Another filter clears the selection; only rows that are shown are counted.
  await one.getByRole('button', { name: 'ล่าสุด', exact: true }).click();
  await bar.waitFor({ state: 'detached' });
  await one.getByRole('button', { name: 'รอตรวจ', exact: true }).click();
  // The list before has these rows too.
  await one.getByRole('button', { name: 'รอตรวจ', exact: true, pressed: true }).waitFor();
  await rowOf(one, second).waitFor();
  assert.equal(await bar.count(), 0);
  await one.keyboard.press('Shift+X');
  await bar.waitFor();
  await one.keyboard.press('a');
  await assertAccessible(one, 'many');
  await one.keyboard.press('Control+Enter');
  await one.getByText('สำเร็จ 3').waitFor();
  assert.deepEqual(await audit(database), []);
  await one.context().close();
});

testInFull('empties the queue of deposits by keyboard: attach, search, return, put off, take back', async () => {
  await openOurAccount(database, chaba);
  const world = openBankWorld(database);
  const members = [await createMember(database, chaba), await createMember(database, chaba)] as const;
  world.transfer('B1', members[0], '351.00', { senderName: 'นาย ไม่รู้จัก' });
  await world.feed('B1');
  for (const [name, amount] of [['B2', '352.00'] as const, ['B3', '353.00'] as const, ['B4', '354.00'] as const]) {
    world.transfer(name, members[1], amount);
    await world.feed(name, NO_SENDER);
  }
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-payments');
  const amountOf = (amount: string) => page.locator('p.text-title-1', { hasText: amount });
  const assertFocus = async (): Promise<void> => {
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
  };
  // The rows of the page before stay until the code of this one is there.
  await goByKeys(page, 'd', page.getByText('351.00').first());
  await page.keyboard.press('j');
  await amountOf('351.00').waitFor();
  await page.getByText('เลขท้ายบัญชีตรง').waitFor();
  await assertAccessible(page, 'deposit');
  // A confirm before the dialog has its facts is carried out with them.
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/actions/deposit.attach/preview', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.keyboard.press('1');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').locator('[aria-busy="true"]').waitFor();
  release();
  await amountOf('352.00').waitFor();
  await assertFocus();

  await page.keyboard.press('f');
  await page.keyboard.type(members[1].phone);
  await page.keyboard.press('Enter');
  await page.locator(`[data-member="${members[1].id}"]:focus`).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('352.00').waitFor();
  await page.keyboard.press('Control+Enter');
  await amountOf('353.00').waitFor();
  await assertFocus();
  await page.keyboard.press('u');
  await page.getByText('ผู้ปฏิบัติงานเปิดพิจารณาใหม่').first().waitFor();
  await goByKeys(page, 'd', page.getByText('353.00').first());
  await page.keyboard.press('j');
  await amountOf('353.00').waitFor();

  await page.keyboard.press('r');
  await page.getByRole('dialog').getByText('353.00').waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await amountOf('354.00').waitFor();
  await page.keyboard.press('p');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('พักไว้', { exact: true }).waitFor();
  assert.equal(await page.locator('tr[data-key]').count(), 1);
  assert.deepEqual(await world.findings(), []);
  await page.context().close();
});

test('finds a caller by four digits on the keyboard, explains, reveals with a record, and requests another account', async () => {
  const member = await createMember(database, chaba, {
    phone: '0861237788',
    firstName: 'อรทัย',
    lastName: 'บุญมี',
    money: baht(50),
  });
  const reference = `M${String(member.id).padStart(8, '0')}`;
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-support');
  await page.keyboard.press('/');
  await page.locator('dialog input').pressSequentially('7788');
  await page.getByRole('option', { name: /อรทัย บุ\./ }).waitFor();
  await assertAccessible(page, 'search');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'อรทัย บุ.' }).waitFor();
  await page.getByText('เงินในกระเป๋าเกมต่ำกว่ายอดขั้นต่ำ').waitFor();
  await assertAccessible(page, 'member');
  assert.equal(await page.getByText(member.phone).count(), 0);

  await page.keyboard.press('y');
  await page.getByRole('dialog').getByText('รอบล่าสุดนับครบทุกรอบ').waitFor();
  await assertAccessible(page, 'why');
  await page.keyboard.press('Escape');

  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'ยืนยันตัวตนผู้โทร' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText(member.phone).waitFor();

  await page.keyboard.press('n');
  await page.getByRole('dialog').getByRole('textbox').fill('โทรมาถามเรื่องถอน');
  await page.getByLabel('ปักหมุดไว้ทุกหน้า').check();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('โทรมาถามเรื่องถอน').first().waitFor();

  await page.keyboard.press('i');
  await page.getByLabel('ธนาคาร').selectOption({ label: 'KBANK' });
  await page.getByLabel('เลขบัญชี').fill('5550003339');
  await assertAccessible(page, 'identity');
  await page.getByRole('button', { name: 'สมาชิกเปลี่ยนบัญชีธนาคาร' }).click();
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(/รอผู้อนุมัติคนที่สอง/)
    .first()
    .waitFor();

  const phone = await openMobilePage({ expected: EXPECTED });
  await signInDemo(phone, 'demo-marketing');
  await phone.goto(`${url}/chaba/members`);
  await phone.locator(`tr[data-key="${reference}"]`).click();
  await phone.getByRole('link', { name: 'เปิดหน้าสมาชิก' }).click();
  await phone.getByRole('heading', { name: 'อรทัย บุ.' }).waitFor();
  assert.equal(await phone.getByRole('button', { name: /เปิดดู เบอร์โทร|ล็อกสมาชิก/ }).count(), 0);
  await assertAccessible(phone, 'member on a phone');
  assert.deepEqual(await audit(database), []);
  for (const each of [page, phone]) await each.context().close();
});

test('requests the rows of a page beside the session where they were shown before, until the sign-out', async () => {
  const reference = await createWithdrawal(baht(6_500));
  const page = await openMobilePage({ ...WIDE, expected: EXPECTED });
  await signInDemo(page, 'demo-payments');
  await page.goto(`${url}/chaba/withdrawals`);
  await rowOf(page, reference).waitFor();
  const rowsRequested = page.waitForRequest(/\/lists\/withdrawals/);
  await page.route('**/back-office/v1/session', async (route) => {
    await rowsRequested;
    await route.continue();
  });
  let requests = 0;
  await page.route('**/lists/withdrawals*', async (route) => {
    requests += 1;
    // The first answer is the one that is shown: no later one comes.
    if (requests === 1) await route.continue();
  });
  await page.reload();
  await rowOf(page, reference).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${url}/chaba/account`);
  await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).click();
  await page.getByLabel('ชื่อผู้ใช้').waitFor();
  assert.equal(await page.evaluate('localStorage.getItem("chaba-back-office-first-reads")'), null);
  await page.context().close();
});
