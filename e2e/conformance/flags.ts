// Changes each value of the site configuration on the running product (§3) and checks its visible effect.
//
// Always true: only the database value is changed. The check waits until the configuration response contains it,
// reloads the page, and restores the old value.
//
// Elsewhere: the values (configuration.ts), the catalogues opened (catalogues.ts).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import type { Page } from 'playwright-core';

import { changeSite } from '#server/modules/site/site';

import { type Flag, flags, type Value } from './configuration.ts';
import { readPage } from './facts.ts';
import { createClient, KEY } from './client.ts';
import type { Report } from './report.ts';
import { configuration, type FieldShapes } from './shapes.ts';
import { openMobilePage } from '#testing/product/browser';
import { createAccountNumber, fillBankStep, freePhone, passPhoneStep } from '#e2e/members';
import { type JourneyMember, openAs } from '#e2e/money';
import type { Product } from '#e2e/product';
import { pollUntil } from '#testing/product/until';

export type FlagContext = {
  readonly product: Product;
  readonly page: Page;
  readonly member: JourneyMember;
};

export function requireFlags(report: Report, { product, page }: FlagContext): void {
  test('changes every value of the configuration', () => {
    const changed = [...flags.map(({ name }) => name), 'appId', 'getNameBank', 'Withdraw.autoWithdraw'];
    assert.deepEqual(changed.toSorted(), listNames(configuration).toSorted());
  });
  /** Every address before the first change. */
  const unchanged = new Map<string, string>();
  for (const flag of flags) {
    const { name, address, before, after } = flag;
    report.require('3', `configuration: ${name}`, `changes the value, opens ${address} before and after`, async () => {
      const old = unchanged.get(address) ?? (await readWhenShown(page, product.url + address, before));
      unchanged.set(address, old);
      assert.match(old, before);
      assert.doesNotMatch(old, after);
      await withValue(product, flag, () => readWhenShown(page, product.url + address, after));
      return `${String(flag.answered ?? flag.value)} shows ${describePattern(after)}`;
    });
  }
}

/** Lists the names of all values from the specification; catalogue and promotions have their own checks. */
function listNames({ fields }: { readonly fields: FieldShapes }, before = ''): string[] {
  return Object.entries(fields).flatMap(([name, shape]) => {
    if (typeof shape === 'string') return [before + name];
    return 'fields' in shape ? listNames(shape, `${before}${name}.`) : [];
  });
}

/** Values with an effect other than text on one page. */
export function requireFlagJourneys(report: Report, { product, page, member }: FlagContext): void {
  const { url } = product;
  report.require('3', 'configuration: appId', 'changes the value, reads Prefix of the local storage', async () => {
    await withValue(product, { name: 'appId', column: sql`app_id`, value: 'other-app' }, async () => {
      await page.goto(`${url}/user/menu`);
      await page.waitForFunction(() => localStorage.getItem('Prefix')?.includes('"appId":"other-app"') === true);
    });
    return 'stored; the specification shows no visible effect';
  });
  report.require('3', 'configuration: getNameBank', 'registers up to the names with the value on and off', async () => {
    const isLocked = async (): Promise<boolean> => {
      const visitor = await openMobilePage();
      await visitor.goto(`${url}/register`);
      await passPhoneStep(visitor, freePhone());
      await fillBankStep(visitor, createAccountNumber('8'));
      const name = visitor.getByLabel('ชื่อ', { exact: true });
      await name.waitFor();
      return (await name.getAttribute('readonly')) !== null && (await name.inputValue()) !== '';
    };
    assert.equal(await isLocked(), true);
    const flag = { name: 'getNameBank', column: sql`is_checking_bank_names`, value: false };
    await withValue(product, flag, async () => assert.equal(await isLocked(), false));
    return 'on: names of the bank, locked; off: the member types them';
  });
  report.require('3', 'configuration: Withdraw.autoWithdraw', 'withdraws 100 baht with the value off', async () => {
    const flag = { name: 'Withdraw.autoWithdraw', column: sql`is_withdraw_automatic`, value: false };
    await withValue(product, flag, async () => {
      const visitor = await openMobilePage();
      await openAs(visitor, product, member, '/user/withdraw');
      await visitor.getByLabel('จำนวนเงินที่ต้องการถอน').fill('100');
      await visitor.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
      await visitor.getByRole('dialog').getByRole('button', { name: 'ยืนยันถอนเงิน' }).click();
      await visitor.getByRole('alertdialog').getByText('ถอนเงินสำเร็จ').waitFor();
      await visitor
        .getByRole('alertdialog')
        .getByText(/ตรวจสอบ/)
        .waitFor();
      await visitor.goto(`${url}/user/transactions-withdraw`);
      await visitor.getByText('รอดำเนินการ').and(visitor.locator(':not(option)')).first().waitFor();
    });
    return 'off: pending, reviewed by a person';
  });
  report.require(
    '4',
    'Maintenance: other calls are rejected, the configuration is returned',
    'calls both',
    async () => {
      const client = createClient(url);
      await withValue(product, { name: 'Maintenance', column: sql`is_in_maintenance`, value: true }, async () => {
        const { status, body } = await client('GET /auth-service/v1/refresh', { token: member.token });
        assert.equal(status, 503);
        assert.match(String(body['message']), /กำลังปรับปรุงระบบ/);
      });
      return '503 with a message; 200';
    },
  );
}

const switches = [
  {
    name: 'Withdraw.canWithdraw',
    column: sql`can_withdraw`,
    call: 'POST /fund-composite/v1/withdrawal',
    payload: { Amount: 100, Channel: 'BANK' },
    hiddenEntry: undefined,
  },
  {
    name: 'cashBack.usecashBack',
    column: sql`is_cashback_on`,
    call: 'GET /user-profile-composite/v1/users/cashback/vertify',
    payload: undefined,
    hiddenEntry: ['/user/menu', /คืนยอดเสีย/],
  },
  {
    name: 'Affiliate.useAffiliate',
    column: sql`is_affiliate_on`,
    call: 'GET /user-profile-composite/v1/users/affiliate/vertify',
    payload: undefined,
    hiddenEntry: ['/user/menu', /แนะนำเพื่อน/],
  },
] as const;

/** With a switch off its endpoint rejects requests and the menu has no entry for its screen. */
export function requireSwitches(report: Report, { product, page, member }: FlagContext): void {
  const client = createClient(product.url);
  for (const { name, column, call, payload, hiddenEntry } of switches) {
    const statement = `${name} off: the server rejects${hiddenEntry ? ', the menu has no entry' : ''}`;
    report.require('6', statement, `sends \`${call}\``, async () => {
      let result = '';
      await withValue(product, { name, column, value: false }, async () => {
        const { status, body } = await client(call, { token: member.token, ...(payload ? { payload } : {}) });
        assert.equal(status, 403);
        result = `403 “${String(body['message'])}”`;
        if (hiddenEntry === undefined) return;
        const [address, label] = hiddenEntry;
        await page.goto(product.url + address);
        await page.getByRole('button', { name: 'ออกจากระบบ' }).waitFor();
        await pollUntil(async () => !label.test(await readAll(page)), { message: `${label} is shown on ${address}` });
      });
      if (hiddenEntry !== undefined) await readWhenShown(page, product.url + hiddenEntry[0], hiddenEntry[1]);
      return result;
    });
  }
}

async function withValue(
  { url, ownerUrl }: Product,
  { name, column, value, answered = value }: Pick<Flag, 'name' | 'column' | 'value' | 'answered'>,
  work: () => Promise<unknown>,
): Promise<void> {
  const client = createClient(url);
  const read = async (): Promise<unknown> => {
    const { body } = await client('GET /v2/prefix', { headers: { 'api-key': KEY } });
    return name.split('.').reduce((at: unknown, part) => (at as Readonly<Record<string, unknown>>)[part], body['data']);
  };
  const database = openDatabase({ url: ownerUrl, poolSize: 1 });
  try {
    const [row] = await database.rows<{ old: Value }>(sql`select ${column} as old from site where code = 'chaba'`);
    const [before, old] = [await read(), row?.old ?? ''];
    assert.notEqual(before, answered, `${name} has the value already`);
    const set = async (to: Value, wanted: unknown): Promise<void> => {
      // The partner decides which providers the site shows: they change with it.
      if (name === 'Partner') await database.transaction((tx) => changeSite(tx, 1, { partner: String(to) }));
      else await database.execute(sql`update site set ${column} = ${to}, version = version + 1 where code = 'chaba'`);
      // The message that another server process publishes for a change.
      await database.execute(sql`select pg_notify('chaba_notice', ${'conformance\nsite:1'})`);
      await pollUntil(async () => (await read()) === wanted, { message: `${name} is not ${String(wanted)}` });
    };
    try {
      await set(value, answered);
      await work();
    } finally {
      await set(old, before);
    }
  } finally {
    await database.close();
  }
}

/** Returns the page as text once it matches the pattern. */
async function readWhenShown(page: Page, address: string, wanted: RegExp): Promise<string> {
  await page.goto(address);
  let read = '';
  await pollUntil(async () => wanted.test((read = await readAll(page)))).catch(() => assert.match(read, wanted));
  return read;
}

/** Returns the page as text, with the theme and the loaded pictures. */
async function readAll(page: Page): Promise<string> {
  const appearance = await page.evaluate(() => {
    const pictures = [...document.querySelectorAll('img')].filter((img) => img.checkVisibility() && img.complete);
    const images = pictures.map((img) => `[img ${img.getAttribute('src') ?? ''}]`);
    return `${images.join(' ')} [theme ${document.documentElement.dataset['preset'] ?? ''}]`;
  });
  return `${await readPage(page)} ${appearance}`;
}

function describePattern({ source }: RegExp): string {
  return `“${source.replaceAll('\\', '').replaceAll('.*', ' … ')}”`;
}
