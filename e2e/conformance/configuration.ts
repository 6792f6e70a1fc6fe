// The values of the site configuration (§3) that change text, a link, a picture or the theme of one page.
//
// Elsewhere: the check, and values with another effect (flags.ts).

import { sql } from '@chaba/database';

export type Value = string | number | bigint | boolean;

export type Flag = {
  /** The path in the configuration. */
  readonly name: string;
  readonly column: ReturnType<typeof sql>;
  /** The value of the database column. */
  readonly value: Value;
  /** The value in the configuration response, where it differs. */
  readonly answered?: Value;
  readonly address: string;
  /** The page's content before and with the value: [role name address], image and theme included. */
  readonly before: RegExp;
  readonly after: RegExp;
};

const PICTURE = '/icon.svg';
const BAHT = 10_000;

export const flags: readonly Flag[] = [
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
