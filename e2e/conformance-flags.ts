// The site configuration flipped value by value on the running product (§3), each with its visible effect, and both
// catalogues opened.
//
// Always true: a value is changed in the database alone; the check waits until the configuration call answers it, loads the
// page anew, and the old value is back afterwards.

import assert from 'node:assert/strict';

import { openDatabase, sql } from '@chaba/database';
import type { Page } from 'playwright-core';

import { readPage } from './conformance-facts.ts';
import { createClient, KEY } from './conformance-client.ts';
import type { Report } from './conformance-report.ts';
import { openPhone } from './browser.ts';
import { accountEnding, fillBankStep, freePhone, passPhoneStep } from './members.ts';
import { type MadeMember, openAs } from './money.ts';
import type { Product } from './product.ts';
import { until } from './until.ts';

type Value = string | number | bigint | boolean;

type Flag = {
  /** The path in the configuration. */
  readonly name: string;
  readonly column: ReturnType<typeof sql>;
  /** As the column has it. */
  readonly value: Value;
  /** As the configuration answers it, where that differs. */
  readonly answered?: Value;
  readonly address: string;
  /** What the page shows before and with the value: [role name address], image and theme included. */
  readonly before: RegExp;
  readonly after: RegExp;
};

const PICTURE = '/icon.svg';
const BAHT = 10_000;

const flags: readonly Flag[] = [
  {
    name: 'LineId',
    column: sql`line_id`,
    value: '@other-support',
    address: '/user/deposit',
    before: /แจ้งฝากผ่านแชทบอท https:\/\/line\.me\/R\/ti\/p\/%40chaba/,
    after: /แจ้งฝากผ่านแชทบอท https:\/\/line\.me\/R\/ti\/p\/%40other-support/,
  },
  {
    name: 'logoUrl',
    column: sql`logo_url`,
    value: PICTURE,
    address: '/user/home',
    before: /รหัสสมาชิก/,
    after: /\[img \/icon\.svg\]/,
  },
  {
    name: 'theme',
    column: sql`theme`,
    value: 'ruby',
    address: '/user/menu',
    before: /ออกจากระบบ.*\[theme gold\]/,
    after: /\[theme ruby\]/,
  },
  {
    name: 'alertyMessage',
    column: sql`alert_message`,
    value: 'ปิดระบบคืนนี้ 02:00 น.',
    address: '/user/home',
    before: /รหัสสมาชิก/,
    after: /แจ้งเตือน.*ปิดระบบคืนนี้ 02:00 น\./,
  },
  {
    name: 'alertyImage',
    column: sql`alert_image_url`,
    value: PICTURE,
    address: '/user/home',
    before: /รหัสสมาชิก/,
    after: /แจ้งเตือน.*\[img \/icon\.svg\]/,
  },
  {
    name: 'Maintenance',
    column: sql`is_in_maintenance`,
    value: true,
    address: '/user/menu',
    before: /ออกจากระบบ/,
    after: /ปิดปรับปรุงระบบ/,
  },
  {
    name: 'Disabled',
    column: sql`is_disabled`,
    value: true,
    address: '/user/menu',
    before: /ออกจากระบบ/,
    after: /เว็บไซต์ปิดให้บริการชั่วคราว/,
  },
  {
    name: 'Partner',
    column: sql`partner`,
    value: 'LANNA',
    address: '/user/game',
    before: /27 รายการ/,
    after: /50 รายการ/,
  },
  {
    name: 'cashBack.Image',
    column: sql`cashback_image_url`,
    value: PICTURE,
    address: '/user/cash_back',
    before: /ยอดคืนคงเหลือ/,
    after: /\[img \/icon\.svg\]/,
  },
  {
    name: 'cashBack.Payout',
    column: sql`cashback_percent_bp`,
    value: 750,
    answered: 7.5,
    address: '/user/cash_back',
    before: /อัตราคืนยอดเสีย 0\.4%/,
    after: /อัตราคืนยอดเสีย 7\.5%/,
  },
  {
    name: 'cashBack.minWithdraw',
    column: sql`cashback_min_e4`,
    value: 25 * BAHT,
    answered: 25,
    address: '/user/cash_back',
    before: /รับขั้นต่ำ 1\.00 บาท/,
    after: /รับขั้นต่ำ 25\.00 บาท/,
  },
  {
    name: 'cashBack.usecashBack',
    column: sql`is_cashback_on`,
    value: false,
    address: '/user/cash_back',
    before: /ยอดคืนคงเหลือ/,
    after: /ปิดรับยอดคืนชั่วคราว/,
  },
  {
    name: 'Affiliate.Image',
    column: sql`affiliate_image_url`,
    value: PICTURE,
    address: '/user/affiliate',
    before: /รายได้คงเหลือ/,
    after: /\[img \/icon\.svg\]/,
  },
  {
    name: 'Affiliate.useAffiliate',
    column: sql`is_affiliate_on`,
    value: false,
    address: '/user/affiliate',
    before: /รายได้คงเหลือ/,
    after: /ปิดระบบแนะนำเพื่อนชั่วคราว/,
  },
  {
    name: 'Affiliate.minWithdraw',
    column: sql`affiliate_min_e4`,
    value: 75 * BAHT,
    answered: 75,
    address: '/user/affiliate',
    before: /ถอนขั้นต่ำ 20\.00 บาท/,
    after: /ถอนขั้นต่ำ 75\.00 บาท/,
  },
  {
    name: 'Affiliate.turnover',
    column: sql`affiliate_turnover_times`,
    value: 4,
    address: '/user/affiliate',
    before: /ทำเทิร์น 1 เท่า/,
    after: /ทำเทิร์น 4 เท่า/,
  },
  {
    name: 'Affiliate.percent.level1.enable',
    column: sql`is_affiliate_level1_on`,
    value: false,
    address: '/user/affiliate',
    before: /ค่าแนะนำชั้นที่ 1 0\.3%/,
    after: /ค่าแนะนำชั้นที่ 1 ปิด/,
  },
  {
    name: 'Affiliate.percent.level1.percent',
    column: sql`affiliate_level1_bp`,
    value: 250,
    answered: 2.5,
    address: '/user/affiliate',
    before: /ค่าแนะนำชั้นที่ 1 0\.3%/,
    after: /ค่าแนะนำชั้นที่ 1 2\.5%/,
  },
  {
    name: 'Affiliate.percent.level2.enable',
    column: sql`is_affiliate_level2_on`,
    value: false,
    address: '/user/affiliate',
    before: /ชั้นที่ 2 0\.1%/,
    after: /ชั้นที่ 2 ปิด/,
  },
  {
    name: 'Affiliate.percent.level2.percent',
    column: sql`affiliate_level2_bp`,
    value: 120,
    answered: 1.2,
    address: '/user/affiliate',
    before: /ชั้นที่ 2 0\.1%/,
    after: /ชั้นที่ 2 1\.2%/,
  },
  {
    name: 'Affiliate.autoWithdraw.useautoWithdraw',
    column: sql`is_affiliate_automatic`,
    value: false,
    address: '/user/affiliate',
    before: /ไม่เกิน 5,000\.00 บาท เข้าทันที/,
    after: /ทุกรายการรอแอดมินตรวจสอบ/,
  },
  {
    name: 'Affiliate.autoWithdraw.maxautoWithdraw',
    column: sql`affiliate_automatic_max_e4`,
    value: 640 * BAHT,
    answered: 640,
    address: '/user/affiliate',
    before: /ไม่เกิน 5,000\.00 บาท เข้าทันที/,
    after: /ไม่เกิน 640\.00 บาท เข้าทันที/,
  },
  {
    name: 'Withdraw.canWithdraw',
    column: sql`can_withdraw`,
    value: false,
    address: '/user/withdraw',
    before: /จำนวนเงินที่ต้องการถอน/,
    after: /ปิดให้บริการถอนเงินชั่วคราว/,
  },
  {
    name: 'Withdraw.minWithdraw',
    column: sql`withdraw_min_e4`,
    value: 320 * BAHT,
    answered: 320,
    address: '/user/withdraw',
    before: /ขั้นต่ำ 100\.00 บาท/,
    after: /ขั้นต่ำ 320\.00 บาท/,
  },
  {
    name: 'Withdraw.maxWithdraw',
    column: sql`withdraw_max_e4`,
    value: 7_000 * BAHT,
    answered: 7_000,
    address: '/user/withdraw',
    before: /สูงสุด 50,000\.00 บาท/,
    after: /สูงสุด 7,000\.00 บาท/,
  },
];

export type FlagContext = {
  readonly product: Product;
  readonly page: Page;
  readonly member: MadeMember;
};

export function requireFlags(report: Report, { product, page }: FlagContext): void {
  /** Every address as it is before the first change. */
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

/** Values whose effect is no text on one page. */
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
      const visitor = await openPhone();
      await visitor.goto(`${url}/register`);
      await passPhoneStep(visitor, freePhone());
      await fillBankStep(visitor, accountEnding('8'));
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
      const visitor = await openPhone();
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
  report.require('4', 'Maintenance: other calls are refused, the configuration is answered', 'calls both', async () => {
    const client = createClient(url);
    await withValue(product, { name: 'Maintenance', column: sql`is_in_maintenance`, value: true }, async () => {
      const { status, body } = await client('GET /auth-service/v1/refresh', { token: member.token });
      assert.equal(status, 503);
      assert.match(String(body['message']), /กำลังปรับปรุงระบบ/);
    });
    return '503 with a message; 200';
  });
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
      await database.execute(sql`update site set ${column} = ${to}, version = version + 1 where code = 'chaba'`);
      // As another process of the server announces a change.
      await database.execute(sql`select pg_notify('chaba_notice', ${'conformance\nsite:1'})`);
      await until(async () => (await read()) === wanted, { words: `${name} is not ${String(wanted)}` });
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

/** The page as text, as soon as it shows this. */
async function readWhenShown(page: Page, address: string, wanted: RegExp): Promise<string> {
  await page.goto(address);
  let read = '';
  await until(async () => wanted.test((read = await readAll(page)))).catch(() => assert.match(read, wanted));
  return read;
}

/** The page as text, with the theme and the pictures that did load. */
async function readAll(page: Page): Promise<string> {
  const look = await page.evaluate(() => {
    const pictures = [...document.querySelectorAll('img')].filter((img) => img.checkVisibility() && img.complete);
    const images = pictures.map((img) => `[img ${img.getAttribute('src') ?? ''}]`);
    return `${images.join(' ')} [theme ${document.documentElement.dataset['preset'] ?? ''}]`;
  });
  return `${await readPage(page)} ${look}`;
}

function describePattern({ source }: RegExp): string {
  return `“${source.replaceAll('\\', '').replaceAll('.*', ' … ')}”`;
}
