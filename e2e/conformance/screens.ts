// The content of each screen in the specification (§2, §5): the words, links and buttons that must be on it.
//
// Elsewhere: the other lines (conformance.ts), how a screen is read (facts.ts).

import assert from 'node:assert/strict';

import type { ConformanceLine } from './line.ts';

/** Screens that are read completely, with the text that marks them as loaded. */
export const readScreens = {
  visitor: [
    ['/', /เลือกเล่น/],
    ['/login', /จดจำการเข้าสู่ระบบ/],
    ['/register', /ตรวจสอบเบอร์โทรศัพท์/],
  ],
  member: [
    ['/user/home', /รหัสสมาชิก/],
    ['/user/deposit', /เงื่อนไขการฝากเงิน/],
    ['/user/withdraw', /จำนวนเงินที่ต้องการถอน/],
    ['/user/affiliate', /รายได้คงเหลือ/],
    ['/user/cash_back', /อัตราคืนยอดเสีย/],
    ['/user/promotion', /โปรโมชั่นทั้งหมด/],
    ['/user/profile', /ชื่อ-นามสกุล/],
    ['/user/free_credit', /กรอกโค้ดรับเครดิตฟรี/],
    ['/user/spinner', /หมุนกงล้อ/],
    ['/user/history', /ประวัติฝาก/],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [address: string, sign: RegExp])[]>>;

/** A link or button is read as [role name address]. */
function shows(section: string, statement: string, screen: string, ...wanted: readonly RegExp[]): ConformanceLine {
  return {
    section,
    statement,
    where: screen,
    check: ({ screens }) => {
      const read = screens.get(screen) ?? '';
      return wanted
        .map((pattern) => {
          const [found = ''] = pattern.exec(read) ?? [];
          assert.notEqual(found, '', `${screen} does not show ${pattern.source}`);
          return formatFound(found, pattern);
        })
        .join(' · ');
    },
  };
}

function showsNot(section: string, statement: string, screen: string, ...unwanted: readonly RegExp[]): ConformanceLine {
  return {
    section,
    statement,
    where: screen,
    check: ({ screens }) => {
      const read = screens.get(screen) ?? '';
      assert.notEqual(read, '');
      for (const pattern of unwanted) assert.doesNotMatch(read, pattern);
      return `on the screen neither ${unwanted.map(({ source }) => `“${source.replaceAll(/\\|[[\]]/g, '')}”`).join(' nor ')}`;
    },
  };
}

/** A part of the screen as it was read; figures that the requirement leaves open are #. */
function formatFound(found: string, { source }: RegExp): string {
  const isOpen = /\\d|\[\\d/.test(source);
  return `“${(isOpen ? found.replaceAll(/\d[\d,]*/g, '#') : found).replaceAll(/[[\]]/g, '').trim()}”`;
}

const MAIN_MENU = /\[nav เมนูหลัก/;

export const screenLines: readonly ConformanceLine[] = [
  shows(
    '2',
    'header: menu toggle, logo, login and register',
    '/',
    /\[button เปิดเมนู/,
    /\[a เข้าสู่ระบบ \/login\]/,
    /\[a สมัครสมาชิก \/register\]/,
  ),
  shows(
    '2',
    'footer bar: login, register, play (to /login), free credit, promotions, chat service',
    '/',
    MAIN_MENU,
    /\[a เล่นเกม \/login\]/,
    /\[a เครดิตฟรี \/login\]/,
    /\[a โปรโมชั่น \/promotion\]/,
    /\[a แชท https:\/\/line\.me\//,
  ),
  shows('2', 'chat-service link on a page without a footer bar', '/register', /\[a แชท[^\]]* https:\/\/line\.me\//),
  showsNot(
    '2',
    'Login hides header navigation, footer and the register button of the header',
    '/login',
    MAIN_MENU,
    /\[button เปิดเมนู/,
  ),
  showsNot('2', 'Signup hides header navigation, footer and register link', '/register', MAIN_MENU, /\/register\]/),
  showsNot(
    '2',
    'Profile hides header navigation and footer',
    '/user/profile',
    /\[button เปิดเมนู/,
    /\[a เครดิตฟรี \/user\/free_credit\] \[a แชท /,
  ),
  shows('2', 'back bar', '/user/deposit', /\[button ย้อนกลับ/),
  shows('2', 'registration: three steps, phone, account, success', '/register', /1 เบอร์โทรศัพท์ 2 บัญชี 3 สำเร็จ/),
  shows(
    '2',
    'login: remember-me, forgotten password to the chat service, link to register',
    '/login',
    /จดจำการเข้าสู่ระบบ/,
    /\[a ลืมรหัสผ่าน ติดต่อแอดมิน https:\/\/line\.me\//,
    /\[a สมัครสมาชิก \/register\]/,
  ),
  shows('5', 'password: a show/hide toggle', '/login', /\[button แสดงรหัสผ่าน/),
  shows('5', 'saved bank details cannot be edited, so they must be checked', 'bank step', /แก้ไข.*ไม่ได้|ไม่สามารถแก้ไข/),
  shows(
    '2',
    'member card: member id and link to copy, coins, balance to refresh, turnover, max withdraw, deposit',
    '/user/home',
    /รหัสสมาชิก 081-234-5678/,
    /\[button คัดลอกรหัสสมาชิก/,
    /คัดลอกลิงก์แนะนำเพื่อน/,
    /เหรียญรางวัล \d/,
    /\[button รีเฟรชยอดเงิน/,
    /ยอดเทิร์นโอเวอร์ ทำได้ [\d,.]+ \/ ต้องทำ [\d,.]+/,
    /ถอนได้สูงสุด/,
    /\[a ฝากเงิน \/user\/deposit\]/,
  ),
  shows(
    '2',
    'affiliate: balance in baht, friends, link to copy, withdraw',
    '/user/affiliate',
    /รายได้คงเหลือ ฿ [\d,]+\.\d\d บาท/,
    /เพื่อนที่แนะนำ \d+ คน/,
    /คัดลอกลิงก์แนะนำของคุณ/,
    /\[button ถอนรายได้/,
  ),
  shows('2', 'history: tabs for deposit and withdraw', '/user/history', /\[tab ประวัติฝาก/, /\[tab ประวัติถอน/),
  shows(
    '2',
    'withdraw: turnover now and needed, balance, amount, button',
    '/user/withdraw',
    /ทำได้ [\d,.]+ \/ ต้องทำ [\d,.]+/,
    /ยอดเงินในกระเป๋าเกม ฿ [\d,]+\.\d\d/,
    /\[button ถอนเงิน/,
  ),
  shows('2', 'wheel: coins, and the widget in a frame', '/user/spinner', /เหรียญของคุณ \d+ เหรียญ/, /\[iframe /),
  shows(
    '2',
    'deposit: accounts with name, number and copy; opt-in; slip; cash and kiosk by the admin; chat bot',
    '/user/deposit',
    /999-8-88777-6 บริษัท ชบา เกมส์ จำกัด/,
    /\[button คัดลอก เลขที่บัญชี/,
    /\[tab วอลเล็ท/,
    /\[switch/,
    /\[button เลือกรูปสลิป/,
    /ฝากเงินสดหรือฝากผ่านตู้ กรุณาติดต่อแอดมิน/,
    /\[a แจ้งฝากผ่านแชทบอท https:\/\/line\.me\//,
  ),
  shows(
    '2',
    'cashback: balance, payout percentage, claim',
    '/user/cash_back',
    /ยอดคืนคงเหลือ ฿ \d/,
    /อัตราคืนยอดเสีย [\d.]+%/,
    /\[button กดรับยอดคืน/,
  ),
  shows(
    '2',
    'promotions: opt-in, and each card with its terms; 0 is unlimited',
    '/user/promotion',
    /\[switch/,
    /ฝากขั้นต่ำ 100\.00 บาท โบนัสสูงสุด 1,000\.00 บาท ทำเทิร์น 15 เท่า ถอนได้สูงสุด 3 เท่า/,
    /โบนัสสูงสุด ไม่จำกัด ทำเทิร์น 3 เท่า ถอนได้สูงสุด ไม่จำกัด/,
  ),
  shows(
    '2',
    'profile: phone, full name, bank, account number',
    '/user/profile',
    /081-234-5678/,
    /สมหญิง ใจดี/,
    /ธนาคารไทยพาณิชย์/,
    /xxx-x-xx333-4/,
  ),
  shows('2', 'change password: old, new, confirm', '/user/profile', /รหัสผ่านเดิม รหัสผ่านใหม่ .*ยืนยันรหัสผ่านใหม่/),
  shows('2', 'item code: a field and a button', '/user/free_credit', /โค้ด รับเครดิต|\[button รับเครดิต/),
];
