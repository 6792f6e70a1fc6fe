// Tasks of operators in a browser where something goes wrong beside them: twenty withdrawals by keyboard, a role that
// ends while a form is open, a release, two windows with different sites, texts that look like markup.
//
// Always true: the process runs in this test on a database of its own.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';
import type { Page } from 'playwright-core';

import { BACK_OFFICE_ROOT, buildPages } from '#ops/start/page-builds';
import type { Site } from '#server/modules/site/site';
import { requestWithdrawal } from '#server/modules/withdrawals/withdrawals';
import { buildTestOffice } from '#server/testing/build-back-office';
import { createMember } from '#server/testing/factories';
import { openMobilePage } from '#testing/product/browser';

await buildPages(() => undefined, 'back office');
const { office, database, chaba, lanna } = await buildTestOffice({
  config: { port: 0, backOfficeRoot: BACK_OFFICE_ROOT },
});
await office.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = office.fastify.server.address() as AddressInfo;
const url = `http://localhost:${port}`;

const WIDE = { viewport: { width: 1280, height: 800 }, hasTouch: false };
const WITHDRAWALS = 20;
const KEYS_AN_ITEM_MAX = 3;
const MARKUP = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

const rowOf = (page: Page, reference: string) => page.locator(`tr[data-key="${reference}"]`);
const reasonOf = (page: Page) => page.getByLabel('เหตุผล (ภายใน)');

async function createWithdrawal(site: Site, more: { readonly firstName?: string } = {}): Promise<string> {
  const member = await createMember(database, site, { money: baht(90_000), ...more });
  const request = { siteId: site.id, memberId: member.id, amount: baht(7_000), idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return `W${String(withdrawalId).padStart(8, '0')}`;
}

async function signIn(name: string, expected = /401/): Promise<Page> {
  const page = await openMobilePage({ ...WIDE, expected });
  await page.goto(url);
  await page.getByLabel('ชื่อผู้ใช้').fill(name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  return page;
}

const stateOf = async (reference: string): Promise<string> => {
  const { state } = await database.owner.one<{ state: string }>(sql`
    select state from withdrawal where withdrawal_id = ${BigInt(reference.slice(1))}`);
  return state;
};

async function openDialog(page: Page, reference: string): Promise<void> {
  await page.goto(`${url}/chaba/withdrawals?open=${reference}`);
  await page.getByRole('button', { name: 'ปฏิเสธ' }).waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await reasonOf(page).fill('โทรหาสมาชิกแล้ว ไม่รับสาย');
}

test('empties a queue of twenty withdrawals with at most three keys an item, and the focus is never lost', async () => {
  await database.owner.execute(sql`
    insert into operator_limit (site_id, role, action, amount_e4, day_e4)
    values (${chaba.id}, 'payments', 'withdrawal.approve', ${baht(20_000)}, ${baht(9_000_000)})`);
  const references: string[] = [];
  for (let index = 0; index < WITHDRAWALS; index += 1) references.push(await createWithdrawal(chaba));
  const page = await signIn('demo-payments');
  await page.goto(`${url}/chaba/withdrawals`);
  await rowOf(page, references[0] ?? '').waitFor();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('j');
  for (const reference of references) {
    await page.getByRole('heading', { name: reference }).waitFor();
    await page.getByRole('button', { name: 'ปฏิเสธ' }).waitFor();
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY', reference);
    await press('a');
    await page.getByRole('dialog').waitFor();
    await press('Control+Enter');
    await rowOf(page, reference).waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  assert.ok(keys <= KEYS_AN_ITEM_MAX * WITHDRAWALS, `${keys} keys`);
  for (const reference of references) assert.equal(await stateOf(reference), 'approved');
  assert.deepEqual(await audit(database), []);
  await page.context().close();
});

test('refuses a form whose role ended while it was open, and keeps its text', async () => {
  const reference = await createWithdrawal(chaba);
  const page = await signIn('demo-payments-2', /401|403/);
  await openDialog(page, reference);
  const ofRole = sql`role = 'payments' and operator_id = (select operator_id from operator where name = 'demo-payments-2')`;
  await database.owner.execute(sql`update operator_role set ended_at = now() where ${ofRole}`);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').first().waitFor();
  assert.equal(await reasonOf(page).inputValue(), 'โทรหาสมาชิกแล้ว ไม่รับสาย');
  assert.equal(await stateOf(reference), 'requested');
  await database.owner.execute(sql`update operator_role set ended_at = null where ${ofRole}`);
  await page.context().close();
});

test('offers to reload after a release, keeps the text of a task, and names a page whose code is gone', async () => {
  const reference = await createWithdrawal(chaba);
  const page = await signIn('demo-payments', /401|404|Failed to fetch|dynamically imported/);
  await openDialog(page, reference);
  const session = await page.evaluate(async () => {
    const answer = await fetch('/back-office/v1/session', { headers: { 'x-back-office': '1' } });
    return (await answer.json()) as { data: object };
  });
  const next = { ...session, data: { ...session.data, version: 'next' } };
  await page.route(/\/back-office\/v1\/session$/, (route) => route.fulfill({ json: next }));
  await page.getByText('มีเวอร์ชันใหม่').waitFor();
  assert.equal(await reasonOf(page).inputValue(), 'โทรหาสมาชิกแล้ว ไม่รับสาย');
  await page.keyboard.press('Control+Enter');
  await rowOf(page, reference).waitFor({ state: 'detached' });
  assert.equal(await stateOf(reference), 'rejected');

  await page.route(/\/assets\/accounts-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'บัญชีรับเงิน' }).click();
  await page.getByRole('alert').getByText('หน้านี้ขัดข้อง').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'โหลดหน้าใหม่' }).waitFor();
  await page.getByRole('link', { name: 'เงินเข้า', exact: true }).click();
  await page.getByRole('heading', { name: 'เงินเข้า', level: 1 }).waitFor();
  await page.context().close();
});

test('does each action at the site of its window, where one person has two', async () => {
  const [here, there] = [await createWithdrawal(chaba), await createWithdrawal(lanna)];
  const page = await signIn('demo-payments');
  const other = await page.context().newPage();
  await page.goto(`${url}/chaba/withdrawals?open=${here}`);
  await other.goto(`${url}/lanna/withdrawals?open=${there}`);
  for (const [window, reference] of [
    [page, here],
    [other, there],
  ] as const) {
    await window.getByRole('button', { name: 'ปฏิเสธ' }).waitFor();
    assert.equal(await rowOf(window, reference === here ? there : here).count(), 0);
    await window.keyboard.press('r');
    await window.getByRole('dialog').waitFor();
    await window.keyboard.press('1');
    await window.keyboard.press('Control+Enter');
    await rowOf(window, reference).waitFor({ state: 'detached' });
    assert.equal(await stateOf(reference), 'rejected');
  }
  const entries = await database.owner.rows<{ siteId: number }>(sql`
    select site_id as "siteId" from audit_entry where subject in (${here}, ${there}) and outcome = 'done' order by site_id`);
  assert.deepEqual(
    entries.map(({ siteId }) => siteId),
    [chaba.id, lanna.id].toSorted((one, other) => one - other),
  );
  await page.context().close();
});

test('shows markup in names, notes and announcements as text', async () => {
  const reference = await createWithdrawal(chaba, { firstName: MARKUP.slice(0, 90) });
  const { memberId } = await database.owner.one<{ memberId: bigint }>(sql`
    select member_id as "memberId" from withdrawal where withdrawal_id = ${BigInt(reference.slice(1))}`);
  const page = await signIn('demo-support');
  await page.goto(`${url}/chaba/members/M${String(memberId).padStart(8, '0')}`);
  await page.getByRole('heading', { name: '<img' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByRole('textbox').fill(MARKUP);
  await page.getByLabel('ปักหมุดไว้ทุกหน้า').check();
  await page.keyboard.press('Control+Enter');
  await page.getByText(MARKUP).first().waitFor();
  await page.goto(`${url}/chaba/withdrawals?open=${reference}`);
  await page.getByText(MARKUP).first().waitFor();
  assert.equal(await page.locator('img[src="x"]').count(), 0);
  assert.notEqual(await page.title(), 'run');
  await page.context().close();
});
